"""Datacards and weapons dealt by lot: sizes, numbers and special rules that no printed kill team puts together."""

from __future__ import annotations

import random

from vanguard.rulebooks.killteam_lite.content.content import content, special_rule
from vanguard.rulebooks.killteam_lite.profiles import Datacard, KillTeam, WeaponProfile

OF_GUNS = (
    "AP1", "AP2", "Barrage", "Balanced", 'Blast 2"', "Ceaseless", "Fusillade", "Heavy", "Hot", "Indirect", "Lethal 5+", "Limited",
    "MW2", "No Cover", "P1", "Relentless", "Rending", 'Rng 6"', 'Rng 3"', "Silent", "Splash 1", "Stun", 'Torrent 2"', "Unwieldy",
)  # fmt: skip
OF_BLADES = ("Balanced", "Brutal", "Ceaseless", "Lethal 5+", "Limited", "Reap 1", "Relentless", "Rending", "Stun")
ONE_OF_THESE = {'Blast 2"', "Fusillade", 'Torrent 2"'}
BASES = (20, 25, 28, 32, 40)
HEIGHTS = (0.5, 1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 3.5)


def dealt_teams(number: int) -> dict[str, KillTeam]:
    """The kill teams that are printed, every operative with a datacard and weapons of this deal."""
    chance = random.Random(number)
    return {
        team.key: KillTeam(
            team.key, team.name, team.character, tuple([_dealt(chance, card) for card in team.datacards]), team.ploys
        )
        for team in content().teams.values()
    }


def _dealt(chance: random.Random, card: Datacard) -> Datacard:
    base, height = chance.choice(BASES), chance.choice(HEIGHTS)
    guns = tuple([_weapon(chance, f"{card.key} gun {i}", True) for i in range(chance.randint(0, 3))])
    blades = tuple([_weapon(chance, f"{card.key} blade {i}", False) for i in range(chance.randint(1, 2))])
    return Datacard(
        card.key, card.name, card.count, card.leader, float(chance.randint(3, 9)), chance.randint(1, 4), chance.randint(0, 5),
        chance.randint(2, 6), chance.choice((0, 0, 4, 5)), chance.randint(3, 18), base, height, guns, blades, card.abilities, card.look,
    )  # fmt: skip


def _weapon(chance: random.Random, name: str, ranged: bool) -> WeaponProfile:
    rules = chance.sample(OF_GUNS if ranged else OF_BLADES, chance.randint(0, 3))
    while len(ONE_OF_THESE & set(rules)) > 1 or len({_name(rule) for rule in rules}) < len(rules):
        rules = chance.sample(OF_GUNS if ranged else OF_BLADES, chance.randint(0, 3))
    damage = chance.randint(1, 5)
    numbers = (chance.randint(2, 6), chance.randint(2, 6), damage, damage + chance.randint(0, 3))
    return WeaponProfile(name, name, name, ranged, *numbers, tuple([special_rule(rule) for rule in rules]))


def _name(rule: str) -> str:
    return rule.split()[0].rstrip("0123456789")
