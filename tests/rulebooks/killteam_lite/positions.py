"""Positions drawn in a few words, and battles played from them.

    table = at('''
        blue Man a  4,11  Engage
        red  Man b 10,11  Conceal  wounds=3
        low  7,9,7.5,13
    ''', active="a")
    table.play("shoot", "b", dice="attack 6 4 2 1 / defence 5 1 1")

A line is a side, a datacard, a short key, a place, an order and changes to the datacard; or a piece of terrain by its
rectangle. `Man` is a plain operative with a base of one inch: M 6, APL 2, Df 3, Sv 4+, W 8, a gun and a blade. A datacard of a
test's own is a line `card Sniper M5 Sv3+ W10: long gun: A 4, BS 2+, D 3/5, Heavy; knife: A 3, WS 4+, D 2/3`: what it does not
say is as the Man has it, and it is known in this position alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.game import Game
from vanguard.geometry.shapes import Base, Part
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.rulebooks.killteam_lite.content.content import content, key_of, special_rule
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, EDGES, TOLERANCE, WIDTH, Killzone
from vanguard.rulebooks.killteam_lite.profiles import Datacard, KillTeam, KillzoneMap, WeaponProfile
from vanguard.rulebooks.killteam_lite.state import (
    ACTIVATION,
    CONCEAL,
    ENGAGE,
    FIREFIGHT,
    IN_PLAY,
    TURNING_POINTS,
    Battle,
    Operative,
)
from vanguard.testing.positions import (
    Line,
    Position,
    between,
    known,
    lines_of,
    named,
    number,
    refuse_overlaps,
    size,
    target_number,
    within,
)

TERRAIN = {
    "wall": (0.0, 3.0, ("solid",)),
    "open": (0.0, 3.0, ("open",)),
    "low": (0.0, 1.0, ("solid", "traversable")),
    "roof": (2.5, 2.75, ("solid", "overhead")),
    "level": (0.0, 3.0, ("solid", "standable")),
    "bump": (0.0, 0.25, ("solid",)),
}


def weapon(text: str) -> WeaponProfile:
    """`gun: A 4, BS 3+, D 3/4, AP1, Lethal 5+` as a weapon profile."""
    name, _, numbers = text.partition(":")
    words = [word.strip() for word in numbers.split(",")]
    if len(words) < 3:
        raise ValueError("A, BS or WS, and D are needed")
    ranged = words[1].startswith("BS")
    damage, critical = words[2].split()[1].split("/")
    rules = tuple([special_rule(word) for word in words[3:]])
    key = key_of(name)
    return WeaponProfile(
        key, key, name, ranged, int(words[0].split()[1]), int(words[1].split()[1][0]), int(damage), int(critical), rules
    )


GUN = weapon("gun: A 4, BS 3+, D 3/4")
BLADE = weapon("blade: A 4, WS 3+, D 3/4")


CARD: dict[str, Callable[[str], Any]] = {
    "M": size, "APL": between(1), "Df": between(0), "Sv": target_number, "inv": target_number, "W": between(1),
    "base": size, "height": size,
}  # fmt: skip
"""What a card line may say; a base is in millimetres."""


def _card(line: Line, own: dict[str, Datacard]) -> Datacard:
    key, said, weapons = line.card(CARD, "weapon", weapon, [*own, "Man"])
    ranged, melee = [it for it in weapons if it.ranged], [it for it in weapons if not it.ranged]
    man = _known("Man", {})[0]
    return Datacard(
        key_of(key), key, 1, False, said.get("M", man.movement), said.get("APL", man.apl), said.get("Df", man.defence),
        said.get("Sv", man.save), said.get("inv", 0), said.get("W", man.wounds), said.get("base", man.base_mm),
        said.get("height", man.height), tuple(ranged), tuple(melee), (),
    )  # fmt: skip


def datacard(
    name: str, changes: dict[str, Any], weapons: tuple[WeaponProfile, ...] = (), own: dict[str, Datacard] | None = None
) -> tuple[Datacard, str]:
    """A datacard of the test's own, of the content teams or the plain Man, with changes; and the key of its team."""
    card, team = _known(name, own or {})
    ranged = tuple([profile for profile in weapons if profile.ranged]) or card.ranged
    melee = tuple([profile for profile in weapons if not profile.ranged]) or card.melee
    return Datacard(
        card.key,
        card.name,
        1,
        card.leader,
        float(changes.pop("M", card.movement)),
        int(changes.pop("APL", card.apl)),
        int(changes.pop("Df", card.defence)),
        int(changes.pop("Sv", card.save)),
        int(changes.pop("inv", card.invulnerable)),
        int(changes.pop("W", card.wounds)),
        float(changes.pop("base", card.base_mm)),
        float(changes.pop("height", card.height)),
        () if "guns" in changes else ranged,
        () if "blades" in changes else melee,
        card.abilities,
    ), team


def _known(name: str, own: dict[str, Datacard]) -> tuple[Datacard, str]:
    if name in own:
        return own[name], ""
    if name == "Man":
        return Datacard("man", "Man", 1, False, 6.0, 2, 3, 4, 0, 8, 25.4, 1.5, (GUN,), (BLADE,), ()), ""
    for team in content().teams.values():
        for card in team.datacards:
            if card.key == key_of(name.replace("_", " ")):
                return card, team.key
    raise KeyError(name)


