"""No-bust blackjack of a California card room: a player banks it, and a hand that goes over waits for his."""
