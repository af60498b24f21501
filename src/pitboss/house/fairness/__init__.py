"""Deals that can be checked: a commitment before them, the seed after them, and the check."""
