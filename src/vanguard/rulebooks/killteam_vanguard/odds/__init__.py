"""The attacks and tests of Kill Team Vanguard whose chances can be asked for."""
