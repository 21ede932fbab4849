"""Cards, turns and rounds: one card a turn, saving, skipping, ending the round, pins, dead cards, who opens."""

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.questions import Choose
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.state import FACE_DOWN, FACE_UP, IN_HAND, SAVED
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

THREE = """
    blue Squad a 20,20
    blue Squad b 30,20
    blue Squad c 40,20
    red Squad x 20,60
    red Squad y 30,60
    red Squad z 40,60
"""


def place_of(table: Table, card: str) -> int:
    battle = table.battle
    return battle.card_place[next(it.index for it in battle.cards if it.key == card)]


def played(table: Table, *cards: str) -> Table:
    """Each of these units has its turn and does nothing in it."""
    for card in cards:
        table.play(f"play:{card}", "done")
    return table


# -- turns ------------------------------------------------------------------------------------------------------------------


@proves("turn.alternate", "turn.free-card-choice", "turn.finish-face-up", "units.definition")
def test_players_alternate_and_play_one_card_each() -> None:
    table = at(THREE)
    assert table.asked.player == 0
    assert {"play:a", "play:b", "play:c"} <= set(table.keys), "any of them"
    played(table, "b")
    assert table.asked.player == 1
    assert place_of(table, "b") == FACE_UP
    played(table, "x")
    assert table.asked.player == 0
    assert "play:b" not in table.keys, "not twice in a round"
    with pytest.raises(Refused):
        table.play("play:b")


@proves("turn.two-action-points", "turn.all-at-once", "turn.action-menu")
def test_a_unit_has_two_points_and_uses_them_now_or_loses_them() -> None:
    table = at(THREE).play("play:a")
    assert table.battle.turn is not None
    assert table.battle.turn.points == 2
    table.play("move", [[20, 22]], "done")
    assert table.asked.player == 1
    played(table, "x")
    assert "play:a" not in table.keys, "the point it kept is lost"
    captain = at("blue captain a 20,20\nred Squad x 20,60").play("play:a")
    assert captain.battle.turn is not None
    assert captain.battle.turn.points == 3


@proves("turn.action-menu", "turn.any-order-and-repeat", "hunker.who", "hunker.cost", "hunker.other-action-free")
def test_actions_come_in_any_order_and_hunkering_is_for_walkers() -> None:
    table = at(THREE).play("play:a", "hunker", "move", [[20, 24]])
    assert table.unit("a").hunkered, "moving after it does not lift the marker"
    assert table.asked.player == 1
    again = at(THREE).play("play:a", "hunker")
    assert "hunker" not in again.keys
    assert "[hunker.bonus]" in again.why_not("hunker")
    for card, may in (("Strider", True), ("Hero", True), ("Tank", False), ("Skiff", False), ("Gull", False)):
        assert at(f"blue {card} a 20,20\nred Squad x 20,60", active="a").can("hunker") is may


@proves("hunker.expires")
def test_hunkering_ends_when_the_card_is_next_played_however_it_is_played() -> None:
    for way in (("play:a", "done"), ("save:a",)):
        table = at(THREE.replace("20,20", "20,20 hunkered")).play(*way)
        assert not table.unit("a").hunkered
    pinned = at("blue Squad a 20,20 hunkered pinned\nred Squad x 20,60").play("forfeit:a")
    assert not pinned.unit("a").hunkered


@proves("hunker.expires")
def test_a_unit_not_played_in_the_following_round_loses_the_marker_at_its_end() -> None:
    table = at("blue Squad a 20,20\nblue Squad b 30,20\nred Squad x 20,60", round=1)
    table.play("play:a", "hunker", "done").play("end").play("end")
    assert table.battle.round == 2
    assert table.unit("a").hunkered, "it holds through the next round"
    table.play("end").play("end")
    assert not table.unit("a").hunkered


# -- saving, skipping, ending -------------------------------------------------------------------------------------------------


@proves("skip.does-nothing", "skip.kinds")
def test_a_skip_card_passes_the_turn() -> None:
    table = at(THREE, hands=("skip", "")).play("skip")
    assert table.asked.player == 1
    assert "skip" not in table.keys


@proves("skip.save-a-card", "skip.save-is-final", "turn.all-at-once")
def test_a_saved_card_counts_as_played_and_is_not_spent() -> None:
    table = at(THREE, hands=("orbital-lance", "")).play("save:a")
    assert table.asked.player == 1
    played(table, "x")
    assert "play:a" not in table.keys, "it cannot be used later in the round"
    assert "save:a" not in table.keys
    table.play("save:orbital-lance")
    assert place_of(table, "orbital-lance") == SAVED
    table.play("end", "end")
    assert "play:orbital-lance" in table.keys or table.asked.player == 1
    assert place_of(table, "orbital-lance") == IN_HAND


