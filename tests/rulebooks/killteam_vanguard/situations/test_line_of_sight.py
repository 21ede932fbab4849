"""Line of sight: situations worked out from the book by hand."""

from tests.rulebooks.killteam_vanguard.situations.sketches import TOUCH, drawn_plain
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


@proves("los.models-hide", "ranged.modifier.obscured", "knockdown.half-height")
def test_even_somebody_who_lies_hides_the_feet_of_the_one_behind() -> None:
    game = drawn_plain(f"blue gunner a 10,10\nblue gunner d {20 - TOUCH},10 down\nred archer t 20,10\nactive a")
    game.play("attack", "gun>t", dice="hit 1 1")
    assert game.modifiers("Hit roll") == {"obscured": -1}
