"""What people see: the table, the models and markers on it, Stratagems, sight and distances explained.

Nothing in this game is secret, so every seat sees the same.
"""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.refusals import Refused
from vanguard.core.telling.views import mission_view, panel_view, player_view
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.fortyk_vanguard.engagement import engage_each_other, is_engaged
from vanguard.rulebooks.fortyk_vanguard.objectives import controlled
from vanguard.rulebooks.fortyk_vanguard.profiles import Stratagem, TerrainPiece
from vanguard.rulebooks.fortyk_vanguard.setup import zone_label
from vanguard.rulebooks.fortyk_vanguard.state import (
    ADVANCED,
    CHARGED,
    EMBARKED,
    ENDED,
    FELL_BACK,
    FIGHTS_LAST,
    FOUGHT,
    HOLDS_STEADY,
    INTERVENED,
    LEFT_A_WRECK,
    MOVEMENT,
    ON_TABLE,
    ORDERED,
    PHASE_NAMES,
    RESERVE,
    SELECTED_TO_MOVE,
    SET_TO_DEFEND,
    SHOOTING,
    SHOT,
    Battle,
    Model,
)
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter
from vanguard.rulebooks.fortyk_vanguard.terrain import covering, is_behind_dense_cover
from vanguard.tabletop.scene import (
    clearest_rays,
    marker_scene,
    measured,
    model_scene,
    part_scene,
    table_scene,
    zone_scene,
)

TRAITS_TOLD: Final[dict[str, str]] = {
    "light-cover": "+1 to saves against shooting",
    "heavy-cover": "+1 to saves in melee",
    "dense-cover": "-1 to hit through it",
    "obscuring": "not seen through, whatever its height",
    "defensible": "infantry may hold steady or set to defend",
    "defence-line": 'fought across at 2"',
    "scaleable": "infantry and flyers may stand on top",
    "breachable": "infantry walks through its walls",
    "difficult-ground": '2" less movement',
    "exposed-position": "no cover on top",
    "unstable-position": "nobody stands on it",
}
STATES: Final[tuple[tuple[int, str, str], ...]] = (
    (CHARGED, "engage", "Charged"),
    (INTERVENED, "engage", "Intervened heroically"),
    (SHOT, "acted", "Has shot"),
    (FOUGHT, "activated", "Has fought"),
    (HOLDS_STEADY, "overwatch", "Holds steady"),
    (SET_TO_DEFEND, "shielded", "Set to defend"),
    (ORDERED, "aimed", "Under orders"),
    (FIGHTS_LAST, "fights-last", "Fights last"),
    (LEFT_A_WRECK, "left-wreck", "Left a wreck this turn: no charge"),
)

# -- the table --------------------------------------------------------------------------------------------------------------------


def table(battle: Battle) -> dict[str, Any]:
    parts: list[dict[str, Any]] = []
    for piece in battle.field.pieces:
        parts.append(part_scene(piece.footprint, piece.category, _notes(piece), piece.name, piece.look))
        parts += [
            part_scene(it, "wall", f'{it.top:g}" tall, blocks sight', piece.name, piece.look) for it in piece.walls
        ]
        parts += [
            {
                **part_scene(it, "floor", f"a floor of {piece.name}", f'floor at {it.top:g}"', piece.look),
                "tells_height": True,
            }
            for it in piece.floors
        ]
    zones = []
    for number, (x1, y1, x2, y2) in enumerate(battle.field.map.size.zones):
        side = battle.zones.index(number) if number in battle.zones else None
        label = zone_label(battle, number) if side is None else f"Deployment zone of {battle.army_name(side)}"
        zones.append(zone_scene(f"zone-{number + 1}", label, side, [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]))
    return table_scene(battle.field.table, parts, zones)


