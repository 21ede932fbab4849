"""The catalogue from its first clause to its last, the second half: dice, powers, stratagems, set-up and the end. Outcomes are by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import AIM, after_losses, charging, fighting, moving
from tests.rulebooks.fortyk_vanguard.test_combined_by_hand import under
from tests.rulebooks.fortyk_vanguard.test_worked_by_hand import HALF, SIXTH, THIRD, TWO_THIRDS, chance, some
from vanguard.core.questions import Split
from vanguard.rulebooks.fortyk_vanguard.attacks import save_needed
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_phase, begin_turn, end_battle, look_for_the_end
from vanguard.rulebooks.fortyk_vanguard.setup import MarkerSpot, deploy_next
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import aimed, shoot
from vanguard.rulebooks.fortyk_vanguard.state import WAITING, Effect
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import start_of_fights

# -- weapons and targets ----------------------------------------------------------------------------------------------------------------


@proves("core.weapon.pistol-or-others", "vanguard.split-fire.each-weapon-separately", "core.weapon.grenade")
def test_a_boss_fires_both_sluggas_at_two_enemies_and_nothing_else() -> None:
    table = at("blue orks/warboss a 4,15\nred Man b 12,15 W=9\nred Man c 4,23 W=9")
    second = table.ask(shoot, "a", answers=("slugga/slugga>b",))
    assert available(second) == ["slugga-2/slugga>b", "slugga-2/slugga>c", "hold-fire"]
    assert "core.weapon.pistol-or-others" in why_not(second, "kustom-shoota/kustom-shoota>b")
    assert "core.weapon.grenade" in why_not(second, "stikkbombs/stikkbombs>b")
    answers = ("slugga/slugga>b", "slugga-2/slugga>c", "as-listed")
    table.do(shoot, "a", answers=answers, dice="hit 5 / wound 4 / save 1 / hit 4")
    assert (table["b"].wounds, table["c"].wounds) == (8, 9)


@proves("faction.dakka", "vanguard.split-fire.rapid-fire-uses-initial-target")
def test_two_big_shootas_count_their_shots_by_their_own_initial_targets() -> None:
    """18" is half of 36": five at b, three at c, none of which stands within 3" of the other."""
    table = at("blue orks/deff-dread a 4,15\nred Man b 23.68,15 W=9\nred Man c 23.7,20 W=9")
    answers = ("big-shoota/big-shoota>b", "big-shoota-2/big-shoota>c", "as-listed")
    table.do(shoot, "a", answers=answers, dice="hit 1 1 1 1 1 / hit 1 1 1")


@proves("vanguard.split-fire.per-attack-effects-use-own-target", "weapon.melta")
def test_each_beam_of_a_multi_melta_looks_at_its_own_distance() -> None:
    """Two at b and c, an inch apart; 12" from the Dreadnought b loses D6 + 2, c beyond it D6."""
    table = at("blue space-marines/dreadnought+multi-melta a 4,15\nred Man b 17.6,15 W=9\nred Man c 19.6,15 W=9")
    answers = ("multi-melta/multi-melta>b", {"b": 1, "c": 1}, "hold-fire", "as-listed")
    dice = "hit 3 / wound 2 / damage 1 / hit 3 / wound 2 / damage 1"
    table.do(shoot, "a", answers=answers, dice=dice)
    assert (table["b"].wounds, table["c"].wounds) == (6, 8)


@proves("vanguard.split-fire.attack-count-before-allocation", "core.stratagem.command-re-roll")
def test_the_number_of_flames_is_settled_before_they_are_split() -> None:
    table = at("blue space-marines/tactical-squad+flamer a 4,15\nred Man b 10,15\nred Man c 10,17", cp=(1, 0))
    flames = "flamer/flamer>b"
    assert "Re-roll" in table.ask(shoot, "a", answers=(flames,), dice="attacks 1").prompt
    split = table.ask(shoot, "a", answers=(flames, "re-roll"), dice="attacks 1 / re-roll 5")
    assert isinstance(split, Split)
    assert split.total == 5
    assert refusal(split, {"b": 0, "c": 5})
    assert split.read({"b": 1, "c": 4})


