"""The Planning Phase: income, secret recruiting and supply, promotions."""

from __future__ import annotations

from vanguard.core.questions import Lot, Split, Together
from vanguard.core.refusals import Refused
from vanguard.core.telling.events import counted
from vanguard.rulebooks.normandy.profiles import UnitCard
from vanguard.rulebooks.normandy.resources import free_spaces, gain_requisition, income_of, raise_supply
from vanguard.rulebooks.normandy.state import Battle, Unit
from vanguard.rulebooks.normandy.underdog import play_underdog_cards
from vanguard.rulebooks.normandy.units import promote, recruit

FREE = "free "
"""Lots of units that an Underdog card gives free of charge begin with this."""

# -- income --------------------------------------------------------------------------------------------------------------


def gain_income(battle: Battle) -> None:
    for side in (0, 1):
        board = battle.boards[side]
        gain_requisition(battle, side, income_of(battle, side), "income.requisition-from-sectors")
        board.command = battle.content.board.command + board.effect("command")


async def plan(battle: Battle) -> None:
    """A new round: Underdog cards, then income."""
    battle.note("round", clause="round.phase-order", round=battle.round)
    if battle.boards[0].drawn or battle.boards[1].drawn:
        await play_underdog_cards(battle)
    gain_income(battle)
    battle.phase = "recruit"


# -- recruiting -----------------------------------------------------------------------------------------------------------


