"""Unique actions, abilities and ploys of the four kill teams."""

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from vanguard.rulebooks.killteam_lite.command_points import use_ploy
from vanguard.rulebooks.killteam_lite.content.content import content, special_rule
from vanguard.rulebooks.killteam_lite.ploys import use_strategic_ploy, why_not_strategic
from vanguard.rulebooks.killteam_lite.rules_in_force import ADDED_UP_LATER, settle_duplicates
from vanguard.rulebooks.killteam_lite.state import STRATEGY, PloyInForce
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import run

proves = proves_for("killteam_lite")


def with_ploy(table: Table, seat: int, ploy: str, about: str = "") -> Table:
    table.battle.ploys_in_force = (*table.battle.ploys_in_force, PloyInForce(seat, ploy, about))
    return table


# -- unique actions -----------------------------------------------------------------------------------------------------


@proves("apl.change-cap", "firefight.illegal-action-refused", "game.specific-overrides-general")
def test_move_it_gives_another_ready_operative_an_action_point() -> None:
    drawn = (
        "blue Sergeant s 4,11 Engage\nblue Trooper t 6,11 Engage\nblue Trooper far 15,11 Engage\nred Man b 25,11 Engage"
    )
    table = at(drawn, active="s").play("move-it")
    assert table.keys == ["t"], 'within 6" and ready; not itself'
    table.play("t")
    assert table["t"].apl == 3
    spent = at(drawn.replace("t 6,11 Engage", "t 6,11 Engage done"), active="s")
    assert spent.why_not("move-it") == "no legal target [firefight.illegal-action-refused]"
    engaged = at(drawn.replace("b 25,11", "b 4,12.4"), active="s")
    assert "Engagement Range" in engaged.why_not("move-it")


@proves("damage.injured-at-once", "game.specific-overrides-general")
def test_patch_up_restores_three_wounds_but_never_above_w() -> None:
    table = at(
        "blue Medic m 4,11 Engage\nblue Trooper t 5.5,11 Engage W=7 wounds=2\nred Man b 25,11 Engage", active="m"
    )
    table.play("patch-up")
    assert table.keys == ["t"]
    table.play("t")
    assert table["t"].wounds == 5
    assert not table.battle.is_injured(table["t"])
    itself = at("blue Medic m 4,11 Engage W=7 wounds=6\nred Man b 25,11 Engage", active="m").play("patch-up", "m")
    assert itself["m"].wounds == 7


@proves("psychic-action.label", "damage.incapacitated-removal-time", "game.specific-overrides-general")
def test_mind_spike_is_a_psychic_action_that_a_null_ward_forbids() -> None:
    table = at(
        "blue Seer s 4,11 Engage\nred Man b 9,11 Conceal wounds=2\nred Man c 4,16 Engage\nlow 7,9,7.5,13", active="s"
    )
    table.play("mind-spike", "b")
    assert not table["b"].in_play, "removed at once, outside a shooting action"
    warded = at("blue Seer s 4,11 Engage\nred Shield-bearer w 11,11 Engage\nred Man b 9,13 Engage", active="s")
    assert warded.why_not("mind-spike") == "a Null Ward forbids Psychic Actions here [psychic-action.label]"
    assert "Null Ward" in warded.why_not("veil-shield")
    beyond = at("blue Seer s 4,11 Engage\nred Shield-bearer w 12.4,11 Engage\nred Man b 9,13 Engage", active="s")
    assert "mind-spike" in beyond.keys


@proves("invulnerable.instead-of-save", "game.specific-overrides-general")
def test_veil_shield_lasts_until_its_maker_acts_again_or_falls() -> None:
    drawn = "blue Seer s 4,11 Engage\nblue Needler n 6,11 Engage\nred Man b 20,11 Engage APL=3"
    table = at(drawn, active="s").play("veil-shield", "n", "pass")
    table.play("b", "engage", "shoot", "n", dice="attack 5 1 1 1")
    assert table.keys == ["save", "invulnerable-4"]
    table.play("save", dice="defence 1 1 1")
    assert table["n"].shielded_by == "s"
    again = at(drawn, active="s").play("veil-shield", "n", "pass")
    again.battle["s"].ready = True
    again.play("b", "engage", "pass", "s", "engage")
    assert again["n"].shielded_by == ""


