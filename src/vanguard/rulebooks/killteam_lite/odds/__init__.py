"""The attacks and tests of Kill Team Lite whose chances can be asked for."""
