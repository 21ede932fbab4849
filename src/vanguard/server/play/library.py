"""The rulebooks this server offers: the installed ones, and those named on the command line while they are written."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from vanguard.core.armies.roster_text import roster_text
from vanguard.core.armies.rosters import Roster, RosterBook, RosterEntry, points_of, roster_from_plain
from vanguard.core.clauses import Catalogue, catalogue_or_empty
from vanguard.core.content import ContentFaults
from vanguard.core.lessons import Lesson, lessons_of
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, Rulebook, Setup, registered
from vanguard.server.wire.messages.games import InvitationShown
from vanguard.server.wire.messages.offers import MapShown, OfferShown, RulebookShown, ScenarioShown

log = logging.getLogger("vanguard.server")


def rulebook_at(place: str) -> Rulebook:
    """The rulebook at `package.module:name`."""
    module, _, name = place.partition(":")
    found: Rulebook = getattr(import_module(module), name or "rulebook")
    return found


class Library:
    """Rulebooks by name, each with the place it was found at, so that worker processes find the same one."""

    def __init__(self, further: tuple[str, ...] = ()) -> None:
        self.places = {name: str(entry.value) for name, entry in sorted(registered().items())}
        for place in further:
            try:
                self.places[rulebook_at(place).name] = place
            except (ImportError, AttributeError) as fault:
                raise Refused(f"there is no rulebook at {place!r:.80}: {fault}") from None
        self._loaded: dict[str, Rulebook] = {}
        self._broken: set[str] = set()
        self._maps: dict[tuple[str, str, str], MapShown] = {}

    def get(self, name: str) -> Rulebook:
        if name in self._loaded:
            return self._loaded[name]
        if name not in self.places or name in self._broken:
            raise Refused(f"there is no rulebook {name!r:.60} here; there is: {', '.join(self.playable())}")
        try:
            rulebook = rulebook_at(self.places[name])
        except Exception:
            # One broken rulebook must not keep people from playing the others.
            log.exception("the rulebook %s cannot be loaded and is left out", name)
            self._broken.add(name)
            raise Refused(f"the rulebook {name} cannot be loaded; the server's log says why") from None
        self._loaded[name] = rulebook
        return rulebook

    def warm_up(self) -> None:
        """Load all rulebooks with their content, as far as a game and the page that lists them need it."""
        for name in self.playable():
            rulebook = self.get(name)
            try:
                rulebook.content_digest()
                rulebook.view(rulebook.new(rulebook.default_setup()), None)
                self.clauses(name)
            except Exception:
                log.exception("the rulebook %s has no game that could be begun", name)

    def playable(self) -> list[str]:
        """The names of the rulebooks that load."""
        return [name for name in self.places if name not in self._broken and self._loads(name)]

    def _loads(self, name: str) -> bool:
        try:
            self.get(name)
        except Refused:
            return False
        return True

    def shown(self) -> list[RulebookShown]:
        return [shown_rulebook(self.get(name)) for name in self.playable()]

    def map_shown(self, name: str, scenario: str, battlefield: str) -> MapShown:
        """A battlefield as a small picture; without a name, the one that is played unless somebody chooses."""
        rulebook = self.get(name)
        usual = rulebook.default_setup()
        scenario = scenario or usual.scenario
        battlefield = battlefield or usual.battlefield
        scenarios = [one.key for one in rulebook.scenarios()]
        if scenario not in scenarios:
            raise Refused(f"there is no scenario {scenario!r:.40}; there is: {', '.join(scenarios)}")
        known = [field.key for field in rulebook.battlefields(scenario)]
        if battlefield not in known:
            raise Refused(f"there is no map {battlefield!r:.40} for {scenario!r:.40}; there is: {', '.join(known)}")
        key = (name, scenario, battlefield)
        if key not in self._maps:
            setup = Setup(scenario, battlefield, usual.armies, usual.options)
            self._maps[key] = shown_map(rulebook.table(rulebook.new(setup)))
        return self._maps[key]

    def clauses(self, name: str) -> Catalogue:
        """The catalogue; empty for a rulebook under development that has none yet."""
        return catalogue_or_empty(name, self.get(name).title)

    def lessons(self, name: str) -> tuple[Lesson, ...]:
        """What newcomers are told; nothing where the lessons have faults: the game can be played without."""
        try:
            return lessons_of(self.get(name))
        except ContentFaults:
            log.exception("the lessons of %s cannot be read", name)
            return ()


def shown_map(table: Mapping[str, Any]) -> MapShown:
    return {
        "kind": str(table.get("kind", "measured")),
        "width": float(table.get("width", 0)),
        "depth": float(table.get("depth", 0)),
        "parts": [
            {
                "look": part.get("look", ""),
                "points": part["points"],
                "closed": part.get("closed", True),
                "top": part.get("top", 0.0),
            }
            for part in table.get("parts", [])
        ],
        "hexes": [
            {"at": one["at"], "look": one.get("look", ""), "road": one.get("road", False)}
            for one in table.get("hexes", [])
        ],
    }


def shown_rulebook(rulebook: Rulebook) -> RulebookShown:
    from vanguard.server.play.bot_seats import default_level, levels_of, opponents_of

    battlefields: dict[str, OfferShown] = {}
    scenarios: list[ScenarioShown] = []
    for scenario in rulebook.scenarios():
        fields = rulebook.battlefields(scenario.key)
        battlefields.update({field.key: shown_offer(field) for field in fields})
        shown = shown_offer(scenario)
        scenarios.append({**shown, "battlefields": [field.key for field in fields]})
    armies = rulebook.armies()
    setup = rulebook.default_setup()
    return {
        "name": rulebook.name,
        "title": rulebook.title,
        "summary": rulebook.summary,
        "unit": rulebook.unit,
        "version": rulebook.version,
        "scenarios": scenarios,
        "battlefields": list(battlefields.values()),
        "armies": [shown_army(rulebook, army) for army in armies],
        "levels": levels_of(rulebook.name),
        "opponents": opponents_of(rulebook.name),
        "default_level": default_level(rulebook.name),
        "default": {
            "scenario": setup.scenario,
            "battlefield": setup.battlefield,
            "armies": [_key_of_army(rulebook, army) for army in setup.armies],
            "options": setup.options,
        },
    }


def shown_offer(offer: Offer) -> OfferShown:
    return {"key": offer.key, "name": offer.name, "summary": offer.summary, "details": offer.details}


def shown_army(rulebook: Rulebook, army: Offer) -> OfferShown:
    """A ready army with its list as text, for those who want to change it."""
    shown = shown_offer(army)
    book = rulebook.roster_book()
    if book is not None:
        roster = roster_from_plain(army.details["roster"])
        shown["details"] = {**army.details, "text": roster_text(whole(roster, book), book)}
    return shown


def whole(roster: Roster, book: RosterBook) -> Roster:
    """Where armies are fielded whole a list may be its first line alone: all it stands for."""
    if roster.entries or not book.fielded_whole:
        return roster
    units = list(book.units(roster.faction).values())
    leaders = [unit.key for unit in units if unit.can_lead][: book.leaders]
    entries = [RosterEntry(unit.key, unit.most or 1, leader=unit.key in leaders) for unit in units]
    return Roster(roster.rulebook, roster.faction, roster.name, entries)


def fielded(rulebook: Rulebook, roster: Mapping[str, Any]) -> str:
    """What a legal list fields: "Tomb Phalanx: 7 models, 98 points"; nothing for a list of another kind."""
    book = rulebook.roster_book()
    if book is None:
        return ""
    try:
        read = roster_from_plain(roster)
    except ContentFaults:
        return ""
    told = whole(read, book)
    listed = sum(entry.count for entry in told.entries)
    points = points_of(told, book)
    name = read.name or book.factions().get(read.faction, read.faction)
    return f"{name}: {listed} {book.lists}" + (f", {points} points" if points else "")


def _key_of_army(rulebook: Rulebook, roster: Mapping[str, Any]) -> str | None:
    for army in rulebook.armies():
        if army.details.get("roster") == roster:
            return army.key
    return None


def invitation_shown(game: str, rulebook: Rulebook, setup: Setup, seat: int, host: str) -> InvitationShown:
    """The game somebody is invited to, in the words of its rulebook."""
    scenarios = [offer.name for offer in rulebook.scenarios() if offer.key == setup.scenario]
    fields = [offer.name for offer in rulebook.battlefields(setup.scenario) if offer.key == setup.battlefield]
    return {
        "game": game,
        "rulebook": rulebook.name,
        "title": rulebook.title,
        "scenario": scenarios[0] if scenarios else "",
        "battlefield": fields[0] if fields else "",
        "host": host,
        "seat": seat,
        "army": fielded(rulebook, setup.armies[seat]),
    }
