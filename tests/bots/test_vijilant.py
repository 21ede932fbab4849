"""Vijilant's mind: it wins against chance, and knows what its units are for."""

import random
from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from tests.rulebooks.vijilant.test_missions import depot, heist
from vanguard.bots import make_bot
from vanguard.bots.trying import Plan, play_on
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose
from vanguard.core.rulebook import load_rulebook
from vanguard.rulebooks.vijilant.bot.mind import VijilantMind, mind
from vanguard.rulebooks.vijilant.bot.stances import CLOSES_IN, STAYS, WITHDRAWS, Stance
from vanguard.rulebooks.vijilant.bot.value import chance_to_win
from vanguard.rulebooks.vijilant.state import Battle

rulebook = load_rulebook("vijilant")


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


def answer(table: Table) -> Any:
    game = table.game
    assert game.question is not None
    return mind.script(game, game.question.player, game.question, random.Random(1))


@pytest.mark.parametrize("variant", [0, 1, 4, 5])
def test_a_script_wins_against_chance(variant: int) -> None:
    """Both missions, both forces; the script takes the seat that attacks and the seat that defends in turn."""
    game = Game.new(rulebook, rulebook.default_setup(variant), KeyedDice(secret_from_seed(f"script {variant}")))
    scripted = variant % 2
    levels = ("script", "random") if scripted == 0 else ("random", "script")
    bots = [make_bot("vijilant", level, seat + 1) for seat, level in enumerate(levels)]
    while game.question is not None:
        seat = game.deciders()[0]
        game.answer(bots[seat].answer(game, seat), seat=seat)
    assert game.standing.winner == scripted
    assert sum([bot.failures for bot in bots]) == 0


def test_an_attacker_runs_for_the_goal_while_it_is_still_in_time() -> None:
    """End of round 3 is the last to begin holding: 13 cm away in round 3 with M 7 there is nothing else to do."""
    drawn = "blue Squad a 45,30.5 M=7\nred Squad z 45,20 H=9"
    table = depot(drawn, round=3, active="a")
    assert answer(table) == "move"
    table.play("move")
    table.play(answer(table))
    assert answer(table) == "move"
    table.play("move")
    table.play(answer(table))
    from vanguard.rulebooks.vijilant.bot.aims import unit_holds

    assert unit_holds(table.battle, table.unit("a"))


def test_whoever_holds_stays_and_shoots() -> None:
    table = depot("blue Squad a 35,41\nred Squad z 35,30", active="a")
    assert answer(table) == "shoot:light:z"


def test_hits_go_to_those_who_do_not_hold_the_goal() -> None:
    drawn = "blue Squad a 35,41 37.5,40 40,40\nred Squad z 37,30"
    table = depot(drawn, active="z", weapons={"z": ("gun: Gun, P 2, Sr 2, R 0-24",)})
    table.play("shoot:light:a", dice="gun 5 5")
    given = answer(table)
    assert "a1" not in given
    assert sum(given.values()) == 2


def test_the_defender_shoots_at_whoever_is_about_to_win_before_others() -> None:
    drawn = "blue Squad a 20,33\nblue Squad b 20,8\nred Squad z 20,20"
    assert answer(heist(drawn, active="z")) == "shoot:light:a"


def test_a_unit_with_hooks_strikes_whom_it_touches() -> None:
    drawn = "blue Squad a 20,20 x4\nred Squad b 20,22 x4\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("hooks: CC, P 2, Sr 1",)})
    assert answer(table) in ("strike:b", "move")


def test_a_sitter_goes_to_the_goal_and_never_attacks() -> None:
    table = depot("blue Squad a 35,41\nred Squad z 35,30", active="a")
    game = table.game
    assert game.question is not None
    assert mind.sitter(game, 0, game.question, random.Random(1)) in ("hunker", "done")
    bots = [make_bot("vijilant", "sitter", seat) for seat in (0, 1)]
    played = Game.new(rulebook, rulebook.default_setup(0), KeyedDice(secret_from_seed("sitters")))
    while played.question is not None and battle_of(played).round < 2:
        seat = played.deciders()[0]
        played.answer(bots[seat].answer(played, seat), seat=seat)
    assert not [event for event in played.events if event.key in ("shoots", "strikes")]


