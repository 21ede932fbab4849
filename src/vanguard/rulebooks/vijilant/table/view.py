"""What people see: the table with the train wherever it is, models and markers, both hands, the mission.

Forces are known, cards are played face up or down for both to see: nothing in this game is secret, so every seat sees
the same.
"""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.armies.numbering import label_of, numbers_among
from vanguard.core.refusals import Refused
from vanguard.core.telling.views import mission_view, outlook_view, panel_view, player_view
from vanguard.geometry.arcs import FRONT, REAR, SIDE
from vanguard.geometry.measuring import plan_gap
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.coherency import LINK, in_coherency
from vanguard.rulebooks.vijilant.contact import is_locked
from vanguard.rulebooks.vijilant.content.content import content
from vanguard.rulebooks.vijilant.cover import CoverOfUnit, is_aboard
from vanguard.rulebooks.vijilant.line_of_sight import Looking, screening
from vanguard.rulebooks.vijilant.missions import (
    NOBODY,
    attacker_of,
    campaign_is_over,
    holders_now,
    name_of_holder,
    outcome_of_round,
)
from vanguard.rulebooks.vijilant.profiles import TerrainPiece
from vanguard.rulebooks.vijilant.state import (
    COMMAND,
    EMBARKED,
    ENDED,
    FACE_DOWN,
    FACE_UP,
    IN_HAND,
    NORTH,
    PHASE_NAMES,
    SAVED,
    SIDES,
    SKIRMISH,
    STANDING,
    Battle,
    Card,
    Model,
    Unit,
)
from vanguard.tabletop.scene import (
    chain_scene,
    hull_zones,
    marker_scene,
    measured,
    model_scene,
    part_scene,
    table_scene,
    zone_scene,
)
from vanguard.tabletop.terrain import corners_of

TABLED: Final[dict[int, str]] = {IN_HAND: "ready", FACE_UP: "played", FACE_DOWN: "played", SAVED: "saved"}
HULL_DRAWN: Final = 9.0
"""So many cm around a hull its armour zones are drawn."""

# -- the table ------------------------------------------------------------------------------------------------------------


def table(battle: Battle) -> dict[str, Any]:
    field = battle.battlefield
    zones = []
    if battle.defender >= 0 or battle.mission.key == SKIRMISH:
        for seat in (0, 1):
            y0, y1 = (field.depth - 1.0, field.depth) if battle.edge_of(seat) == NORTH else (0.0, 1.0)
            corners = corners_of((0.0, y0, field.width, y1))
            zones.append(zone_scene(f"edge-{SIDES[seat]}", f"Edge of {battle.side_name(seat)}", seat, corners))
        if field.map.yard is not None and battle.defender >= 0:
            x0, x1, y0, y1 = field.map.yard
            zones.append(zone_scene("yard", "Depot yard", battle.defender, corners_of((x0, y0, x1, y1))))
    zones += _train_ahead(battle)
    return {**table_scene(field.table, [_part(piece) for piece in field.pieces], zones), "one_at_a_time": True}


def _train_ahead(battle: Battle) -> list[dict[str, Any]]:
    """Where the train will be after the next round, drawn before it happens."""
    train = battle.battlefield.map.train
    if train is None or not battle.train_runs or not 0 < battle.round < battle.mission.rounds:
        return []
    parts = [piece.part for piece in battle.battlefield.pieces if piece.part.group == "train"]
    x0, x1 = min([part.min_x for part in parts]), max([part.max_x for part in parts])
    y0, y1 = min([part.min_y for part in parts]), max([part.max_y for part in parts])
    dx = train.advance * train.direction
    corners = corners_of((x0 + dx, y0, x1 + dx, y1))
    return [zone_scene("train-next", "The train after this round", None, corners)]


def _part(piece: TerrainPiece) -> dict[str, Any]:
    text = content().terrain_texts[piece.kind]
    return part_scene(piece.part, piece.kind, f"The goal. {text}" if piece.goal else text, piece.name, piece.look)


# -- the battle -----------------------------------------------------------------------------------------------------------


