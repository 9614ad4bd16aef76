"""What this table tells a tournament hall: what it shows now, and every line of its journal, each once."""