def test_the_value_of_a_position_rises_when_the_attacker_takes_the_goal_and_falls_with_its_losses() -> None:
    def value(drawn: str, seat: int) -> float:
        return mind.value(depot(drawn).game, seat)

    far = "blue Squad a 35,20 x4\nred Squad z 35,60"
    near = "blue Squad a 35,41 x4\nred Squad z 35,60"
    fewer = "blue Squad a 35,20\nred Squad z 35,60"
    assert value(near, 0) > value(far, 0)
    assert value(near, 1) < value(far, 1)
    assert value(fewer, 0) < value(far, 0)


def test_whoever_holds_the_goal_is_worth_less_while_enemies_in_reach_have_yet_to_act() -> None:
    def value(acted: str) -> float:
        drawn = f"blue Squad a 35,41\nred Squad z 35,30{acted}\nred Squad y 5,66"
        return mind.value(depot(drawn, round=3, weapons={"z": ("gun: Gun, P 3, Sr 3, R 0-24",)}).game, 0)

    assert value("") < value(" played")


def test_a_won_game_is_worth_more_than_any_position() -> None:
    table = depot("blue Squad a 35,41\nred Squad z 10,66")
    assert all([0.0 < mind.value(table.game, seat) < 1.0 for seat in (0, 1)])
    table.play("end", "end", "end", "end")
    assert (mind.value(table.game, 0), mind.value(table.game, 1)) == (1.0, 0.0)


def test_passengers_wait_until_their_transport_has_brought_them_near() -> None:
    """The truck has had its turn. Far from the goal its squad has nothing to do yet; beside it, it is the squad's turn."""

    def played(place: str) -> Any:
        drawn = f"blue Truck t {place} north played\nblue Squad a inside=t n=3\nblue Squad b 10,6\nred Squad z 65,65"
        return answer(depot(drawn))

    assert played("60,6") == "play:b"
    assert played("35,36") == "play:a"


def test_nobody_spends_an_action_on_a_move_that_leads_nowhere() -> None:
    """The Strider holds the goal and would strike those behind it, whom it cannot get at: it hunkers down."""
    drawn = "blue harrow a 36.6,39.97 lost=furnace-projector\nblue Squad y 2,2\nred cohort b 34,43.25 36,43.25 35,45.6 38,45.6"
    assert answer(depot(drawn, active="a")) == "hunker"


@pytest.mark.parametrize(("inside", "wanted"), [("blue Squad a inside=t n=3", True), ("blue Squad a 2,30", False)])
def test_a_flyer_lands_with_troops_aboard_and_stays_in_the_air_without(inside: str, wanted: bool) -> None:
    table = at(f"blue lifter t 35,10 north airborne\n{inside}\nred Squad z 65,65", active="t").play("fly", [[35, 32]])
    assert (answer(table) == "land") == wanted


def test_troops_are_flown_to_where_they_can_land() -> None:
    """Straight on the lifter would end over a shard; enemies there are more to shoot at, but nobody could get out."""
    drawn = "blue lifter t 35,10 north airborne\nblue Squad a inside=t n=3\nred Squad z 35,45\nshard 35,32 r=3"
    table = at(drawn, active="t").play("fly")
    table.play(answer(table))
    assert answer(table) == "land"


def test_whoever_cannot_get_nearer_to_its_prey_turns_to_another() -> None:
    """Behind three walls of glass the strider stands as near as it gets to the one it would strike most."""
    walls = "stack 20,50,31,33\nstack 20,22,10,33\nstack 48,50,10,33"
    drawn = f"blue harrow a 35,28.9\nred bastion b 35,38\nred Squad z 35,3\n{walls}"
    table = at(drawn, active="a").play("move")
    given = answer(table)
    assert given[-1][1] < 28.0


