"""Amounts are weighed before they are given: whether they would be taken, and what they come to."""

from __future__ import annotations

import pytest

from tests.server.browser import Site
from vanguard.core.questions import Split, Together
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook


def test_a_recruiting_plan_is_priced_and_its_faults_are_told_before_it_is_confirmed(site: Site) -> None:
    created = site.new_game(rulebook="normandy", second="bot")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        question = browser.question()
        assert question is not None and question["kind"] == "split"
        before = browser.state["stamp"]
        nothing = browser.ask("weigh", amounts={})
        assert (nothing["legal"], nothing["told"]) == (True, "0 of 10 requisition, supply level 1")
        plan = browser.ask("weigh", amounts={"us-riflemen": 2})
        assert (plan["legal"], plan["told"]) == (True, "8 of 10 requisition, supply level 1")
        dear = browser.ask("weigh", amounts={"us-riflemen": 2, "supply": 1})
        assert dear["told"] == "14 of 10 requisition, supply level 2"
        assert (dear["legal"], dear["clause"]) == (False, "recruit.condition-requisition")
        assert "14 requisition" in dear["why"]
        assert browser.ask("weigh", amounts={"unicorn": 1})["legal"] is False
        assert browser.ask("weigh", amounts={"supply": 10**9})["legal"] is False
        assert browser.up_to_date().state["stamp"] == before, "nothing was answered"


@pytest.mark.parametrize("given", [[], "all", 3, None, {"supply": "many"}, {"supply": True}])
def test_what_is_no_split_is_not_legal(given: object) -> None:
    rulebook = load_rulebook("normandy")
    from vanguard.core.game import Game

    question = Game.new(rulebook, rulebook.default_setup(), None).question
    assert isinstance(question, Together)
    split = question.parts[0]
    assert isinstance(split, Split)
    assert split.weigh(given)["legal"] is False
    with pytest.raises(Refused):
        split.read(given)