FIVE_MORE = "\n".join(
    [f"red Man v{i} {x},{y}" for i, (x, y) in enumerate([(19, 15), (21, 15), (20, 16), (20, 14), (21, 16.1)])]
)


@proves("core.stratagem.command-re-roll", "core.weapon.blast-minimum-three")
@pytest.mark.parametrize(("gun", "asked"), [("Heavy D3", False), ("Heavy D6", True)])
def test_a_number_that_many_models_raise_to_the_most_is_not_rolled_again(gun: str, asked: bool) -> None:
    """Six are caught: a D3 is 3 attacks whatever it shows; a D6 of 2 is 3 and might be more."""
    cannon = f'gun: 36" {gun}, S 4, AP 0, D 1, blast'
    table = at(f"blue Man a 4,15\nred Man b 20,15\n{FIVE_MORE}", weapons={"a": (cannon,)}, cp=(1, 0))
    question = table.ask(shoot, "a", answers=(AIM,), dice="attacks 2")
    assert ("Re-roll" in question.prompt) is asked


@proves("vanguard.blast.repeat-in-rounds", "vanguard.blast.first-attack-on-initial-target", "faction.grinding-advance")
def test_both_shots_of_a_tank_are_allocated_before_the_first_die_and_the_second_may_go_elsewhere() -> None:
    """Two attacks each on three men: b twice, c by the first shot, d by the second. b dies of the first, so its second is lost."""
    table = at("blue astra-militarum/leman-russ a 6,15\nred Man b 30,15\nred Man c 31.5,15\nred Man d 28.5,15")
    aim = "battle-cannon/battle-cannon>b"
    answers = (aim, {"c": 1, "d": 0}, {"c": 0, "d": 1}, "as-listed")
    dice = "attacks 2 / attacks 2 / hit 4 / wound 2 / save 1 / damage 1 / hit 3 / hit 3"
    table.do(shoot, "a", answers=answers, dice=dice)
    assert table.dead == ["b"]
    assert table.heard("attacks-lost", target="b", n=1)


# -- powers -----------------------------------------------------------------------------------------------------------------------------


@proves("faction.nightshroud", "faction.psychic-barrier", "faction.mental-fortitude", "faction.terrifying-visions")
def test_some_powers_end_with_the_other_turn_and_some_with_the_next_psychic_phase() -> None:
    table = at("blue Man a 4,15\nred Man b 30,15", turn=1, phase="morale")
    powers = [
        ("nightshroud", "a", "command"),
        ("psychic-barrier", "a", "psychic"),
        ("terrifying-visions", "b", "command"),
    ]
    under(table, *[Effect(key, about, 0, until, 1) for key, about, until in powers])
    battle = table.battle
    begin_phase(battle, "psychic")  # the other player's ends nothing
    assert len(battle.effects) == 3
    battle.turn = 0
    begin_turn(battle)
    assert [effect.key for effect in battle.effects] == ["psychic-barrier"]
    begin_phase(battle, "shooting")
    assert [effect.key for effect in battle.effects] == ["psychic-barrier"]
    begin_phase(battle, "psychic")
    assert battle.effects == ()


@proves("faction.waaagh")
def test_a_waaagh_lasts_for_two_rounds_and_lets_them_run_and_charge_in_one() -> None:
    table = fighting("blue orks/boyz a 10,15\nred Man b 11.2,15 W=9", factions=("orks", "nobody"))
    under(table, Effect("waaagh", "", 0, "command", 2))
    battle = table.battle
    for amount in (2, 1, 0):
        effect = battle.army_effect("waaagh", 0)
        assert (effect.amount if effect is not None else 0) == amount
        attacks = 4 if amount else 3  # two, one for the choppa, one for the shouting
        battle.command_points = (0, 0)
        table.do(fight, table["a"], answers=("no", "no"), dice="hit" + " 1" * attacks)
        battle.turn = 1
        begin_turn(battle)
        battle.turn = 0
        begin_turn(battle)


