"""States in which a game could have come to a standstill or to something impossible, and what the book makes of them."""

from tests.rulebooks.vijilant.positions import at
from vanguard.rulebooks.vijilant.coherency import is_coherent
from vanguard.rulebooks.vijilant.rulebook import _model_faults
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("ramming.altitude", "units.flyer.no-contact")
def test_a_flyer_stopped_by_whom_it_rams_while_over_a_friend_ends_just_short_of_the_friend() -> None:
    """M 24 north from (35,10). The enemy at (35,30) stops it with the centres 4 apart, at (35,26); there it would overlap its
    friend at (37,24), so it stays behind: centres at least 4 apart leave it south of 24 - sqrt(16 - 4) = 20.54."""
    table = at(
        """
        blue Flyer a 35,10 north cc=3
        blue Flyer b 37,24
        red Flyer z 35,30 H=9
        """,
        active="a",
    )
    table.play("fly-ram", [[35, 34]], "plain")
    assert table["z1"].wounds == 1
    x, y = table.at("a1")
    assert x == 35.0
    assert 20.0 <= y <= 20.55
    assert _model_faults(table.battle) == []


@proves("ramming.survivor-blocks", "movement.top-of-container", "heist.defender-starts-on-train")
def test_a_vehicle_stopped_by_whom_it_rams_while_driving_off_the_deck_stays_on_it() -> None:
    """The deck ends at y = 30.5. A truck (radius 2.25) meets a strider (radius 2) at (20,26) with its centre at y = 30.25, half
    off the deck, where nobody may end: it stays aboard, with its centre at 32.75 or more, and may still drive along the deck."""
    table = at(
        """
        blue Truck t 20,33 south started-aboard
        red Strider s 20,26 H=9
        """,
        active="t",
        mission="the-heist",
        map="glasstrain",
        defender=0,
    )
    table.play("ram", [[20, 26.5]], "plain")
    assert table["s1"].wounds == 1
    x, y = table.at("t1")
    assert (x, table["t1"].base.elevation) == (20.0, 1.5)
    assert 32.74 <= y <= 32.85
    table.play("move", [[24, 33]])
    assert table.at("t1") == (24.0, 33.0)


@proves("ramming.survivor-blocks", "movement.through-models")
def test_a_skimmer_stopped_over_a_friend_it_passed_on_an_earlier_leg_goes_back_along_that_leg() -> None:
    """It turns over its friend at (20,20) and meets a strider with the centres 4.5 apart, at (20,21.5): on the whole second leg it
    is over its friend (3.5 apart is clear), on the first it is clear up to x = 16.5."""
    table = at(
        """
        blue Skiff s 12,20 east
        blue Squad f 20,20
        red Strider z 20,26 H=9
        """,
        active="s",
    )
    table.play("ram", [[20, 20], [20, 23.6]])
    x, y = table.at("s1")
    assert (y, table["z1"].wounds) == (20.0, 0)
    assert 16.2 <= x <= 16.51
    assert _model_faults(table.battle) == []


# -- no room to come onto the table -------------------------------------------------------------------------------------------


def line_up(apart: float, count: int, first: float = 2.5, y: float = 1.5) -> str:
    return " ".join([f"{first + apart * k:g},{y:g}" for k in range(count)])


@proves("deploy.default-edge", "movement.through-models", "skip.save-a-card")
def test_whoever_finds_no_room_at_its_edge_cannot_be_deployed_and_is_saved() -> None:
    """Fourteen enemies 5 cm apart leave gaps of 3 cm: wide enough for infantry (2 cm), too narrow for a truck (4.5 cm)."""
    table = at(
        f"""
        red Squad a {line_up(5, 14)}
        blue Truck t waiting
        blue Squad s waiting n=4
        blue Flyer f waiting
        """
    )
    assert [key for key in table.keys if key[:4] in ("play", "save")] == [
        "save:t", "play:s", "save:s", "play:f", "save:f",
    ]  # fmt: skip
    assert table.why_not("play:t") == "there is no room for it to come onto the table [deploy.default-edge]"
    table.play("save:t")
    assert table.asked.player == 1


@proves("deploy.default-edge")
def test_a_gap_just_wide_enough_lets_a_vehicle_in() -> None:
    """The gap between the eighth and the ninth enemy is 4.55 cm wide; a truck is 4.5 cm wide."""
    table = at(
        f"""
        red Squad a {line_up(5, 8)} {line_up(5, 5, 44.05)}
        blue Truck t waiting
        """
    )
    table.play("play:t")
    assert len(table.asked.candidates()) == 1
    table.play(table.asked.candidates()[0])
    assert 40.75 <= table.at("t1")[0] <= 40.8