@pytest.mark.parametrize(
    ("stance", "first", "farther"),
    [(STAYS, "shoot:light:z", False), (CLOSES_IN, "move", False), (WITHDRAWS, "move", True)],
)
def test_a_unit_may_go_about_its_turn_in_other_ways(stance: Stance, first: str, farther: bool) -> None:
    table = at("blue Squad a 35,20\nred Squad z 35,38", active="a")
    game = table.game
    other = VijilantMind(stance)
    other.ambition = stance.ambition
    assert game.question is not None
    assert other.script(game, 0, game.question, random.Random(1)) == first
    if first == "move":
        table.play("move")
        assert table.asked is game.question
        end = other.script(game, 0, game.question, random.Random(1))[-1]
        assert (end[1] < 20) == farther


def test_a_planner_tries_cards_and_ways_to_play_them() -> None:
    table = depot("blue Squad a 35,20\nblue Squad b 20,20\nred Squad z 35,45", weapons={})
    game = table.game
    question = game.question
    assert isinstance(question, Choose)
    plans = mind.plans(game, 0, question)
    assert [plan.of for plan in plans] == [mind.script(game, 0, question, random.Random(1)), plans[1].of]
    ways = mind.variations(game, 0, question, plans[1])
    assert {way.of for way in ways} == {plans[1].of}
    assert len({way.label for way in ways}) == len(ways) > 3
    bot = make_bot("vijilant", "planner", 1)
    first = bot.answer(game, 0)
    assert first in [plan.of for plan in plans]
    assert bot.failures == 0


def test_a_planner_tries_whom_to_attack_first() -> None:
    """The script shoots at whom it likes best; the planner also at the other."""
    table = at("blue Squad a 35,20\nred Squad y 30,32\nred Squad z 40,32")
    question = table.game.question
    assert isinstance(question, Choose)
    ways = mind.variations(table.game, 0, question, Plan("", (), "play:a"))
    first = [str(way.steps[1][1]) for way in ways if len(way.steps) > 1]
    table.play("play:a")
    assert first
    assert answer(table) not in first
    assert {answer(table), *first} >= {"shoot:light:y", "shoot:light:z"}


@pytest.mark.parametrize(("squads", "round_over"), [(3, True), (4, False)])
def test_a_planner_looks_to_the_end_of_the_round_where_few_cards_are_left(squads: int, round_over: bool) -> None:
    drawn = "\n".join([f"blue Squad a{i} {5 + 8 * i},5\nred Squad z{i} {5 + 8 * i},65" for i in range(squads)])
    game = at(drawn).game
    dice = KeyedDice(secret_from_seed("far"))
    fork = play_on(game, 0, Plan("", ()), mind, mind.looked_far_enough, mind.foresight, dice, random.Random(1))
    assert (battle_of(fork).round > battle_of(game).round) == round_over
    assert fork.question is not None
    assert fork.question.clause == "turn.free-card-choice"


def test_a_dropship_flies_on_with_its_troops_who_get_out_in_the_air() -> None:
    """Landing after its first move, far from the train, it would lose the second."""
    drawn = "blue gull t 20,8 north airborne\nblue boarders p inside=t\nred Squad z 60,60"
    table = heist(drawn, active="t").play("move", [[20, 16]])
    assert answer(table) == "move"


def test_nobody_sets_up_the_next_mission_in_thought() -> None:
    """Whoever has won Depot Raid is ahead: it will defend the train."""
    dice = KeyedDice(secret_from_seed("next mission"))
    start = Game.new(rulebook, rulebook.default_setup(2), dice)
    game, chance = start.fork(dice), random.Random(1)
    while battle_of(game).mission is battle_of(start).mission:
        assert not mind.looked_far_enough(game, game, 0)
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        game.answer(question.draw(chance.randrange), seat=seat)
    assert mind.looked_far_enough(game, start, 0)
    assert mind.round_is_over(game, start, 0) and mind.round_is_over(game, game, 0)
    battle = battle_of(game)
    assert battle.is_being_set_up()
    assert chance_to_win(battle, battle.won_before) > 0.5
    assert chance_to_win(battle, 0) + chance_to_win(battle, 1) == pytest.approx(1.0)
