"""The database: its schema, and everything of one moment written in one transaction."""
