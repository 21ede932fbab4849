"""What people see: the scene, the models and counters, the cards, sight and distances explained."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.refusals import Refused
from vanguard.core.telling.views import CardLine, card_view, mission_view, panel_view, player_view
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_vanguard.battlefield import KINDS
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
from vanguard.tabletop.scene import (
    clearest_rays,
    marker_scene,
    measured,
    model_scene,
    part_of_kind,
    rays_from,
    standing_faults,
    table_scene,
    zone_scene,
)
from vanguard.tabletop.terrain import corners_of

MEASURING = "measure.base-to-base"
PHASES = {TURN: "Turns", ACTIVATION: "Turns", AFTER_ACTIVATION: "Turns"}
TAKEN_IN_TURNS = (DEPLOY, *PHASES)
"""When it is one player's turn, so that the other one's decisions are reactions."""


# -- the scene ------------------------------------------------------------------------------------------------------------


def table(battle: Battle) -> dict[str, Any]:
    field = battle.field
    parts = [
        part_of_kind(part, KINDS[kind], part.name.rsplit(" ", 1)[0].capitalize(), look)
        for part, kind, look in zip(field.table.parts, field.kinds, field.looks, strict=True)
    ]
    zones = [
        zone_scene(zone.name, f"{zone.name} zone", battle.zones.index(i), corners_of(zone.rect))
        for i, zone in enumerate(battle.scenario.zones)
    ]
    return {**table_scene(field.table, parts, zones), "name": field.name, "one_at_a_time": True}


# -- what is going on -----------------------------------------------------------------------------------------------------


def view(battle: Battle) -> dict[str, Any]:
    """Nothing is hidden in this rulebook: both seats and spectators see the same."""
    active = battle.active_model()
    told = [(model, _status(battle, model)) for model in battle.models]
    return {
        "round": battle.round,
        "rounds": battle.rounds,
        "phase": PHASES.get(battle.step, battle.step.capitalize()),
        "active": battle.turn_player if battle.step in TAKEN_IN_TURNS else None,
        "active_model": None if active is None else active.key,
        "players": [_player(battle, side) for side in (0, 1)],
        "models": [_model(battle, model, status) for model, status in told],
        "mission": _mission(battle),
        "markers": [_objective(battle, i) for i in range(len(battle.scenario.objectives))],
        "panels": [_roster_panel(battle, side, told) for side in (0, 1)],
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
    resources = {
        "Command points": battle.command_points[side],
        "Pass tokens": battle.pass_tokens[side],
        "Models": len(battle.of_side(side)),
    }
    faction = factions[0] if factions else ""
    return player_view(side, battle.colour(side), faction, battle.victory_points[side], resources, notes)


def _model(battle: Battle, model: Model, status: list[tuple[str, str]]) -> dict[str, Any]:
    shown = model_scene(
        model, model.profile.key, model.name, model.label, model.side, max(0, model.wounds), model.profile.wounds,
        status, model.place == IN_PLAY,
    )  # fmt: skip
    return {
        **shown,
        "removed": model.place == REMOVED,
        "leader": model.profile.leader,
        "look": model.profile.card.look,
        "acted": _has_acted(battle, model),
    }


def _has_acted(battle: Battle, model: Model) -> bool | None:
    """Before the first Round nobody has or has not; whoever acts, be it for the second time, is not done yet."""
    if model.place != IN_PLAY or not battle.round:
        return None
    return model.activated and battle.active_model() is not model


def _status(battle: Battle, model: Model) -> list[tuple[str, str]]:
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
    return status


def _mission(battle: Battle) -> dict[str, Any]:
    """What is fought over; and, by running the scoring on a copy, what it would be worth if the Round ended now."""
    scenario = battle.scenario
    lines: list[tuple[str, str]] = []
    if scenario.leader_points:
        lines.append(("Held with the leader", f"{scenario.leader_points} VP instead"))
    if scenario.leader_bounty:
        lines.append(("Enemy leader removed", f"{scenario.leader_bounty} VP, once"))
    if scenario.leader_beyond:
        lines.append(("Leader in the enemy half at the end", f"{scenario.leader_beyond} VP"))
    mission = mission_view(scenario.name, f"{scenario.summary}.", "gather.capture.when", lines)
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
    shown = marker_scene(
        objective.key, "objective", objective.label, (objective.x, objective.y), OBJECTIVE_RADIUS, holder
    )
    return {**shown, "points": [objective.points[battle.zones[side]] for side in (0, 1)]}


def _roster_panel(battle: Battle, side: int, told: list[tuple[Model, list[tuple[str, str]]]]) -> dict[str, Any]:
    lines = []
    for model, status in told:
        if model.side == side:
            if model.place == REMOVED:
                lines.append((model.name, "removed", ""))
            else:
                states = ", ".join([label for _, label in status])
                lines.append((model.name, f"{max(0, model.wounds)}/{model.profile.wounds}", states))
    return panel_view(f"{battle.colour(side)}'s warband", side, lines)


# -- cards ----------------------------------------------------------------------------------------------------------------


def cards(battle: Battle) -> dict[str, Any]:
    cards: dict[str, Any] = {}
    for model in battle.models:
        if model.profile.key not in cards:
            cards[model.profile.key] = card_of(model.profile)
    return cards


NAMES: Final[dict[str, str]] = {
    "CP": "Command points", "SP": "Speed", "AR": "Armor", "WN": "Wounds", "NE": "Nerve",
}  # fmt: skip
LETTERS: Final[tuple[CardLine, ...]] = (
    ('24", 2D6, 3+', "reach, dice, and what each must show to hit", "card.weapon-line-format"),
    ("AP", "armor piercing, taken off the armor roll", "stat.ap"),
    ("D", "damage of each hit that armor does not stop", "stat.damage"),
)
"""What is short for what in the lines of weapons."""


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
    blocks = [
        ("Attacks", [_attack_line(weapon) for weapon in profile.weapons]),
        ("Actions", [_action_line(action) for action in profile.actions]),
        ("Abilities", [_ability_line(ability) for ability in profile.abilities]),
    ]
    shown = card_view(profile.name, ", ".join(types), profile.points, stats, blocks, NAMES, LETTERS)
    return {**shown, "faction": profile.faction}


def _attack_line(weapon: Weapon) -> CardLine:
    text = weapon.line()[len(weapon.name) + 1 :]
    for rule in weapon.rules:
        text += f". {rule.name}: {rule.text}"
    clause = weapon.rules[0].clause if weapon.rules else ""
    return weapon.name, text, clause or "card.weapon-line-format"


def _action_line(action: SpecialAction) -> CardLine:
    price = f", {action.cost} CP" if action.cost else ""
    return f"{action.name} ({action.duration}{price})", action.text, action.clause


def _ability_line(ability: Ability) -> CardLine:
    price = f" ({ability.cost} CP)" if ability.cost else ""
    return f"{ability.name}{price}", ability.text, ability.clause


# -- sight and distances --------------------------------------------------------------------------------------------------


def sight(battle: Battle, viewer: str, target: str) -> dict[str, Any]:
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
    eyes = seen.eyes()
    if sees:
        lines = clearest_rays(seen, battle.name_of)
    else:
        lines = rays_from(seen, eyes[len(eyes) // 2], battle.name_of)
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


def measure(battle: Battle, start: Any, end: Any) -> dict[str, Any]:
    """The distance between two things: models and counters by their bases, bare points as points."""
    counters = {it.key: Base(it.key, it.x, it.y, OBJECTIVE_RADIUS) for it in battle.scenario.objectives}
    return measured(
        start, end, battle.field.table, MEASURING, counters, lambda key: _in_play(battle, key),
        level_at=lambda x, y: level_at(battle, x, y),
    )  # fmt: skip


def _in_play(battle: Battle, key: str) -> Model:
    model = battle.find(key)
    if not model.in_play:
        raise Refused(f"{model.name} is not on the table", MEASURING)
    return model


# -- what must never be ---------------------------------------------------------------------------------------------------


def faults_in(battle: Battle) -> list[str]:
    """Overlapping bases, bases off the table or the level, wounds out of bounds, negative pools."""
    models = battle.everybody()
    faults = standing_faults(battle.field.table, models, TOLERANCE + 0.002)
    for model in models:
        if model.wounds > model.profile.wounds and battle.step != GAME_OVER:
            faults.append(f"{model.key} has {model.wounds} wounds of {model.profile.wounds}")
    for side in (0, 1):
        if battle.command_points[side] < 0 or battle.pass_tokens[side] < 0:
            faults.append(f"seat {side} has a negative pool")
    return faults
