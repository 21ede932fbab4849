"""What a host does: backups while games run, putting them back, the doctor, what is kept, and a key for a closed circle."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server.browser import Site, sensible
from vanguard.cli import main
from vanguard.core.refusals import Refused
from vanguard.server.app import Settings, create_app
from vanguard.server.play.upkeep import Keeping, keeping_from
from vanguard.server.storage.backup import back_up, restore


def opened(settings: Settings) -> TestClient:
    return TestClient(create_app(settings), base_url="http://localhost")


def test_a_backup_of_running_games_is_put_back_with_every_answer(settings: Settings, tmp_path: Path) -> None:
    with opened(settings) as client:
        site = Site(client)
        created = site.new_game()
        with site.sit(created["game"], *site.secrets(created)) as browser:
            browser.answer("high", seat=0)
            assert back_up(settings.data, tmp_path / "games.backup") == 1
            question = browser.question(1)
            assert question is not None
            browser.answer(sensible(question), seat=1)
    elsewhere = replace(settings, data=tmp_path / "elsewhere")
    assert restore(tmp_path / "games.backup", elsewhere.data, replace=False) == (1, None)
    with opened(elsewhere) as client:
        site = Site(client)
        with site.sit(created["game"], *site.secrets(created)) as browser:
            assert browser.question(0) is None, "the answer that waits in secret is there"
            assert browser.question(1) is not None


def test_a_backup_is_nobody_elses_to_read_and_overwrites_nothing(settings: Settings, tmp_path: Path) -> None:
    with opened(settings):
        back_up(settings.data, tmp_path / "games.backup")
    assert (tmp_path / "games.backup").stat().st_mode & 0o077 == 0
    with pytest.raises(Refused, match="overwrites nothing"):
        back_up(settings.data, tmp_path / "games.backup")
    with pytest.raises(Refused, match="no folder"):
        back_up(settings.data, tmp_path / "nowhere" / "games.backup")
    with pytest.raises(Refused, match="no games"):
        back_up(tmp_path / "nothing", tmp_path / "another")


def test_nothing_is_put_back_under_a_running_server_or_over_games(settings: Settings, tmp_path: Path) -> None:
    with opened(settings) as client:
        Site(client).new_game()
        back_up(settings.data, tmp_path / "games.backup")
        with pytest.raises(Refused, match="stop the server first"):
            restore(tmp_path / "games.backup", settings.data, replace=True)
    with pytest.raises(Refused, match="--replace"):
        restore(tmp_path / "games.backup", settings.data, replace=False)
    before = settings.data / "games.sqlite3.before-1"
    assert restore(tmp_path / "games.backup", settings.data, replace=True) == (1, before)
    assert before.is_file(), "what was there is moved aside"


def test_a_backup_that_cannot_be_copied_leaves_the_games_where_they_are(settings: Settings, tmp_path: Path) -> None:
    with opened(settings) as client:
        Site(client).new_game()
    back_up(settings.data, tmp_path / "games.backup")
    games = (settings.data / "games.sqlite3").read_bytes()
    (settings.data / "games.sqlite3.half").mkdir()  # stands in the way, as a full disk would
    with pytest.raises(Refused, match="where nothing was changed"):
        restore(tmp_path / "games.backup", settings.data, replace=True)
    assert (settings.data / "games.sqlite3").read_bytes() == games
    (tmp_path / "again.backup.half").mkdir()
    with pytest.raises(Refused, match="could not be copied"):
        back_up(settings.data, tmp_path / "again.backup")


def test_what_is_no_backup_is_not_put_back(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no backup" * 100)
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE a (b)").connection.close()
    for name, why in (("text", "no backup"), ("other", "no backup"), ("missing", "no file")):
        with pytest.raises(Refused, match=why):
            restore(tmp_path / name, settings.data, replace=True)
    assert not (settings.data / "games.sqlite3").exists()


def doctor(capsys: pytest.CaptureFixture[str], data: Path) -> tuple[int, str]:
    code = main(["doctor", "--data", str(data)])
    return code, capsys.readouterr().out


def test_the_doctor_says_what_is_well_and_what_to_do(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = doctor(capsys, tmp_path / "nothing")
    assert (code, "makes it" in told) == (0, True)
    with opened(settings) as client:
        site = Site(client)
        created = site.new_game()
        with site.sit(created["game"], *site.secrets(created)) as browser:
            browser.answer("high", seat=0)
            browser.answer("low", seat=1)
        code, told = doctor(capsys, settings.data)
        assert code == 0
        assert "A server plays these games" in told
    code, told = doctor(capsys, settings.data)
    assert code == 0
    assert "1 game in" in told and "the file is whole" in told
    settings.data.chmod(0o755)
    damaged = sqlite3.connect(settings.data / "games.sqlite3", isolation_level=None)
    damaged.execute("DELETE FROM answers WHERE revision = 0")
    damaged.execute("INSERT INTO pending VALUES ('nobody', 0, '1')")
    damaged.close()
    code, told = doctor(capsys, settings.data)
    assert code == 1
    assert "chmod 700" in told
    assert f"Answers are missing in 1 game, shown up to the gap: {created['game']}" in told
    assert "answers of 1 game not there any more" in told
    (settings.data / "games.sqlite3").write_bytes(b"nonsense" * 1000)
    code, told = doctor(capsys, settings.data)
    assert code == 1
    assert "vanguard restore FILE --replace" in told


def test_commands_for_hosts_say_what_they_did(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(settings) as client:
        Site(client).new_game()
    file, place = str(tmp_path / "b"), str(settings.data)
    assert main(["backup", file, "--data", place]) == 0
    assert "has 1 game." in capsys.readouterr().out
    assert main(["backup", file, "--data", place]) == 2
    assert "overwrites nothing" in capsys.readouterr().err
    assert main(["restore", file, "--data", place, "--replace"]) == 0
    assert "has 1 game again" in capsys.readouterr().out


def test_a_host_says_how_much_is_kept() -> None:
    assert keeping_from([]) == Keeping()
    assert keeping_from(["finished=10", "days=1.5"]) == Keeping(finished=10, days=1.5)
    for wish in ("finished", "finished=x", "everything=1", "empty=-1", "__class__=1"):
        with pytest.raises(Refused):
            keeping_from([wish])


# -- a closed circle ------------------------------------------------------------------------------------------------------


@pytest.fixture
def closed(settings: Settings) -> Any:
    with TestClient(create_app(replace(settings, key="open sesame")), base_url="http://localhost") as client:
        yield client


def test_without_the_key_there_is_only_the_page_that_asks_for_it(closed: TestClient) -> None:
    for path in ("/", "/g/abc?step=3", "/assets/x.js"):
        reply = closed.get(path)
        assert reply.status_code == 401
        assert 'name="key"' in reply.text
        assert "form-action 'self'" in reply.headers["content-security-policy"]
        assert "script-src 'self'" in reply.headers["content-security-policy"]
    assert closed.get("/api/rulebooks").status_code == 401
    assert closed.post("/api/games", json={"rulebook": "duel", "seats": [{}, {}]}).status_code == 401
    assert closed.get("/api/health").status_code == 200
    with pytest.raises(WebSocketDisconnect), closed.websocket_connect("ws://localhost/api/games/x/socket"):
        pass


def test_who_has_the_key_is_asked_once_and_comes_where_the_link_led(closed: TestClient) -> None:
    wrong = closed.post("/g/abc", data={"key": "sesame"})
    assert (wrong.status_code, "not the key" in wrong.text) == (401, True)
    entered = closed.post("/g/abc?step=3", data={"key": " open sesame "}, follow_redirects=False)
    assert (entered.status_code, entered.headers["location"]) == (303, "/g/abc?step=3")
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "sesame" not in cookie
    assert closed.get("/api/rulebooks").status_code == 200
    site = Site(closed)
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        assert browser.answer("high", seat=0)["type"] == "ack"


def test_the_key_leads_to_no_other_host_and_is_not_found_by_trying(closed: TestClient) -> None:
    entered = closed.post("/%2fevil.example/x", data={"key": "open sesame"}, follow_redirects=False)
    assert entered.headers["location"] == "/evil.example/x"
    closed.cookies.clear()
    tries = [closed.post("/", data={"key": f"try {number}"}).status_code for number in range(40)]
    assert tries[0] == 401 and tries[-1] == 429
    foreign = closed.post("/", data={"key": "open sesame"}, headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403
