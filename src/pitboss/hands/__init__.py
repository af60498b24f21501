"""What cards are worth. Hands are values that compare."""
