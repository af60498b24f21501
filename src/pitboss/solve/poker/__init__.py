"""The mathematics of poker against the dealer and against pay tables."""
