"""The mathematics of games in which a hand is set in parts and compared with the bank's."""
