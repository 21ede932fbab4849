"""How to play Vijilant: what its bots know of the game."""
