"""What every game with bases on a measured table shares: moves, placing, the scene, sight, terrain. Knows no rulebook."""