@proves("firefight.no-repeat", "game.specific-overrides-general")
def test_drilled_allows_two_fights() -> None:
    table = at("blue Warden_Captain c 4,11 Engage\nred Man b 5.9,11 Engage W=40 blades=none", active="c")
    table.play("fight", dice="fight 1 1 1 1 1").play("fight", dice="fight 1 1 1 1 1")
    assert "[firefight.no-repeat]" in table.why_not("fight")


@proves("overwatch.outside-activation", "overwatch.once-per-turning-point", "firefight.spend-ap")
def test_watchful_may_overwatch_in_its_own_activation() -> None:
    table = at("blue Sentinel s 4,11 Engage APL=3\nred Man b 20,11 Engage Df=0\nred Man c 20,15 Engage", active="s")
    table.play("overwatch", "b", dice="attack 4 3 3 3")
    assert table["b"].wounds == 5, "BS 3+ worsened to 4+"
    assert table.battle.action_points == 2
    assert "[overwatch.once-per-turning-point]" in table.why_not("overwatch")
    assert "shoot" in table.keys


@proves("move.terrain-blocks", "game.specific-overrides-general")
def test_a_leaper_crosses_low_terrain_for_nothing() -> None:
    table = at("blue Hunter h 4,11 Engage\nred Man b 28,11 Engage\nlow 6,9,6.5,13", active="h")
    assert table.play("normal-move", [[12, 11]])["h"].base.x == 12


# -- Ashfield Line --------------------------------------------------------------------------------------------------------


@proves("strategy.ploys.duration", "shooting.cover-die")
def test_dig_in_retains_two_cover_dice() -> None:
    table = at("blue Man a 4,11 Engage\nred Trooper t 10,11 Engage\nlow 8.6,9,9.1,13", active="a")
    with_ploy(table, 1, "dig-in").play("shoot", "t", dice="attack 5 5 1 1")
    assert table.keys == ["retain-2", "retain-1", "roll-all"]
    table.play("retain-2", dice="defence 1")
    assert table.keys[0] == "discard-0c-2n"


@proves("p.gains-ap", "special.duplicates")
def test_marked_rounds_lend_p1_to_rifles_only() -> None:
    table = at("blue Trooper t 4,11 Engage\nred Man b 12,11 Engage", active="t")
    with_ploy(table, 0, "marked-rounds").play("shoot")
    table.play("b", dice="attack 6 1 1 1 / defence 1 1")
    assert table["b"].wounds == 4
    other = at("blue Sergeant s 4,11 Engage\nred Man b 12,11 Engage", active="s")
    with_ploy(other, 0, "marked-rounds").play("shoot", "b", dice="attack 6 1 1 1 / defence 1 1 1")
    assert other["b"].wounds == 4, "a shock rifle is no service rifle: three defence dice"


@proves("p.gains-ap")
def test_without_a_critical_hit_p1_takes_and_gives_no_defence_die() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 12,11 Engage", active="a", weapons={"a": ("gun: A 1, BS 3+, D 3/4, P1",)}
    )
    table.play("shoot", "b", dice="attack 5 / defence 1 1 1")
    assert table["b"].wounds == 5


@proves("strategy.ploys.tactical-timing")
def test_hold_on_keeps_an_operative_near_the_medic_alive_for_the_action() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage wounds=2\nred Medic m 12,14 Engage"
    table = at(drawn, active="a", cp=(0, 1), weapons={"a": ("gun: A 2, BS 3+, D 2/2, MW2",)})
    table.play("shoot", "t", dice="attack 6 5")
    assert table.keys == ["hold-on", "no"]
    table.play("hold-on")
    assert table["t"].wounds == 1, "the damage of the same action does nothing more"
    assert table.battle.held == ()
    far = at(drawn.replace("12,14", "12,16.5"), active="a", cp=(0, 1), weapons={"a": ("gun: A 1, BS 3+, D 2/2, MW2",)})
    far.play("shoot", "t", dice="attack 6")
    assert not far["t"].in_play, 'the Medic is more than 3" away'


@proves("strategy.ploys.tactical-timing")
def test_go_to_ground_finds_cover_behind_terrain_on_any_side() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage\nlow 12.8,9,13.3,13"
    table = at(drawn, active="a", cp=(0, 1)).play("shoot", "t")
    assert table.asked.player == 1
    table.play("use", dice="attack 5 1 1 1")
    assert table.keys == ["retain-1", "roll-all"]
    bare = at(drawn, active="a", cp=(0, 1), weapons={"a": ("gun: A 1, BS 3+, D 1/1, No Cover",)})
    bare.play("shoot", "t", dice="attack 1")
    assert bare.battle.command_points == (0, 1), "not offered against No Cover"