def view(battle: Battle) -> dict[str, Any]:
    turn = battle.turn
    return {
        "round": battle.round,
        "rounds": battle.mission.rounds,
        "phase": PHASE_NAMES[battle.phase],
        "active": battle.turn_of if battle.turn_of >= 0 else None,
        "active_model": battle.models[battle.units[turn.unit].first].key if turn is not None else None,
        "players": [_player(battle, seat) for seat in (0, 1)],
        "models": [shown for unit in battle.units for shown in _models(battle, unit)],
        "markers": _markers(battle),
        "panels": _units(battle),
        "hands": [{"side": seat, "cards": _hand(battle, seat)} for seat in (0, 1)],
        "links": _links(battle),
        "mission": _mission(battle),
    }


def _player(battle: Battle, seat: int) -> dict[str, Any]:
    notes = []
    if battle.defender >= 0:
        notes.append("Defender" if battle.defender == seat else "Attacker")
    if battle.out[seat]:
        notes.append("has ended the round")
    if battle.won_before == seat:
        notes.append("won the first mission")
    alive = len([unit for unit in battle.units_of(seat) if battle.is_alive(unit)])
    resources = {"Cards in hand": len(battle.hand(seat)), "Units alive": alive}
    return player_view(seat, battle.side_name(seat), battle.forces[seat].name, None, resources, notes)


def _models(battle: Battle, unit: Unit) -> list[dict[str, Any]]:
    """Whether a unit is locked and which of its models are one body is found out once for all of them."""
    locked = is_locked(battle, unit)
    body = in_coherency(battle, unit) if unit.card.count > 1 else battle.standing(unit)
    models = battle.models[unit.first : unit.last]
    numbers = numbers_among([model.kind.key for model in models])
    return [
        _model(battle, unit, model, _label(unit, number), locked, model in body)
        for model, number in zip(models, numbers, strict=True)
    ]


def _model(battle: Battle, unit: Unit, model: Model, label: str, locked: bool, coherent: bool) -> dict[str, Any]:
    name = model.name if unit.card.count == 1 else f"{model.name}, {unit.name}"
    wounds = battle.health_left(model) if model.fate <= EMBARKED else 0
    shown = model_scene(
        model.base, unit.card.key, name, label, unit.seat, wounds, unit.card.health,
        _status(battle, unit, model, locked, coherent), model.fate == STANDING, unit.key if unit.card.count > 1 else None,
    )  # fmt: skip
    shown["look"] = model.kind.look
    if battle.round:
        acts_now = battle.turn is not None and battle.turn.unit == unit.index
        shown["acted"] = unit.had_turn and not acts_now
    if model.fate == EMBARKED:
        shown["aboard"] = battle.models[battle.units[unit.inside].first].key
    if model.fate == STANDING and unit.card.toughness.by_side and model.base.facing is not None:
        shown["zones"] = _hull(unit, model)
    return shown


def _label(unit: Unit, number: int) -> str:
    """Who of its squad a model is, as its name says; the initials of a unit that is one model."""
    if unit.card.count > 1:
        return label_of(number)
    return "".join([word[0] for word in unit.card.name.split()[:2]])


def _status(battle: Battle, unit: Unit, model: Model, locked: bool, coherent: bool) -> list[tuple[str, str]]:
    status: list[tuple[str, str]] = []
    if model.fate == EMBARKED:
        status.append(("embarked", f"Inside {battle.units[unit.inside].name}"))
    if model.fate != STANDING:
        return status
    if unit.pinned >= 0:
        status.append(("pinned", "Pinned"))
    if unit.hunkered:
        status.append(("hunkered", "Hunkered down"))
    if unit.card.flyer or unit.card.vtol:
        status.append(("airborne", "In the air") if unit.airborne else ("landed", "Landed"))
    if unit.slowed:
        status.append(("slowed", "Slowed down"))
    if locked:
        status.append(("locked", "Locked in close combat"))
    if battle.train_runs and is_aboard(battle, model):
        status.append(("aboard", "Aboard the train"))
    if not coherent:
        status.append(("stray", "Out of coherency"))
    status.extend(_lost(unit, model))
    if unit.dodge_bonus:
        status.append(("smoke", "Smoke Curtain: +1 Dodge"))
    if unit.move_bonus:
        status.append(("hurried", f"Double Time: +{unit.move_bonus} cm"))
    if unit.skill_bonus:
        status.append(("purpose", "Shared Purpose: +1 Skill"))
    if unit.morale_bonus:
        status.append(("steady", "Shared Purpose: +2 to pinning tests"))
    passengers = battle.passengers(unit) if unit.card.capacity else None
    if passengers is not None:
        status.append(("carries", f"Carries {passengers.name}"))
    return status


