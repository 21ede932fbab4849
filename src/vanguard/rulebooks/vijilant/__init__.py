"""Vijilant: a game of cards and squads in centimetres, with the Glasstrain campaign."""

from vanguard.rulebooks.vijilant.rulebook import Vijilant

rulebook = Vijilant()
