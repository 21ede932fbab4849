"""Attacks: target and range, dice, armor and cover, Hidden, damage, keywords."""

import pytest

from tests.rulebooks.normandy.positions import activate, battle_on, field, hexes, option_keys, put, state, the
from vanguard.core.questions import Choose, Split
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy import rulebook
from vanguard.rulebooks.normandy.attacks import cover_of, make_attack, protection, reroll_question, shield_of, take_aim
from vanguard.rulebooks.normandy.ground import DISTANCE
from vanguard.rulebooks.normandy.profiles import Attack
from vanguard.rulebooks.normandy.symbols import BLACK, RED, WHITE, symbols_left
from vanguard.server.workers import insights
from vanguard.testing.proves import proves_for
from vanguard.testing.random_play import new_game, random_steps
from vanguard.testing.scripts import asked, keys, play, run, why_not

proves = proves_for("normandy")


def weapon(*keywords, cost=1, dice=(2, 0, 0), near=1, far=10):
    """An attack with these keywords: by default 2 white dice at any range."""
    return Attack("Test gun", cost, keywords, ((near, far, dice),))


def guarded(battle, shooter, attack, target):
    """The protection of a target by the closest figures."""
    _, pairs = take_aim(battle, shooter.places(), attack, target)
    return protection(battle, shooter, attack, target, pairs[0])


def shoot(battle, shooter, attack, target, answers=(), dice=""):
    run(make_attack(battle, shooter.key, attack, target.key, tuple(shooter.places())), list(answers), dice)
    return battle.units.get(target.key)


def test_the_quick_shield_is_always_the_protection_that_is_explained():
    """For every attack between units of games played at random."""
    compared = 0
    for number in range(5):
        for game in random_steps(new_game(rulebook, number), number):
            battle = state(game)
            if game.revision % 20 or battle.ground is None:
                continue
            for unit in battle.deployed_of(0):
                for target in battle.deployed_of(1):
                    for attack in [weapon(), *unit.face.attacks]:
                        _, pairs = take_aim(battle, unit.places(), attack, target)
                        for pair in pairs:
                            explained = protection(battle, unit, attack, target, pair)
                            assert shield_of(battle, unit, attack, target, pair) == explained.shield
                            compared += 1
    assert compared > 500


# -- target and range -----------------------------------------------------------------------------------------------------


@proves("attack.range-count", "attack.range-per-figure", "attack.dice-per-figure", "attack.pool", "attack.profile")
def test_each_figure_counts_its_own_range_and_adds_the_dice_of_its_bracket():
    """Garands are 2 white at 1-2 and 1 white at 3-4: figures at range 2 and 3 give 3 white dice together."""
    battle = battle_on()
    shooter = put(battle, "us-riflemen", (7, 10), (7, 11))
    target = put(battle, "de-grenadiers", (7, 8), (7, 7))
    assert [DISTANCE[here][hexes((7, 8))[0]] for here in shooter.places()] == [2, 3]
    dice, pairs = take_aim(battle, shooter.places(), shooter.face.attacks[0], target)
    assert dice == (3, 0, 0)
    assert pairs == [tuple(hexes((7, 10), (7, 8)))]
    game = play(activate(battle, shooter), "attack garands de-grenadiers-a", dice="attack-white dash plus blank")
    assert the(game, target.key).damage == 2


@proves("attack.range-count")
def test_range_counts_the_targets_hex_but_not_the_attackers():
    first, second = hexes((7, 10), (7, 7))
    assert DISTANCE[first][second] == 3
    beside = hexes((7, 10), (8, 10))
    assert DISTANCE[beside[0]][beside[1]] == 1


@proves("attack.out-of-range-figure", "attack.single-number-range", "attack.needs-one-figure")
def test_figures_out_of_range_add_nothing_and_with_none_in_range_there_is_no_attack():
    """A flamethrower has range 1 only; carbines reach 3."""
    battle = battle_on()
    shooter = put(battle, "us-engineers", (7, 10), (7, 11))
    target = put(battle, "de-grenadiers", (7, 9), (7, 8))
    flame, carbines = shooter.face.attacks
    assert take_aim(battle, shooter.places(), flame, target)[0] == (0, 2, 0)
    assert take_aim(battle, shooter.places(), carbines, target)[0] == (2, 0, 0)
    target.hexes = tuple(hexes((7, 8), (7, 7)))
    game = activate(battle, shooter)
    assert why_not(game, "attack flamethrower") == "no enemy unit at range 1 [attack.needs-one-figure]"
    with pytest.raises(Refused):
        game.answer("attack flamethrower")
    now = state(game).activation
    assert now is not None
    assert now.points == 2


@proves("attack.declare-target", "attack.no-line-of-sight", "attack.from-card", "cover.figures-give-none")
def test_any_enemy_unit_in_range_can_be_the_target_whatever_stands_between():
    battle = battle_on(field("8 . . . . . . . b"))
    shooter = put(battle, "us-riflemen", (7, 10), (8, 10))
    near = put(battle, "de-grenadiers", (7, 9), (8, 9))
    far = put(battle, "de-mg42", (7, 7), (8, 7))
    game = activate(battle, shooter)
    attacks = [key for key in option_keys(game) if key.startswith("attack")]
    assert attacks == [f"attack garands {near.key}", f"attack garands {far.key}"]
    put(battle, "de-hq", (7, 6))
    assert cover_of(battle, *hexes((7, 10), (7, 7))) == 1, "the bocage at 7,8 counts, the Grenadiers do not"


