"""Vanguard: Normandy: a battle for nine sectors on hexes, with secret recruiting and a bag of activation tokens."""

from vanguard.rulebooks.normandy.rulebook import Normandy

rulebook = Normandy()
