"""What people see of Vanguard: Normandy: scenes, views, cards and the sentences of the log."""
