"""Vijilant: a game of cards and squads in centimetres, with the Glasstrain campaign."""