# -- stratagems ---------------------------------------------------------------------------------------------------------------------------


@proves("core.stratagem.desperate-breakout", "core.transport.destroyed", "core.transport.destroyed-roll")
def test_a_trukk_lost_in_breaking_out_explodes_over_its_enemy_before_the_boys_get_out() -> None:
    """A 1 destroys it; it explodes over b, then c is set up clear of b and rolls a 2."""
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz c 0,0 in=t\nred Man b 12.5,15 W=9", cp=(2, 0))
    answers = ("breakout", [[7.3, 15]])
    table.do(move_model, table["t"], answers=answers, dice="breakout 1 / explodes 6 / mortal 6 / wreck 2")
    assert (table.dead, table["b"].wounds) == (["t"], 6)
    assert table.battle.destroyed_this_turn == (1, 0)


@proves("core.stratagem.once-per-phase", "core.stratagem.command-re-roll", "core.stratagem.cost")
def test_the_second_model_to_shoot_in_a_phase_rolls_nothing_again() -> None:
    """One Command Re-roll a phase, whoever it helps; the next phase has its own."""
    table = at("blue Man a 4,15\nblue Man b 4,18\nred Man c 12,15 W=9", cp=(2, 0))
    table.do(shoot, "a", answers=("gun/gun>c", "re-roll-1"), dice="hit 1 / re-roll 1")
    table.do(shoot, "b", answers=("gun/gun>c",), dice="hit 1")
    assert table.battle.command_points == (1, 0)
    begin_phase(table.battle, "charge")
    table.battle.phase = "shooting"
    table["b"].flags = 0
    assert "Re-roll" in table.ask(shoot, "b", answers=("gun/gun>c",), dice="hit 1").prompt


@proves("core.stratagem.counter-offensive", "core.fight.chargers-first")
def test_an_interruption_may_be_interrupted_and_then_the_chargers_go_on() -> None:
    """a has charged and fought; b interrupts; blue's c, whose turn it would be anyway, or n might follow at once."""
    drawn = """
        blue Man a 10,15 did=charged
        blue Man c 20,15 did=charged
        blue Man n 30,15
        red  Man b 11.5,15 W=9
        red  Man d 21.5,15 W=9
        red  Man m 31.5,15 W=9
    """
    table = fighting(drawn, cp=(2, 2))
    table.do(next_to_fight, answers=("a", "no", "keep", "no"), dice="hit 2")
    question = table.ask(next_to_fight)
    assert (question.player, available(question)) == (1, ["no", "b", "d", "m"])
    table.do(next_to_fight, answers=("b", "no", "no"), dice="hit 2")
    assert table.battle.command_points == (2, 0)
    countered = table.ask(next_to_fight)
    assert (countered.player, available(countered)) == (0, ["no", "c", "n"])


@proves("core.transport.capacity", "core.transport.start-embarked", "core.mission.deploy-alternately")
def test_the_thirteenth_boy_finds_no_seat_when_a_trukk_is_deployed() -> None:
    boyz = "\n".join([f"blue orks/boyz k{i} {1 + 1.5 * i},1" for i in range(13)])
    table = at(f"blue orks/trukk t 3,10\n{boyz}\nred Man z 40,29", phase="deployment")
    for model in table.battle.of(0):
        model.fate = WAITING
    table.battle.setter = 0
    table.do(deploy_next, answers=("t", [[3, 10]], *[f"k{i}" for i in range(12)]))
    assert len(table.battle.passengers("t")) == 12
    assert table["k12"].fate == WAITING