@proves("attack.reference-pair", "attack.range-per-figure")
def test_a_figure_inside_the_minimum_range_adds_no_dice_and_is_not_the_reference():
    """A sniper's range is 2 to 6: the figure beside the target is left out, so this is no attack from range 1."""
    battle = battle_on(field("8 . . . . . . . b"))
    shooter = put(battle, "us-sniper", (7, 9), (7, 10))
    target = put(battle, "de-grenadiers", (7, 8))
    dice, pairs = take_aim(battle, shooter.places(), shooter.face.attacks[0], target)
    assert dice == (0, 1, 0)
    assert pairs == [tuple(hexes((7, 10), (7, 8)))]
    assert guarded(battle, shooter, shooter.face.attacks[0], target).cover == 1


@proves("attack.tie-attacker-chooses")
def test_of_equally_close_figures_the_attacker_chooses_and_is_asked_only_if_it_matters():
    """One target figure in bocage, one in the open, both at range 2."""
    battle = battle_on(field("8 . . . . . . . b ."))
    shooter = put(battle, "us-hq", (7, 10))
    target = put(battle, "de-grenadiers", (7, 8), (8, 8))
    game = play(activate(battle, shooter), f"attack carbines {target.key}")
    assert keys(game) == ["7,10>7,8", "7,10>8,8"]
    question = asked(game)
    assert question.clause == "attack.tie-attacker-chooses" and isinstance(question, Choose)
    assert [option.idle for option in question.options] == [True, False], "nobody gains by shooting at the bocage"
    told = insights.odds(game, 0, None)
    assert [one["details"]["mean"] for one in told["odds"]] == [pytest.approx(2 / 3), pytest.approx(4 / 3)]
    play(game, "7,10>8,8", dice="attack-white dash dash")
    assert the(game, target.key).damage == 2
    open_field = battle_on()
    shooter, target = put(open_field, "us-hq", (7, 10)), put(open_field, "de-grenadiers", (7, 8), (8, 8))
    play(activate(open_field, shooter), f"attack carbines {target.key}", dice="attack-white dash dash")


@proves("attack.step-order", "protection.before-damage", "damage.tokens-kept")
def test_an_attack_rolls_then_rerolls_then_loses_symbols_then_deals_damage_then_pins():
    battle = battle_on(field("8 . . . . . . . b"))
    shooter = put(battle, "us-mg", (7, 10), (7, 11), veteran=True)
    target = put(battle, "de-mg42", (7, 8), (6, 7))
    attack = "attack m1919 de-mg42-a"
    dice = "attack-white dash dash plus plus blank blank / reroll-white plus dash"
    game = play(activate(battle, shooter), attack, {"white blank": 2}, f"{target.key}.1", dice=dice)
    assert the(game, target.key).damage == 1, "3 pluses against Health 2: one figure and 1 damage"
    assert the(game, target.key).pins == 1
    said = [event.key for event in game.events]
    assert said[:6] == ["attacks", "rerolled", "rolled", "figure-lost", "damaged", "pinned"]


# -- dice -----------------------------------------------------------------------------------------------------------------


@proves("dice.symbols", "dice.white-faces", "dice.black-faces", "dice.red-faces", "components.dice-pool")
def test_the_three_dice_have_six_faces_of_dashes_pluses_and_bursts():
    assert sorted(WHITE) == sorted(["blank", "blank", "dash", "dash", "plus", "plus"])
    assert sorted(BLACK) == sorted(["blank", "dash", "plus", "plus", "dash+plus", "burst"])
    assert sorted(RED) == sorted(["blank", "dash+plus", "plus+plus", "burst", "plus+burst", "burst+burst"])
    means = [[round(sum(len(symbols_left(f, p, False)) for f in die) / 6, 2) for p in range(4)] for die in (BLACK, RED)]
    assert means == [[1.0, 0.67, 0.17, 0.0], [1.5, 1.33, 0.67, 0.0]]


@proves("components.dice-pool")
def test_a_roll_may_need_more_dice_than_the_box_holds():
    battle = battle_on()
    shooter = put(battle, "us-riflemen", (7, 10), (7, 11))
    target = put(battle, "de-tiger", (7, 9))
    gun = weapon(dice=(10, 0, 0))
    hit = shoot(battle, shooter, gun, target, dice="attack-white" + " dash" * 20)
    assert hit is not None
    assert hit.damage == 0


@proves("attack.damage-per-symbol", "protection.symbol-by-symbol")
def test_symbols_are_removed_one_by_one_and_each_one_left_is_a_damage():
    """Red plus-burst against 2: the burst stays. Black dash-plus against 1: the plus stays."""
    assert symbols_left("plus+burst", 2, False) == ["burst"]
    assert symbols_left("dash+plus", 1, False) == ["plus"]
    assert symbols_left("burst+burst", 0, False) == ["burst", "burst"]


