"""What people see. Nothing is hidden in this game, so every seat sees the same."""

from __future__ import annotations

from typing import Any

from skirmish.battlefield import KINDS, WELL, WELL_RADIUS
from skirmish.state import IN_PLAY, ROUNDS, SIDES, Battle, Figure
from skirmish.turns import zone_of
from vanguard.core.refusals import Refused
from vanguard.core.telling.views import card_view, mission_view, player_view
from vanguard.geometry.shapes import Base
from vanguard.tabletop.scene import (
    clearest_rays,
    marker_scene,
    measured,
    model_scene,
    part_of_kind,
    table_scene,
    zone_scene,
)
from vanguard.tabletop.terrain import corners_of

MEASURING = "measure.base-to-base"


def table(battle: Battle) -> dict[str, Any]:
    field = battle.field
    parts = [
        part_of_kind(part, KINDS[kind], part.name.capitalize())
        for part, kind in zip(field.table.parts, field.kinds, strict=True)
    ]
    zones = [zone_scene(f"zone-{s}", f"Zone of {SIDES[s]}", s, corners_of(zone_of(battle, s))) for s in (0, 1)]
    return table_scene(field.table, parts, zones)


def view(battle: Battle) -> dict[str, Any]:
    held = [battle.at_well(side) for side in (0, 1)]
    holder = None if held[0] == held[1] else int(held[1] > held[0])
    return {
        "round": min(battle.round, ROUNDS),
        "rounds": ROUNDS,
        "phase": "Activations" if battle.round else "Set-up",
        "active": battle.turn,
        "active_model": battle.active or None,
        "players": [_player(battle, side) for side in (0, 1)],
        "models": [_model(battle, figure) for figure in battle.figures],
        "markers": [marker_scene("well", "objective", "The well", WELL, WELL_RADIUS, holder)],
        "mission": {
            **mission_view("The well", "Hold the well at the end of each round.", "game.well"),
            "now": [float(battle.points[side] + (holder == side)) for side in (0, 1)],
        },
        "panels": [],
    }


def _player(battle: Battle, side: int) -> dict[str, Any]:
    return player_view(side, SIDES[side], "", battle.points[side], {"Figures": len(battle.of(side))})


def _model(battle: Battle, figure: Figure) -> dict[str, Any]:
    mates = [mate.key for mate in battle.figures if mate.side == figure.side]
    status = [("activated", "Activated")] if figure.activated else []
    shown = model_scene(
        figure.base, figure.profile.key, figure.name, str(mates.index(figure.key) + 1), figure.side, figure.wounds,
        figure.profile.wounds, status, figure.fate == IN_PLAY,
    )  # fmt: skip
    return {**shown, "look": figure.profile.look, "acted": figure.activated}


def cards(battle: Battle) -> dict[str, Any]:
    return {figure.profile.key: _card(figure) for figure in battle.figures}


def _card(figure: Figure) -> dict[str, Any]:
    profile = figure.profile
    stats = [
        ("Move", f'{profile.move:g}"', "move.distance"),
        ("Aim", str(profile.aim), "shoot.hit"),
        ("Wounds", str(profile.wounds), "shoot.wounds"),
    ]
    return card_view(profile.name, "Figure", None, stats, ())


def sight(battle: Battle, viewer: str, target: str) -> dict[str, Any]:
    one, other = _standing(battle, viewer), _standing(battle, target)
    sees = battle.field.sees(one, other)
    told = "sees" if sees else "does not see"
    return {
        "sees": sees,
        "summary": f"{battle.name_of(viewer)} {told} {battle.name_of(target)}.",
        "clause": "shoot.range",
        "lines": clearest_rays(battle.field.sight.look(one, other), battle.name_of),
        "cover": {"in": battle.in_woods(battle[target]), "why": "it stands in woods", "clause": "shoot.hit"},
    }


def measure(battle: Battle, start: Any, end: Any) -> dict[str, Any]:
    well = {"well": Base("well", WELL[0], WELL[1], WELL_RADIUS)}

    return measured(start, end, battle.field.table, MEASURING, well, lambda key: _standing(battle, key))


def _standing(battle: Battle, key: str) -> Base:
    for figure in battle.figures:
        if figure.key == key and figure.fate == IN_PLAY:
            return figure.base
    raise Refused(f"{key!r:.60} is not on the table", MEASURING)
