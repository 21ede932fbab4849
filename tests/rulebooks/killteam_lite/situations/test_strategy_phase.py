"""Strategy phase: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from tests.rulebooks.killteam_lite.situations.sketches import armed, odds
from tests.rulebooks.killteam_lite.test_abilities_and_ploys import with_ploy
from vanguard.rulebooks.killteam_lite.state import INCAPACITATED, INITIATIVE, STRATEGY
from vanguard.server.workers import insights
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")
CHARGED = "blue Crusher a 4,11 Engage\nred Warden w 10,11 Engage"


@proves("initiative.tie-later")
def test_a_tie_is_told_as_what_gives_the_initiative() -> None:
    battle = battle_at("blue Man a 4,11 Conceal\nred Man b 26,11 Conceal", turning_point=1, cp=(0, 0))
    battle.phase, battle.initiative = INITIATIVE, 0
    table = Table(battle).play(dice="initiative 3 / initiative 3")
    assert [event.clause for event in table.events("initiative")] == ["initiative.tie-later"]


@proves("initiative.tie-later", "initiative.tie-uses-who-had-it")
def test_ties_pass_the_initiative_to_and_fro() -> None:
    """Given away in the first Turning Point, tied in the second and in the third: red, blue, red."""
    battle = battle_at("blue Man a 4,11 Conceal\nred Man b 26,11 Conceal", turning_point=0, cp=(2, 2))
    battle.phase, battle.initiative = INITIATIVE, -1
    table = Table(battle).play("opponent", dice="initiative 6 / initiative 1")
    table.play("b", "pass", "a", "pass", dice="initiative 3 / initiative 3")
    assert (table.battle.initiative, table.decider) == (0, 0)
    table.play("a", "conceal", "pass", "b", "conceal", "pass", dice="initiative 4 / initiative 4")
    assert (table.battle.initiative, table.battle.command_points) == (1, (5, 5))


@proves("initiative.simultaneous-effects", "strategy.ploys.tactical-timing")
@pytest.mark.parametrize(
    ("first", "ploys"), [("blue-first", ["Pounce", "Counterblow"]), ("red-first", ["Counterblow", "Pounce"])]
)
def test_who_has_the_initiative_says_whether_a_pounce_or_a_counterblow_comes_first(
    first: str, ploys: list[str]
) -> None:
    table = at(CHARGED, active="a", cp=(1, 1)).play("charge", [[8.2, 11]])
    assert (table.clause, table.options) == ("initiative.simultaneous-effects", ["blue-first", "red-first"])
    table.play(first)
    for ploy in ploys:
        assert ploy in table.prompt
        table.play("no")
    assert table.clause == "firefight.one-action-at-a-time"


@proves("initiative.simultaneous-effects", "strategy.ploys.tactical-timing")
def test_no_counterblow_comes_after_a_pounce_that_was_let_go_with_no_point_left() -> None:
    table = at(CHARGED, active="a", cp=(1, 1), points=1).play("charge", [[8.2, 11]], "blue-first", "no")
    assert (table.battle.active, table.battle.command_points) == ("", (1, 1))


@proves("initiative.simultaneous-effects")
@pytest.mark.parametrize(("cp", "ploy"), [((1, 0), "Pounce"), ((0, 1), "Counterblow")])
def test_nobody_orders_a_single_ploy(cp: tuple[int, int], ploy: str) -> None:
    table = at(CHARGED, active="a", cp=cp).play("charge", [[8.2, 11]])
    assert ploy in table.prompt


@proves("strategy.ploys.once-per-turning-point", "splash.area")
def test_of_two_troopers_felled_by_one_splash_only_one_holds_on() -> None:
    drawn = """
        red Man s 4,11 Engage
        blue Trooper a 12,11 Engage wounds=1
        blue Trooper c 12,12.9 Engage wounds=1
        blue Medic m 14.2,12 Engage
    """
    table = at(drawn, active="s", turn=1, cp=(3, 0), weapons={"s": ("gun: A 1, BS 3+, D 1/1, Splash 1",)})
    table.play("shoot", "a", dice="attack 6")
    assert (table.decider, table.battle.command_points) == (0, (3, 0))
    table.play("hold-on")
    assert sorted([table["a"].in_play, table["c"].in_play]) == [False, True]
    assert table.battle.command_points == (2, 0)


@proves("strategy.ploys.effect-immediate")
def test_a_ploy_for_weapons_that_are_lost_is_not_to_be_had() -> None:
    """Marked Rounds are for service rifles and shotguns: with the Trooper and the Medic gone nobody has one."""
    drawn = "blue Burner f 4,11 Engage\nblue Trooper t 4,14 Engage\nred Man b 20,11 Engage"
    battle = battle_at(drawn, cp=(3, 0))
    battle.phase = STRATEGY
    assert "marked-rounds" in Table(battle.copy()).keys
    battle["t"].wounds, battle["t"].fate, battle["t"].ready = 0, INCAPACITATED, False
    late = Table(battle)
    assert late.why_not("marked-rounds") == "no friendly operative has such a weapon [strategy.ploys.effect-immediate]"
    assert late.keys == ["dig-in", "pass"]


@proves("strategy.ploys.effect-immediate", "battle.winner-by-mission", "game.specific-overrides-general")
def test_whoever_carries_the_relic_does_not_drift() -> None:
    """The carrier cannot Dash, and Drift is a Dash."""
    battle = battle_at(
        "blue Needler n 4,11 Conceal\nblue Needler o 4,14 Conceal\nred Man b 25,11 Engage", cp=(3, 0), mission="relic"
    )
    battle.phase, battle.carrier = STRATEGY, "n"
    table = Table(battle).play("drift")
    assert table.keys == ["o", "stop"]


@proves("strategy.ploys.tactical-timing")
@pytest.mark.parametrize(("x", "asked"), [(14.0, True), (14.01, False)])
def test_one_holds_on_with_a_medic_exactly_three_inches_away(x: float, asked: bool) -> None:
    drawn = (
        f"blue Man a 4,11 Engage\nred Trooper t 10,11 Engage wounds=1 base=25.4\nred Medic m {x},11 Engage base=25.4"
    )
    table = at(drawn, active="a", cp=(0, 1))
    table.play("shoot", "t", "keep", dice="attack 5 1 1 1 / defence 1 1 1")
    assert (not table.game.over and "Hold On!" in table.prompt) is asked


@proves("strategy.ploys.tactical-timing", "reap.area", "combat.ends-on-incapacitation")
def test_a_reaper_felled_by_throes_in_the_middle_of_its_combat_may_deal_a_last_blow() -> None:
    """Reaping fells a second Hunter, whose throes fell the Captain: it falls in a combat with hits unresolved."""
    drawn = """
        blue Warden_Captain c 4,11 Engage wounds=2
        blue Warden v 2,2 Conceal
        red Hunter h 5.8,11 Engage W=10
        red Hunter g 4,12.8 Engage wounds=1
    """
    blades = {"c": ("blade: A 3, WS 3+, D 3/4, Reap 1",), "h": ("claws: A 1, WS 3+, D 1/1",)}
    table = at(drawn, active="c", cp=(1, 1), weapons=blades)
    table.play("fight", "h", "keep", "keep", "strike-critical", dice="fight 6 5 5 / fight 2")
    assert (table.decider, table.keys) == (1, ["c", "no"])
    table.play("c")
    assert (table.decider, table.keys) == (0, ["strike-normal", "no"])
    table.play("strike-normal")
    assert (table["h"].wounds, table["c"].in_play, table.battle.command_points) == (3, False, (0, 0))


@proves("strategy.ploys.tactical-timing", "damage.incapacitated-removal-time")
def test_throes_are_not_offered_on_whoever_can_lose_no_more_wounds() -> None:
    """The Trooper holds on and fells the Hunter: until the action is over nothing can be done to it."""
    drawn = "blue Trooper t 4,11 Engage wounds=2\nblue Medic m 4,{} Conceal\nred Hunter h 5.6,11 Engage wounds=3\nred Hunter far 28,20 Conceal"
    blades = {"t": ("knife: A 2, WS 3+, D 2/3",), "h": ("claws: A 1, WS 3+, D 2/2",)}
    answers = ("fight", "keep", "keep", "strike-normal", "strike-normal", "hold-on")
    table = at(drawn.format(14), active="t", cp=(1, 1), weapons=blades).play(*answers, dice="fight 4 4 / fight 4")
    assert (table["t"].wounds, table["h"].in_play, table.battle.command_points) == (1, False, (0, 1))
    near = at(drawn.format("12.1"), active="t", cp=(1, 1), weapons=blades).play(*answers, dice="fight 4 4 / fight 4")
    assert near.keys == ["m", "no"]


@proves("strategy.ploys.tactical-timing", "combat.ends-on-incapacitation")
def test_no_last_blow_is_offered_on_whoever_can_lose_no_more_wounds() -> None:
    drawn = "blue Trooper t 4,11 Engage wounds=2\nblue Medic m 4,{} Conceal\nred Warden w 5.6,11 Engage wounds=3\nred Warden far 28,20 Conceal"
    answers = ("fight", "keep", "keep", "strike-normal", "strike-normal", "hold-on")
    nothing: list[str] = []
    critical = ["strike-critical", "no"]
    cases = (("", 14, nothing), (", Reap 1", 14, nothing), (", Reap 1", 12.1, critical), (", Stun", 14, nothing))
    for rules, medic, keys in cases:
        blades = {"t": ("knife: A 2, WS 3+, D 2/3",), "w": (f"blade: A 2, WS 3+, D 2/2{rules}",)}
        table = at(drawn.format(medic), active="t", cp=(1, 1), weapons=blades)
        table.play(*answers, dice="fight 4 4 / fight 4 6")
        assert (table.keys if keys else table.events("incapacitated")[0].about) == (keys or ("w",))
        assert table.battle.command_points == (0, 1)


@proves("strategy.ploys.tactical-timing", "initiative.simultaneous-effects")
def test_nobody_orders_throes_that_have_nobody_left_to_reach() -> None:
    """Two Hunters are splashed to death, each within reach of the other alone."""
    drawn = """
        blue Hunter a 14,11 Engage wounds=1
        blue Man s 4,11 Engage
        red Hunter b 15.8,11 Engage wounds=1
        red Man c 15.8,13.2 Engage W=20 Df=0
    """
    table = at(drawn, active="s", cp=(1, 1), weapons={"s": ("gun: A 1, BS 3+, D 1/1, Splash 1",)})
    table.play("shoot", "c", "keep", dice="attack 6")
    assert (table["a"].in_play, table["b"].in_play, table["c"].wounds) == (False, False, 18)


@proves("strategy.ploys.tactical-timing", "firefight.no-repeat")
def test_no_pounce_is_offered_to_whoever_has_fought_already() -> None:
    """Fight, then Charge: no Fight can follow in this activation, so there is none to make free."""
    drawn = (
        "blue Hunter h 4,11 Engage\nred Man b 5.6,11 Engage wounds=1 blades=none\nred Man c 11,11 Engage blades=none"
    )
    table = at(drawn, active="h", cp=(1, 0), weapons={"h": ("claws: A 1, WS 3+, D 1/1",)})
    table.play("fight", "keep", "charge", [[9.5, 11]], dice="fight 5")
    assert (table.battle.active, table.battle.command_points, table.decider) == ("", (1, 0), 1)


@proves("strategy.ploys.tactical-timing", "firefight.spend-ap")
def test_no_counterblow_is_offered_against_a_fight_that_cannot_come() -> None:
    charged = "blue {} a 4,11 Engage\nred Warden w 10,11 Engage"
    spent = at(charged.format("Man"), active="a", cp=(0, 1), points=1).play("charge", [[8.4, 11]])
    assert (spent.battle.active, spent.battle.command_points) == ("", (0, 1))
    fought = "blue Man a 4,11 Engage APL=3\nred Warden v 5.6,11 Engage wounds=1 blades=none\nred Warden w 11,11 Engage"
    again = at(fought, active="a", cp=(0, 1), weapons={"a": ("blade: A 1, WS 3+, D 1/1",)})
    again.play("fight", "charge", [[9.5, 11]], dice="fight 5")
    assert (again.battle.action_points, again.battle.command_points) == (1, (0, 1))
    pouncing = at(charged.format("Crusher"), active="a", cp=(1, 1), points=1).play("charge", [[8.2, 11]], "red-first")
    assert "Counterblow" in pouncing.prompt, "its Fight may come for nothing"


@proves("strategy.ploys.tactical-timing", "shooting.cover-die-comes-from-the-pool")
def test_nobody_goes_to_ground_with_no_die_to_retain() -> None:
    """AP2 leaves a Mortar Crew with Df 2 nothing; a Trooper with Df 3 has a die."""
    drawn = "blue Breaker a 4,11 Engage\nred {} t 9,11 Engage W=8\nlow 9.8,9,10.3,13"
    crew = at(drawn.format("Mortar_Crew"), active="a", cp=(0, 1)).play("shoot", "t", dice="attack 5 1 1 1")
    assert crew["t"].wounds == 3
    assert "Go to Ground" in at(drawn.format("Trooper"), active="a", cp=(0, 1)).play("shoot", "t").prompt


@proves("strategy.ploys.tactical-timing", "invulnerable.ignores-ap")
def test_nobody_snaps_aside_from_what_leaves_a_better_save_all_its_dice() -> None:
    drawn = "blue Man a 4,11 Engage\nred Needler n 12,11 Engage"
    plain = at(drawn, active="a", cp=(0, 1)).play("shoot", "n", dice="attack 5 1 1 1 / defence 1 1 1")
    assert "Snap Aside" not in plain.prompt
    for rule in ("AP1", "P1"):
        pierced = at(drawn, active="a", cp=(0, 1), weapons={"a": (f"gun: A 4, BS 3+, D 3/4, {rule}",)})
        assert "Snap Aside" in pierced.play("shoot", "n").prompt
    assert "Snap Aside" in at(drawn + " Sv=6", active="a", cp=(0, 1)).play("shoot", "n").prompt


@proves("strategy.ploys.tactical-timing", "battle.winner-by-mission")
def test_nobody_vanishes_from_an_enemy_that_is_gone() -> None:
    drawn = "blue Needler n 4,11 Engage\nblue Needler m 4,14 Engage\nred Man b 9,11 Engage wounds=1 Df=0"
    table = at(drawn, active="n", cp=(1, 0), mission="hold", weapons={"n": ("gun: A 1, BS 3+, D 1/1",)})
    table.play("shoot", "b", "keep", dice="attack 5").play("pass")
    assert (table.clause, table["n"].order) == ("firefight.must-activate", "Engage")


@proves("strategy.ploys.tactical-timing", "special.duplicates")
def test_nobody_is_asked_to_snap_aside_who_has_as_good_a_save() -> None:
    drawn = "blue Warden w 4,11 Engage\nred Seer s 12,11 Engage\nred Needler n 12,14 Engage"
    table = at(drawn, active="w", cp=(0, 1)).play("shoot", "n")
    assert "Snap Aside" in table.prompt
    seer = at(drawn, active="w", cp=(0, 1)).play("shoot", "s", dice="attack 5 1 1 1")
    assert seer.clause == "invulnerable.instead-of-save", "5+ of her own"
    veiled = at(drawn, active="w", cp=(0, 1))
    veiled["n"].shielded_by = "s"
    veiled.play("shoot", "n", dice="attack 5 1 1 1")
    assert veiled.clause == "invulnerable.instead-of-save", "4+ of the veil"


@proves("strategy.ploys.tactical-timing", "shooting.casualties-removed-after-action")
def test_a_fallen_medic_lets_nobody_hold_on_and_a_fallen_bystander_is_not_swept() -> None:
    splash = {"s": ("gun: A 1, BS 3+, D 1/1, Splash 1, Torrent 2",)}
    drawn = "red Man s 4,11 Engage\nblue Trooper a 12,11 Engage wounds=1\nblue Medic m 12,12.9 Engage wounds={}"
    both = at(drawn.format(1), active="s", cp=(1, 0), weapons=splash).play("shoot", "m", dice="attack 6")
    assert both.events("incapacitated") and both.game.question is None, "nobody was asked to hold on"
    alive = at(drawn.format(5), active="s", cp=(1, 0), weapons=splash).play("shoot", "m", dice="attack 6")
    assert "Use Hold On!?" in alive.prompt
    alive.play("no", dice="defence 1 1 1").play("keep")
    assert alive.clause != "torrent.extra-attacks", "the one felled by the splash is not attacked again"


@proves("strategy.ploys.tactical-timing", "shooting.cover-die")
def test_who_goes_to_ground_may_dig_in_as_well() -> None:
    """The low wall lies behind the trooper: Go to Ground gives a Cover die, and Dig In makes it two."""
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage\nlow 12.8,9,13.3,13"
    table = with_ploy(at(drawn, active="a", cp=(0, 1)), 1, "dig-in").play("shoot", "t", "use", dice="attack 5 5 1 1")
    assert table.keys == ["retain-2", "retain-1", "roll-all"]


@proves("strategy.ploys.tactical-timing")
def test_going_to_ground_says_what_it_gains() -> None:
    """The odds of the shot are those of the better answer of whoever is shot at."""
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage\nlow 12.8,9,13.3,13"
    table = armed(drawn, "gun: A 4, BS 3+, D 3/4", cp=(0, 1)).play("shoot")
    shot = odds(table, "t").mean_damage()
    told = insights.odds(table.play("t").game, 1, None)
    assert told["compared"]
    means = {one["option"]: one["details"]["mean"] for one in told["odds"]}
    assert means["use"] < means["no"]
    assert min(means.values()) == pytest.approx(shot)


@proves("strategy.ploys.tactical-timing")
def test_nobody_goes_to_ground_against_a_barrage() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage\nlow 12.8,9,13.3,13"
    table = armed(drawn, "gun: A 1, BS 3+, D 1/1, Barrage", cp=(0, 1)).play("shoot", "t", dice="attack 1")
    assert table.battle.command_points == (0, 1)


@proves("strategy.ploys.tactical-timing", "setup.gauges")
def test_the_ground_to_go_to_lies_within_an_inch() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage base=25.4\nlow {},9,16,13"
    asked = at(drawn.format(13.5), active="a", cp=(0, 1)).play("shoot", "t")
    assert (asked.decider, asked.keys) == (1, ["use", "no"])
    beyond = at(drawn.format(13.6), active="a", cp=(0, 1)).play("shoot", "t", dice="attack 1 1 1 1")
    assert beyond.battle.command_points == (0, 1)


@proves("strategy.ploys.tactical-timing", "blast.always-valid-targets", "shooting.casualties-removed-after-action")
def test_whoever_a_blast_catches_in_a_melee_may_thrash_before_it_is_removed() -> None:
    """The Hunter, locked with the shooter's friend, falls to the Blast: the friend suffers two mortal wounds."""
    drawn = """
        blue Man a 4,11 Engage
        blue Man f 12,15 Engage
        red  Hunter h 12,13.4 Engage wounds=1 Df=0
        red  Man b 12,11 Engage Df=0
    """
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2"', cp=(0, 1)).play("shoot", "b", dice="attack 5 / attack 5")
    assert (table.decider, table.keys) == (1, ["f", "no"])
    table.play("f")
    assert (table["f"].wounds, table["h"].in_play) == (6, False)


