"""What people see of Kill Team Vanguard: scenes, views, cards and the sentences of the log."""
