"""The traps at the end of the catalogue, one test each: where a hasty reading of the book goes wrong."""

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_muster import clauses_against, legal, roster
from vanguard.core.clauses import load_catalogue
from vanguard.core.questions import Split
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.attacks import save_needed
from vanguard.rulebooks.fortyk_vanguard.charge_phase import begin_charge_phase, charge, next_to_charge
from vanguard.rulebooks.fortyk_vanguard.content.army_list import muster
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.rounds import end_battle, end_phase, play_on
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, Effect

STORM = 'gun: 24" Assault 4, S 4, AP 0, D 1'
CANNON = 'cannon: 36" Heavy D6, S 4, AP 0, D 1, blast'
ROW = "red Man b 12,15\nred Man c 15,15\nred Man d 18,15"


def given(table: Table) -> dict[str, int]:
    """How many attacks each model received."""
    found: dict[str, int] = {}
    for event in table.events("hits"):
        found[event.values["target"]] = found.get(event.values["target"], 0) + event.values["of"]
    return found


def test_every_trap_of_the_catalogue_has_its_test_here() -> None:
    traps = load_catalogue("fortyk_vanguard").notes["traps"]
    tests = sorted([name for name in globals() if name.startswith("test_trap_")])
    assert [name.split("_")[2] for name in tests] == [f"{number:02}" for number in range(1, len(traps) + 1)]


@proves("vanguard.split-fire.other-targets", "vanguard.split-fire.first-attack-on-initial-target")
def test_trap_01_split_fire_reaches_from_the_initial_target_only_which_gets_the_first_attack() -> None:
    table = at(f"blue Man a 4,15\n{ROW}", weapons={"a": (STORM,)})
    split = table.ask(shoot, "a", answers=("gun/gun>b",))
    assert isinstance(split, Split)
    assert [(lot.key, lot.at_least) for lot in split.lots] == [("b", 1), ("c", 0)]


@proves("vanguard.split-fire.rapid-fire-uses-initial-target", "vanguard.split-fire.per-attack-effects-use-own-target")
def test_trap_02_the_number_of_attacks_looks_at_the_initial_target_and_cover_at_each_own_target() -> None:
    table = at(
        "blue Man a 4,15\nred Man b 16,15\nred Man c 18,17\ncrater 17,16,19,18",
        weapons={"a": ('gun: 24" Rapid Fire 1, S 4, AP 0, D 1',)},
    )
    answers = ("gun/gun>b", {"b": 1, "c": 1}, "as-listed")
    table.do(shoot, "a", answers=answers, dice="hit 6 / wound 6 / save 3 / hit 6 / wound 6 / save 3")
    assert table.dead == ["b"]  # c is 13.1" away and in a crater


@proves("vanguard.split-fire.unused-attacks-are-lost", "vanguard.blast.allocate-before-rolling")
def test_trap_03_overkill_is_lost_in_split_fire_and_in_blasts() -> None:
    table = at(f"blue Man a 4,15\n{ROW}", weapons={"a": (STORM,)})
    answers = ("gun/gun>b", {"b": 3, "c": 1}, "b")
    table.do(shoot, "a", answers=answers, dice="hit 6 6 6 / wound 6 6 6 / save 1 1 1 / hit 1")
    assert given(table) == {"b": 3, "c": 1}
    blast = at("blue Man a 4,15\nred Man b 12,15\nred Man c 14,15", weapons={"a": (CANNON,)})
    answers_b = ("cannon/cannon>b", "as-listed")
    blast.do(shoot, "a", answers=answers_b, dice="attacks 4 / hit 6 6 / wound 6 6 / save 1 1 / hit 1 1")
    assert given(blast) == {"b": 2, "c": 2}


