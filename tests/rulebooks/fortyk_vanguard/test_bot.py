"""What the script does where a choice is plain."""

import random
from math import hypot

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, game_at
from vanguard.bots.ladder import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Option
from vanguard.core.rulebook import load_rulebook
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.fortyk_vanguard.bot.goals import goals_of
from vanguard.rulebooks.fortyk_vanguard.bot.mind import FortykVanguardMind, battle_of
from vanguard.rulebooks.fortyk_vanguard.bot.stances import HUNTS, USUAL, Stance
from vanguard.rulebooks.fortyk_vanguard.bot.value import WEIGHTS, chance_to_win, facts_of
from vanguard.testing import scripts


def test_a_charge_is_declared_at_one_enemy_though_others_stand_by() -> None:
    table = at("blue orks/warboss a 4,15 did=near\nred Man b 8,15\nred Man c 8,16.5\nred Man d 8,13.5", phase="charge")
    game = game_at(table)
    bot = make_bot("fortyk_vanguard", "script")
    scripts.play(game, "a", "b")
    assert bot.answer(game, 0) == "no-more"


def test_whoever_is_worth_least_flees() -> None:
    table = at(
        "blue orks/boyz b 5,5\nblue orks/gretchin g 8,5 +warlord\nblue orks/gretchin h 11,5\nred Man e 40,25",
        phase="morale",
        starting=(9, 1),
    )
    table.battle.destroyed_this_turn = (5, 0)
    game = game_at(table)
    scripts.play(game, dice="morale 6")
    assert make_bot("fortyk_vanguard", "script").answer(game, 0) == "h"


@pytest.mark.parametrize(
    ("men", "order"),
    [
        ("blue astra-militarum/infantry-squad g 6,15", "c/first-rank>"),
        ("blue astra-militarum/infantry-squad g 6,15 moved=advanced", "c/forwards>"),
        ("blue astra-militarum/ratlings g 6,15", "c/take-aim>"),
        ("blue astra-militarum/ratlings g 30,5", "c/take-aim>c"),
    ],
)
def test_an_officer_gives_the_order_that_adds_most_shots(men: str, order: str) -> None:
    table = at(f"blue astra-militarum/company-commander c 4,15\n{men}\nred Man e 20,15")
    assert make_bot("fortyk_vanguard", "script").answer(game_at(table), 0).startswith(order)


@pytest.mark.parametrize(("near", "far"), [("f", "g"), ("g", "f")])
def test_an_overlords_will_is_done_by_whoever_can_hurt_somebody(near: str, far: str) -> None:
    table = at(
        f"""
        blue necrons/overlord o 13,15
        blue necrons/warriors {min(near, far)} {"20,15" if near < far else "6,15"}
        blue necrons/warriors {max(near, far)} {"20,15" if near > far else "6,15"}
        red Man e 40,15
        """,
        phase="command",
    )
    assert make_bot("fortyk_vanguard", "script").answer(game_at(table), 0) == f"o/my-will-be-done>{near}"


@pytest.mark.parametrize(("enemy", "answer"), [("43,15", "done"), ("20,15", "waaagh")])
def test_the_waaagh_is_kept_until_there_is_somebody_to_charge(enemy: str, answer: str) -> None:
    table = at(f"blue orks/warboss w 4,15 +warlord\nblue orks/boyz b 6,15\nred Man e {enemy}", phase="command")
    assert make_bot("fortyk_vanguard", "script").answer(game_at(table), 0) == answer


@pytest.mark.parametrize(("losses", "answer"), [(3, "no"), (4, "yes")])
def test_bravery_is_bought_if_the_test_fails_as_often_as_not(losses: int, answer: str) -> None:
    """Leadership 7: with three lost a 5 fails, with four a 4."""
    men = "\n".join([f"blue Man a{n} {4 + 2 * n},15" for n in range(6)])
    table = at(f"{men}\nred Man e 40,25", phase="morale", cp=(2, 0), starting=(6, 1))
    table.battle.destroyed_this_turn = (losses, 0)
    assert make_bot("fortyk_vanguard", "script").answer(game_at(table), 0) == answer