def _lost(unit: Unit, model: Model) -> list[tuple[str, str]]:
    """Destroyed systems, by what they were; of several weapons each has its own number."""
    found: list[tuple[str, str]] = []
    counted: dict[str, int] = {}
    for key in model.lost:
        system = unit.card.system(key)
        counted[system.kind] = counted.get(system.kind, 0) + 1
        number = f"-{counted[system.kind]}" if counted[system.kind] > 1 else ""
        found.append((f"lost-{system.kind}{number}", f"{system.name} lost"))
    return found


def _markers(battle: Battle) -> list[dict[str, Any]]:
    goal = battle.battlefield.map.goal
    if goal is None or battle.mission.key != "depot-raid":
        return []
    part = goal.part
    x, y = (part.min_x + part.max_x) / 2, (part.min_y + part.max_y) / 2
    held = holders_now(battle) if battle.defender >= 0 else ()
    side = attacker_of(battle) if held else None
    return [marker_scene("goal", "objective", "The goal", (x, y), 1.0, side)]


def _hand(battle: Battle, seat: int) -> list[dict[str, Any]]:
    """All cards of a player: hands are open, since forces are known and cards are tabled in sight (cards.open-hands)."""
    return [_hand_card(battle, card) for card in battle.cards if card.seat == seat]


def _hand_card(battle: Battle, card: Card) -> dict[str, Any]:
    in_hand = battle.card_place[card.index] == IN_HAND
    shown: dict[str, Any] = {"key": card.key, "name": card.name, "in_hand": in_hand}
    state, note = TABLED[battle.card_place[card.index]], ""
    if card.kind == COMMAND and card.command is not None:
        shown["card"] = card.command.key
        if battle.is_skip(card):
            state, note = "spent", "used up: it counts as a skip card"
    elif card.unit >= 0:
        unit = battle.units[card.unit]
        shown["card"], shown["models"] = unit.card.key, list(battle.keys(unit))
        if not battle.is_alive(unit):
            state, note = "dead", "destroyed: it counts as a skip card"
        elif unit.pinned >= 0:
            state, note = "pinned", "pinned: not the next card"
        elif not unit.deployed:
            note = "not on the table yet"
    else:
        state, note = "skip", "lets a turn go by"
    if battle.card_place[card.index] == FACE_DOWN:
        note = f"face down; {note}" if note else "face down"
    return {**shown, "state": state, "note": note}


def _links(battle: Battle) -> list[dict[str, Any]]:
    """What ties every squad on the table together."""
    found: list[dict[str, Any]] = []
    for unit in battle.units:
        if unit.card.count > 1 and unit.inside < 0:
            found += chain_scene(unit.key, [model.base for model in battle.standing(unit)], LINK, unit.name)
    return found


def _hull(unit: Unit, model: Model) -> list[dict[str, Any]]:
    """The armour of a hull by side (armour.front-zone), for whoever aims at it."""
    labels = {zone: f"{zone}: T {unit.card.toughness.at(zone)}" for zone in (FRONT, SIDE, REAR)}
    return hull_zones(model.base, labels, HULL_DRAWN)


def _units(battle: Battle) -> list[dict[str, Any]]:
    turn = battle.turn
    if turn is None:
        return []
    unit = battle.units[turn.unit]
    lines = [("Action points", turn.points, "")]
    if not turn.extra_used and any([weapon.cc for weapon in unit.weapons]):
        lines.append(("Extra movement action", 1, "for a close combat attack"))
    return [panel_view(unit.name, unit.seat, lines)]


def _mission(battle: Battle) -> dict[str, Any]:
    lines: list[dict[str, Any]] = []
    if battle.won_before >= 0:
        lines.append({"label": "Depot Raid", "value": f"won by {battle.side_name(battle.won_before)}"})
    if battle.defender >= 0:
        lines.append({"label": "Defender", "value": battle.side_name(battle.defender)})
        for index in battle.holders if battle.phase != ENDED else ():
            name = name_of_holder(battle, index)
            lines.append({"label": name, "value": "held at the last round's end", "detail": "wins if it still does"})
        for index in holders_now(battle) if battle.phase != ENDED else ():
            lines.append({"label": name_of_holder(battle, index), "value": "holds now"})
    clauses = {
        "depot-raid": "depot.win-attacker",
        "the-heist": "heist.win-attacker",
        "open-skirmish": "skirmish.winner",
    }
    told = {**mission_view(_mission_name(battle), battle.mission.text, clauses[battle.mission.key]), "lines": lines}
    if battle.round and battle.phase != ENDED:
        winner, reason, _ = outcome_of_round(battle) or (NOBODY, "", "")
        told["outlook"] = outlook_view(battle.side_name(winner) if winner != NOBODY else "", reason)
    return told


