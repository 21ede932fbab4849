"""When a game is over, its story is told: luck, turning points; and the same can be played again with armies changed."""

from __future__ import annotations

import pytest

from tests.server.browser import Site, bearer
from tests.server.test_replay import finished
from vanguard.core.game import Game
from vanguard.core.questions import Roll
from vanguard.core.records import give_recorded
from vanguard.core.rulebook import load_rulebook
from vanguard.server.play.playing import Playing
from vanguard.server.play.stories import count_luck, moments_of, story_of, told
from vanguard.server.storage.rows import StoredGame, StoredPlay
from vanguard.server.wire.messages.happened import LogLine, PictureShown
from vanguard.testing.random_play import played_out


def played_at_a_table(name: str) -> Playing:
    rulebook = load_rulebook(name)
    game = played_out(rulebook, 1)
    setup = rulebook.default_setup(1).plain()
    stored = StoredGame("story", name, rulebook.version, rulebook.content_digest(), setup, "", [], "", archive=True)
    playing = Playing(stored, rulebook)
    playing.play_again(StoredPlay([(answer.seat, answer.given, False) for answer in game.answers]))
    return playing


def test_dice_are_counted_against_what_was_to_be_expected() -> None:
    luck = [{"dice": 0, "good": 0, "expected": 0.0} for _ in (0, 1)]
    count_luck(Roll(1, 3, "hit", "some.clause", kinds=(0, 0, 0, 1, 1, 2)), [1, 4, 6], luck)  # type: ignore[arg-type]
    assert luck == [{"dice": 0, "good": 0, "expected": 0.0}, {"dice": 3, "good": 2, "expected": 1.5}]


def test_a_roll_without_success_or_failure_is_no_luck() -> None:
    luck = [{"dice": 0, "good": 0, "expected": 0.0} for _ in (0, 1)]
    count_luck(Roll(0, 2, "roll-off", "some.clause"), [1, 4], luck)  # type: ignore[arg-type]
    assert luck[0]["dice"] == 0


def test_the_story_of_a_game_is_told_when_it_is_over(site: Site) -> None:
    created, _, browser = finished(site)
    story = site.get(f"/api/games/{created['game']}/story", created["watch"])
    assert len(story["luck"]) == 2
    assert all(0 <= one["good"] <= one["dice"] for one in story["luck"])
    assert all(0 <= one["step"] <= browser.state["revision"] for one in story["swings"])


def test_the_story_of_a_game_under_way_is_not_told(site: Site) -> None:
    created = site.new_game()
    reply = site.client.get(f"/api/games/{created['game']}/story", headers=bearer(created["watch"]))
    assert reply.status_code == 409


def test_a_rematch_changes_the_armies_and_keeps_the_people(site: Site) -> None:
    created, secrets, _ = finished(site)
    again = site.post(f"/api/games/{created['game']}/rematch", {}, secrets[0])
    assert again["game"] != created["game"]
    assert [seat["kind"] for seat in again["seats"]] == [seat["kind"] for seat in created["seats"]]


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "killteam_lite", "normandy"])
def test_the_turning_points_of_a_game_are_moments_of_it(rulebook: str) -> None:
    playing = played_at_a_table(rulebook)
    story = story_of(playing)
    assert sum(one["dice"] for one in story["luck"]) > 0
    assert 0 < len(story["swings"]) <= 3
    told_at = {(line["step"], line["text"]) for line in playing.log_for((0, 1))}
    assert {(one["step"], one["text"]) for one in story["swings"]} <= told_at, "a link leads to what it says"
    assert [one["step"] for one in story["swings"]] == sorted(one["step"] for one in story["swings"])


def test_a_turning_point_is_told_by_what_went_well_for_whom_it_favours() -> None:
    def falls(step: int, key: str) -> LogLine:
        shows: PictureShown = {"kind": "fall", "who": [key]}
        return {"text": f"{key} falls", "clause": "", "about": [], "dice": None, "shows": shows, "step": step, "seen_by": None}  # fmt: skip

    lines = [falls(3, "b1"), falls(4, "r1")]
    sides = {"b1": 0, "r1": 1}
    assert told(lines, 2, 5, 0, sides) is lines[1]
    assert told(lines, 2, 5, 1, sides) is lines[0]
    assert told(lines[:1], 2, 5, 0, sides) is lines[0], "something is told in any case"


def test_every_unit_that_acts_is_a_moment_to_be_weighed() -> None:
    """Not only the rounds: where tokens say who acts, every token drawn begins a turn."""
    playing = played_at_a_table("normandy")
    lines = playing.log_for((0, 1))
    rounds = [line for line in lines if line["shows"] is not None and line["shows"]["kind"] == "stage"]
    assert len(moments_of(lines, len(playing.steps))) > 2 * len(rounds)


def test_giving_the_answers_again_ends_in_the_same_place() -> None:
    """What the story is read from is the game itself."""
    rulebook = load_rulebook("killteam_lite")
    played = played_out(rulebook, 1)
    again = Game.new(rulebook, rulebook.default_setup(1), None)
    for answer in played.answers:
        give_recorded(again, answer.seat, answer.given)
    assert again.standing.plain() == played.standing.plain()
