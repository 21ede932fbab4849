"""STRATAGEMS: Command points, what was used, and Command Re-roll, which any chapter may open."""

from __future__ import annotations

from typing import Final

from vanguard.core.attacks.courses import Course, Part
from vanguard.core.questions import Choose, Option, Roll
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.fortyk_vanguard.state import Battle

COMMAND_RE_ROLL: Final = "command-re-roll"
CUT_THEM_DOWN: Final = "cut-them-down"
DESPERATE_BREAKOUT: Final = "desperate-breakout"
EMERGENCY_DISEMBARKATION: Final = "emergency-disembarkation"
FIRE_OVERWATCH: Final = "fire-overwatch"
COUNTER_OFFENSIVE: Final = "counter-offensive"
INSANE_BRAVERY: Final = "insane-bravery"


def why_not(battle: Battle, seat: int, key: str) -> str:
    """Why a player cannot use a Stratagem now; empty if they can."""
    card = battle.stratagems[key]
    if battle.command_points[seat] < card.cost:
        return f"it costs {card.cost} CP and {battle.command_points[seat]} are left"
    if key in battle.stratagems_used[seat]:
        return "it was used this phase already"
    if card.once_per_battle and battle.bravery_used[seat]:
        return "it was used this battle already"
    return ""


def usable(battle: Battle, seat: int, key: str) -> bool:
    """Are there Command points for it, and was it not used this phase (or this battle)?"""
    card = battle.stratagems[key]
    if key in battle.stratagems_used[seat] or battle.command_points[seat] < card.cost:
        return False
    return not (card.once_per_battle and battle.bravery_used[seat])


def use(battle: Battle, seat: int, key: str, about: tuple[str, ...] = ()) -> None:
    """A Stratagem is used by spending its Command points (core.stratagem.cost)."""
    card = battle.stratagems[key]
    points = list(battle.command_points)
    points[seat] -= card.cost
    battle.command_points = (points[0], points[1])
    used = [*battle.stratagems_used]
    used[seat] = (*used[seat], key)
    battle.stratagems_used = (used[0], used[1])
    if card.once_per_battle:
        spent = list(battle.bravery_used)
        spent[seat] = 1
        battle.bravery_used = (spent[0], spent[1])
    if battle.heard:
        battle.note(
            "stratagem",
            card.clause,
            about,
            who=battle.army_name(seat),
            name=card.name,
            cost=card.cost,
            left=points[seat],
        )


def label(battle: Battle, key: str) -> str:
    card = battle.stratagems[key]
    return f"{card.name} ({card.cost} CP)"


def text(battle: Battle, key: str) -> str:
    """What a Stratagem does."""
    return battle.stratagems[key].text


class ReRollUsed(Part):
    """Command Re-roll takes its Command points."""

    __slots__ = ("about", "seat")

    def __init__(self, seat: int, about: tuple[str, ...]) -> None:
        super().__init__(("re-roll used", seat))
        self.seat = seat
        self.about = about

    async def resolve(self, battle: Battle, course: Course) -> None:
        use(battle, self.seat, COMMAND_RE_ROLL, self.about)


def re_roll_one_question(
    battle: Battle,
    seat: int,
    faces: tuple[int, ...],
    fixed: tuple[bool, ...],
    kinds: tuple[int, ...],
    what: str,
    about: tuple[str, ...],
) -> Choose[int] | None:
    """Command Re-roll of one die of a roll: offered while some die could have shown better and was not rolled again."""
    best = max(kinds)
    offered: dict[int, int] = {}
    for i in range(len(faces)):
        kind = kinds[faces[i] - 1]
        if kind < best and not fixed[i] and kind not in offered:
            offered[kind] = i
    if not offered or not usable(battle, seat, COMMAND_RE_ROLL):
        return None
    options: list[Option[int]] = [Option("keep", -1, "Keep the dice", declines=True)]
    for kind in sorted(offered):
        face = faces[offered[kind]]
        words = f"Re-roll a {face}: {label(battle, COMMAND_RE_ROLL)}"
        better = len([other for other in kinds if other > kind])
        options.append(
            Option(
                f"re-roll-{face}",
                offered[kind],
                words,
                dice=(offered[kind],),
                facts={"better_faces": better},
                does=text(battle, COMMAND_RE_ROLL),
            )
        )
    prompt = f"{what}: {', '.join([str(face) for face in faces])}. Re-roll one?"
    return Choose(seat, prompt, options, "core.stratagem.command-re-roll", about)


async def re_roll_sum(
    battle: Battle,
    seat: int,
    faces: tuple[int, ...],
    what: str,
    told: str,
    about: tuple[str, ...],
    wanted: bool = True,
    named: str = "",
) -> tuple[int, ...]:
    """Command Re-roll of a result that is the sum of dice: all of them are rolled again (core.dice.reroll-sum).

    `named` is what the dice are called at the table, where `what` is no name for people.
    """
    question = re_roll_question(battle, seat, faces, what, told, about) if wanted else None
    if question is None:
        return faces
    question.dice = DiceShown(named or what, seat, faces)
    if not await question:
        return faces
    use(battle, seat, COMMAND_RE_ROLL, about)
    now = tuple(await rolled_again(seat, len(faces), what, about))
    tell_re_roll(battle, seat, faces, now, about)
    return now


def re_roll_question(
    battle: Battle, seat: int, faces: tuple[int, ...], what: str, told: str, about: tuple[str, ...], needed: int = 0
) -> Choose[bool] | None:
    """Whether the stratagem is used; None if it cannot be. `needed` is the sum that is enough, where one is."""
    if not usable(battle, seat, COMMAND_RE_ROLL):
        return None
    options: list[Option[bool]] = [
        Option("keep", False, "Keep it", declines=True),
        Option(
            "re-roll",
            True,
            f"Re-roll: {label(battle, COMMAND_RE_ROLL)}",
            facts={"needed": needed},
            does=text(battle, COMMAND_RE_ROLL),
        ),
    ]
    question = Choose(seat, told, options, "core.stratagem.command-re-roll", about)
    question.dice = DiceShown(what, seat, faces)
    return question


def rolled_again(seat: int, count: int, what: str, about: tuple[str, ...]) -> Roll:
    return Roll(seat, count, f"re-roll {what}", "core.dice.reroll-sum", prompt=f"{what}: re-roll", about=about)


def tell_re_roll(
    battle: Battle,
    seat: int,
    was: tuple[int, ...],
    now: tuple[int, ...],
    about: tuple[str, ...],
    free_by: str = "",
) -> None:
    """What lay there and what lies there now: the dice shown later are the last ones. `free_by` is the rule that let them be
    rolled again for nothing."""
    if battle.heard:
        before = ", ".join([str(face) for face in was])
        after = ", ".join([str(face) for face in now])
        who = battle.army_name(seat)
        clause = free_by or "core.stratagem.command-re-roll"
        battle.note("re-rolled", clause, about, who=who, was=before, now=after)
