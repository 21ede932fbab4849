"""Underdog cards: taken when the weather turns and one is far behind, played or discarded in the next Planning Phase."""

from __future__ import annotations

from vanguard.core.questions import Choose, Option
from vanguard.core.telling.events import AGREES, agreeing
from vanguard.rulebooks.normandy.ground import HEXES, SECTOR
from vanguard.rulebooks.normandy.profiles import UnderdogAbility, UnderdogCard
from vanguard.rulebooks.normandy.resources import free_spaces, gain_requisition, income_of, raise_supply
from vanguard.rulebooks.normandy.state import Battle
from vanguard.rulebooks.normandy.tokens import NAMES, TokenPlace, lay_token, none_left
from vanguard.rulebooks.normandy.units import side_name, unpin

INSTANT = ("requisition", "supply-level")
PLACED = ("airstrike", "minefield", "belgian-gate", "flak-88")
CERTAIN = ("flak-88",)
"""Tokens that are placed if they can be, not up to a number."""

TEXTS = {
    "requisition": "gain {n} requisition",
    "free-unit": "recruit one unit of supply {n} or lower free of charge",
    "supply-level": "gain the next supply level",
    "command": "{n} extra Command this round",
    "airstrike": "place {n} {n:Airstrike|Airstrikes}",
    "clear-pins": "remove all Pin tokens from up to {n} {n:unit|units}",
    "fewer-tokens": "the enemy puts {n} {n:token|tokens} fewer in the bag",
    "reroll": "all your attacks have Reroll raised by {n}",
    "free-promotion": "promote {n} {n:unit|units} free of charge",
    "minefield": "place up to {n} {n:Minefield|Minefields}",
    "flak-88": "place {n} {n:Flak 88|Flak 88s}",
    "belgian-gate": "place up to {n} {n:Belgian Gate|Belgian Gates}",
    "free-transport": "transports cost no Command",
    "first-token": "one of your tokens is drawn first",
    "move": "all your units have +{n} Move",
}


def ability_text(ability: UnderdogAbility) -> str:
    return " and ".join([_counted(TEXTS[name], amount) for name, amount in ability.gives])


def _counted(text: str, amount: int) -> str:
    return AGREES.sub(lambda found: agreeing(amount, found[2].split("|")), text).replace("{n}", str(amount))


def behind(battle: Battle, side: int) -> int:
    return battle.boards[1 - side].vp - battle.boards[side].vp


# -- taking one -----------------------------------------------------------------------------------------------------------


async def take_underdog_card(battle: Battle, side: int) -> None:
    """The trailing player picks any of his face-up cards."""
    board = battle.boards[side]
    card = battle.content.underdogs[board.underdogs[0]]
    if len(board.underdogs) > 1:
        cards = [battle.content.underdogs[key] for key in board.underdogs]
        options = [Option(it.key, it.key, it.name, it.clause, does=it.clause) for it in cards]
        key = await Choose(side, "Which Underdog card do you take?", options, "underdog.draw-choice")
        card = battle.content.underdogs[key]
    board.underdogs = tuple([key for key in board.underdogs if key != card.key])
    board.drawn = card.key
    battle.note("underdog-taken", clause="underdog.draw-choice", side=side_name(battle, side), card=card.name)


# -- playing it -----------------------------------------------------------------------------------------------------------


async def play_underdog_cards(battle: Battle) -> None:
    for side in (0, 1):
        board = battle.boards[side]
        if board.drawn:
            card = battle.content.underdogs[board.drawn]
            choice = await Choose(
                side,
                f"{card.name}: play one ability or discard it",
                card_options(battle, side, card),
                "underdog.play-or-discard",
            )
            board.drawn = ""
            if choice < 0:
                name = side_name(battle, side)
                battle.note("underdog-discarded", clause="underdog.play-or-discard", side=name, card=card.name)
            else:
                play(battle, side, card, card.abilities[choice])


def card_options(battle: Battle, side: int, card: UnderdogCard) -> list[Option[int]]:
    options: list[Option[int]] = []
    for i, ability in enumerate(card.abilities):
        why, clause = ability_fault(battle, side, ability)
        label = f"{ability_text(ability)} ({ability.behind} VP behind, {ability.strain} Strain)"
        options.append(Option(f"ability {i + 1}", i, label, clause or card.clause, why))
    options.append(Option("discard", -1, "Discard it", "underdog.play-or-discard"))
    return options


def ability_fault(battle: Battle, side: int, ability: UnderdogAbility) -> tuple[str, str]:
    """Why an ability cannot be chosen: not far enough behind, too little Strain, or no effect at all."""
    board = battle.boards[side]
    if behind(battle, side) < ability.behind:
        return f"you are {behind(battle, side)} VP behind; it takes {ability.behind}", "underdog.vp-requirement"
    if board.strain < ability.strain:
        return f"it costs {ability.strain} Strain; you have {board.strain}", "underdog.pay-strain"
    for name, amount in ability.gives:
        if not lacks_effect(battle, side, name, amount):
            return "", ""
    return "it can have no effect now", "underdog.ability-needs-effect"


