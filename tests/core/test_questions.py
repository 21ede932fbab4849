"""Questions: what they accept, what they refuse, what they offer."""

from __future__ import annotations

import pytest

from vanguard.core.questions import (
    Choose,
    Draw,
    Lot,
    Option,
    Path,
    Roll,
    Split,
    WhereTo,
    among,
    yes_or_no,
)
from vanguard.core.questions.notation import completions, given_from_typed, typed_from_given
from vanguard.core.questions.paths import read_path
from vanguard.core.refusals import Refused


class Anywhere(WhereTo[Path]):
    def check(self, path: Path) -> Path:
        return path


def test_options_are_listed_only_when_somebody_looks() -> None:
    looks: list[int] = []

    def listed() -> list[Option[int]]:
        looks.append(1)
        return [Option("a", 1), Option("b", 2, why_not="engaged models may not shoot", clause="shoot.engaged")]

    question = Choose(0, "Act", listed, "turn.act")
    assert looks == []
    assert question.candidates() == ["a"]
    assert question.read("a") == ("a", 1)
    assert looks == [1]


def test_an_unavailable_option_says_why_and_cites_its_clause() -> None:
    question = Choose(0, "Act", [Option("shoot", 1, "Shoot", "shoot.engaged", "engaged models may not shoot")], "act")
    with pytest.raises(Refused, match="engaged models may not shoot") as refusal:
        question.read("shoot")
    assert refusal.value.clause == "shoot.engaged"


def test_plain_values_become_options() -> None:
    assert [option.key for option in among([None, 0, 1])] == ["none", "0", "1"]
    assert [option.value for option in yes_or_no()] == [True, False]


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        "4,5",
        [[1.0]],
        [[1.0, 2.0, 3.0, 4.0]],
        [[float("nan"), 1]],
        [[1, float("-inf")]],
        [[True, 1]],
        [["1", 2]],
        [[1, 2]] * 65,
        [[1e9, 0]],
    ],
)
def test_what_is_no_path_is_refused(bad: object) -> None:
    with pytest.raises(Refused):
        read_path(bad, "move")


def test_coordinates_are_rounded_to_a_thousandth_on_entry() -> None:
    assert read_path([[1.23456, -0.0004], [2, 3]], "move") == ((1.235, 0.0), (2.0, 3.0))


def split(**more: object) -> Split:
    return Split(0, "Split", 5, [Lot("a", at_most=3), Lot("b", at_least=1), Lot("c")], "split", **more)  # type: ignore[arg-type]


def test_a_split_must_use_everything_and_keep_the_limits() -> None:
    assert split().read({"a": 3, "b": 2}) == ({"a": 3, "b": 2}, (3, 2, 0))
    for bad, why in (
        ({"a": 4, "b": 1}, "0 to 3"),
        ({"a": 3, "c": 2}, "b takes 1"),
        ({"b": 4}, "exactly 5"),
        ({"b": 6}, "exactly 5"),
        ({"d": 5}, "not one of"),
        ({"b": 5.0}, "whole number"),
        ({"b": True}, "whole number"),
        ([1, 2], "amounts per lot"),
    ):
        with pytest.raises(Refused, match=why):
            split().read(bad)


def test_every_proposed_split_is_legal() -> None:
    for question in (split(), split(up_to=True)):
        assert question.candidates()
        for given in question.candidates():
            question.read(given)


def test_a_split_may_be_refused_for_another_reason() -> None:
    def only_even(amounts: tuple[int, ...]) -> None:
        if any(amount % 2 for amount in amounts):
            raise Refused("even shares only", "split.even")

    question = Split(0, "Split", 4, [Lot("a"), Lot("b")], "split", check=only_even)
    assert question.read({"a": 2, "b": 2})[1] == (2, 2)
    with pytest.raises(Refused, match="even"):
        question.read({"a": 1, "b": 3})


def test_a_roll_wants_its_number_of_faces_of_its_own_dice() -> None:
    roll = Roll(0, 2, "hit", "attack.hit", faces=("dash", "plus", "burst"))
    assert roll.read(["dash", "burst"])[1] == ("dash", "burst")
    for bad in (["dash"], ["dash", "star"], "dash", [True, "dash"]):
        with pytest.raises(Refused):
            roll.read(bad)


def exploding(enough: int = 0) -> Roll:
    return Roll(0, 2, "hit", "attack.hit", kinds=(0, 0, 1, 1, 1, 2), again=(6,), enough=enough)


def test_every_six_of_an_exploding_roll_grants_a_die() -> None:
    sequence = iter([5, 5, 1, 5, 2])
    assert exploding().outcome(lambda sides: next(sequence)) == (6, 6, 2, 6, 3)
    assert exploding().read([6, 6, 2, 6, 3])[1] == (6, 6, 2, 6, 3)
    for bad in ([6, 6, 2, 6], [6, 2], [6, 6, 2, 6, 3, 1], [1, 2, 3]):
        with pytest.raises(Refused):
            exploding().read(bad)


def test_granted_dice_stop_when_there_is_enough() -> None:
    """Two hits to save: a six and a three save both, so the die the six grants is not rolled."""
    assert exploding(enough=2).read([6, 3])[1] == (6, 3)
    assert exploding(enough=2).read([6, 1, 3])[1] == (6, 1, 3)
    with pytest.raises(Refused):
        exploding(enough=2).read([6, 3, 3])
    with pytest.raises(Refused):
        exploding(enough=2).read([6, 1])


def test_a_draw_takes_only_what_is_there() -> None:
    draw = Draw(0, ["red", "red", "blue"], "draw", "bag", count=2)
    assert draw.read(["red", "red"])[1] == ("red", "red")
    with pytest.raises(Refused):
        draw.read(["blue", "blue"])
    with pytest.raises(ValueError, match="cannot draw 4"):
        Draw(0, ["red"], "draw", "bag", count=4)


def test_a_draw_does_not_depend_on_how_the_bag_is_listed() -> None:
    picks = [
        Draw(0, items, "d", "bag", count=2).outcome(lambda n: n - 1) for items in (["a", "b", "c"], ["c", "a", "b"])
    ]
    assert picks[0] == picks[1] == ("c", "b")


# -- typed answers -----------------------------------------------------------------------------------------------------------


def walk() -> Choose[str]:
    options = [Option("walk", "w", "Walk 6"), Option("run", "r", "Run 12"), Option("wait", "x", "Wait")]
    return Choose(0, "Act", options, "act")


def test_an_option_is_typed_by_key_number_or_beginning() -> None:
    assert given_from_typed(walk(), "run") == "run"
    assert given_from_typed(walk(), "2") == "run"
    assert given_from_typed(walk(), "wal") == "walk"
    assert given_from_typed(walk(), "Run 1") == "run"
    with pytest.raises(Refused, match="could mean “Walk 6”, “Wait”"):
        given_from_typed(walk(), "wa")
    assert completions(walk(), "wa") == ["walk", "wait"]


def test_places_and_splits_are_typed_as_they_are_read() -> None:
    place = Anywhere().ask(0, "Where", "move")
    assert given_from_typed(place, "12.5,3 14,6") == [[12.5, 3.0], [14.0, 6.0]]
    assert typed_from_given([[12.5, 3.0], [14.0, 6.0]]) == "12.5,3 14,6"
    assert given_from_typed(split(), "a=3 b=2") == {"a": 3, "b": 2}
    assert typed_from_given({"a": 3, "b": 2}) == "a=3 b=2"
    with pytest.raises(Refused, match="typed as"):
        given_from_typed(place, "north")
    with pytest.raises(Refused, match="typed as"):
        given_from_typed(split(), "a;3")
