"""Crowded battles: two factions with odd wargear close together among terrain, wounded, aboard and in reserve, points in hand."""

from __future__ import annotations

import random
from math import hypot

from tests.rulebooks.fortyk_vanguard.positions import Table, at
from tests.rulebooks.fortyk_vanguard.refereeing import Referee
from tests.rulebooks.refereed import Answers
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.content.army_list import PlannedModel, profile_of
from vanguard.rulebooks.fortyk_vanguard.content.content import content
from vanguard.rulebooks.fortyk_vanguard.content.datasheets import LEADER, TEAM, TROOPER
from vanguard.rulebooks.fortyk_vanguard.profiles import INFANTRY, ModelProfile
from vanguard.rulebooks.fortyk_vanguard.state import MORALE, ON_TABLE

MODELS = (3, 5, 8)
ROOM = (6.0, 26.0, 7.0, 22.0)
"""Where they stand: an area of the table just large enough."""
APART = 2.2
"""Between features: room for a base."""


class Crowd:
    """A position being drawn by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"crowd {seed}")
        self.lines: list[str] = []
        self.features: list[tuple[float, float, float, float]] = []
        self.bases: list[tuple[float, float, float]] = []
        for _ in range(self.chance.choice((0, 2, 3, 4))):
            self.terrain()
        models = self.chance.choice(MODELS)
        for side in ("blue", "red"):
            self.army(side, models)

    def terrain(self) -> None:
        chance = self.chance
        kind = chance.choice(("ruin", "woods", "crater", "barricade", "container"))
        x1, y1 = chance.uniform(8, 24), chance.uniform(8, 18)
        x2, y2 = x1 + (0.5 if kind == "barricade" else chance.uniform(2, 4)), y1 + chance.uniform(2, 4)
        if any(x2 + APART > a and c + APART > x1 and y2 + APART > b and d + APART > y1 for a, b, c, d in self.features):
            return
        self.features.append((x1, y1, x2, y2))
        walls = f" wall={x2 - 0.2:.2f},{y1:.2f},{x2:.2f},{y2:.2f}" if kind == "ruin" else ""
        self.lines.append(f"{kind} {x1:.2f},{y1:.2f},{x2:.2f},{y2:.2f}{walls}")

    def army(self, side: str, models: int) -> None:
        faction = self.chance.choice(list(content().factions))
        transport = ""
        for number in range(models):
            name, profile = self.recruit(faction)
            key = f"{side}-{number}"
            states = " +warlord" if number == 0 else ""
            if profile.psyker is not None:
                powers = self.chance.sample(content().factions[faction].datasheets[profile.unit].discipline, 2)
                states += f" powers={','.join([power.key for power in powers])}"
            if self.chance.random() < 0.3:
                states += f" wounds={self.chance.randint(1, profile.wounds)}"
            if transport and profile.is_(INFANTRY) and self.chance.random() < 0.5:
                self.lines.append(f"{side} {name} {key} 0,0 in={transport}{states}")
            elif profile.has("deep-strike") and self.chance.random() < 0.4:
                self.lines.append(f"{side} {name} {key} reserve{states}")
            else:
                x, y = self.place(profile)
                self.lines.append(f"{side} {name} {key} {x:.2f},{y:.2f}{states}")
                transport = key if profile.capacity else transport

    def recruit(self, faction: str) -> tuple[str, ModelProfile]:
        """A model of the faction with whatever it may carry."""
        sheet = self.chance.choice(list(content().factions[faction].datasheets.values()))
        led = sheet.leader is not None and self.chance.random() < 0.2
        kind = sheet.leader if led and sheet.leader is not None else sheet.trooper
        planned = PlannedModel(kind, sheet.abilities)
        for option in sheet.options:
            if option.who != TEAM and planned.can_take(option) and self.chance.random() < 0.4:
                planned.take(option)
        options = tuple([option.key for option in planned.taken])
        name = "+".join([f"{faction}/{sheet.key}/{LEADER}" if led else f"{faction}/{sheet.key}", *options])
        return name, profile_of(faction, sheet.key, LEADER if led else TROOPER, options)

    def place(self, profile: ModelProfile) -> tuple[float, float]:
        rim = profile.radius
        while True:
            x, y = self.chance.uniform(ROOM[0], ROOM[1]), self.chance.uniform(ROOM[2], ROOM[3])
            free = all(hypot(x - a, y - b) > rim + c + 0.02 for a, b, c in self.bases)
            on_it = any(a - rim < x < c + rim and b - rim < y < d + rim for a, b, c, d in self.features)
            if free and not on_it:
                self.bases.append((x, y, rim))
                return x, y

    def table(self) -> Table:
        """At the end of the first round, so that the next thing is a turn."""
        points = (self.chance.randint(0, 8), self.chance.randint(0, 8))
        return at("\n".join(self.lines), phase=MORALE, turn=1, round_=1, cp=points)


def refereed_crowd(seed: int, level: str) -> Referee:
    """A crowded battle of this number, played to its end under the eyes of the referee."""
    battle = Crowd(seed).table().battle
    before = battle.copy()
    game = Game.at(rulebook, battle, KeyedDice(secret_from_seed(seed)))
    referee = Referee(game)
    it = referee.ledger
    it.command_points = list(before.command_points)
    for model in before.models:
        it.wounds[model.key] = model.wounds
        if model.fate == ON_TABLE:
            it.places[model.key] = (model.base.x, model.base.y, model.base.elevation)
        elif model.aboard:
            it.aboard[model.key] = model.aboard
    answers = Answers(rulebook.name, seed, level)
    while game.question is not None:
        seat = game.deciders()[0]
        referee.answer(answers.of(game, seat), seat)
    return referee
