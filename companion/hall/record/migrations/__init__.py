"""How the schema of the record came about, step by step; alembic takes the steps that are missing."""
