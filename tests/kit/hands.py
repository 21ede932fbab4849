"""A rulebook of hidden hands, tight or leaking: it shows that the contract of secrets finds every kind of leak."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from vanguard.core.questions import Choose, Draw, Option, Player
from vanguard.core.rulebook import Procedure, Rulebook, Setup, Standing
from vanguard.core.state import State

CARDS = ("ace", "duke", "king", "nave", "page", "queen", "rook", "sage")
ROUNDS = 20
LEAKS = ("view", "spectator", "log", "about", "option", "prompt", "deck", "silent")


class Table(State):
    """A deck face down, a card in each hand, the cards played."""

    __slots__ = ("deck", "hands", "leak", "played", "round")

    def __init__(self, leak: str) -> None:
        super().__init__()
        self.leak = leak
        self.deck: tuple[str, ...] = CARDS
        self.hands = ["", ""]
        self.played: tuple[str, ...] = ()
        self.round = 0

    def copy(self) -> Table:
        twin = Table(self.leak)
        twin.deck = self.deck
        twin.hands = list(self.hands)
        twin.played = self.played
        twin.round = self.round
        return twin

    def facts(self) -> Any:
        return [list(self.deck), self.hands, list(self.played), self.round]

    def is_being_set_up(self) -> bool:
        return self.round == 0

    def stage(self) -> str:
        return f"round {self.round}"


async def one_round(table: Table) -> None:
    """Who has no card draws one in secret; then it is kept or played, and a played one goes back into the deck."""
    seat = table.round % 2
    if not table.hands[seat]:
        [card] = await Draw(seat, table.deck, "card", "hands.draw", secret_to=seat)
        table.hands[seat] = card
        table.deck = tuple([other for other in table.deck if other != card])
        about = (card,) if table.leak == "about" else ()
        seen_by = -1 if table.leak == "log" else seat
        table.note("drew", "hands.draw", seen_by=seen_by, card=card, seat=seat)
        table.note("drawn", "hands.draw", about=about, seat=seat)
    other = table.hands[1 - seat]
    options = [Option("keep", False, "Keep it"), Option("play", True, "Play it")]
    if table.leak == "option" and other:
        options[0] = Option("keep", False, f"Keep it, for they hold the {other}")
    prompt = f"They hold the {other}" if table.leak == "prompt" and other else "Keep or play?"
    if await Choose(seat, prompt, options, "hands.play"):
        card = table.hands[seat]
        table.hands[seat] = ""
        table.played = (*table.played, card)
        table.deck = (*table.deck, card)
        table.note("played", "hands.play", card=card, seat=seat)
    table.round += 1


class Hands(Rulebook):
    name = "hands"
    version = "1"
    messages: ClassVar[Mapping[str, str]] = {
        "drew": "Seat {seat} draws the {card}.",
        "drawn": "Seat {seat} draws a card.",
        "played": "Seat {seat} plays the {card}.",
    }

    def __init__(self, leak: str = "") -> None:
        self.leak = leak

    def default_setup(self, variant: int = 0) -> Setup:
        return Setup("hands", "table", ({}, {}))

    def new(self, setup: Setup) -> Table:
        return Table(self.leak)

    def procedure(self, state: State) -> Procedure | None:
        assert isinstance(state, Table)
        return one_round(state) if state.round < ROUNDS else None

    def standing(self, state: State) -> Standing:
        assert isinstance(state, Table)
        return Standing((0, 0), state.round >= ROUNDS, None, "the rounds are over")

    def view(self, state: State, seat: Player | None) -> dict[str, Any]:
        assert isinstance(state, Table)
        shown = [state.hands[i] if i == seat else bool(state.hands[i]) for i in (0, 1)]
        if self.leak == "view" and seat is not None:
            shown = list(state.hands)
        if self.leak == "spectator" and seat is None:
            shown = list(state.hands)
        next_card = state.deck[0] if self.leak == "deck" and state.deck else None
        return {"hands": shown, "deck": len(state.deck), "next": next_card, "played": list(state.played)}

    def redeal(self, state: State, seat: Player | None, chance: Callable[[int], int]) -> tuple[str, ...]:
        """The hands this seat does not hold, and the deck."""
        assert isinstance(state, Table)
        held = [i for i in (0, 1) if i != seat and state.hands[i]]
        unseen = [*state.deck, *[state.hands[i] for i in held]]
        for i in held:
            state.hands[i] = unseen.pop(chance(len(unseen)))
        deck: list[str] = []
        while unseen:
            deck.append(unseen.pop(chance(len(unseen))))
        state.deck = tuple(deck)
        if self.leak == "silent":
            return ()
        return ("deck", "hand") if held else ("deck",)
