"""Many games: simulations, matches, ladders, balance."""