@proves("protection.matrix", "hidden.effect")
def test_protection_removes_dashes_then_pluses_then_bursts_and_hidden_only_dashes():
    faces = ("dash", "plus", "burst")
    left = [[face for face in faces if symbols_left(face, protection, False)] for protection in range(5)]
    assert left == [["dash", "plus", "burst"], ["plus", "burst"], ["burst"], [], []]
    assert [face for face in faces if symbols_left(face, 0, True)] == ["plus", "burst"]


# -- armor and cover ------------------------------------------------------------------------------------------------------


@proves("protection.highest-only", "armor.value", "armor.ap-reduces", "kw.ap", "cover.any-unit")
def test_the_higher_of_armor_and_cover_counts_after_armor_penetration():
    """Armor 2 and cover 1: 2. With AP 2: 1, because penetration does not lower cover."""
    battle = battle_on(field("7 . . . . . . . b"))
    shooter = put(battle, "us-hq", (7, 10))
    target = put(battle, "de-puma", (7, 7))
    assert guarded(battle, shooter, weapon(), target).value == 2
    pierced = guarded(battle, shooter, weapon("AP 2"), target)
    assert (pierced.armor, pierced.cover, pierced.value) == (0, 1, 1)
    assert guarded(battle, shooter, weapon("AP 5"), target).armor == 0


@proves("protection.three-immune", "kw.pinning", "kw.pinning-any-type")
def test_protection_three_stops_everything_but_the_pin_token():
    battle = battle_on()
    shooter = put(battle, "us-sherman", (7, 10))
    target = put(battle, "de-panzer4", (7, 7))
    game = play(activate(battle, shooter), f"attack hull-mg {target.key}", dice="attack-white plus plus plus")
    assert the(game, target.key).damage == 0
    assert the(game, target.key).pins == 1


@proves("cover.own-hex", "cover.intervening", "cover.solid-border", "cover.closest-pair-only")
def test_cover_counts_the_targets_hex_and_each_covering_hex_between_but_never_the_attackers():
    """Attacker 7,10 in a wood, bocage at 7,8 and 7,7: cover 2. A trench and a hill have dashed borders."""
    battle = battle_on(field("7 . . . . . . . b\n8 . . . . . . . b\n10 . . . . . . . w"))
    shooter = put(battle, "us-riflemen", (7, 10), (8, 10))
    target = put(battle, "de-grenadiers", (7, 7), (7, 6))
    assert guarded(battle, shooter, weapon(), target).cover == 2
    bare = battle_on(field("7 . . . . . . . T\n8 . . . . . . . h"))
    assert cover_of(bare, *hexes((7, 10), (7, 7))) == 0


@proves("cover.no-maximum", "feature.hill", "feature.hill-reference-figure")
def test_cover_has_no_limit_and_a_hill_takes_one_off_for_the_figure_that_stands_on_it():
    """Own hex and three hexes between: cover 4; from the hill still 3. Armor is not changed by a hill."""
    plain = "7   .   .   .   b   b   b   b   .   ."
    raised = "7   .   .   .   b   b   b   b   h   ."
    guards = []
    for picture in (plain, raised):
        battle = battle_on(field(picture))
        shooter = put(battle, "us-hq", (7, 7))
        guards.append(guarded(battle, shooter, weapon(), put(battle, "de-puma", (3, 7))))
    assert [guard.cover for guard in guards] == [4, 3]
    assert [guard.armor for guard in guards] == [2, 2]
    battle = battle_on(field(raised))
    pair = put(battle, "us-riflemen", (8, 7), (7, 7))
    assert guarded(battle, pair, weapon(), put(battle, "de-hq", (3, 7))).cover == 3
    valley = put(battle, "us-mg", (5, 6), (7, 7))
    assert guarded(battle, valley, weapon(), put(battle, "de-grenadiers", (3, 7))).cover == cover_of(
        battle, *hexes((5, 6), (3, 7))
    ), "the closest figure is not the one on the hill"


@proves("cover.line-definition")
def test_along_hex_sides_the_row_with_less_cover_counts():
    """From 7,10 to 7,6 the line runs by 7,9 7,8 7,7 or by 6,9 7,8 6,7; bocage only at 7,7 gives none."""
    ground = field("7 . . . . . . . b")
    rows = [sorted(row) for row in ground.rows_between(*hexes((7, 10), (7, 6)))]
    assert sorted(rows) == sorted([sorted(hexes((7, 9), (7, 8), (7, 7))), sorted(hexes((6, 9), (7, 8), (6, 7)))])
    battle = battle_on(ground)
    assert cover_of(battle, *hexes((7, 10), (7, 6))) == 0
    rows = [sorted(row) for row in ground.rows_between(*hexes((14, 14), (13, 10)))]
    assert sorted(rows) == sorted(
        [sorted(hexes((13, 13), (14, 12), (13, 11))), sorted(hexes((13, 13), (13, 12), (13, 11)))]
    )


@proves("range1.armor", "range1.ignores-cover", "range1.hidden-stays", "armor.value")
def test_from_range_one_armor_is_one_lower_and_cover_nothing_but_hidden_stays():
    """A Bazooka (AP 2) beside armor 3: 3 - 2 - 1 = 0."""
    battle = battle_on(field("9 . . . . . . . b"))
    shooter = put(battle, "us-bazooka", (7, 10), (8, 10))
    target = put(battle, "de-panzer4", (7, 9), hidden="smoke")
    guard = guarded(battle, shooter, shooter.face.attacks[0], target)
    assert (guard.armor, guard.cover, guard.hidden) == (0, 0, True)
    assert guarded(battle, shooter, weapon(), target).armor == 2


