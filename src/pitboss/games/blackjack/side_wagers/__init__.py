"""Wagers beside a blackjack hand: what the cards are called on their pay tables, as pure functions of the cards.

Every function gives the names by which a pay table may know the cards, finest first, and none where the wager is lost.
``settling`` says when the table settles which.
"""
