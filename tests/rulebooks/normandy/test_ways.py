"""A way picked hex by hex: it is kept as long as it is legal, and priced as it is walked."""

from tests.rulebooks.normandy.positions import activate, battle_on, places, put
from vanguard.core.questions import Place
from vanguard.testing.scripts import asked, play


def test_a_way_through_picked_hexes_is_kept_priced_and_walked() -> None:
    battle = battle_on()
    unit = put(battle, "us-halftrack", (3, 12))
    game = play(activate(battle, unit), "move")
    question = asked(game)
    assert isinstance(question, Place)
    way = [[4, 12], [4, 11], [3, 11]]
    assert question.snap(way) == way
    shown = question.preview(way)
    assert (shown["legal"], shown["cost"], shown["path"]) == (True, 3, way)
    assert question.preview([[3, 11]])["cost"] == 1, "straight there it is shorter"
    play(game, way)
    assert places(game, unit.key) == [(3, 11)]


def test_a_way_that_is_too_long_goes_straight_to_its_end() -> None:
    battle = battle_on()
    unit = put(battle, "us-halftrack", (3, 12))
    question = asked(play(activate(battle, unit), "move"))
    assert isinstance(question, Place)
    there_and_back = [[4, 12], [5, 12], [6, 12], [5, 12], [4, 12]]
    assert question.preview(there_and_back)["legal"] is False
    assert question.snap(there_and_back) == [[4, 12]]
