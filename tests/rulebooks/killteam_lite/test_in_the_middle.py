"""Something happens in the middle of something else: somebody falls, is hurt or can be hurt no more while an action goes on."""

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from vanguard.rulebooks.killteam_lite.state import INCAPACITATED, STRATEGY
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


# -- shooting: several attacks in one action ----------------------------------------------------------------------------------


def veiled(wounds: int) -> Table:
    """A flamer at a Seer and the Needler beside her, over whom she has raised a Veil Shield."""
    drawn = f"blue Man a 4,11 Engage\nred Seer s 9,11 Engage wounds={wounds}\nred Needler n 9,13 Engage W=8\nred Needler far 28,20 Conceal"
    table = at(drawn, active="a", weapons={"a": ('flamer: A 2, BS 2+, D 2/2, Torrent 2"',)})
    table["n"].shielded_by = "s"
    return table


@proves("damage.incapacitated", "shooting.casualties-removed-after-action", "game.specific-overrides-general")
def test_a_veil_falls_with_its_seer_while_the_torrent_goes_on() -> None:
    """She lies there until the action is over, but she is incapacitated already: her Needler has only its Sv."""
    up = veiled(9).play("shoot", "s", "save", "n", dice="attack 5 5 / defence 1 1 1 / attack 5 1")
    assert (up.clause, up.keys) == ("invulnerable.instead-of-save", ["save", "invulnerable-4"])
    down = veiled(1).play("shoot", "s", "save", "n", dice="attack 5 5 / defence 1 1 1 / attack 5 1 / defence 1 1 1")
    assert (down["n"].wounds, down["n"].shielded_by, down["s"].in_play) == (6, "", False)
    assert len(down.events("shield-ended")) == 1


@proves("shooting.ends-when-nothing-is-left", "strategy.ploys.tactical-timing")
def test_who_holds_on_in_the_attack_step_has_nothing_to_save() -> None:
    """It can lose no more wounds in this action: no Cover die, no defence dice and no re-rolls to pay for."""
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage wounds=2\nred Medic m 12,14 Engage\nlow 10.8,9,11.2,13"
    table = at(drawn, active="a", cp=(0, 2), weapons={"a": ("gun: A 2, BS 3+, D 2/2, MW2",)})
    table.play("shoot", "t", "hold-on", dice="attack 6 5")
    assert (table["t"].wounds, table.battle.command_points, table.battle.held) == (1, (0, 1), ())


@proves("blast.order-of-extras", "shooting.no-attack-on-the-incapacitated")
def test_nobody_asks_when_the_fallen_are_caught_in_the_blast() -> None:
    """The splash on `d` fells `c`: `e` alone is left, and there is nothing to put in order."""
    drawn = """
        blue Man a 4,11 Engage
        red Man b 14,11 Engage W=20 Df=0
        red Man c 14,12.5 Engage wounds=1 Df=0
        red Man d 15.5,11 Engage W=20 Df=0
        red Man e 14,9.5 Engage W=20 Df=0
    """
    table = at(drawn, active="a", weapons={"a": ('bomb: A 1, BS 3+, D 1/1, Blast 2", Splash 1',)})
    table.play("shoot", "b", "d", dice="attack 5 / attack 6 / attack 5")
    assert (table["b"].wounds, table["c"].in_play, table["d"].wounds, table["e"].wounds) == (18, False, 18, 18)


@proves("fusillade.separate-attacks", "shooting.no-attack-on-the-incapacitated")
def test_nobody_asks_when_the_share_of_the_fallen_is_shot() -> None:
    drawn = """
        blue Man a 4,11 Engage
        red Man b 14,11 Engage W=20 Df=0
        red Man c 14,12.5 Engage wounds=1 Df=0
        red Man d 15.5,11 Engage W=20 Df=0
    """
    table = at(drawn, active="a", weapons={"a": ("gun: A 3, BS 3+, D 1/1, Fusillade, Splash 1",)})
    table.play("shoot", "b", {"b": 1, "c": 1, "d": 1}, dice="attack 6 / attack 5")
    assert (table["b"].wounds, table["c"].in_play, table["d"].wounds) == (18, False, 18)


@proves("damage.injured-at-once", "hot.self-damage", "special.per-shooting-attack")
def test_a_shooter_burnt_by_its_first_attack_aims_worse_in_the_second() -> None:
    """W 8: two 1s leave 2 wounds, so the 3s of the second attack miss at 4+."""
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = at(drawn, active="a", weapons={"a": ('gun: A 3, BS 3+, D 1/1, Hot, Torrent 2"',)})
    table.play("shoot", "b", "c", dice="attack 1 1 3 / attack 3 3 4")
    assert (table["a"].wounds, table["b"].wounds, table["c"].wounds) == (2, 7, 7)


@proves("hot.attack-continues", "firefight.incapacitated-in-own-activation", "battle.winner-by-mission")
def test_a_carrier_that_burns_to_death_drops_the_relic_after_its_last_attack() -> None:
    drawn = "blue Man a 4,11 Engage wounds=3\nblue Man f 2,2 Conceal\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = at(drawn, active="a", mission="relic", weapons={"a": ('gun: A 2, BS 3+, D 1/1, Hot, Torrent 2"',)})
    table.battle.carrier = "a"
    table.play("shoot", "b", dice="attack 1 5")
    assert (table["a"].in_play, table.battle.carrier) == (True, "a"), "it lies there until the action is over"
    table.play("c", dice="attack 5 5")
    assert (table["a"].in_play, table.battle.carrier, table.battle.relic) == (False, "", (4, 11))
    assert (table["c"].wounds, table.decider) == (6, 1)