@proves("range1.whole-attack")
def test_one_adjacent_figure_makes_the_whole_attack_one_from_range_one():
    battle = battle_on(field("9 . . . . . . . b"))
    shooter = put(battle, "us-riflemen", (7, 10), (7, 11))
    target = put(battle, "de-hq", (7, 9))
    dice, pairs = take_aim(battle, shooter.places(), shooter.face.attacks[0], target)
    assert dice == (4, 0, 0)
    assert protection(battle, shooter, shooter.face.attacks[0], target, pairs[0]).value == 0


@proves("feature.water-no-block-fire")
def test_water_gives_no_cover_and_does_not_hinder_fire():
    battle = battle_on(field("8 . . . . . . . ~\n9 . . . . . . . ~"))
    assert cover_of(battle, *hexes((7, 10), (7, 7))) == 0


# -- hidden ---------------------------------------------------------------------------------------------------------------


@proves("hidden.with-protection", "kw.indirect")
def test_hidden_matters_only_without_protection_and_indirect_does_not_remove_it():
    """An Indirect attack on a Hidden unit in cover 2: cover 0, dashes gone, pluses and bursts count."""
    battle = battle_on(field("7 . . . . . . . b\n8 . . . . . . . b"))
    shooter = put(battle, "us-mortar", (7, 10))
    target = put(battle, "de-grenadiers", (7, 7), hidden="smoke")
    guard = guarded(battle, shooter, weapon("Indirect"), target)
    assert (guard.value, guard.hidden) == (0, True)
    assert guarded(battle, shooter, weapon(), target).value == 2
    hit = shoot(battle, shooter, shooter.face.attacks[0], target, dice="attack-black dash+plus")
    assert hit is not None
    assert hit.damage == 1


@proves("hidden.sources", "hidden.fortification-stays", "feature.fortification", "feature.fortification-mechanized")
def test_tokens_innate_abilities_and_fortifications_hide_a_unit_once():
    battle = battle_on(field("7 . . . . . . . T\n9 . . . . . . . T"))
    assert battle.is_hidden(put(battle, "de-grenadiers", (7, 7), (7, 6))), "one figure in the trench is enough"
    assert not battle.is_hidden(put(battle, "de-mg42", (1, 1), (2, 1)))
    assert battle.is_hidden(put(battle, "de-sniper", (4, 1), (5, 1)))
    assert battle.is_hidden(put(battle, "de-pak40", (9, 1), hidden="sandbag"))
    assert not battle.is_hidden(put(battle, "de-halftrack", (7, 9))), "vehicles gain nothing from a trench"


@proves(
    "hidden.fortification-stays", "hidden.lost-on-move", "hidden.innate-stays", "innate.not-lost", "innate.always-on"
)
def test_moving_loses_hidden_from_tokens_but_not_from_innate_abilities_or_a_trench():
    battle = battle_on(field("9 . . . . . . . T"))
    rifles = put(battle, "us-riflemen", (7, 10), (8, 10), hidden="sandbag")
    sniper = put(battle, "us-sniper", (1, 10), (2, 10), hidden="smoke")
    game = play(activate(battle, rifles), "move", [[7, 11]], [[8, 10]])
    assert the(game, rifles.key).hidden == ""
    assert not state(game).is_hidden(the(game, rifles.key))
    game = play(activate(battle, sniper), "move", [[1, 9]], [[2, 10]])
    assert the(game, sniper.key).hidden == ""
    assert state(game).is_hidden(the(game, sniper.key))
    walker = put(battle, "us-hq", (7, 8))
    assert not battle.is_hidden(walker)
    play(activate(battle, walker), "move", [[7, 9]])
    assert battle.is_hidden(walker)


@proves("hidden.not-lost-by-attacking")
def test_attacking_and_the_end_of_the_round_do_not_remove_hidden():
    battle = battle_on()
    shooter = put(battle, "us-riflemen", (7, 10), (8, 10), hidden="smoke")
    put(battle, "de-hq", (7, 8))
    game = play(activate(battle, shooter, 1), "attack garands de-hq-a", dice="attack-white blank blank blank blank")
    assert state(game).round == 2
    assert the(game, shooter.key).hidden == "smoke"


# -- damage ---------------------------------------------------------------------------------------------------------------


@proves("damage.health-per-figure", "damage.carry-over", "damage.tokens-kept", "damage.remove-figure")
def test_five_damage_on_health_three_remove_one_figure_of_the_owners_choice_and_leave_two():
    battle = battle_on()
    shooter = put(battle, "us-riflemen", (7, 10), (8, 10))
    target = put(battle, "de-grenadiers", (7, 7), (8, 7))
    dice = "attack-red burst+burst burst+burst burst blank"
    hit = shoot(battle, shooter, weapon(dice=(0, 0, 2)), target, ["de-grenadiers-a.1"], dice)
    assert hit is not None
    assert hit.damage == 2
    assert hit.places() == hexes((8, 7)), "the owner kept the figure at 8,7"


