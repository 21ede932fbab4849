"""THE MOVEMENT PHASE: Normal Moves, Advances, Falling Back, remaining stationary, and the Stratagems around them."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option, Roll, yes_or_no
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE
from vanguard.rulebooks.fortyk_vanguard.damage import destroy, suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.engagement import engaged_enemies, is_engaged
from vanguard.rulebooks.fortyk_vanguard.moves import (
    ADVANCE,
    BREAKOUT,
    FALL_BACK,
    NORMAL,
    move_in_hand,
    move_to,
)
from vanguard.rulebooks.fortyk_vanguard.selecting import Reason, select_next
from vanguard.rulebooks.fortyk_vanguard.special_rules import move_of
from vanguard.rulebooks.fortyk_vanguard.state import (
    ADVANCED,
    ADVANCED_NOWHERE,
    BROKE_OUT,
    DISEMBARKED,
    EMBARKED,
    FELL_BACK,
    MOVED_SLOWLY,
    NORMAL_MOVE,
    ON_TABLE,
    REPOSITIONED,
    SELECTED_TO_MOVE,
    STARTED_ABOARD,
    STATIONARY,
    Battle,
    Model,
    other,
)
from vanguard.rulebooks.fortyk_vanguard.stratagems import (
    CUT_THEM_DOWN,
    DESPERATE_BREAKOUT,
    label,
    re_roll_sum,
    text,
    usable,
    use,
    why_not,
)
from vanguard.rulebooks.fortyk_vanguard.transports import disembark, offer_to_embark, why_not_disembark
from vanguard.tabletop.moves import Arrival

FULL_THROTTLE: Final = 6
BURNS_ON: Final = 4
CUTS_ON: Final = 6


# -- who moves -------------------------------------------------------------------------------------------------------------------


def movers(battle: Battle, seat: int) -> list[Model]:
    """The models not yet selected to move, and passengers that may still get out."""
    return [
        model
        for model in battle.models
        if model.seat == seat
        and not model.flags & (SELECTED_TO_MOVE | REPOSITIONED)
        and (model.fate == ON_TABLE or (model.fate == EMBARKED and model.did(STARTED_ABOARD)))
    ]


def why_not_move(battle: Battle, model: Model) -> Reason:
    """Everybody on the battlefield may be selected once; passengers may get out before their TRANSPORT moves."""
    if model.did(SELECTED_TO_MOVE):
        told = "Remained Stationary" if model.moved == STATIONARY else "already moved"
        return (told, "core.move.each-unit-once")
    if model.fate == EMBARKED:
        return why_not_disembark(battle, model)
    return ("", "")


async def next_to_move(battle: Battle) -> bool:
    """One model moves, stays or gets out; false when the phase is over."""
    seat = battle.turn
    key = await select_next(
        battle, seat, movers(battle, seat), why_not_move, "Movement phase", "move", "core.move.each-unit-once"
    )
    if not key:
        return False
    model = battle[key]
    if model.fate == EMBARKED:
        await disembark(battle, model)
    else:
        await move_model(battle, model)
    return True


# -- one model moves ---------------------------------------------------------------------------------------------------------------


async def move_model(battle: Battle, model: Model) -> None:
    """Free of combat: Normal Move, Advance or stay. In combat: Fall Back or stay."""
    engaged = is_engaged(battle, model)
    clause = "core.move.options-when-engaged" if engaged else "core.move.options-when-free"
    listing = InCombat(battle, model).options if engaged else free_moves(battle, model)
    how = await Choose(model.seat, f"{model.name}: how does it move?", listing, clause, (model.key,))
    model.flags |= SELECTED_TO_MOVE
    if how == "stationary":
        model.moved = STATIONARY
    elif how == "normal":
        await normal_move(battle, model)
    elif how == "advance":
        await advance(battle, model)
    elif how == "fall-back":
        await fall_back(battle, model)
    else:
        await break_out(battle, model)
    if model.fate == ON_TABLE and model.moved in (NORMAL_MOVE, ADVANCED, FELL_BACK) and not model.did(BROKE_OUT):
        await offer_to_embark(battle, model)


def free_moves(battle: Battle, model: Model) -> list[Option[str]]:
    about = (model.key,)
    clause = "core.move.options-when-free"
    return [
        Option("normal", "normal", "Normal Move", "core.move.normal", about=about),
        Option("advance", "advance", "Advance", "core.move.advance", about=about),
        Option("fall-back", "fall-back", "Fall Back", clause, "no enemy is within Engagement Range", about),
        Option(
            "stationary", "stationary", "Remain Stationary", "core.move.remain-stationary", about=about, declines=True
        ),
    ]


class InCombat:
    """What a model within Engagement Range may do; whether there is a way out is looked for when somebody wants to know."""

    __slots__ = ("battle", "model")

    def __init__(self, battle: Battle, model: Model) -> None:
        self.battle = battle
        self.model = model

    def options(self) -> list[Option[str]]:
        battle, model = self.battle, self.model
        about = (model.key,)
        no_way = ""
        if not move_in_hand(battle, model, FALL_BACK, model.row.move).is_possible():
            no_way = "there is no place out of Engagement Range that it can reach"
        points = why_not(battle, model.seat, DESPERATE_BREAKOUT)
        foes = ", ".join([enemy.name for enemy in engaged_enemies(battle, model)])
        barred, clause = f"it is within Engagement Range of {foes}", "core.move.options-when-engaged"
        return [
            Option("normal", "normal", "Normal Move", clause, barred, about),
            Option("advance", "advance", "Advance", clause, barred, about),
            Option("fall-back", "fall-back", "Fall Back", "core.move.fall-back", no_way, about),
            Option(
                "breakout",
                "breakout",
                label(battle, DESPERATE_BREAKOUT),
                "core.stratagem.desperate-breakout",
                points,
                about,
                does=text(battle, DESPERATE_BREAKOUT),
            ),
            Option("stationary", "stationary", "Remain Stationary", "core.move.remain-stationary", "", about, True),
        ]


async def normal_move(battle: Battle, model: Model) -> None:
    """Up to M inches; a move of 0" is Remaining Stationary (core.move.what-counts-as-moved)."""
    allowance = move_of(battle, model)
    prompt = f'Where does {model.name} move to, up to {allowance:g}"?'
    arrived = await move_in_hand(battle, model, NORMAL, allowance).question(prompt)
    if goes_nowhere(model, arrived):
        model.moved = STATIONARY
        return
    model.moved = NORMAL_MOVE
    if arrived[3] < allowance * 0.5 - TOLERANCE:
        model.flags |= MOVED_SLOWLY
    move_to(battle, model, NORMAL, arrived)


