"""Positions drawn in a few words, and battles played from them.

    table = at('''
        blue Squad a   10,10 x3  13,12.5   D=3 hunkered
        red  Tank  t   35,35 north  T=4/3/2 wounds=2
        container      33,37,42,44.5
        shard          35,13 r=3
    ''', active="a", weapons={"a": ("rifle: Gun, P 2, Sr 1, R 0-24",)})
    table.play("shoot", "t", dice="hit 6 4 2 1")

A line is a side, a card, a short key, the places of its models, and what is different about it; or a piece of terrain by
its rectangle (x from, x to, y from, y to) or centre. `x3` puts three models in a row, 2.5 cm apart, from the place before
it. In the turn of an active unit everybody else on the table counts as having had their turn (so that the dead take no
Last Stand) unless they are `fresh`. A card is one of the content (its key without the force: `cohort`, `bastion`) with as many models as there are places,
the rest being dead; or a plain one of `PLAIN`. A card of a test's own is a line `card guards Squad M7 D3 T2: rifle: Gun, P 3, R 0-18;
blade: CC, P 2`, like the plain card it names but for what it says, and it is known in this position alone. Models are called `a1`, `a2` and so on after their unit.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any

from vanguard.core.game import Game
from vanguard.core.rulebook import load_rulebook
from vanguard.geometry.shapes import Base, Part
from vanguard.rulebooks.vijilant.battlefield import Battlefield
from vanguard.rulebooks.vijilant.content.content import USUAL_DEPLOYMENT, content, key_of
from vanguard.rulebooks.vijilant.profiles import (
    HERO,
    MACHINE,
    SQUAD,
    BattleMap,
    CommandCard,
    Deployment,
    Force,
    ModelKind,
    System,
    TerrainPiece,
    Toughness,
    UnitCard,
    Weapon,
)
from vanguard.rulebooks.vijilant.rulebook import OVERLAP
from vanguard.rulebooks.vijilant.state import (
    ACTIONS,
    CARDS,
    COMMAND,
    EMBARKED,
    FACE_UP,
    IN_HAND,
    REMOVED,
    SKIP,
    STANDING,
    UNIT,
    WAITING,
    Battle,
    Card,
    Model,
    Turn,
    Unit,
)
from vanguard.testing.positions import Line, Position, between, known, lines_of, number, refuse_overlaps, size, within

SEATS = {"blue": 0, "red": 1}
FACINGS = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}
KINDS = {
    "container": ("container", 2.5), "stack": ("container", 5.0), "carriage": ("carriage", 1.5),
    "locomotive": ("locomotive", 4.0), "shard": ("glass shard", 10.0), "heap": ("spoil heap", 1.0),
    "shardfall": ("shardfall", 0.0), "goal": ("container", 2.5),
}  # fmt: skip
STEP = 2.5
SIDE = 70.0


def weapon(text: str) -> Weapon:
    """`rifle: Gun, Heavy, P 2, Sr 1, R 0-24, Skill 1, Long 18, of prefect, team, once, alone` as a weapon."""
    name, _, numbers = text.partition(":")
    kinds: list[str] = []
    found: dict[str, Any] = {}
    low, high = 0.0, 0.0
    for word in [word.strip() for word in numbers.split(",")]:
        head, _, value = word.partition(" ")
        if head == "R":
            low, high = (float(number) for number in value.split("-"))
        elif head in ("P", "Sr", "Skill", "Long", "AP"):
            found[head] = float(value) if head == "Long" else int(value)
        elif head == "of":
            found["of"] = (*found.get("of", ()), value)
        elif head in ("team", "once", "alone"):
            found[head] = True
        else:
            kinds.append(word)
    return Weapon(
        key_of(name), name, tuple(kinds), found.get("P", 2), found.get("Sr", 1), low, high, found.get("Skill", 0),
        found.get("Long", 0.0), found.get("of", ()), "team" in found, found.get("AP", 0), "once" in found,
        "alone" in found,
    )  # fmt: skip


RIFLE = "rifle: Gun, P 2, Sr 1, R 0-24"

PLAIN: dict[str, tuple[str, str, float, dict[str, Any]]] = {
    # type, role, base radius, numbers
    "Squad": ("Walker", SQUAD, 1.0, {"M": 6, "D": 2, "T": 1, "Mr": 6}),
    "Hero": ("Walker", HERO, 1.25, {"M": 7, "S": 1, "D": 2, "T": 2, "H": 3, "Mr": 8}),
    "Strider": ("Walker", MACHINE, 2.0, {"M": 7, "D": 1, "T": 3, "H": 5, "Mr": 8}),
    "Tank": ("Vehicle", MACHINE, 2.5, {"M": 8, "D": 1, "T": "4/3/2", "H": 6, "Mr": 8, "cc": 5}),
    "Truck": ("Vehicle", MACHINE, 2.25, {"M": 10, "D": 1, "T": "3/2/1", "H": 4, "Mr": 7, "cc": 4, "carries": 10}),
    "Skiff": ("Skimmer", MACHINE, 2.5, {"M": 12, "D": 3, "T": "2/2/1", "H": 3, "Mr": 7, "cc": 3, "carries": 10}),
    "Gull": ("VTOL", MACHINE, 2.5, {"M": 12, "D": 3, "T": "2/2/1", "H": 4, "Mr": 7, "cc": 3, "carries": 10}),
    "Flyer": ("Flyer", MACHINE, 2.0, {"M": 24, "D": 4, "T": "2/2/1", "H": 3, "Mr": 8, "cc": 4, "carries": 10}),
}
"""Cards with round numbers and a rifle (P 2, Sr 1, R 0-24). The Tank is ponderous; machines have mobility, sensors, rifle."""


def toughness(text: str) -> Toughness:
    numbers = [int(part) for part in str(text).split("/")]
    if len(numbers) not in (1, 3):
        raise ValueError("3 or 4/3/2 is")
    return Toughness(*numbers) if len(numbers) == 3 else Toughness(numbers[0], numbers[0], numbers[0])


def _known(name: str, count: int) -> UnitCard:
    if name in PLAIN:
        type, role, radius, it = PLAIN[name]
        height = {SQUAD: 2.0, HERO: 2.5}.get(role, 4.0)
        kind = ModelKind(name.lower(), name, max(count, 1), radius, height, it["Mr"], "trooper")
        systems: tuple[System, ...] = ()
        if role == MACHINE:
            systems = (
                System("mobility", "Mobility", "mobility", "any", ""),
                System("sensors", "Sensors", "sensors", "front", ""),
                System("rifle", "Rifle", "weapon", "any", "rifle"),
            )
        deployment = Deployment("flight", 0, 1, False, "") if type == "Flyer" else USUAL_DEPLOYMENT
        return UnitCard(
            name.lower(), name, "plain", type, role, "trooper", float(it["M"]), it.get("S", 0), it["D"],
            toughness(it["T"]), it.get("H", 1), 2, it.get("cc", 0), (kind,), (weapon(RIFLE),), (), (), (), systems,
            deployment, name == "Tank", it.get("carries", 0), (),
        )  # fmt: skip
    for card in content().units.values():
        if card.key.partition("-")[2] == name or card.key == name:
            return card
    raise KeyError(name)


def known_cards() -> list[str]:
    """Plain cards and those of the content, by key or without their force."""
    keys = list(content().units)
    return [*PLAIN, *[key.partition("-")[2] for key in keys], *keys]


def unit_card(
    name: str, count: int, changes: dict[str, Any], weapons: tuple[Weapon, ...] | None, called: str = ""
) -> UnitCard:  # fmt: skip
    """A card of the content or a plain one, with other numbers and weapons; what is used of `changes` is taken out."""
    card = _known(name, count)
    morale, radius = changes.pop("Mr", None), changes.pop("radius", None)
    kinds = tuple(
        [
            ModelKind(
                k.key, k.name, k.count, radius or k.radius, k.height, k.morale if morale is None else morale, k.look
            )
            for k in card.kinds
        ]
    )
    return UnitCard(
        called or card.key,
        called.capitalize() or card.name,
        card.force,
        card.type,
        card.role,
        card.look,
        changes.pop("M", card.move),
        changes.pop("S", card.skill),
        changes.pop("D", card.dodge),
        changes.pop("T", card.toughness),
        changes.pop("H", card.health),
        changes.pop("AP", card.action_points),
        changes.pop("cc", card.cc_power),
        kinds,
        card.weapons if weapons is None else weapons,
        card.support,
        card.specials,
        card.wargear,
        changes.pop("systems", card.systems),
        card.deployment,
        bool(changes.pop("ponderous", card.ponderous)),
        changes.pop("carries", card.capacity),
        card.traits,
    )


def _system(text: str) -> System:
    """`sensors@front`; anything else than mobility and sensors is a weapon."""
    name, _, mount = text.partition("@")
    if mount not in ("", *MOUNTS):
        raise ValueError(f"{', '.join(MOUNTS)} are mounts")
    kind = name if name in ("mobility", "sensors") else "weapon"
    return System(name, name.capitalize(), kind, mount or "any", name if kind == "weapon" else "")


class Table(Position[Battle]):
    """A battle in the middle of things, ready to be played by script."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(Game.at(load_rulebook("vijilant"), battle, None))

    def unit(self, key: str) -> Unit:
        return next(unit for unit in self.battle.units if unit.key == key)

    def __getitem__(self, key: str) -> Model:
        return self.battle.model(key)

    def can(self, what: str) -> bool:
        """Is any option of this kind (`shoot`, `ram`) open?"""
        return any(key.partition(":")[0] == what for key in self.keys)

    @property
    def log(self) -> str:
        return "\n".join(self._game.log(None))

    def alive(self, unit: str) -> list[str]:
        """The models of a unit that stand, by key."""
        return [model.key for model in self.battle.standing(self.unit(unit))]

    def at(self, key: str) -> tuple[float, float]:
        base = self[key].base
        return (round(base.x, 3), round(base.y, 3))