@proves("core.terrain.obstacle-cover", "core.terrain.no-cover-without-trait", "core.terrain.area-cover")
@pytest.mark.parametrize(
    ("target", "terrain", "needed"),
    [
        ("Man b 20,15", "woods 18,13,22,17", 4),  # woods have no Light Cover
        ("Man b 20,15", "ruin 18,13,22,17", 3),
        ("Man b 22.4,15", "ruin 18,13,22,17", 3),  # any part of the base within it
        ("Man b 22.6,15", "crater 18,13,22,17", 4),
        ("Man b 20,15 kw=VEHICLE not=INFANTRY", "crater 18,13,22,17", 4),
        ("Man b 20,15 kw=SWARM not=INFANTRY", "crater 18,13,22,17", 3),
        ("Man b 20,15", "hill 18,13,22,17 height=0.5", 4),  # no terrain feature
        ("Man b 20,15", "container 16.1,14,16.5,16", 3),  # the base begins 3" behind it
        ("Man b 20,15", "container 16,14,16.4,16", 4),
    ],
)
def test_who_has_the_benefits_of_cover_where(target: str, terrain: str, needed: int) -> None:
    table = at(f"blue Man a 4,15\nred {target}\n{terrain}")
    group = aimed(
        Shooter(table.battle, table["a"]), "gun", table["a"].profile.ranged[0].ranged[0], table["b"], 1, table["a"].base
    )
    assert save_needed(table.battle, table["b"], group)[0] == needed


@proves(
    "vanguard.morale.army-half-strength",
    "vanguard.morale.battlefield-models-only",
    "vanguard.morale.attrition-minus-one-below-half",
)
def test_a_passenger_keeps_the_army_at_half_strength_until_the_first_one_flees() -> None:
    """Seven began, three on the table and one aboard are left: four are not below half, so 5 + 2 is tested on the Trukk's and
    Boyz' 6. After the first has fled three are, and a 2 makes one more flee; no die is rolled for the passenger."""
    table = after_losses(
        "blue orks/trukk t 10,15\nblue orks/boyz a 4,5\nblue orks/boyz b 6,5\nblue orks/boyz c 0,0 in=t", 2, 7
    )
    table.do(morale_of, 0, answers=("a", "b"), dice="morale 5 / attrition 2 3")
    assert table.dead == ["a", "b"]


@proves("vanguard.morale.double-losses-below-half", "vanguard.morale.leadership-is-the-highest")
@pytest.mark.parametrize(("nob", "passes"), [("leader", True), ("trooper", False)])
def test_doubled_losses_are_borne_by_the_best_head_on_the_table(nob: str, passes: bool) -> None:
    """Three left of nine, two lost: a 3 + 4 is passed on a Nob's 7 and failed on a Boy's 6."""
    table = after_losses(f"blue orks/boyz/{nob} a 4,5\nblue orks/boyz b 6,5\nblue orks/boyz c 8,5", 2, 9)
    answers, dice = ((), "morale 3") if passes else (("c",), "morale 3 / attrition 3 3")
    table.do(morale_of, 0, answers=answers, dice=dice)
    assert table.dead == ([] if passes else ["c"])


# -- set-up -------------------------------------------------------------------------------------------------------------------------------


@proves("core.mission.objective-markers")
@pytest.mark.parametrize(
    ("size", "x", "y", "fine"),
    [
        ("small", 4, 4, True),  # centres stay 4" from edges: exactly that far is far enough
        ("small", 3.99, 4, False),
        ("large", 6.79, 15, True),  # the disc of 40 mm begins 6.003" from the edge
        ("large", 6.78, 15, False),
        ("small", 18, 26, True),
        ("small", 18, 26.1, False),
    ],
)
def test_where_the_first_marker_may_lie(size: str, x: float, y: float, fine: bool) -> None:
    table = at("blue Man a 1,1\nred Man b 21,29", size=size)
    table.battle.markers = ()
    assert MarkerSpot(table.battle).is_free(x, y) is fine


@proves("core.mission.objective-markers")
@pytest.mark.parametrize(
    ("size", "y", "fine"),
    [("small", 13, True), ("small", 12.99, False), ("large", 20.58, True), ("large", 20.57, False)],
)
def test_how_near_another_marker_the_second_may_lie(size: str, y: float, fine: bool) -> None:
    """From (11, 5) at least 8" between centres; from (11, 10) more than 9" between discs of 1.575"."""
    table = at("blue Man a 1,1\nred Man b 21,29", size=size)
    table.battle.markers = ((11, 5),) if size == "small" else ((11, 10),)
    assert MarkerSpot(table.battle).is_free(11, y) is fine


