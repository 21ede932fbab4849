"""What several of the situations draw with: weapons, cards, and how what they are about begins."""

from fractions import Fraction
from math import cos, pi, sin
from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, game_at
from vanguard import odds
from vanguard.rulebooks.fortyk_vanguard.charge_phase import begin_charge_phase
from vanguard.rulebooks.fortyk_vanguard.movement_phase import begin_movement
from vanguard.rulebooks.fortyk_vanguard.profiles import WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import manifest
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, Effect

KILLER = 'gun: 24" Assault 1, S 9, AP -5, D 3'
AIM = "gun/gun>b"


def moving(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="movement", **more)
    begin_movement(table.battle)
    return table


def charging(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="charge", **more)
    begin_charge_phase(table.battle)
    return table


def fighting(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="fight", **more)
    for model in table.battle.models:
        if model.did(CHARGED):
            model.charge_targets = tuple([enemy.key for enemy in table.battle.enemies_of(model.seat)])
    return table


def cast(table: Table, power: str, *answers: Any, dice: str, caster: str = "a") -> Table:
    psyker = table[caster].profile.psyker
    assert psyker is not None
    table.do(manifest, table[caster], next(it for it in psyker.known if it.key == power), answers=answers, dice=dice)
    return table


def shot(drawn: str, *guns: str, dice: str, answers: tuple[Any, ...] = (AIM,), **more: Any) -> Table:
    table = at(drawn, weapons={"a": guns} if guns else {}, **more)
    table.do(shoot, "a", answers=answers, dice=dice)
    return table


def after_losses(rows: str, lost: int, starting: int) -> Table:
    table = at(f"{rows}\nred Man e 40,25", phase="morale", starting=(starting, 1))
    table.battle.destroyed_this_turn = (lost, 0)
    return table


SURE = 'gun: 24" Assault 1, S 9, AP -5, D 1'
WALKER = "blue Man a 4,15 kw=VEHICLE not=INFANTRY base=60"
TRUKK = "blue orks/trukk t 10,15"


def attacked(table: Table, lost: bool = False) -> dict[str, int]:
    """How many attacks were made on whom, or were lost."""
    found: dict[str, int] = {}
    for event in table.events("attacks-lost" if lost else "hits"):
        target = str(event.values["target"])
        found[target] = found.get(target, 0) + int(event.values["n" if lost else "of"])
    return found


FIVE_MORE = "\n".join(
    [f"red Man v{i} {x},{y}" for i, (x, y) in enumerate([(19, 15), (21, 15), (20, 16), (20, 14), (21, 16.1)])]
)
TESLA = "tesla-carbine/tesla-carbine>"


def under(table: Table, *effects: Effect) -> Table:
    table.battle.effects = effects
    return table


VEHICLE = "kw=VEHICLE not=INFANTRY"
BLAST = 'gun: 24" Heavy 2, S 4, AP 0, D 1, blast'
SURE_AXE = "axe: Melee, S 9, AP -5, D 3"
FAR = "blue Man z 40,2"
RIDER = "blue orks/trukk t 10,15{}\nblue orks/boyz p 0,0 in=t"
Y = "red Man y 40,2"


def ring(count: int, apart: float, base: int, x: float = 10, y: float = 15) -> str:
    """Enemies all round a place."""
    turns = [2 * pi * i / count for i in range(count)]
    places = [(x + apart * cos(turn), y + apart * sin(turn)) for turn in turns]
    return "\n".join([f"red Man e{i} {places[i][0]:.3f},{places[i][1]:.3f} base={base}" for i in range(count)])


def gun_of(table: Table) -> WeaponProfile:
    """The first profile of the first gun of a."""
    return table["a"].profile.ranged[0].ranged[0]


def duel(gun: str = 'gun: 24" Assault 1, S 4, AP 0, D 1', shooter: str = "", target: str = "", **more: Any) -> Table:
    return at(f"blue Man a 4,15 {shooter}\nred Man b 10,15 {target}", weapons={"a": (gun,)}, **more)


def in_the_fight_phase(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="fight", **more)
    return table


def chance(table: Table, *answers: Any, of: int = 0) -> Any:
    """The chance that the last answer removes its target (or another of those it watches)."""
    game = game_at(table)
    for answer in answers[:-1]:
        game.answer(answer)
    return pytest.approx(odds.of(game, answers[-1]).chance_removed(of), abs=1e-9)


def some(one: Fraction, times: int) -> Fraction:
    """The chance that one of so many attacks does it."""
    return 1 - (1 - one) ** times


SIXTH, THIRD, HALF, TWO_THIRDS = Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)
BOLT = "bolt-rifle/bolt-rifle>b"
