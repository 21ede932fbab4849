"""A bot about as strong as somebody: chosen by what came of the games whose secrets the browser still holds."""

from __future__ import annotations

from typing import Any

from tests.server.browser import Site

EVEN = [{"kind": "human"}, {"kind": "bot", "level": "even"}]


def level_of(created: dict[str, Any]) -> str:
    """The level that sits there, without its temperament."""
    level: str = created["seats"][1]["level"]
    return level.partition(":")[0]


def conceded(site: Site, held: list[dict[str, str]]) -> dict[str, Any]:
    """A game against an even bot that is given up at once; its secret is held from then on."""
    created = site.new_game(rulebook="normandy", seats=EVEN, held=held)
    secret = site.secrets(created)[0]
    with site.sit(created["game"], secret) as browser:
        assert browser.ask("concede")["type"] == "ack"
    held.append({"game": created["game"], "secret": secret})
    return created


def test_a_bot_as_strong_as_somebody_follows_its_results_and_the_game_tells_which_it_was(site: Site) -> None:
    held: list[dict[str, str]] = []
    levels = [level_of(conceded(site, held)) for _ in range(6)]
    assert levels[0] == "casual"
    assert levels[-1] in ("novice", "random")
    ladder = ["random", "novice", "learner", "casual"]
    assert [ladder.index(level) for level in levels] == sorted([ladder.index(level) for level in levels], reverse=True)
    told = site.post("/api/games/mine", {"held": held})
    assert {game["players"][1]["level"].partition(":")[0] for game in told} == set(levels)


def test_nobody_elses_results_and_none_of_another_rulebook_count(site: Site) -> None:
    held: list[dict[str, str]] = []
    for _ in range(4):
        conceded(site, held)
    assert level_of(site.new_game(rulebook="normandy", seats=EVEN)) == "casual"
    assert level_of(site.new_game(rulebook="killteam_lite", seats=EVEN, held=held)) == "casual"
    wrong = [{"game": one["game"], "secret": "x" * 43} for one in held]
    assert level_of(site.new_game(rulebook="normandy", seats=EVEN, held=wrong)) == "casual"
