"""The content of the rulebook: TOML files read once into profiles, refused with all their faults at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from vanguard.core.content import ContentKind, Fault, Shelf, made_from, unknown
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
from vanguard.rulebooks.killteam_lite.special_rules import (
    SPECIAL_RULES,
    Blast,
    Fusillade,
    InvulnerableSave,
    PsychicAction,
    Torrent,
)

CONTENT: Final = Path(__file__).parent
MULTI_TARGET = (Blast, Fusillade, Torrent)
NOT_OF_WEAPONS: Final[dict[type[SpecialRule], str]] = {
    InvulnerableSave: "a datacard has it in its rules, a weapon does not",
    PsychicAction: "an ability says psychic = true, a weapon does not",
}
"""Printed rules that do nothing on a weapon, and where they belong."""
HEIGHTS = ((25.0, 1.2), (32.0, 1.5), (1000.0, 2.0))
"""Heights of figures by base size in millimetres."""


class Content:
    """Everything that can be fielded and played on."""

    def __init__(self, directory: Path = CONTENT) -> None:
        shelf = Shelf(directory)
        shelf.read_all(KINDS)
        self.weapons = {key: _weapon_profiles(key, entry) for key, entry in shelf.read(WEAPONS).items()}
        self.abilities = {
            key: made_from(entry, Ability, key=key, is_action=entry.kind == "action", action_points=entry.AP)
            for key, entry in shelf.read(ABILITY_TEXTS).items()
        }
        self.ploys = [(entry.team, _ploy(key, entry)) for key, entry in shelf.read(PLOYS).items()]
        """Ploys with the name of their team."""
        self.teams = {key: self._team(key, entry) for key, entry in shelf.read(TEAMS).items()}
        self.killzones = {
            key: made_from(entry, KillzoneMap, key=key, parts=_parts(entry), looks=_looks(entry))
            for key, entry in shelf.read(KILLZONES).items()
        }
        self.missions = {key: _mission(key, entry) for key, entry in shelf.read(MISSION_CARDS).items()}

    def _team(self, key: str, entry: TeamEntry) -> KillTeam:
        cards = tuple([self._datacard(operative) for operative in entry.operatives])
        return KillTeam(
            key, entry.name, entry.character, cards, tuple([card for team, card in self.ploys if team == entry.name])
        )

    def _datacard(self, entry: OperativeEntry) -> Datacard:
        profiles = [profile for weapon in entry.weapons for profile in self.weapons[key_of(weapon)]]
        invulnerable = [rule.value for rule in map(special_rule, entry.rules) if isinstance(rule, InvulnerableSave)]
        height = entry.height or next(iter([tall for size, tall in HEIGHTS if entry.base <= size]))
        return Datacard(
            key_of(entry.name), entry.name, entry.count, entry.leader, entry.M, entry.APL, entry.Df, number(entry.Sv),
            min(invulnerable, default=0), entry.W, entry.base, height,
            tuple([profile for profile in profiles if profile.ranged]),
            tuple([profile for profile in profiles if not profile.ranged]),
            tuple([self.abilities[key_of(ability)] for ability in entry.abilities]), entry.look,
        )  # fmt: skip


@cache
def content() -> Content:
    """The content that comes with the rulebook, read when it is first needed."""
    return Content()


def _ploy(key: str, entry: PloyEntry) -> PloyCard:
    lends = tuple([special_rule(text) for text in entry.lends])
    weapons = tuple([key_of(weapon) for weapon in entry.lends_to])
    return PloyCard(key, entry.name, entry.kind == "strategic", entry.CP, entry.trigger, entry.text, lends, weapons)


def _mission(key: str, entry: MissionEntry) -> MissionCard:
    return made_from(entry, MissionCard, key=key, killzones=tuple([key_of(name) for name in entry.killzones]))


# -- what the words alone do not show ----------------------------------------------------------------------------------------


def _repeats(names: list[str], field: str) -> Iterable[Fault]:
    """What stands in a list twice, however it is written."""
    keys = [key_of(name) for name in names]
    for number, name in enumerate(names):
        if keys[number] in keys[:number]:
            yield Fault("", "", field, f"{name} stands there twice")


def _rule_faults(rules: list[str], field: str, of_a_datacard: bool = False) -> Iterable[Fault]:
    """Rules that are unknown, that stand there twice, or that would do nothing where they stand."""
    yield from _repeats(rules, field)
    for printed in rules:
        try:
            rule = type(special_rule(printed))
        except KeyError:
            meant = rule_printed(printed)
            if meant is None:
                yield unknown(printed, SPECIAL_RULES, "special rule", field=field)
            else:
                how = "with a number behind it" if meant.takes_value else "without a number"
                yield Fault("", "", field, f"{meant.name} is printed {how}")
            continue
        if of_a_datacard and rule is not InvulnerableSave:
            yield Fault("", "", field, f"{printed} is a rule of weapons, not of a datacard")
        if not of_a_datacard and rule in NOT_OF_WEAPONS:
            yield Fault("", "", field, f"{printed}: {NOT_OF_WEAPONS[rule]}")


def weapon_faults(key: str, entry: WeaponEntry, shelf: Shelf) -> Iterable[Fault]:
    profiles: list[ProfileEntry | WeaponEntry] = list(entry.profiles) if entry.profiles else [entry]
    for profile in profiles:
        yield from _rule_faults(profile.rules, "rules")
        spreading = [printed for printed in profile.rules if rule_printed(printed) in MULTI_TARGET]
        if len(spreading) > 1:
            yield Fault("", "", "rules", f"at most one of Blast, Fusillade and Torrent, not {' and '.join(spreading)}")


def ability_faults(key: str, entry: AbilityEntry, shelf: Shelf) -> Iterable[Fault]:
    known = tuple(UNIQUE_ACTIONS) if entry.kind == "action" else ABILITIES
    if key not in known:
        yield unknown(key, known, f"rule for the {entry.kind}")


def ploy_faults(key: str, entry: PloyEntry, shelf: Shelf) -> Iterable[Fault]:
    known = STRATEGIC if entry.kind == "strategic" else TACTICAL
    if key not in known:
        yield unknown(key, known, f"rule for the {entry.kind} ploy")
    yield from _rule_faults(entry.lends, "lends")
    for weapon in entry.lends_to:
        if key_of(weapon) not in shelf.keys(WEAPONS):
            yield unknown(weapon, shelf.keys(WEAPONS), "weapon", field="lends_to")
    teams = [team.name for team in shelf.read(TEAMS).values()]
    if entry.team not in teams:
        yield unknown(entry.team, teams, "kill team", field="team")


def team_faults(key: str, entry: TeamEntry, shelf: Shelf) -> Iterable[Fault]:
    leaders = sum([operative.count for operative in entry.operatives if operative.leader])
    if leaders != 1:
        yield Fault("", "", "operatives", f"a kill team has exactly one leader, not {leaders}")
    yield from _repeats([operative.name for operative in entry.operatives], "operatives")
    weapons, abilities = shelf.keys(WEAPONS), shelf.keys(ABILITY_TEXTS)
    for operative in entry.operatives:
        yield from _repeats(operative.weapons, f"{operative.name}: weapons")
        yield from _repeats(operative.abilities, f"{operative.name}: abilities")
        for weapon in operative.weapons:
            if key_of(weapon) not in weapons:
                yield unknown(weapon, weapons, "weapon", field=f"{operative.name}: weapons")
        for ability in operative.abilities:
            if key_of(ability) not in abilities:
                yield unknown(ability, abilities, "ability", field=f"{operative.name}: abilities")
        yield from _rule_faults(operative.rules, f"{operative.name}: rules", of_a_datacard=True)


def mission_faults(key: str, entry: MissionEntry, shelf: Shelf) -> Iterable[Fault]:
    if key not in MISSIONS:
        yield unknown(key, MISSIONS, "scoring for the mission")
    if key == "relic" and len(entry.markers) != 1:
        yield Fault("", "", "markers", f"the relic lies at one marker, not at {len(entry.markers)}")
    if key == "hold" and not entry.markers:
        yield Fault("", "", "markers", "there is no marker to hold")
    if key == "sabotage" and (entry.any_edge or not entry.west_devices or not entry.east_devices):
        yield Fault("", "", "", "sides are west and east, and each has devices")
    for name in entry.killzones:
        if key_of(name) not in shelf.keys(KILLZONES):
            yield unknown(name, shelf.keys(KILLZONES), "killzone", field="killzones")


WEAPONS: Final = ContentKind("content/weapons.toml", WeaponEntry, weapon_faults)
ABILITY_TEXTS: Final = ContentKind("content/abilities.toml", AbilityEntry, ability_faults)
PLOYS: Final = ContentKind("content/ploys.toml", PloyEntry, ploy_faults)
TEAMS: Final = ContentKind("content/teams.toml", TeamEntry, team_faults)
KILLZONES: Final = ContentKind("content/killzones.toml", KillzoneEntry)
MISSION_CARDS: Final = ContentKind("content/missions.toml", MissionEntry, mission_faults)
KINDS: Final[dict[str, ContentKind[Any]]] = {
    "weapons": WEAPONS,
    "abilities": ABILITY_TEXTS,
    "ploys": PLOYS,
    "teams": TEAMS,
    "killzones": KILLZONES,
    "missions": MISSION_CARDS,
}


# -- reading the words of the cards -----------------------------------------------------------------------------------------


def key_of(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def number(target: str) -> int:
    """`4+` needs a 4."""
    return int(target[0])


PRINTED_RULE = re.compile(r"(?P<name>[A-Za-z][A-Za-z ]*?) ?(?P<value>\d+)?(?P<mark>[\"+]?)")


def rule_printed(printed: str) -> type[SpecialRule] | None:
    """Which rule a card prints, whatever the number behind it; None for an unknown one."""
    match = PRINTED_RULE.fullmatch(printed)
    return None if match is None else SPECIAL_RULES.get(match["name"])


def special_rule(printed: str) -> SpecialRule:
    """The rule a card prints, such as `AP1`, `Blast 2\"` or `Lethal 5+`; KeyError for an unknown one."""
    match, rule = PRINTED_RULE.fullmatch(printed), rule_printed(printed)
    if match is None or rule is None or rule.takes_value != bool(match["value"]):
        raise KeyError(printed)
    return rule(printed, int(match["value"] or 0))


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