class Purchase:
    """What one player may buy in this Recruit step; the amounts of its lots are supply levels, units, free units."""

    __slots__ = ("battle", "cards", "copies", "free_cards", "side")

    def __init__(self, battle: Battle, side: int) -> None:
        self.battle = battle
        self.side = side
        board = battle.boards[side]
        self.cards: list[UnitCard] = battle.content.of_faction[board.faction]
        on_board: dict[str, int] = {}
        for unit in battle.units.values():
            if unit.side == side:
                on_board[unit.card.key] = on_board.get(unit.card.key, 0) + 1
        self.copies = [card.copies - on_board.get(card.key, 0) for card in self.cards]
        highest = board.effect("free-unit")
        self.free_cards = [card for card in self.cards if card.supply <= highest]

    def lots(self) -> list[Lot]:
        prices = self.battle.content.board.prices
        supply = self.battle.boards[self.side].supply
        left = prices[supply - 1 :]
        costs = ", then ".join([str(price) for price in left]) or "none left"
        lots = [Lot("supply", f"Supply level ({costs})", len(left))]
        for card, copies in zip(self.cards, self.copies):
            lots.append(Lot(card.key, card.offer, copies, card=card.key))
        for card in self.free_cards:
            lots.append(Lot(FREE + card.key, f"{card.name} (free)", 1, card=card.key))
        return lots

    def out_of_reach(self, number: int) -> str:
        """Why nothing of a lot can be bought now, with any supply levels that could be; nothing if something can."""
        amounts = [0] * (1 + len(self.cards) + len(self.free_cards))
        amounts[number] = 1
        further = len(self.battle.content.board.prices) + 1 - self.battle.boards[self.side].supply
        why = ""
        for levels in range(int(number == 0), further + 1):
            amounts[0] = levels
            try:
                self.check(tuple(amounts))
            except Refused as refusal:
                why = why or refusal.message
            else:
                return ""
        return why

    def price_of_levels(self, levels: int) -> int:
        supply = self.battle.boards[self.side].supply
        return sum(self.battle.content.board.prices[supply - 1 : supply - 1 + levels])

    def check(self, amounts: tuple[int, ...]) -> None:
        """Refuse a plan that lacks requisition, supply, a space or a copy of a card."""
        board = self.battle.boards[self.side]
        supply = board.supply + amounts[0]
        price = self.price_of_levels(amounts[0])
        spaces = free_spaces(self.battle, self.side, supply)
        bought = [(card, count) for card, count in zip(self.cards, amounts[1:]) if count]
        free = [(card, count) for card, count in zip(self.free_cards, amounts[1 + len(self.cards) :]) if count]
        if sum([count for _, count in free]) > 1:
            raise Refused("only one unit is free of charge", "recruit.free-units-need-space")
        for card, count in bought:
            price += card.cost * count
        for card, count in [*bought, *free]:
            if card.supply > supply:
                raise Refused(
                    f"{card.name} needs supply level {card.supply}; yours is {supply}", "recruit.condition-supply"
                )
            spaces[card.space] -= count
            if spaces[card.space] < 0:
                raise Refused(
                    f"no free {card.type} space for {card.name} at supply level {supply}", "recruit.condition-space"
                )
            if sum([n for other, n in [*bought, *free] if other is card]) > self.copies[self.cards.index(card)]:
                raise Refused(f"no further copy of {card.name} is left", "components.unit-card-copies")
        if price > board.requisition:
            raise Refused(
                f"this costs {price} requisition; you have {board.requisition}", "recruit.condition-requisition"
            )

    def propose(self) -> list[tuple[int, ...]]:
        """Sensible plans: for no, one or two new levels, each affordable unit first and then what else fits; or saving."""
        board = self.battle.boards[self.side]
        found: list[tuple[int, ...]] = []
        top = len(self.battle.content.board.prices) + 1
        for levels in range(min(2, top - board.supply) + 1):
            purse = board.requisition - self.price_of_levels(levels)
            if purse < 0:
                break
            spaces = free_spaces(self.battle, self.side, board.supply + levels)
            fitting = [
                i
                for i, card in enumerate(self.cards)
                if card.cost <= purse
                and card.supply <= board.supply + levels
                and spaces[card.space] > 0
                and self.copies[i] > 0
            ]
            for turn in range(len(fitting)):
                first = (turn + self.battle.round) % len(fitting)  # so that no card is always named first
                plan = self.filled(levels, purse, spaces, fitting[first:] + fitting[:first])
                if plan not in found:
                    found.append(plan)
            saving = self.with_free([levels] + [0] * len(self.cards), spaces)
            if saving not in found:
                found.append(saving)
        return found

    def filled(self, levels: int, purse: int, spaces: list[int], order: list[int]) -> tuple[int, ...]:
        """One of each unit in this order, then more of them, as long as requisition, spaces and copies last."""
        left = list(spaces)
        amounts = [levels] + [0] * len(self.cards)
        cheapest = min([self.cards[i].cost for i in order])
        for _ in range(2):
            for i in order:
                if purse < cheapest:
                    break
                card = self.cards[i]
                if card.cost <= purse and left[card.space] > 0 and amounts[i + 1] < self.copies[i]:
                    amounts[i + 1] += 1
                    left[card.space] -= 1
                    purse -= card.cost
        return self.with_free(amounts, left)

    def with_free(self, amounts: list[int], left: list[int]) -> tuple[int, ...]:
        """The same plan with the dearest free unit that still fits."""
        if not self.free_cards:
            return tuple(amounts)
        free = [0] * len(self.free_cards)
        supply = self.battle.boards[self.side].supply + amounts[0]
        best = -1
        for i, card in enumerate(self.free_cards):
            index = self.cards.index(card)
            if card.supply <= supply and left[card.space] > 0 and amounts[index + 1] < self.copies[index]:
                if best < 0 or card.cost > self.free_cards[best].cost:
                    best = i
        if best >= 0:
            free[best] = 1
        return tuple(amounts + free)

    def question(self) -> Split:
        board = self.battle.boards[self.side]
        question = Split(
            self.side,
            f"Recruit units and buy supply with {board.requisition} requisition",
            self.battle.content.board.faction_tokens + len(self.battle.content.board.prices),
            self.lots(),
            "recruit.spend",
            up_to=True,
            check=self.check,
            propose=self.propose,
            tell=self.told,
        )
        question.is_purchase = True
        question.out_of_reach = self.out_of_reach
        return question

    def told(self, amounts: tuple[int, ...]) -> str:
        """What a plan costs, and the supply level it leads to."""
        board = self.battle.boards[self.side]
        price = self.price_of_levels(amounts[0])
        price += sum([card.cost * count for card, count in zip(self.cards, amounts[1:])])
        return f"{price} of {board.requisition} requisition, supply level {board.supply + amounts[0]}"

    def carry_out(self, amounts: tuple[int, ...]) -> None:
        """The revealed plan: supply levels first, because they unlock spaces and units for the same step."""
        battle, side = self.battle, self.side
        for _ in range(amounts[0]):
            raise_supply(battle, side, self.price_of_levels(1))
        for card, count in zip(self.cards, amounts[1:]):
            for _ in range(count):
                recruit(battle, side, card, card.cost)
        for card, count in zip(self.free_cards, amounts[1 + len(self.cards) :]):
            for _ in range(count):
                recruit(battle, side, card, 0)


