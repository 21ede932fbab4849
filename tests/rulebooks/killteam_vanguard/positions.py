"""Positions in a compact notation, and playing on from them with scripted answers and dice.

    game = at('''
        blue necron-lord* lord  18,10        wounds 1, fatigued
        red  rifleman     r     18,14        down
        piece obstacle 1  15,12 21,12
        cp 2 0
        active lord
    ''')
    game.play("attack", "staff-of-light-ranged>r", dice="hit 5 2 1 / armor 1")
    assert not game["r"].in_play

A card of a test's own is a line `card gunner SP5 AR4+ WN2 base 32: Gun [RANGED] (24", 3D6, 3+, AP1, D1); Knife …`: what it does
not say is as printed below in `CARD`, and it is known in this position alone.

A line places a model (side, card with `+option` and `*` for the leader, key, x,y or x,y,z, states), a piece of terrain, or
says how the battle stands: `cp`, `tokens`, `round`, `turn`, `active`, `again`, `broken`, `scenario`, `finished`, `zones`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.dice import ScriptedDice
from vanguard.core.game import Game
from vanguard.core.questions import Chance, Choose
from vanguard.geometry.shapes import Base, EdgeStretch, Part, Table
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.rulebooks.killteam_vanguard.battlefield import KINDS, SIDES, WOODS_HEIGHT, Battlefield, terrain_part
from vanguard.rulebooks.killteam_vanguard.content.content import content, weapon_of
from vanguard.rulebooks.killteam_vanguard.content.content_models import attack_line
from vanguard.rulebooks.killteam_vanguard.profiles import BASE_RADIUS, Card, Faction, Profile, Weapon
from vanguard.rulebooks.killteam_vanguard.state import (
    ACTIVATION,
    AFTER_ACTIVATION,
    DEPLOY,
    END_PHASE,
    FIRST_TURN_ROLL,
    GAME_OVER,
    IN_PLAY,
    REMOVED,
    SCORING,
    SIDES_ROLL,
    START_PHASE,
    TOLERANCE,
    TURN,
    WAITING,
    Activation,
    Battle,
    Model,
    battle_on,
    fielded,
)
from vanguard.testing.positions import (
    Line,
    between,
    lines_of,
    meant,
    number,
    refuse_overlaps,
    refuse_repeats,
    size,
    target_number,
)
from vanguard.testing.positions import Position as Drawn
from vanguard.testing.scripts import asked, dice_script


class Position(Drawn[Battle]):
    """A game under test: models by key, the options asked for, the log, and scripted play."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(Game.at(rulebook, battle, None))

    def __getitem__(self, key: str) -> Model:
        return self.battle[key]

    @property
    def log(self) -> list[str]:
        return self._game.log(None)


def at(text: str) -> Position:
    """The position described, resting at its first question."""
    return Position(battle_at(text))


def battle_at(text: str) -> Battle:
    models: list[Model] = []
    standing: list[tuple[Line, Base]] = []
    parts: list[Part] = []
    kinds: list[str] = []
    facts: list[Line] = []
    scenario = "gather-intelligence"
    field: Battlefield | None = None
    cards: dict[str, Card] = {}
    for line in lines_of(text):
        if line.is_model:
            models.append(_model(line, cards, [model.key for model in models]))
            if models[-1].place == IN_PLAY:
                standing.append((line, models[-1]))
        elif line.kind == "card":
            card = _card(line, cards)
            cards[card.key] = card
        elif line.kind == "piece":
            kind, part = _piece(line, len(parts) + 1)
            parts.append(part)
            kinds.append(kind)
        elif line.kind == "scenario":
            line.word("scenario")
            scenario = line.one_of("scenario", content().scenarios)
            line.end()
        elif line.kind == "map":
            line.word("map")
            field = content().maps[line.one_of("map", content().maps)]
            line.end()
        else:
            facts.append(line)
    refuse_overlaps(standing, TOLERANCE)
    refuse_repeats(facts)
    if field is None:
        field = Battlefield("test", "Test table", "", Table(SIDE, SIDE, "in", parts), kinds)
    battle = battle_on(field, content().scenarios[scenario], models)
    battle.step = TURN
    battle.round = 1
    for line in facts:
        _say(battle, line)
        line.end()
    return battle


SIDE = 36.0
PLACES = ("removed", "waiting")
STEPS = (
    SIDES_ROLL,
    DEPLOY,
    FIRST_TURN_ROLL,
    START_PHASE,
    TURN,
    ACTIVATION,
    AFTER_ACTIVATION,
    END_PHASE,
    SCORING,
    GAME_OVER,
)
FLAGS = ("down", "removed", "waiting", "fatigued", "activated", "toxin", "fire")


CARD: dict[str, Callable[[str], Any]] = {
    "SP": size, "AR": target_number, "WN": between(1), "NE": target_number, "CP": between(0), "base": int, "height": size,
}  # fmt: skip
"""What a card line may say; without it: SP 6, AR 4+, WN 1, NE 4+, CP 1, base 32 (millimetres), height 1.5."""


def _card(line: Line, cards: dict[str, Card]) -> Card:
    printed = [card.key for faction in content().factions.values() for card in faction.cards]
    key, said, weapons = line.card(CARD, "attack", _weapon, [*cards, *printed])
    if not weapons:
        raise line.fault("it has no attack")
    base = said.get("base", 32)
    if base not in BASE_RADIUS:
        raise line.fault(f"“{base}” is no base: {', '.join([str(size) for size in BASE_RADIUS])} millimetres are")
    return Card(
        key, key.capitalize(), ("INFANTRY",), 10, 9, said.get("CP", 1), said.get("SP", 6.0), said.get("AR", 4),
        said.get("WN", 1), said.get("NE", 4), base, said.get("height", 1.5), tuple(weapons), (), (), (), False,
    )  # fmt: skip