@proves("strategy.ploys.tactical-timing", "strategy.ploys.once-per-turning-point")
def test_a_charge_into_two_wardens_rouses_one_of_them() -> None:
    """One Counterblow in a Turning Point: the Warden it is for has Ceaseless, the other has not."""
    drawn = "blue Man a 4,11 Engage W=40\nred Warden v 10,10.3 Engage\nred Warden w 10,11.7 Engage"
    table = at(drawn, active="a", cp=(0, 3)).play("charge", [[8.2, 11]])
    assert table.prompt == "a has charged v. Use Counterblow?"
    table.play("no", "use", "fight", "v", dice="fight 2 2 2 2 / fight 1 1 1 1")
    assert table.keys == ["command-1", "keep"]


@proves("strategy.ploys.tactical-timing", "combat.ends-on-incapacitation")
def test_who_holds_on_in_a_combat_fights_on_and_can_lose_no_more() -> None:
    """Struck to 0 it has 1 wound, the second strike does nothing, and its own hit is resolved in between."""
    drawn = "blue Man a 4,11 Engage\nred Trooper t 5.5,11 Engage wounds=3\nred Medic m 6.5,12.5 Conceal"
    blades = {"a": ("axe: A 2, WS 3+, D 3/4",), "t": ("knife: A 1, WS 3+, D 2/3",)}
    table = at(drawn, active="a", cp=(0, 1), weapons=blades).play("fight", "keep", dice="fight 4 4 / fight 4")
    table.play("strike-normal", "hold-on")
    assert (table["t"].wounds, table.decider) == (1, 1)
    table.play("strike-normal")
    assert (table["t"].wounds, table["a"].wounds, table["t"].in_play) == (1, 6, True)


