"""A whole turn as two players play it: phase after phase, each question to the one who decides, the log in words."""

from tests.rulebooks.fortyk_vanguard.positions import at, game_at
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.game import Game
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_turn
from vanguard.rulebooks.fortyk_vanguard.state import Battle
from vanguard.testing import scripts


def turn(drawn: str, **more: object) -> Game:
    table = at(drawn, round_=1, **more)  # type: ignore[arg-type]
    begin_turn(table.battle)
    return game_at(table)


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


@proves("core.round.phases", "core.command.battle-forged-cp", "core.mission.capture-and-control")
def test_a_turn_from_the_command_point_to_the_morale_test() -> None:
    game = turn(
        """
        blue Man a 10,15
        blue Man c 10,19
        red  Man b 21,15 Sv=7
        red  Man d 21,19
        """
    )
    assert battle_of(game).points == (1, 0)  # a stands at the first marker; nobody had to be asked anything
    assert scripts.asked(game).player == 0
    scripts.play(game, "a", "normal", [[15, 15]], "end-phase")
    scripts.play(game, "a", "gun/gun>b", "c", "gun/gun>d", "keep", dice="hit 3 / wound 4 / hit 1")
    assert not battle_of(game)["b"].alive
    assert scripts.asked(game).clause == "core.charge.each-unit-once"
    scripts.play(game, "end-phase", dice="morale 6")  # Bravo: 6 + 1 on Leadership 7
    assert (battle_of(game).turn, battle_of(game).phase) == (1, "movement")
    told = "\n".join(game.log(None))
    for words in ("Alpha", "Bravo", "Command", "Morale"):
        assert words in told


@proves("core.stratagem.command-re-roll", "core.charge.overwatch-window")
def test_both_players_are_asked_where_a_stratagem_can_be_used() -> None:
    game = turn("blue Man a 10,15\nred Man b 17,15", cp=(1, 2))
    scripts.play(game, "end-phase", "a", "gun/gun>b", dice="hit 1")
    assert scripts.asked(game).clause == "core.stratagem.command-re-roll"
    assert scripts.asked(game).player == 0
    scripts.play(game, "keep", "a", "b")
    assert scripts.asked(game).clause == "core.stratagem.fire-overwatch"
    assert scripts.asked(game).player == 1


def test_answers_of_the_wrong_player_and_nonsense_change_nothing() -> None:
    game = turn("blue Man a 10,15\nred Man b 17,15")
    before = game.digest
    for wrong in ("nobody", {"a": 1}, [[1, 2]], 7, None):
        try:
            game.answer(wrong, seat=0)
        except Exception as refused:
            assert type(refused).__name__ == "Refused"
        else:
            raise AssertionError(f"{wrong!r} was accepted")
    assert game.digest == before


def test_a_move_can_be_taken_back_within_the_phase() -> None:
    game = turn("blue Man a 10,15\nblue Man c 10,19\nred Man b 40,15")
    before = battle_of(game)["a"].base.centre
    scripts.play(game, "a", "normal", [[15, 15]])
    assert battle_of(game)["a"].base.centre == (15, 15)
    game.undo()
    game.undo()
    game.undo()
    assert battle_of(game)["a"].base.centre == before