@proves("damage.tokens-kept")
def test_damage_tokens_add_to_later_damage():
    """2 damage tokens and 1 new damage at Health 3: a figure is removed and no token left."""
    battle = battle_on()
    shooter = put(battle, "us-hq", (7, 10))
    target = put(battle, "de-grenadiers", (7, 8), (7, 7), damage=2)
    hit = shoot(battle, shooter, weapon(dice=(1, 0, 0)), target, ["de-grenadiers-a.2"], "attack-white plus")
    assert hit is not None
    assert (hit.damage, len(hit.places())) == (0, 1)


@proves("damage.unit-destroyed", "damage.destroyed-loses-tokens", "units.destroyed-returns-as-normal")
def test_a_unit_without_figures_leaves_the_board_with_its_tokens_and_returns_as_a_new_unit():
    battle = battle_on()
    shooter = put(battle, "us-hq", (7, 10))
    target = put(battle, "de-grenadiers", (7, 8), (7, 7), pins=2, damage=1, veteran=True, hidden="sandbag")
    assert battle.two_sided_left() == 8
    gone = shoot(
        battle, shooter, weapon("Ignores Hidden", dice=(0, 0, 3)), target, [], "attack-red" + " burst+burst" * 3
    )
    assert gone is None
    assert battle.two_sided_left() == 9
    again = put(battle, "de-grenadiers")
    assert (again.key, again.veteran, again.pins, again.damage, again.hidden) == (target.key, False, 0, 0, "")


@proves("damage.hq-destroyed", "command-action.hq-deployed", "end.no-elimination")
def test_losing_the_hq_ends_command_actions_but_not_the_game():
    battle = battle_on()
    shooter = put(battle, "de-tiger", (7, 7))
    boss = put(battle, "us-hq", (7, 10))
    engineers = put(battle, "us-engineers", (1, 10), (2, 10))
    assert "lay-mines" in keys(activate(battle, engineers))
    assert shoot(battle, shooter, weapon(dice=(0, 0, 2)), boss, [], "attack-red burst+burst burst+burst") is None
    assert battle.boards[0].command == 3
    assert (
        why_not(activate(battle, engineers), "lay-mines")
        == "the HQ is not on the battlefield [command-action.hq-deployed]"
    )


# -- keywords -------------------------------------------------------------------------------------------------------------


@proves("kw.blast", "kw.blast-counts-all")
def test_blast_rolls_the_dice_once_for_each_figure_of_the_target_wherever_it_stands():
    """A mortar (1 black) against 2 figures rolls 2 black; two figures with Blast 1 black roll 4."""
    battle = battle_on()
    mortar = put(battle, "us-mortar", (7, 10))
    pair = put(battle, "us-riflemen", (6, 10), (8, 10))
    target = put(battle, "de-grenadiers", (7, 6), (0, 0))
    put(battle, "de-mg42", (7, 5), (6, 5))
    assert take_aim(battle, mortar.places(), mortar.face.attacks[0], target)[0] == (0, 2, 0)
    assert take_aim(battle, pair.places(), weapon("Blast", dice=(0, 1, 0)), target)[0] == (0, 4, 0)


@proves("kw.pinning")
def test_pinning_gives_exactly_one_pin_token_even_without_damage():
    battle = battle_on()
    shooter = put(battle, "us-mg", (7, 10), (8, 10))
    target = put(battle, "de-grenadiers", (7, 8), (8, 8))
    game = play(activate(battle, shooter), "attack m1919 de-grenadiers-a", dice="attack-white" + " blank" * 6)
    assert the(game, target.key).pins == 1


@proves("kw.precise", "kw.precise-excess-lost")
def test_a_precise_attack_removes_one_figure_and_the_rest_of_its_damage_is_lost():
    """Health 2, 1 token, 4 damage: one figure gone, no token left."""
    battle = battle_on()
    shooter = put(battle, "us-sniper", (7, 10), (8, 10))
    target = put(battle, "de-mg42", (7, 8), (8, 8), damage=1)
    gun = weapon("Precise", dice=(0, 0, 1))
    hit = shoot(battle, shooter, gun, target, [f"{target.key}.1"], "attack-red burst+burst burst+burst")
    assert hit is not None
    assert (hit.damage, len(hit.places())) == (0, 1)
    scratch = shoot(battle, shooter, gun, hit, [], "attack-red burst blank")
    assert scratch is not None
    assert scratch.damage == 1, "without a removed figure the token stays"


@proves("kw.reroll", "kw.reroll-whole-pool")
def test_reroll_x_is_for_up_to_x_dice_of_the_whole_pool_of_any_color_once():
    battle = battle_on()
    shooter = put(battle, "us-rangers", (7, 10), (8, 10), veteran=True)
    target = put(battle, "de-grenadiers", (7, 7), (8, 7))
    game = play(
        activate(battle, shooter), "attack assault-weapons de-grenadiers-a", dice="attack-white blank dash plus blank"
    )
    question = asked(game)
    assert isinstance(question, Split)
    assert question.total == 2
    assert question.dice is not None and len(question.dice.faces) == 4
    picked = {lot.key: [question.dice.faces[die] for die in lot.dice] for lot in question.lots}
    assert picked == {key: [key] * len(found) for key, found in picked.items()}, "each die can be picked as itself"
    assert sorted([die for lot in question.lots for die in lot.dice]) == [0, 1, 2, 3]
    with pytest.raises(Refused, match="at most 2"):
        game.answer({"white blank": 2, "white dash": 1})
    play(game, {"white blank": 1, "white plus": 1}, dice="reroll-white dash plus")
    removing = asked(game)
    assert removing.dice is not None and removing.dice.marks == ("hit", "miss", "hit", "hit"), (
        "what it comes of is shown"
    )
    assert [option.about for option in removing.available] == [(f"{target.key}.1",), (f"{target.key}.2",)]
    play(game, f"{target.key}.1")
    assert the(game, target.key).places() == hexes((8, 7))
    assert the(game, target.key).damage == 0, "dash, blank and two new symbols: exactly Health 3"


