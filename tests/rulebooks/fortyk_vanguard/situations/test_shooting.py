"""Shooting: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, game_at, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    HALF,
    KILLER,
    TWO_THIRDS,
    Y,
    chance,
    duel,
    shot,
    some,
)
from vanguard import odds
from vanguard.core.questions import Split
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import aimed, next_to_shoot, resolve, shoot, why_not_now
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter


@proves("core.shoot.select")
def test_a_player_may_end_the_shooting_phase() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15")
    assert table.do(next_to_shoot, answers=("end-phase",)) is False
    assert not table.events("hits")


@proves("core.shoot.select")
def test_the_phase_goes_on_while_somebody_shoots() -> None:
    table = at("blue Man a 4,15\nblue Man c 4,19\nred Man b 10,15")
    assert table.do(next_to_shoot, answers=("a", AIM), dice="hit 1") is True
    assert available(table.ask(next_to_shoot)) == ["c", "end-phase"]


@proves("core.shoot.declare-all-targets-first")
def test_the_odds_of_shooting_no_more_are_those_of_the_weapons_aimed_so_far() -> None:
    """The gun alone: hit on 3+, wound on 2+, no save: 5/9. The two arrows, of which each kills once in six, come on top."""
    table = at(
        "blue Man a 8,15\nred Man b 14.5,15 W=3\nred Man c 14.5,17",
        weapons={"a": (KILLER, 'bow: 24" Assault 2, S 4, AP 0, D 1')},
    )
    game = game_at(table)
    game.answer("a")
    game.answer(AIM)
    assert odds.of(game, "hold-fire").chance_removed() == pytest.approx(5 / 9)
    game.answer("bow/bow>b")
    assert isinstance(game.question, Split)
    assert game.question.is_attack, "nothing is left to choose: the whole volley"
    assert odds.of(game, {"b": 1, "c": 1}).chance_removed(1) == pytest.approx(1 / 6)


@proves("core.shoot.target-must-be-visible-and-in-range", "core.move.advance-restrictions")
def test_who_cannot_shoot_is_told_what_bars_its_weapons_or_that_there_is_no_target() -> None:
    heavy = {"a": ('gun: 24" Heavy 1, S 4, AP 0, D 1',)}
    ran = at("blue Man a 4,15 moved=advanced\nred Man b 14,15", weapons=heavy)
    assert why_not_now(ran.battle, ran["a"])[1] == "core.move.advance-restrictions"
    far = at("blue Man a 4,15\nred Man b 40,15", weapons=heavy)
    assert why_not_now(far.battle, far["a"])[1] == "core.shoot.target-must-be-visible-and-in-range"


@proves("core.shoot.target-must-be-visible-and-in-range", "vanguard.blast.indirect-initial-target")
def test_behind_a_wall_only_what_needs_no_sight_finds_its_target() -> None:
    guns = ('gun: 36" Heavy 1, S 4, AP 0, D 1', 'mortar: 36" Heavy 1, S 4, AP 0, D 1, blast, ignores_visibility')
    table = at("blue Man a 4,15\nred Man b 14,15\ncontainer 8,5,9,25 height=5", weapons={"a": guns})
    assert available(table.ask(shoot, "a")) == ["mortar/mortar>b", "hold-fire"]


@proves("core.shoot.target-must-be-visible-and-in-range")
def test_only_who_has_somebody_to_shoot_at_is_asked() -> None:
    table = at("blue Man a 10,15\nblue Man far 1,1\nred Man b 30,15")
    question = table.ask(next_to_shoot)
    assert available(question) == ["a", "end-phase"]
    assert "[core.shoot.target-must-be-visible-and-in-range]" in why_not(question, "far")


@proves("core.shoot.target-must-be-visible-and-in-range", "faction.smoke-launchers")
def test_who_can_lay_smoke_may_be_chosen_without_a_target_and_who_fell_back_may_not() -> None:
    table = at("blue Man a 1,1 rules=smoke-launchers\nblue Man c 1,4\nred Man b 40,25")
    assert available(table.ask(next_to_shoot)) == ["a", "end-phase"]
    fell = at("blue Man a 1,1 rules=smoke-launchers moved=fell-back\nblue Man c 20,15\nred Man b 40,15")
    assert available(fell.ask(next_to_shoot)) == ["c", "end-phase"]


@proves("core.shoot.no-shooting-while-engaged", "core.shoot.big-guns-may-shoot")
@pytest.mark.parametrize(("who", "clause"), [("kw=VEHICLE", ""), ("", "core.shoot.no-shooting-while-engaged")])
def test_in_combat_a_vehicle_shoots_what_a_man_does_not(who: str, clause: str) -> None:
    table = at(f"blue Man a 4,15 {who}\nred Man b 5.5,15")
    assert why_not_now(table.battle, table["a"])[1] == clause


@proves("core.shoot.no-shooting-while-engaged")
def test_who_is_free_shoots_any_weapon_and_who_is_engaged_only_pistols() -> None:
    guns = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1', 'pistol: 12" Pistol 1, S 4, AP 0, D 1')}
    free = at("blue Man a 4,15\nred Man b 10,15", weapons=guns)
    assert available(free.ask(shoot, "a")) == ["gun/gun>b", "pistol/pistol>b", "hold-fire"]
    caught = at("blue Man a 4,15\nred Man b 5.5,15", weapons=guns)
    question = caught.ask(shoot, "a")
    assert available(question) == ["pistol/pistol>b", "hold-fire"]
    assert "[core.shoot.no-shooting-while-engaged]" in why_not(question, "gun/gun>b")


@proves("core.shoot.number-of-attacks", "core.weapon.automatic-hits")
@pytest.mark.parametrize(
    ("gunner", "target", "aim", "one"),
    [
        ("space-marines/tactical-squad+flamer", "orks/boyz b 12,15", "flamer/flamer>b", Fraction(5, 18)),
        (
            "astra-militarum/infantry-squad/team+mortar-team", "astra-militarum/infantry-squad b 30,15",
            "mortar/mortar>b", Fraction(2, 9),
        ),
    ],
)  # fmt: skip
def test_the_chance_of_a_random_number_of_attacks(gunner: str, target: str, aim: str, one: Fraction) -> None:
    """Each number as likely as any other. Flames: 5+ and no save on 6+. Mortar: 4+, 3+, no save on 5+."""
    table = at(f"blue {gunner} a 4,15\nred {target}\n{Y}")
    assert sum([some(one, number) for number in range(1, 7)]) / 6 == chance(table, "a", aim)


@proves("core.shoot.number-of-attacks", "core.stratagem.command-re-roll")
def test_a_random_number_of_attacks_may_be_rolled_again() -> None:
    table = duel('gun: 24" Heavy D6, S 4, AP 0, D 1', target="W=9", cp=(1, 0))
    question = table.ask(shoot, "a", answers=(AIM,), dice="attacks 2")
    assert question.clause == "core.stratagem.command-re-roll"
    table.do(shoot, "a", answers=(AIM, "re-roll"), dice="attacks 2 / re-roll 3 / hit 1 1 1")


@proves("core.shoot.number-of-attacks")
def test_only_a_random_number_of_attacks_is_told() -> None:
    fixed = duel('gun: 24" Assault 2, S 4, AP 0, D 1')
    fixed.do(shoot, "a", answers=(AIM,), dice="hit 1 1")
    assert not fixed.events("attacks")
    rolled = duel('gun: 24" Assault D6, S 4, AP 0, D 1')
    rolled.do(shoot, "a", answers=(AIM,), dice="attacks 2 / hit 1 1")
    assert rolled.heard("attacks", n=2)


@proves("core.shoot.number-of-attacks", "core.weapon.blast-maximum")
def test_a_cyclone_at_eleven_makes_twelve_attacks_without_a_roll() -> None:
    crowd = "\n".join([f"red Man b{i} {20 + i % 4 * 1.1},{14 + i // 4 * 1.1}" for i in range(11)])
    table = at(f"blue space-marines/terminators+cyclone-missile-launcher a 4,15\n{crowd}")
    frag = next(key for key in available(table.ask(shoot, "a")) if "frag" in key and key.endswith(">b5"))
    ones = " / ".join(["hit 1"] * 10)
    table.do(shoot, "a", answers=(frag, "hold-fire", "as-listed"), dice=f"hit 1 1 / {ones}")
    assert table.heard("blast-most", n=12, size=11)


@proves("core.shoot.resolve-target-by-target")
def test_two_like_weapons_are_one_choice_when_their_order_is_asked() -> None:
    guns = ('gun: 24" Assault 1, S 4, AP 0, D 1', 'bow: 24" Assault 1, S 5, AP 0, D 1')
    table = at("blue Man a 4,15\nred Man b 14,15\nred Man c 14,19", weapons={"a": guns})
    gun, bow = [weapon.ranged[0] for weapon in table["a"].profile.ranged]
    shooter = Shooter(table.battle, table["a"])
    groups = [aimed(shooter, key, it, table["b"], 1, shooter.base) for key, it in (("g", gun), ("h", gun), ("w", bow))]
    question = table.ask(lambda battle: resolve(battle, battle["a"], groups))
    assert available(question) == ["as-listed", "gun", "bow"]


@proves("core.shoot.resolve-target-by-target")
def test_the_order_declared_may_stand() -> None:
    guns = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1', 'rifle: 24" Assault 1, S 4, AP 0, D 1')}
    for answer, order in (("as-listed", ["gun", "rifle"]), ("rifle", ["rifle", "gun"])):
        table = at("blue Man a 4,15\nred Man b 10,15 W=9", weapons=guns)
        table.do(shoot, "a", answers=(AIM, "rifle/rifle>b", answer), dice="hit 1 / hit 1")
        assert [event.values["weapon"] for event in table.events("hits")] == order


@proves("core.shoot.lost-attacks")
def test_what_was_declared_is_shot_although_the_shooter_dies_in_an_explosion() -> None:
    table = shot(
        "blue Man a 8,15\nred orks/deff-dread b 11.5,15 wounds=1\nred Man c 8,20",
        KILLER, 'bow: 24" Assault 1, S 9, AP -5, D 3',
        answers=(AIM, "bow/bow>c", "b"), dice="hit 6 / wound 6 / explodes 6 / mortal 1 / hit 6 / wound 6",
    )  # fmt: skip
    assert table.dead == ["a", "b", "c"]


@proves("core.shoot.big-guns-other-targets", "core.shoot.big-guns-heavy-penalty", "core.shoot.resolve-target-by-target")
def test_a_walker_that_clears_its_combat_first_fires_on_without_the_penalty() -> None:
    """At whom it fights 3+ less 1: a 4. With nobody left beside it a 3 hits the other; first fired there it would be lost."""
    guns = ('gun: 24" Heavy 1, S 9, AP -5, D 1', 'cannon: 24" Heavy 1, S 9, AP -5, D 1')
    drawn = "blue Man a 10,15 kw=VEHICLE not=INFANTRY\nred Man b 11.5,15\nred Man c 20,15"
    table = at(drawn, weapons={"a": guns})
    table.do(shoot, "a", answers=(AIM, "cannon/cannon>c", "as-listed"), dice="hit 4 / wound 2 / hit 3 / wound 2")
    assert table.dead == ["b", "c"]
    missed = at(drawn, weapons={"a": guns})
    missed.do(shoot, "a", answers=(AIM, "cannon/cannon>c", "as-listed"), dice="hit 3")
    assert missed.dead == []
    assert missed.heard("attacks-lost", target="c")


@proves("core.shoot.big-guns-other-targets", "core.shoot.big-guns-heavy-penalty")
def test_the_chance_of_big_guns_in_combat() -> None:
    """At whom it fights 4+, 3+, saved on 5+, six times; at others none while an enemy is at hand, in one volley too."""
    table = at("blue space-marines/dreadnought a 10,15\nred Man b 12.5,15\nred Man c 20,15")
    cannon = "assault-cannon/assault-cannon>"
    assert chance(table, "a", f"{cannon}b") == some(HALF * TWO_THIRDS * TWO_THIRDS, 6)
    assert chance(table, "a", f"{cannon}c") == 0
    assert chance(table, "a", f"{cannon}c", "hold-fire") == 0
