"""The secret of a house, and what is encrypted and sealed with it."""
