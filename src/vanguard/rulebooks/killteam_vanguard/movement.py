"""Movement: a path of the base, measured as walked, around models and terrain, with what it provokes on the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import Any, Final

from vanguard.core.questions import Choose, Option, Path, Place, Uniform
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.core.urn import Urn
from vanguard.geometry.candidates import contact_candidates, contact_point
from vanguard.geometry.movement_forced import snap_toward
from vanguard.geometry.movement_ground import Ground, KeepOut, Mover
from vanguard.geometry.movement_paths import (
    ACROSS_EDGE,
    ACROSS_LINE,
    BASE_IN_WAY,
    CHANGES_LEVEL,
    COMES_TOO_NEAR,
    ON_BASE,
    ON_TERRAIN,
    TABLE_EDGE,
    TERRAIN_IN_WAY,
    TOO_DEEP,
    TOO_STEEP,
    Objection,
    PricedPath,
)
from vanguard.geometry.movement_search import cheapest_path_in
from vanguard.geometry.movement_surroundings import Surroundings
from vanguard.geometry.movement_trace import price_path, straight_cost
from vanguard.geometry.reach import reach_area
from vanguard.geometry.shapes import BadShape
from vanguard.rulebooks.killteam_vanguard.atoms import spot
from vanguard.rulebooks.killteam_vanguard.disengaging import leaving_points
from vanguard.rulebooks.killteam_vanguard.scenarios import Objective
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model, plain_number
from vanguard.rulebooks.killteam_vanguard.travelling import travel

HARMLESS_DROP: Final = 2.98
"""A fall from less than 3 inches makes no hit, so it is taken without asking."""
SAFE_DROP: Final = 2.0
ANY_DROP: Final = 1_000.0

MOST_OBJECTIVES: Final = 2
CONTACTS: Final = 8
"""At so many places around its target a charge may end in contact, going straight."""
FAN: Final[tuple[tuple[float, float], ...]] = (
    (1.0, 0.0),
    (0.5, 0.866),
    (-0.5, 0.866),
    (-1.0, 0.0),
    (-0.5, -0.866),
    (0.5, -0.866),
)
"""Directions in which a move is proposed beside the things worth walking to."""

CLAUSES: Final[dict[str, str]] = {
    TABLE_EDGE: "move.table-edge",
    BASE_IN_WAY: "move.not-through-models",
    ON_BASE: "move.not-through-models",
    TERRAIN_IN_WAY: "move.not-through-models",
    ON_TERRAIN: "move.not-through-models",
    TOO_STEEP: "vertical.climb",
    TOO_DEEP: "drop.fall-hits",
    ACROSS_LINE: "terrain.obstacle.cross",
    ACROSS_EDGE: "vertical.must-complete",
    CHANGES_LEVEL: "vertical.must-complete",
    COMES_TOO_NEAR: "fallback.no-engaging",
}
"""The clause behind each kind of objection; what is not listed is a matter of the path as measured."""


async def walk_action(battle: Battle, key: str) -> None:
    """Walk (short): up to SP inches in any direction."""
    speed = battle[key].profile.speed
    await move_action(battle, key, speed, "walks", "action.walk")


async def run_action(battle: Battle, key: str) -> None:
    """Run (long): up to twice SP inches in any direction."""
    speed = battle[key].profile.speed
    await move_action(battle, key, 2.0 * speed, "runs", "action.run")


async def move_action(
    battle: Battle, key: str, allowance: float, verb: str, clause: str, reading: str = "", toward: str = ""
) -> bool:
    """Ask for the path and go it. False if the model was stopped on the way."""
    model = battle[key]
    move = MoveQuestion(battle, model, allowance, reading or reading_of(model), toward)
    prompt = f'{model.name} {verb} up to {plain_number(allowance)}": where to?'
    priced: PricedPath = await Place(
        model.side, prompt, clause, move.check, move.propose, key,
        area=move.area, preview=move.preview, snap=move.snap, about=(key, toward) if toward else (key,),
        sample=move.sample,
    )  # fmt: skip
    priced = await climb_or_drop(battle, key, move, priced)
    x, y, z = priced.end
    if priced.length < TOLERANCE:
        battle.note("stays", clause, (key,), model=model.name)
    elif battle.heard:
        told = "moves" if toward else verb
        battle.note(
            "moves", clause, (key,),
            model=model.name, verb=told, cost=f"{priced.cost:.1f}", place=spot(x, y, z), path=priced.points,
        )  # fmt: skip
    return await travel(battle, key, priced)


def reading_of(model: Model) -> str:
    """Which reading of the ground the model moves by: a card may change what obstacles and climbs cost."""
    for ability in model.profile.abilities:
        if ability.moves_as():
            return ability.moves_as()
    return ""


async def climb_or_drop(battle: Battle, key: str, move: MoveQuestion, priced: PricedPath) -> PricedPath:
    """Where the path climbs down 3 inches or more its owner may rather drop, and take the hits."""
    if not climbs_far_down(battle, priced):
        return priced
    dropped = price_path(move.ground, move.mover(ANY_DROP), [point[:2] for point in priced.points[1:]])
    if not dropped.legal:
        return priced
    options = [
        Option("climb", False, f'Climb down (in all {priced.cost:.1f}")', "vertical.climb"),
        Option("drop", True, f'Drop and take the fall (in all {dropped.cost:.1f}")', "drop.fall-hits"),
    ]
    model = battle[key]
    drops = await Choose(model.side, f"{model.name}: climb down or drop?", options, "drop.safe", (key,))
    return dropped if drops else priced


def climbs_far_down(battle: Battle, priced: PricedPath) -> bool:
    for change in priced.changes:
        if change.to_z < change.from_z - HARMLESS_DROP and change.price > 0.0:
            return True
    for crossing in priced.crossings:
        if crossing.drop_height == 0.0 and battle.field.table.part(crossing.part).top > HARMLESS_DROP:
            if battle.field.table.part(crossing.part).has("obstacle"):
                return True
    return False


class MoveQuestion:
    """Checks, proposes and previews the paths of one move."""

    __slots__ = ("battle", "key", "allowance", "ground", "toward", "zones", "drop_limit")

    def __init__(
        self,
        battle: Battle,
        model: Model,
        allowance: float,
        reading: str = "",
        toward: str = "",
        zones: Sequence[KeepOut] = (),
        drop_limit: float = ANY_DROP,
    ) -> None:
        self.battle = battle
        self.key = model.key
        self.allowance = allowance
        self.ground: Ground = battle.field.grounds[reading]
        self.toward = toward
        self.zones = zones
        self.drop_limit = drop_limit

    def mover(self, drops_up_to: float) -> Mover:
        battle = self.battle
        return Mover(
            battle[self.key], self.allowance, battle.everybody(), (), self.zones, min(drops_up_to, self.drop_limit)
        )

    def around(self, drops_up_to: float) -> Surroundings:
        return Surroundings(self.ground, self.mover(drops_up_to), self.allowance + TOLERANCE)

    # -- checking -----------------------------------------------------------------------------------------------------

    def check(self, path: Path) -> PricedPath:
        """The priced path, or the refusal that says what is in the way."""
        priced = self.price(path)
        objection = priced.objection
        if objection is not None:
            reason = objection.told(self.battle.name_of(objection.blocker))
            raise Refused(f"{self.battle[self.key].name}: {reason}", clause_of(objection))
        return priced

    def price(self, path: Path) -> PricedPath:
        """A single point means the cheapest way there; more points are the player's own path. Falls only if need be."""
        try:
            safe = self._priced(path, HARMLESS_DROP)
            if safe.legal or self.drop_limit <= HARMLESS_DROP or not self.battle.field.has_high_places:
                return safe
            daring = self._priced(path, ANY_DROP)
        except BadShape as crooked:
            raise Refused(str(crooked), "move.path-measured") from None
        return daring if daring.legal else safe

    def _priced(self, path: Path, drops_up_to: float) -> PricedPath:
        points = [point[:2] for point in path]
        if len(points) > 1:
            return price_path(self.ground, self.mover(drops_up_to), points)
        straight = price_path(self.ground, self.mover(drops_up_to), points)
        if straight.legal and straight.cost <= straight.length + TOLERANCE:
            return straight
        around = self.around(drops_up_to)
        cheapest = cheapest_path_in(around, points[0], self.allowance)
        if cheapest is None:
            return straight
        return cheapest if not straight.legal or cheapest.cost < straight.cost else straight

    # -- proposing ----------------------------------------------------------------------------------------------------

    def propose(self) -> list[Path]:
        """Staying put, and straight moves toward what is worth walking to and all round; only the legal ones."""
        model = self.battle[self.key]
        around = self.around(HARMLESS_DROP)
        found: list[Path] = [((model.x, model.y),)]
        if self.toward:
            found.extend(self._contacts(around))
        for number in range(self._count_of_wishes()):
            path = self._straight(around, self._wish(model, number))
            if path is not None:
                found.append(path)
        return found

    def sample(self, uniform: Uniform) -> Path:
        """One of the proposed moves, each as likely: drawn until one is legal."""
        model = self.battle[self.key]
        around: Surroundings | None = None
        wishes = self._count_of_wishes()
        urn = Urn(1 + wishes + (CONTACTS + 1 if self.toward else 0), uniform)
        number = urn.draw()
        while number:
            if around is None:
                around = self.around(HARMLESS_DROP)
            if number <= wishes:
                found = self._straight(around, self._wish(model, number - 1))
            else:
                found = self._contact(around, number - wishes - 1)
            if found is not None:
                return found
            number = urn.draw()
        return ((model.x, model.y),)

    def _straight(self, around: Surroundings, wish: tuple[float, float] | None) -> Path | None:
        return None if wish is None or straight_cost(around, wish[0], wish[1]) == inf else (wish,)

    def _contact(self, around: Surroundings, number: int) -> Path | None:
        """One of the places in contact with the charge target; the last is the way around, if there is no straight one."""
        if number < CONTACTS:
            return self._straight(around, contact_point(around, self.battle[self.toward], number, CONTACTS))
        for other in range(CONTACTS):
            if self._contact(around, other) is not None:
                return None
        return self._detour(around)

    def _contacts(self, around: Surroundings) -> list[Path]:
        """Places in contact with the charge target, by the straight way; if there is none, one around what is in it."""
        straight: list[Path] = []
        for number in range(CONTACTS):
            found = self._contact(around, number)
            if found is not None:
                straight.append(found)
        if straight:
            return straight
        detour = self._detour(around)
        return [] if detour is None else [detour]

    def _detour(self, around: Surroundings) -> Path | None:
        for candidate in contact_candidates(around, self.battle[self.toward], CONTACTS):
            return ((candidate.x, candidate.y),)
        return None

    def _count_of_wishes(self) -> int:
        return self._count_of_goals() + len(FAN)

    def _count_of_goals(self) -> int:
        return 1 if self.toward else min(MOST_OBJECTIVES, len(self.battle.scenario.objectives))

    def _wish(self, model: Model, number: int) -> tuple[float, float] | None:
        """A point straight ahead: toward one of the nearest objectives (or the charge target), then all round."""
        goals = self._count_of_goals()
        if number >= goals:
            dx, dy = FAN[number - goals]
            reach = self.allowance - 0.01
            return (thousandth(model.x + dx * reach), thousandth(model.y + dy * reach))
        if self.toward:
            target = self.battle[self.toward]
            return toward_point(model.x, model.y, target.x, target.y, self.allowance, 0.0)
        goal = self._nearest_objectives(model)[number]
        return toward_point(model.x, model.y, goal.x, goal.y, self.allowance, 0.0)

    def _nearest_objectives(self, model: Model) -> list[Objective]:
        objectives = self.battle.scenario.objectives
        ordered = sorted([(hypot(o.x - model.x, o.y - model.y), i) for i, o in enumerate(objectives)])
        return [objectives[i] for _, i in ordered[:MOST_OBJECTIVES]]

    # -- showing ------------------------------------------------------------------------------------------------------

    def preview(self, path: Path) -> dict[str, Any]:
        """What the path costs, item by item, and whom it provokes."""
        priced = self.price(path)
        shown: dict[str, Any] = {
            "legal": priced.legal,
            "cost": round(priced.cost, 2),
            "allowance": priced.allowance,
            "items": [
                {"label": f"{item.label} {item.part}".strip(), "amount": round(item.amount, 2)} for item in priced.items
            ],
            "path": [[point[0], point[1]] for point in priced.points],
            "provokes": self._provoked(priced),
            "bill": priced.bill(),
        }
        if priced.objection is not None:
            shown["why"] = priced.objection.told(self.battle.name_of(priced.objection.blocker))
            shown["clause"] = clause_of(priced.objection)
        return shown

    def _provoked(self, priced: PricedPath) -> list[dict[str, str]]:
        battle = self.battle
        model = battle[self.key]
        told: list[dict[str, str]] = []
        for leaving in leaving_points(battle, model, priced.points):
            text = f"{battle[leaving.enemy].name} may attack at {spot(leaving.x, leaving.y, leaving.z)}"
            told.append({"text": text, "clause": "disengage.provokes"})
        for change in priced.drops:
            if change.height >= 3.0:
                hits = int(change.height - 2.0)
                told.append(
                    {"text": f"falls {change.height:g} inches: {hits} hits at AP{hits}", "clause": "drop.fall-hits"}
                )
        return told

    def snap(self, path: Path) -> Path:
        """The furthest legal move toward the wish, or the wish itself."""
        try:
            if self.price(path).legal:
                return path
            found = snap_toward(self.ground, self.mover(HARMLESS_DROP), path[-1][:2])
        except (BadShape, Refused):
            model = self.battle[self.key]
            return ((model.x, model.y),)
        return plain_path(found)

    def area(self) -> list[list[tuple[float, float]]]:
        """Where the base can end, as rings filled by the even-odd rule."""
        return [ring for level in reach_area(self.ground, self.mover(HARMLESS_DROP)) for ring in level.rings]


def plain_path(priced: PricedPath) -> Path:
    """A priced path as a player would give it: waypoints without the start and without the steps between levels."""
    x, y, _ = priced.points[0]
    found: list[tuple[float, ...]] = []
    for nx, ny, _ in priced.points[1:]:
        if (nx, ny) != (x, y):
            found.append((round(nx, 3), round(ny, 3)))
        x, y = nx, ny
    return tuple(found) or ((x, y),)


def toward_point(
    x: float, y: float, goal_x: float, goal_y: float, reach: float, short: float
) -> tuple[float, float] | None:
    """The point toward a goal that is within reach, stopping `short` of it; None if there already."""
    dx, dy = goal_x - x, goal_y - y
    distance = hypot(dx, dy)
    length = min(reach - 0.01, distance - short)
    if length <= 0.01:
        return None
    return (thousandth(x + dx / distance * length), thousandth(y + dy / distance * length))


def clause_of(objection: Objection) -> str:
    """The clause behind an objection of the ground."""
    return CLAUSES.get(objection.kind, "move.path-measured")
