"""Army lists: what is in them, whether they are legal, and their forms as data and as text."""
