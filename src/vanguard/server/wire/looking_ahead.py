"""What a table looks up before it is answered: previews, reach, sight, chances, suggestions, plans. Nothing here changes a game."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Given, Split
from vanguard.core.refusals import Refused
from vanguard.server.play.bot_seats import advising_level
from vanguard.server.play.tools_at_a_step import measured, seen
from vanguard.server.wire import shown
from vanguard.server.wire.asker import Asker
from vanguard.server.wire.commands import completions
from vanguard.server.wire.messages import asking, replies
from vanguard.server.workers.jobs import (
    area_of,
    group_of,
    odds_of,
    odds_of_a_split,
    odds_of_a_way,
    reasons_of,
    risk_of,
    snapped,
    suggestion,
    ways_to,
)


async def want_completions(asker: Asker, message: asking.WantCompletions) -> Any:
    found, hint = completions(asker.question, message.text)
    reply: replies.Completions = {"type": "completions", "re": message.id, "completions": found, "hint": hint}
    return reply


async def want_preview(asker: Asker, message: asking.WantPreview) -> Any:
    given = {"path": message.path, "models": message.models} if message.models else message.path
    preview: Any = asker.place.preview(given)
    reply: replies.Previewed = {"type": "previewed", "re": message.id, "preview": preview}
    return reply


async def want_snap(asker: Asker, message: asking.WantSnap) -> Any:
    """The furthest way toward a point: on a measured table that is a search, which a worker does."""
    path, preview = await _worked_out(asker, snapped, message.path)
    reply: replies.Snapped = {"type": "snapped", "re": message.id, "path": path, "preview": preview}
    return reply


async def _worked_out(asker: Asker, job: Callable[..., Any], *arguments: Any) -> Any:
    """Where things are searched for by a worker; among hexes it is done before a worker would have been told."""
    live, seat, place = asker.live, asker.seat, asker.place
    position = live.position()
    if place.on == "hexes":
        return job(position, seat, *arguments, place=place)
    return await live.crew.advise(job, position, seat, *arguments, person=asker.person, handy=True)


async def want_weigh(asker: Asker, message: asking.WantWeigh) -> Any:
    question = asker.question
    if not isinstance(question, Split):
        raise Refused("no amounts are asked for now", question.clause)
    return {"type": "weighed", "re": message.id, **question.weigh(message.amounts)}


async def want_area(asker: Asker, message: asking.WantArea) -> Any:
    """The region is the same until the game moves on, so it is worked out once."""
    live, moment = asker.live, (asker.live.stored.stamp, asker.seat)
    if moment not in live.areas:
        found = await _worked_out(asker, area_of)
        if moment[0] == live.stored.stamp:
            live.areas[moment] = found
    else:
        found = live.areas[moment]
    reply: replies.AreaShown = {"type": "area", "re": message.id, "polygons": found}
    return reply


async def want_measure(asker: Asker, message: asking.WantMeasure) -> Any:
    playing = asker.live.playing
    measure: Any = measured(playing.rulebook, playing.game.state, asker.view, message.start, message.end)
    reply: replies.Measured = {"type": "measured", "re": message.id, "measure": measure}
    return reply


async def want_sight(asker: Asker, message: asking.WantSight) -> Any:
    playing = asker.live.playing
    view = asker.view
    state = playing.game.state if message.path is None else _moved(playing.game, asker, message.path).state
    sight: Any = seen(playing.rulebook, state, view, message.viewer, message.target)
    reply: replies.SightShown = {"type": "sight", "re": message.id, "sight": sight}
    return reply


def _moved(game: Game, asker: Asker, path: Given) -> Game:
    """The game as if the place being asked for had been answered so; no dice are thrown for it."""
    if asker.place.reveals:
        raise Refused("what lies there is hidden until the move is made")
    imagined = game.fork()
    imagined.answer(path, seat=asker.seat)
    return imagined


async def want_odds(asker: Asker, message: asking.WantOdds) -> Any:
    live = asker.live
    asker.must_be_asked()
    position, seat = live.position(), asker.seat
    if message.answers is not None:
        found = await live.crew.advise(odds_of_a_way, position, seat, message.answers, person=asker.person)
    elif message.amounts is not None:
        found = await live.crew.advise(odds_of_a_split, position, seat, message.amounts, person=asker.person)
    else:
        found = await live.crew.advise(odds_of, position, seat, message.option, person=asker.person)
    return {"type": "odds", "re": message.id, "compared": False, **found}


async def want_risk(asker: Asker, message: asking.WantRisk) -> Any:
    live = asker.live
    asker.must_be_asked(for_a_place=True)
    found = await live.crew.advise(risk_of, live.position(), asker.seat, message.points, person=asker.person)
    return {"type": "risk", "re": message.id, **found}


async def want_suggestion(asker: Asker, message: asking.WantSuggestion) -> Any:
    """What a bot would do here: while setting up, and in games that are played against nobody else.

    A ready-made purchase is offered to everybody alike.
    """
    live, seat = asker.live, asker.seat
    alone = live.kind(1 - seat) == "bot" or 1 - seat in asker.held
    question = asker.question
    offered = message.quickly and isinstance(question, Split) and question.is_purchase
    if not alone and not offered and shown.stage(live.playing.game) != shown.SET_UP:
        raise Refused("nobody is helped against another person")
    level = advising_level(live.stored.rulebook, message.quickly)
    given, text, why = await live.crew.advise(
        suggestion, live.position(), seat, level, not message.quickly, person=asker.person
    )
    reply: replies.Suggested = {"type": "suggested", "re": message.id, "given": given, "text": text, "why": why}
    return reply


async def want_why(asker: Asker, message: asking.WantWhy) -> Any:
    """What a bot thought is told to the person on the other seat; nothing while both decide in secret."""
    live, bot = asker.live, 1 - asker.seat
    thoughts: list[replies.Thought] = []
    if live.kind(bot) == "bot" and not live.playing.both_in_secret:
        level = live.stored.seats[bot].level or "random"
        thoughts = await live.crew.advise(reasons_of, live.position(), bot, level, message.step, person=asker.person)
    reply: replies.WhyShown = {"type": "why", "re": message.id, "thoughts": thoughts}
    return reply


async def want_ways(asker: Asker, message: asking.WantWays) -> Any:
    live, seat = asker.live, asker.seat
    asker.must_be_asked()
    found = await live.crew.advise(
        ways_to, live.position(), seat, message.mover, message.target, message.to, person=asker.person
    )
    reply: replies.WaysShown = {"type": "ways", "re": message.id, "ways": found}
    return reply


async def want_group(asker: Asker, message: asking.WantGroup) -> Any:
    live, seat = asker.live, asker.seat
    asker.must_be_asked()
    found = await live.crew.advise(
        group_of, live.position(), seat, message.movers, message.by, message.together, person=asker.person, handy=True
    )
    return {"type": "grouped", "re": message.id, **found}


LOOKUPS: dict[type[Any], Callable[[Asker, Any], Coroutine[Any, Any, Any]]] = {
    asking.WantCompletions: want_completions,
    asking.WantPreview: want_preview,
    asking.WantSnap: want_snap,
    asking.WantWeigh: want_weigh,
    asking.WantArea: want_area,
    asking.WantMeasure: want_measure,
    asking.WantSight: want_sight,
    asking.WantOdds: want_odds,
    asking.WantRisk: want_risk,
    asking.WantSuggestion: want_suggestion,
    asking.WantWhy: want_why,
    asking.WantWays: want_ways,
    asking.WantGroup: want_group,
}
"""One after another, the newest wish of a kind first: see `lookups`."""