def lacks_effect(battle: Battle, side: int, name: str, amount: int) -> bool:
    if name == "requisition":
        return battle.boards[side].requisition >= battle.content.board.requisition_cap
    if name == "supply-level":
        return battle.boards[side].supply > len(battle.content.board.prices)
    if name == "free-unit":
        return not can_get_unit(battle, side, amount, True)
    if name == "free-promotion":
        top = len(battle.content.board.prices) + 1
        return all([unit.veteran for unit in battle.units_of(side)]) and not can_get_unit(battle, side, top, False)
    if name in PLACED:
        return bool(none_left(battle, name)) or not token_place(battle, side, name).is_possible()
    if name == "clear-pins":
        return all([not unit.pins for unit in battle.units_of(side)])
    return False


def can_get_unit(battle: Battle, side: int, highest: int, free: bool) -> bool:
    """Whether a unit of this supply level or lower could join in the Recruit step that follows, if need be on a space of a
    level bought in the same step: what is to be paid is paid out of the purse and the income that comes before.
    """
    board, rules = battle.boards[side], battle.content.board
    purse = min(rules.requisition_cap, board.requisition + income_of(battle, side))
    for level in range(board.supply, len(rules.prices) + 2):
        if level > board.supply:
            purse -= rules.prices[level - 2]
        if purse < 0:
            return False
        spaces = free_spaces(battle, side, level)
        for card in battle.content.of_faction[board.faction]:
            if card.supply <= min(level, highest) and spaces[card.space] > 0 and (free or card.cost <= purse):
                return True
    return False


def play(battle: Battle, side: int, card: UnderdogCard, ability: UnderdogAbility) -> None:
    board = battle.boards[side]
    board.strain -= ability.strain
    board.played = card.key
    board.effects = tuple([gift for gift in ability.gives if gift[0] not in INSTANT])
    battle.note(
        "underdog-played",
        clause=card.clause,
        side=side_name(battle, side),
        card=card.name,
        text=ability_text(ability),
        strain=ability.strain,
    )
    for name, amount in ability.gives:
        if name == "requisition":
            gain_requisition(battle, side, amount, card.clause)
        elif name == "supply-level":
            raise_supply(battle, side, 0)


# -- at the start of the Activation Phase ---------------------------------------------------------------------------------


async def start_of_activation_effects(battle: Battle) -> None:
    """Tokens placed and Pin tokens removed by Underdog abilities, after promotions and before the bag is filled."""
    for side in (0, 1):
        for name, amount in battle.boards[side].effects:
            if name in PLACED:
                await place_tokens(battle, side, name, amount)
            elif name == "clear-pins":
                await clear_pins(battle, side, amount)


async def place_tokens(battle: Battle, side: int, kind: str, amount: int) -> None:
    """Airstrikes anywhere, the others on legal hexes of controlled sectors. What may be placed `up to` may be left out."""
    card = battle.content.underdogs[battle.boards[side].played]
    for count in range(amount):
        place = token_place(battle, side, kind)
        if none_left(battle, kind) or not place.is_possible():
            return
        must = kind in CERTAIN or (kind == "airstrike" and amount == 1)
        if not must:
            options = [
                Option("yes", True, f"Place a {NAMES[kind]}"),
                Option("no", False, "No further one", declines=True),
            ]
            if not await Choose(side, f"Place {NAMES[kind]} {count + 1} of {amount}?", options, card.clause):
                return
        hex = await place.question(card.clause)
        lay_token(battle, side, kind, hex, card.clause)


def token_place(battle: Battle, side: int, kind: str) -> TokenPlace:
    return TokenPlace(battle, side, kind, None, 0, None if kind == "airstrike" else controlled_hexes(battle, side))


def controlled_hexes(battle: Battle, side: int) -> list[int]:
    return [hex for hex in range(HEXES) if battle.control[SECTOR[hex]] == side]


async def clear_pins(battle: Battle, side: int, amount: int) -> None:
    card = battle.content.underdogs[battle.boards[side].played]
    for _ in range(amount):
        pinned = [unit for unit in battle.units_of(side) if unit.pins]
        if not pinned:
            return
        options: list[Option[str]] = [
            Option(unit.key, unit.key, f"{unit.title} ({unit.pins})", about=unit.about) for unit in pinned
        ]
        options.append(Option("done", "", "No further unit", declines=True))
        key = await Choose(side, "Remove all Pin tokens from which unit?", options, card.clause)
        if not key:
            return
        unit = battle.units[key]
        unpin(battle, unit, unit.pins, card.clause)
