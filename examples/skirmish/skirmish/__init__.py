"""Skirmish: a small measured rulebook, written from the documentation alone."""

from skirmish.rulebook import rulebook as rulebook
