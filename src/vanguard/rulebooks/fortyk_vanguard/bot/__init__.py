"""How to play 40k Vanguard: what its bots know of the game."""
