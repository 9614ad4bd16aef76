"""The tournament hall: what all tables tell a broker, kept in one record and shown together."""
