"""An independent, slow and plain reading of rules.md, to check the engine against."""
