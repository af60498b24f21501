"""Poker against the dealer and against pay tables."""
