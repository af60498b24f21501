"""The house: what outlives a round. Tables, people, money and the record that nobody can quietly change."""