# -- Bastion Wardens --------------------------------------------------------------------------------------------------------


@proves("damage.injured-skill", "damage.injured-move")
def test_hold_fast_ignores_the_effects_of_being_injured() -> None:
    table = with_ploy(at("blue Warden w 4,11 Engage wounds=2\nred Man b 12,11 Engage Df=0", active="w"), 0, "hold-fast")
    assert table.battle.movement_of(table["w"]) == 6
    table.play("shoot", "b", dice="attack 3 1 1 1")
    assert table["b"].wounds == 5


@proves("ap.not-cumulative")
def test_killing_light_is_not_added_to_p1() -> None:
    table = with_ploy(at("blue Warden w 4,11 Engage\nred Man b 12,11 Engage", active="w"), 0, "killing-light")
    table.play("shoot", "b", dice="attack 6 1 1 1 / defence 1 1")
    assert len(table.events("defence-dice")[0].dice.faces) == 2


@proves("special.applies-when-fighting-back", "strategy.ploys.tactical-timing")
def test_counterblow_gives_the_charged_ceaseless_for_that_activation() -> None:
    blade = {"w": ("blade: A 4, WS 3+, D 3/4",)}
    table = at("blue Man a 4,11 Engage W=30\nred Warden w 10,11 Engage", active="a", cp=(0, 1), weapons=blade)
    table.play("charge", [[8.5, 11]], "use", "fight", dice="fight 1 1 1 1 / fight 1 1 5 5")
    assert "ceaseless-1-1" in table.keys
    table.play("ceaseless-1-1", dice="reroll 5 5")
    assert table["a"].wounds == 18


@proves("combat.ends-on-incapacitation", "strategy.ploys.tactical-timing")
def test_last_blow_strikes_once_before_the_fallen_is_removed() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Warden w 5.5,11 Engage wounds=1\nred Warden v 20,11 Engage",
        active="a",
        cp=(0, 1),
        weapons={"w": ("blade: A 4, WS 3+, D 3/4",)},
    )
    table.play("fight", "keep", "strike-normal", dice="fight 5 1 1 1 / fight 6 5 1 1")
    assert table.keys == ["strike-critical", "strike-normal", "no"]
    table.play("strike-critical")
    assert not table["w"].in_play
    assert table["a"].wounds == 4


# -- Veil Runners -----------------------------------------------------------------------------------------------------------


@proves("strategy.ploys.effect-immediate", "dash.distance")
def test_drift_lets_two_concealed_operatives_dash_at_once() -> None:
    drawn = """
        blue Needler n 4,11 Conceal
        blue Duellist d 4,14 Conceal
        blue Marksman m 4,17 Engage
        blue Resonator r 19,11 Conceal
        red Man b 20.4,11 Engage
    """
    battle = battle_at(drawn, cp=(3, 0))
    battle.phase = STRATEGY
    table = Table(battle).play("drift")
    assert table.keys == ["n", "d", "stop"], "neither Engage orders nor the engaged"
    table.play("n", [[7, 11]], "d", [[7, 14]])
    assert (table["n"].base.x, table["d"].base.x) == (7, 7)
    assert table["n"].ready
    assert table.battle.command_points[0] == 2


@proves("lethal.critical-range", "strategy.ploys.effect-immediate")
def test_marked_prey_makes_one_enemy_an_easier_kill() -> None:
    battle = battle_at(
        "blue Resonator r 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,14 Engage Df=0", cp=(1, 0)
    )
    run(use_strategic_ploy(battle, 0, "marked-prey"), ["b"])
    battle.active = "r"
    battle.phase = "activation"
    battle.action_points = 2
    table = Table(battle).play("shoot", "b", "keep", dice="attack 5 1 1 1")
    assert table["b"].wounds == 3, "the 5 is critical against the prey"


@proves("order.persists", "strategy.ploys.tactical-timing")
def test_vanish_conceals_at_the_end_of_an_activation() -> None:
    table = at("blue Needler n 4,11 Engage\nred Man b 20,11 Engage", active="n", cp=(1, 0)).play("pass", "use")
    assert table["n"].order == "Conceal"
    engaged = at("blue Needler n 4,11 Engage\nred Man b 5.5,11 Engage", active="n", cp=(1, 0)).play("pass")
    assert engaged["n"].order == "Engage"
    assert engaged.battle.command_points == (1, 0)


