"""What people see of Kill Team Lite: scenes, views, cards and the sentences of the log."""
