"""Game scripts of this family."""
