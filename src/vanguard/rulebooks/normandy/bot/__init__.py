"""How to play Vanguard: Normandy: what its bots know of the game."""
