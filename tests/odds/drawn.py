"""Attacks and tests that stand in no form of odds, drawn as positions: powers, charges, explosions, Last Stands."""

from __future__ import annotations

from collections.abc import Callable

from tests.rulebooks.fortyk_vanguard.positions import at as forty_at
from tests.rulebooks.vijilant.positions import at as vijilant_at
from vanguard.core.rulebook import Begin, Trial, load_rulebook
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.odds import trials as forty
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot

GUN, RIFLE = 'gun: 24" Assault 2, S 4, AP -1, D 1', 'rifle: 24" Assault 1, S 5, AP 0, D D3'
BOW = 'bow: 24" Assault 1, S 3, AP 0, D 1'
PSYKERS = "blue space-marines/librarian a 4,15 powers=hallowed-fury\nred orks/weirdboy b 14,15\nred Man c 10,15 W=4"


def power(key: str, cp: tuple[int, int]) -> Trial:
    trial = forty.power_trial(forty_at(PSYKERS, cp=cp).battle, "a", key)
    assert trial is not None
    return trial


def overwatch() -> Trial:
    table = forty_at("blue Man a 4,15\nred Man b 14,15 W=2", weapons={"a": (GUN,)}, cp=(1, 1))
    return forty.shot_trial(table.battle, "a", "gun", "gun", "b", True)


def volley() -> Trial:
    """Two weapons at two models, as they were aimed one after the other."""
    table = forty_at(
        "blue Man a 4,15\nred Man b 14,15 W=2\nred Man c 14,17", weapons={"a": (GUN, RIFLE, BOW)}, cp=(1, 0)
    )
    question = table.ask(shoot, "a", answers=("gun/gun>b", {"b": 1, "c": 1}, "rifle/rifle>b"))
    [attempt] = [option.attempt for option in question.available if option.declines]
    return forty.volley_trial(table.battle, *attempt[1:])


def explosion() -> Trial:
    """A tank that is destroyed beside friends and foes, one of which ignores some wounds."""
    drawn = "blue astra-militarum/leman-russ a 10,15\nblue Man b 10,20\nred Man c 14,15 W=3\nred Man d 10,11 W=6"
    return Trial("an explosion", 1, forty_at(drawn).battle, Begin(destroy, "a"), ("a", "b", "c", "d"))


def morale() -> Trial:
    battle = forty_at("blue Man a 4,15\nblue Man b 4,17\nblue Man c 4,19\nred Man d 30,15", cp=(1, 0)).battle
    battle.destroyed_this_turn = (4, 0)
    return Trial("a Morale test", 1, battle, Begin(morale_of, 0), ("a", "b", "c"))


def charge(cp: int) -> Trial:
    return forty.charge_trial(
        forty_at("blue Man a 4,15\nred Man b 13,15", phase="charge", cp=(cp, 0)).battle, "a", ("b",)
    )


def deed(drawn: str, option: str, **weapons: str) -> Trial:
    table = vijilant_at(
        f"{drawn}\nred Squad z 65,65", active="a", weapons={key: (text,) for key, text in weapons.items()}
    )
    return load_rulebook("vijilant").trials(table.battle, table.game.question)[option]


SHOT = "gun: Gun, P 2, Sr 2, R 0-40"
HOOKS = "hooks: CC, P 2, Sr 2"

DRAWN: dict[str, tuple[str, Callable[[], Trial]]] = {
    "a charge": ("fortyk_vanguard", lambda: charge(0)),
    "a charge that may be rolled again": ("fortyk_vanguard", lambda: charge(1)),
    "a Smite that may be denied": ("fortyk_vanguard", lambda: power("smite", (1, 1))),
    "another power that may be denied": ("fortyk_vanguard", lambda: power("hallowed-fury", (0, 1))),
    "an Overwatch": ("fortyk_vanguard", overwatch),
    "a volley of two weapons at two": ("fortyk_vanguard", volley),
    "an explosion among friends and foes": ("fortyk_vanguard", explosion),
    "a Morale test with Insane Bravery at hand": ("fortyk_vanguard", morale),
    "a shot that its dead answer": (
        "vijilant",
        lambda: deed("blue Squad a 20,20 x2\nred Squad b 20,30 x2 fresh", "shoot:light:b", a=SHOT, b=SHOT),
    ),
    "blows that the dead return": (
        "vijilant",
        lambda: deed("blue Squad a 20,20\nred Squad b 20,22 x2 fresh", "strike:b", a=HOOKS, b=HOOKS),
    ),
    "a shot that pins": (
        "vijilant",
        lambda: deed("blue Squad a 20,20\nred Squad b 20,30 x3", "shoot:light:b", a=f"{SHOT}, Pinning"),
    ),
}
