"""What people see: the scene, the models and counters, the cards, sight and distances explained."""

from __future__ import annotations

from math import hypot
from typing import Any

from vanguard.core.refusals import Refused
from vanguard.geometry.measuring import gap, nearest_points, overlapping
from vanguard.geometry.shapes import Base, Part, Point3
from vanguard.geometry.sight import Look
from vanguard.rulebooks.killteam_vanguard.battlefield import NOTES
from vanguard.rulebooks.killteam_vanguard.engagements import engaged
from vanguard.rulebooks.killteam_vanguard.line_of_sight import IN_COVER, IN_THE_OPEN, exposure, look, shelters_of
from vanguard.rulebooks.killteam_vanguard.placing import level_at
from vanguard.rulebooks.killteam_vanguard.profiles import Profile, Weapon
from vanguard.rulebooks.killteam_vanguard.rule_hooks import Ability, SpecialAction
from vanguard.rulebooks.killteam_vanguard.scenarios import OBJECTIVE_RADIUS, captures
from vanguard.rulebooks.killteam_vanguard.state import (
    ACTIVATION,
    AFTER_ACTIVATION,
    DEPLOY,
    GAME_OVER,
    IN_PLAY,
    REMOVED,
    TOLERANCE,
    TURN,
    WAITING,
    Battle,
    Model,
)

PHASES = {TURN: "Turns", ACTIVATION: "Turns", AFTER_ACTIVATION: "Turns"}


# -- the scene ------------------------------------------------------------------------------------------------------------


def table_of(battle: Battle) -> dict[str, Any]:
    field = battle.field
    return {
        "kind": "measured",
        "unit": "in",
        "width": field.table.width,
        "depth": field.table.depth,
        "name": field.name,
        "parts": [
            _part(part, kind, look)
            for part, kind, look in zip(field.table.parts, field.kinds, field.looks, strict=True)
        ],
        "zones": [
            {
                "key": zone.name,
                "label": f"{zone.name} zone",
                "side": battle.zones.index(i),
                "points": _corners(zone.rect),
            }
            for i, zone in enumerate(battle.scenario.zones)
        ],
    }


def _part(part: Part, kind: str, look: str) -> dict[str, Any]:
    return {
        "name": part.name,
        "kind": kind,
        "look": look,
        "label": part.name.rsplit(" ", 1)[0].capitalize(),
        "points": [list(point) for point in part.points],
        "closed": part.closed,
        "bottom": part.bottom,
        "top": part.top,
        "traits": sorted(part.traits),
        "notes": NOTES[kind],
        "edges": list(part.edge_kinds) if kind == "platform" else [],
        "stretches": [
            {"kind": stretch.kind, "points": [[e[0], e[1]], [e[2], e[3]]], "label": stretch.kind}
            for stretch, e in zip(part.stretches, part.stretch_edges, strict=True)
        ],
    }


def _corners(rect: tuple[float, float, float, float]) -> list[list[float]]:
    x1, y1, x2, y2 = rect
    return [[x1, y1], [x2, y1], [x2, y2], [x1, y2]]


# -- what is going on -----------------------------------------------------------------------------------------------------


def view_of(battle: Battle) -> dict[str, Any]:
    """Nothing is hidden in this rulebook: both seats and spectators see the same."""
    active = battle.active_model()
    return {
        "round": battle.round,
        "rounds": battle.rounds,
        "phase": PHASES.get(battle.step, battle.step.capitalize()),
        "active": None if battle.step == GAME_OVER else battle.turn_player,
        "active_model": None if active is None else active.key,
        "players": [_player(battle, side) for side in (0, 1)],
        "models": [_model(battle, model) for model in battle.models],
        "mission": _mission(battle),
        "markers": [_objective(battle, i) for i in range(len(battle.scenario.objectives))],
        "panels": [_roster_panel(battle, side) for side in (0, 1)],
    }


