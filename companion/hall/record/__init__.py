"""The record of the hall: all lines of all tables' matches in one database, SQLite or PostgreSQL."""
