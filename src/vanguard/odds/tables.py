"""Dice that may be rolled again, solved by counts: all that can lie on the table, and what is best to do with it.

What lies there is told by what can still be rolled again (failures and plain successes), by what can be paid, and by how many
successes there are, or how many are missing. The last of these runs along a column: a success leads one step nearer to its
head, where nothing more is wanted, or where more dice than this are hardly ever granted.
"""

from __future__ import annotations

from typing import Final

from vanguard.core.attacks.rerolls import FAILS, FREE, GRANTS, KEEP, SUCCEEDS
from vanguard.odds.dice import OF_A_SUCCESS, Dice, Lying
from vanguard.odds.falls_of_dice import RARE, Falls, falls_of, likely_granted, most_successes
from vanguard.odds.outcomes import EQUAL
from vanguard.odds.prospects import Decision, Flowing, Prospect, Relay, Stream

HARDLY: Final = 1e-14
"""What is less likely does not flow on."""

# who has to do with the dice of a column
NOBODY: Final = 0
"""They lie for good."""
ROLLER: Final = 1
"""The roller decides about them."""
DIE: Final = 2
"""One of them is being rolled again, and then lies for good unless it grants another."""
GRANTED: Final = 3
"""A granted one is being rolled."""


Dicing = tuple[int, int, int, int, int]
"""Who has to do with the dice, how many of them can be rolled again, failures and successes, and for how many points, and free."""

NOWHERE: list[float] = []
NOTHING_YET: list[list[float]] = []
NO_ENDS: list[Prospect] = []
NO_ANSWERS: list[int] = []


class Column:
    """Such dice on the table, for every number of successes or of those missing: what they are worth, and what follows."""

    __slots__ = (
        "again", "answers", "damage", "ends", "fail", "kill", "kind", "length", "lying", "others", "own", "start",
        "streams", "success", "waits",
    )  # fmt: skip

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.kill = NOWHERE
        self.damage = NOWHERE
        self.own = NOWHERE
        self.length = 0
        self.ends = NO_ENDS
        """What follows, if they lie for good,"""
        self.start = 0
        """and from where on that is likely enough."""
        self.lying: Lying | None = None
        self.answers = NO_ANSWERS
        """What the roller does best,"""
        self.others: dict[int, tuple[Column, int]] | None = None
        """and where each answer leads, so many steps from the head."""
        self.fail: Column | None = None
        """Where a die leads that fails,"""
        self.success: Column | None = None
        """succeeds,"""
        self.again: Column | None = None
        """or grants one more: the same column, if that is not another."""
        self.waits = False
        """Has likelihood come here that has not flowed on yet?"""
        self.streams: list[list[float]] = NOTHING_YET
        """The likelihood of each place: of neither seat having decided anything, of one, of the other, of both."""

    def stream(self, who: int) -> list[float]:
        """Likelihood comes here."""
        if not self.waits:
            self.waits = True
            self.streams = [NOWHERE, NOWHERE, NOWHERE, NOWHERE]
        found = self.streams[who]
        if not found:
            found = self.streams[who] = [0.0] * self.length
        return found

    def taken(self) -> list[list[float]]:
        """What has come here flows on."""
        self.waits = False
        found = self.streams
        self.streams = NOTHING_YET
        return found