def _mission_name(battle: Battle) -> str:
    """In a campaign which of its missions; when it is over, how both went."""
    if not battle.campaign:
        return battle.mission.name
    if not campaign_is_over(battle):
        return f"Glasstrain: {battle.mission.name}"
    first, second = battle.side_name(battle.won_before), battle.side_name(battle.winner)
    return f"Glasstrain: Depot Raid won by {first}, The Heist by {second}"


# -- sight and measure --------------------------------------------------------------------------------------------------------


def sight(battle: Battle, viewer_key: str, target_key: str) -> dict[str, Any]:
    """Does one model see another, and what cover would its unit have against the viewer alone?"""
    viewer, target = _standing(battle, viewer_key), _standing(battle, target_key)
    unit = battle.units[target.unit]
    looking = Looking(battle, [viewer], unit)
    flying = battle.units[viewer.unit].flying or unit.flying
    seen = bool(looking.nearest_seeing(target))
    lines = [] if flying else _lines(battle, viewer, target)
    visible = looking.visible() if seen else []
    covered = CoverOfUnit(battle, looking, unit, visible, []).of(target) if seen else None
    bonus = covered.bonus if covered is not None else 0
    why = f"{covered.piece}: +{bonus} Dodge" if covered is not None and bonus else ""
    summary = f"{target.name} is in sight" if seen else f"{target.name} is out of sight"
    if flying:
        summary += ": nothing blocks sight to or from the air"
    return {
        "sees": seen,
        "visible": seen,
        "obscured": False,
        "engaged": False,
        "summary": summary + (f", in cover (+{bonus} Dodge)" if bonus else ""),
        "clause": "units.flyer.sight-ignores-terrain" if flying else "combat.sight.base-to-base",
        "lines": lines,
        "cover": {
            "in": bool(bonus),
            "why": why,
            "clause": covered.clause if covered is not None and bonus else "cover.half-base",
        },
    }


def _lines(battle: Battle, viewer: Model, target: Model) -> list[dict[str, Any]]:
    field = battle.battlefield
    bodies = screening(battle, 1 - battle.units[target.unit].seat, battle.units[target.unit])
    ignored = field.stood_on(viewer.base, target.base)
    look = field.sight().look(viewer.base, target.base, bodies, ignored)
    rays: list[dict[str, Any]] = []
    free: list[dict[str, Any]] = []
    for eye in look.eyes()[:5]:
        for mark in look.marks()[:9]:
            blockers = look.blockers(eye, mark)
            name = blockers[0].name if blockers else None
            ray = {"from": list(eye), "to": list(mark), "blocked_by": name}
            rays.append(ray)
            if name is None:
                free.append(ray)
    if free:
        return free[:3]
    for eye in look.eyes():
        for mark in look.marks():
            if not look.blockers(eye, mark):
                return [{"from": list(eye), "to": list(mark), "blocked_by": None}]
    return rays[:3]


def _standing(battle: Battle, key: str) -> Model:
    if key not in battle.places:
        raise Refused(f"there is no model {key!r:.60}", "combat.sight.base-to-base")
    model = battle.model(key)
    if model.fate != STANDING:
        raise Refused(f"{model.name} is not on the table", "combat.sight.base-to-base")
    return model


def measure(battle: Battle, start: Any, end: Any) -> dict[str, Any]:
    """The distance between two bases, markers or points in the plane; elevation never adds distance."""
    markers = {it["key"]: Base(it["key"], it["x"], it["y"], 0.0) for it in _markers(battle)}
    return measured(
        start, end, battle.battlefield.table, "combat.range.per-weapon", markers, lambda key: _standing(battle, key).base, 1,
        plan_gap,
    )  # fmt: skip
