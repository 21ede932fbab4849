"""DAMAGE: wounds, mortal wounds, and what happens to whoever has none left."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.killteam_lite.command_points import usable, use_ploy, whose_comes_first
from vanguard.rulebooks.killteam_lite.line_of_sight import engaged_enemies, is_visible, within
from vanguard.rulebooks.killteam_lite.missions import incapacitated
from vanguard.rulebooks.killteam_lite.state import INCAPACITATED, Battle, Operative, other

HOLD_ON_REACH: Final = 3.0
HELD_WOUNDS: Final = 1
DEATH_THROES_WOUNDS: Final = 2


def wounds_left(wounds: int, damage: int) -> int:
    """Never fewer than 0."""
    return wounds - damage if wounds > damage else 0


async def lose_wounds(battle: Battle, key: str, amount: int, clause: str, mortal: bool = False) -> None:
    """Damage reduces wounds at once. Whoever reaches 0 is incapacitated; when it is removed depends on the action."""
    operative = battle[key]
    if amount <= 0 or not operative.standing:
        return
    if key in battle.held:
        note_holding_on(battle, operative)
        return
    was_injured = operative.has_lost_half
    operative.wounds = wounds_left(operative.wounds, amount)
    note_wounds(battle, operative, amount, clause, mortal)
    if operative.wounds == 0:
        await offer_hold_on(battle, operative)
    if not battle[key].standing:
        end_shields_of(battle, key)  # at once, though it may lie there until the action is over
    note_injury(battle, operative, was_injured)


def note_wounds(battle: Battle, operative: Operative, amount: int, clause: str, mortal: bool = False) -> None:
    """So many were just lost."""
    battle.note(
        "mortal-wounds" if mortal else "wounds-lost",
        clause,
        (operative.key,),
        who=operative.name,
        amount=amount,
        left=operative.wounds,
    )


def note_injury(battle: Battle, operative: Operative, was_injured: bool) -> None:
    if operative.wounds > 0 and operative.has_lost_half and not was_injured:
        battle.note("injured", "damage.injured-threshold", (operative.key,), who=operative.name)


def note_holding_on(battle: Battle, operative: Operative) -> None:
    battle.note("holds-on", "strategy.ploys.tactical-timing", (operative.key,), who=operative.name)


async def suffer_mortal_wounds(battle: Battle, key: str, amount: int, clause: str) -> None:
    """Each mortal wound is 1 damage that nothing can reduce; it is applied at once. The clause is of the rule that inflicts it."""
    await lose_wounds(battle, key, amount, clause, mortal=True)


def regain_wounds(battle: Battle, key: str, amount: int, clause: str) -> None:
    """Wounds come back, never above W; whoever is back at half or more is no longer injured."""
    operative = battle[key]
    regained = min(amount, operative.card.wounds - operative.wounds)
    operative.wounds += regained
    battle.note("wounds-regained", clause, (key,), who=operative.name, amount=regained, left=operative.wounds)


async def offer_hold_on(battle: Battle, operative: Operative) -> None:
    """Hold On!: with a Medic near, the operative keeps 1 wound and can lose no more until the action is over."""
    seat = operative.seat
    card = usable(battle, seat, "hold-on")
    medic = _medic_to_hold_on(battle, operative)
    if card is None or medic is None:
        return
    options = [
        Option(
            "hold-on",
            True,
            f"{card.name} ({card.cost} CP): {operative.name} keeps 1 wound",
            about=(medic.key,),
            does=card.text,
        ),
        Option("no", False, "Let it fall", declines=True),
    ]
    prompt = f"{operative.name} has no wounds left. Use {card.name}?"
    if await Choose(seat, prompt, options, "strategy.ploys.tactical-timing", (operative.key,)):
        use_ploy(battle, seat, card, (operative.key, medic.key))
        operative = battle[operative.key]
        operative.wounds = HELD_WOUNDS
        battle.held = (*battle.held, operative.key)
        battle.note("held-on", "strategy.ploys.tactical-timing", (operative.key,), who=operative.name)


def _medic_to_hold_on(battle: Battle, operative: Operative) -> Operative | None:
    """The Medic with whose help this operative could hold on now, if the ploy can be used."""
    if usable(battle, operative.seat, "hold-on") is None or operative.card.key == "medic":
        return None
    for friend in battle.of(operative.seat):
        if friend.card.key != "medic" or not friend.standing or friend.key == operative.key:
            continue
        if within(operative.base, friend.base, HOLD_ON_REACH) and is_visible(battle, operative, friend):
            return friend
    return None


# -- removal ------------------------------------------------------------------------------------------------------------


async def remove_casualties(battle: Battle, sparing: tuple[str, ...] = ()) -> None:
    """Everybody at 0 wounds leaves the killzone; Death Throes may add to them before they go.

    `sparing` names the fighters of a combat that is not over yet.
    """
    while True:
        fallen = [
            operative.key
            for operative in battle.operatives
            if operative.in_play and operative.wounds <= 0 and operative.key not in sparing
        ]
        if not fallen:
            return
        for key in await _in_order(battle, fallen):
            if battle[key].in_play:
                await _offer_death_throes(battle, battle[key])
                _remove(battle, battle[key])


async def _in_order(battle: Battle, fallen: list[str]) -> list[str]:
    """If both players have an effect to resolve at this moment, the player with the initiative orders them."""
    acting = [
        seat
        for seat in (0, 1)
        if any([battle[key].seat == seat and _may_thrash(battle, battle[key]) for key in fallen])
    ]
    if len(acting) < 2:
        return fallen
    first = await whose_comes_first(battle, "Whose casualties are resolved first?")
    return [key for key in fallen if battle[key].seat == first] + [key for key in fallen if battle[key].seat != first]


def _may_thrash(battle: Battle, operative: Operative) -> bool:
    """Could Death Throes be used if this operative fell now?"""
    return usable(battle, operative.seat, "death-throes") is not None and bool(_in_reach_of_throes(battle, operative))


def _in_reach_of_throes(battle: Battle, operative: Operative) -> list[Operative]:
    """The engaged enemies that have wounds to lose."""
    return [enemy for enemy in engaged_enemies(battle, operative) if enemy.standing and enemy.key not in battle.held]


async def _offer_death_throes(battle: Battle, operative: Operative) -> None:
    """Death Throes: before it is removed, one engaged enemy suffers 2 mortal wounds."""
    seat = operative.seat
    card = usable(battle, seat, "death-throes")
    if card is None:
        return
    near = _in_reach_of_throes(battle, operative)
    if not near:
        return
    options = [
        Option(
            enemy.key, enemy.key, f"{card.name} ({card.cost} CP) on {enemy.name}", about=(enemy.key,), does=card.text
        )
        for enemy in near
    ]
    options.append(Option("no", "", "Do not use it", declines=True))
    prompt = f"{operative.name} is incapacitated. Use {card.name}?"
    victim = await Choose(seat, prompt, options, "strategy.ploys.tactical-timing", (operative.key,))
    if victim:
        use_ploy(battle, seat, card, (operative.key, victim))
        await suffer_mortal_wounds(battle, victim, DEATH_THROES_WOUNDS, "damage.mortal-wounds")


def _remove(battle: Battle, operative: Operative) -> None:
    """It is incapacitated and leaves the killzone; what it carried stays where it stood."""
    operative.fate = INCAPACITATED
    operative.ready = False
    operative.shielded_by = ""
    place = (operative.base.x, operative.base.y)
    battle.note("incapacitated", "damage.incapacitated", (operative.key,), who=operative.name, path=(place,))
    end_shields_of(battle, operative.key)
    incapacitated(battle, operative, other(operative.seat))


def end_shields_of(battle: Battle, seer: str) -> None:
    """A Veil Shield ends when the operative that raised it is incapacitated or activated again."""
    for operative in battle.operatives:
        if operative.shielded_by == seer:
            operative.shielded_by = ""
            battle.note("shield-ended", "game.specific-overrides-general", (operative.key,), who=operative.name)


# -- action points ------------------------------------------------------------------------------------------------------


def change_apl(battle: Battle, key: str, amount: int, clause: str) -> None:
    """A change to APL, until the end of the current or next activation; it is felt at once while being activated."""
    operative = battle[key]
    if not operative.standing:
        return
    before = operative.apl
    operative.apl_change += amount
    after = operative.apl
    battle.note("apl-changed", clause, (key,), who=operative.name, change=f"{amount:+d}", apl=after)
    if battle.active != key or after == before:
        return
    if after > before:
        battle.action_points += 1
    else:
        battle.action_points = max(0, battle.action_points - 1)
