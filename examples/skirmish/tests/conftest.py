"""A test that stops while a question is pending says so."""

pytest_plugins = ["vanguard.testing.pending"]
