"""The tree of a trial: chance in every distinguishable way, choices solved, by running the procedure itself.

A coroutine cannot be copied, so every branch but the first starts the procedure again on a copy of a state and sends the
answers that lead to the fork: from the beginning, or from the last question a rule can go on from (`Meeting.go_on`).
Where a rule says that branches meet (`Meeting.key`), what follows is solved once. Where it can tell the rest question by
question (`foretells`), nothing is run at all. Leaves are outcomes: wounds left of the watched models.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from vanguard.core.questions import (
    Apart,
    Beside,
    Chance,
    Chances,
    Choose,
    Foretold,
    Fork,
    Later,
    Lies,
    Meeting,
    Onward,
    Question,
    Roll,
    Settled,
    Split,
    Throw,
)
from vanguard.core.rulebook import Procedure, Rulebook, Trial
from vanguard.core.state import SILENCE, State
from vanguard.odds.cases import cases_of, merged_cases
from vanguard.odds.lookouts import Lookout, Memory, Solved, Standpoint
from vanguard.odds.outcomes import Advice, Distribution, Outcome, aim_of, outcome_of
from vanguard.odds.prospects import AsideProspect, Decision, Prospect, flow_from
from vanguard.odds.tables import DiceTable

MOST_RUNS = 3_500
"""A trial that needs more runs than this is sampled instead, and the answer says so: it takes about a second in plain Python."""
LESS_WORK: Final = 4
"""With a fixed policy a run takes so much less time."""
LESS_LIKELY: Final = 1e-6
"""Looking ahead takes less time than running, so branches are left out there only if they are so much less likely."""
OFTEN_MET: Final = 1e-4
"""Where many branches come together, what follows is solved at least as exactly as if it were so likely."""
MOST_LOOKS = 80_000
"""The same for questions looked ahead at, which take less time."""
SPOTS_OF_A_LOOK: Final = 30
"""So many ways in which dice can lie take about as long."""
TOO_UNLIKELY: Final = 2e-13
"""Branches less likely than this are left out; the answer states what all of them add up to."""


class TooManyBranches(Exception):
    """The tree is too wide to be walked in reasonable time."""


FORETOLD = (Foretold, Settled, Question)
"""What a rule tells of the rest of an attack, unless it is a mere key."""
Falls = list[tuple[tuple[Any, Decision | None], float]]
"""What dice come to, what is decided on the way, and how likely."""
Policy = Callable[[Question[Any]], Any]
"""A fixed way to answer the players' choices inside an attack: gives the plain answer."""


