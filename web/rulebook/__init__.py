"""The rulebook: what players read about the eleven games, with examples to step through, in four languages."""