def goes_nowhere(model: Model, arrived: Arrival) -> bool:
    """Is it a move of 0"? Such a one does not count as having moved (core.move.what-counts-as-moved)."""
    base = model.base
    return arrived[:3] == (base.x, base.y, base.elevation) and arrived[3] <= TOLERANCE


async def advance(battle: Battle, model: Model) -> None:
    """A D6 is added to M (core.move.advance); Full Throttle adds 6" instead and may hurt."""
    model.moved = ADVANCED
    about = (model.key,)
    if model.profile.has("full-throttle"):
        extra = model.profile.number_in("full-throttle", FULL_THROTTLE)
        clause = "faction.full-throttle"
        kinds = tuple([0 if face >= BURNS_ON else 1 for face in range(1, 7)])
        [face] = await Roll(
            model.seat, 1, f"throttle {model.key}", clause, kinds=kinds, prompt=f"{model.name}: full throttle"
        )
        dice = DiceShown("Full Throttle", model.seat, (face,), ("fail" if face >= BURNS_ON else "save",), "1-3")
        battle.note("throttle", clause, about, dice, who=model.name, n=extra)
        if face >= BURNS_ON:
            await suffer_mortal_wounds(battle, model.key, 1, clause)
            if model.fate != ON_TABLE:
                return
    else:
        prompt = f"{model.name} Advances"
        faces = tuple(
            await Roll(model.seat, 1, f"advance {model.key}", "core.move.advance", prompt=prompt, about=about)
        )
        told = f'{model.name} Advances {faces[0]}". Re-roll it?'
        [extra] = await re_roll_sum(battle, model.seat, faces, f"Advance of {model.name}", told, about, faces[0] < 6)
        battle.note("advances", "core.move.advance", about, who=model.name, n=extra)
    allowance = move_of(battle, model) + extra
    prompt = f'Where does {model.name} Advance to, up to {allowance:g}"?'
    arrived = await move_in_hand(battle, model, ADVANCE, allowance).question(prompt)
    if goes_nowhere(model, arrived):
        model.flags |= ADVANCED_NOWHERE
    move_to(battle, model, ADVANCE, arrived)


# -- falling back --------------------------------------------------------------------------------------------------------------------


async def fall_back(battle: Battle, model: Model) -> None:
    """Up to M inches, through Engagement Range but not ending there; the enemy may cut it down first."""
    model.moved = FELL_BACK
    unhurt = model.row.move
    await offer_to_cut_down(battle, model)
    if model.fate != ON_TABLE:
        return
    speed = model.row.move
    hand = move_in_hand(battle, model, FALL_BACK, speed)
    if speed < unhurt and not hand.is_possible():
        model.moved = STATIONARY
        battle.note("cannot-fall-back", "core.move.fall-back", (model.key,), who=model.name)
        return
    arrived = await hand.question(f'Where does {model.name} Fall Back to, up to {speed:g}"?')
    move_to(battle, model, FALL_BACK, arrived)


