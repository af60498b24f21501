"""What is on the table: cards, shoes, wheels, dice, and where chance comes from."""
