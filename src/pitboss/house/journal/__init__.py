"""The journal: chains of entries, each with the hash of the one before it."""
