"""Everything printed: datasheets, weapons, powers, stratagems, maps, the mission and ready armies, and mustering."""