@proves("vanguard.blast.victims-visible-to-initial-target", "vanguard.blast.victims-need-no-range-or-sight")
def test_trap_04_blast_victims_are_seen_from_the_initial_target() -> None:
    table = at(
        """
        blue Man a 4,15
        red  Man b 39.5,15
        red  Man c 41.6,15
        red  Man d 39.5,17.3
        container 30,16.1,40.5,16.5 height=4
        """,
        weapons={"a": (CANNON,)},
    )
    table.do(shoot, "a", answers=("cannon/cannon>b", "as-listed"), dice="attacks 2 / hit 1 / hit 1")
    assert given(table) == {"b": 1, "c": 1}  # c beyond 36", d behind the wall as b sees it


@proves("vanguard.blast.single-unit-for-counting", "vanguard.blast.attack-count")
def test_trap_05_the_initial_target_counts_among_the_six_and_the_hidden_do_not() -> None:
    around = [(14, 15), (10.2, 15), (12, 13.2), (12, 16.8), (13.3, 16.3)]
    rows = "\n".join([f"red Man v{number} {x},{y}" for number, (x, y) in enumerate(around)])
    six = at(f"blue Man a 4,4\nred Man b 12,15\n{rows}", weapons={"a": (CANNON,)})
    chosen = {"v0": 1, "v1": 1, "v2": 0, "v3": 0, "v4": 0}
    six.do(shoot, "a", answers=("cannon/cannon>b", chosen, "as-listed"), dice="attacks 1 / hit 1 / hit 1 / hit 1")
    assert sum(given(six).values()) == 3
    walled = at(
        f"blue Man a 4,4\nred Man b 12,15\n{rows}\ncontainer 12.8,14,13.2,15.6 height=4", weapons={"a": (CANNON,)}
    )
    walled.do(shoot, "a", answers=("cannon/cannon>b",), dice="attacks 1 / hit 1")  # v0 is hidden: five of them


@proves("vanguard.blast.range-one-inch-grenades", "vanguard.blast.range-two-inches")
def test_trap_06_grenades_burst_one_inch_and_a_grenade_launcher_two() -> None:
    drawn = "blue astra-militarum/infantry-squad/trooper+grenade-launcher a 10,15\nred Man b 14.5,15\nred Man c 17,15"
    thrown = at(drawn)
    thrown.do(shoot, "a", answers=("frag-grenades/frag-grenades>b",), dice="attacks 2 / hit 1 1")
    assert given(thrown) == {"b": 2}
    launched = at(drawn)
    answers = ("grenade-launcher/grenade-launcher-frag>b", "as-listed")
    launched.do(shoot, "a", answers=answers, dice="attacks 2 / hit 1 / hit 1")
    assert given(launched) == {"b": 1, "c": 1}


@proves("vanguard.blast.no-friends-in-blast-range", "vanguard.blast.shooter-counts-as-friend")
def test_trap_07_a_blast_is_refused_for_friends_near_the_initial_target_and_only_there() -> None:
    table = at(
        "blue Man a 4,15\nblue Man f 12,17.9\nred Man b 12,15\nred Man c 12,13\nred Man d 6.5,15",
        weapons={"a": (CANNON,)},
    )
    question = table.ask(shoot, "a")
    assert "no-friends-in-blast-range" in why_not(question, "cannon/cannon>b")
    assert why_not(question, "cannon/cannon>c") == ""  # f is near the victim b, not near c
    assert "shooter-counts-as-friend" in why_not(question, "cannon/cannon>d")


@proves("vanguard.blast.repeat-in-rounds", "vanguard.blast.first-attack-on-initial-target")
def test_trap_08_blast_attacks_go_round_and_cannot_be_stacked() -> None:
    table = at("blue Man a 4,15\nred Man b 12,15\nred Man c 14,15\nred Man d 12,17", weapons={"a": (CANNON,)})
    answers = ("cannon/cannon>b", {"c": 1, "d": 0}, "as-listed")
    table.do(shoot, "a", answers=answers, dice="attacks 5 / hit 1 1 / hit 1 1 / hit 1")
    assert given(table) == {"b": 2, "c": 2, "d": 1}


