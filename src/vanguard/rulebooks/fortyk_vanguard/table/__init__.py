"""What people see of 40k Vanguard."""