def _player(battle: Battle, side: int) -> dict[str, Any]:
    notes: list[str] = []
    if battle.broken[side]:
        notes.append("broken")
    if side in battle.finished:
        notes.append("finished for the Round")
    if battle.round:
        notes.append(f"falls back to the {' or '.join(battle.scenario.zones[battle.zones[side]].edges)} edge")
    factions = [model.profile.faction for model in battle.models if model.side == side]
    return {
        "seat": side,
        "name": battle.colour(side),
        "faction": factions[0] if factions else "",
        "score": battle.victory_points[side],
        "resources": [
            {"label": "Command points", "value": battle.command_points[side]},
            {"label": "Pass tokens", "value": battle.pass_tokens[side]},
            {"label": "Models", "value": len(battle.of_side(side))},
        ],
        "notes": notes,
    }


def _model(battle: Battle, model: Model) -> dict[str, Any]:
    return {
        "key": model.key,
        "card": model.profile.key,
        "name": model.name,
        "label": model.label,
        "side": model.side,
        "x": model.x,
        "y": model.y,
        "radius": model.radius,
        "elevation": model.elevation,
        "height": model.height,
        "facing": None,
        "wounds": max(0, model.wounds),
        "max_wounds": model.profile.wounds,
        "status": _status(battle, model),
        "group": None,
        "on_table": model.place == IN_PLAY,
        "removed": model.place == REMOVED,
        "leader": model.profile.leader,
        "look": model.profile.card.look,
        "acted": model.activated if model.place == IN_PLAY and battle.round else None,
    }


def _status(battle: Battle, model: Model) -> list[dict[str, str]]:
    status: list[tuple[str, str]] = []
    if model.place == WAITING:
        status.append(("waiting", "Not deployed yet"))
    if model.place == REMOVED:
        status.append(("removed", "Removed"))
    if model.place == IN_PLAY:
        if model.profile.leader:
            status.append(("leader", "Leader"))
        if model.activated:
            status.append(("activated", "Activated"))
        if model.fatigued:
            status.append(("fatigued", "Fatigued"))
        if model.knocked_down:
            status.append(("knocked-down", "Knocked down"))
        if model.toxin:
            status.append(("toxin", "Toxin"))
        if model.fire:
            status.append(("fire", "On fire"))
        if battle.step != DEPLOY and engaged(battle, model):
            status.append(("engaged", "Engaged"))
    return [{"key": key, "label": label} for key, label in status]


def _mission(battle: Battle) -> dict[str, Any]:
    """What is fought over; and, by running the scoring on a copy, what it would be worth if the Round ended now."""
    scenario = battle.scenario
    mission: dict[str, Any] = {"name": scenario.name, "text": scenario.summary, "clause": "gather.capture.when"}
    lines: list[tuple[str, str]] = []
    for objective in scenario.objectives:
        worth = [objective.points[battle.zones[side]] for side in (0, 1)]
        told = f"{worth[0]} VP" if worth[0] == worth[1] else f"{worth[0]} / {worth[1]} VP"
        lines.append((objective.label, f"{told} each Round"))
    if scenario.leader_points:
        lines.append(("Held with the leader", f"{scenario.leader_points} VP instead"))
    if scenario.leader_bounty:
        lines.append(("Enemy leader removed", f"{scenario.leader_bounty} VP, once"))
    if scenario.leader_beyond:
        lines.append(("Leader in the enemy half at the end", f"{scenario.leader_beyond} VP"))
    mission["lines"] = [{"label": label, "value": value} for label, value in lines]
    if battle.round and battle.step != GAME_OVER:
        ended = battle.copy()
        scenario.score_round(ended)
        if battle.round >= battle.rounds:
            scenario.score_end(ended)
        mission["now"] = [ended.victory_points[side] - battle.victory_points[side] for side in (0, 1)]
    return mission


def _objective(battle: Battle, number: int) -> dict[str, Any]:
    objective = battle.scenario.objectives[number]
    holder = next((side for side in (0, 1) if captures(battle, objective, side)), None)
    return {
        "key": objective.key,
        "kind": "objective",
        "label": objective.label,
        "x": objective.x,
        "y": objective.y,
        "radius": OBJECTIVE_RADIUS,
        "side": holder,
        "points": [objective.points[battle.zones[side]] for side in (0, 1)],
    }


