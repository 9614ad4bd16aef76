"""The rounds of a tournament: who plays whom at which table, and what came of it."""
