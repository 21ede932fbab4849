"""What happens can be followed on the table: the pictures of the events say who moved, who was harmed and who fell."""

from __future__ import annotations

from typing import Any, get_args

from vanguard.core.rulebook import Rulebook
from vanguard.core.telling.events import Event
from vanguard.core.telling.looks import PieceLook, TerrainLook
from vanguard.core.telling.pictures import plain_picture
from vanguard.testing.random_play import advanced, new_game, random_steps

BRINGS_ELSEWHERE = ("move", "place")
TAKES_AWAY = ("fall", "leave")


def places(view: dict[str, Any]) -> dict[str, tuple[float, ...]]:
    """Where every piece on the table stands."""
    return {
        model["key"]: tuple(model["at"]) if model.get("at") is not None else (model["x"], model["y"])
        for model in view["models"]
        if model.get("on_table", True)
    }


def pictures_of(rulebook: Rulebook, events: list[Event]) -> list[dict[str, Any]]:
    return [plain_picture(event, rulebook.pictures[event.key]) for event in events if event.key in rulebook.pictures]


def test_every_picture_belongs_to_a_sentence(rulebook: Rulebook) -> None:
    assert set(rulebook.pictures) <= set(rulebook.messages)


def test_no_piece_changes_its_place_unseen(rulebook: Rulebook, number: int) -> None:
    """From one rest to the next, whoever stands elsewhere was moved or placed in a picture, and whoever is gone fell in one."""
    if not rulebook.pictures:
        return  # a rulebook that tells by sentences alone
    game = new_game(rulebook, number)
    before = places(rulebook.view(game.state, None))
    seen, stretches = len(game.events), game.stretches
    for step in random_steps(game, number):
        if step.stretches == stretches:
            continue
        after = places(rulebook.view(step.state, None))
        events = step.events[seen:]
        shown = pictures_of(rulebook, list(events))
        brought = {key for one in shown if one["kind"] in BRINGS_ELSEWHERE for key in one["who"]}
        taken = {key for one in shown if one["kind"] in TAKES_AWAY for key in one["who"]}
        elsewhere = {key for key, place in after.items() if before.get(key) != place}
        assert elsewhere <= brought, f"{elsewhere - brought} stand elsewhere unseen; pictures: {shown}"
        gone = set(before) - set(after)
        assert gone <= taken, f"{gone - taken} are gone unseen; pictures: {shown}"
        before, seen, stretches = after, len(step.events), step.stretches


def test_whoever_acts_is_not_drawn_as_one_who_has_acted(rulebook: Rulebook) -> None:
    for step in random_steps(new_game(rulebook, 0), 0):
        view = rulebook.view(step.state, None)
        for model in view.get("models", ()):
            assert model["key"] != view.get("active_model") or not model.get("acted"), model["name"]


def test_a_picture_has_what_its_kind_needs(rulebook: Rulebook, number: int) -> None:
    """Moves have a path for each mover, attacks somebody on both ends, harm and healing an amount, scores a seat."""
    if not rulebook.pictures:
        return
    game = new_game(rulebook, number)
    for _ in random_steps(game, number):
        pass
    kinds: set[str] = set()
    for one in pictures_of(rulebook, list(game.events)):
        kinds.add(one["kind"])
        if one["kind"] in ("move", "place"):
            assert len(one["paths"]) == len(one["who"]), one
            assert all(one["paths"]), one
        if one["kind"] == "move":
            assert all(len(path) > 1 for path in one["paths"]), one
        if one["kind"] == "attack":
            assert one["who"] and one["whom"] and one["way"], one
        if one["kind"] in ("harm", "heal"):
            assert one["who"] and one["amount"] > 0, one
        if one["kind"] == "score":
            assert one["seat"] in (0, 1) and "amount" in one, one
        if one["kind"] in ("gain", "lose"):
            assert one["state"], one
    assert {"stage", "move", "attack"} & kinds, f"nothing to look at in a whole game: {kinds}"


def test_everything_on_the_table_has_a_drawing_and_the_mission_is_told(rulebook: Rulebook) -> None:
    """Pieces, terrain and hexes name a look the table can draw; the view says what is fought over."""
    game = advanced(rulebook, 0, 60)
    view, scene = rulebook.view(game.state, None), rulebook.table(game.state)
    assert view["mission"]["name"] and view["mission"]["text"]
    assert {model["look"] for model in view["models"]} <= set(get_args(PieceLook))
    grounds = [*scene.get("parts", ()), *scene.get("hexes", ())]
    assert {ground["look"] for ground in grounds} <= set(get_args(TerrainLook))
