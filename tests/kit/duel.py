"""The example rulebook: a duel with a re-roll, a reaction, a secret choice and a bag draw. See docs/add-a-rulebook.md.

Two duellists start each bout by choosing a stance in secret, draw from a bag who strikes first, and strike in turn. Each
strike may be re-rolled for a token and dodged for a step back along the line; the first to lose all wounds loses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vanguard.core.promises import Promises
from vanguard.core.questions import Choose, Draw, Lot, Option, Path, Player, Roll, Split, Together, WhereTo, yes_or_no
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, Procedure, Rulebook, Setup, Standing, Trial
from vanguard.core.state import State
from vanguard.core.telling.events import DiceShown, Modifier

LINE = 12.0
STEP = 2.0
WOUNDS = 6
BOUTS = 12
STANCES = ("high", "low")


class Duel(State):
    """Everything that outlives a bout."""

    __slots__ = ("bag", "bout", "names", "order", "places", "tokens", "wounds")

    def __init__(self, names: tuple[str, str]) -> None:
        super().__init__()
        self.names = names
        self.wounds = [WOUNDS, WOUNDS]
        self.tokens = [2, 2]
        self.places = [5.0, 7.0]
        self.bout = 1
        self.bag = ["first", "first", "second", "second"]
        self.order: list[int] = []
        """Who still strikes in this bout; empty when the next bout must be opened."""

    def copy(self) -> Duel:
        other = Duel(self.names)
        other.wounds = list(self.wounds)
        other.tokens = list(self.tokens)
        other.places = list(self.places)
        other.bout = self.bout
        other.bag = list(self.bag)
        other.order = list(self.order)
        return other

    def facts(self) -> Any:
        return [self.names, self.wounds, self.tokens, self.places, self.bout, self.bag, self.order]

    def is_being_set_up(self) -> bool:
        return self.bout == 0

    def stage(self) -> str:
        return f"bout {self.bout}"


# -- atoms: a change of a fact and its event in one place ------------------------------------------------------------------


def wound(duel: Duel, player: Player, amount: int) -> None:
    amount = min(amount, duel.wounds[player])
    duel.wounds[player] -= amount
    duel.note("wound", "duel.wounds", (key_of(player),), name=duel.names[player], n=amount, left=duel.wounds[player])


def spend_token(duel: Duel, player: Player, clause: str) -> None:
    duel.tokens[player] -= 1
    duel.note("token", clause, (key_of(player),), name=duel.names[player], left=duel.tokens[player])


def step_to(duel: Duel, player: Player, place: float) -> None:
    duel.places[player] = place
    duel.note("step", "duel.dodge", (key_of(player),), name=duel.names[player], place=place)


# -- procedures --------------------------------------------------------------------------------------------------------------


async def open_bout(duel: Duel) -> None:
    """Both choose a stance in secret; a draw from the bag says who strikes first; the loser of the stances pays."""
    stances = await Together(
        Choose(0, "Your stance?", [Option(stance, stance) for stance in STANCES], "duel.stance"),
        Choose(1, "Your stance?", [Option(stance, stance) for stance in STANCES], "duel.stance"),
        "Both duellists take a stance in secret.",
        "duel.stance",
    )
    duel.note("stances", "duel.stance", first=stances[0], second=stances[1])
    [drawn] = await Draw(0, duel.bag, "first-strike", "duel.bag")
    duel.bag.remove(drawn)
    first = 0 if drawn == "first" else 1
    duel.note("drawn", "duel.bag", name=duel.names[first], left=len(duel.bag))
    if not duel.bag:
        duel.bag = ["first", "first", "second", "second"]
    duel.order = [first, 1 - first]


async def strike(duel: Duel, striker: Player) -> None:
    """A strike: split two dice over head and body, hit on 4+, offer the re-roll, then let the other dodge what hit."""
    target = 1 - striker
    split = await Split(striker, "Split your dice", 2, [Lot("head", at_most=1), Lot("body")], "duel.split")
    faces = list(await Roll(striker, 2, "strike", "duel.strike", kinds=(0, 0, 0, 1, 1, 2), ordered=True))
    await offer_reroll(duel, striker, faces)
    hits = [face >= 4 for face in faces]
    damage = sum(2 if face == 6 else 1 for face in faces if face >= 4) + (1 if split[0] and hits[0] else 0)
    marks = ["hit" if hit else "miss" for hit in hits]
    modifiers = [Modifier(1, "head", "duel.split")] if split[0] and hits[0] else []
    dice = DiceShown("Strike", striker, faces, marks, "4+", modifiers)
    duel.note("strike", "duel.strike", (key_of(striker), key_of(target)), dice, name=duel.names[striker], n=damage)
    if damage and not await dodged(duel, target):
        wound(duel, target, damage)


async def offer_reroll(duel: Duel, striker: Player, faces: list[int]) -> None:
    """A token buys one die again."""
    if not duel.tokens[striker]:
        return
    options: list[Option[int]] = [Option("keep", -1, "Keep the dice", declines=True)]
    options += [Option(f"die-{i + 1}", i, f"Re-roll the {faces[i]}") for i in range(len(faces))]
    die = await Choose(striker, "Re-roll a die?", options, "duel.reroll")
    if die < 0:
        return
    spend_token(duel, striker, "duel.reroll")
    [faces[die]] = await Roll(striker, 1, "strike-again", "duel.reroll", kinds=(0, 0, 0, 1, 1, 2))


async def dodged(duel: Duel, target: Player) -> bool:
    """The reaction: a duellist with a token and room behind may step back instead of being hit."""
    back = StepBack(duel, target)
    if not duel.tokens[target] or not back.is_possible():
        return False
    if not await Choose(target, "Step back and dodge?", yes_or_no("Dodge", "Stand"), "duel.dodge"):
        return False
    spend_token(duel, target, "duel.dodge")
    step_to(duel, target, await back.ask(target, "Where to?", "duel.dodge"))
    return True


class StepBack(WhereTo[float]):
    """A step back goes away from the other, at most two, and stays on the line."""

    __slots__ = ("duel", "player")

    def __init__(self, duel: Duel, player: Player) -> None:
        super().__init__()
        self.duel = duel
        self.player = player

    def moved_key(self) -> str:
        return key_of(self.player)

    def check(self, path: Path) -> float:
        x, y = path[-1][0], path[-1][1]
        if not 0 <= x <= LINE or y != 0:
            raise Refused(f"the line runs from 0 to {LINE:g} at y = 0; ({x:g}, {y:g}) is off it", "duel.line")
        back = self.duel.places[self.player] - x if self.player == 0 else x - self.duel.places[self.player]
        if not 0 < back <= STEP:
            raise Refused(f"a step back is more than 0 and at most {STEP:g}; this is {back:g}", "duel.dodge")
        return x

    def aims(self) -> list[Path]:
        direction = -1 if self.player == 0 else 1
        return [((round(self.duel.places[self.player] + direction * step, 3), 0.0),) for step in (0.5, STEP)]


async def next_strike(duel: Duel) -> None:
    await strike(duel, duel.order[0])
    duel.order = duel.order[1:]
    if not duel.order:
        duel.bout += 1


def key_of(player: Player) -> str:
    return "ab"[player]


class DuelRulebook(Rulebook):
    name = "duel"
    version = "1"
    title = "The Duel"
    summary = "Two duellists on a line, five minutes."
    messages: ClassVar[Mapping[str, str]] = {
        "stances": "Stances are shown: {first} against {second}.",
        "drawn": "{name} strikes first; {left} chips are left in the bag.",
        "strike": "{name} strikes for {n}.",
        "wound": "{name} loses {n} wounds, {left} left.",
        "token": "{name} spends a token, {left} left.",
        "step": "{name} steps back to {place}.",
    }

    def scenarios(self) -> Sequence[Offer]:
        return [Offer("duel", "Duel", "To the last wound.")]

    def battlefields(self, scenario: str = "") -> Sequence[Offer]:
        return [Offer("line", "The line", "Twelve long.")]

    def armies(self) -> Sequence[Offer]:
        return [Offer(name, name.title(), "A duellist.", {"roster": {"name": name}}) for name in ("ada", "bo")]

    def default_setup(self, variant: int = 0) -> Setup:
        names = ("ada", "bo") if variant % 2 == 0 else ("bo", "ada")
        return Setup("duel", "line", ({"name": names[0]}, {"name": names[1]}))

    def content_digest(self) -> str:
        return "duel-1"

    def new(self, setup: Setup) -> Duel:
        faults = [fault for army in setup.armies for fault in self.roster_faults(army)]
        if setup.scenario != "duel":
            faults.append(f"there is no scenario {setup.scenario!r:.40}; there is: duel")
        if faults:
            raise Refused("; ".join(faults), "duel.names")
        return Duel((str(setup.armies[0]["name"]).title(), str(setup.armies[1]["name"]).title()))

    def roster_faults(self, roster: Mapping[str, Any]) -> list[str]:
        name = roster.get("name")
        return [] if isinstance(name, str) and name else ["a duellist needs a name"]

    def procedure(self, state: State) -> Procedure | None:
        assert isinstance(state, Duel)
        if self.standing(state).over:
            return None
        return next_strike(state) if state.order else open_bout(state)

    def promises(self) -> Promises:
        return Promises(compulsory=("duel.place", "duel.split", "duel.guess"))

    def standing(self, state: State) -> Standing:
        assert isinstance(state, Duel)
        scores = (float(state.wounds[0]), float(state.wounds[1]))
        for player in (0, 1):
            if state.wounds[player] == 0:
                return Standing(scores, True, 1 - player, f"{state.names[player]} is out of wounds", "duel.end")
        if state.bout > BOUTS:
            winner = None if scores[0] == scores[1] else int(scores[1] > scores[0])
            return Standing(scores, True, winner, f"{BOUTS} bouts have been fought", "duel.end")
        return Standing(scores)

    def table(self, state: State) -> dict[str, Any]:
        return {"kind": "measured", "unit": "in", "width": LINE, "depth": 1, "parts": [], "zones": []}

    def view(self, state: State, seat: Player | None) -> dict[str, Any]:
        assert isinstance(state, Duel)
        return {
            "round": state.bout,
            "rounds": BOUTS,
            "phase": "Strikes" if state.order else "Stances",
            "active": state.order[0] if state.order else None,
            "active_model": None,
            "players": [
                {
                    "seat": i,
                    "name": state.names[i],
                    "faction": "",
                    "score": state.wounds[i],
                    "resources": [{"label": "Tokens", "value": state.tokens[i]}],
                    "notes": [],
                }
                for i in (0, 1)
            ],
            "models": [
                {
                    "key": key_of(i),
                    "card": "duellist",
                    "name": state.names[i],
                    "label": str(i + 1),
                    "side": i,
                    "x": state.places[i],
                    "y": 0.0,
                    "radius": 0.5,
                    "elevation": 0.0,
                    "height": 1.5,
                    "facing": None,
                    "wounds": state.wounds[i],
                    "max_wounds": WOUNDS,
                    "status": [],
                    "group": None,
                    "on_table": True,
                    "look": "leader",
                }
                for i in (0, 1)
            ],
            "mission": {"name": "The duel", "text": "Whoever has wounds left when the other has none wins."},
            "markers": [],
            "panels": [],
        }

    def cards(self, state: State) -> dict[str, Any]:
        return {"duellist": {"name": "Duellist", "type": "Hero", "points": 0, "stats": [], "blocks": []}}

    def faults(self, state: State) -> list[str]:
        assert isinstance(state, Duel)
        faults = [f"wounds {n}" for n in state.wounds if not 0 <= n <= WOUNDS]
        return faults + [f"tokens {n}" for n in state.tokens if not 0 <= n <= 2]

    def trials(self, state: State, question: Any) -> dict[str, Trial]:
        return {}

    def trial(self, wish: Mapping[str, Any]) -> Trial:
        duel = Duel(("Ada", "Bo"))
        duel.wounds[1] = int(wish.get("wounds", WOUNDS))
        return Trial("Ada strikes Bo", 0, duel, lambda state: strike(as_duel(state), 0), ("b",))

    def tally(self, state: State) -> dict[str, int]:
        duel = as_duel(state)
        return {key_of(i): duel.wounds[i] for i in (0, 1)}


def as_duel(state: State) -> Duel:
    assert isinstance(state, Duel)
    return state


rulebook = DuelRulebook()
