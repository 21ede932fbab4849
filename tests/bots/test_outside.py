"""Somebody's own bot plays matches without being installed, and what is no bot is refused by what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from vanguard.bots import make_bot
from vanguard.core.refusals import Refused
from vanguard.lab.matches import MatchPlan, play_pair

RESEARCH = Path(__file__).resolve().parents[2] / "examples" / "research"


@pytest.fixture
def within_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(RESEARCH))
    monkeypatch.setenv("VANGUARD_RULEBOOKS", "duel=tests.kit.duel:rulebook")


def test_the_example_of_research_plays_a_pair_of_whole_games_without_a_fault(within_reach: None) -> None:
    lines = play_pair((MatchPlan("duel", ("flat_search:FlatSearch", "random"), 1), 0))
    assert all(line["result"] in ("first", "second", "draw") for line in lines)
    assert [(line["refused"], line["crashed"], line["problem"]) for line in lines] == [(0, 0, "")] * 2


def test_the_example_of_research_prefers_what_scores(within_reach: None) -> None:
    plan = MatchPlan("duel", ("flat_search:FlatSearch", "random"), 20)
    won = [
        line["result"] == ("second" if line["swapped"] else "first")
        for pair in range(20)
        for line in play_pair((plan, pair))
    ]
    assert sum(won) > 24


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("no.such.place:Bot", "No module named"),
        ("flat_search:Nobody", "nothing called 'Nobody'"),
        ("flat_search:STEPS", "nothing called 'STEPS'"),
        (":Bot", "there is no bot at ':Bot'"),
        ("scirpt:bold", "did you mean script?"),
        ("script:blod", "did you mean bold?"),
    ],
)
def test_what_is_no_bot_is_refused_with_the_reason(within_reach: None, level: str, said: str) -> None:
    with pytest.raises(Refused, match=said.replace("?", r"\?")):
        make_bot("killteam_lite", level)