@proves("round.end-early", "round.other-plays-on", "round.no-obligation", "round.ends-when-out-of-cards")
def test_whoever_ends_the_round_takes_no_more_turns_and_the_other_plays_on() -> None:
    table = at(THREE)
    played(table, "a")
    assert isinstance(table.asked, Choose)
    leaves_cards = table.asked.option("end")
    assert leaves_cards.grave and leaves_cards.label == "End the round: 3 cards unplayed"
    table.play("end")
    assert table.asked.player == 0
    played(table, "b", "c")
    assert table.battle.round == 3, "nobody has a card left to play"
    assert place_of(table, "x") == IN_HAND


@proves("start.later-rounds-opener")
def test_the_opener_of_a_later_round_did_not_take_the_last_turn() -> None:
    """A opens with 3 cards each. A, B, A, then B ends the round, A plays the last card: B opens the next round."""
    table = at(THREE)
    played(table, "a", "x", "b").play("end")
    played(table, "c")
    assert (table.battle.round, table.asked.player) == (3, 1)
    even = played(at(THREE), "a", "x", "b", "y", "c", "z")
    assert (even.battle.round, even.asked.player) == (3, 0), "with equal hands played out the same player opens"
    nobody = at(THREE, turn=1).play("end", "end")
    assert (nobody.battle.round, nobody.asked.player) == (3, 1), "without any turn the opener stays"


@proves("start.later-rounds-opener", "pin.last-card-forfeit")
def test_forfeiting_a_pinned_card_is_a_turn() -> None:
    table = at("blue Squad a 20,20 pinned\nred Squad x 20,60", turn=1).play("end", "forfeit:a")
    assert (table.battle.round, table.asked.player) == (3, 1)


@proves("round.cards-recycle", "turn.finish-face-down", "command.reuse-on-card")
def test_cards_come_back_and_spent_ones_come_back_as_skip_cards() -> None:
    table = at(THREE, hands=("orbital-lance shared-purpose", ""))
    table.play("play:orbital-lance", "x", dice="orbital-lance 1 1")
    assert place_of(table, "orbital-lance") == FACE_DOWN
    table.play("save:x").play("play:shared-purpose", "a:morale")
    assert place_of(table, "shared-purpose") == FACE_UP
    table.play("end", "end")
    while table.asked.player == 1:
        table.play("end")
    assert {"play:a", "play:shared-purpose", "skip"} <= set(table.keys)
    assert "play:orbital-lance" not in table.keys


@proves("damage.unit-dead-card-flips", "damage.dead-card-in-hand-playable", "skip.counts-in-hand", "skip.kinds")
def test_a_dead_units_card_is_a_skip_card_in_hand_and_on_the_table() -> None:
    shooters = {"a": ("gun: Gun, P 2, Sr 1, R 0-60",)}
    table = at(THREE, weapons=shooters).play("play:a", "shoot:light:x", "done", dice="gun 5")
    assert "play:x" not in table.keys
    assert "skip" in table.keys, "flipped in hand it is played as a skip card this round"
    table.play("skip")
    assert table.asked.player == 0
    held = [card.key for card in table.battle.cards if card.seat == 1]
    assert len(held) == 3, "losses never cost turns"


@proves("damage.dead-card-in-hand-playable")
def test_a_card_flipped_on_the_table_comes_back_as_a_skip_card() -> None:
    shooters = {"a": ("gun: Gun, P 2, Sr 1, R 0-60",)}
    table = at(THREE, turn=1, weapons=shooters)
    played(table, "x").play("play:a", "shoot:light:x", "done", dice="gun 5")
    assert "skip" not in table.keys
    table.play("end", "end")
    while table.asked.player == 0:
        table.play("end")
    assert "skip" in table.keys


@proves("turn.card-kinds", "command.not-units", "command.text-rules")
def test_a_command_card_is_a_turn_without_action_points_and_without_a_target_it_can_only_be_saved() -> None:
    table = at("blue Squad a 20,20\nred Squad x waiting", hands=("strafing-run double-time", ""))
    assert "play:strafing-run" not in table.keys
    assert "[command.text-rules]" in table.why_not("play:strafing-run")
    assert "save:strafing-run" in table.keys
    table.play("play:double-time", "a")
    assert table.asked.player == 1
    assert table.battle.turn is None


# -- pins ---------------------------------------------------------------------------------------------------------------------

PINNED = THREE.replace("blue Squad a 20,20", "blue Squad a 20,20 pinned")