@proves("strategy.ploys.tactical-timing", "psychic-action.label")
def test_one_may_hold_on_against_a_mind_spike() -> None:
    drawn = "blue Seer s 4,11 Engage\nred Trooper t 9,11 Engage wounds=1\nred Medic m 9,13 Conceal"
    table = at(drawn, active="s", cp=(0, 1)).play("mind-spike", "t")
    assert table.decider == 1
    assert table.play("hold-on")["t"].wounds == 1


@proves("strategy.ploys.tactical-timing", "splash.hits-friends-too")
def test_one_may_hold_on_against_a_friends_rocket() -> None:
    drawn = "blue Rocketeer a 4,11 Engage\nblue Trooper t 14,13.4 Engage wounds=1\nblue Medic m 14,15.5 Conceal\nred Man b 14,11 Engage Df=0 W=20"
    table = at(drawn, active="a", cp=(1, 0)).play("shoot", "b", "keep", dice="attack 6 1 1 1")
    assert table.decider == 0
    assert table.play("hold-on")["t"].wounds == 1


@proves("strategy.ploys.tactical-timing", "damage.incapacitated-removal-time")
def test_death_throes_follow_a_mind_spike() -> None:
    """The Seer spikes a Hunter that is locked with another Runner: the Hunter thrashes at that one."""
    drawn = "blue Seer s 4,11 Engage\nblue Needler n 10.6,11 Conceal W=8\nred Hunter h 9,11 Engage wounds=2\nred Hunter g 28,20 Conceal"
    table = at(drawn, active="s", cp=(0, 1)).play("mind-spike", "h")
    assert (table.decider, table.keys) == (1, ["n", "no"])
    assert table.play("n")["n"].wounds == 6


