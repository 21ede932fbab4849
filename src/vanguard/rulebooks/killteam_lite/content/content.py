"""The content of the rulebook: TOML files read once into profiles, refused with all their faults at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from vanguard.core.content import ContentFaults, ContentKind, Fault, digest_of, load_entries, unknown
from vanguard.geometry.shapes import Part, Point
from vanguard.rulebooks.killteam_lite.abilities import ABILITIES, UNIQUE_ACTIONS
from vanguard.rulebooks.killteam_lite.content.content_models import (
    AbilityEntry,
    KillzoneEntry,
    MissionEntry,
    OperativeEntry,
    PartEntry,
    PloyEntry,
    ProfileEntry,
    TeamEntry,
    WeaponEntry,
)
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, WIDTH
from vanguard.rulebooks.killteam_lite.missions import MISSIONS
from vanguard.rulebooks.killteam_lite.ploys import STRATEGIC, TACTICAL
from vanguard.rulebooks.killteam_lite.profiles import (
    Ability,
    Datacard,
    KillTeam,
    KillzoneMap,
    MissionCard,
    PloyCard,
    WeaponProfile,
)
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule
from vanguard.rulebooks.killteam_lite.special_rules import SPECIAL_RULES

CONTENT: Final = Path(__file__).parent
MULTI_TARGET = ("Blast", "Fusillade", "Torrent")
HEIGHTS = ((25.0, 1.2), (32.0, 1.5), (1000.0, 2.0))
"""Heights of figures by base size in millimetres."""


class Content:
    """Everything that can be fielded and played on."""

    def __init__(self, directory: Path = CONTENT) -> None:
        self.directory = directory
        self.weapons = self._weapons()
        self.abilities = self._abilities()
        self.ploys = self._ploys()
        self.teams = self._teams()
        self.killzones = self._killzones()
        self.missions = self._missions()
        self._digest = ""

    def digest(self) -> str:
        self._digest = self._digest or digest_of(self.directory)
        return self._digest

    def _weapons(self) -> dict[str, tuple[WeaponProfile, ...]]:
        entries = load_entries(self.directory / "weapons.toml", WeaponEntry, weapon_faults)
        return {key: _weapon_profiles(key, entry) for key, entry in entries.items()}

    def _abilities(self) -> dict[str, Ability]:
        entries = load_entries(self.directory / "abilities.toml", AbilityEntry, _ability_faults)
        return {
            key: Ability(key, entry.name, entry.kind == "action", entry.AP, entry.psychic, entry.text)
            for key, entry in entries.items()
        }

    def _ploys(self) -> list[tuple[str, PloyCard]]:
        """Ploys with the name of their team."""
        entries = load_entries(self.directory / "ploys.toml", PloyEntry, self._ploy_faults)
        found: list[tuple[str, PloyCard]] = []
        for key, entry in entries.items():
            lends = tuple([special_rule(text) for text in entry.lends])
            weapons = tuple([key_of(weapon) for weapon in entry.lends_to])
            card = PloyCard(
                key, entry.name, entry.kind == "strategic", entry.CP, entry.trigger, entry.text, lends, weapons
            )
            found.append((entry.team, card))
        return found

    def _ploy_faults(self, key: str, entry: PloyEntry) -> Iterable[Fault]:
        known = STRATEGIC if entry.kind == "strategic" else TACTICAL
        if key not in known:
            yield unknown(key, known, f"rule for the {entry.kind} ploy")
        yield from _rule_faults(entry.lends, "lends")
        for weapon in entry.lends_to:
            if key_of(weapon) not in self.weapons:
                yield unknown(weapon, self.weapons, "weapon", field="lends_to")

    def _teams(self) -> dict[str, KillTeam]:
        entries = load_entries(self.directory / "teams.toml", TeamEntry, self._team_faults)
        names = [entry.name for entry in entries.values()]
        strays = [
            unknown(team, names, "kill team", entry=card.key, field="team")
            for team, card in self.ploys
            if team not in names
        ]
        if strays:
            raise ContentFaults(strays)
        return {key: self._team(key, entry) for key, entry in entries.items()}

    def _team_faults(self, key: str, entry: TeamEntry) -> Iterable[Fault]:
        leaders = sum([operative.count for operative in entry.operatives if operative.leader])
        if leaders != 1:
            yield Fault("", "", "operatives", f"a kill team has exactly one leader, not {leaders}")
        for operative in entry.operatives:
            for weapon in operative.weapons:
                if key_of(weapon) not in self.weapons:
                    yield unknown(weapon, self.weapons, "weapon", field=f"{operative.name}: weapons")
            for ability in operative.abilities:
                if key_of(ability) not in self.abilities:
                    yield unknown(ability, self.abilities, "ability", field=f"{operative.name}: abilities")
            yield from _rule_faults(operative.rules, f"{operative.name}: rules")

    def _team(self, key: str, entry: TeamEntry) -> KillTeam:
        cards = tuple([self._datacard(operative) for operative in entry.operatives])
        return KillTeam(
            key, entry.name, entry.character, cards, tuple([card for team, card in self.ploys if team == entry.name])
        )

    def _datacard(self, entry: OperativeEntry) -> Datacard:
        profiles = [profile for weapon in entry.weapons for profile in self.weapons[key_of(weapon)]]
        invulnerable = [special_rule(text).value for text in entry.rules if text.startswith("Invulnerable Save")]
        height = entry.height or next(iter([tall for size, tall in HEIGHTS if entry.base <= size]))
        return Datacard(
            key_of(entry.name), entry.name, entry.count, entry.leader, entry.M, entry.APL, entry.Df, number(entry.Sv),
            invulnerable[0] if invulnerable else 0, entry.W, entry.base, height,
            tuple([profile for profile in profiles if profile.ranged]),
            tuple([profile for profile in profiles if not profile.ranged]),
            tuple([self.abilities[key_of(ability)] for ability in entry.abilities]), entry.look,
        )  # fmt: skip

    def _killzones(self) -> dict[str, KillzoneMap]:
        entries = load_entries(self.directory / "killzones.toml", KillzoneEntry)
        return {
            key: KillzoneMap(key, entry.name, entry.note, _parts(entry), _looks(entry))
            for key, entry in entries.items()
        }

    def _missions(self) -> dict[str, MissionCard]:
        entries = load_entries(self.directory / "missions.toml", MissionEntry, self._mission_faults)
        found: dict[str, MissionCard] = {}
        for key, entry in entries.items():
            found[key] = MissionCard(
                key, entry.name, entry.text, _points(entry.markers), _points(entry.west_devices),
                _points(entry.east_devices), entry.any_edge, tuple([key_of(name) for name in entry.killzones]),
            )  # fmt: skip
        return found

    def _mission_faults(self, key: str, entry: MissionEntry) -> Iterable[Fault]:
        if key not in MISSIONS:
            yield unknown(key, MISSIONS, "scoring for the mission")
        for name in entry.killzones:
            if key_of(name) not in self.killzones:
                yield unknown(name, self.killzones, "killzone", field="killzones")


@cache
def content() -> Content:
    """The content that comes with the rulebook, read when it is first needed."""
    return Content()


def content_kinds() -> dict[str, ContentKind]:
    """The kinds of content files, for checking them and for editors. What they name is looked up in the content content."""
    return {
        "weapons": ContentKind("content/weapons.toml", lambda: WeaponEntry, weapon_faults),
        "abilities": ContentKind("content/abilities.toml", lambda: AbilityEntry, _ability_faults),
        "ploys": ContentKind("content/ploys.toml", lambda: PloyEntry, lambda key, it: content()._ploy_faults(key, it)),
        "teams": ContentKind("content/teams.toml", lambda: TeamEntry, lambda key, it: content()._team_faults(key, it)),
        "killzones": ContentKind("content/killzones.toml", lambda: KillzoneEntry),
        "missions": ContentKind(
            "content/missions.toml", lambda: MissionEntry, lambda key, it: content()._mission_faults(key, it)
        ),
    }


# -- reading the words of the cards -----------------------------------------------------------------------------------------


def key_of(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def number(target: str) -> int:
    """`4+` needs a 4."""
    return int(target[0])


def special_rule(printed: str) -> SpecialRule:
    """The rule a card prints, such as `AP1`, `Blast 2\"` or `Lethal 5+`; KeyError for an unknown one."""
    match = re.fullmatch(r"(?P<name>[A-Za-z][A-Za-z ]*?) ?(?P<value>\d+)?(?P<mark>[\"+]?)", printed)
    if match is None:
        raise KeyError(printed)
    rule = SPECIAL_RULES[match["name"]]
    if rule.takes_value != bool(match["value"]):
        raise KeyError(printed)
    return rule(printed, int(match["value"] or 0))


def _rule_faults(rules: list[str], field: str) -> Iterable[Fault]:
    for printed in rules:
        try:
            special_rule(printed)
        except KeyError:
            yield unknown(printed, SPECIAL_RULES, "special rule", field=field)


def weapon_faults(key: str, entry: WeaponEntry) -> Iterable[Fault]:
    profiles: list[ProfileEntry | WeaponEntry] = list(entry.profiles) if entry.profiles else [entry]
    for profile in profiles:
        yield from _rule_faults(profile.rules, "rules")
        spreading = [rule for rule in profile.rules if rule.startswith(MULTI_TARGET)]
        if len(spreading) > 1:
            yield Fault("", "", "rules", f"at most one of Blast, Fusillade and Torrent, not {' and '.join(spreading)}")


def _ability_faults(key: str, entry: AbilityEntry) -> Iterable[Fault]:
    known = tuple(UNIQUE_ACTIONS) if entry.kind == "action" else ABILITIES
    if key not in known:
        yield unknown(key, known, f"rule for the {entry.kind}")


def _weapon_profiles(key: str, entry: WeaponEntry) -> tuple[WeaponProfile, ...]:
    if not entry.profiles:
        return (_weapon_profile(key, key, entry.name, entry.kind == "ranged", entry),)
    return tuple(
        [
            _weapon_profile(
                f"{key}-{key_of(profile.name)}", key, f"{entry.name}, {profile.name}", entry.kind == "ranged", profile
            )
            for profile in entry.profiles
        ]
    )


def _weapon_profile(
    key: str, weapon: str, name: str, ranged: bool, entry: WeaponEntry | ProfileEntry
) -> WeaponProfile:  # fmt: skip
    damage, critical = str(entry.D).split("/")
    skill = entry.BS if ranged else entry.WS
    rules = tuple([special_rule(printed) for printed in entry.rules])
    return WeaponProfile(
        key, weapon, name, ranged, entry.A or 0, number(skill or "6+"), int(damage), int(critical), rules
    )


def _points(spots: list[tuple[float, float]]) -> tuple[Point, ...]:
    return tuple([(x, y) for x, y in spots])


def _parts(entry: KillzoneEntry) -> tuple[Part, ...]:
    """Every part, those that stand twice also turned by half a turn; each with a name of its own."""
    counts: dict[str, int] = {}
    parts: list[Part] = []
    for part in entry.parts:
        for turned in (False, True) if part.twice else (False,):
            counts[part.feature] = counts.get(part.feature, 0) + 1
            parts.append(_part(part, turned, f"{part.feature} {counts[part.feature]}"))
    return tuple(parts)


def _looks(entry: KillzoneEntry) -> tuple[str, ...]:
    """How each of them is drawn, in the same order."""
    return tuple([part.look for part in entry.parts for _ in range(2 if part.twice else 1)])


def _part(entry: PartEntry, turned: bool, name: str) -> Part:
    x1, y1, x2, y2 = entry.rect
    if turned:
        x1, y1, x2, y2 = WIDTH - x2, DEPTH - y2, WIDTH - x1, DEPTH - y1
    corners: list[Point] = [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
    return Part(name, corners, True, entry.bottom, entry.top, entry.traits, entry.feature)
