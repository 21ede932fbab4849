"""More situations worked out from the book: rules that meet, weapons no ready kill team carries, what is not offered."""

from tests.rulebooks.killteam_lite.positions import Table, at
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def duel(blue: str, red: str, one: str = "", other: str = "", **more: object) -> Table:
    """Two who are engaged, each with the weapons named."""
    drawn = f"blue Man a 4,11 Engage {one}\nred Man b 5.6,11 Engage {other}\nred Man c 28,20 Conceal"
    weapons = {"a": tuple(blue.split("; ")), "b": tuple(red.split("; "))}
    return at(drawn, active="a", weapons=weapons, **more)  # type: ignore[arg-type]


# -- Limited in combat --------------------------------------------------------------------------------------------------------


@proves("limited.once-per-battle", "combat.select-weapons")
def test_a_limited_blade_is_selected_once_in_a_battle() -> None:
    """Three operatives' worth of Fights: the charge is spent in the first, the knife is left for the second."""
    weapons = {"w": ("maul: A 1, WS 3+, D 3/4, Limited", "knife: A 1, WS 3+, D 1/2"), "b": ("club: A 1, WS 3+, D 1/1",)}
    drawn = "blue Warden_Captain w 4,11 Engage\nred Man b 5.8,11 Engage W=20"
    table = at(drawn, active="w", weapons=weapons).play("fight")
    assert table.keys == ["maul", "knife"]
    table.play("maul", dice="fight 3 / fight 1")
    table.play("fight", dice="fight 3 / fight 1")
    assert (table["w"].used_up, table["b"].wounds) == (("maul",), 16)
    assert "Limited: already used this battle" in table.log


@proves("limited.once-per-battle", "special.applies-when-fighting-back", "combat.no-melee-weapon")
def test_a_limited_blade_is_spent_by_fighting_back_too() -> None:
    weapons = {"w": ("axe: A 1, WS 3+, D 1/1",), "b": ("stake: A 1, WS 3+, D 2/2, Limited",)}
    drawn = "blue Warden_Captain w 4,11 Engage\nred Man b 5.8,11 Engage W=20"
    table = at(drawn, active="w", weapons=weapons)
    table.play("fight", "strike-normal", dice="fight 3 / fight 3")
    assert (table["b"].used_up, table["w"].wounds) == (("stake",), 11)
    table.play("fight", dice="fight 1")
    assert table["b"].wounds == 19