def _systems(text: str) -> tuple[System, ...]:
    return tuple([_system(word) for word in text.split(";") if word])


def _words(text: str) -> tuple[str, ...]:
    return tuple([word for word in text.split(";") if word])


CHANGES: dict[str, Callable[[str], Any]] = {
    "M": size, "S": int, "D": int, "T": toughness, "H": between(1), "AP": between(0), "cc": between(0), "Mr": between(0),
    "radius": size, "systems": _systems, "ponderous": between(0, 1), "carries": between(0), "n": between(1), "facing": number,
    "inside": str, "wounds": between(0),
    "lost": _words,
}  # fmt: skip
"""What a line may change of a card, and what may be said of a unit by name and value."""
CARD = {name: CHANGES[name] for name in ("M", "S", "D", "T", "H", "AP", "cc", "Mr", "radius", "carries")}
"""What a card line may say."""
FLAGS = (*FACINGS, "airborne", "landed", "slowed", "played", "hunkered", "waiting", "fresh", "pinned", "started-aboard")
EITHER = (tuple(FACINGS), ("airborne", "landed"))
MOUNTS = ("any", "front", "left", "right", "rear")


class _Drawing:
    """What the lines of a drawing have added up to so far."""

    def __init__(self, weapons: dict[str, tuple[str, ...]]) -> None:
        self.weapons = weapons
        self.cards: dict[str, tuple[str, dict[str, Any], tuple[Weapon, ...] | None]] = {}
        self.units: list[Unit] = []
        self.models: list[Model] = []
        self.lines: dict[str, Line] = {}
        """The line of each unit."""
        self.pieces: list[TerrainPiece] = []
        self.marks: dict[str, dict[str, Any]] = {}

    def card(self, line: Line) -> None:
        """A card of the test's own: its key, the plain card it is like, and what is different."""
        line.word("card")
        key = line.key([*self.cards, *known_cards()])
        like = line.one_of("plain card", PLAIN)
        numbers = line.printed(CARD)
        weapons = tuple(line.parts("weapon", weapon))
        self.cards[key] = (like, numbers, weapons or None)

    def unit(self, line: Line) -> None:
        seat = line.side()
        name = line.one_of("card", [*self.cards, *known_cards()])
        key = line.key(self.lines)
        self.lines[key] = line
        places = _places(line)
        changes = line.states(CHANGES, FLAGS)
        for either in EITHER:
            if len([word for word in either if word in changes]) > 1:
                raise line.fault(f"it is one of {', '.join(either)}")
        flags = [word for word in FLAGS if changes.pop(word, False)]
        like, numbers, weapons = self.cards.get(name, (name, {}, None))
        if key in self.weapons:
            weapons = line.made(weapon, self.weapons[key])
        changes = {**numbers, **changes}
        if places and "n" in changes:
            raise line.fault("it has a model for each place: n is for a unit without any")
        if "n" in changes and like not in PLAIN:
            raise line.fault("its card says how many models it has: n is for plain cards")
        count = len(places) or changes.pop("n", 1)
        card = unit_card(like, count, changes, weapons, name if name in self.cards else "")
        if "wounds" in changes and changes["wounds"] >= card.health:
            raise line.fault(f"a model that stands has taken {card.health - 1} wounds at most")
        for system in changes.get("lost", ()):
            if system not in [it.key for it in card.systems]:
                raise line.fault(f"it has no system “{system}”")
        if len(places) > len(card.models):
            raise line.fault(f"it has {len(card.models)} models, not {len(places)}")
        unit = Unit(len(self.units), key, f"{card.name} {key}", seat, card, len(self.models))
        facing = next((FACINGS[word] for word in flags if word in FACINGS), 270.0 if seat else 90.0)
        facing = changes.pop("facing", facing)
        unit.deployed = bool(places) or "inside" in changes
        unit.airborne = (
            "airborne" in flags or (card.flyer and "landed" not in flags) or (card.vtol and "landed" not in flags)
        )
        unit.slowed = "slowed" in flags
        unit.on_deck = "started-aboard" in flags
        unit.had_turn = "played" in flags
        unit.hunkered = 1 if "hunkered" in flags else 0
        for i, kind in enumerate(card.models):
            x, y = places[i] if i < len(places) else (0.0, 0.0)
            base = Base(f"{key}{i + 1}", x, y, kind.radius, 0.0, kind.height, None, facing if card.faces else None)
            model = Model(len(self.models), base.key, f"{card.name} {base.key}", unit.index, kind, base)
            if i < len(places):
                model.fate = STANDING
            elif "inside" in changes:
                model.fate = EMBARKED
            elif "waiting" in flags:
                model.fate = WAITING
            else:
                model.fate = REMOVED
            model.wounds = changes.get("wounds", 0)
            model.lost = changes.get("lost", ())
            self.models.append(model)
        self.units.append(unit)
        self.marks[key] = {**changes, **dict.fromkeys(flags, "yes")}

    def terrain(self, line: Line) -> None:
        what = line.one_of("terrain", KINDS)
        kind, height = KINDS[what]
        name = f"{what}-{len(self.pieces) + 1}"
        if line.kind.count(",") == 3:
            x0, x1, y0, y1 = line.amounts("rectangle", 4)
            if x0 >= x1 or y0 >= y1:
                raise line.fault("a rectangle is x from, x to, y from, y to")
            points = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
            changes = line.states({"height": size})
        else:
            x, y = line.amounts("centre", 2)
            changes = line.states({"height": size, "r": size})
            if "r" not in changes:
                raise line.fault("a piece with a centre has a size: r=3")
            r = changes["r"]
            points = [(x + r * cos(radians(angle)), y + r * sin(radians(angle))) for angle in range(0, 360, 60)]
        top = changes.get("height", height)
        traits = next(p.part.traits for it in content().maps.values() for p in _pieces(it) if p.kind == kind)
        part = Part(name, points, True, 0.0, top, traits, "")
        self.pieces.append(TerrainPiece(name, name, kind, "container", part, what == "goal"))