@proves("invulnerable.instead-of-save")
def test_snap_aside_gives_an_invulnerable_save_for_one_attack() -> None:
    gun = {"a": ("gun: A 4, BS 3+, D 3/4, AP1",)}
    table = at("blue Man a 4,11 Engage\nred Needler n 12,11 Engage", active="a", cp=(0, 1), weapons=gun)
    table.play("shoot", "n", "use", dice="attack 5 1 1 1")
    assert table.keys == ["save", "invulnerable-5"]
    blast = {"a": ('grenade: A 1, BS 3+, D 1/1, AP1, Blast 2"',)}
    caught = at(
        "blue Man a 4,11 Engage\nred Needler n 12,11 Engage Df=0\nred Needler m 13.5,11 Engage Df=0",
        active="a",
        cp=(0, 1),
        weapons=blast,
    )
    caught.play("shoot", "n", "no", dice="attack 2 / attack 2")
    assert caught.battle.command_points == (0, 1), "whoever is only caught in the blast was not selected"


# -- Maw Brood ----------------------------------------------------------------------------------------------------------------


@proves("charge.distance", "game.specific-overrides-general")
def test_frenzy_adds_an_inch_to_charges() -> None:
    table = with_ploy(at("blue Crusher c 4,11 Engage\nred Man b 15,11 Engage", active="c"), 0, "frenzy").play("charge")
    assert 'up to 9"' in table.asked.prompt


@proves("ap.reduces-defence", "game.specific-overrides-general")
def test_hard_shell_lowers_ap_by_one() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Crusher c 12,11 Engage W=15",
        active="a",
        weapons={"a": ("gun: A 1, BS 3+, D 1/1, AP1",)},
    )
    with_ploy(table, 1, "hard-shell").play("shoot", "c", dice="attack 5 / defence 1 1 1")
    assert table["c"].wounds == 14


@proves("firefight.spend-ap", "strategy.ploys.tactical-timing")
def test_pounce_makes_the_next_fight_free() -> None:
    table = at("blue Crusher c 4,11 Engage\nred Man b 10,11 Engage W=40 blades=none", active="c", cp=(1, 0))
    table.play("charge", [[8.2, 11]], "use", "fight", dice="fight 1 1 1 1")
    assert table.battle.action_points == 1
    assert "[firefight.no-repeat]" in table.why_not("fight")


@proves("strategy.ploys.tactical-timing", "damage.incapacitated-removal-time")
def test_death_throes_wound_an_engaged_enemy() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Hunter h 5.6,11 Engage wounds=1\nred Hunter g 20,11 Engage", active="a", cp=(0, 1)
    )
    table.play("fight", "keep", dice="fight 5 1 1 1 / fight 2 2 2 2 2")
    assert table.keys == ["a", "no"]
    table.play("a")
    assert table["a"].wounds == 6
    assert not table["h"].in_play


@proves("firefight.illegal-action-refused", "visible.definition", "game.specific-overrides-general")
def test_whoever_a_unique_action_cannot_be_used_on_is_listed_with_the_reason() -> None:
    table = at(
        "blue Sergeant s 10,11 Engage\nblue Trooper near 11.5,11 Engage\nblue Trooper done 10,12.5 Engage done\n"
        "blue Trooper far 20,11 Engage\nblue Trooper hidden 10,8 Engage\nred Man b 28,20 Engage\nwall 8,9.2,12,9.5",
        active="s",
    )
    table.play("move-it")
    assert table.keys == ["near"]
    assert "it helps others only" in table.why_not("s")
    assert "not ready" in table.why_not("done")
    assert 'away, it reaches 6"' in table.why_not("far")
    assert table.why_not("hidden") == "not Visible [visible.definition]"


@proves(
    "firefight.no-repeat", "firefight.spend-ap", "firefight.illegal-action-refused", "game.specific-overrides-general"
)
def test_a_unique_action_is_performed_once_in_an_activation() -> None:
    table = at(
        "blue Sergeant s 10,11 Engage APL=3\nblue Trooper t 11.5,11 Engage\nblue Trooper u 10,12.5 Engage\n"
        "red Man b 28,20 Engage",
        active="s",
    )
    assert "move-it" in table.keys
    table.play("move-it", "t")
    assert table.why_not("move-it") == "already performed in this activation [firefight.no-repeat]"


# -- the edges --------------------------------------------------------------------------------------------------------------


