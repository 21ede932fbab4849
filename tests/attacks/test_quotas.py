"""Strangers push out nobody's games, and the file shrinks again."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.browser import Site
from vanguard.server.app import Settings, create_app
from vanguard.server.play.upkeep import DAY, Keeping, maker_of
from vanguard.server.storage import rows


def clients(settings: Settings, *proxied: str) -> Any:
    return TestClient(create_app(settings), base_url="http://localhost")


def played(site: Site, **fields: Any) -> str:
    created = site.new_game(**fields)
    with site.sit(created["game"], *site.secrets(created)) as browser:
        assert browser.answer("high", seat=0)["type"] == "ack"
    game: str = created["game"]
    return game


def kept(site: Site, game: str) -> bool:
    return site.client.app.state.hub.store.game(game) is not None  # type: ignore[attr-defined]


def tidy(site: Site) -> None:
    site.client.portal.call(site.client.app.state.hub.upkeep.tidy)  # type: ignore[union-attr,attr-defined]


def test_empty_games_never_push_out_a_played_one(settings: Settings) -> None:
    few = replace(settings, keeping=Keeping(unfinished=1, empty=3, of_one_maker=1000))
    with clients(few) as client:
        site = Site(client)
        mine = played(site)
        empty = [site.new_game()["game"] for _ in range(120)]
        tidy(site)
        assert kept(site, mine)
        assert [kept(site, game) for game in empty] == [False] * 117 + [True] * 3


def of_maker(site: Site, maker: str) -> str:
    """A game somebody played, as if made by this maker."""
    game = played(site)
    store = site.client.app.state.hub.store  # type: ignore[attr-defined]
    statement = ("UPDATE games SET maker = ? WHERE id = ?", (maker, game))
    site.client.portal.call(store.write, [statement])  # type: ignore[union-attr]
    return game


def test_who_makes_most_games_loses_the_first(settings: Settings) -> None:
    with clients(replace(settings, keeping=Keeping(unfinished=6))) as client:
        site = Site(client)
        friends = [of_maker(site, f"friend {number}") for number in range(3)]
        stranger = [of_maker(site, "stranger") for _ in range(8)]
        tidy(site)
        assert all(kept(site, game) for game in friends), "though they are the longest untouched"
        assert [kept(site, game) for game in stranger] == [False] * 5 + [True] * 3


def test_one_maker_has_so_many_unfinished_games_and_its_own_empty_ones_go_first(settings: Settings) -> None:
    with clients(replace(settings, keeping=Keeping(of_one_maker=3))) as client:
        site = Site(client)
        mine = played(site)
        empty = [site.new_game()["game"] for _ in range(2)]
        newer = site.new_game()["game"]
        assert [kept(site, game) for game in (mine, *empty, newer)] == [True, False, True, True]
        played(site), played(site)
        wanted = {"rulebook": "duel", "seats": [{}, {}]}
        reply = client.post("/api/games", json=wanted)
        assert reply.status_code == 429
        assert "3 unfinished games" in reply.json()["why"]


def test_houses_are_counted_by_their_own_address_only_behind_a_named_proxy(settings: Settings) -> None:
    wanted = {"rulebook": "duel", "seats": [{}, {}]}
    few = replace(settings, keeping=Keeping(of_one_maker=1))
    for proxies, makers in (((), 1), (("10.0.0.9",), 2)):
        with TestClient(
            create_app(replace(few, data=few.data / str(makers), proxies=proxies)),
            base_url="http://localhost",
            client=("10.0.0.9", 5000),
        ) as client:
            for address in ("203.0.113.5", "198.51.100.7", "203.0.113.5"):
                client.post("/api/games", json=wanted, headers={"X-Forwarded-For": f"1.2.3.4, {address}"})
            store = client.app.state.hub.store  # type: ignore[attr-defined]
            assert len(store._rows("SELECT DISTINCT maker FROM games")) == makers


def test_an_address_is_kept_only_as_a_hash(settings: Settings) -> None:
    assert maker_of("203.0.113.5") == maker_of("203.0.113.5") != maker_of("203.0.113.6")
    assert "203" not in maker_of("203.0.113.5")
    assert maker_of("") == ""


def test_days_untouched_and_message_ids_have_an_end(settings: Settings) -> None:
    with clients(replace(settings, keeping=Keeping(days=30, empty_days=2))) as client:
        site = Site(client)
        old, older, empty, fresh = played(site), played(site), site.new_game()["game"], site.new_game()["game"]
        store = client.app.state.hub.store  # type: ignore[attr-defined]
        for game, days in ((old, 20), (older, 40), (empty, 3)):
            ago = time.time() - days * DAY
            client.portal.call(  # type: ignore[union-attr]
                store.write,
                [
                    ("UPDATE games SET touched = ? WHERE id = ?", (ago, game)),
                    ("UPDATE message_ids SET at = ? WHERE game = ?", (ago, game)),
                ],
            )
        tidy(site)
        assert [kept(site, game) for game in (old, older, empty, fresh)] == [True, False, False, True]
        assert store.play(old).message_ids == set()


def test_the_file_shrinks_when_games_go(settings: Settings, tmp_path: Path) -> None:
    with clients(replace(settings, keeping=Keeping(empty=1))) as client:
        site = Site(client)
        store = client.app.state.hub.store  # type: ignore[attr-defined]
        for _ in range(3):
            game = site.new_game()["game"]
            answers = [rows.adding_answer(game, number, 0, "x" * 4000, False) for number in range(300)]
            client.portal.call(store.write, answers)  # type: ignore[union-attr]

        def pages() -> int:
            found: int = store._rows("PRAGMA page_count")[0][0]
            return found

        before = pages()
        tidy(site)
        assert pages() < before / 2


def test_a_file_that_had_no_way_to_shrink_is_written_anew(tmp_path: Path) -> None:
    import sqlite3

    from tests.attacks.test_saving import FIRST_FORM
    from vanguard.server.storage.store import Store

    file = tmp_path / "games.sqlite3"
    old = sqlite3.connect(file, isolation_level=None)
    old.executescript(FIRST_FORM)
    for number in range(1, 500):
        old.execute("INSERT INTO answers VALUES ('gone', ?, 0, ?, 0)", (number, "x" * 4000))
    old.execute("DELETE FROM answers WHERE game = 'gone'")
    old.close()
    before = file.stat().st_size
    Store(file).close()
    assert file.stat().st_size < before / 4


@pytest.mark.parametrize(
    ("client", "forwarded", "proxies", "asks"),
    [
        ("1.1.1.1", "9.9.9.9", (), "1.1.1.1"),
        ("1.1.1.1", "9.9.9.9", ("2.2.2.2",), "1.1.1.1"),
        ("2.2.2.2", "9.9.9.9", ("2.2.2.2",), "9.9.9.9"),
        ("2.2.2.2", "forged, 9.9.9.9", ("2.2.2.0/24",), "9.9.9.9"),
        ("2.2.2.2", "9.9.9.9, 2.2.2.7", ("2.2.2.0/24",), "9.9.9.9"),
        ("2.2.2.2", "", ("2.2.2.2",), "2.2.2.2"),
        ("2.2.2.2", "no address", ("2.2.2.2",), "2.2.2.2"),
        ("::1", "[2001:db8::5]", ("::1",), "2001:db8::5"),
    ],
)
def test_a_forwarded_address_counts_only_from_a_named_proxy(
    client: str, forwarded: str, proxies: tuple[str, ...], asks: str
) -> None:
    from vanguard.server.wire.guard import asking_address, networks

    assert asking_address(client, forwarded, networks(proxies)) == asks