@proves("vanguard.blast.characters-can-be-caught")
def test_trap_09_a_screened_character_is_no_initial_target_but_must_take_attacks() -> None:
    table = at("blue Man a 4,15\nred Man b 12,15\nred Man c 14,15 kw=CHARACTER", weapons={"a": (CANNON,)})
    assert "look-out-sir" in why_not(table.ask(shoot, "a"), "cannon/cannon>c")
    table.do(shoot, "a", answers=("cannon/cannon>b", "as-listed"), dice="attacks 6 / hit 1 1 1 / hit 1 1 1")
    assert given(table) == {"b": 3, "c": 3}


@proves("vanguard.look-out-sir.one-model-meets-all", "vanguard.look-out-sir.ranged-attacks-only")
def test_trap_10_one_model_screens_and_blows_ignore_it() -> None:
    drawn = "blue Man a 4,15\nred Man c 16,15 kw=CHARACTER W=1\nred Man s {screen}"
    assert "look-out-sir" in why_not(at(drawn.format(screen="14,15")).ask(shoot, "a"), "gun/gun>c")
    for useless in ("16,17", "13.5,16.8", "14,15 base=10"):
        assert why_not(at(drawn.format(screen=useless)).ask(shoot, "a"), "gun/gun>c") == ""
    blow = at("blue Man a 14.5,15\nred Man c 16,15 kw=CHARACTER\nred Man s 14.5,16.2", phase="fight")
    answers = ("no", {"blade>c": 1, "blade>s": 0}, "no")
    blow.do(fight, blow["a"], answers=answers, dice="hit 6 / wound 6 / save 1")
    assert blow.dead == ["c"]


@proves("vanguard.muster.split-after-validation", "core.army.understrength-one-per-datasheet")
def test_trap_11_lists_are_checked_before_the_split() -> None:
    thirty = roster("orks", "10 x Boyz", "10 x Boyz", "10 x Boyz", "Trukk", "Trukk", "Trukk", "Warboss")
    assert "vanguard.detachment.rules-apply-to-all" not in clauses_against(thirty, 500)
    assert muster(thirty).command_points == 3
    assert clauses_against(roster("orks", "3 x Boyz", "Trukk", "Trukk"), 299) == ["core.army.dedicated-transport"]
    assert not legal(roster("orks", "3 x Boyz", "2 x Boyz"), 200)


@proves("vanguard.detachment.role-half-points", "vanguard.detachment.hq-required-at-300")
def test_trap_12_half_points_are_of_those_spent_and_three_hundred_needs_an_hq() -> None:
    two = roster("orks", "Spearhead Detachment", "Deff Dread", "12 x Gretchin")
    assert legal(two, 299)  # 60 of 120 spent, though less than half of 299
    assert not legal(two, 300)


@proves("vanguard.morale.one-test-per-player", "vanguard.morale.active-player-tests-first")
def test_trap_13_both_players_may_test_in_a_turn_the_active_one_first() -> None:
    table = at("blue Man a 5,5 Ld=4\nblue Man c 7,5 Ld=9\nred Man e 40,25\nred Man f 38,25", phase="morale", turn=1)
    table.battle.destroyed_this_turn = (2, 3)
    table.battle.first = 1
    table.do(play_on, dice="morale 4 / morale 6")
    assert [event.values["leadership"] for event in table.events("morale-passed")] == [7, 9]


@proves("vanguard.morale.double-losses-below-half", "vanguard.morale.natural-one-passes")
def test_trap_14_only_the_losses_are_doubled_and_a_one_passes() -> None:
    drawn = "blue Man a 5,5 Ld=8\nblue Man b 7,5\nblue Man c 9,5\nred Man e 40,25"
    failed = at(drawn, phase="morale", starting=(8, 1))
    failed.battle.destroyed_this_turn = (2, 0)
    failed.do(morale_of, 0, answers=("a",), dice="morale 5 / attrition 6 6")
    assert failed.heard("morale-failed", n=9)
    lucky = at(drawn, phase="morale", starting=(8, 1))
    lucky.battle.destroyed_this_turn = (5, 0)
    lucky.do(morale_of, 0, dice="morale 1")
    assert lucky.dead == []


