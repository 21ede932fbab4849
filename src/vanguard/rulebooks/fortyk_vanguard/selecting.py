"""Whose turn it is within a phase: the player picks any of the models left, or ends the phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vanguard.core.questions import Choose, Listing, Option
from vanguard.rulebooks.fortyk_vanguard.state import Battle, Model

END: Final = "end-phase"
Reason = tuple[str, str]


class Selection(Listing[str]):
    """Every model of a player that could have a part in the phase, those that cannot act with the reason, and the end.

    `why_not` is asked for one model at a time: whoever draws one at random pays for that one.
    """

    __slots__ = ("battle", "candidates", "clause", "done", "verb", "why_not")

    def __init__(
        self,
        battle: Battle,
        candidates: list[Model],
        why_not: Callable[[Battle, Model], Reason],
        done: str,
        verb: str,
        clause: str,
    ) -> None:
        self.battle = battle
        self.candidates = candidates
        self.why_not = why_not
        self.done = done
        """What ending it is called: the Shooting phase."""
        self.verb = verb
        """What those left could do: shoot."""
        self.clause = clause

    def __len__(self) -> int:
        return len(self.candidates) + 1

    def option(self, number: int) -> Option[str]:
        if number == len(self.candidates):
            return Option(END, "", self.done, self.clause, declines=True)
        model = self.candidates[number]
        why, clause = self.why_not(self.battle, model)
        return Option(model.key, model.key, model.name, clause, why, (model.key,))

    def named(self, key: str) -> Option[str] | None:
        if key == END:
            return self.option(len(self.candidates))
        for number in range(len(self.candidates)):
            if self.candidates[number].key == key:
                return self.option(number)
        for option in self._done_with():
            if option.key == key:
                return option
        return None

    def _done_with(self) -> list[Option[str]]:
        """For people: the player's other models on the table, so that nobody looks for them in vain."""
        keys = [model.key for model in self.candidates]
        found: list[Option[str]] = []
        for model in self.battle.of(self.candidates[0].seat) if self.candidates else []:
            if model.key not in keys:
                why, clause = self.why_not(self.battle, model)
                told = why or "it has no part in this phase"
                found.append(Option(model.key, model.key, model.name, clause or self.clause, told, (model.key,)))
        return found

    def all(self) -> list[Option[str]]:
        """For people: the option that ends the phase warns who could still act."""
        options = [self.option(number) for number in range(len(self.candidates))]
        left = [option for option in options if not option.why_not]
        label = f"{self.done}: {len(left)} could still {self.verb}" if left else self.done
        about = tuple([option.key for option in left])
        end = Option(END, "", label, self.clause, about=about, declines=True)
        return [*options, *self._done_with(), end]


async def select_next(
    battle: Battle,
    seat: int,
    candidates: list[Model],
    why_not: Callable[[Battle, Model], Reason],
    phase: str,
    verb: str,
    clause: str,
) -> str:
    """The key of the model that acts next, "" if the player ends the phase; nobody is asked where nobody is left."""
    if not candidates:
        return ""
    if not _any_left(battle, candidates, why_not):
        return ""
    listing = Selection(battle, candidates, why_not, f"End the {phase}", verb, clause)
    prompt = f"{phase}: who is next to {verb}?"
    if battle.heard:
        barred = len([model for model in candidates if why_not(battle, model)[0]])
        prompt = f"{prompt} {len(candidates) - barred} left" + (f", {barred} cannot." if barred else ".")
    return await Choose(seat, prompt, listing, clause)


def _any_left(battle: Battle, candidates: list[Model], why_not: Callable[[Battle, Model], Reason]) -> bool:
    for model in candidates:
        if not why_not(battle, model)[0]:
            return True
    return False
