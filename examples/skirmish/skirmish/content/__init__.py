"""The figures and the ground."""