@proves("deploy.cheaper-entries", "deploy.default-edge", "depot.attacker-deployment")
def test_every_way_in_that_has_no_room_says_so() -> None:
    """Enemies shoulder to shoulder along the edge: nobody comes in on the ground, in whatever way. Where they stand in a second
    row, 3 cm deep, there is no place deeper than the edge, but still one at the edge."""
    shut = at(f"red Squad a {line_up(2.05, 34, 1.0, 1.0)}\nblue skate t waiting", mission="depot-raid", defender=1)
    assert "play:t" not in shut.keys
    behind = at(f"red Squad a {line_up(2.05, 34, 1.0, 5.6)}\nblue skate t waiting", mission="depot-raid", defender=1)
    behind.play("play:t")
    assert set(behind.keys) == {"touching edge", "short", "edge"}
    behind.play("short", [[35, 2.5]])
    assert behind.at("t1") == (35.0, 2.5)


@proves("deploy.default-edge", "movement.through-models")
def test_a_squad_comes_in_between_its_friends_where_no_formation_does() -> None:
    """Friends 3.2 cm apart all over the strip: between any four of them there is room for one base, so the squad stands one
    beside the other, in coherency."""
    friends = " ".join([f"{1 + 3.2 * i:g},{1 + 3.2 * k:g}" for i in range(22) for k in range(5)])
    table = at(f"blue Squad f {friends} played\nblue Squad s waiting n=10\nred Squad z 60,60")
    table.play("play:s")
    [given] = table.asked.candidates()
    table.play(given)
    assert len(table.alive("s")) == 10
    assert is_coherent(table.battle, table.unit("s"))
    assert _model_faults(table.battle) == []


@proves("units.flyer.stays-on-table", "units.flyer.full-move")
def test_a_flyer_that_finds_no_end_for_its_full_flight_owes_none() -> None:
    """From (35,35) no place on the table has its front 60 cm away: the turn may end without a flight, and a saved card too."""
    far = "blue Flyer f 35,35 M=60\nred Squad z 60,60\nred Squad y 65,60"
    table = at(far, active="f")
    assert table.why_not("fly") == "no flight of its full Move ends clear and on the table [units.flyer.stays-on-table]"
    table.play("done")
    assert table.asked.player == 1
    saved = at(far).play("save:f")
    assert (saved.at("f1"), saved.asked.player) == ((35.0, 35.0), 1)


@proves("transport.bail-out-order")
def test_who_survives_a_wreck_and_finds_no_place_on_the_whole_table_is_lost_with_it() -> None:
    """Glass all over the table but for the clearing of a truck (radius 2.25): of four models of radius 1.2 one or two find room."""
    glass = "\n".join([f"shard {x},{y} r=8" for x in range(5, 70, 10) for y in range(5, 70, 10) if (x, y) != (35, 35)])
    gun = {"f": ("gun: Gun, P 9, Sr 1, R 0-70",)}
    drawn = (
        "blue Truck t 34.5,34.5 wounds=3\nblue Squad p inside=t n=4 radius=1.2\nblue Squad q waiting\nred Flyer f 60,10"
    )
    table = at(f"{glass}\n{drawn}", active="f", weapons=gun)
    table.play("shoot:light:t", dice="gun 5")
    assert 1 <= len(table.alive("p")) < 4
    assert _model_faults(table.battle) == []
    assert table.asked.prompt.startswith("Flyer f: 1 point left")


# -- what is told -------------------------------------------------------------------------------------------------------------


@proves("weapon.range-and-minimum", "cc.locked-halves-movement")
def test_a_range_just_missed_reads_unlike_the_limit_and_a_locked_squad_is_told_half_its_move() -> None:
    drawn = "blue Squad a 10,10\nred Squad b 10,15.97\nred Strider c 13,10"
    table = at(drawn, active="a", weapons={"a": ("tube: Gun, P 6, Sr 1, R 4-24",)})
    assert table.why_not("shoot:light:b").startswith(
        "out of range: 3.97 cm to whoever can be hit, 4 to 24 cm are needed"
    )
    labels = {option.key: option.label for option in table.asked.options}
    assert labels["move"] == "Move 3 cm, locked in close combat"