def _pieces(map: BattleMap) -> list[TerrainPiece]:
    return [*map.pieces, *(map.train.pieces if map.train is not None else ())]


def _places(line: Line) -> list[tuple[float, float]]:
    """`10,10 x3 13,12.5`: places, and so many models in a row from the place before."""
    places: list[tuple[float, float]] = []
    while not line.is_read and "=" not in line.kind:
        word = line.kind
        if word[0] == "x" and word[1:].isdigit():
            if not places:
                raise line.fault(f"“{word}” puts models in a row from the place before it, and there is none")
            x0, y0 = places[-1]
            line.word("a row")
            places.extend([(x0 + STEP * i, y0) for i in range(1, int(word[1:]))])
            if word == "x0" or places[-1][0] > SIDE:
                raise line.fault(f"“{word}” is no row from there on the table")
        elif "," in word:
            x, y, _ = line.place(SIDE, SIDE)
            places.append((x, y))
        else:
            break
    return places


def at(
    drawn: str,
    active: str = "",
    turn: int = 0,
    round: int = 2,
    points: int | None = None,
    weapons: dict[str, tuple[str, ...]] | None = None,
    hands: tuple[str, str] = ("", ""),
    mission: str = "open-skirmish",
    map: str = "",
    defender: int = -1,
    offset: float = 0.0,
) -> Table:
    """The battle as drawn: in the middle of the active unit's turn, or with a card to be played by a player.

    `hands` adds command and skip cards beside the cards of the units: `("skip orbital-lance", "skip")`.
    """
    return Table(battle_at(drawn, active, turn, round, points, weapons, hands, mission, map, defender, offset))


