"""Games: forks, undo, secret answers, dice by event, and what is refused."""

from __future__ import annotations

import pytest

from tests.kit.duel import rulebook
from vanguard.core.dice import KeyedDice, commitment_to, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Place, Together
from vanguard.core.refusals import Refused, RuleFault
from vanguard.testing.scripts import asked, keys, play, why_not


def duel(seed: int = 1) -> Game:
    return Game.new(rulebook, rulebook.default_setup(), KeyedDice(secret_from_seed(seed)))


def scripted() -> Game:
    return Game.new(rulebook, rulebook.default_setup(), None)


def test_a_secret_choice_is_revealed_only_when_both_have_answered() -> None:
    game = duel()
    before = game.view(1), game.log(1), game.revision
    game.answer("high", seat=0)
    assert game.deciders() == (1,)
    assert (game.view(1), game.log(1), game.revision) == before
    game.answer("low", seat=1)
    assert game.log(1)[0] == "Stances are shown: high against low."


def test_a_seat_cannot_answer_twice_and_may_withdraw_while_the_other_thinks() -> None:
    game = duel()
    game.answer("high", seat=0)
    with pytest.raises(Refused, match="already answered"):
        game.answer("low", seat=0)
    game.undo(seat=0)
    assert game.deciders() == (0, 1)
    game.answer("low", seat=0)
    with pytest.raises(Refused, match="no answer"):
        game.undo(seat=1)


def test_scripted_dice_feed_the_rolls_they_name() -> None:
    game = play(scripted(), "high", "low", {"head": 1, "body": 1}, "keep", "no", dice="first-strike first / strike 4 2")
    assert game.log(None)[-1] == "Bo loses 2 wounds, 4 left."


@pytest.mark.parametrize(
    ("dice", "problem"),
    [
        ("first-strike first / hit 4 2", "expects 'hit'"),
        ("first-strike first / strike 4", "does not fit"),
        ("first-strike first / strike 4 7", "does not fit"),
        ("first-strike third / strike 4 2", "does not fit"),
        ("first-strike first", "no dice left"),
        ("first-strike first / strike 4 2 / strike 1 1", "never rolled"),
    ],
)
def test_a_wrong_missing_or_left_over_die_fails_the_test(dice: str, problem: str) -> None:
    with pytest.raises(RuleFault, match=problem):
        play(scripted(), "high", "low", {"head": 1, "body": 1}, dice=dice)


def test_the_same_event_meets_the_same_dice_after_a_different_decision_elsewhere() -> None:
    """Dice are keyed by the event: what one duellist chose before does not shift the dice of the other."""
    games = [duel(5), duel(5)]
    for game, stance in zip(games, ("high", "low"), strict=True):
        game.answer(stance, seat=0)
        game.answer("high", seat=1)
        game.answer({"body": 2})
        game.answer("keep")
    faces = [next(event.dice for event in game.events if event.dice) for game in games]
    assert faces[0].faces == faces[1].faces


def test_other_secrets_give_other_dice_and_faces_are_uniform() -> None:
    from vanguard.core.questions import Roll

    counts = dict.fromkeys(range(1, 7), 0)
    for seed in range(300):
        dice = KeyedDice(secret_from_seed(seed))
        for face in dice.outcome(Roll(0, 20, "test", "c"), "round 1|c|test|1"):
            counts[face] += 1
    # 6000 dice: 1000 of each expected, standard deviation 29
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_the_commitment_binds_the_secret() -> None:
    dice = KeyedDice(secret_from_seed(1))
    assert dice.commitment == commitment_to(dice.secret)
    assert dice.commitment != commitment_to(secret_from_seed(2))
    with pytest.raises(ValueError, match="32 bytes"):
        KeyedDice("abcd")


def test_undo_is_free_until_a_die_is_rolled() -> None:
    game = duel()
    game.answer("high", seat=0)
    game.answer("low", seat=1)
    assert not game.can_undo()
    game.answer({"body": 2})
    with pytest.raises(Refused, match="must agree"):
        game.undo()
    before = game.revision
    game.undo(force=True)
    assert game.revision < before
    assert asked(game).kind == "split"


