"""What people see: the table, the models and markers on it, the datacards, sight and distances explained.

Nothing in this game is secret, so every seat sees the same.
"""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.refusals import Refused
from vanguard.core.telling.views import CardLine, card_view, mission_view, outlook_view, panel_view, player_view
from vanguard.geometry.shapes import Base, Part, Point
from vanguard.rulebooks.killteam_lite.killzone import (
    OPEN,
    OVERHEAD,
    SOLID,
    STANDABLE,
    TRAVERSABLE,
    drop_zone,
)
from vanguard.rulebooks.killteam_lite.line_of_sight import engage_each_other, sightline
from vanguard.rulebooks.killteam_lite.missions import (
    MISSION_CLAUSE,
    controller,
    decide,
    devices_of,
    mission_of,
    wounds_taken,
)
from vanguard.rulebooks.killteam_lite.profiles import Ability, Datacard, PloyCard
from vanguard.rulebooks.killteam_lite.state import (
    CONCEAL,
    ENDED,
    IN_PLAY,
    INITIATIVE,
    PHASE_NAMES,
    SIDES,
    TURNING_POINTS,
    Battle,
    Operative,
)
from vanguard.tabletop.scene import (
    marker_scene,
    measured,
    model_scene,
    part_scene,
    rays_from,
    table_scene,
    zone_scene,
)
from vanguard.tabletop.terrain import corners_of

MARKER_RADIUS = 0.5

# -- the table ------------------------------------------------------------------------------------------------------------


def table(battle: Battle) -> dict[str, Any]:
    ground = battle.killzone.map
    parts = [
        *[_part(part, part.group, look) for part, look in zip(ground.parts, ground.looks, strict=True)],
        *[_part(part, "barricade", "crates") for part in battle.killzone.barricades],
    ]
    zones = [
        zone_scene(
            f"zone-{SIDES[seat]}", f"Drop zone of {battle.team_name(seat)}", seat,
            corners_of(drop_zone(battle.edges[seat])),
        )
        for seat in (0, 1)
        if battle.edges[seat]
    ]  # fmt: skip
    return {**table_scene(battle.killzone.table, parts, zones), "one_at_a_time": True}


def _part(part: Part, kind: str, look: str) -> dict[str, Any]:
    return part_scene(part, kind, _notes(part), part.name.rsplit(" ", 1)[0].capitalize(), look)


def _notes(part: Part) -> str:
    notes = [f'{part.bottom:g}" to {part.top:g}"' if part.bottom else f'{part.top:g}" tall']
    if part.has(SOLID):
        notes.append("blocks lines of sight")
    if part.has(OPEN):
        notes.append("can be seen through, but intervenes")
    if part.has(TRAVERSABLE):
        notes.append('crossed for 2"')
    if part.has(STANDABLE):
        notes.append("operatives may stand on it")
    if part.has(OVERHEAD):
        notes.append("operatives may stand under it")
    return "; ".join(notes)


# -- the battle -----------------------------------------------------------------------------------------------------------


def view(battle: Battle) -> dict[str, Any]:
    return {
        "round": battle.turning_point,
        "rounds": TURNING_POINTS,
        "round_name": "Turning Point",
        "phase": PHASE_NAMES[battle.phase],
        "active": battle.turn if battle.turn >= 0 and battle.phase != INITIATIVE else None,
        "active_model": battle.active or None,
        "players": [_player(battle, seat) for seat in (0, 1)],
        "models": [_model(battle, operative) for operative in battle.operatives],
        "markers": _markers(battle),
        "mission": _mission(battle),
        "panels": _panels(battle),
    }


def _player(battle: Battle, seat: int) -> dict[str, Any]:
    notes = []
    if battle.defender >= 0:
        notes.append("Defender" if battle.defender == seat else "Attacker")
    if battle.initiative == seat:
        notes.append("has the initiative")
    taken, total = wounds_taken(battle, seat)
    score = battle.points[seat] if mission_of(battle).scored_by_points else round(taken / total, 3)
    resources = {"Command Points": battle.command_points[seat]}
    return player_view(seat, battle.team_name(seat), battle.teams[seat].name, score, resources, notes)


def _model(battle: Battle, operative: Operative) -> dict[str, Any]:
    base = operative.base
    shown = model_scene(
        base, card_key(battle, operative), operative.name, operative.label, operative.seat,
        operative.wounds, operative.card.wounds, _status(battle, operative), operative.fate == IN_PLAY,
    )  # fmt: skip
    return {
        **shown,
        "look": operative.card.look,
        "leader": operative.card.leader,
        "acted": not operative.ready if operative.fate == IN_PLAY and battle.turning_point else None,
    }