def _roster_panel(battle: Battle, side: int) -> dict[str, Any]:
    lines = []
    for model in battle.models:
        if model.side == side:
            told = [status["label"] for status in _status(battle, model)]
            value = "removed" if model.place == REMOVED else f"{max(0, model.wounds)}/{model.profile.wounds}"
            lines.append({"label": model.name, "value": value, "detail": ", ".join(told)})
    return {"title": f"{battle.colour(side)}'s warband", "side": side, "lines": lines}


# -- cards ----------------------------------------------------------------------------------------------------------------


def cards_of(battle: Battle) -> dict[str, Any]:
    cards: dict[str, Any] = {}
    for model in battle.models:
        if model.profile.key not in cards:
            cards[model.profile.key] = card_of(model.profile)
    return cards


def card_of(profile: Profile) -> dict[str, Any]:
    """The stat card with final values: options and the leader's bonus included."""
    types = list(profile.types)
    if profile.leader and "Leader" not in types:
        types.append("Leader")
    stats = [
        ("CP", str(profile.command_points), "stat.command-points"),
        ("SP", f'{profile.speed:g}"', "stat.speed"),
        ("AR", f"{profile.armor}+", "stat.armor"),
        ("WN", str(profile.wounds), "stat.wounds"),
        ("NE", f"{profile.nerve}+", "stat.nerve"),
    ]
    if profile.invulnerable:
        values = ", ".join([f"{value}+" for value in profile.invulnerable])
        stats.append(("Invulnerable", values, "invulnerable.choice"))
    blocks: list[dict[str, Any]] = [{"title": "Attacks", "lines": [_attack_line(weapon) for weapon in profile.weapons]}]
    if profile.actions:
        blocks.append({"title": "Actions", "lines": [_action_line(action) for action in profile.actions]})
    if profile.abilities:
        blocks.append({"title": "Abilities", "lines": [_ability_line(ability) for ability in profile.abilities]})
    return {
        "name": profile.name,
        "type": ", ".join(types),
        "faction": profile.faction,
        "points": profile.points,
        "stats": [{"label": label, "value": value, "clause": clause} for label, value, clause in stats],
        "blocks": blocks,
    }


def _attack_line(weapon: Weapon) -> dict[str, str]:
    text = weapon.line()[len(weapon.name) + 1 :]
    for rule in weapon.rules:
        text += f". {rule.name}: {rule.text}"
    clause = weapon.rules[0].clause if weapon.rules else ""
    return {"name": weapon.name, "text": text, "clause": clause or "card.weapon-line-format"}


def _action_line(action: SpecialAction) -> dict[str, str]:
    price = f", {action.cost} CP" if action.cost else ""
    return {"name": f"{action.name} ({action.duration}{price})", "text": action.text, "clause": action.clause}


def _ability_line(ability: Ability) -> dict[str, str]:
    price = f" ({ability.cost} CP)" if ability.cost else ""
    return {"name": f"{ability.name}{price}", "text": ability.text, "clause": ability.clause}


# -- sight and distances --------------------------------------------------------------------------------------------------


