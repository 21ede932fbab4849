"""The rulebooks: one package each, found through the entry point group `vanguard.rulebooks`. They never import each other."""