class DiceTable(Relay):
    """All that can lie on the table of some dice, each solved once."""

    __slots__ = (
        "_columns", "_fail", "_grants", "_in_order", "_payments", "_saves", "_spare", "_success", "_ways", "_words",
        "dice", "height", "is_rising", "kill_and_damage", "size", "thrown", "wants_most",
    )  # fmt: skip

    def __init__(self, dice: Dice, count: int, wants_most: bool) -> None:
        super().__init__()
        self.dice = dice
        self.thrown = count
        self.wants_most = wants_most
        faces = len(dice.kinds)
        self._fail = dice.kinds.count(FAILS) / faces
        self._success = dice.kinds.count(SUCCEEDS) / faces
        self._grants = dice.kinds.count(GRANTS) / faces
        self._saves = dice.saves
        self._spare = dice.points + dice.free
        self.height = count if dice.saves else most_successes(dice.kinds, count, self._spare)
        """How far the head is at most."""
        self._columns: dict[Dicing, Column] = {}
        self._in_order: list[Column] = []
        """All columns, each after those that follow from it."""
        self._ways: dict[tuple[int, int], Falls] = {}
        self._payments: dict[tuple[int, bool], list[int]] = {}
        self._words: dict[tuple[int, bool, int], Decision] = {}
        self.size = 0
        self.kill_and_damage = True
        ends = [self._ended(points, free) for points in range(dice.points + 1) for free in range(dice.free + 1)]
        self.kill_and_damage = _differ([column.kill for column in ends]) or _differ([column.damage for column in ends])
        """Are they still to be decided? Otherwise only what else is lost counts."""
        self.is_rising = all([self._rises(column) for column in ends])
        """Is another success never worse for the roller, whatever is left to spend?

        Then one that fails is rolled again before one that succeeded: whoever rolls a success again could have rolled a failure
        instead, take whatever it shows, and would have a success more.
        """

    def _rises(self, column: Column) -> bool:
        """Toward the head."""
        kills, damages, owns = column.kill, column.damage, column.own
        sign = 1.0 if self.wants_most else -1.0
        for i in range(column.start + 1, len(owns)):
            gain = (kills[i - 1] - kills[i]) * sign
            if -EQUAL <= gain <= EQUAL:
                gain = (damages[i - 1] - damages[i]) * sign
                if -EQUAL <= gain <= EQUAL:
                    gain = (owns[i - 1] - owns[i]) * sign
            if gain < -EQUAL:
                return False
        return True

    # -- solving --------------------------------------------------------------------------------------------------------------

    def throw(self, count: int, points: int, free: int, solved: list[Prospect]) -> Prospect:
        """What all dice come to."""
        thrown = ThrownProspect(self, count, points, free)
        told = kill = damage = own = 0.0
        for fails, passes, goods, chances in self._falls(count, points + free):
            if chances[0] < RARE:
                continue
            column = self._lying(fails, passes, points, free)
            kills, damages, owns = column.kill, column.damage, column.own
            for good, one in zip(goods, chances):
                if one < RARE:
                    break  # the likeliest come first
                i = count - good if self._saves else self.height - good
                if i < 0:
                    continue
                told += one
                own += one * owns[i]
                if self.kill_and_damage:
                    kill += one * kills[i]
                    damage += one * damages[i]
        thrown.mass = 1.0
        thrown.own = own / told
        if self.kill_and_damage:
            thrown.kill, thrown.damage = kill / told, damage / told
        else:
            end = self._ended(0, 0).ends[0]
            thrown.kill, thrown.damage = end.kill / end.mass, end.damage / end.mass
        solved.append(thrown)
        return thrown

    def receive(self, thrown: ThrownProspect, who: int, flow: float) -> None:
        """Likelihood comes to what all dice can come to."""
        self.waits = True
        least = max(RARE, HARDLY / flow)
        for fails, passes, goods, chances in self._falls(thrown.count, thrown.points + thrown.free):
            if chances[0] < least:
                continue
            stream = self._lying(fails, passes, thrown.points, thrown.free).stream(who)
            for good, one in zip(goods, chances):
                if one < least:
                    break  # the likeliest come first
                i = thrown.count - good if self._saves else self.height - good
                if i >= 0:
                    stream[i] += flow * one

    def _falls(self, count: int, most: int) -> Falls:
        known = self._ways.get((count, most))
        if known is None:
            known = self._ways[count, most] = falls_of(self.dice.kinds, self._saves, count, most, self.is_rising)
        return known

    def _lying(self, fails: int, passes: int, points: int, free: int) -> Column:
        """What follows such dice on the table: a re-roll, or what they come to."""
        most = points + free
        fails = min(fails, most)
        passes = min(passes, most - fails if self.is_rising else most)
        if not (fails or passes):
            return self._ended(points, free)
        key = (ROLLER, fails, passes, points, free)
        found = self._columns.get(key)
        if found is None:
            found = self._columns[key] = self._decided(fails, passes, points, free)
        return found

    def _decided(self, fails: int, passes: int, points: int, free: int) -> Column:
        column = Column(ROLLER)
        lying = column.lying = Lying(fails, passes, points, free)
        length = self.height + 1
        if self._saves and fails < points + free:
            # so many must fail that are missing, but for those that were rolled again
            length = min(length, fails + self._spare - points - free + 1)
        kept = self._ended(points, free)
        column.own = kept.own[:length]
        if self.kill_and_damage:
            column.kill, column.damage = kept.kill[:length], kept.damage[:length]
        column.answers = [KEEP] * len(column.own)
        column.others = {KEEP: (kept, 0)}
        for answer in self._ways_to_roll(lying):
            leads, steps = column.others[answer] = self._after(answer, lying)
            self._weigh(column, answer, leads, steps)
        if self._saves:
            self._close(column, kept)
        return self._known(column)

    def _ways_to_roll(self, lying: Lying) -> list[int]:
        """One that fails first, unless that may be worse than to roll a success again."""
        key = (lying.free, lying.points > 0)
        payments = self._payments.get(key)
        if payments is None:
            payments = self._payments[key] = self.dice.payments(lying.points, lying.free)
        found = payments[:] if lying.fails else []
        if lying.passes and not (lying.fails and self.is_rising):
            found += [way + OF_A_SUCCESS for way in payments]
        return found

    def _after(self, answer: int, lying: Lying) -> tuple[Column, int]:
        """Where an answer leads, and how many steps from the head."""
        points, free = lying.points, lying.free
        succeeded = answer > OF_A_SUCCESS
        if (answer - OF_A_SUCCESS if succeeded else answer) == FREE:
            free -= 1
        else:
            points -= 1
        # the die is off the table while it is rolled again, so it counts for nothing
        if succeeded:
            return self._rolled(DIE, lying.fails, lying.passes - 1, points, free), 1
        return self._rolled(DIE, lying.fails - 1, lying.passes, points, free), 0

    def _weigh(self, column: Column, answer: int, die: Column, steps: int) -> None:
        """Roll a die again wherever that is better than the answers weighed before."""
        fail, success, again = die.fail, die.success, die.again
        assert fail is not None and success is not None and again is not None
        worse, better, more = self._fail, self._success, self._grants
        most, decides = self.wants_most, self.kill_and_damage
        kills, damages, owns = column.kill, column.damage, column.own
        by_fail, by_success, by_more = fail.own, success.own, again.own
        kill = damage = 0.0
        for i in range(0 if steps else 1, min(len(owns), die.length - steps)):
            j = i + steps
            surplus = 0.0
            if decides:
                kill = worse * fail.kill[j] + better * success.kill[j - 1] + more * again.kill[j - 1]
                damage = worse * fail.damage[j] + better * success.damage[j - 1] + more * again.damage[j - 1]
                surplus = kill - kills[i]
                if -EQUAL <= surplus <= EQUAL:
                    surplus = damage - damages[i]
            own = worse * by_fail[j] + better * by_success[j - 1] + more * by_more[j - 1]
            if -EQUAL <= surplus <= EQUAL:
                surplus = own - owns[i]
                if -EQUAL <= surplus <= EQUAL:
                    continue
            if (surplus > 0.0) == most:
                column.answers[i] = answer
                owns[i] = own
                if decides:
                    kills[i], damages[i] = kill, damage

    def _rolled(self, kind: int, fails: int, passes: int, points: int, free: int) -> Column:
        """A die is rolled beside such others: one rolled again lies for good unless it grants another, a granted one not."""
        key = (kind, fails, passes, points, free)
        found = self._columns.get(key)
        if found is None:
            column = Column(kind)
            if kind == DIE:
                column.fail = column.success = self._lying(fails, passes, points, free)
                column.again = self._rolled(GRANTED, fails, passes, points, free)
                # what it is worth is worked out where somebody decides to roll it
                column.length = min(len(column.fail.own), len(column.again.own) + 1)
            else:
                column.fail = self._lying(fails + 1, passes, points, free)
                column.success = self._lying(fails, passes + 1, points, free)
                self._average(column, column, self.height + 1)
            found = self._columns[key] = self._known(column)
        return found

    def _average(self, column: Column, die: Column, length: int) -> None:
        """Worth what a die comes to that is rolled: so far from the head at most."""
        fail, success, again = die.fail, die.success, die.again
        assert fail is not None and success is not None
        column.own = self._averaged(fail.own, success.own, again.own if again is not None else None, length)
        if self.kill_and_damage:
            column.kill = self._averaged(fail.kill, success.kill, again.kill if again is not None else None, length)
            column.damage = self._averaged(
                fail.damage, success.damage, again.damage if again is not None else None, length
            )

    def _averaged(self, fail: list[float], success: list[float], again: list[float] | None, length: int) -> list[float]:
        """A success leads a step nearer to the head; at the head of endless dice no more are granted."""
        worse, better, more = self._fail, self._success, self._grants
        if self._saves:
            now = fail[0]
        else:
            now = (worse * fail[0] + better * success[0]) / (worse + better)
        found = [now]
        length = min(length, len(fail), len(success) + 1)
        if again is not None:
            length = min(length, len(again) + 1)
        for i in range(1, length):
            now = worse * fail[i] + better * success[i - 1] + more * (now if again is None else again[i - 1])
            found.append(now)
        return found

    def _ended(self, points: int, free: int) -> Column:
        """They lie for good."""
        key = (NOBODY, 0, 0, points, free)
        column = self._columns.get(key)
        if column is None:
            column = Column(NOBODY)
            column.start = 0 if self._saves else self._first_likely(points + free)
            ends = [self._end(i, points, free) for i in range(column.start, self.height + 1)]
            column.ends = ends = ends[:1] * column.start + ends
            column.own = [end.own / end.mass for end in ends]
            column.kill = [end.kill / end.mass for end in ends]
            column.damage = [end.damage / end.mass for end in ends]
            self._columns[key] = self._known(column)
        return column

    def _first_likely(self, left: int) -> int:
        """With so many re-rolls left only the others were used: nearer to the head it hardly ever comes."""
        return self.height - self.thrown - len(likely_granted(self.thrown + self._spare - left, self._grants)) + 1

    def _end(self, i: int, points: int, free: int) -> Prospect:
        end = self.dice.finished(i if self._saves else self.height - i, points, free)
        if self not in end.fed_by:
            end.fed_by = (*end.fed_by, self)
        return end

    def _close(self, column: Column, ended: Column) -> None:
        """Where nothing is missing nobody decides anything."""
        column.own[0], column.answers[0] = ended.own[0], KEEP
        if self.kill_and_damage:
            column.kill[0], column.damage[0] = ended.kill[0], ended.damage[0]

    def _known(self, column: Column) -> Column:
        self._in_order.append(column)
        column.length = column.length or len(column.own)
        self.size += column.length
        return column

    def forget(self) -> None:
        """What was solved is no longer wanted. It is let go at once: there are rings in it that nobody would find so soon."""
        self._columns.clear()
        self._in_order.clear()

    # -- flowing --------------------------------------------------------------------------------------------------------------

    def flow_on(self, flowing: Flowing) -> None:
        """From what was thrown to the ends."""
        self.waits = False
        for column in reversed(self._in_order):
            if not column.waits:
                continue
            streams = column.taken()
            if column.kind == NOBODY:
                _finish(column, streams)
            elif column.kind == ROLLER:
                self._decide(column, streams, flowing)
            else:
                for who in range(4):
                    if streams[who]:
                        self._roll(column, who, streams[who])

    def _decide(self, column: Column, streams: list[list[float]], flowing: Flowing) -> None:
        lying, others = column.lying, column.others
        assert lying is not None and others is not None
        stream = Stream()
        for i in range(len(column.own)):
            if not _drawn(streams, i, stream):
                continue
            answer = column.answers[i]
            if i or not self._saves:
                told = stream.decide(self.dice.seat)
                if told > 0.0:
                    lying.good = -i if self._saves else self.height - i
                    flowing.advise(self._in_words(answer, lying), told)
            leads, steps = others[answer]
            if stream.neither:
                leads.stream(0)[i + steps] += stream.neither
            if stream.first:
                leads.stream(1)[i + steps] += stream.first
            if stream.second:
                leads.stream(2)[i + steps] += stream.second
            if stream.both:
                leads.stream(3)[i + steps] += stream.both

    def _in_words(self, answer: int, lying: Lying) -> Decision:
        key = (lying.free, lying.fails > 0, answer)
        known = self._words.get(key)
        if known is None:
            known = self._words[key] = self.dice.decision(answer, lying)
        return known

    def _roll(self, column: Column, who: int, flow: list[float]) -> None:
        assert column.fail is not None and column.success is not None
        worse, better, more = self._fail, self._success, self._grants
        fail, success = column.fail.stream(who), column.success.stream(who)
        if column.again is None:
            for i in range(len(flow) - 1, 0, -1):
                here = flow[i]
                if here > HARDLY:
                    fail[i] += here * worse
                    success[i - 1] += here * better
                    flow[i - 1] += here * more
        else:
            again = column.again.stream(who)
            for i in range(1, len(flow)):
                here = flow[i]
                if here > HARDLY:
                    fail[i] += here * worse
                    success[i - 1] += here * better
                    again[i - 1] += here * more
        if self._saves:
            fail[0] += flow[0]  # nothing is missing; at the head of endless dice what is left is left out


