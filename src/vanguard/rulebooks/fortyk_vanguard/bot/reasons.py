"""What the bot goes by, said for people who ask why it did something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GOES_BY: Final[Mapping[str, str]] = {
    "core.move.each-unit-once": (
        "whoever is farthest from where it should be moves first, out of the way of the others"
    ),
    "core.move.options-when-free": (
        "it stays where it holds a marker or has a good shot, and goes fast where it has far to "
        "go and nothing to shoot at"
    ),
    "core.move.options-when-engaged": "whoever is worse in combat than with its guns falls back",
    "core.move.normal": "men go for the markers, guns to where they see somebody",
    "core.move.advance": "men go for the markers, guns to where they see somebody",
    "core.move.fall-back": "it gets away from whoever it fights badly against",
    "core.shoot.declare-all-targets-first": "it shoots at whoever loses most of what it is worth",
    "core.weapon.pistol-or-others": "it shoots at whoever loses most of what it is worth",
    "core.charge.each-unit-once": (
        "the most promising charge comes first, and nobody charges who would lose more than it takes"
    ),
    "core.charge.declare-targets": "it charges whom it can hurt most, near ones before others",
    "core.fight.alternate": "whoever is worth most strikes before it can be struck",
    "core.fight.chargers-first": "whoever is worth most strikes before it can be struck",
    "vanguard.split-fire.other-targets": "attacks go where each takes most",
    "core.stratagem.command-re-roll": "a command point is spent where a new roll is likely to change something",
}