@proves("core.mission.zones", "core.concept.within", "core.mission.deploy-alternately")
@pytest.mark.parametrize(
    ("size", "at_limit", "beyond"), [("large", [8.325, 15], [8.33, 15]), ("small", [11, 5.325], [11, 5.33])]
)
def test_a_trukk_is_deployed_wholly_within_its_zone(size: str, at_limit: list[float], beyond: list[float]) -> None:
    """A disc of 3.35" across in a strip of 10", or of 7" on the small table."""
    table = at("blue orks/trukk t 3,3\nred Man b 21,29", size=size, phase="deployment")
    table["t"].fate = WAITING
    table.battle.setter = 0
    question = table.ask(deploy_next, answers=("t",))
    assert question.read([at_limit])
    assert "core.mission.deploy-alternately" in refusal(question, [beyond])


# -- the end ------------------------------------------------------------------------------------------------------------------------------


@proves("core.mission.army-destroyed-wins", "core.mission.victor", "core.ability.explodes")
@pytest.mark.parametrize(("points", "winner"), [((3, 2), 0), ((2, 3), 1), ((2, 2), -1)])
def test_two_armies_that_one_explosion_destroys_are_told_apart_by_their_points(
    points: tuple[int, int], winner: int
) -> None:
    """Both Warlords are slain, so both score one more."""
    table = at("blue orks/deff-dread a 10,15 wounds=1 +warlord\nred Man b 13,15 +warlord")
    table.battle.points = points
    table.do(destroy, "a", dice="explodes 6 / mortal 1")
    table.do(look_for_the_end)
    assert table.battle.points == (points[0] + 1, points[1] + 1)
    assert table.battle.winner == winner


@proves("core.mission.slay-the-warlord", "core.reinforcements.never-arrived", "core.mission.end-bonus")
def test_a_warlord_who_never_arrived_is_slain_and_his_men_hold_the_field() -> None:
    """Red holds two markers to none, and blue's Warlord is still in reserve: a point each."""
    table = at(
        "blue space-marines/terminators w reserve +warlord\nblue Man a 1,1\nred Man b 13,15\nred Man c 31,15 +warlord"
    )
    table.do(end_battle)
    assert table.battle.points == (0, 2)
    assert table.battle.winner == 1


# -- chances by fractions -------------------------------------------------------------------------------------------------------------------


@proves("core.psychic.perils", "core.psychic.perils-death", "core.psychic.smite")
@pytest.mark.parametrize(
    ("x", "wounds", "chances"),
    [
        (13, 5, 30),  # 5 or more
        (13, 1, 29),  # a double 6 kills the caster, and the power is lost
        (9, 1, 31),  # but within 6" whoever stands there dies with him, of a double 1 too
    ],
)
def test_the_chance_of_a_smite_by_a_librarian_on_his_last_wound(x: float, wounds: int, chances: int) -> None:
    table = at(f"blue space-marines/librarian a 4,15 wounds={wounds}\nred Man b {x},15", phase="psychic")
    assert chance(table, "a", "smite") == Fraction(chances, 36)


@proves("faction.reanimation-protocols", "faction.their-number-is-legion")
@pytest.mark.parametrize(("who", "back"), [("warriors", Fraction(7, 18)), ("immortals", THIRD)])
def test_the_chance_that_a_necron_is_gone_for_good(who: str, back: Fraction) -> None:
    """3+, sure to wound but on a 1, no save; a Warrior stands up on 5+ with ones again: 1/3 + 1/6 x 1/3."""
    gun = 'gun: 24" Assault 1, S 10, AP -5, D 1'
    table = at(f"blue Man a 4,15\nred necrons/{who} b 12,15", weapons={"a": (gun,)})
    assert chance(table, "a", AIM) == TWO_THIRDS * Fraction(5, 6) * (1 - back)


