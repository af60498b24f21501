"""The mathematics of poker for a pot: what the house takes, and what hands are worth against one another."""