@proves("vanguard.morale.attrition-minus-one-below-half", "vanguard.morale.army-half-strength")
def test_trap_15_half_strength_is_read_before_the_test_and_after_the_first_flight() -> None:
    men = "\n".join([f"blue Man m{number} {3 + 2 * number},5" for number in range(3)])
    table = at(f"{men}\nred Man e 40,25", phase="morale", starting=(6, 1))
    table.battle.destroyed_this_turn = (3, 0)
    table.do(morale_of, 0, answers=("m0", "m1"), dice="morale 5 / attrition 2 3")
    assert table.heard("morale-failed", n=8)  # 3 of 6 is not below half: 5 + 3
    assert table.dead == ["m0", "m1"]  # 2 of 6 is: a 2 flees


@proves(
    "vanguard.morale.combat-attrition-army-wide",
    "vanguard.morale.fled-models-are-destroyed",
    "core.mission.slay-the-warlord",
)
def test_trap_16_the_owner_picks_who_flees_and_a_fled_warlord_is_slain() -> None:
    table = at(
        "blue Man a 5,5 +warlord\nblue Man b 7,5\nblue Man c 9,5\nred Man e 40,25", phase="morale", starting=(4, 1)
    )
    table.battle.destroyed_this_turn = (3, 0)
    question = table.ask(morale_of, 0, answers=("c",), dice="morale 6 / attrition 1 3")
    assert available(question) == ["a", "b"]  # whoever the die was rolled for
    table.do(morale_of, 0, answers=("a",), dice="morale 6 / attrition 3 3")
    table.do(end_battle)
    assert table.battle.points[1] == 1


@proves("vanguard.morale.no-coherency-removal")
def test_trap_17_no_coherency_is_looked_for_in_the_merged_army() -> None:
    table = at("blue Man a 2,2\nblue Man b 42,28\nred Man e 20,15\nred Man f 2,28", phase="morale")
    table.do(play_on)
    assert table.dead == []


@proves("vanguard.morale.trigger", "core.round.two-turns")
def test_trap_18_losses_of_any_cause_count_and_are_forgotten_every_turn() -> None:
    table = at("blue orks/deff-dread d 10,15\nblue Man f 12.6,15\nred Man e 40,15\nred Man g 42,15")
    table.do(destroy, "d", dice="explodes 6 / mortal 1")
    assert table.battle.destroyed_this_turn == (2, 0)
    table.battle.phase = "morale"
    table.battle.first = 0
    table.do(end_phase)
    assert (table.battle.turn, table.battle.destroyed_this_turn) == (1, (0, 0))


@proves("core.attack.hit-modifier-cap", "core.attack.saving-throw", "core.attack.invulnerable-save")
def test_trap_19_hit_modifiers_are_capped_saves_are_not_and_cover_never_helps_invulnerable_saves() -> None:
    table = at(
        "blue Man a 4,15 moved=advanced\nred Man b 16,15\nwoods 8,10,12,20",
        weapons={"a": ('gun: 24" Assault 1, S 4, AP 0, D 1, hit_modifier=-1',)},
    )
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 4 / wound 1")  # -3 in sum, -1 in effect
    target = at("blue Man a 4,15\nred Man b 16,15 Sv=3 inv=4")
    profile = target["a"].profile.weapon("gun").profiles[0]
    group = AttackGroup(target["a"], "gun", profile, "b", 1)
    group.covered = True
    assert save_needed(target.battle, target["b"], group)[0] == 2
    heavy = at("blue Man a 4,15\nred Man b 16,15 Sv=3 inv=4", weapons={"a": ('gun: 24" Assault 1, S 4, AP -4, D 1',)})
    pierced = AttackGroup(heavy["a"], "gun", heavy["a"].profile.weapon("gun").profiles[0], "b", 1)
    pierced.covered = True
    assert save_needed(heavy.battle, heavy["b"], pierced)[0] == 4


