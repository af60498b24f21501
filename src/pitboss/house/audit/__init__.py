"""The audit of a house: every chain, every cent and every round, and what it finds."""