@proves("strategy.ploys.effect-immediate", "strategy.ploys.tactical-timing")
def test_each_kind_of_ploy_is_told_by_its_own_rule() -> None:
    battle = battle_at("blue Man a 4,11 Engage\nred Man b 20,11 Engage", cp=(9, 9))
    for team in content().teams.values():
        for card in team.ploys:
            battle.command_points = (9, 9)
            use_ploy(battle, 0, card)
            kind = "effect-immediate" if card.strategic else "tactical-timing"
            assert battle.events[-1].clause == f"strategy.ploys.{kind}"
            assert battle.command_points == (9 - card.cost, 9)


@proves("strategy.ploys.effect-immediate")
def test_a_ploy_that_would_do_nothing_now_is_not_to_be_had() -> None:
    drift, prey = [
        next(card for team in content().teams.values() for card in team.ploys if card.key == key)
        for key in ("drift", "marked-prey")
    ]
    other = next(card for team in content().teams.values() for card in team.ploys if card.key == "dig-in")
    hidden = battle_at("blue Man a 4,11 Conceal\nred Man b 20,11 Engage")
    assert why_not_strategic(hidden, 0, drift) == ("", "")
    assert why_not_strategic(hidden, 0, prey) == ("", "")
    engaged = battle_at("blue Man a 4,11 Engage\nred Man b 20,11 Engage")
    assert why_not_strategic(engaged, 0, drift)[1] == "strategy.ploys.effect-immediate"
    assert why_not_strategic(engaged, 0, other) == ("", "")
    alone = battle_at("blue Man a 4,11 Conceal\nred Man b 20,11 Engage")
    alone["b"].wounds, alone["b"].fate = 0, 2
    assert why_not_strategic(alone, 0, prey)[1] == "strategy.ploys.effect-immediate"
    assert why_not_strategic(alone, 0, drift) == ("", "")
    assert why_not_strategic(alone, 0, other) == ("", "")


@proves("special.duplicates")
def test_of_two_values_of_one_rule_the_controller_names_one_and_others_stay_as_they_are() -> None:
    rules = [special_rule(text) for text in ("Lethal 5+", "Balanced", "Lethal 4+")]
    battle = battle_at("blue Man a 4,11 Engage\nred Man b 20,11 Engage")
    for chosen in ("Lethal 5+", "Lethal 4+"):
        settled = run(settle_duplicates(battle, 0, list(rules)), [chosen])
        assert sorted(rule.printed for rule in settled) == sorted([chosen, "Balanced"])
    plain = [special_rule("Lethal 5+"), special_rule("Balanced")]
    assert run(settle_duplicates(battle, 0, plain), []) == plain, "nothing to settle, nobody asked"
    added = [special_rule("AP1"), special_rule("AP2"), special_rule("Balanced")]
    assert {rule.name for rule in added[:2]} <= set(ADDED_UP_LATER)
    assert run(settle_duplicates(battle, 0, added), []) == added, "settled with the defence dice"


@proves("strategy.ploys.tactical-timing")
def test_last_blow_is_paid_for_and_has_only_the_hits_that_are_left() -> None:
    """The Warden has parried nothing and struck with its critical hit already: one normal hit is left to it."""
    table = at(
        "blue Man a 4,11 Engage\nred Warden w 5.5,11 Engage wounds=4\nred Warden v 20,11 Engage",
        active="a",
        cp=(0, 1),
        weapons={"w": ("blade: A 4, WS 3+, D 3/4",)},
    )
    table.play(
        "fight", "keep", "strike-normal", "strike-critical", "strike-normal", dice="fight 5 5 1 1 / fight 6 5 1 1"
    )
    assert table.keys == ["strike-normal", "no"]
    assert table.asked.player == 1
    table.play("strike-normal")
    assert table["a"].wounds == 8 - 4 - 3
    assert table.battle.command_points == (0, 0)
    assert not table["w"].in_play


@proves("strategy.ploys.tactical-timing")
def test_vanish_is_offered_to_whoever_would_gain_a_conceal_order_by_it_and_can_pay() -> None:
    drawn = "blue Needler n 4,11 {}\nblue Needler m 4,14 Engage\nred Man b 20,11 Engage"
    table = at(drawn.format("Engage"), active="n", cp=(1, 0)).play("pass")
    assert table.keys == ["use", "no"]
    table.play("no")
    assert (table["n"].order, table.battle.command_points) == ("Engage", (1, 0))
    for order, points in (("Conceal", 1), ("Engage", 0)):
        other = at(drawn.format(order), active="n", cp=(points, 0)).play("pass")
        assert other.asked.player == 1, "nothing is asked"
        assert other["n"].order == order


