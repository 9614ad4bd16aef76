"""Setting a table up and looking after it: its devices watched closely, its options, its support bundle."""
