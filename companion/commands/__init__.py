"""What is typed: the commands of `companion`, each with its arguments and what it prints."""
