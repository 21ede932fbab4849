"""Processes beside the loop: bots, odds and whatever else takes long."""
