"""Stat lines stay as they were given. What balance may move are points, how many of a card there may be, and ready warbands."""

import pytest

from vanguard.rulebooks.killteam_vanguard.content.content import content
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")

GIVEN = """
necron-lord: CP4 SP4 AR3+ WN4 NE3+ base 32 height 1.5
    Staff of Light [MELEE] (0", 3D6, 2+, AP2, D1)
    Staff of Light [RANGED] (12", 3D6, 2+, AP2, D1)
necron-warrior: CP0 SP4 AR4+ WN1 NE3+ base 32 height 1.5
    Gauss Flayer [RANGED] (24", 1D6, 3+, AP1, D1)
    or Gauss Reaper [RANGED] (12", 2D6, 3+, AP1, D1)
immortal: CP0 SP4 AR3+ WN2 NE3+ base 32 height 1.5
    Gauss Blaster [RANGED] (24", 2D6, 3+, AP2, D1) BLAST (2")
    or Tesla Carbine [RANGED] (18", 3D6, 3+, AP0, D1)
deathmark: CP0 SP5 AR3+ WN1 NE3+ base 32 height 1.5
    Synaptic Disintegrator [RANGED] (30", 1D6, 2+, AP3, D2)
flayed-one: CP0 SP5 AR4+ WN1 NE3+ base 32 height 1.5
    Flayer Claws [MELEE] (0", 3D6, 3+, AP1, D1)
scarab-swarm: CP0 SP6 AR6+ WN2 NE2+ base 40 height 0.5
    Feeder Mandibles [MELEE] (0", 3D6, 5+, AP0, D1) DRAIN
crypt-warden: CP0 SP4 AR3+ WN3 NE3+ base 40 height 2
    Warscythe [MELEE] (1", 2D6, 3+, AP4, D2)
ember-prophet: CP2 SP5 AR4+ WN2 NE3+ base 32 height 1.5
    Brand Staff [MELEE] (1", 2D6, 3+, AP1, D1)
    Word of Ash [RANGED] (12", 2D6, 4+, AP0, D1) MORTAL
choir-zealot: CP0 SP5 AR6+ WN1 NE5+ base 25 height 1.5
    Cudgel [MELEE] (0", 2D6, 4+, AP0, D1)
    Slug Pistol [RANGED] (12", 1D6, 5+, AP0, D1)
    or Hooked Spear [MELEE] (2", 1D6, 4+, AP0, D1)
ash-gunner: CP0 SP5 AR6+ WN1 NE5+ base 25 height 1.5
    Knife [MELEE] (0", 1D6, 5+, AP0, D1)
    Scrap Rifle [RANGED] (18", 2D6, 5+, AP0, D1) RAPID
    or Flame Projector [RANGED] (6", 3D6, 4+, AP0, D1) IGNITE
firebomber: CP0 SP5 AR6+ WN1 NE5+ base 25 height 1.5
    Knife [MELEE] (0", 1D6, 5+, AP0, D1)
    Firebomb [RANGED] (6", 1D6, 3+, AP1, D1) BLAST (2")
howler: CP1 SP6 AR5+ WN1 NE4+ base 32 height 1.5
    Claws [MELEE] (0", 3D6, 4+, AP0, D1)
    or Scourge [MELEE] (1", 3D6, 4+, AP0, D1)
cinder-hound: CP0 SP6 AR5+ WN1 NE4+ base 40 height 1
    Bite [MELEE] (0", 2D6, 4+, AP0, D1) TOXIN
slag-brute: CP0 SP4 AR4+ WN4 NE4+ base 50 height 2.5
    Wrecking Maul [MELEE] (1", 3D6, 4+, AP2, D2) PUSH (3")
rifles-captain: CP2 SP5 AR4+ WN2 NE3+ base 32 height 1.5
    Sabre [MELEE] (0", 3D6, 3+, AP1, D1)
    Heavy Pistol [RANGED] (12", 2D6, 3+, AP1, D1)
    or Edged Sabre [MELEE] (0", 3D6, 3+, AP3, D1)
rifleman: CP0 SP5 AR5+ WN1 NE4+ base 25 height 1.5
    Halden Rifle [RANGED] (24", 2D6, 4+, AP0, D1)
    or Grenade Launcher [RANGED] (18", 1D6, 4+, AP1, D1) BLAST (2")
marksman: CP0 SP5 AR5+ WN1 NE4+ base 25 height 1.5
    Long Rifle [RANGED] (36", 1D6, 2+, AP2, D2)
shieldbearer: CP0 SP4 AR3+ WN2 NE4+ base 32 height 1.5
    Mace [MELEE] (0", 2D6, 4+, AP0, D1) TOPPLE
field-medic: CP1 SP5 AR5+ WN1 NE3+ base 25 height 1.5
    Pistol [RANGED] (12", 1D6, 4+, AP0, D1)
scout: CP0 SP6 AR5+ WN1 NE4+ base 25 height 1.5
    Shock Carbine [RANGED] (12", 2D6, 4+, AP0, D1) DRAIN
    or Concussion Charge [RANGED] (6", 1D6, 3+, AP0, D1) TOPPLE
heavy-gunner: CP0 SP4 AR4+ WN1 NE4+ base 40 height 1.5
    Repeater [RANGED] (24", 4D6, 4+, AP1, D1) UNWIELDY
warden-captain: CP3 SP5 AR2+ WN3 NE2+ base 40 height 2
    Relic Blade [MELEE] (1", 4D6, 3+, AP2, D1)
    Storm Pistol [RANGED] (12", 2D6, 3+, AP1, D1)
warden: CP0 SP5 AR3+ WN2 NE3+ base 32 height 1.5
    Combat Blade [MELEE] (0", 2D6, 3+, AP0, D1)
    Pulse Carbine [RANGED] (24", 2D6, 3+, AP1, D1)
    or Scatter Gun [RANGED] (12", 3D6, 3+, AP0, D1) RAPID
bulwark: CP0 SP4 AR2+ WN3 NE3+ base 40 height 2
    Impact Hammer [MELEE] (0", 2D6, 4+, AP3, D3) TOPPLE
    or Shock Maul [MELEE] (0", 2D6, 3+, AP1, D1) DRAIN
leaper: CP0 SP6 AR3+ WN2 NE3+ base 32 height 1.5
    Twin Blades [MELEE] (0", 4D6, 3+, AP1, D1)
    Pistol [RANGED] (12", 1D6, 3+, AP1, D1)
lancer: CP0 SP4 AR3+ WN2 NE3+ base 40 height 2
    Combat Blade [MELEE] (0", 2D6, 3+, AP0, D1)
    Sun Lance [RANGED] (24", 1D6, 3+, AP4, D3)
seer: CP2 SP5 AR3+ WN2 NE2+ base 32 height 1.5
    Rod [MELEE] (0", 2D6, 3+, AP1, D1)
    Mind Spike [RANGED] (18", 2D6, 3+, AP0, D1) MORTAL
"""
"""Every card as it was given; after “or” what an option adds or swaps in. The Necron Lord's is the printed one."""


def given() -> dict[str, list[str]]:
    cards: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in GIVEN.strip().splitlines():
        if line.startswith(" "):
            lines.append(line.strip())
        else:
            key, _, numbers = line.partition(": ")
            lines = cards[key] = [numbers]
    return cards


def played() -> dict[str, list[str]]:
    cards: dict[str, list[str]] = {}
    for faction in content().factions.values():
        for card in faction.cards:
            numbers = (
                f"CP{card.command_points} SP{card.speed:g} AR{card.armor}+ WN{card.wounds} NE{card.nerve}+ "
                f"base {card.base_mm} height {card.height:g}"
            )
            own = [weapon.line() for weapon in card.weapons if weapon not in faction.weapons]
            options = [f"or {option.adds.line()}" for option in card.options if option.adds is not None]
            cards[card.key] = [numbers, *own, *options]
    return cards


@proves("card.every-model", "card.necron-lord")
@pytest.mark.parametrize("key", list(given()))
def test_a_card_is_played_with_the_numbers_it_was_given(key: str) -> None:
    assert played()[key] == given()[key]


@proves("card.every-model")
def test_no_card_is_left_out() -> None:
    assert set(played()) == set(given())