def test_who_is_charged_behind_a_barricade_shoots_or_strikes_by_what_it_does_better() -> None:
    """A gun with a command point to fire it: steady. Without the point, or with a blade alone: set to defend."""
    for cp, strong, answer in (
        ((0, 2), "gun", "hold-steady"),
        ((0, 0), "gun", "set-to-defend"),
        ((0, 2), "blade", "set-to-defend"),
    ):
        gun = 'gun: 24" Assault 6, S 8, AP -4, D 3' if strong == "gun" else 'gun: 24" Assault 1, S 1, AP 0, D 1'
        blade = "blade: Melee, S User, AP 0, D 1" if strong == "gun" else "blade: Melee, S +6, AP -4, D 3"
        table = at(
            "blue Man a 4,15 did=near\nred Man b 9,15 A=4\nbarricade 7.5,13,8,17",
            phase="charge",
            cp=cp,
            weapons={"b": (gun, blade)},
        )
        game = game_at(table)
        scripts.play(game, "a", "b")
        assert make_bot("fortyk_vanguard", "script").answer(game, 1) == answer


@pytest.mark.parametrize(
    ("model", "battle_round", "answer"),
    [
        ("space-marines/captain", 1, "re-roll"),
        ("astra-militarum/infantry-squad", 1, "keep"),
        ("astra-militarum/infantry-squad", 5, "re-roll"),
    ],
)
def test_a_saving_throw_is_rolled_again_for_what_it_may_save(model: str, battle_round: int, answer: str) -> None:
    """A third of a captain's wound is worth a Command point, a third of a guardsman only when no turn is left to use it in."""
    game = game_at(at(f"blue {model} a 4,15\nred Man e 20,15", cp=(3, 0)))
    battle_of(game).round = battle_round
    options = [Option("keep", -1, "Keep", declines=True), Option("re-roll", 0, "Re-roll", facts={"better_faces": 2})]
    question = Choose(0, "Re-roll?", options, "core.stratagem.command-re-roll", ("a",))
    question.dice = DiceShown("Saving throw", 0, (1,))
    assert FortykVanguardMind().script(game, 0, question, random.Random(1)) == answer


@pytest.mark.parametrize(
    ("men", "answer"),
    [
        ("red orks/gretchin g 9,15", "no"),
        ("red space-marines/terminators+assault-cannon g 9,15", "g"),
        ("red orks/warboss g 9,14\nred space-marines/terminators+assault-cannon h 9,16", "h"),
    ],
    ids=["a pistol", "an assault cannon", "the better gun of the lesser man"],
)
def test_overwatch_is_fired_by_the_best_gun_and_by_none_that_is_not_worth_the_point(men: str, answer: str) -> None:
    game = game_at(at(f"blue necrons/scarab-swarms a 4,15\n{men}", phase="charge", cp=(0, 3)))
    shooters = [model.key for model in battle_of(game).of(1)]
    options = [Option("no", "", "Hold fire", declines=True), *[Option(it, it, it, about=(it,)) for it in shooters]]
    question = Choose(1, "Fire Overwatch?", options, "core.stratagem.fire-overwatch", ("a",))
    assert FortykVanguardMind().script(game, 1, question, random.Random(1)) == answer


def where_it_goes(stance: Stance, drawn: str) -> tuple[float, float]:
    """Where the first model ends its normal move in this stance."""
    game = game_at(at(drawn, phase="movement"))
    scripts.play(game, "a", "normal")
    question = game.question_for(0)
    assert question is not None
    x, y = FortykVanguardMind(stance).script(game, 0, question, random.Random(1))[-1][:2]
    return x, y


def test_whoever_keeps_off_stays_out_of_the_reach_of_charges() -> None:
    """An enemy stands seven inches behind the marker at 13,15."""
    drawn = "blue Man a 8,15\nred Man e 20,15"
    near = where_it_goes(USUAL, drawn)
    far = where_it_goes(Stance("careful", keeps_off=11.0), drawn)
    assert hypot(near[0] - 20, near[1] - 15) < 9.0
    assert hypot(far[0] - 20, far[1] - 15) > 10.0


def test_whoever_hunts_or_forsakes_its_marker_leaves_it_to_others() -> None:
    battle = at("blue Man a 4,15\nblue Man b 6,15\nred Man e 40,25").battle
    usual = goals_of(battle, 0)
    assert usual["a"] == usual["b"]
    assert "a" not in goals_of(battle, 0, {"a": HUNTS})
    other = goals_of(battle, 0, {"a": Stance("", forsakes=battle.markers.index(usual["a"]))})
    assert other["a"] != usual["a"]
    assert other["b"] == usual["b"]