@proves("kw.reroll")
def test_a_player_may_reroll_nothing():
    battle = battle_on()
    shooter = put(battle, "us-hq", (7, 10), veteran=True)
    target = put(battle, "de-grenadiers", (7, 8), (8, 8))
    game = play(activate(battle, shooter), "attack carbines de-grenadiers-a", {}, dice="attack-white plus blank")
    assert the(game, target.key).damage == 1


@proves("kw.reroll")
@pytest.mark.parametrize(
    ("men", "damage", "dice", "asked_for"),
    [(2, 0, "plus blank", True), (2, 0, "plus dash", False), (1, 2, "plus blank", False), (1, 2, "blank blank", True)],
)
def test_nobody_is_asked_for_a_reroll_where_no_die_could_show_more_or_more_would_be_lost(men, damage, dice, asked_for):
    """A white die does 1 at best; Grenadiers fall to 3, and one of them with 2 tokens to 1."""
    battle = battle_on()
    shooter = put(battle, "us-hq", (7, 10), veteran=True)
    put(battle, "de-grenadiers", *[(7, 8), (8, 8)][:men], damage=damage)
    game = play(activate(battle, shooter), "attack carbines de-grenadiers-a", dice=f"attack-white {dice}")
    assert (asked(game).clause == "kw.reroll") is asked_for


@proves("kw.reroll", "kw.precise-excess-lost", "underdog.card.hold-the-line")
def test_snipers_that_have_hit_their_man_reroll_nothing_of_an_attack_that_takes_no_second() -> None:
    battle = battle_on()
    battle.boards[0].effects = (("reroll", 1),)
    shooter = put(battle, "us-sniper", (7, 10), (8, 10))
    put(battle, "de-grenadiers", (7, 7), (8, 7), damage=2)
    game = play(activate(battle, shooter), "attack scoped-rifle de-grenadiers-a", dice="attack-black plus blank")
    assert asked(game).clause == "damage.remove-figure"


@proves("kw.ignores-hidden", "ability.recon")
def test_ignores_hidden_works_against_every_source_of_hidden_and_recon_gives_it():
    battle = battle_on(field("7 . . . . . . . T"))
    sniper = put(battle, "us-sniper", (7, 10), (8, 10))
    scout = put(battle, "us-greyhound", (7, 9))
    for target in (
        put(battle, "de-grenadiers", (7, 7)),
        put(battle, "de-sniper", (5, 7)),
        put(battle, "de-hq", (9, 7), hidden="smoke"),
    ):
        assert guarded(battle, sniper, weapon(), target).hidden
        assert not guarded(battle, sniper, sniper.face.attacks[0], target).hidden
        assert not guarded(battle, scout, scout.face.attacks[1], target).hidden


@proves("kw.combine", "kw.indirect")
def test_all_keywords_of_an_attack_apply_together():
    """Indirect, Blast, Pinning, AP 1 on a gun with armor 1 in cover 3: armor 0, cover 0, then 1 Pin token."""
    picture = "7 . . . . . . . b\n8 . . . . . . . b\n9 . . . . . . . b"
    battle = battle_on(field(picture))
    shooter = put(battle, "us-howitzer", (7, 11))
    target = put(battle, "de-pak40", (7, 7))
    attack = shooter.face.attacks[0]
    guard = guarded(battle, shooter, attack, target)
    assert (guard.armor, guard.cover) == (0, 0)
    hit = shoot(battle, shooter, attack, target, [], "attack-black dash / attack-red burst")
    assert hit is not None
    assert (hit.damage, hit.pins) == (2, 1)


@proves("cover.solid-border")
@pytest.mark.parametrize(("sign", "cover"), [("b", 1), ("w", 1), ("v", 1), ("T", 0), ("h", 0), (".", 0), ("=", 0)])
def test_only_terrain_with_a_solid_border_gives_cover(sign: str, cover: int):
    battle = battle_on(field(f"7 . . . . . . . {sign}"))
    assert cover_of(battle, *hexes((7, 10), (7, 7))) == cover


@proves("kw.pinning")
def test_only_a_pinning_attack_pins_and_nobody_who_is_gone_is_pinned():
    battle = battle_on()
    shooter = put(battle, "us-riflemen", (7, 10), (8, 10))
    target = put(battle, "de-panzer4", (7, 8))
    plain = next(attack for attack in shooter.face.attacks if not attack.pinning)
    game = play(
        activate(battle, shooter), f"attack {plain.key} {target.key}", dice="attack-white blank blank blank blank"
    )
    assert the(game, target.key).pins == 0


# -- every number explains itself -----------------------------------------------------------------------------------------


