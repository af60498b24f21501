"""What every game shares: rounds, wagers, decisions, events, settlement, records, views."""