@proves("battle.early-end-default", "hot.attack-continues")
def test_the_last_of_both_sides_fall_in_one_action_and_nobody_is_asked_anything_more() -> None:
    drawn = "blue Needler a 4,11 Engage wounds=1\nred Man b 9,11 Engage Df=0 wounds=1"
    table = at(drawn, active="a", cp=(1, 0), weapons={"a": ("gun: A 2, BS 3+, D 1/1, Hot",)})
    table.play("shoot", "b", "keep", dice="attack 1 5")
    assert table.game.question is None, "no Vanish for the fallen"
    assert not table["a"].in_play and not table["b"].in_play


@proves("splash.area", "strategy.ploys.tactical-timing", "damage.mortal-wounds")
def test_a_medic_who_falls_after_the_trooper_in_one_splash_has_helped_already() -> None:
    drawn = "red Man s 4,11 Engage\nblue Trooper a 12,11 Engage wounds=1\nblue Medic m 12,12.9 Engage wounds=1"
    table = at(drawn, active="s", turn=1, cp=(1, 0), weapons={"s": ("gun: A 1, BS 3+, D 1/1, Splash 1",)})
    table.play("shoot", "a", "hold-on", dice="attack 6")
    assert (table["a"].wounds, table["m"].in_play) == (1, False)


@proves("hot.in-overwatch", "overwatch.one-per-turn")
def test_a_watcher_that_burns_to_death_leaves_the_turn_to_the_enemy() -> None:
    drawn = "blue Man a 4,11 Engage done wounds=1\nblue Man c 2,2 Conceal done\nred Man b 12,11 Engage Df=0"
    table = at(drawn, weapons={"a": ("gun: A 1, BS 3+, D 1/1, Hot",)}).play("a", "b", dice="attack 1")
    assert (table["a"].in_play, table.decider, table.clause) == (False, 1, "firefight.must-activate")


@proves("battle.early-end-default", "overwatch.outside-activation")
def test_the_last_enemy_felled_in_overwatch_ends_the_battle() -> None:
    drawn = "blue Man a 4,11 Engage done\nred Man b 12,11 Engage Df=0 wounds=1"
    table = at(drawn).play("a", "b", dice="attack 6 1 1 1")
    assert (table.game.question, table.battle.winner) == (None, 0)


# -- combat -------------------------------------------------------------------------------------------------------------------


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


@proves("stun.combat-second", "apl.change-during-activation", "apl.change-duration")
def test_who_is_stunned_in_its_own_fight_acts_no_more() -> None:
    """APL 2, one AP left after the Fight: the second critical strike back takes it, and with the activation the stun is over."""
    drawn = "blue Man a 4,11 Engage W=20\nred Man b 5.5,11 Engage W=20"
    blades = {"a": ("knife: A 1, WS 3+, D 1/1",), "b": ("maul: A 2, WS 3+, D 1/1, Stun",)}
    table = at(drawn, active="a", weapons=blades).play("fight", dice="fight 1 / fight 6 6")
    assert (table["a"].wounds, table.battle.active, table["a"].apl_change, table.decider) == (18, "", 0, 1)


@proves("reap.area", "damage.incapacitated-removal-time", "game.specific-overrides-general")
def test_a_veil_falls_once_with_a_seer_who_is_reaped() -> None:
    drawn = "blue Man a 4,11 Engage W=20\nred Seer s 4,12.3 Engage wounds=1\nred Needler n 5.5,11 Engage W=20"
    blades = {"a": ("scythe: A 1, WS 3+, D 1/1, Reap 1",), "n": ("knife: A 1, WS 3+, D 1/1",)}
    table = at(drawn, active="a", weapons=blades)
    table["n"].shielded_by = "s"
    table.play("fight", "n", dice="fight 6 / fight 1")
    assert (table["n"].shielded_by, table["s"].in_play, len(table.events("shield-ended"))) == ("", False, 1)


# -- the Charge and the Fight that cannot follow it -----------------------------------------------------------------------------


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


# -- ploys that could do nothing ------------------------------------------------------------------------------------------------


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


@proves("battle.winner-by-mission", "strategy.ploys.effect-immediate")
def test_a_player_with_nobody_left_is_asked_for_no_strategic_ploy() -> None:
    battle = battle_at("blue Man a 4,11 Engage\nred Trooper t 12,11 Engage", turn=1, cp=(0, 3), mission="hold")
    battle["t"].wounds, battle["t"].fate, battle["t"].ready = 0, INCAPACITATED, False
    battle.phase = STRATEGY
    table = Table(battle)
    assert (table.decider, table.clause) == (0, "firefight.must-activate")


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


@proves("strategy.ploys.tactical-timing", "battle.winner-by-mission")
def test_nobody_vanishes_from_an_enemy_that_is_gone() -> None:
    drawn = "blue Needler n 4,11 Engage\nblue Needler m 4,14 Engage\nred Man b 9,11 Engage wounds=1 Df=0"
    table = at(drawn, active="n", cp=(1, 0), mission="hold", weapons={"n": ("gun: A 1, BS 3+, D 1/1",)})
    table.play("shoot", "b", "keep", dice="attack 5").play("pass")
    assert (table.clause, table["n"].order) == ("firefight.must-activate", "Engage")
