"""The `@proves` of 40k Vanguard, bound once for all its tests."""

from vanguard.testing.proves import proves_for

proves = proves_for("fortyk_vanguard")
