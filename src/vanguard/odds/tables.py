"""Dice that may be rolled again, solved by counts: all that can lie on the table, and what is best to do with it.

What lies there is told by what can still be rolled again (failures and plain successes), by what can be paid, and by how many
successes there are, or how many are missing. The last of these runs along a column: a success leads one step nearer to its
head, where nothing more is wanted, or where more dice than this are hardly ever granted.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from operator import itemgetter
from typing import Any, Final

from vanguard.core.foretelling import FAILS, FORCED, FREE, GRANTS, KEEP, SUCCEEDS, Dice, Lying
from vanguard.odds.outcomes import EQUAL
from vanguard.odds.prospects import Decision, Flowing, Layer, Prospect, Stream, Table

LEFT_OUT: Final = 1e-10
"""Endless dice are followed until more of them are less likely than this."""
RARE: Final = 1e-14
"""A way all dice can fall that is less likely than this is left out, counted from the beginning of the attack;"""
NOT_RARE: Final = 1e-3
"""but never one that is likelier than this among all ways they can fall."""
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


Fallen = list[tuple[int, int, list[int], list[float]]]
"""Ways dice can fall: failures and plain successes that can be rolled again; successes, and how likely that many are."""

NOWHERE: list[float] = []
NOTHING_YET: list[list[float]] = []
NO_ENDS: list[Prospect] = []
NO_ANSWERS: list[int] = []


class Column:
    """Such dice on the table, for every number of successes or of those missing: what they are worth, and what follows."""

    __slots__ = (
        "again", "answers", "damage", "ends", "fail", "kill", "kind", "length", "lying", "others", "own", "start", "streams", "success",
        "waits",
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


class DiceTable(Table):
    """All that can lie on the table of some dice, each solved once."""

    __slots__ = (
        "_answers", "_columns", "_fail", "_grants", "_in_order", "_last", "_likely", "_saves", "_spare", "_success", "_ways", "_words", "dice",
        "height", "kill_and_damage", "look", "size", "thrown", "wants_most",
    )  # fmt: skip

    def __init__(
        self,
        dice: Dice,
        count: int,
        wants_most: bool,
        kill_and_damage: bool,
        look: Callable[[Any, float], Prospect],
    ) -> None:
        super().__init__()
        self.dice = dice
        self.thrown = count
        self.look = look
        """Solves what follows."""
        self.wants_most = wants_most
        self.kill_and_damage = kill_and_damage
        """Are they still to be decided? Otherwise only what else is lost counts."""
        faces = len(dice.kinds)
        self._fail = dice.kinds.count(FAILS) / faces
        self._success = dice.kinds.count(SUCCEEDS) / faces
        self._grants = dice.kinds.count(GRANTS) / faces
        self._saves = dice.saves
        self._last = dice.is_last
        self._spare = dice.spare
        self._likely = [1.0] if dice.saves else likely_granted(count + dice.spare, self._grants)
        self.height = count if dice.saves else count + len(self._likely) - 1
        """How far the head is at most."""
        self._columns: dict[int, Column] = {}
        self._in_order: list[Column] = []
        """All columns, each after those that follow from it."""
        self._ways: dict[int, Fallen] = {}
        self._answers: dict[int, list[int]] = {}
        self._words: dict[int, Decision] = {}
        self.size = 0

    # -- solving --------------------------------------------------------------------------------------------------------------

    def throw(self, count: int, points: int, free: int, chance: float, layer: Layer) -> Prospect:
        """What all dice come to."""
        thrown = ThrownProspect(self, count, points, free, min(RARE / chance, NOT_RARE))
        told = kill = damage = own = 0.0
        for fails, passes, goods, chances in self._fallen(count, points + free):
            if chances[0] < thrown.least:
                continue
            column = self._lying(fails, passes, points, free)
            kills, damages, owns = column.kill, column.damage, column.own
            for good, one in zip(goods, chances):
                if one < thrown.least:
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
        layer.solved.append(thrown)
        return thrown

    def receive(self, thrown: ThrownProspect, who: int, flow: float) -> None:
        """Likelihood comes to what all dice can come to."""
        self.waits = True
        least = max(thrown.least, HARDLY / flow)
        for fails, passes, goods, chances in self._fallen(thrown.count, thrown.points + thrown.free):
            if chances[0] < least:
                continue
            stream = self._lying(fails, passes, thrown.points, thrown.free).stream(who)
            for good, one in zip(goods, chances):
                if one < least:
                    break  # the likeliest come first
                i = thrown.count - good if self._saves else self.height - good
                if i >= 0:
                    stream[i] += flow * one

    def _fallen(self, count: int, most: int) -> Fallen:
        key = count * 1_024 + most
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = fallen(self.dice, count, most)
        return known

    def _lying(self, fails: int, passes: int, points: int, free: int) -> Column:
        """What follows such dice on the table: a re-roll, or what they come to."""
        most = points + free
        if self.dice.harmful:
            fails = 0
        elif fails > most:
            fails = most
        if passes > most - fails:
            passes = most - fails  # failures are rolled again first
        if not (fails or passes):
            return self._ended(points, free)
        key = _packed(ROLLER, fails, passes, points, free)
        found = self._columns.get(key)
        if found is None:
            found = self._columns[key] = self._decided(fails, passes, points, free)
        return found

    def _decided(self, fails: int, passes: int, points: int, free: int) -> Column:
        column = Column(ROLLER)
        lying = column.lying = Lying(0, fails, passes, points, free)
        answers = self._worthwhile(fails > 0, points, free)
        lying.forced = len(answers) == 1
        length = self.height + 1
        if self._saves and fails < points + free:
            # so many must fail that are missing, but for those that were rolled again
            length = min(length, fails + self._spare - points - free + 1)
        column.others = {answer: self._after(answer, lying) for answer in answers}
        leads, _ = column.others[answers[0]]
        if lying.forced:
            self._average(column, leads, length)
        else:
            column.own = leads.own[:length]
            if self.kill_and_damage:
                column.kill, column.damage = leads.kill[:length], leads.damage[:length]
        column.answers = [answers[0]] * len(column.own)
        for answer in answers[1:]:
            leads, steps = column.others[answer]
            self._weigh(column, answer, leads, steps)
        if self._saves:
            self._close(column, self._ended(points, free))
        return self._known(column)

    def _worthwhile(self, fails: bool, points: int, free: int) -> list[int]:
        key = (free * 2 + (points > 0)) * 2 + fails
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = self.dice.answers(fails, points, free)
        return found

    def _after(self, answer: int, lying: Lying) -> tuple[Column, int]:
        """Where an answer leads, and how many steps from the head."""
        if answer == KEEP:
            return self._ended(lying.points, lying.free), 0
        points, free = lying.points, lying.free
        if answer == FREE:
            free -= 1
        else:
            points -= 1
        # the die is off the table while it is rolled again, so it counts for nothing
        if lying.fails:
            return self._rolled(DIE, lying.fails - 1, lying.passes, points, free), 0
        return self._rolled(DIE, 0, lying.passes - 1, points, free), 1

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
        key = _packed(kind, fails, passes, points, free)
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
        if self._last:
            points = free = 0
        key = _packed(NOBODY, 0, 0, points, free)
        column = self._columns.get(key)
        if column is None:
            column = Column(NOBODY)
            column.start = 0 if self._saves else self._first_likely(points + free)
            ends: list[Prospect] = []
            for i in range(column.start, self.height + 1):
                ends.append(ends[-1] if self._saves and i > self.dice.lethal else self._end(i, points, free))
            column.ends = ends = ends[:1] * column.start + ends
            column.own = [end.own / end.mass for end in ends]
            if self.kill_and_damage:
                column.kill = [end.kill / end.mass for end in ends]
                column.damage = [end.damage / end.mass for end in ends]
            self._columns[key] = self._known(column)
        return column

    def _first_likely(self, spare: int) -> int:
        """With so many re-rolls left only the others were used: nearer to the head it hardly ever comes."""
        used = 0 if self._last else spare
        return self.height - self.thrown - len(likely_granted(self.thrown + self._spare - used, self._grants)) + 1

    def _end(self, i: int, points: int, free: int) -> Prospect:
        if self._saves:
            worth, chance = i, 1.0
        else:
            worth = self.height - i
            chance = self._likely[max(0, worth - self.thrown)]
        end = self.look(self.dice.finished(worth, points, free), chance)
        if self not in end.fed_by:
            end.fed_by = (*end.fed_by, self)
        return end

    def _close(self, column: Column, ended: Column) -> None:
        """Where nothing is missing nobody decides anything."""
        assert column.others is not None
        column.own[0], column.answers[0] = ended.own[0], KEEP
        column.others.setdefault(KEEP, (ended, 0))
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
        self.look = _solved_already

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
                    flowing.advise(self._in_words(FORCED if lying.forced else answer, lying, flowing), told)
            leads, steps = others[answer]
            if stream.neither:
                leads.stream(0)[i + steps] += stream.neither
            if stream.first:
                leads.stream(1)[i + steps] += stream.first
            if stream.second:
                leads.stream(2)[i + steps] += stream.second
            if stream.both:
                leads.stream(3)[i + steps] += stream.both

    def _in_words(self, answer: int, lying: Lying, flowing: Flowing) -> Decision:
        key = ((lying.free * 2) + (lying.fails > 0)) * 4 + answer
        known = self._words.get(key)
        if known is None:
            known = self._words[key] = flowing.words.of_dice(self.dice, answer, lying)
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


def _solved_already(told: Any, chance: float) -> Prospect:
    raise TypeError("this table is solved")


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

    __slots__ = ("count", "free", "least", "points", "table")

    def __init__(self, table: DiceTable, count: int, points: int, free: int, least: float) -> None:
        super().__init__()
        self.table = table
        self.count = count
        self.points = points
        self.free = free
        self.least = least
        """What is less likely is left out."""

    def flow_on(self, flowing: Flowing) -> None:
        for who, flow in enumerate((self.neither, self.first, self.second, self.both)):
            if flow > HARDLY:
                self.table.receive(self, who, flow)
        self.dry()


def _packed(kind: int, fails: int, passes: int, points: int, free: int) -> int:
    return (((kind * 1_024 + fails) * 1_024 + passes) * 1_024 + points) * 1_024 + free


_FALLEN: dict[Any, Fallen] = {}
MOST_FALLEN: Final = 4_096


def fallen(dice: Dice, count: int, most: int) -> Fallen:
    """Every way so many dice can fall if so many can be rolled again, the likeliest numbers of successes first."""
    key = (dice.kinds, dice.saves, dice.harmful, count, most)
    known = _FALLEN.get(key)
    if known is None:
        if len(_FALLEN) >= MOST_FALLEN:
            _FALLEN.clear()
        known = _FALLEN[key] = _counted(dice, count, most)
    return known


def _counted(dice: Dice, count: int, most: int) -> Fallen:
    """Every die is the head of a chain that ends with one that grants nothing."""
    faces = len(dice.kinds)
    fail, success = dice.kinds.count(FAILS) / faces, dice.kinds.count(SUCCEEDS) / faces
    grants = dice.kinds.count(GRANTS) / faces
    found: dict[tuple[int, int], dict[int, float]] = {}
    saved = 1.0
    for fails in range(count + 1):
        passes = count - fails
        again = 0 if dice.harmful else min(fails, most)
        goods = found.setdefault((again, min(passes, most - again)), {})
        granted, chance = 0, comb(count, fails) * fail**fails * success**passes
        while granted < fails if dice.saves else chance > RARE:
            good = passes + granted
            goods[good] = goods.get(good, 0.0) + chance
            saved -= chance
            chance *= grants * (granted + count) / (granted + 1)
            granted += 1
    if dice.saves:
        found.setdefault((0, 0), {})[count] = saved
    return [_likeliest_first(again, passes, goods) for (again, passes), goods in found.items() if goods]


def _likeliest_first(fails: int, passes: int, goods: dict[int, float]) -> tuple[int, int, list[int], list[float]]:
    likeliest = sorted(goods.items(), key=itemgetter(1), reverse=True)
    return fails, passes, [good for good, _ in likeliest], [chance for _, chance in likeliest]


def likely_granted(chains: int, grants: float) -> list[float]:
    """How likely it is that so many chains of dice are granted so many dice or more; to where that hardly ever happens."""
    known = _GRANTED.get((chains, grants))
    if known is None:
        known = [1.0]
        told, more = 0.0, 0
        while chains:
            told += comb(more + chains - 1, more) * grants**more * (1.0 - grants) ** chains
            more += 1
            if 1.0 - told < LEFT_OUT:
                break
            known.append(1.0 - told)
        _GRANTED[chains, grants] = known
    return known


_GRANTED: dict[tuple[int, float], list[float]] = {}
