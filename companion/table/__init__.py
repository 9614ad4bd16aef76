"""The referee: one pure reducer over events, and what hands on a board mean."""
