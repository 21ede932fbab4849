"""How to play Vijilant: what things are worth, where units want to be, and the mind that chooses."""
