"""How to play Kill Team Lite: what its bots know of the game."""