def _differ(columns: list[list[float]]) -> bool:
    return max([max(column) for column in columns]) - min([min(column) for column in columns]) > EQUAL / 1_000.0


def _finish(column: Column, streams: list[list[float]]) -> None:
    stream = Stream()
    for i in range(column.start, len(column.own)):
        if _drawn(streams, i, stream):
            column.ends[i].receive(stream, 1.0)


def _drawn(streams: list[list[float]], i: int, stream: Stream) -> bool:
    """What has come to one place; False if that is next to nothing."""
    neither, first, second, both = streams
    stream.neither = neither[i] if neither else 0.0
    stream.first = first[i] if first else 0.0
    stream.second = second[i] if second else 0.0
    stream.both = both[i] if both else 0.0
    return stream.neither + stream.first + stream.second + stream.both > HARDLY


class ThrownProspect(Prospect):
    """All dice are thrown."""

    __slots__ = ("count", "free", "points", "table")

    def __init__(self, table: DiceTable, count: int, points: int, free: int) -> None:
        super().__init__()
        self.table = table
        self.count = count
        self.points = points
        self.free = free

    def flow_on(self, flowing: Flowing) -> None:
        for who, flow in enumerate((self.neither, self.first, self.second, self.both)):
            if flow > HARDLY:
                self.table.receive(self, who, flow)
        self.dry()