def reasons(guard):
    """What a protection is made of: the amounts and their clauses."""
    return [(reason.amount, reason.clause) for reason in guard.why]


@proves("armor.value", "armor.ap-reduces", "ability.side-skirts", "range1.armor")
def test_armor_tells_what_it_was_what_pierced_it_and_what_range_one_took():
    """Armor 3 against AP 2; the veteran's Side Skirts make it AP 1; beside the gun the armor is one lower still."""
    battle = battle_on()
    shooter = put(battle, "us-sherman", (7, 10))
    plain, skirted = put(battle, "de-panzer4", (7, 7)), put(battle, "de-panzer4", (8, 7), veteran=True)
    infantry = put(battle, "de-grenadiers", (7, 9))
    gun = weapon("AP 2")
    assert reasons(guarded(battle, shooter, gun, plain)) == [(3, "armor.value"), (-2, "armor.ap-reduces")]
    assert reasons(guarded(battle, shooter, gun, skirted)) == [
        (3, "armor.value"),
        (0, "ability.side-skirts"),
        (-1, "armor.ap-reduces"),
    ]
    assert reasons(guarded(battle, shooter, weapon(), skirted)) == [(3, "armor.value")], "nothing pierces it"
    assert reasons(guarded(battle, shooter, weapon("AP 9"), plain)) == [(3, "armor.value"), (-3, "armor.ap-reduces")]
    assert reasons(guarded(battle, shooter, gun, infantry)) == [], "no armor, nothing to tell of AP or range 1"
    plain.hexes = tuple(hexes((8, 10)))
    beside = guarded(battle, shooter, gun, plain)
    assert reasons(beside) == [(3, "armor.value"), (-2, "armor.ap-reduces"), (-1, "range1.armor")]
    assert beside.armor == 0
    gone = guarded(battle, shooter, weapon("AP 3"), plain)
    assert (gone.armor, reasons(gone)) == (0, [(3, "armor.value"), (-3, "armor.ap-reduces")]), "none left for range 1"


@proves("armor.value", "armor.ap-reduces", "ability.side-skirts")
def test_armor_without_side_skirts_loses_all_that_pierces_it():
    battle = battle_on()
    shooter = put(battle, "us-sherman", (7, 10))
    plain, skirted = put(battle, "de-panzer4", (7, 7)), put(battle, "de-panzer4", (8, 7), veteran=True)
    assert [guarded(battle, shooter, weapon("AP 2"), tank).armor for tank in (plain, skirted)] == [1, 2]
    assert [guarded(battle, shooter, weapon(), tank).armor for tank in (plain, skirted)] == [3, 3]


@proves("cover.own-hex", "feature.hill", "kw.indirect", "range1.ignores-cover")
def test_cover_tells_where_it_comes_from_and_what_takes_it_away():
    """Grenadiers in a wood behind bocage are in cover 2; a hill takes 1 off, Indirect and range 1 take all."""
    battle = battle_on(field("7 . . . w b . . ^ ."))
    target = put(battle, "de-grenadiers", (3, 7))
    valley, hill, beside = [
        put(battle, card, place) for card, place in (("us-hq", (8, 7)), ("us-mg", (7, 7)), ("us-mortar", (4, 7)))
    ]
    plain = guarded(battle, valley, weapon(), target)
    assert (plain.cover, reasons(plain)) == (2, [(1, "cover.own-hex"), (1, "cover.intervening")])
    lower = guarded(battle, hill, weapon(), target)
    assert (lower.cover, reasons(lower)) == (1, [(1, "cover.own-hex"), (1, "cover.intervening"), (-1, "feature.hill")])
    lobbed = guarded(battle, valley, weapon("Indirect"), target)
    assert (lobbed.cover, reasons(lobbed)) == (0, [(1, "cover.own-hex"), (1, "cover.intervening"), (0, "kw.indirect")])
    lobbed_from_hill = guarded(battle, hill, weapon("Indirect"), target)
    assert (lobbed_from_hill.cover, lobbed_from_hill.shield) == (0, 0)
    close = guarded(battle, beside, weapon(), target)
    assert (close.cover, reasons(close)) == (0, [(1, "cover.own-hex"), (0, "range1.ignores-cover")])
    open_field = put(battle, "de-mg42", (7, 10))
    assert reasons(guarded(battle, hill, weapon(), open_field)) == [], "no cover, nothing to tell"
    behind = put(battle, "de-granatwerfer", (2, 7))
    assert (1, "cover.own-hex") not in reasons(guarded(battle, valley, weapon(), behind)), "in the open behind the wood"


@proves("hidden.effect", "kw.ignores-hidden", "ability.recon")
def test_hidden_tells_whether_it_counts_or_what_sees_through_it():
    battle = battle_on()
    target = put(battle, "de-grenadiers", (7, 7), hidden="smoke")
    shooter, scout = put(battle, "us-hq", (7, 10)), put(battle, "us-greyhound", (8, 10))
    told = []
    for unit, gun in ((shooter, weapon()), (shooter, weapon("Ignores Hidden")), (scout, weapon())):
        guard = guarded(battle, unit, gun, target)
        told.append((guard.hidden, reasons(guard)))
    assert told == [
        (True, [(0, "hidden.effect")]),
        (False, [(0, "kw.ignores-hidden")]),
        (False, [(0, "ability.recon")]),
    ]
    target.hidden = ""
    assert reasons(guarded(battle, shooter, weapon(), target)) == []