def _status(battle: Battle, operative: Operative) -> list[tuple[str, str]]:
    status: list[tuple[str, str]] = []
    if operative.fate == IN_PLAY:
        status.append((operative.order.lower(), operative.order))
        status.append(("ready", "Ready") if operative.ready else ("activated", "Activated"))
    if operative.fate == IN_PLAY and operative.has_lost_half:
        status.append(("injured", "Injured"))
    if operative.overwatched:
        status.append(("overwatched", "Overwatch used"))
    if operative.apl != operative.card.apl:
        status.append(("apl", f"APL {operative.apl - operative.card.apl:+d}"))
    if operative.shielded_by:
        status.append(("shielded", "Veil Shield"))
    if battle.carrier == operative.key:
        status.append(("relic", "Carries the relic"))
    status.extend([(f"used-{weapon}", f"{weapon.replace('-', ' ')} used") for weapon in operative.used_up])
    return status


def _markers(battle: Battle) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if battle.mission.key == "relic":
        if not battle.carrier and battle.turning_point:
            label = f'Relic, {battle.relic_level:g}" up' if battle.relic_level else "Relic"
            found.append(_marker("relic", "relic", label, battle.relic, None))
    else:
        for number, place in enumerate(battle.mission.markers, start=1):
            side = controller(battle, place)
            holder = side if side >= 0 else None
            found.append(_marker(f"marker-{number}", "objective", f"Marker {number}", place, holder))
    if battle.mission.west_devices and battle.edges[0]:
        for seat in (0, 1):
            for key, place in devices_of(battle, seat):
                if key not in battle.destroyed:
                    found.append(_marker(key, "device", f"Device of {battle.team_name(seat)}", place, seat))
    return found


def _marker(key: str, kind: str, label: str, place: Point, side: int | None) -> dict[str, Any]:
    return marker_scene(key, kind, label, place, MARKER_RADIUS, side)


def _mission(battle: Battle) -> dict[str, Any]:
    """The mission card; and, by running its scoring on a copy, what each side would score if the Turning Point ended now."""
    card = battle.mission
    mission = mission_view(card.name, card.text, MISSION_CLAUSE)
    if not battle.turning_point or battle.phase == ENDED:
        return mission
    if not mission_of(battle).scored_by_points:
        winner, reason, _ = decide(battle)
        mission["outlook"] = outlook_view(battle.team_name(winner) if winner >= 0 else "", reason)
    else:
        ended = battle.copy()
        mission_of(ended).turning_point_ended(ended)
        if battle.turning_point >= TURNING_POINTS:
            mission_of(ended).battle_ended(ended)
        mission["now"] = [ended.points[seat] - battle.points[seat] for seat in (0, 1)]
    return mission


def _panels(battle: Battle) -> list[dict[str, Any]]:
    return [
        panel_view(
            f"Ploys of {battle.team_name(seat)}",
            seat,
            [_ploy_line(battle, seat, card) for card in battle.teams[seat].ploys],
        )
        for seat in (0, 1)
    ]


def _ploy_line(battle: Battle, seat: int, card: PloyCard) -> tuple[str, str, str]:
    value = f"{card.cost} CP"
    if battle.ploy_in_force(seat, card.key) is not None:
        value = "in force"
    elif card.key in battle.ploys_used[seat]:
        value = "used"
    detail = f"When {card.trigger}: {card.text}" if card.trigger else card.text
    return card.name, value, detail


# -- datacards --------------------------------------------------------------------------------------------------------------


NAMES: Final[dict[str, str]] = {
    "M": "Movement", "APL": "Action Point Limit", "Df": "Defence dice", "Sv": "Save", "W": "Wounds",
    "Inv": "Invulnerable save",
}  # fmt: skip
LETTERS: Final[tuple[CardLine, ...]] = (
    ("A", "attack dice", "shooting.attack-dice-count"),
    ("BS, WS", "what a die must show to hit, at range and in combat", "shooting.hit"),
    ("D", "damage of a normal and of a critical hit", "damage.wounds"),
)
"""What is short for what in the lines of weapons."""


def card_key(battle: Battle, operative: Operative) -> str:
    return f"{battle.teams[operative.seat].key}/{operative.card.key}"


