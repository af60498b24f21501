"""Games in which a hand is set in two and both parts are compared with the bank's."""