async def recruit_units(battle: Battle) -> None:
    """Both players plan in secret; both plans are revealed and carried out together."""
    first, second = Purchase(battle, 0), Purchase(battle, 1)
    plans = await Together(
        first.question(), second.question(), "Recruit units and buy supply in secret", "recruit.secret"
    )
    first.carry_out(plans[0])
    second.carry_out(plans[1])
    battle.phase = "promote"


# -- promoting ------------------------------------------------------------------------------------------------------------


class Promotions:
    """Which units one player may promote in this round."""

    __slots__ = ("battle", "free", "limit", "side", "units")

    def __init__(self, battle: Battle, side: int) -> None:
        self.battle = battle
        self.side = side
        board = battle.boards[side]
        self.free = board.effect("free-promotion")
        self.limit = battle.content.weathers[battle.weather].promotions + self.free
        self.units: list[Unit] = []
        for unit in battle.units.values():
            if unit.side != side or unit.veteran:
                continue
            if self.free or (board.command and board.requisition >= promotion_price(unit)):
                self.units.append(unit)

    def paid(self, amounts: tuple[int, ...]) -> list[Unit]:
        """The promoted units that are paid for: a free promotion takes the dearest one."""
        chosen = [unit for unit, amount in zip(self.units, amounts) if amount]
        for _ in range(min(self.free, len(chosen))):
            chosen.remove(max(chosen, key=promotion_price))
        return chosen

    def check(self, amounts: tuple[int, ...]) -> None:
        paid = self.paid(amounts)
        board = self.battle.boards[self.side]
        price = sum([promotion_price(unit) for unit in paid])
        if price > board.requisition:
            raise Refused(f"this costs {price} requisition; you have {board.requisition}", "promote.cost")
        if len(paid) > board.command:
            raise Refused(f"this costs {len(paid)} Command; you have {board.command}", "promote.cost")

    def propose(self) -> list[tuple[int, ...]]:
        """Nobody, each unit alone, and as many as possible."""
        none = [0] * len(self.units)
        found = [tuple(none)]
        many = list(none)
        for i in range(len(self.units)):
            one = list(none)
            one[i] = 1
            found.append(tuple(one))
            if sum(many) < self.limit and self.can_pay(many, i):
                many[i] = 1
        if tuple(many) not in found:
            found.append(tuple(many))
        return found

    def can_pay(self, amounts: list[int], more: int) -> bool:
        trial = list(amounts)
        trial[more] = 1
        paid = self.paid(tuple(trial))
        board = self.battle.boards[self.side]
        return len(paid) <= board.command and sum([promotion_price(unit) for unit in paid]) <= board.requisition

    def question(self) -> Split:
        return Split(
            self.side,
            f"Promote up to {counted(self.limit, 'unit')} (1 Command and twice the supply level in requisition each)",
            self.limit,
            [
                Lot(unit.key, f"{unit.title} ({promotion_price(unit)} requisition)", 1, card=f"{unit.card.key}-veteran")
                for unit in self.units
            ],
            "promote.cost",
            up_to=True,
            check=self.check,
            propose=self.propose,
            tell=self.told,
        )

    def told(self, amounts: tuple[int, ...]) -> str:
        """What the promotions cost."""
        paid, board = self.paid(amounts), self.battle.boards[self.side]
        price = sum([promotion_price(unit) for unit in paid])
        return f"{price} of {board.requisition} requisition, {len(paid)} of {board.command} Command"

    def carry_out(self, amounts: tuple[int, ...]) -> None:
        paid = self.paid(amounts)
        for unit, amount in zip(self.units, amounts):
            if amount:
                is_paid = unit in paid
                promote(self.battle, unit, promotion_price(unit) if is_paid else 0, 1 if is_paid else 0)


def promotion_price(unit: Unit) -> int:
    return 2 * unit.card.supply


async def promote_units(battle: Battle) -> None:
    """In secret and together, where both have somebody they could promote; who has not is not asked."""
    first, second = Promotions(battle, 0), Promotions(battle, 1)
    if first.units and second.units:
        plans = await Together(first.question(), second.question(), "Promote units in secret", "promote.simultaneous")
        first.carry_out(plans[0])
        second.carry_out(plans[1])
    elif first.units:
        first.carry_out(await first.question())
    elif second.units:
        second.carry_out(await second.question())
    battle.phase = "muster"
