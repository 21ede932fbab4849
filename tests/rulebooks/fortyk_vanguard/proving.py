"""The `@proves` of 40k Vanguard, bound once for all its tests."""

from pathlib import Path

import vanguard.rulebooks.fortyk_vanguard.profiles
from tests.kit.proves import proves_for

proves = proves_for(
    "fortyk_vanguard", Path(vanguard.rulebooks.fortyk_vanguard.profiles.__file__).parent / "clauses.yaml"
)