def middle(points: list[Point3]) -> Point3:
    return points[len(points) // 2]


def rays_from(battle: Battle, seen: Look, eye: Point3) -> list[dict[str, Any]]:
    """The rays from one point of the viewer to every point of the target, each with what blocks it."""
    lines: list[dict[str, Any]] = []
    for mark in seen.marks():
        blockers = seen.blockers(eye, mark)
        name = None
        if blockers:
            name = blockers[0].name
            name = battle[name].name if name in battle.index else name
        line: dict[str, Any] = {"from": list(eye), "to": list(mark), "blocked_by": name}
        if not blockers and seen.hidden(eye, mark):
            line["through"] = "soft terrain"
        lines.append(line)
    return lines


def clearness(rays: list[dict[str, Any]]) -> tuple[int, int]:
    """How many rays nothing blocks, and how many of them nothing obscures."""
    free = [ray for ray in rays if not ray["blocked_by"]]
    return len(free), len([ray for ray in free if "through" not in ray])


def clearest_rays(battle: Battle, seen: Look) -> list[dict[str, Any]]:
    """The rays from the point that sees most of the target; from the middle where that sees as much as any."""
    best = rays_from(battle, seen, middle(seen.eyes()))
    for eye in seen.eyes():
        rays = rays_from(battle, seen, eye)
        if clearness(rays) > clearness(best):
            best = rays
    return best


def sight_of(battle: Battle, viewer: str, target: str) -> dict[str, Any]:
    """Does one model see another, by which rays, and what hides it."""
    one, other = battle.find(viewer), battle.find(target)
    for model in (one, other):
        if not model.in_play:
            raise Refused(f"{model.name} is not on the table", "los.uses")
    if one is other:
        raise Refused(f"{one.name} needs no line of sight to itself", "los.uses")
    seen = look(battle, one, other)
    sees = seen.seen()
    hidden = exposure(battle, one, other)
    shelters = [name for name, _ in shelters_of(battle, other)]
    lines = clearest_rays(battle, seen) if sees else rays_from(battle, seen, middle(seen.eyes()))
    if not sees:
        summary = f"{one.name} does not see {other.name}."
    elif hidden == IN_THE_OPEN:
        summary = f"{one.name} sees all of {other.name}."
    else:
        summary = f"{one.name} sees {other.name} partly: it is obscured (-1 to hit at range)."
    covered = sees and hidden == IN_COVER
    why = f"{' and '.join(shelters)} hides part of it and touches its base" if covered else ""
    return {
        "sees": sees,
        "summary": summary + (" It has cover (+1 armor)." if covered else ""),
        "clause": "los.any-part",
        "lines": lines,
        "cover": {"in": covered, "why": why, "clause": "ranged.modifier.cover"},
        "obscured": hidden != IN_THE_OPEN,
    }


def measured(battle: Battle, start: Any, end: Any) -> dict[str, Any]:
    """The distance between two things: models and counters by their bases, bare points as points."""
    one, other = _thing(battle, start), _thing(battle, end)
    distance = gap(one, other)
    a, b = nearest_points(one, other)
    return {"distance": round(distance, 3), "text": f'{distance:.2f}"', "from": list(a), "to": list(b)}


def _thing(battle: Battle, named: Any) -> Base:
    if isinstance(named, str):
        for objective in battle.scenario.objectives:
            if objective.key == named:
                return Base(named, objective.x, objective.y, OBJECTIVE_RADIUS)
        model = battle.find(named)
        if not model.in_play:
            raise Refused(f"{model.name} is not on the table", "measure.base-to-base")
        return model
    if isinstance(named, (list, tuple)) and len(named) in (2, 3):
        numbers = [number for number in named if isinstance(number, (int, float)) and not isinstance(number, bool)]
        if len(numbers) == len(named) and all([abs(number) < 1e6 for number in numbers]):
            x, y = float(numbers[0]), float(numbers[1])
            return Base("point", x, y, 0.0, float(numbers[2]) if len(numbers) == 3 else level_at(battle, x, y))
    raise Refused(f"a model, a counter or a point is measured, not {named!r:.60}", "measure.base-to-base")


# -- what must never be ---------------------------------------------------------------------------------------------------


def faults_in(battle: Battle) -> list[str]:
    """Overlapping bases, bases off the table or the level, wounds out of bounds, negative pools."""
    faults: list[str] = []
    models = battle.everybody()
    for i, model in enumerate(models):
        if not battle.field.table.holds_disc(model.x, model.y, model.radius, TOLERANCE + 0.001):
            faults.append(f"{model.key} hangs over the table edge at ({model.x}, {model.y})")
        if not 1 <= model.wounds <= model.profile.wounds and battle.step != GAME_OVER:
            if model.wounds > model.profile.wounds:
                faults.append(f"{model.key} has {model.wounds} wounds of {model.profile.wounds}")
        for other in models[i + 1 :]:
            if abs(model.elevation - other.elevation) < 0.1 and overlapping(model, other, TOLERANCE + 0.002):
                overlap = model.radius + other.radius - hypot(model.x - other.x, model.y - other.y)
                faults.append(f"{model.key} and {other.key} overlap by {overlap:.3f}")
    for side in (0, 1):
        if battle.command_points[side] < 0 or battle.pass_tokens[side] < 0:
            faults.append(f"seat {side} has a negative pool")
    return faults
