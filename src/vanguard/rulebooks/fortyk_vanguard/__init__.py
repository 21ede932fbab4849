"""40k Vanguard: skirmishes of the 9th edition in which every model is a unit of its own."""

from vanguard.rulebooks.fortyk_vanguard.rulebook import rulebook

__all__ = ["rulebook"]