@proves("pin.not-next", "pin.expires")
def test_a_pinned_unit_cannot_be_the_next_card_neither_acted_with_nor_saved() -> None:
    table = at(PINNED)
    assert "play:a" not in table.keys
    assert "save:a" not in table.keys
    assert "[pin.not-next]" in table.why_not("play:a")
    played(table, "b", "x")
    assert "play:a" in table.keys, "after a turn with another card the pin is lifted"
    for way in (("save:b",), ("skip",), ("play:smoke-curtain", "b")):
        other = at(PINNED, hands=("skip smoke-curtain", "")).play(*way)
        assert other.unit("a").pinned < 0, way


@proves("pin.last-card-forfeit")
def test_a_pinned_units_last_card_is_forfeit() -> None:
    table = at("blue Squad a 20,20 pinned\nred Squad x 20,60\nred Squad y 30,60")
    assert table.keys == ["forfeit:a", "end"]
    table.play("forfeit:a")
    assert table.unit("a").pinned < 0
    assert table.unit("a").had_turn
    with_skip = at("blue Squad a 20,20 pinned\nred Squad x 20,60\nred Squad y 30,60", hands=("skip", ""))
    assert with_skip.keys == ["skip", "end"], "a skip card can be played first"
    with_skip.play("skip", "save:x")
    assert "play:a" in with_skip.keys


@proves("pin.all-remaining-pinned")
def test_if_every_card_left_is_pinned_one_is_forfeit_and_the_others_are_free() -> None:
    table = at("blue Squad a 20,20 pinned\nblue Squad b 30,20 pinned\nred Squad x 20,60\nred Squad y 30,60")
    assert table.keys == ["forfeit:a", "forfeit:b", "end"]
    table.play("forfeit:b", "save:x")
    assert {"play:a", "save:a"} <= set(table.keys)


@proves("pin.carries-over")
def test_a_pin_carries_over_into_the_next_round() -> None:
    """Blue's last card is on the table when red pins its squad: in the new round blue must first play another card."""
    drawn = "blue Squad a 20,20 Mr=1\nblue Squad b 60,20\nred Squad x 20,30\nred Squad y 60,60"
    table = at(drawn, weapons={"x": ("hook: Gun, Pinning, P 1, Sr 1, R 0-20",)})
    played(table, "a", "y", "b")
    table.play("play:x", "shoot:light:a", "yes", "done", dice="hook 5 / pinning 1")
    assert (table.battle.round, table.asked.player) == (3, 0)
    assert "play:a" not in table.keys
    assert "play:b" in table.keys
    played(table, "b")
    assert table.unit("a").pinned < 0


@proves("pin.out-of-turn")
def test_the_test_is_rolled_at_once_by_the_defender() -> None:
    table = at(THREE, weapons={"a": ("burner: Flame, P 1, Sr 1, R 0-60",)})
    table.play("play:a", "shoot:light:x", dice="burner 5 / pinning 2")
    assert table.unit("x").pinned >= 0
    assert table.asked.player == 0, "still blue's turn"


# -- expiry -------------------------------------------------------------------------------------------------------------------


@proves("round.end-sequence")
def test_effects_until_the_end_of_the_round_end_with_it() -> None:
    table = at(THREE, hands=("smoke-curtain shared-purpose", ""))
    table.play("play:smoke-curtain", "a", "save:x", "play:shared-purpose", "b:morale")
    assert (table.unit("a").dodge_bonus, table.unit("b").morale_bonus) == (1, 2)
    table.play("end", "end")
    assert (table.unit("a").dodge_bonus, table.unit("b").morale_bonus) == (0, 0)


# -- what everybody may know ----------------------------------------------------------------------------------------------------


@proves("cards.open-hands")
def test_everybody_sees_every_card_and_what_has_become_of_it() -> None:
    table = at(THREE, hands=("orbital-lance", "skip"), weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-60",)})
    table.play("play:orbital-lance", "z", "save:y", "play:a", "shoot:light:x", "done", dice="orbital-lance 1 1 / gun 5")
    rulebook = table.game.rulebook
    views = [rulebook.view(table.battle, seat)["hands"] for seat in (0, 1, None)]
    assert views[0] == views[1] == views[2]
    shown = {card["name"]: (card["state"], card["in_hand"]) for hand in views[0] for card in hand["cards"]}
    assert shown["Squad a"] == ("played", False)
    assert shown["Squad b"] == ("ready", True)
    assert shown["Squad y"] == ("saved", False)
    assert shown["Squad x"] == ("dead", True)
    assert shown["Orbital-lance"] == ("spent", False)


@proves("hunker.expires", "turn.alternate")
@pytest.mark.parametrize("what", ["play", "save"])
def test_a_hunkered_unit_is_told_to_rise_when_its_card_has_been_played(what: str) -> None:
    table = at("blue Squad a 20,20 hunkered\nred Squad z 65,65").play(f"{what}:a")
    assert [event.key for event in table.game.events][-2:] == [f"{what}s", "hunker-ends"]
