"""`vanguard odds`: a table, a grid, JSON, and refusals that say what was probably meant."""

from __future__ import annotations

import json

import pytest

from vanguard.cli import main

LANCE = ["odds", "killteam_vanguard", "attacker=lancer", "weapon=sun-lance", "target=bulwark"]


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_the_table_gives_kill_chance_mean_and_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, *LANCE)
    assert "mean damage" in shown
    assert "(exact)" in shown
    assert "exactly" in shown
    assert "at least" in shown
    assert "best for the defender:" in shown


def test_json_is_one_object_that_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(told(capsys, *LANCE, "--json"))
    assert sum(plain["models"][0]["exactly"].values()) == pytest.approx(1, abs=1e-9)
    assert plain["exact"] is True
    assert {entry["seat"] for entry in plain["best"]} <= {0, 1}


def test_a_grid_has_a_cell_for_every_pair(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(told(capsys, *LANCE, "--grid", "cover=no,yes wounds=1,2,3", "--json"))
    assert [len(row) for row in plain["cells"]] == [3, 3]
    assert plain["cells"][0][0]["kill"] > plain["cells"][1][0]["kill"]
    assert "cover" in told(capsys, *LANCE, "--grid", "cover=no,yes wounds=1,2,3")


def test_a_fixed_policy_that_never_rerolls_kills_less_often(capsys: pytest.CaptureFixture[str]) -> None:
    shot = ["odds", "killteam_vanguard", "attacker=lancer", "weapon=sun-lance", "target=rifleman", "attacker_points=1"]
    best = json.loads(told(capsys, *shot, "--json"))
    first = json.loads(told(capsys, *shot, "--choices", "first", "--json"))
    assert first["kill"] < best["kill"]
    assert first["aim"] != best["aim"]


def test_without_wishes_the_properties_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, "odds", "normandy")
    assert "target" in shown
    assert "minefield" in shown
    assert "For example: vanguard odds normandy" in shown


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["killteam_lit", "weapon=x"], "killteam_lite"),
        (["killteam_lite", "wepon=repeater"], "did you mean weapon"),
        (["killteam_lite", "weapon=repeter", "target=veil-runners/seer"], "did you mean repeater"),
        (["killteam_lite", "repeater"], "name=value"),
        (["normandy", "target=us-hq", "--grid", "cover"], "name=value"),
        (["normandy", "target=us-hq", "--choices", "worst"], "best or first"),
    ],
)
def test_what_is_not_known_is_refused_with_what_was_meant(
    words: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *words]) != 0
    shown = capsys.readouterr()
    assert hint in shown.err + shown.out