def _notes(piece: TerrainPiece) -> str:
    notes = [f'{piece.height:g}" tall']
    notes += [
        f"{trait.replace('-', ' ')}: {TRAITS_TOLD[trait]}" for trait in sorted(piece.traits) if trait in TRAITS_TOLD
    ]
    return "; ".join(notes)


# -- the battle -------------------------------------------------------------------------------------------------------------------


def view(battle: Battle) -> dict[str, Any]:
    return {
        "round": battle.round,
        "rounds": battle.mission.rounds,
        "phase": PHASE_NAMES[battle.phase],
        "active": battle.turn if battle.round else max(0, battle.setter),
        "active_model": None,
        "players": [_player(battle, seat) for seat in (0, 1)],
        "models": [_model(battle, model) for model in battle.models],
        "markers": _markers(battle),
        "mission": _mission(battle),
        "panels": [_stratagems(battle)],
    }


def _player(battle: Battle, seat: int) -> dict[str, Any]:
    side = battle.sides[seat]
    notes = [f"{battle.survivors(seat)} of {side.starting_models} models left"]
    reserve = len([1 for it in battle.models if it.seat == seat and it.fate == RESERVE])
    if reserve:
        notes.append(f"{reserve} in reserve")
    if battle.round and battle.first == seat:
        notes.append("takes the first turn")
    resources = {"Command points": battle.command_points[seat]}
    return player_view(seat, battle.army_name(seat), side.faction, battle.points[seat], resources, notes)


def _model(battle: Battle, model: Model) -> dict[str, Any]:
    shown = model_scene(
        model.base,
        model.profile.key,
        model.name,
        model.label,
        model.seat,
        model.wounds,
        model.profile.wounds,
        _status(battle, model),
        model.fate == ON_TABLE,
    )
    shown["look"] = model.profile.look
    shown["leader"] = model.warlord
    shown["acted"] = _has_acted(battle, model)
    if model.fate == EMBARKED:
        shown["aboard"] = model.aboard
    return shown


def _has_acted(battle: Battle, model: Model) -> bool | None:
    """Has it done its part of the phase? None where that is no question."""
    if model.fate != ON_TABLE or model.seat != battle.turn:
        return None
    if battle.phase == MOVEMENT:
        return model.did(SELECTED_TO_MOVE)
    if battle.phase == SHOOTING:
        return model.did(SHOT)
    return None


def _status(battle: Battle, model: Model) -> list[tuple[str, str]]:
    status: list[tuple[str, str]] = []
    if model.fate == RESERVE:
        status.append(("reserve", "In reserve"))
    if model.fate == EMBARKED:
        status.append(("embarked", f"Aboard {battle[model.aboard].name}"))
    if model.fate == ON_TABLE:
        if is_engaged(battle, model):
            status.append(("engaged", "In combat"))
        aboard = [it.name for it in battle.passengers(model.key)] if model.profile.capacity else []
        if aboard:
            status.append(("carries", f"Carries {', '.join(aboard)}"))
        if model.is_below_half_strength:
            status.append(("injured", "Below half-strength"))
    if model.moved == ADVANCED:
        status.append(("advanced", "Advanced"))
    if model.moved == FELL_BACK:
        status.append(("fell-back", "Fell back"))
    status += [(key, label) for flag, key, label in STATES if model.did(flag)]
    for effect in battle.effects:
        if effect.about == model.key:
            key = "smoke" if effect.key == "smoke-launchers" else effect.key
            status.append((key, effect.key.replace("-", " ").capitalize()))
    if model.warlord:
        status.append(("leader", "Warlord"))
    return status


def _markers(battle: Battle) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    held = controlled(battle)
    for i, place in enumerate(battle.markers):
        side = held[i]
        radius = round(battle.mission.marker_radius, 3)
        found.append(
            marker_scene(f"marker-{i + 1}", "objective", f"Marker {i + 1}", place, radius, side if side >= 0 else None)
        )
    return found