@proves("core.fight.alternate", "core.stratagem.counter-offensive", "core.fight.first-and-last-cancel")
def test_trap_20_who_fights_when() -> None:
    table = at(
        """
        blue Man a 10,4 did=charged
        red  Man b 11,4
        blue Man c 10,8 did=charged,last
        red  Man d 11,8 rules=fights-first
        """,
        phase="fight",
        cp=(0, 2),
    )
    table["a"].charge_targets = ("b",)
    table["c"].charge_targets = ("d",)
    for answers in ((), ("b",), (), ()):
        table.do(next_to_fight, answers=answers, dice="hit 1")
    assert [event.values["who"] for event in table.events("hits")] == ["a", "b", "d", "c"]


@proves("core.charge.success", "core.charge.failure")
def test_trap_21_a_charge_reaches_all_it_declared_or_nothing_moves() -> None:
    table = at("blue Man a 4,15\nred Man b 8,15\nred Man c 10.4,16.5", phase="charge")
    begin_charge_phase(table.battle)
    table.do(charge, table["a"], answers=("b", "c"), dice="charge 1 2")
    assert not table["a"].did(CHARGED)
    assert table["a"].base.centre == (4, 15)


@proves("core.weapon.heavy", "core.shoot.big-guns-heavy-penalty")
def test_trap_22_vehicles_mind_combat_and_not_movement_with_heavy_weapons() -> None:
    heavy = {"a": ('gun: 36" Heavy 1, S 4, AP 0, D 1',)}
    free = at("blue Man a 4,15 kw=VEHICLE not=INFANTRY moved=normal\nred Man b 16,15", weapons=heavy)
    free.do(shoot, "a", answers=("gun/gun>b",), dice="hit 3 / wound 1")
    busy = at("blue Man a 4,15 kw=VEHICLE not=INFANTRY moved=stationary\nred Man b 5.5,15", weapons=heavy)
    busy.do(shoot, "a", answers=("gun/gun>b",), dice="hit 3")


@proves("vanguard.muster.excess-mortal-wounds-lost", "vanguard.muster.unit-effects-touch-one-model")
def test_trap_23_mortal_wounds_are_rolled_for_each_model_and_never_spill() -> None:
    table = at("blue orks/trukk t 10,15\nred Man b 13,15\nred Man c 14.2,15\nred Man d 15.4,15 W=2")
    table.do(destroy, "t", dice="explodes 6 / mortal 6 / mortal 1 / mortal 1")
    assert table.dead == ["t", "b", "c"]
    assert table["d"].wounds == 1


@proves("core.overwatch.only-natural-sixes", "vanguard.muster.stratagem-once-per-phase-still-army-wide")
def test_trap_24_overwatch_is_one_model_natural_sixes_no_splitting_and_no_victims() -> None:
    table = at(
        "blue Man a 4,15\nblue Man c 4,17\nred Man b 12,15\nred Man d 12,17",
        phase="charge",
        cp=(0, 3),
        weapons={"b": ('gun: 24" Assault 3, S 4, AP 0, D 1',)},
    )
    begin_charge_phase(table.battle)
    answers = ("a", "b", "d", "b", "gun/gun>a", "keep")
    table.do(next_to_charge, answers=answers, dice="hit 5 5 5 / charge 1 1")
    assert given(table) == {"a": 3}
    table.do(next_to_charge, answers=("c", "d", "no-more"), dice="charge 1 1")  # nobody else may fire


@proves("vanguard.muster.split-keeps-identity", "faction.reanimation-protocols")
def test_trap_25_models_keep_the_unit_name_of_their_parents() -> None:
    army = muster(roster("necrons", "10 x Necron Warriors", "4 x Necron Warriors", "5 x Immortals"))
    assert [model.profile.unit for model in army.models].count("warriors") == 14
    table = at("blue Man a 4,15\nred necrons/warriors b 14,15", weapons={"a": ('gun: 24" Assault 1, S 9, AP -5, D 1',)})
    table.battle.effects = (Effect("my-will-be-done", "a", 0, "command"),)
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / reanimation 2")
    assert table.battle.to_return == ("b",)
