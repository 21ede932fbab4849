"""40k Vanguard: skirmishes of the 9th edition in which every model is a unit of its own."""
