"""Blackjack exactly, by the composition of the shoe."""
