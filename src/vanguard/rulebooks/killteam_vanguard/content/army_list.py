"""Creating your warband: one faction, points, maximum counts, paid options, exactly one leader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from vanguard.core.armies.numbering import label_of, numbered, numbers_among
from vanguard.core.armies.rosters import (
    OptionListing,
    Reason,
    Roster,
    RosterBook,
    RosterClauses,
    UnitListing,
)
from vanguard.rulebooks.killteam_vanguard.content.content import content
from vanguard.rulebooks.killteam_vanguard.profiles import Card, Faction, Profile
from vanguard.rulebooks.killteam_vanguard.state import COLOURS, Model, fielded

POINTS: Final = 100
"""The agreed total when nothing else is said."""
LARGEST: Final = 1_000


class WarbandBook(RosterBook):
    """What each faction list offers."""

    rulebook = "killteam_vanguard"
    clauses = RosterClauses(
        faction="warband.one-faction",
        units="warband.one-faction",
        most="warband.max-per-entry",
        options="warband.options",
        points="warband.points-limit",
        leader="warband.leader",
    )
    leaders = 1
    limit = POINTS

    def factions(self) -> Mapping[str, str]:
        return {key: faction.name for key, faction in content().factions.items()}

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        return listings_of(faction)

    def further_reasons(self, roster: Roster) -> Iterable[Reason]:
        """Options that swap the same attack exclude each other; some may be taken once per warband only."""
        faction = content().factions[roster.faction]
        taken: dict[str, int] = {}
        for number, entry in enumerate(roster.entries, start=1):
            card = faction.card(entry.unit)
            if card is None:
                continue
            swapped: list[str] = []
            for key in entry.options:
                option = card.option(key)
                if option is None:
                    continue
                if option.instead_of and option.instead_of in swapped:
                    yield Reason(f"{card.name} cannot give up {option.instead_of} twice", "warband.options", number)
                swapped.append(option.instead_of)
                if option.one_per_warband:
                    taken[option.name] = taken.get(option.name, 0) + entry.count
        for name, count in taken.items():
            if count > 1:
                yield Reason(f"only one model of a warband may take {name}, this list has {count}", "warband.options")


@cache
def listings_of(faction: str) -> Mapping[str, UnitListing]:
    """Looked at for every warband of every game, and always the same."""
    return {card.key: listing_of(card) for card in content().factions[faction].cards}


def listing_of(card: Card) -> UnitListing:
    options = [OptionListing(option.key, option.name, option.points) for option in card.options]
    return UnitListing(card.key, card.name, card.points, card.most, True, options)


BOOK: Final = WarbandBook()


# -- mustering ------------------------------------------------------------------------------------------------------------


@cache
def profile_of(faction: str, unit: str, options: tuple[str, ...], leader: bool) -> Profile:
    """A card with the options taken; models of all games share it."""
    listed = content().factions[faction]
    card = listed.card(unit)
    assert card is not None
    return Profile(card, listed, [option for option in card.options if option.key in options], leader)


def muster(roster: Roster, side: int, tell_apart: bool) -> list[Model]:
    """The models of a legal warband. `tell_apart` puts the side's colour into their names."""
    faction: Faction = content().factions[roster.faction]
    wanted: list[tuple[Card, Profile, str]] = []
    for entry in roster.entries:
        card = faction.card(entry.unit)
        assert card is not None
        profile = profile_of(roster.faction, entry.unit, tuple(entry.options), entry.leader)
        wanted += [(card, profile, entry.name)] * entry.count
    colour = COLOURS[side]
    models: list[Model] = []
    for (card, profile, nickname), number in zip(wanted, numbers_among([it[0].key for it in wanted]), strict=True):
        key = f"{colour.lower()}-{card.key}" + (f"-{number}" if number else "")
        name = nickname or numbered(card.name, number)
        if tell_apart:
            name = f"{colour} {name}"
        models.append(fielded(key, profile, side, name, "" if nickname else label_of(number)))
    return models
