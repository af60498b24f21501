"""The mathematics of no-bust blackjack: hands that go over wait for the player-dealer, and jokers make 21."""
