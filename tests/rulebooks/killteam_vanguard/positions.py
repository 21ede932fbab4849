"""Positions in a compact notation, and playing on from them with scripted answers and dice.

    game = at('''
        blue necron-lord* lord  18,10        wounds 1, fatigued
        red  rifleman     r     18,14        down
        piece obstacle 1  15,12 21,12
        cp 2 0
        active lord
    ''')
    game.play("attack", "staff-of-light-ranged>r", dice="hit 5 2 1 / armor 1")
    assert game["r"].removed

A line places a model (side, card with `+option` and `*` for the leader, key, x,y or x,y,z, states), a piece of terrain, or
says how the battle stands: `cp`, `tokens`, `round`, `turn`, `active`, `again`, `broken`, `scenario`, `finished`, `zones`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vanguard.core.dice import ScriptedDice
from vanguard.core.events import DiceShown
from vanguard.core.game import Game
from vanguard.core.questions import Chance, Choose
from vanguard.geometry.shapes import Part, Stretch, Table
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.rulebooks.killteam_vanguard.battlefield import KINDS, SIDES, WOODS_HEIGHT, Battlefield, terrain_part
from vanguard.rulebooks.killteam_vanguard.content.content import content
from vanguard.rulebooks.killteam_vanguard.profiles import Profile
from vanguard.rulebooks.killteam_vanguard.state import (
    ACTIVATION,
    IN_PLAY,
    REMOVED,
    TURN,
    WAITING,
    Activation,
    Battle,
    Model,
    battle_on,
    fielded,
)
from vanguard.testing.scripts import asked, dice_script, keys, play, why_not


class Position:
    """A game under test: models by key, the options asked for, the log, and scripted play."""

    def __init__(self, battle: Battle) -> None:
        self.game = Game.at(rulebook, battle, None)

    @property
    def battle(self) -> Battle:
        state = self.game.state
        assert isinstance(state, Battle)
        return state

    def __getitem__(self, key: str) -> Model:
        return self.battle[key]

    def play(self, *answers: Any, dice: str = "") -> Position:
        play(self.game, *answers, dice=dice)
        return self

    @property
    def prompt(self) -> str:
        return asked(self.game).prompt

    @property
    def clause(self) -> str:
        return asked(self.game).clause

    @property
    def decider(self) -> int:
        return asked(self.game).player

    @property
    def options(self) -> list[str]:
        return keys(self.game)

    def why_not(self, key: str) -> str:
        return why_not(self.game, key)

    @property
    def log(self) -> list[str]:
        return self.game.log(None)

    @property
    def clauses(self) -> list[str]:
        """The clauses cited by the log so far."""
        return [event.clause for event in self.game.events]

    def dice(self, label: str) -> DiceShown:
        """The last roll with this label that the log shows."""
        shown = [event.dice for event in self.game.events if event.dice is not None and event.dice.label == label]
        assert shown, f"no {label} was shown"
        return shown[-1]

    def modifiers(self, label: str) -> dict[str, int]:
        return {modifier.label: modifier.amount for modifier in self.dice(label).modifiers}


def at(text: str) -> Position:
    """The position described, resting at its first question."""
    return Position(battle_at(text))


def battle_at(text: str) -> Battle:
    models: list[Model] = []
    parts: list[Part] = []
    kinds: list[str] = []
    facts: list[list[str]] = []
    scenario = "gather-intelligence"
    field: Battlefield | None = None
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] in ("blue", "red"):
            models.append(_model(words, ["blue", "red"].index(words[0])))
        elif words[0] == "piece":
            parts.append(_piece(words, len(parts) + 1))
            kinds.append(words[1])
        elif words[0] == "scenario":
            scenario = words[1]
        elif words[0] == "map":
            field = content().maps[words[1]]
        else:
            facts.append(words)
    if field is None:
        field = Battlefield("test", "Test table", "", Table(36.0, 36.0, "in", parts), kinds)
    battle = battle_on(field, content().scenarios[scenario], models)
    battle.step = TURN
    battle.round = 1
    for words in facts:
        _say(battle, words)
    return battle


def _model(words: Sequence[str], side: int) -> Model:
    card, key, place = words[1], words[2], words[3]
    profile = profile_of(card)
    model = fielded(key, profile, side, key, key)
    numbers = [float(number) for number in place.split(",")]
    model.x, model.y = numbers[0], numbers[1]
    model.elevation = numbers[2] if len(numbers) == 3 else 0.0
    model.place = IN_PLAY
    states = " ".join(words[4:]).replace(",", " ").split()
    while states:
        state = states.pop(0)
        if state == "wounds":
            model.wounds = int(states.pop(0))
        elif state == "down":
            model.knocked_down = True
            model.height = profile.height_down
        elif state == "removed":
            model.place = REMOVED
        elif state == "waiting":
            model.place = WAITING
        elif state in ("fatigued", "activated", "toxin", "fire"):
            setattr(model, state, True)
        else:
            raise ValueError(f"unknown state {state!r} of {key}")
    return model


def profile_of(written: str) -> Profile:
    """`immortal+tesla-carbine*`: the card with options, a star for the leader."""
    leader = written.endswith("*")
    key, *options = written.rstrip("*").split("+")
    for faction in content().factions.values():
        card = faction.card(key)
        if card is not None:
            chosen = [option for option in card.options if option.key in options]
            assert len(chosen) == len(options), f"{key} has no such options: {options}"
            return Profile(card, faction, chosen, leader)
    raise ValueError(f"there is no card {key!r}")


def _piece(words: Sequence[str], number: int) -> Part:
    """`piece platform 3 10,10 14,14 stairs sheer climbable sheer ladder east 1-2.5`; edges south east north west."""
    kind, height = words[1], float(words[2])
    x1, y1 = [float(n) for n in words[3].split(",")]
    x2, y2 = [float(n) for n in words[4].split(",")]
    rest = list(words[5:])
    edges: list[str] = []
    stretches: list[Stretch] = []
    while rest:
        word = rest.pop(0)
        if word == "window":
            start, end = [float(n) for n in rest.pop(0).split("-")]
            stretches.append(Stretch("window", 0, start, end, 1.0, 2.5))
        elif word == "ladder":
            edge = SIDES.index(rest.pop(0))
            start, end = [float(n) for n in rest.pop(0).split("-")]
            stretches.append(Stretch("ladder", edge, start, end))
        else:
            edges.append(word)
    assert kind in KINDS, f"there is no terrain {kind!r}"
    if kind == "woods" and not height:
        height = WOODS_HEIGHT
    return terrain_part(f"{kind} {number}", kind, (x1, y1, x2, y2), height, edges, stretches)


def _say(battle: Battle, words: list[str]) -> None:
    what, rest = words[0], words[1:]
    if what == "cp":
        battle.command_points = [int(rest[0]), int(rest[1])]
    elif what == "tokens":
        battle.pass_tokens = [int(rest[0]), int(rest[1])]
    elif what == "round":
        battle.round = int(rest[0])
    elif what == "rounds":
        battle.rounds = int(rest[0])
    elif what == "turn":
        battle.turn_player = ["blue", "red"].index(rest[0])
    elif what == "first":
        battle.first_player = ["blue", "red"].index(rest[0])
    elif what == "broken":
        for colour in rest:
            battle.broken[["blue", "red"].index(colour)] = True
    elif what == "finished":
        battle.finished = [["blue", "red"].index(colour) for colour in rest]
    elif what == "starting":
        battle.starting_models = (int(rest[0]), int(rest[1]))
    elif what == "zones":
        battle.zones = [int(rest[0]), int(rest[1])]
    elif what == "step":
        battle.step = " ".join(rest)
    elif what in ("active", "again"):
        model = battle[rest[0]]
        battle.turn_player = model.side
        battle.activation = Activation(model.key, what == "again", model.fatigued, model.knocked_down)
        battle.step = ACTIVATION
    else:
        raise ValueError(f"unknown fact {words!r}")


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
