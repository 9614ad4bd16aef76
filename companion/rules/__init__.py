"""The rules: positions, the eleven games, legal plays, judgement with reasons, notation. Standard library only."""