@proves("strategy.ploys.tactical-timing", "strategy.ploys.once-per-turning-point")
def test_death_throes_may_answer_death_throes() -> None:
    """Brood against brood: the struck Hunter's throes fell its attacker, whose own throes have nobody left but a second enemy."""
    drawn = "blue Hunter a 4,11 Engage wounds=2\nblue Hunter far 2,2 Conceal\nred Hunter b 5.6,11 Engage wounds=1\nred Hunter c 4,12.6 Conceal wounds=8"
    blades = {"a": ("claws: A 1, WS 3+, D 1/1",), "b": ("claws: A 1, WS 3+, D 1/1",)}
    table = at(drawn, active="a", cp=(1, 1), weapons=blades).play(
        "fight", "b", "keep", "keep", dice="fight 5 / fight 2"
    )
    assert (table.decider, table.keys) == (1, ["a", "no"])
    table.play("a")
    assert table.decider == 0
    assert "c" in table.keys
    table.play("c")
    assert (table["a"].in_play, table["b"].in_play, table["c"].wounds) == (False, False, 6)


@proves("strategy.ploys.tactical-timing", "overwatch.is-not-a-shoot-action")
def test_one_goes_to_ground_under_overwatch_too() -> None:
    drawn = "blue Man a 4,11 Engage done\nred Trooper t 12,11 Engage\nlow 12.8,9,13.3,13"
    table = at(drawn, cp=(0, 1)).play("a", "t")
    assert (table.decider, table.keys) == (1, ["use", "no"])


