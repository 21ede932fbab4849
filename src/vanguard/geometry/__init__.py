"""The table: bases, terrain, measuring, sight, cover, movement and hexes. Knows no rulebook."""
