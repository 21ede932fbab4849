"""Chances: the very rules on copies of a battle."""