@proves("vanguard.blast.attack-count", "core.weapon.blast-minimum-three", "faction.grinding-advance")
def test_the_chance_of_a_blast_at_six_and_of_two_at_one() -> None:
    """Of three to six attacks on six models the initial target gets one. Alone it gets all of two D6."""
    cannon = 'gun: 36" Heavy D6, S 8, AP -5, D 1, blast'
    one = TWO_THIRDS * Fraction(5, 6)
    assert chance(at(f"blue Man a 4,15\nred Man b 20,15\n{FIVE_MORE}", weapons={"a": (cannon,)}), "a", AIM) == one
    tank = at("blue astra-militarum/leman-russ a 6,15\nred Man b 30,15")
    spared = sum([(1 - HALF * Fraction(5, 6) * Fraction(5, 6)) ** count for count in range(1, 7)]) / 6
    assert chance(tank, "a", "battle-cannon/battle-cannon>b") == 1 - spared**2


@proves("core.terrain.hold-steady", "core.overwatch.only-natural-sixes", "faction.dakka")
@pytest.mark.parametrize(("steady", "hit"), [("", SIXTH), (" did=steady", THIRD)])
def test_the_chance_of_overwatch_with_a_shoota(steady: str, hit: Fraction) -> None:
    """Three shots within 9", S 4 against T 4, saved on 4+."""
    table = charging(f"blue Man a 4,15\nred orks/boyz+shoota b 11,15{steady}", cp=(0, 1))
    assert chance(table, "a", "b", "b", "shoota/shoota>a") == some(hit * HALF * HALF, 3)


@proves("faction.warboss", "weapon.hit-modifier", "faction.waaagh", "core.fight.number-of-attacks")
def test_the_chance_of_a_klaw_in_the_waaagh() -> None:
    """A Boss Nob, A 3 and one more, WS 3+ less 1 for the klaw and 1 better for the boss; S 10 against T 4: 2+, no save."""
    table = fighting(
        "blue orks/boyz/leader+power-klaw a 10,15\nblue orks/warboss w 10,12\nblue Man x 30,5\nred Man b 11.2,15\nred Man y 31,5",
        turn=1,
        factions=("orks", "nobody"),
    )
    under(table, Effect("waaagh", "", 0, "command", 2))
    assert chance(table, "a") == some(TWO_THIRDS * Fraction(5, 6), 4)


@proves("core.attack.saving-throw", "core.terrain.light-cover", "faction.diminutive", "core.attack.wound-table")
def test_the_chance_of_a_bolt_at_a_gretchin_in_a_crater() -> None:
    """3+, S 4 against T 3: 3+. In the open AP -1 leaves no save; in a crater 7+ is 5+ with cover and Diminutive, 6+ with AP -1."""
    drawn = "blue space-marines/intercessors a 4,15 moved=normal\nred orks/gretchin b 24,15\n{}"
    hit_and_wound = TWO_THIRDS * TWO_THIRDS
    assert chance(at(drawn.format("")), "a", "bolt-rifle/bolt-rifle>b") == hit_and_wound
    crater = at(drawn.format("crater 22,13,26,17"))
    assert chance(crater, "a", "bolt-rifle/bolt-rifle>b") == hit_and_wound * Fraction(5, 6)


# -- what the log says ------------------------------------------------------------------------------------------------------------------------


@proves("core.round.phases", "faction.living-lightning")
@pytest.mark.parametrize(("x", "told"), [(17, True), (18, False)])
def test_lightning_alone_is_reason_enough_to_tell_of_a_fight_phase(x: float, told: bool) -> None:
    """Bases of 40 mm and 1": within 6" up to x 17.28."""
    table = at(f"blue necrons/plasmancer a 10,15\nred Man b {x},15 W=9", phase="heroic interventions")
    begin_phase(table.battle, "fight")
    assert table.heard("phase", phase="Fight phase") is told
    table.do(start_of_fights, dice="lightning 3" if told else "")