@pytest.mark.parametrize(("place", "answer"), [("13,15", "stay"), ("2,28", "t")])
def test_nobody_leaves_a_marker_to_ride(place: str, answer: str) -> None:
    game = game_at(at(f"blue orks/boyz a {place}\nblue orks/trukk t 7,22\nred Man e 40,25", phase="movement"))
    options = [Option("stay", "", "Stay outside", declines=True), Option("t", "t", "Embark", about=("t",))]
    question = Choose(0, "Embark?", options, "core.transport.embark", ("a",))
    assert FortykVanguardMind().script(game, 0, question, random.Random(1)) == answer


@pytest.mark.parametrize(("place", "answer"), [("13,15", "no"), ("2,28", "yes")])
def test_who_shot_from_a_marker_stays_at_it(place: str, answer: str) -> None:
    """The marker lies at 13,15."""
    game = game_at(at(f"blue astra-militarum/ratlings r {place}\nred Man e 40,25", phase="shooting"))
    options = [Option("yes", True, "Scarper"), Option("no", False, "Stay", declines=True)]
    question = Choose(0, "Scarper?", options, "faction.shoot-sharp-and-scarper", ("r",))
    assert FortykVanguardMind().script(game, 0, question, random.Random(1)) == answer


def test_nobody_is_deployed_on_a_roof() -> None:
    chance = random.Random(1)
    mind = FortykVanguardMind()
    rulebook = load_rulebook("fortyk_vanguard")
    roofs = 0
    for variant in range(4):
        game = Game.new(
            rulebook, rulebook.default_setup(variant), KeyedDice(secret_from_seed(f"roofs {variant}")), True
        )
        while game.question is not None and battle_of(game).round == 0:
            seat = game.deciders()[0]
            question = game.question_for(seat)
            assert question is not None
            game.answer(mind.script(game, seat, question, chance), seat=seat)
        roofs += len([model for model in battle_of(game).models if model.on_table and model.base.elevation > 0.0])
    assert roofs <= 2, "a few zones have little ground"


def chance_of_blue(drawn: str, points: tuple[int, int] = (0, 0), battle_round: int = 3) -> float:
    battle = at(drawn, phase="movement").battle
    battle.points, battle.round = points, battle_round
    return chance_to_win(battle, 0)


def test_every_fact_of_a_position_has_a_weight() -> None:
    battle = at("blue Man a 4,15\nred Man e 40,15", phase="movement").battle
    assert len(facts_of(battle, 0)) == len(WEIGHTS[battle.mission.key])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("blue Man a 13,15\nred Man e 40,25", "blue Man a 2,2\nred Man e 40,25"),
        ("blue Man a 2,2\nred Man e 40,25", "blue Man a 2,2\nred Man e 31,15"),
        (
            "blue orks/warboss a 2,2\nred orks/warboss e 40,25 wounds=1",
            "blue orks/warboss a 2,2 wounds=1\nred orks/warboss e 40,25",
        ),
    ],
    ids=["a marker held", "no marker of the enemy's", "wounds left"],
)
def test_what_is_good_for_a_side_makes_it_likelier_to_win(better: str, worse: str) -> None:
    assert chance_of_blue(better) > chance_of_blue(worse)


def test_a_point_ahead_counts_for_more_the_nearer_the_end_is() -> None:
    drawn = "blue Man a 2,2\nred Man e 40,25"
    early = chance_of_blue(drawn, (1, 0), 1) - chance_of_blue(drawn, (0, 0), 1)
    late = chance_of_blue(drawn, (1, 0), 5) - chance_of_blue(drawn, (0, 0), 5)
    assert 0.0 < early < late


def test_the_end_of_a_battle_is_worth_what_came_of_it() -> None:
    rulebook = load_rulebook("fortyk_vanguard")
    mind = FortykVanguardMind()
    game = Game.new(rulebook, rulebook.default_setup(0), KeyedDice(secret_from_seed("the end")), False)
    bots = [make_bot("fortyk_vanguard", "random", seed) for seed in (1, 2)]
    while game.question is not None:
        seat = game.deciders()[0]
        game.answer(bots[seat].answer(game, seat), seat=seat)
    winner = game.standing.winner
    expected = (0.5, 0.5) if winner is None else (1.0, 0.0) if winner == 0 else (0.0, 1.0)
    assert (mind.value(game, 0), mind.value(game, 1)) == expected