class Table(Position[Battle]):
    """A battle in the middle of things, ready to be played by script."""

    def __init__(self, battle: Battle) -> None:
        self.battle_at_start = battle
        super().__init__(Game.at(rulebook, battle, None))

    def __getitem__(self, key: str) -> Operative:
        return self.battle[key]

    @property
    def log(self) -> str:
        return "\n".join(self._game.log(None))


def at(
    drawn: str,
    active: str = "",
    turn: int = 0,
    turning_point: int = 2,
    cp: tuple[int, int] = (0, 0),
    mission: str = "none",
    weapons: dict[str, tuple[str, ...]] | None = None,
    teams: tuple[str, str] | None = None,
    edges: tuple[str, str] = ("west", "east"),
    points: int | None = None,
) -> Table:
    """The battle as drawn, at the next action of the active operative or at the turn of a player."""
    return Table(battle_at(drawn, active, turn, turning_point, cp, mission, weapons, teams, edges, points))


def battle_at(
    drawn: str,
    active: str = "",
    turn: int = 0,
    turning_point: int = 2,
    cp: tuple[int, int] = (0, 0),
    mission: str = "none",
    weapons: dict[str, tuple[str, ...]] | None = None,
    teams: tuple[str, str] | None = None,
    edges: tuple[str, str] = ("west", "east"),
    points: int | None = None,
) -> Battle:
    parts: list[Part] = []
    operatives: list[Operative] = []
    drawn_at: list[tuple[Line, Base]] = []
    found = ["", ""]
    own: dict[str, Datacard] = {}
    for line in lines_of(drawn):
        if line.kind == "card":
            card = _card(line, own)
            own[card.name] = card
        elif line.is_model:
            operative, team = _operative(line, weapons or {}, own, [it.key for it in operatives])
            operatives.append(operative)
            drawn_at.append((line, operative.base))
            found[operative.seat] = found[operative.seat] or team
        else:
            parts.append(_terrain(line, len(parts) + 1))
    refuse_overlaps(drawn_at, TOLERANCE)
    there = [operative.key for operative in operatives]
    for key in (*(weapons or {}), *([active] if active else [])):
        known("operative", key, there)
    for edge in edges:
        known("edge", edge, EDGES)
    killzone = Killzone(KillzoneMap("drawn", "Drawn ground", "", tuple(parts)))
    sides = teams or (found[0], found[1])
    battle = Battle(
        killzone,
        content().missions[known("mission", mission, content().missions)],
        (_team(sides[0], operatives, 0), _team(sides[1], operatives, 1)),
    )
    battle.turning_point = within("turning point", turning_point, 0, TURNING_POINTS)
    battle.defender = 0
    battle.edges = edges
    battle.initiative = within("seat", turn, 0, 1)
    battle.had_initiative = turn
    battle.command_points = (within("number of points", cp[0], 0, 99), within("number of points", cp[1], 0, 99))
    battle.turn = turn
    for operative in operatives:
        battle.places[operative.key] = len(battle.operatives)
        battle.operatives.append(operative)
    battle.phase = FIREFIGHT
    if active:
        battle.active = active
        battle.phase = ACTIVATION
        battle.turn = battle[active].seat
        battle.action_points = battle[active].apl if points is None else points
    if mission == "relic":
        battle.relic = battle.mission.markers[0]
    return battle


def _team(key: str, operatives: list[Operative], seat: int) -> KillTeam:
    """The content team, or one made of the drawn operatives."""
    if key:
        return content().teams[known("kill team", key, content().teams)]
    cards = tuple([operative.card for operative in operatives if operative.seat == seat])
    return KillTeam(f"side-{seat}", ("Alpha", "Bravo")[seat], "", cards, ())


CHANGES: dict[str, Callable[[str], Any]] = {
    "M": size, "APL": between(1), "Df": between(0), "Sv": between(1, 7), "inv": between(2, 7), "W": between(1),
    "base": size, "height": size, "guns": named({"none": ()}), "blades": named({"none": ()}),
}  # fmt: skip


def _operative(
    line: Line, weapons: dict[str, tuple[str, ...]], own: dict[str, Datacard], taken: list[str]
) -> tuple[Operative, str]:  # fmt: skip
    seat = line.side()
    name, key = line.word("a datacard"), line.key(taken)
    x, y, z = line.place(WIDTH, DEPTH)
    states = line.states({**CHANGES, "wounds": between(1), "apl_change": int}, ("Engage", "Conceal", "done"))
    if "Engage" in states and "Conceal" in states:
        raise line.fault("it has one order")
    changes = {name: states[name] for name in CHANGES if name in states}
    armed = line.made(weapon, weapons.get(key, ()))
    try:
        card, team = datacard(name, changes, armed, own)
    except KeyError:
        raise line.fault(f"there is no datacard {name}") from None
    line.refuse_more("wounds", states.get("wounds", 0), card.wounds)
    base = Base(key, x, y, card.radius, z, card.height)
    operative = Operative(key, key, seat, card, base)
    operative.fate = IN_PLAY
    operative.order = CONCEAL if "Conceal" in states else ENGAGE
    operative.ready = "done" not in states
    operative.apl_change = states.get("apl_change", 0)
    operative.wounds = states.get("wounds", card.wounds)
    return operative, team


def _terrain(line: Line, count: int) -> Part:
    kind = line.one_of("terrain", TERRAIN)
    bottom, top, traits = TERRAIN[kind]
    x1, y1, x2, y2 = line.rectangle()
    changes = line.states({"bottom": number, "top": number})
    corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
    bottom, top = changes.get("bottom", bottom), changes.get("top", top)
    with line.blamed():
        return Part(f"{kind} {count}", corners, True, bottom, top, traits, kind)
