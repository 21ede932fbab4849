"""Vanguard: a digital tabletop for skirmish wargames that knows the rules."""
