"""The attacks and tests of Vanguard: Normandy whose chances can be asked for."""
