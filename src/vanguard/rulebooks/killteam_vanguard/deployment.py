"""Deployment: roll off for the side, place models in turn, roll off for the first Turn."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option, Path, Place, Uniform
from vanguard.core.refusals import Refused, RuleFault
from vanguard.core.thousandths import thousandth
from vanguard.core.urn import Urn
from vanguard.geometry.movement_surroundings import Surroundings
from vanguard.geometry.shapes import Point3
from vanguard.rulebooks.killteam_vanguard.atoms import deploy
from vanguard.rulebooks.killteam_vanguard.dice_rolls import roll_off
from vanguard.rulebooks.killteam_vanguard.placing import level_at, spot_objection, surroundings_of_table
from vanguard.rulebooks.killteam_vanguard.scenarios import Zone
from vanguard.rulebooks.killteam_vanguard.state import (
    DEPLOY,
    FIRST_TURN_ROLL,
    START_PHASE,
    TOLERANCE,
    WAITING,
    Battle,
    Model,
)

STEPS: Final = (6.0, 2.0, 0.5)
"""How far apart the spots of the zone are tried: the coarsest grid that has a free one is taken."""


async def choose_sides(battle: Battle) -> None:
    """The winner of the roll-off chooses a side of the table and deploys the first model."""
    winner = await roll_off(battle, "deployment-roll-off", "deploy.roll-off")
    options = [
        Option(zone.name, i, f"The {zone.name} side", "deploy.roll-off") for i, zone in enumerate(battle.scenario.zones)
    ]
    chosen = await Choose(winner, "Which side of the table do you take?", options, "deploy.roll-off")
    battle.zones[winner] = chosen
    battle.zones[1 - winner] = 1 - chosen
    battle.note("side chosen", "deploy.roll-off", player=battle.colour(winner), side=battle.scenario.zones[chosen].name)
    battle.turn_player = winner
    battle.step = DEPLOY


def waiting(battle: Battle, side: int) -> list[Model]:
    return [model for model in battle.models if model.side == side and model.place == WAITING]


async def deploy_next(battle: Battle) -> None:
    """Players alternate placing one model; one who has run out is skipped."""
    side = battle.turn_player
    left = waiting(battle, side)
    if not left:
        side = 1 - side
        left = waiting(battle, side)
    if not left:
        battle.step = FIRST_TURN_ROLL
        return
    key = left[0].key
    if len(left) > 1:
        options = [
            Option(model.key, model.key, f"Deploy {model.name}", "deploy.alternate", about=(model.key,))
            for model in left
        ]
        key = await Choose(side, "Deploy which model?", options, "deploy.alternate")
    zone = battle.scenario.zones[battle.zones[side]]
    placing = DeploymentSpots(battle, key, zone)
    x, y, z = await Place(
        side, f"Where does {battle[key].name} deploy?", "deploy.alternate", placing.check, placing.propose, key,
        area=placing.area, sample=placing.sample,
    )  # fmt: skip
    deploy(battle, battle[key], x, y, z)
    battle.turn_player = 1 - side


async def first_turn(battle: Battle) -> None:
    """A separate roll-off: the higher roller goes first."""
    battle.first_player = await roll_off(battle, "first-turn-roll-off", "initiative.first-round")
    battle.note("goes first", "initiative.first-round", player=battle.colour(battle.first_player))
    battle.step = START_PHASE


class DeploymentSpots:
    """Checks and proposes where a model may be deployed: its base wholly inside the zone, on a legal spot."""

    __slots__ = ("battle", "key", "zone")

    def __init__(self, battle: Battle, key: str, zone: Zone) -> None:
        self.battle = battle
        self.key = key
        self.zone = zone

    def check(self, path: Path) -> Point3:
        x, y = path[-1][0], path[-1][1]
        model = self.battle[self.key]
        if len(path) != 1:
            raise Refused("deploying takes a single point", "deploy.alternate")
        if not self._inside(model, x, y):
            x1, y1, x2, y2 = self.zone.rect
            raise Refused(
                f"{model.name} at ({x:g}, {y:g}) is not wholly inside the {self.zone.name} zone, x {x1:g} to {x2:g} and y {y1:g} to {y2:g}",
                "deploy.alternate",
            )
        objection = spot_objection(self.battle, model, x, y)
        if objection:
            raise Refused(f"{model.name}: {objection}", "deploy.alternate")
        return (x, y, self.battle.field.grounds[""].platform_level(x, y))

    def _inside(self, model: Model, x: float, y: float) -> bool:
        x1, y1, x2, y2 = self.zone.rect
        reach = model.radius - TOLERANCE
        return x1 + reach <= x <= x2 - reach and y1 + reach <= y <= y2 - reach

    def propose(self) -> list[Path]:
        """Spots spread over the zone; a finer grid if the coarse one is full."""
        around = surroundings_of_table(self.battle, self.battle[self.key])
        for step in STEPS:
            found: list[Path] = [(spot,) for spot in self._grid(step) if self._is_free(around, spot)]
            if found:
                return found
        return []

    def sample(self, uniform: Uniform) -> Path:
        """One of the proposed spots, each as likely: drawn from the grid until one is free."""
        around = surroundings_of_table(self.battle, self.battle[self.key])
        for step in STEPS:
            spots = self._grid(step)
            urn = Urn(len(spots), uniform)
            for _ in range(len(spots)):
                spot = spots[urn.draw()]
                if self._is_free(around, spot):
                    return (spot,)
        raise RuleFault(f"there is no room for {self.key} in the {self.zone.name} zone")

    def _grid(self, step: float) -> list[tuple[float, float]]:
        x1, y1, x2, y2 = self.zone.rect
        room = self.battle[self.key].radius
        columns = _spread(x1 + room, x2 - room, step)
        return [(x, y) for y in _spread(y1 + room, y2 - room, step) for x in columns]

    def _is_free(self, around: Surroundings, spot: tuple[float, float]) -> bool:
        level = level_at(self.battle, spot[0], spot[1])
        return around.standing_fault(spot[0], spot[1], level) is None

    def area(self) -> list[list[tuple[float, float]]]:
        x1, y1, x2, y2 = self.zone.rect
        return [[(x1, y1), (x2, y1), (x2, y2), (x1, y2)]]


def _spread(low: float, high: float, step: float) -> list[float]:
    count = max(1, int((high - low) / step))
    return [thousandth(low + (high - low) * i / count) for i in range(count + 1)]