def test_after_dice_undo_needs_consent_and_then_meets_the_same_dice_again() -> None:
    game = duel()
    for answer in ("high", "low", {"body": 2}):
        game.answer(answer)
    digest = game.digest
    game.undo(force=True)
    game.answer({"body": 2})
    assert game.digest == digest


def test_undo_of_a_seat_takes_the_others_answers_since_with_it() -> None:
    game = play(scripted(), "high", "low", {"body": 2}, "keep", dice="first-strike first / strike 4 4")
    game.answer("yes")
    game.undo(seat=1)
    assert asked(game).clause == "duel.dodge"
    with pytest.raises(Refused, match="nothing to take back"):
        Game.new(rulebook, rulebook.default_setup(), None).undo()


def test_a_place_is_checked_to_a_thousandth() -> None:
    game = play(scripted(), "high", "low", {"body": 2}, "keep", "yes", dice="first-strike first / strike 4 4")
    assert isinstance(asked(game), Place)
    before = game.digest
    for far, why in (([[9.001, 0]], "at most 2"), ([[7.0, 0]], "more than 0"), ([[13.0, 0]], "off it")):
        with pytest.raises(Refused, match=why):
            game.answer(far)
    assert game.digest == before
    game.answer([[9.0004, 0]])
    assert game.log(None)[-1] == "Bo steps back to 9.0."


def test_a_place_previews_and_snaps_without_changing_anything() -> None:
    game = play(scripted(), "high", "low", {"body": 2}, "keep", "yes", dice="first-strike first / strike 4 4")
    place = asked(game)
    assert isinstance(place, Place)
    assert place.preview([[8.0, 0]]) == {"legal": True}
    assert place.preview([[9.5, 0]])["clause"] == "duel.dodge"
    assert place.snap([[9.5, 0]]) == [[9.5, 0.0]]
    assert place.area() == []


def test_options_have_keys_and_reasons() -> None:
    game = play(scripted(), "high", "low", {"body": 2}, dice="first-strike first / strike 4 2")
    assert keys(game) == ["keep", "die-1", "die-2"]
    assert why_not(game, "keep") == ""
    with pytest.raises(Refused, match="possible: keep, die-1, die-2"):
        game.answer("die-9")


def test_the_end_says_who_won_and_why() -> None:
    game = duel(2)
    while game.question is not None:
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        game.answer(question.candidates()[0], seat=seat)
    assert game.standing.over
    assert "out of wounds" in game.standing.reason
    assert game.deciders() == ()
    assert game.question_for(0) is None


def test_a_game_for_plain_simulation_cannot_be_forked() -> None:
    game = Game.new(rulebook, rulebook.default_setup(), KeyedDice(secret_from_seed(1)), forkable=False)
    with pytest.raises(RuleFault, match="forkable"):
        game.fork()
    with pytest.raises(RuleFault, match="forkable"):
        game.undo()


def test_a_fork_in_the_middle_of_a_secret_choice_keeps_the_waiting_answer() -> None:
    game = duel()
    game.answer("high", seat=0)
    fork = game.fork(game.dice)
    assert isinstance(fork.question, Together)
    assert fork.deciders() == (1,)
    fork.answer("high", seat=1)
    assert game.deciders() == (1,)


def test_a_rewind_beyond_the_game_is_refused() -> None:
    with pytest.raises(Refused, match="no step 99"):
        duel().rewind(99)


def test_an_illegal_setup_is_refused_with_every_fault() -> None:
    from vanguard.core.rulebook import Setup

    with pytest.raises(Refused) as refusal:
        Game.new(rulebook, Setup("brawl", "line", ({}, {"name": ""})), None)
    assert str(refusal.value).count("needs a name") == 2
    assert "brawl" in str(refusal.value)
