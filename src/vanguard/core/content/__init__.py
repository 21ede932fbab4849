"""Content in TOML: profiles, maps, scenarios and armies, refused with all their faults at once.

A rulebook says what an entry looks like with a pydantic model (`extra="forbid"`) and turns valid entries into its own
frozen profiles. A file holds its entries as tables: the key is the entry's id.

    [necron-lord]
    name = "Necron Lord"
    points = 25

Every fault names the file, the entry, the field, what is wrong and, where something similar exists, what was probably meant.

A rulebook names its kinds of files once and reads them from a shelf, which refuses nothing before all of them are read:

    WEAPONS = ContentKind("content/weapons.toml", WeaponEntry)
    UNITS = ContentKind("content/units/*.toml", UnitEntry, unit_faults)     # looks up shelf.keys(WEAPONS)

    shelf = Shelf(directory)     # the package's `content`
    shelf.read_all({"weapons": WEAPONS, "units": UNITS})
    weapons = {key: made_from(entry, Weapon, key=key) for key, entry in shelf.read(WEAPONS).items()}
"""

from __future__ import annotations

from vanguard.core.content.faults import ContentFaults as ContentFaults
from vanguard.core.content.faults import Fault as Fault
from vanguard.core.content.faults import unknown as unknown
from vanguard.core.content.meaning import changed_entries as changed_entries
from vanguard.core.content.meaning import digest_of as digest_of
from vanguard.core.content.meaning import digest_once as digest_once
from vanguard.core.content.meaning import meaning_of as meaning_of
from vanguard.core.content.schemas import schema_of_file as schema_of_file
from vanguard.core.content.schemas import write_schemas as write_schemas
from vanguard.core.content.shelf import ContentKind as ContentKind
from vanguard.core.content.shelf import Shelf as Shelf
from vanguard.core.content.shelf import content_files as content_files
from vanguard.core.content.shelf import made_from as made_from