def cards(battle: Battle) -> dict[str, Any]:
    return {f"{team.key}/{card.key}": _card(card, team.name) for team in battle.teams for card in team.datacards}


def _card(card: Datacard, team: str) -> dict[str, Any]:
    stats = [
        ("M", f'{card.movement:g}"', "move.allowance"),
        ("APL", str(card.apl), "firefight.generate-ap"),
        ("Df", str(card.defence), "shooting.defence-dice-count"),
        ("Sv", f"{card.save}+", "shooting.save"),
        ("W", str(card.wounds), "damage.wounds"),
    ]
    if card.invulnerable:
        stats.append(("Inv", f"{card.invulnerable}+", "invulnerable.instead-of-save"))
    rules = {rule.name: rule for profile in (*card.ranged, *card.melee) for rule in profile.rules}
    blocks = [
        ("Ranged weapons", [(it.name, it.line, "shooting.select-weapon") for it in card.ranged]),
        ("Melee weapons", [(it.name, it.line, "combat.select-weapons") for it in card.melee]),
        ("Special rules", [(rule.printed, rule.in_words, rule.clause) for rule in rules.values()]),
        ("Abilities", [_ability_line(ability) for ability in card.abilities]),
    ]
    return card_view(card.name, f"{team}, leader" if card.leader else team, None, stats, blocks, NAMES, LETTERS)


def _ability_line(ability: Ability) -> CardLine:
    label = f"{ability.name} ({ability.action_points} AP)" if ability.is_action else ability.name
    label += ", Psychic Action" if ability.psychic else ""
    return label, ability.text, "game.specific-overrides-general"


# -- sight and measure --------------------------------------------------------------------------------------------------------


def sight(battle: Battle, viewer_key: str, target_key: str) -> dict[str, Any]:
    """Line of Sight from one operative to another, explained."""
    viewer, target = _operative(battle, viewer_key), _operative(battle, target_key)
    line = sightline(battle, viewer, target)
    look = battle.killzone.screens.look(viewer.base, target.base)
    rays = rays_from(look, look.eyes()[0], battle.name_of)
    free = [ray for ray in rays if ray["blocked_by"] is None]
    sees = line.visible and line.clear and (line.open or target.order != CONCEAL)
    summary, clause = _verdict(line.visible, line.clear, line.open, target)
    nearby = engage_each_other(battle, viewer.base, target.base)
    return {
        "sees": sees,
        "visible": line.visible,
        "obscured": line.visible and not line.clear,
        "engaged": nearby,
        "summary": summary,
        "clause": clause,
        "lines": free[:3] if free else rays[:3],
        "cover": {
            "in": line.visible and line.clear and not line.open,
            "why": _cover_reason(battle, viewer, target, line.open),
            "clause": "cover.definition",
        },
    }


def _verdict(visible: bool, clear: bool, open_to_fire: bool, target: Operative) -> tuple[str, str]:
    if not visible:
        return f"{target.name} is not Visible", "visible.definition"
    if not clear:
        return f"{target.name} is Obscured", "obscured.definition"
    if open_to_fire:
        return f"{target.name} is in Line of Sight, not in Cover", "los.engage-target"
    if target.order == CONCEAL:
        return f"{target.name} is in Cover with a Conceal order: not in Line of Sight", "los.conceal-target"
    return f"{target.name} is in Line of Sight, in Cover", "los.engage-target"


def _cover_reason(battle: Battle, viewer: Operative, target: Operative, open_to_fire: bool) -> str:
    if open_to_fire:
        return ""
    names = sorted([screen.name for screen in battle.killzone.between(viewer.base, target.base)])
    return f"between them: {', '.join(names)}" if names else ""


def _operative(battle: Battle, key: str) -> Operative:
    if key not in battle.places:
        raise Refused(f"there is no operative {key!r:.60}", "setup.measure-any-time")
    operative = battle[key]
    if not operative.in_play:
        raise Refused(f"{operative.name} is not in the killzone", "setup.measure-any-time")
    return operative


def measure(battle: Battle, start: Any, end: Any) -> dict[str, Any]:
    """The shortest distance between two bases, markers or points."""
    markers = {marker["key"]: Base(marker["key"], marker["x"], marker["y"], 0.0) for marker in _markers(battle)}
    return measured(
        start,
        end,
        battle.killzone.table,
        "setup.measure-any-time",
        markers,
        lambda key: _operative(battle, key).base,
        1,
    )
