"""How to play Kill Team Vanguard: what its bots know of the game."""