@proves("strategy.ploys.tactical-timing", "combat.roles")
def test_the_attacker_too_may_deal_a_last_blow() -> None:
    """The Warden attacks, is struck down with a hit left, and strikes once more."""
    drawn = "blue Warden w 4,11 Engage wounds=2\nblue Warden v 2,2 Conceal\nred Man b 5.6,11 Engage wounds=7"
    blades = {"w": ("blade: A 2, WS 3+, D 3/4",), "b": ("axe: A 1, WS 3+, D 2/3",)}
    table = at(drawn, active="w", cp=(1, 0), weapons=blades).play(
        "fight", "keep", "strike-normal", dice="fight 4 4 / fight 4"
    )
    table.play("strike-normal")
    assert table.keys == ["strike-normal", "no"]
    table.play("strike-normal")
    assert (table["w"].in_play, table["b"].wounds) == (False, 1)


@proves("strategy.ploys.tactical-timing", "hot.self-damage", "torrent.extra-attacks")
def test_who_holds_on_burns_no_further_while_the_torrent_goes_on() -> None:
    """A 1 in each of the two attacks: the first is held on against, the second costs nothing in the same action."""
    drawn = "blue Trooper a 4,11 Engage wounds=2\nblue Medic m 4,13 Conceal\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = armed(drawn, 'gun: A 2, BS 2+, D 1/1, Hot, Torrent 2"', cp=(1, 0))
    table.play("shoot", "b", "keep", "hold-on", "c", dice="attack 1 4 / attack 1 5")
    assert (table["a"].wounds, table["b"].wounds, table["c"].wounds, table.battle.active) == (1, 7, 7, "a")