def _mission(battle: Battle) -> dict[str, Any]:
    """The mission card, and what each side would score if its Command phase ended now."""
    mission = mission_view(battle.mission.name, battle.mission.text, "core.mission.capture-and-control")
    if battle.round and battle.phase != ENDED:
        held = controlled(battle)
        mission["now"] = [held.count(0), held.count(1)]
    return mission


def _stratagems(battle: Battle) -> dict[str, Any]:
    """Both players have the same Stratagems; whoever cannot use one again is named with it."""
    lines: list[tuple[str, str, str]] = []
    for card in battle.stratagems.values():
        spent = [battle.army_name(seat) for seat in (0, 1) if _is_spent(battle, card, seat)]
        used = f" Used by {' and '.join(spent)}." if spent else ""
        lines.append((card.name, f"{card.cost} CP", card.text + used))
    return panel_view("Stratagems", None, lines)


def _is_spent(battle: Battle, card: Stratagem, seat: int) -> bool:
    return card.key in battle.stratagems_used[seat] or (card.once_per_battle and bool(battle.bravery_used[seat]))


# -- sight and measure ------------------------------------------------------------------------------------------------------------


def sight(battle: Battle, viewer_key: str, target_key: str) -> dict[str, Any]:
    """Can one model see another, and what cover the target has from it."""
    viewer, target = _on_table(battle, viewer_key), _on_table(battle, target_key)
    look = battle.field.sight.look(viewer.base, target.base)
    names = {
        part.name: piece.name
        for piece in battle.field.pieces
        for part in (piece.footprint, *piece.walls, *piece.floors)
    }
    rays = clearest_rays(look, lambda name: names.get(name, name))
    seen = battle.sees(viewer.base, target)
    obscuring = None if target.profile.towers else battle.field.obscured_by(viewer.base, target.base)
    notes = []
    piece = None
    if obscuring is not None:
        notes.append(f"obscured by {obscuring.name}")
    if seen and viewer.seat != target.seat:
        piece = covering(battle, viewer.base, target)
        if piece is not None:
            notes.append(f"in cover of {piece.name}")
        if is_behind_dense_cover(battle, viewer.base, target):
            notes.append("dense cover: -1 to hit")
        screen = Shooter(battle, viewer).screen_of(target)
        if screen is not None:
            notes.append(f"Look Out, Sir: {screen.name} stands before it")
        if engage_each_other(viewer.base, target.base):
            notes.append("within Engagement Range")
    summary = f"{viewer.name} sees {target.name}" if seen else f"{viewer.name} does not see {target.name}"
    if notes:
        summary += f" ({'; '.join(notes)})"
    free = [ray for ray in rays if ray["blocked_by"] is None]
    return {
        "sees": seen,
        "summary": f"{summary}.",
        "lines": free[:3] if free else rays[:3],
        "cover": {
            "in": piece is not None,
            "why": "" if piece is None else piece.name,
            "clause": "core.terrain.light-cover",
        },
        "clause": "core.visibility.true-line-of-sight" if obscuring is None else "core.terrain.obscuring",
    }


def measure(battle: Battle, start: Any, end: Any) -> dict[str, Any]:
    """Between the closest points of two bases, markers or points; elevations count."""
    radius = battle.mission.marker_radius
    markers = {f"marker-{i + 1}": Base(f"marker-{i + 1}", x, y, radius) for i, (x, y) in enumerate(battle.markers)}
    return measured(
        start, end, battle.field.table, "core.concept.measuring", markers, lambda key: _on_table(battle, key).base
    )


def _on_table(battle: Battle, key: str) -> Model:
    if key not in battle.places:
        raise Refused(f"there is nothing called {key!r:.60} on the battlefield", "core.concept.measuring")
    model = battle[key]
    if model.fate == EMBARKED:
        return battle[model.aboard]
    if model.fate != ON_TABLE:
        raise Refused(f"{model.name} is not on the battlefield", "core.concept.measuring")
    return model
