"""Faces that a roll calls alike lead to the same end, and those it tells apart do not: exact odds and re-rolls stand on it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available
from vanguard.core.questions import Chance, Choose, Roll
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import harbingers, start_of_fights

Draw = Callable[[], Table]


class Walk:
    """A rule run with every face of every single die; answers are what a first, re-rolling player gives."""

    def __init__(self, draw: Draw, rule: Callable[..., Any], given: tuple[str, ...], answers: tuple[Any, ...]) -> None:
        self.draw = draw
        self.rule = rule
        self.given = given
        self.answers = answers
        self.useless: list[str] = []
        """Rolls that told faces apart although they never led to different ends."""

    def question_after(self, faces: tuple[int, ...]) -> tuple[Any, Table]:
        """The next roll after these faces, or None at the end."""
        table = self.draw()
        given = [table[key] if self.rule in (fight, move_model) else key for key in self.given]
        if self.rule is morale_of:
            given = [0]
        procedure = self.rule(table.battle, *given)
        waiting, left, value = list(self.answers), list(faces), None
        while True:
            try:
                question = procedure.send(value)
            except StopIteration:
                return None, table
            if isinstance(question, Chance):
                assert isinstance(question, Roll)
                if len(left) < question.count:
                    procedure.close()
                    return question, table
                value, left = tuple(left[: question.count]), left[question.count :]
            elif waiting:
                value = question.read(waiting.pop(0))[1]
            else:
                assert isinstance(question, Choose)
                again = [key for key in available(question) if key.startswith("re-roll")]
                value = question.read(again[0] if again else available(question)[-1])[1]

    def ends(self, faces: tuple[int, ...] = ()) -> Any:
        """Everything that can follow these faces, as one comparable value."""
        question, table = self.question_after(faces)
        if question is None:
            return table.battle.position()
        assert question.count == 1, f"{question.key} rolls {question.count} dice"
        kinds = question.kinds or (1, 2, 3, 4, 5, 6)
        by_kind: dict[int, Any] = {}
        for face in range(1, 7):
            following = self.ends((*faces, face))
            known = by_kind.setdefault(kinds[face - 1], following)
            assert known == following, f"{question.key}: a {face} differs from another face it calls alike ({kinds})"
        if (
            len(by_kind) > 1
            and question.kinds is not None
            and len({repr(end) for end in by_kind.values()}) < len(by_kind)
        ):
            self.useless.append(question.key)
        return tuple(sorted(by_kind.items(), key=lambda pair: pair[0]))


def gun(text: str, target: str = "", shooter: str = "", extra: str = "", cp: tuple[int, int] = (0, 0)) -> Draw:
    return lambda: at(f"blue Man a 4,15 {shooter}\nred Man b 10,15 {target}\n{extra}", weapons={"a": (text,)}, cp=cp)


SHOTS = {
    "plain": gun('gun: 24" Assault 1, S 4, AP -1, D 1'),
    "harder": gun('gun: 24" Assault 1, S 5, AP 0, D 1', shooter="moved=advanced", target="Sv=3 inv=5"),
    "damage": gun('gun: 24" Assault 1, S 8, AP -3, D D3', target="W=4"),
    "big damage": gun('gun: 24" Assault 1, S 8, AP -6, D D6', target="W=4"),
    "melta": gun('gun: 24" Assault 1, S 8, AP -6, D D6, damage_at_half_range=D6+2', target="W=5"),
    "ignores": gun('gun: 24" Assault 1, S 4, AP -6, D 1', target="W=2 ignore=5"),
    "tesla": gun('gun: 24" Assault 1, S 4, AP -6, D 1, automatic_wounds_on_six', target="W=3"),
    "sniper": gun('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1', target="W=3"),
    "plasma": gun('gun: 24" Assault 1, S 8, AP -6, D 1, destroys_bearer_on_one', target="W=2"),
    "blasta": gun('gun: 24" Assault 1, S 8, AP -6, D 1, mortal_wound_to_bearer_on_one', shooter="W=2", target="W=2"),
    "hardwired": gun('gun: 24" Assault 1, S 4, AP 0, D 1', shooter="rules=hardwired-for-destruction"),
    "cover": gun('gun: 24" Assault 1, S 4, AP 0, D 1', extra="crater 9,14,11,16"),
    "attacker re-rolls": gun('gun: 24" Assault 1, S 4, AP -6, D 1', cp=(1, 0), target="W=2"),
    "defender re-rolls": gun('gun: 24" Assault 1, S 4, AP 0, D 1', cp=(0, 1)),
    "sniper re-rolls": gun('gun: 24" Assault 1, S 4, AP -6, D 1, mortal_wounds_on_six=1', cp=(1, 0), target="W=3"),
    "necron": lambda: at(
        "blue Man a 4,15\nred necrons/immortals b 10,15", weapons={"a": ('gun: 24" Assault 1, S 9, AP -6, D 1',)}
    ),
    "warrior": lambda: at(
        "blue Man a 4,15\nred necrons/warriors b 10,15", weapons={"a": ('gun: 24" Assault 1, S 9, AP -6, D 1',)}
    ),
}


@pytest.mark.parametrize("name", list(SHOTS))
def test_faces_of_a_shot_are_told_apart_exactly_where_they_matter(name: str) -> None:
    walk = Walk(SHOTS[name], shoot, ("a",), ("gun/gun>b",))
    walk.ends()
    assert walk.useless == [] or "re-rolls" in name  # who rolls everything again makes fewer differences


def test_faces_of_a_blow_are_told_apart_exactly_where_they_matter() -> None:
    blow = Walk(lambda: at("blue Man a 10,15 WS=4\nred Man b 11,15 Sv=3", phase="fight"), fight, ("a",), ())
    blow.ends()
    assert blow.useless == []


def test_faces_of_an_explosion_of_a_wreck_and_of_lightning_are_told_apart() -> None:
    dread = Walk(lambda: at("blue orks/deff-dread a 10,15\nred Man b 13,15 W=4"), destroy, ("a",), ())
    dread.ends()
    assert dread.useless == []
    trukk = Walk(
        lambda: at("blue orks/trukk a 10,15\nblue orks/boyz p 0,0 in=a\nred Man b 40,15"),
        destroy,
        ("a",),
        ([[13, 15]],),
    )
    trukk.ends()
    lightning = Walk(
        lambda: at("blue necrons/plasmancer a 10,15\nred Man b 13,15", phase="fight"), start_of_fights, (), ()
    )
    lightning.ends()
    assert lightning.useless == []


def test_faces_of_morale_and_attrition_are_told_apart() -> None:
    def army() -> Table:
        table = at("blue Man a 5,5\nblue Man c 7,5\nred Man e 40,25", phase="morale", starting=(5, 1))
        table.battle.destroyed_this_turn = (2, 0)
        return table

    walk = Walk(army, morale_of, ("a",), ())
    walk.ends()
    assert walk.useless == []


def test_faces_of_a_full_throttle_and_a_breakout_are_told_apart() -> None:
    storm = Walk(
        lambda: at("blue orks/stormboyz a 4,15\nblue Man c 4,20\nred Man e 40,15", phase="movement"),
        move_model,
        ("a",),
        ("advance", [[20, 15]]),
    )
    storm.ends()
    assert storm.useless == []
    out = Walk(
        lambda: at("blue Man a 4,15\nblue Man c 4,20\nred Man e 5.3,15", phase="movement", cp=(2, 0)),
        move_model,
        ("a",),
        ("breakout", [[9, 15]]),
    )
    out.ends()
    assert out.useless == []


def test_three_dice_of_a_harbinger_count_from_four() -> None:
    for faces, left in (((3, 3, 3), 4), ((4, 3, 3), 3), ((6, 5, 4), 1)):
        table = at("blue necrons/plasmancer a 10,15\nred Man b 20,15 W=4", phase="reinforcements")
        table.do(harbingers, dice=f"harbinger {faces[0]} {faces[1]} {faces[2]}")
        assert table["b"].wounds == left


@pytest.mark.parametrize(
    ("stage", "dice", "offered"),
    [
        ("hit", "hit 2", True), ("hit", "hit 3 / wound 4 / save 4", False), ("wound", "hit 3 / wound 3", True),
        ("wound", "hit 6 / wound 4 / save 4", False),
    ],
)  # fmt: skip
def test_a_die_that_could_not_show_better_is_not_offered_for_a_re_roll(stage: str, dice: str, offered: bool) -> None:
    table = at("blue Man a 4,15\nred Man b 10,15", cp=(1, 0))
    table.do(shoot, "a", answers=("gun/gun>b", *(["keep"] if offered else [])), dice=dice)
    assert table.battle.command_points == (1, 0)