class Tree:
    """Walks one trial. `advice` keeps the best first decisions; what is left out is missing from the distribution's sum."""

    __slots__ = (
        "_asides", "_falls", "_here", "_looked_at", "_most_looks", "_skipped", "_tables", "advice", "aim", "meets", "patience", "policy", "rulebook", "runs", "short_cuts", "too_unlikely", "trial", "whole",
    )  # fmt: skip

    def __init__(
        self,
        rulebook: Rulebook,
        trial: Trial,
        policy: Policy | None = None,
        too_unlikely: float = TOO_UNLIKELY,
        short_cuts: bool = True,
        whole: bool = True,
        patience: int = 1,
    ) -> None:
        self.rulebook = rulebook
        self.patience = patience if policy is None else LESS_WORK * patience
        """So many times the work is done that a player would wait for."""
        self.trial = trial
        self.policy = policy
        self.whole = whole
        """Is the attack all there is? Otherwise something may follow it in the same action."""
        self.meets = short_cuts
        """Is what follows where branches meet solved once?"""
        self.short_cuts = short_cuts and policy is None
        """Are alike results one case, and obvious answers taken? Only if both sides choose their best."""
        self.too_unlikely = too_unlikely
        self.aim = aim_of(rulebook, trial)
        self.runs = 0
        self.advice: Advice = {}
        self._here = Memory(self.aim.start)
        """Where positions are solved now."""
        self._asides: dict[Any, tuple[Memory, Lookout]] = {}
        self._tables: list[DiceTable] = []
        self._falls: dict[Any, Falls] = {}
        self._looked_at = 0
        self._most_looks = MOST_LOOKS * self.patience
        self._skipped = 0
        """How many branches were left out so far as too unlikely."""

    def solve(self) -> Distribution:
        stand = Standpoint(self.trial.state, self.trial.start)
        procedure, state, question = self._run(stand)
        first = self._walk(procedure, state, question, 1.0, stand)
        distribution, self.advice = flow_from(first, self._here, len(self.trial.watched))
        for table in self._tables:
            table.forget()
        return distribution

    # -- positions ----------------------------------------------------------------------------------------------------------

    def _together(self, branches: Prospect) -> Prospect:
        """What follows a roll: some branches, each with its chance."""
        self._here.solved.append(branches)
        return branches

    def _ended(self, outcome: Outcome, decisions: tuple[Decision, ...] = ()) -> Prospect:
        end = Prospect()
        end.mass = 1.0
        end.kill, end.damage, end.own = self.aim.worth(outcome)
        end.outcome = outcome
        end.decisions = decisions
        self._here.solved.append(end)
        return end

    def _decided(self, decision: Decision, found: Prospect) -> Prospect:
        """A choice that leads to what is found."""
        decided = Prospect()
        decided.add(found, 1.0)
        decided.decisions = (decision,)
        self._here.solved.append(decided)
        return decided

    def _outcome(self, state: State) -> Outcome:
        return outcome_of(self.rulebook, self.trial, state)

    def _run(self, stand: Standpoint) -> tuple[Procedure, State, Question[Any] | None]:
        """Start the procedure on a fresh copy and send the answers given since."""
        self.runs += 1
        most = MOST_RUNS * self.patience
        if self.runs > most:
            raise TooManyBranches(f"{self.trial.label} has more than {most} branches")
        state = stand.state.copy()
        state.events = SILENCE
        answers = stand.answers
        first = 0
        if stand.start is not None:
            procedure = stand.start(state)
        else:
            assert stand.go_on is not None
            procedure = stand.go_on(state, answers[0])
            first = 1
        question: Question[Any] | None
        try:
            question = procedure.send(None)
            for i in range(first, len(answers)):
                question = procedure.send(answers[i])
        except StopIteration:
            question = None
        return procedure, state, question

    def _walk(
        self, procedure: Procedure, state: State, question: Question[Any] | None, chance: float, stand: Standpoint
    ) -> Prospect:
        if question is None:
            return self._ended(self._outcome(state))
        meeting = question.meeting
        if meeting is not None and self.meets:
            return self._walk_meeting(procedure, state, question, meeting, chance, stand)
        return self._branch(procedure, state, question, chance, stand)

    def _walk_meeting(
        self,
        procedure: Procedure,
        state: State,
        question: Question[Any],
        meeting: Meeting,
        chance: float,
        stand: Standpoint,
    ) -> Prospect:
        """Solve what follows once."""
        key = (question.clause, meeting.key, state.position())
        known = self._known(key, chance)
        if known is not None:
            return known
        if meeting.go_on is not None and self.whole:
            stand = Standpoint(state.copy(), None, meeting.go_on)
        skipped = self._skipped
        chance = self._weight(key, chance)
        found = self._branch(procedure, state, question, chance, stand)
        self._here.met[key] = Solved(found, chance, skipped == self._skipped)
        return found

    def _known(self, key: Any, chance: float) -> Prospect | None:
        """What follows, if it was solved."""
        known = self._here.met.get(key)
        return known.prospect if known is not None and known.serves(chance, 4.0) else None

    def _weight(self, key: Any, chance: float) -> float:
        """How likely this position is with all branches that have met here before."""
        known = self._here.met.get(key)
        return chance if known is None else known.met

    def _branch(
        self, procedure: Procedure, state: State, question: Question[Any], chance: float, stand: Standpoint
    ) -> Prospect:
        if isinstance(question, Chance):
            return self._walk_chance(procedure, state, question, chance, stand)
        return self._walk_choice(procedure, state, question, chance, stand)

    def _go(self, procedure: Procedure | None, state: State, value: Any, chance: float, stand: Standpoint) -> Prospect:
        """Follow one branch: in the running procedure if it is still there, else by starting again."""
        question: Question[Any] | None
        stand.answers.append(value)
        if procedure is not None:
            try:
                question = procedure.send(value)
            except StopIteration:
                question = None
        else:
            procedure, state, question = self._run(stand)
        found = self._walk(procedure, state, question, chance, stand)
        stand.answers.pop()
        return found

    def _walk_chance(
        self, procedure: Procedure, state: State, question: Chance, chance: float, stand: Standpoint
    ) -> Prospect:
        if isinstance(question, Roll) and question.ahead is not None and self._looks_ahead:
            return self._told(question.ahead(), self._lookout(state), chance)
        if isinstance(question, Roll) and question.foretells is not None and self.short_cuts:
            return self._walk_foretold(procedure, state, question, question.foretells, chance, stand)
        running: Procedure | None = procedure
        together = Prospect()
        for faces, one in cases_of(question, self.short_cuts):
            if chance * one < self.too_unlikely and running is None:
                self._skipped += 1
                continue
            together.add(self._go(running, state, faces, chance * one, stand), one)
            running = None
        return self._together(together)

    def _walk_foretold(
        self,
        procedure: Procedure,
        state: State,
        question: Roll,
        foretells: Callable[[Any], Any],
        chance: float,
        stand: Standpoint,
    ) -> Prospect:
        """What follows from a result may be known from another roll that came to the same, or told to its end."""
        together = Prospect()
        position = state.position()
        cases = merged_cases(question)
        tolds = [foretells(worth) for _, _, worth in cases]
        running: Procedure | None = procedure
        lookout: Lookout | None = None
        if self._looks_ahead:
            for told in tolds:
                if isinstance(told, FORETOLD):
                    running = None  # it would change the state that the look ahead starts from
                    if lookout is None:
                        lookout = self._lookout(state)
        for i, (faces, one, _) in enumerate(cases):
            likely = chance * one
            told = tolds[i]
            if lookout is not None and isinstance(told, FORETOLD):
                self._add_told(together, told, one, lookout, likely)
                continue
            key = (self._key(told), position)
            known = self._known(key, likely)
            if known is not None:
                together.add(known, one)
                continue
            if likely < self.too_unlikely and together.branches:
                self._skipped += 1
                continue
            skipped = self._skipped
            likely = self._weight(key, likely)
            found = self._go(running, state, faces, likely, stand)
            running = None
            self._here.met[key] = Solved(found, likely, skipped == self._skipped)
            together.add(found, one)
        return self._together(together)

    @property
    def _looks_ahead(self) -> bool:
        """Is the end of the attack that a rule foretells the end of the trial?"""
        return self.whole and self.short_cuts and self.trial.count is None

    def _key(self, told: Any) -> Any:
        """What follows, as a key to remember it by."""
        if isinstance(told, Foretold):
            return told.key
        if isinstance(told, Question) and told.meeting is not None:
            return (told.clause, told.meeting.key)
        return told

    # -- looking ahead ------------------------------------------------------------------------------------------------------

    def _lookout(self, state: State) -> Lookout:
        position = state.lookout()
        found = self._here.lookouts.get(position)
        if found is None:
            now = self._outcome(state)
            found = self._here.lookouts[position] = Lookout(state, self.aim.best(now), self.aim.worst(now))
        return found

    def _add_told(self, together: Prospect, told: Any, one: float, lookout: Lookout, chance: float) -> None:
        if chance < self.too_unlikely * LESS_LIKELY and together.branches:
            self._skipped += 1
        else:
            together.add(self._told(told, lookout, chance), one)

    def _told(self, told: Any, lookout: Lookout, chance: float) -> Prospect:
        """What a foretold end or question comes to."""
        if isinstance(told, Settled):
            return self._settled(told, lookout.state)
        key = self._key(told)
        solved = lookout.seen.get(key)
        if solved is not None:
            if solved.serves(chance, 1_000.0):
                return solved.prospect
            chance = solved.met
        skipped = self._skipped
        decision: Decision | None = None
        if isinstance(told, Later):
            decision = told.decision
            told = told.tell()
        if isinstance(told, (Later, Settled, Onward)) and self._key(told) != key:
            found = self._told(told, lookout, chance)
        else:
            found = self._looked(told, lookout, chance)
        if decision is not None:
            found = self._decided(decision, found)
        lookout.seen[key] = Solved(found, chance, skipped == self._skipped)
        return found

    def _looked(self, told: Any, lookout: Lookout, chance: float) -> Prospect:
        self._looked_at += 1
        if self._looked_at > self._most_looks:
            raise TooManyBranches(f"{self.trial.label} has more than {self._most_looks} questions to look ahead at")
        if isinstance(told, Roll):
            return self._roll_ahead(told, lookout, chance)
        if isinstance(told, Choose):
            return self._choice_ahead(told, lookout, chance)
        if isinstance(told, Apart):
            return self._apart(told, lookout, chance)
        if isinstance(told, Fork):
            return self._fork_ahead(told, lookout, chance)
        if isinstance(told, Throw):
            return self._thrown(told, lookout, chance)
        if isinstance(told, Chances):
            return self._chances(told, lookout, chance)
        if isinstance(told, Beside):
            return self._beside(told, chance)
        if isinstance(told, Onward):
            stand = Standpoint(lookout.state, told.start)
            procedure, state, question = self._run(stand)
            return self._walk(procedure, state, question, max(chance, OFTEN_MET), stand)
        raise TypeError(f"{type(told).__name__} tells nothing of what follows")

    def _roll_ahead(self, roll: Roll, lookout: Lookout, chance: float) -> Prospect:
        foretells = roll.foretells
        assert foretells is not None
        together = Prospect()
        least = self.too_unlikely * LESS_LIKELY / chance
        for _, one, worth in merged_cases(roll):
            if one < least and together.branches:
                self._skipped += 1
                break  # the likeliest come first
            together.add(self._told(foretells(worth), lookout, chance * one), one)
        return self._together(together)

    def _thrown(self, told: Throw, lookout: Lookout, chance: float) -> Prospect:
        dice = told.dice
        key = dice.key * 1_024 + (0 if dice.saves else told.count)  # of dice that save only what is missing counts
        table = lookout.tables.get(key)
        if table is None or (dice.saves and told.count > table.height):
            look = _Looking(self, lookout)
            wants_most = dice.seat == self.aim.attacker
            table = DiceTable(dice, told.count, wants_most, not self._here.decided, look.at)
            lookout.tables[key] = table
            self._tables.append(table)
        before = table.size
        found = table.throw(told.count, told.points, told.free, chance, self._here)
        self._looked_at += (table.size - before) // SPOTS_OF_A_LOOK
        return found

    def _chances(self, told: Chances, lookout: Lookout, chance: float) -> Prospect:
        together = Prospect()
        for one, following in told.branches:
            together.add(self._told(following, lookout, chance * one), one)
        return self._together(together)

    def _beside(self, told: Beside, chance: float) -> Prospect:
        """What is settled is worth the same whatever follows, so that is solved once for all of it."""
        aside = self._asides.get(told.around)
        if aside is None:
            now = self._outcome(told.state)
            lookout = Lookout(told.state, self.aim.best(now), self.aim.worst(now))
            decided = self._here.decided or self.trial.watched[0] in told.left
            aside = self._asides[told.around] = (Memory(now, decided), lookout)
        memory, lookout = aside
        here, self._here = self._here, memory
        found = self._told(Later(told.then, told.tell), lookout, chance)
        self._here = here
        left = tuple([told.left.get(key) for key in self.trial.watched])
        prospect = AsideProspect(memory, found, left)
        settled = self.aim.worth(tuple([other if one is None else one for one, other in zip(left, memory.start)]))
        taken = self.aim.worth(memory.start)
        prospect.mass = 1.0
        prospect.kill = found.kill / found.mass + settled[0] - taken[0]
        prospect.damage = found.damage / found.mass + settled[1] - taken[1]
        prospect.own = found.own / found.mass + settled[2] - taken[2]
        return self._together(prospect)

    def _apart(self, told: Apart, lookout: Lookout, chance: float) -> Prospect:
        falls = self._falls.get(told.dice)
        if falls is None:
            falls = self._falls[told.dice] = self._falling(told.tell())
        together = Prospect()
        for (worth, decision), one in falls:
            if chance * one < self.too_unlikely * LESS_LIKELY and together.branches:
                self._skipped += 1
                continue
            found = self._told(told.then(worth), lookout, chance * one)
            together.add(found if decision is None else self._decided(decision, found), one)
        return self._together(together)

    def _falling(self, told: Any) -> Falls:
        """What dice come to of which nobody decides anything."""
        if isinstance(told, Lies):
            return [((told.worth, None), 1.0)]
        chances: dict[tuple[Any, Decision | None], float] = {}
        if isinstance(told, Later):
            falls = self._falls.get(told.key)
            if falls is None:
                falls = self._falling(told.tell())
                if told.decision is not None:
                    for (worth, _), one in falls:
                        chances[worth, told.decision] = chances.get((worth, told.decision), 0.0) + one
                    falls = list(chances.items())
                self._falls[told.key] = falls
            return falls
        assert isinstance(told, Roll) and told.foretells is not None
        for _, one, worth in merged_cases(told):
            if one < self.too_unlikely:
                break  # the likeliest come first
            for end, chance in self._falling(told.foretells(worth)):
                chances[end] = chances.get(end, 0.0) + one * chance
        return list(chances.items())

    def _choice_ahead(self, question: Choose[Any], lookout: Lookout, chance: float) -> Prospect:
        foretells = question.foretells
        assert foretells is not None
        answers = self._answers(question)
        if len(answers) == 1:
            return self._told(foretells(answers[0][2]), lookout, chance)
        wants_most = question.player == self.aim.attacker
        limit = lookout.best if wants_most else lookout.worst
        chosen, best = None, answers[0]
        for answer in answers:
            found = self._told(foretells(answer[2]), lookout, chance)
            if chosen is None or found.is_better(chosen, wants_most):
                chosen, best = found, answer
            if not chosen.is_surpassed(limit, wants_most):
                break
        assert chosen is not None
        return self._decided((question.player, question.prompt, best[0], best[1]), chosen)

    def _fork_ahead(self, fork: Fork, lookout: Lookout, chance: float) -> Prospect:
        foretells = fork.foretells
        wants_most = fork.player == self.aim.attacker
        limit = lookout.best if wants_most else lookout.worst
        chosen: Prospect | None = None
        decided = Prospect()
        decided.fork = fork
        for answer in fork.answers:
            found = self._told(foretells(answer), lookout, chance)
            if chosen is None or found.is_better(chosen, wants_most):
                chosen, decided.answer = found, answer
            if not chosen.is_surpassed(limit, wants_most):
                break
        assert chosen is not None
        decided.add(chosen, 1.0)
        return self._together(decided)

    def _settled(self, told: Settled, state: State) -> Prospect:
        found = self._here.ends.get(told)
        if found is not None:
            return found
        left = told.left
        others = [key for key in self.trial.watched if key not in left]
        if others:
            left = {**self.rulebook.tally(state), **left}
        found = self._ended(tuple([left.get(key, 0) for key in self.trial.watched]), told.advice)
        if not others:
            self._here.ends[told] = found
        return found

    def _walk_choice(
        self, procedure: Procedure, state: State, question: Question[Any], chance: float, stand: Standpoint
    ) -> Prospect:
        answers = self._answers(question)
        foretells = question.foretells if isinstance(question, Choose) and self.short_cuts else None
        if len(answers) == 1:
            found = self._answered(procedure, state, answers[0][2], foretells, chance, stand)
            if isinstance(question, Choose) and question.obvious is not None and self.short_cuts:
                return self._decided((question.player, "", "", answers[0][1]), found)
            return found
        wants_most = question.player == self.aim.attacker
        now = self._outcome(state)
        limit = self.aim.best(now) if wants_most else self.aim.worst(now)
        running: Procedure | None = procedure
        chosen, best = None, answers[0]
        for answer in answers:
            found = self._answered(running, state, answer[2], foretells, chance, stand)
            running = None
            if chosen is None or found.is_better(chosen, wants_most):
                chosen, best = found, answer
            if not chosen.is_surpassed(limit, wants_most):
                break
        assert chosen is not None
        return self._decided((question.player, question.prompt, best[0], best[1]), chosen)

    def _answered(
        self,
        procedure: Procedure | None,
        state: State,
        value: Any,
        foretells: Callable[[Any], Any] | None,
        chance: float,
        stand: Standpoint,
    ) -> Prospect:
        """What follows an answer, without following it if that is settled."""
        told = foretells(value) if foretells is not None and self._looks_ahead else None
        if isinstance(told, FORETOLD):
            return self._told(told, self._lookout(state), chance)
        return self._go(procedure, state, value, chance, stand)

    def _answers(self, question: Question[Any]) -> list[tuple[str, str, Any]]:
        """What the chooser may answer: the plain form, in words, and the value the rule receives."""
        if self.policy is not None:
            given = self.policy(question)
            return [(str(given), str(given), question.read(given)[1])]
        if isinstance(question, Choose):
            obvious = question.obvious
            if obvious is not None and self.short_cuts:
                return [(obvious.key, obvious.label, obvious.value)]
            options = question.worthwhile
            if not options or not self.short_cuts:
                options = question.available
            return [(option.key, option.label, option.value) for option in options]
        candidates = question.candidates()
        if isinstance(question, Split) and question.obvious is not None and self.short_cuts:
            candidates = [question.obvious]
        return [(str(given), in_words(given), question.read(given)[1]) for given in candidates]


class _Looking:
    """Looks ahead from one place."""

    __slots__ = ("lookout", "tree")

    def __init__(self, tree: Tree, lookout: Lookout) -> None:
        self.tree = tree
        self.lookout = lookout

    def at(self, told: Any, chance: float) -> Prospect:
        return self.tree._told(told, self.lookout, chance)


def in_words(given: Any) -> str:
    """A split or a path as people say it."""
    if isinstance(given, dict):
        return ", ".join([f"{amount} × {key}" for key, amount in given.items()]) or "none"
    return str(given)
