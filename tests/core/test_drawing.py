"""Drawing one answer at random: as likely as any other candidate, without working out the rest."""

from collections import Counter

import pytest

from vanguard.core.questions import Choose, Listing, Lot, Option, Path, Split, Uniform, WhereTo
from vanguard.core.refusals import Refused, RuleFault


class Numbers(Listing[int]):
    """The numbers below a limit; only some are available. Counts how many options were worked out."""

    def __init__(self, limit: int, available: tuple[int, ...]) -> None:
        self.limit = limit
        self.available = available
        self.worked_out = 0

    def __len__(self) -> int:
        return self.limit

    def option(self, number: int) -> Option[int]:
        self.worked_out += 1
        return Option(str(number), number, why_not="" if number in self.available else "not this one")


class OneOf(WhereTo[Path]):
    """Anywhere; these paths are worth trying."""

    def __init__(self, paths: list[Path]) -> None:
        super().__init__()
        self.paths = paths

    def check(self, path: Path) -> Path:
        return path

    def aims(self) -> list[Path]:
        return self.paths


class LastOf(OneOf):
    def sample(self, uniform: Uniform) -> Path:
        return self.paths[-1]


def every_way(choices: int) -> list[Uniform]:
    """For each sequence of fractions in a grid a source that answers by it: all of them together are uniform."""

    def source(fractions: list[float]) -> Uniform:
        left = iter(fractions)
        return lambda count: int(next(left) * count)

    grid = [(i + 0.5) / choices for i in range(choices)]
    return [source([a, b, c]) for a in grid for b in grid for c in grid]


def test_each_available_option_of_a_listing_is_drawn_equally_often():
    """Two of four are available: after at most two misses one of them comes, and neither is favoured."""
    drawn = Counter(Choose(0, "Which?", Numbers(4, (1, 3)), "c").draw(uniform) for uniform in every_way(12))
    assert drawn == {"1": 12**3 // 2, "3": 12**3 // 2}


def test_drawing_works_out_no_more_options_than_it_meets():
    numbers = Numbers(100, tuple(range(100)))
    question = Choose(0, "Which?", numbers, "c")
    assert question.read(question.draw(lambda count: count // 2)) == ("50", 50)
    assert numbers.worked_out == 1


def test_a_listing_can_be_read_as_a_whole_and_answered_by_any_key():
    question = Choose(0, "Which?", Numbers(4, (1, 3)), "c")
    question.draw(lambda count: 1)
    assert [option.key for option in question.options] == ["0", "1", "2", "3"]
    assert question.candidates() == ["1", "3"]
    assert question.read("3") == ("3", 3)
    with pytest.raises(Refused, match="not this one"):
        question.read("2")


def test_nothing_can_be_drawn_where_nothing_is_available():
    with pytest.raises(RuleFault, match="none of the possible answers"):
        Choose(0, "Which?", Numbers(3, ()), "c").draw(lambda count: count - 1)
    with pytest.raises(RuleFault, match="Which"):
        Choose(0, "Which?", [Option("a", 1, why_not="no")], "c").draw(lambda count: 0)


def test_a_place_draws_from_what_it_proposes_unless_it_can_sample():
    paths = [((1.0, 2.0),), ((3.0, 4.0),)]
    proposed = OneOf(paths).ask(0, "Where?", "c")
    assert [proposed.draw(lambda count, i=i: i) for i in range(2)] == [[[1.0, 2.0]], [[3.0, 4.0]]]
    sampled = LastOf(paths).ask(0, "Where?", "c")
    assert sampled.draw(lambda count: 0) == [[3.0, 4.0]]


def test_a_split_draws_one_of_its_candidates():
    question = Split(0, "How many?", 3, [Lot("a"), Lot("b")], "c")
    drawn = [question.draw(lambda count, i=i: i) for i in range(len(question.candidates()))]
    assert drawn == question.candidates()
