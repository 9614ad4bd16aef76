"""The set-up and the diagnostics: pages for the owner of the table."""