# -- the edges of damage --------------------------------------------------------------------------------------------------


@proves("damage.unit-destroyed")
def test_damage_for_exactly_all_figures_destroys_the_unit_and_asks_nobody():
    """Grenadiers have Health 3: 6 damage on two figures, or 3 on the last one; 5 leave one figure standing."""
    for standing, faces, left in (
        (((7, 7), (8, 7)), "burst+burst burst+burst burst+burst", None),
        (((7, 7),), "burst+burst burst+burst", None),
    ):
        battle = battle_on()
        shooter = put(battle, "us-hq", (7, 9))
        target = put(battle, "de-grenadiers", *standing)
        dice = (0, 0, len(faces.split()))
        assert shoot(battle, shooter, weapon(dice=dice), target, [], f"attack-red {faces}") is left
    battle = battle_on()
    shooter, target = put(battle, "us-hq", (7, 9)), put(battle, "de-grenadiers", (7, 7), (8, 7))
    hit = shoot(
        battle,
        shooter,
        weapon(dice=(1, 0, 2)),
        target,
        ["de-grenadiers-a.1"],
        "attack-white plus / attack-red burst+burst burst+burst",
    )
    assert hit is not None
    assert (len(hit.places()), hit.damage) == (1, 2)


@proves("damage.unit-destroyed", "kw.pinning")
def test_a_precise_and_pinning_attack_on_the_last_figure_destroys_the_unit_and_pins_nobody():
    battle = battle_on()
    shooter, target = put(battle, "us-hq", (7, 9)), put(battle, "de-grenadiers", (7, 7))
    gun = weapon("Precise", "Pinning", dice=(0, 0, 2))
    assert shoot(battle, shooter, gun, target, [], "attack-red burst+burst burst+burst") is None
    assert battle.units.keys() == {shooter.key}


@proves("damage.unit-destroyed", "kw.precise")
def test_a_precise_attack_with_damage_for_all_figures_destroys_one_of_them():
    """6 damage on two Grenadiers of Health 3: one figure goes, the unit stays and has no damage."""
    battle = battle_on()
    shooter, target = put(battle, "us-hq", (7, 9)), put(battle, "de-grenadiers", (7, 7), (8, 7))
    faces = "attack-red burst+burst burst+burst burst+burst"
    hit = shoot(battle, shooter, weapon("Precise", dice=(0, 0, 3)), target, ["de-grenadiers-a.1"], faces)
    assert hit is not None
    assert (len(hit.places()), hit.damage) == (1, 0)


@proves("damage.tokens-kept")
def test_damage_tokens_are_told_while_some_lie_on_the_card():
    """2 damage leave 2 tokens; 1 more takes a figure and leaves none to tell of."""
    battle = battle_on()
    shooter = put(battle, "us-hq", (7, 9))
    put(battle, "de-grenadiers", (7, 7), (8, 7))
    attack = f"attack {shooter.face.attacks[0].key} de-grenadiers-a"
    game = play(activate(battle, shooter), attack, dice="attack-white plus plus")
    assert [event.values["tokens"] for event in game.events if event.key == "damaged"] == [2]
    play(game, attack, "de-grenadiers-a.1", dice="attack-white plus blank")
    assert [event.values["tokens"] for event in game.events if event.key == "damaged"] == [2]
    assert the(game, "de-grenadiers-a").damage == 0


@proves("kw.reroll")
def test_dice_of_every_color_may_be_rolled_again_and_the_worst_are_proposed_first():
    battle = battle_on()
    shooter, target = put(battle, "us-hq", (7, 9)), put(battle, "de-grenadiers", (7, 7), (8, 7))
    gun = weapon("Reroll 3", dice=(1, 1, 1))
    dice = "attack-white plus / attack-black blank / attack-red blank / reroll-black burst / reroll-red burst+burst"
    hit = shoot(battle, shooter, gun, target, [{"black blank": 1, "red blank": 1}, "de-grenadiers-a.1"], dice)
    assert hit is not None
    assert (len(hit.places()), hit.damage) == (1, 1), "4 damage on Health 3"
    question = reroll_question(0, [(0, "plus"), (1, "blank"), (2, "blank")], [["plus"], ["blank"], ["blank"]], 0, 3, ())
    proposed = [tuple(plan.get(lot.key, 0) for lot in question.lots) for plan in question.candidates()]
    assert (0, 0, 0) in proposed
    assert (0, 1, 1) in proposed, "the blanks"
    assert all(plan[0] == 0 for plan in proposed), "nobody rolls a hit again"


@proves("damage.remove-figure")
def test_the_owner_sees_the_dice_while_choosing_the_figure_that_is_lost():
    battle = battle_on(field("8 . . . . . . . b"))
    shooter = put(battle, "us-mg", (7, 10), (7, 11), veteran=True)
    put(battle, "de-mg42", (7, 8), (6, 7))
    dice = "attack-white dash dash plus plus blank blank / reroll-white plus dash"
    game = play(activate(battle, shooter), "attack m1919 de-mg42-a", {"white blank": 2}, dice=dice)
    assert (asked(game).player, asked(game).clause) == (1, "damage.remove-figure")
    assert asked(game).dice is not None