@proves("special.duplicates")
def test_of_three_values_of_one_rule_one_is_chosen_once() -> None:
    table = at(
        "blue Needler a 4,11 Engage\nred Man b 9,11 Engage Df=0 W=20",
        active="a",
        weapons={"a": ("gun: A 2, BS 2+, D 1/3, Lethal 4+, Lethal 3+",)},
    )
    with_ploy(table, 0, "marked-prey", "b").play("shoot", "b")
    assert table.keys == ["Lethal 4+", "Lethal 3+", "Lethal 5+"]
    table.play("Lethal 5+", dice="attack 5 4")
    assert table["b"].wounds == 20 - 3 - 1


@proves("strategy.ploys.tactical-timing")
def test_last_blow_is_not_offered_to_whoever_has_no_hit_left() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Warden w 5.5,11 Engage wounds=1\nred Warden v 20,11 Engage",
        active="a",
        cp=(0, 1),
    )
    table.play("fight", "keep", dice="fight 5 1 1 1 / fight 1 1 1 1")
    assert not table["w"].in_play
    assert table.asked.clause == "firefight.one-action-at-a-time"
    assert table.battle.command_points == (0, 1)


@proves("strategy.ploys.effect-immediate")
def test_no_third_operative_drifts() -> None:
    battle = battle_at(
        "blue Needler n 4,11 Conceal\nblue Duellist d 4,14 Conceal\nblue Marksman m 4,17 Conceal\nred Man b 20,11 Engage",
        cp=(3, 0),
    )
    battle.phase = STRATEGY
    table = Table(battle).play("drift", "n", [[7, 11]])
    assert table.keys == ["d", "m", "stop"]
    assert table.why_not("n").startswith("it has drifted")
    table.play("d", [[7, 14]])
    assert "Drift" not in table.prompt
    assert table["m"].base.x == 4


@proves("game.specific-overrides-general")
def test_an_engaged_seer_may_shield_but_not_spike() -> None:
    table = at("blue Seer s 4,11 Engage\nblue Needler n 4,14 Engage\nred Man b 5.5,11 Engage", active="s")
    assert "veil-shield" in table.keys
    assert "Engagement Range" in table.why_not("mind-spike")


@proves("pass.no-effect", "pass.forfeits")
def test_a_pass_gives_up_a_free_fight_too() -> None:
    """Pounce has made the next Fight free; who passes all the same is done."""
    table = at("blue Hunter h 4,11 Engage\nred Man b 10,11 Engage", active="h", cp=(1, 0), points=1)
    table.play("charge", [[8, 11]], "use")
    assert table.keys == ["fight", "pass"]
    table.play("pass")
    assert (table.battle.active, table.asked.player) == ("", 1)
    assert table["b"].wounds == 8


@proves("strategy.ploys.tactical-timing")
def test_death_throes_are_not_offered_with_nobody_near() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Hunter h 12,11 Engage wounds=1 Df=0\nred Hunter g 20,11 Engage",
        active="a",
        cp=(0, 1),
    )
    table.play("shoot", "h", dice="attack 5 1 1 1")
    assert not table["h"].in_play
    assert table.battle.command_points == (0, 1)
    assert table.asked.clause == "firefight.one-action-at-a-time"


@proves("pass.forfeits", "firefight.illegal-action-refused")
def test_a_sentinel_may_watch_as_an_action_or_pass() -> None:
    table = at("blue Sentinel s 4,11 Engage\nred Man b 20,11 Engage", active="s")
    assert table.keys == ["normal-move", "dash", "shoot", "overwatch", "pass"]
    table.play("pass")
    assert table.battle.action_points == 0


@proves("strategy.ploys.effect-immediate")
def test_one_or_nobody_may_drift() -> None:
    for answers, moved in ((("stop",), [4, 4]), (("n", [[7, 11]], "stop"), [7, 4])):
        battle = battle_at(
            "blue Needler n 4,11 Conceal\nblue Duellist d 4,14 Conceal\nred Man b 20,11 Engage", cp=(3, 0)
        )
        battle.phase = STRATEGY
        table = Table(battle).play("drift", *answers)
        assert [table["n"].base.x, table["d"].base.x] == moved
        assert "Drift" not in table.prompt