def battle_at(
    drawn: str,
    active: str = "",
    turn: int = 0,
    round: int = 2,
    points: int | None = None,
    weapons: dict[str, tuple[str, ...]] | None = None,
    hands: tuple[str, str] = ("", ""),
    mission: str = "open-skirmish",
    map: str = "",
    defender: int = -1,
    offset: float = 0.0,
) -> Battle:
    drawing = _Drawing(weapons or {})
    for line in lines_of(drawn):
        if line.kind == "card":
            drawing.card(line)
        elif line.is_model:
            drawing.unit(line)
        else:
            drawing.terrain(line)
    for key in (*(weapons or {}), *([active] if active else [])):
        known("unit", key, drawing.lines)
    ground = BattleMap("drawn", "Drawn ground", "", SIDE, SIDE, tuple(drawing.pieces), (), None, None)
    field = Battlefield(ground)
    if map:
        printed = content().maps[known("map", map, content().maps)]
        merged = BattleMap(
            printed.key,
            printed.name,
            "",
            SIDE,
            SIDE,
            (*printed.pieces, *drawing.pieces),
            (),
            printed.train,
            printed.yard,
        )
        field = Battlefield(merged, (), (), offset)
    forces = tuple(
        [
            Force(side, side.capitalize(), "", tuple([u.card for u in drawing.units if u.seat == seat]), (), False)
            for side, seat in SEATS.items()
        ]
    )
    battle = Battle(field, content().missions[known("mission", mission, content().missions)], (forces[0], forces[1]))
    battle.units = drawing.units
    battle.models = drawing.models
    battle.places = {model.key: model.index for model in drawing.models}
    battle.defender = defender
    battle.round = round
    battle.opener = battle.turn_of = within("seat", turn, 0, 1)
    battle.phase = CARDS
    _stand_up(battle)
    standing = [it for it in battle.models if it.fate == STANDING]
    for flying in (False, True):
        levels = [it for it in standing if battle.units[it.unit].flying == flying]
        refuse_overlaps([(drawing.lines[battle.units[it.unit].key], it.base) for it in levels], OVERLAP)
    _deal(battle, hands)
    for unit in battle.units:
        marks = drawing.marks[unit.key]
        if unit.had_turn:
            battle.card_place[battle.unit_card(unit).index] = FACE_UP
        if "inside" in marks:
            carrier = [it.index for it in battle.units if it.key == marks["inside"] and it.card.capacity]
            if not carrier or unit.index in carrier:
                raise drawing.lines[unit.key].fault(f"there is no transport “{marks['inside']}”")
            unit.inside = carrier[0]
        if "pinned" in marks:
            unit.pinned = 0
        if not battle.is_alive(unit):
            battle.card_flipped[battle.unit_card(unit).index] = True
    if active:
        unit = next(it for it in battle.units if it.key == active)
        battle.phase = ACTIONS
        battle.turn_of = unit.seat
        battle.turn = Turn(unit.index, unit.card.action_points if points is None else points)
        battle.turn.facing = battle.models[unit.first].base.facing or 0.0
        battle.turns_begun = (1 - unit.seat, unit.seat)
        for it in battle.units:  # no Last Stands unless the drawing wants them
            marks = drawing.marks[it.key]
            it.had_turn = it is unit or "played" in marks or (battle.on_table(it) and "fresh" not in marks)
        battle.card_place[battle.unit_card(unit).index] = FACE_UP
    return battle


def _stand_up(battle: Battle) -> None:
    """Everybody stands on whatever lies under the middle of the base."""
    for model in battle.models:
        unit = battle.units[model.unit]
        if model.fate == STANDING and not unit.flying:
            low = unit.card.walker or unit.card.type == "Vehicle"
            height = (battle.battlefield.elevation_at if low else battle.battlefield.hovering_at)(
                model.base.x, model.base.y
            )
            model.base = model.base.at(model.base.x, model.base.y, height)


def _deal(battle: Battle, hands: tuple[str, str]) -> None:
    cards: list[Card] = []
    for unit in battle.units:
        cards.append(Card(len(cards), unit.key, unit.name, unit.seat, UNIT, unit.index))
    for seat, hand in enumerate(hands):
        for word in hand.split():
            known("card", word, ["skip", *content().commands])
            key = f"{word}-{len(cards)}" if word == "skip" else word
            command: CommandCard | None = content().commands.get(word)
            kind = SKIP if command is None else COMMAND
            cards.append(Card(len(cards), key, word.capitalize(), seat, kind, -1, command))
    battle.cards = tuple(cards)
    battle.card_place = [IN_HAND] * len(cards)
    battle.card_flipped = [False] * len(cards)
