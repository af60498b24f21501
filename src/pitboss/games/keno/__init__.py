"""Keno: the controls of a progressive payoff."""
