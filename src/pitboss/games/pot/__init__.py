"""Poker for a pot, which the players win from one another."""
