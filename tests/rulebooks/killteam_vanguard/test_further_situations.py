"""More situations worked out from the book: rules that meet, cards no ready warband fields, what is not offered."""

from __future__ import annotations

from tests.rulebooks.killteam_vanguard.test_worked_by_hand import TOUCH, drawn, rolled
from vanguard.rulebooks.killteam_vanguard.content.content import make_faction
from vanguard.rulebooks.killteam_vanguard.content.content_models import CardEntry, FactionEntry, OptionEntry
from vanguard.rulebooks.killteam_vanguard.profiles import Profile
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")

# -- cards nobody fields yet --------------------------------------------------------------------------------------------------


@proves("stat.attack-special", "melee.modifier.charge", "dice.modifier.bonus-dice")
def test_an_unwieldy_club_loses_a_die_in_the_charge_and_none_where_it_stands() -> None:
    card = 'card ogre SP6 AR4+ WN3: Club [MELEE] (0", 3D6, 3+, AP0, D1) UNWIELDY\n'
    charge = drawn(card + "blue ogre a 10,10\nred gunner t 16,10\nactive a")
    charge.play("charge", "t", [[16 - TOUCH, 10]], "club", "hit", "decline", dice="hit 1 1")
    assert charge.modifiers("Hit roll") == {"charge": 1, "UNWIELDY (dice)": -1}
    standing = drawn(card + f"blue ogre a 10,10\nred gunner t {10 + TOUCH},10\nactive a")
    standing.play("attack", "club>t", "decline", dice="hit 1 1 1")
    assert rolled(standing) == [3]


def fielded(card: CardEntry, options: list[str], leader: bool = False) -> Profile:
    faction = make_faction(
        "own", FactionEntry(name="Own", summary="Own", leader_abilities=["Unbowed"], entries={"lord": card})
    )
    [made] = faction.cards
    return Profile(made, faction, [it for it in made.options if it.name in options], leader)


def lord(*options: OptionEntry) -> CardEntry:
    attacks = ['Staff [MELEE] (0", 3D6, 2+, AP2, D1)', 'Staff [RANGED] (12", 3D6, 2+, AP2, D1)']
    return CardEntry(
        name="Lord", type="Lord", points=20, max=1, CP=2, SP=5, AR="3+", WN=3, NE="3+", base_mm=32, height=1.5,
        attacks=attacks, abilities=["Unbowed"], options=list(options),
    )  # fmt: skip


@proves("warband.options", "card.weapon-line-format")
def test_who_gives_up_a_staff_gives_up_both_of_its_attacks() -> None:
    blade = OptionEntry(name="Blade", points=2, attack='Blade [MELEE] (0", 4D6, 3+, AP0, D1)', instead_of="Staff")
    assert [weapon.name for weapon in fielded(lord(blade), ["Blade"]).weapons] == ["Blade"]
    assert [weapon.key for weapon in fielded(lord(blade), []).weapons] == ["staff-melee", "staff-ranged"]


@proves("card.special-abilities.cp-cost", "warband.leader-bonus")
def test_an_ability_that_a_card_and_its_leader_both_have_counts_once() -> None:
    assert [ability.name for ability in fielded(lord(), [], leader=True).abilities] == ["Unbowed"]
