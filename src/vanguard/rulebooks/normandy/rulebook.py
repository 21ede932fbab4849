"""The rulebook Vanguard: Normandy as the rest of the project knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vanguard.core.anatomy import PackagedRulebook
from vanguard.core.questions import Player
from vanguard.core.rulebook import Offer, Procedure, Setup, Standing
from vanguard.core.state import State
from vanguard.core.telling.events import Event
from vanguard.rulebooks.normandy import setup as setting_up
from vanguard.rulebooks.normandy.activation import draw_token, fill_bag, take_action
from vanguard.rulebooks.normandy.faults import faults_of
from vanguard.rulebooks.normandy.odds import trials as odds
from vanguard.rulebooks.normandy.planning import plan, promote_units, recruit_units
from vanguard.rulebooks.normandy.profiles import FACTIONS, Content
from vanguard.rulebooks.normandy.scoring import end_activation_phase, score, standing
from vanguard.rulebooks.normandy.state import Battle
from vanguard.rulebooks.normandy.table.messages import MESSAGES, PICTURES
from vanguard.rulebooks.normandy.underdog import start_of_activation_effects


async def muster(battle: Battle) -> None:
    """The start of the Activation Phase: Underdog effects, then the bag."""
    await start_of_activation_effects(battle)
    fill_bag(battle)
    battle.phase = "activation"


def printed() -> Content:
    """All printed content, read when it is first needed."""
    from vanguard.rulebooks.normandy.content.content import content

    return content()


class Normandy(PackagedRulebook):
    name = "normandy"
    version = "1.4"
    title = "Vanguard: Normandy"
    summary = (
        "Bag-drawn battle for nine sectors on hexes, with secret recruiting; 60 to 90 minutes, no armies to prepare."
    )
    unit = "hex"
    messages = MESSAGES
    pictures = PICTURES

    # -- what can be played -------------------------------------------------------------------------------------------------

    def scenarios(self) -> Sequence[Offer]:
        summary = "Nine sectors, 30 victory points or ten rounds."
        return (Offer(setting_up.SCENARIO, "Battle for the sectors", summary),)

    def battlefields(self, scenario: str = "") -> Sequence[Offer]:
        named = [
            Offer(it.key, it.name, it.summary, {"tiles": list(it.tiles)}) for it in printed().battlefields.values()
        ]
        drawn = Offer(
            setting_up.RANDOM, "Random battlefield", "Nine of fifteen double-sided sector tiles, drawn at the start."
        )
        return (*named, drawn)

    def armies(self) -> Sequence[Offer]:
        from vanguard.rulebooks.normandy.content.army_list import BOOK

        told = {
            "usa": "Paratroops, airstrikes and a strong late game of rerolls.",
            "germany": "Pinning fire, mines, guns with long reach and heavy tanks.",
        }
        return tuple(
            [Offer(key, name, told[key], {"faction": key, "roster": BOOK.whole(key)}) for key, name in FACTIONS.items()]
        )

    def default_setup(self, variant: int = 0) -> Setup:
        """Even variants give the first seat to the USA; pairs of variants walk through the battlefields, then the edges."""
        from vanguard.rulebooks.normandy.content.army_list import BOOK

        fields = [*printed().battlefields, setting_up.RANDOM]
        factions = ("usa", "germany") if variant % 2 == 0 else ("germany", "usa")
        battlefield = fields[variant // 2 % len(fields)]
        colors = "blue-red" if variant // (2 * len(fields)) % 2 == 0 else "red-blue"
        armies = (BOOK.whole(factions[0]), BOOK.whole(factions[1]))
        return Setup(setting_up.SCENARIO, battlefield, armies, {"colors": colors})

    # -- the rules ----------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> State:
        return setting_up.new_battle(setup, printed())

    def procedure(self, state: State) -> Procedure | None:
        assert isinstance(state, Battle)
        phase = state.phase
        if phase == "activation":
            if state.activation is not None:
                return take_action(state)
            if state.bag[0] or state.bag[1]:
                return draw_token(state)
            return end_activation_phase(state)
        if phase == "plan":
            return plan(state)
        if phase == "recruit":
            return recruit_units(state)
        if phase == "promote":
            return promote_units(state)
        if phase == "muster":
            return muster(state)
        if phase == "scoring":
            return score(state)
        if phase == "setup":
            return setting_up.draw_battlefield(state)
        return None

    def standing(self, state: State) -> Standing:
        assert isinstance(state, Battle)
        return standing(state)

    # -- what people see ----------------------------------------------------------------------------------------------------

    def scene_key(self, state: State) -> Any:
        assert isinstance(state, Battle)
        ground = state.ground
        if ground is None:
            return None
        return ground.signs, tuple(ground.tiles), tuple(state.edges), [board.faction for board in state.boards]

    open_table = True

    def redeal(self, state: State, seat: Player | None, chance: Callable[[int], int]) -> tuple[str, ...]:
        """Only the weather deck lies face down; Underdog cards lie face up, and everybody may count the bag."""
        assert isinstance(state, Battle)
        left = list(state.weather_deck)
        state.weather_deck = tuple([left.pop(chance(len(left))) for _ in range(len(left))])
        return ("weather deck",) if state.weather_deck else ()

    # -- chances --------------------------------------------------------------------------------------------------------------

    def tally(self, state: State) -> dict[str, int]:
        assert isinstance(state, Battle)
        return odds.tally(state)

    # -- recruiting -----------------------------------------------------------------------------------------------------------

    def recruitable(self) -> Mapping[str, str]:
        return {card.key: faction for faction, cards in printed().of_faction.items() for card in cards}

    def recruited(self, event: Event) -> str:
        return str(event.values["card"]) if event.key in ("recruited", "recruited-free") else ""

    # -- what must never be ---------------------------------------------------------------------------------------------------

    def faults(self, state: State) -> list[str]:
        assert isinstance(state, Battle)
        return faults_of(state)
