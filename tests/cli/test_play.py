"""`vanguard play --text`: whole games at the terminal, help, completion, and mistakes that end nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.duel import rulebook as duel
from vanguard.cli import main
from vanguard.cli.play import WIPE, TextTable, _show_options
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.questions import Choose, Option
from vanguard.core.rulebook import load_rulebook
from vanguard.core.telling.events import DiceShown, Modifier

RULEBOOKS = ["duel", "fortyk_vanguard", "killteam_lite", "killteam_vanguard", "normandy", "vijilant"]


@pytest.fixture(autouse=True)
def _with_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VANGUARD_RULEBOOKS", "duel=tests.kit.duel:rulebook")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is typed, line by line; at the end of it the terminal is closed."""
    lines: list[str] = []

    def read(prompt: str = "") -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", read)
    return lines


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_whole_game_against_a_bot_can_be_played_saved_and_verified(
    name: str, typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["auto"] * 3000
    record = tmp_path / "game.txt"
    assert main(["play", name, "--text", "--bot", "random", "--seed", "5", "--record", str(record)]) == 0
    told = capsys.readouterr().out
    assert "The game is over: " in told
    assert len(typed) < 3000
    assert main(["verify", str(record)]) == 0
    assert "dice checked against the secret" in capsys.readouterr().out
    lines = record.read_text(encoding="utf-8").splitlines()
    (tmp_path / "short.txt").write_text("\n".join(lines[: len(lines) // 2]) + "\n", encoding="utf-8")
    assert main(["verify", str(tmp_path / "short.txt")]) == 1
    assert "refused" in capsys.readouterr().out


@pytest.mark.parametrize("name", RULEBOOKS)
def test_two_at_one_screen_are_asked_in_turn(name: str, typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["auto"] * 12
    assert main(["play", name, "--text", "--bot", "", "--seed", "6"]) == 0
    assert not typed
    assert "No: " not in capsys.readouterr().out


def test_a_newcomer_is_told_once_what_is_new(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["auto"] * 6
    assert main(["play", "normandy", "--text", "--teach", "--bot", "", "--seed", "6"]) == 0
    told = capsys.readouterr().out
    assert told.index("* How this game is won. ") < told.index("* Recruiting. ") < told.index("(recruit.spend)")
    assert told.count("* Recruiting. ") == told.count("* How this game is won. ") == 1
    assert told.count("(recruit.spend)") == 2


def test_a_secret_answer_is_not_told_to_the_other_at_the_screen(
    typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    typed += ["high"]
    assert main(["play", "duel", "--text", "--bot", "", "--seed", "6"]) == 0
    before, wiped, after = capsys.readouterr().out.partition(WIPE)
    assert "Your stance?" in before
    assert wiped
    assert "Ada has answered in secret; now Bo." in after


@pytest.mark.parametrize("word", ["?", "h", "help"])
def test_help_lists_the_commands(word: str, typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += [word]
    assert main(["play", "duel", "--text"]) == 0
    told = capsys.readouterr().out
    assert "save FILE" in told
    assert "Tab completes" in told


def test_mistakes_are_one_line_and_end_nothing(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    mistakes = ["nonsense", "undo", "save /no/such/folder/game.txt", "sight a b", "measure x y", "sight 1,1 2,2"]
    typed += [*mistakes, "why no such words at all", "table"]
    assert main(["play", "killteam_vanguard", "--text", "--seed", "4"]) == 0
    told = capsys.readouterr().out
    assert told.count("  No: ") == len(mistakes)
    assert "No rule of Kill Team Vanguard has the words" in told
    assert "off the table" in told, "the table is still shown"
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "duel"], "say --text"),
        (["play", "dual", "--text"], "did you mean duel?"),
        (["play", "duel", "--text", "--bot", "nobody"], "there is no bot 'nobody'"),
        (["play", "duel", "--text", "--record", "/no/such/folder/game.txt"], "there is no folder /no/such/folder"),
        (["play", "duel", "--text", "--seat", "2"], "--seat"),
    ],
)
def test_a_game_that_cannot_begin_says_why_in_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) != 0
    said = capsys.readouterr().err
    assert told in said
    assert len(said.splitlines()) == 1


def tables() -> Iterator[TextTable]:
    for name in RULEBOOKS:
        book = duel if name == "duel" else load_rulebook(name)
        yield TextTable(book, book.default_setup(), KeyedDice(secret_from_seed(3)), {})


@pytest.mark.parametrize("table", list(tables()), ids=RULEBOOKS)
def test_tab_completes_answers_commands_and_models(table: TextTable) -> None:
    assert table.completions(""), "an empty line offers the answers"
    assert "measure " in table.completions("mea")
    key = table.game.view(None)["models"][0]["key"] if table.game.view(None)["models"] else ""
    if key:
        assert key in table.completions(f"measure {key[:2]}")
        assert key in table.completions(f"measure {key} {key[:2]}")


def test_what_is_shared_is_shown_with_its_price(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["options"]
    assert main(["play", "normandy", "--text", "--seed", "4"]) == 0
    assert "0–4  us-riflemen: Riflemen (Infantry, supply 1, 4 requisition)" in capsys.readouterr().out


def test_a_campaign_is_played_to_its_end_by_its_name(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["auto"] * 3000
    assert main(["play", "vijilant", "--text", "--bot", "random", "--scenario", "glasstrain", "--seed", "5"]) == 0
    told = capsys.readouterr().out
    assert "Depot Raid begins" in told
    assert "The Heist begins" in told
    assert "win the campaign" in told


def test_scenario_map_and_armies_are_picked_by_name(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["table", "quit"]
    picked = ["--scenario", "open-skirmish", "--map", "glasstrain", "--army", "driftwake", "--against", "collective"]
    assert main(["play", "vijilant", "--text", "--bot", "", "--seed", "5", *picked]) == 0
    assert "Driftwake Crews: Boarding Crew carries which subcard?" in capsys.readouterr().out


def test_a_list_in_a_file_is_fielded(
    typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    army = tmp_path / "court.txt"
    army.write_text(
        "The Silent Court (killteam_vanguard, necron)\n- Necron Lord [leader]\n- 2 x Necron Warrior\n", encoding="utf-8"
    )
    typed += ["table", "quit"]
    assert main(["play", "killteam_vanguard", "--text", "--seat", "1", "--army", str(army), "--seed", "5"]) == 0
    told = capsys.readouterr().out
    assert "Red Necron Warrior 2" in told
    assert "Red Necron Warrior 3" not in told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--scenario", "glasstain"], "did you mean glasstrain?"),
        (["--map", "moon"], "'moon'; known: depot"),
        (["--army", "nobody"], "there is no army 'nobody'; there is: collective"),
    ],
)
def test_what_cannot_be_picked_is_told_with_what_can(
    given: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    assert main(["play", "vijilant", "--text", *given]) != 0
    assert told in capsys.readouterr().err


def test_a_file_that_holds_no_list_is_told_by_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "list.txt"
    broken.write_text("The Silent Court (killteam_vanguard, necron)\n- Necron Lrd [leader]\n", encoding="utf-8")
    assert main(["play", "killteam_vanguard", "--text", "--army", str(broken)]) != 0
    told = capsys.readouterr().err
    assert "list.txt" in told
    assert "Necron Lrd" in told


def test_everything_that_can_be_picked_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", "vijilant"]) == 0
    told = capsys.readouterr().out
    for key in ("glasstrain", "depot", "driftwake-practice"):
        assert f"  {key}  " in told
    assert main(["rulebooks", "vijilent"]) != 0
    assert "did you mean vijilant?" in capsys.readouterr().err


def test_dice_that_a_question_is_about_are_shown_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    question = Choose(0, "Roll one again?", [Option("keep", 0, "Keep them")], "again")
    question.dice = DiceShown("Hit roll", 0, (6, 2), ("hit", "miss"), "3+", [Modifier(-1, "smoke", "smoke")])
    question.against = DiceShown("Dodge", 1, (4,))
    TextTable(duel, duel.default_setup(), KeyedDice(secret_from_seed(3)), {})._show(question, 0)
    assert capsys.readouterr().out.splitlines()[2:] == [
        "   [Hit roll 6✓ 2· needs 3+, -1 smoke]",
        "   [Dodge 4]",
        "   1  keep: Keep them",
    ]


def test_answers_closed_for_one_reason_stand_together(capsys: pytest.CaptureFixture[str]) -> None:
    far = [Option(f"shoot-{n}", n, f"Shoot at {n}", "range", "too far") for n in range(1, 7)]
    open_one = Option("wait", 0, "Wait", "turn")
    hidden = Option("shoot-8", 8, "Shoot at 8", "sight", "not visible")
    _show_options([*far[:2], open_one, *far[2:], hidden])
    assert capsys.readouterr().out.splitlines() == [
        "   –  Shoot at 1, Shoot at 2: too far (range)",
        "   3  wait: Wait",
        "   –  Shoot at 3, Shoot at 4, Shoot at 5, Shoot at 6: too far (range)",
        "   –  Shoot at 8: not visible (sight)",
    ]
    _show_options(far)
    assert capsys.readouterr().out == "   –  Shoot at 1, Shoot at 2, Shoot at 3, 3 more: too far (range)\n"


def test_what_an_answer_does_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Where two do the same it stands under the first."""
    does = "A model that is charged fires."
    _show_options(
        [Option("a", 1, "Fire with A", does=does), Option("b", 2, "Fire with B", does=does), Option("no", 0, "No")]
    )
    assert capsys.readouterr().out.splitlines() == [
        "   1  a: Fire with A",
        f"      {does}",
        "   2  b: Fire with B",
        "   3  no: No",
    ]
