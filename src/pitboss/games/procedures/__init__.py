"""Procedures that go with games and have no wagers of their own."""
