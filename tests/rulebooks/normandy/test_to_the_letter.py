"""Rules to the letter: whole attacks against the book worked out slowly."""

from __future__ import annotations

from random import Random

import pytest

from tests.rulebooks.normandy import slow_attacks
from tests.rulebooks.normandy.positions import Cell, activate, battle_on, put
from vanguard.odds import of_option
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.ground import HEXES, SIZE, Ground
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import keys

proves = proves_for("normandy")

SIGNS = "....=hHbwvTF~"


def beside(chance: Random, centre: Cell, reach: int, land: list[Cell], figures: int) -> list[Cell]:
    """So many hexes near a place, the second one usually beside the first; fewer if there is no room."""
    found = [chance.choice([cell for cell in land if slow_attacks.apart(cell, centre) <= reach])]
    near = [cell for cell in land if 0 < slow_attacks.apart(cell, found[0]) <= chance.choice([1, 1, 3])]
    return found + ([chance.choice(near)] if figures > 1 and near and chance.random() < 0.8 else [])


@proves("attack.range-per-figure", "attack.pool", "attack.reference-pair", "attack.tie-attacker-chooses", "attack.needs-one-figure",
        "cover.line-definition", "protection.highest-only", "protection.symbol-by-symbol", "kw.combine", "weather.card.ground-fog")  # fmt: skip
@pytest.mark.parametrize("number", range(6))
def test_attacks_on_any_ground_come_to_what_the_book_says(number: int) -> None:
    """Any two cards, either side of them, on ground drawn by lot: what can be declared, and how likely which damage."""
    chance = Random(f"attacks {number}")
    compared = 0
    while compared < 120:
        signs = "".join([chance.choice(SIGNS) for _ in range(HEXES)])
        ground = {(i % SIZE, i // SIZE): signs[i] for i in range(HEXES)}
        land = [cell for cell, sign in ground.items() if sign != "~"]
        battle = battle_on(Ground(("drawn",), signs))
        battle.weather = chance.choice(["all-clear", "all-clear", "ground-fog"])
        mine, theirs = [[card for card in content().cards.values() if card.faction == it] for it in ("usa", "germany")]
        one, other = chance.choice(mine), chance.choice(theirs)
        shooters = beside(chance, (7, 7), 7, land, one.size)
        targets = beside(chance, shooters[0], chance.choice([1, 3, 6, 12]), land, other.size)
        if set(shooters) & set(targets):
            continue
        unit = put(battle, one.key, *shooters, veteran=chance.random() < 0.5)
        target = put(
            battle, other.key, *targets, veteran=chance.random() < 0.5, hidden=chance.choice(["", "", "smoke"])
        )
        target.damage = chance.randrange(target.face.health)
        dug_in = not other.mechanized and any([ground[cell] in slow_attacks.FORTIFIED for cell in targets])
        hidden = bool(target.hidden) or dug_in
        game = activate(battle, unit, points=3)
        for attack in unit.face.attacks:
            option = f"attack {attack.key} {target.key}"
            told = slow_attacks.damage_chances(
                ground,
                attack,
                shooters,
                unit.face,
                targets,
                target.face,
                hidden,
                battle.weather == "ground-fog",
                target.damage,
            )
            assert (option in keys(game)) is (told is not None), option
            if told is not None and not attack.reroll:
                assert of_option(game, option).damage() == pytest.approx(told), (option, shooters, targets, signs)
                compared += 1