def _weapon(text: str) -> Weapon:
    return weapon_of(attack_line(text))


def _model(line: Line, cards: dict[str, Card], taken: list[str]) -> Model:
    side = line.side()
    card, key = line.word("a card"), line.key(taken)
    own = cards.get(card.removesuffix("*"))
    with line.blamed():
        profile = _own_profile(own, card.endswith("*")) if own is not None else profile_of(card)
    model = fielded(key, profile, side, key, key)
    model.x, model.y, model.elevation = line.place(SIDE, SIDE)
    model.place = IN_PLAY
    states = line.states({"wounds": between(1, profile.wounds)}, FLAGS)
    if all(place in states for place in PLACES):
        raise line.fault("it is in one place")
    model.wounds = states.pop("wounds", model.wounds)
    for state in states:
        if state == "down":
            model.knocked_down = True
            model.height = profile.height_down
        elif state == "removed":
            model.place = REMOVED
        elif state == "waiting":
            model.place = WAITING
        else:
            setattr(model, state, True)
    return model


def _own_profile(card: Card, leader: bool) -> Profile:
    return Profile(card, Faction("own", "Of this test", "", (), (), (), (card,)), [], leader)


def profile_of(written: str) -> Profile:
    """`immortal+tesla-carbine*`: the card with options, a star for the leader."""
    leader = written.endswith("*")
    key, *options = written.removesuffix("*").split("+")
    for faction in content().factions.values():
        card = faction.card(key)
        if card is not None:
            chosen = [option for option in card.options if option.key in options]
            assert len(chosen) == len(options), f"{key} has no such options: {options}"
            return Profile(card, faction, chosen, leader)
    raise ValueError(f"there is no card {key!r}")


EDGES = ("stairs", "ladder", "climbable", "sheer")


def _piece(line: Line, count: int) -> tuple[str, Part]:
    """`piece platform 3 10,10 14,14 stairs sheer climbable sheer ladder east 1-2.5`; edges south east north west."""
    line.word("piece")
    kind = line.one_of("terrain", KINDS.keys())
    height = line.amount("height")
    x1, y1 = line.amounts("corner", 2)
    x2, y2 = line.amounts("corner", 2)
    if x1 > x2 or y1 > y2:
        raise line.fault("corners go from south-west to north-east")
    edges: list[str] = []
    stretches: list[EdgeStretch] = []
    while not line.is_read:
        word = line.one_of("kind of edge", (*EDGES, "window", "ladder"))
        if word == "window":
            start, end = _from_to(line)
            stretches.append(EdgeStretch("window", 0, start, end, 1.0, 2.5))
        elif word == "ladder":
            edge = SIDES.index(line.one_of("side of a piece", SIDES))
            start, end = _from_to(line)
            stretches.append(EdgeStretch("ladder", edge, start, end))
        else:
            edges.append(word)
    if kind == "woods" and not height:
        height = WOODS_HEIGHT
    with line.blamed():
        part = terrain_part(f"{kind} {count}", kind, (x1, y1, x2, y2), height, edges, stretches)
        Battlefield("alone", "", "", Table(SIDE, SIDE, "in", [part]), [kind])
    return kind, part


def _from_to(line: Line) -> tuple[float, float]:
    written = line.word("a stretch such as 1-2.5")
    start, dash, end = written.partition("-")
    if not dash:
        raise line.fault(f"“{written}” is no stretch such as 1-2.5")
    return line.read(number, start, "start"), line.read(number, end, "end")


def _sides(line: Line) -> list[int]:
    sides = [line.side()]
    while not line.is_read:
        sides.append(line.side())
    return sides


def _say(battle: Battle, line: Line) -> None:
    what = line.one_of(
        "fact",
        ("cp", "tokens", "round", "rounds", "turn", "first", "broken", "finished", "starting", "zones", "step", "active", "again"),
    )  # fmt: skip
    if what == "cp":
        battle.command_points = (line.whole("points"), line.whole("points"))
    elif what == "tokens":
        battle.pass_tokens = [line.whole("tokens"), line.whole("tokens")]
    elif what == "round":
        battle.round = line.whole("round")
    elif what == "rounds":
        battle.rounds = line.whole("rounds")
    elif what == "turn":
        battle.turn_player = line.side()
    elif what == "first":
        battle.first_player = line.side()
    elif what == "broken":
        for side in _sides(line):
            battle.broken[side] = True
    elif what == "finished":
        battle.finished = _sides(line)
    elif what == "starting":
        battle.starting_models = (line.whole("models"), line.whole("models"))
    elif what == "zones":
        battle.zones = [line.whole("zone", 0, 1), line.whole("zone", 0, 1)]
    elif what == "step":
        words = []
        while not line.is_read:
            words.append(line.word("a step"))
        step = " ".join(words)
        if step not in STEPS:
            raise line.fault(f"“{step}” is no step{meant(step, STEPS)}")
        battle.step = step
    else:
        model = battle[line.one_of("model", [model.key for model in battle.everybody()])]
        battle.turn_player = model.side
        battle.activation = Activation(model.key, what == "again", model.fatigued, model.knocked_down)
        battle.step = ACTIVATION


def played_until_asked(procedure: Any, dice: str = "") -> Any:
    """Run a procedure with these dice up to its first question to a player."""
    script = ScriptedDice(dice_script(dice))
    question = procedure.send(None)
    while isinstance(question, Chance):
        question = procedure.send(script.outcome(question, question.key))
    return question


def option_labels(position: Position) -> list[str]:
    question = asked(position.game)
    assert isinstance(question, Choose)
    return [option.label for option in question.options]