async def offer_to_cut_down(battle: Battle, model: Model) -> None:
    """Cut Them Down: a D6 for each enemy model within Engagement Range, each 6 causes a mortal wound."""
    seat = other(model.seat)
    if not usable(battle, seat, CUT_THEM_DOWN):
        return
    foes = len(engaged_enemies(battle, model))
    prompt = f"{model.name} Falls Back from {foes} of yours. Use Cut Them Down?"
    options = yes_or_no(
        label(battle, CUT_THEM_DOWN), "Let it go", attempt=("cut down", model.key), does=text(battle, CUT_THEM_DOWN)
    )
    if await Choose(seat, prompt, options, "core.stratagem.cut-them-down", (model.key,)):
        await cut_down(battle, model)


async def cut_down(battle: Battle, model: Model) -> None:
    clause = "core.stratagem.cut-them-down"
    seat, foes = other(model.seat), engaged_enemies(battle, model)
    use(battle, seat, CUT_THEM_DOWN, (model.key,))
    kinds = (0, 0, 0, 0, 0, 1)
    faces = await Roll(seat, len(foes), f"cut {model.key}", clause, kinds=kinds, prompt=f"Cut {model.name} down")
    wounds = list(faces).count(CUTS_ON)
    marks = ["hit" if face == CUTS_ON else "miss" for face in faces]
    battle.note(
        "cut-down", clause, (model.key,), DiceShown("Cut Them Down", seat, faces, marks, "6"), who=model.name, n=wounds
    )
    await suffer_mortal_wounds(battle, model.key, wounds, clause)


async def break_out(battle: Battle, model: Model) -> None:
    """Desperate Breakout: it dies on a 1, else it falls back across enemy models, and dies if it ends engaged."""
    clause = "core.stratagem.desperate-breakout"
    use(battle, model.seat, DESPERATE_BREAKOUT, (model.key,))
    model.moved = FELL_BACK
    model.flags |= BROKE_OUT
    kinds = (0, 1, 1, 1, 1, 1)
    [face] = await Roll(model.seat, 1, f"breakout {model.key}", clause, kinds=kinds, prompt=f"{model.name} breaks out")
    dice = DiceShown("Desperate Breakout", model.seat, (face,), ("fail" if face == 1 else "save",), "2+")
    battle.note("breakout", clause, (model.key,), dice, who=model.name)
    if face == 1:
        await destroy(battle, model.key)
        return
    await offer_to_cut_down(battle, model)
    if model.fate != ON_TABLE:
        return
    hand = move_in_hand(battle, model, BREAKOUT, model.row.move)
    if hand.is_possible():
        move_to(battle, model, BREAKOUT, await hand.question(f"Where does {model.name} break out to?"))
    if is_engaged(battle, model):
        battle.note("caught", clause, (model.key,), who=model.name)
        await destroy(battle, model.key)


# -- moving after shooting -------------------------------------------------------------------------------------------------------------


async def move_after_shooting(battle: Battle, model: Model) -> None:
    """Shoot Sharp and Scarper: a move as in the Movement phase, but no Advance."""
    engaged = is_engaged(battle, model)
    kind = FALL_BACK if engaged else NORMAL
    hand = move_in_hand(battle, model, kind, move_of(battle, model))
    if not hand.is_possible():
        return
    options = yes_or_no("Scarper", "Stay", does="faction.shoot-sharp-and-scarper")
    clause = "faction.shoot-sharp-and-scarper"
    if await Choose(model.seat, f"{model.name} has shot. Move it?", options, clause, (model.key,)):
        arrived = await hand.question(f"Where does {model.name} scarper to?")
        model.moved = FELL_BACK if engaged else max(model.moved, NORMAL_MOVE)
        move_to(battle, model, kind, arrived)


def begin_movement(battle: Battle) -> None:
    """Passengers that begin the phase embarked may get out; the others count as stationary until they move."""
    for model in battle.models:
        if model.seat == battle.turn and model.fate == EMBARKED:
            model.flags |= STARTED_ABOARD


def end_movement(battle: Battle) -> None:
    """A model not selected to move counts as having Remained Stationary (core.move.remain-stationary)."""
    for model in battle.models:
        if model.seat == battle.turn and model.fate == ON_TABLE:
            if not model.moved and not model.did(DISEMBARKED):
                model.moved = STATIONARY
            if model.profile.capacity:
                share_with_passengers(battle, model)


def share_with_passengers(battle: Battle, transport: Model) -> None:
    """Passengers count as having made the same kind of move as their TRANSPORT (core.transport.embarked-inert)."""
    for passenger in battle.passengers(transport.key):
        passenger.moved = transport.moved
