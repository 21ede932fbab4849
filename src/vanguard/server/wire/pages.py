"""The routes a page calls: what can be played, games, replays, records."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Header, Request
from starlette.responses import JSONResponse, Response

from vanguard.core.armies.roster_text import parse_roster
from vanguard.core.content import ContentFaults
from vanguard.core.game import Game
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook
from vanguard.server.play.hub import Hub
from vanguard.server.play.library import fielded
from vanguard.server.play.live_game import LiveGame
from vanguard.server.play.past_game import PastGame
from vanguard.server.play.refusals import NotNow
from vanguard.server.play.seats import SIDES, WrongSecret
from vanguard.server.play.stories import story_of
from vanguard.server.play.tools_at_a_step import measured, seen
from vanguard.server.play.upkeep import maker_of
from vanguard.server.storage.rows import StoredSeat
from vanguard.server.wire import shown
from vanguard.server.wire.guard import PaceByAddress, same_house
from vanguard.server.wire.messages import basics, games, offers, replays
from vanguard.server.wire.text import refuse_at_the_door
from vanguard.server.wire.vocabulary import Measure, Sight
from vanguard.server.workers.jobs import free_odds, opened_record


class TooOften(Refused):
    """Faster than any person."""


class NotFound(Refused):
    """A rulebook, clause or step that is not there."""


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def secrets_of(authorization: Annotated[str, Header()] = "") -> list[str]:
    """The secrets a page holds for this game, by comma."""
    scheme, _, secrets = authorization.partition(" ")
    found = [secret for secret in secrets.split(",") if 16 <= len(secret) <= 64][:3]
    if scheme.lower() != "bearer" or not found:
        raise WrongSecret("a secret of this game is needed")
    return found


def person_of(request: Request) -> str:
    """Who counts as one asker: an address, or the network of a house."""
    return same_house(request.client.host) if request.client else ""


Person = Annotated[str, Depends(person_of)]
TheHub = Annotated[Hub, Depends(hub_of)]
Secrets = Annotated[list[str], Depends(secrets_of)]
pages = APIRouter(prefix="/api")


def reply(content: Any) -> Any:
    """Sent as it is: what is sent was built by allow-list, and its shape is a test's business."""
    return JSONResponse(content)


@pages.get("/health")
async def health(hub: TheHub) -> basics.Health:
    """Whether games can be played and are saved; 503 if not, so that a watchdog need read nothing."""
    found = hub.health()
    told: Any = JSONResponse(found, 200 if found["ok"] else 503)
    return cast(basics.Health, told)


# -- rulebooks ----------------------------------------------------------------------------------------------------------------


@pages.get("/rulebooks")
async def rulebooks(hub: TheHub) -> list[offers.RulebookShown]:
    found: list[offers.RulebookShown] = reply(hub.library.shown())
    return found


def rulebook_called(name: str, hub: TheHub) -> Rulebook:
    try:
        return hub.library.get(name)
    except Refused as refusal:
        raise NotFound(refusal.message) from None


TheRulebook = Annotated[Rulebook, Depends(rulebook_called)]


@pages.get("/rulebooks/{name}/map")
async def map_picture(rulebook: TheRulebook, hub: TheHub, scenario: str = "", battlefield: str = "") -> offers.MapShown:
    try:
        found: offers.MapShown = reply(hub.library.map_shown(rulebook.name, scenario, battlefield))
    except Refused as refusal:
        raise NotFound(refusal.message) from None
    return found


@pages.post("/rulebooks/{name}/roster")
async def check_roster(rulebook: TheRulebook, wanted: offers.RosterWanted) -> offers.RosterChecked:
    checked: offers.RosterChecked = reply(roster_checked(rulebook, wanted))
    return checked


def roster_checked(rulebook: Rulebook, wanted: offers.RosterWanted) -> offers.RosterChecked:
    """A pasted or sent list with everything that is wrong with it."""
    try:
        roster = wanted.roster if wanted.text is None else roster_from_text(rulebook, wanted.text)
    except Refused as refusal:
        return {"legal": False, "roster": None, "faults": [refusal.message]}
    except ContentFaults as malformed:
        return {"legal": False, "roster": None, "faults": [str(fault) for fault in malformed.faults]}
    if roster is None:
        return {"legal": False, "roster": None, "faults": ["there is no list to check"]}
    faults = rulebook.roster_faults(roster)
    checked: offers.RosterChecked = {"legal": not faults, "roster": roster, "faults": faults}
    told = "" if faults else fielded(rulebook, roster)
    return {**checked, "told": told} if told else checked


def roster_from_text(rulebook: Rulebook, text: str) -> dict[str, Any]:
    """A list as JSON, or in the words people write lists in."""
    if text.lstrip().startswith("{"):
        refuse_at_the_door(text)
        try:
            roster = json.loads(text)
        except (ValueError, RecursionError) as fault:
            raise Refused(f"this begins like JSON but cannot be read: {fault}") from None
        if not isinstance(roster, dict):
            raise Refused("a list is a table")
        return roster
    book = rulebook.roster_book()
    if book is None:
        raise Refused(f"{rulebook.title} takes lists as JSON only")

    def book_of(name: str) -> Any:
        if name != rulebook.name:
            raise Refused(f"this is a list for {name!r:.60}, not for {rulebook.name}")
        return book

    plain: dict[str, Any] = parse_roster(text, book_of).plain()
    return plain


@pages.get("/rulebooks/{name}/clauses")
async def clauses(rulebook: TheRulebook, hub: TheHub, q: str = "") -> list[offers.ClauseShown]:
    book = hub.library.clauses(rulebook.name)
    found = book.search(q[:200]) if q.strip() else book.clauses
    shown_clauses: list[offers.ClauseShown] = reply([clause.plain() for clause in found])
    return shown_clauses


@pages.get("/rulebooks/{name}/clauses/{clause}")
async def clause_text(rulebook: TheRulebook, hub: TheHub, clause: str) -> offers.ClauseShown:
    try:
        found: offers.ClauseShown = reply(hub.library.clauses(rulebook.name).get(clause).plain())
    except Refused as refusal:
        raise NotFound(refusal.message) from None
    return found


@pages.get("/rulebooks/{name}/lessons")
async def lessons(rulebook: TheRulebook, hub: TheHub) -> list[offers.LessonShown]:
    """What a newcomer is told when something is first asked, in the order in which it is told."""
    shown_lessons: list[offers.LessonShown] = reply([lesson.plain() for lesson in hub.library.lessons(rulebook.name)])
    return shown_lessons


@pages.get("/rulebooks/{name}/odds")
async def odds_fields(rulebook: TheRulebook) -> dict[str, Any]:
    fields: dict[str, Any] = reply(rulebook.trial_fields())
    return fields


@pages.post("/rulebooks/{name}/odds")
async def odds_outside_a_game(
    rulebook: TheRulebook, hub: TheHub, wanted: offers.FreeOddsWanted, person: Person
) -> offers.FreeOdds:
    place = hub.library.places[rulebook.name]
    found: Any = await hub.crew.advise(free_odds, place, wanted.wish, person=person)
    if "why" in found:
        raise Refused(found["why"], found["clause"])
    odds: offers.FreeOdds = reply(found)
    return odds


# -- games --------------------------------------------------------------------------------------------------------------------


def at_a_human_pace(request: Request) -> None:
    pace: PaceByAddress = request.app.state.making
    if not pace.allows(person_of(request)):
        raise TooOften("too many new games; wait a little")


@pages.post("/games", dependencies=[Depends(at_a_human_pace)])
async def create_game(hub: TheHub, wanted: games.GameWanted, person: Person) -> games.GameCreated:
    created: games.GameCreated = reply(await hub.making.create(wanted, maker_of(person)))
    return created


@pages.post("/games/mine")
async def my_games(hub: TheHub, wanted: games.GamesWanted) -> list[games.GameSummary]:
    found: list[games.GameSummary] = reply(hub.held.mine(wanted.held))
    return found


@pages.delete("/games/{game}")
async def delete_game(hub: TheHub, game: str, secrets: Secrets) -> games.GameDeleted:
    await hub.delete(game, secrets)
    deleted: games.GameDeleted = reply({"game": game})
    return deleted


@pages.post("/games/{game}/join")
async def join_game(hub: TheHub, game: str, wanted: games.JoinWanted) -> games.Joined:
    joined: games.Joined = reply(await hub.invitations.join(game, wanted.invitation, wanted.name, wanted.key))
    return joined


@pages.get("/games/{game}/invitation")
async def invitation(hub: TheHub, game: str, secrets: Secrets) -> games.InvitationShown:
    found: games.InvitationShown = reply(await hub.invitations.shown(game, secrets))
    return found


@pages.post("/games/{game}/invite")
async def invite_again(hub: TheHub, game: str, secrets: Secrets) -> games.SeatGiven:
    given: games.SeatGiven = reply(await hub.invitations.renewed(game, secrets))
    return given


# -- replays and records ------------------------------------------------------------------------------------------------------


@pages.get("/games/{game}/replay")
async def replay_outline(hub: TheHub, game: str, secrets: Secrets) -> replays.ReplayOutline:
    live, seats = await hub.found(game, secrets)
    if isinstance(live, PastGame):
        return cast(replays.ReplayOutline, reply(live.outline(seats)))
    playing = live.playing
    people = [seat for seat in (0, 1) if live.kind(seat) != "bot"]
    outline: replays.ReplayOutline = reply(
        {
            "game": game,
            "steps": playing.revision,
            "marks": playing.marks(),
            "log": playing.log_for(seats),
            "table": playing.table,
            "cards": playing.cards,
            "rulebook": live.stored.rulebook,
            "title": playing.rulebook.title,
            "standing": shown.standing(playing.game, live.stored.result),
            "players": live.presence(),
            "may_branch": playing.over or (bool(seats) and all(seat in seats for seat in people)),
        }
    )
    return outline


@pages.get("/games/{game}/replay/{step}")
async def replay_position(
    hub: TheHub, game: str, step: int, secrets: Secrets, seat: int | None = None
) -> replays.ReplayPosition:
    past, seats = await hub.found(game, secrets)
    if isinstance(past, PastGame):
        return cast(replays.ReplayPosition, reply(past.position(seat if seat in seats else None)))
    live, eyes = await eyes_at(hub, game, step, secrets, seat)
    position: replays.ReplayPosition = reply(position_at(live, await hub.looking_back.at(live, step), step, eyes))
    return position


async def eyes_at(hub: Hub, game: str, step: int, secrets: list[str], seat: int | None) -> tuple[LiveGame, int | None]:
    """The game, and the seat with whose eyes it is looked at (None: a spectator), if there is such a step."""
    live, seats = await hub.opened(game, secrets)
    if seat is not None and seat not in seats:
        raise WrongSecret("this seat is somebody else's")
    if not 0 <= step <= live.playing.revision:
        raise NotFound(f"the game has {live.playing.revision} steps; there is no step {step}")
    return live, seat if seat is not None else (seats[0] if seats else None)


@pages.post("/games/{game}/replay/{step}/measure")
async def measure_at_a_step(
    hub: TheHub, game: str, step: int, secrets: Secrets, wanted: replays.StepMeasure, seat: int | None = None
) -> Measure:
    live, eyes = await eyes_at(hub, game, step, secrets, seat)
    then = await hub.looking_back.at(live, step)
    found: Measure = reply(measured(then.rulebook, then.state, then.view(eyes), wanted.start, wanted.end))
    return found


@pages.post("/games/{game}/replay/{step}/sight")
async def sight_at_a_step(
    hub: TheHub, game: str, step: int, secrets: Secrets, wanted: replays.StepSight, seat: int | None = None
) -> Sight:
    live, eyes = await eyes_at(hub, game, step, secrets, seat)
    then = await hub.looking_back.at(live, step)
    found: Sight = reply(seen(then.rulebook, then.state, then.view(eyes), wanted.viewer, wanted.target))
    return found


def position_at(live: LiveGame, game: Game, step: int, eyes: int | None) -> dict[str, Any]:
    """The game after so many answers, as these eyes saw it."""
    playing = live.playing
    at_the_end = step == playing.revision
    scene = playing.rulebook.table(game.state)
    return {
        **({} if scene == playing.table else {"table": scene}),
        "step": step,
        "steps": playing.revision,
        "stage": shown.stage(game),
        "view": game.view(eyes),
        "standing": shown.standing(game, live.stored.result if at_the_end else {}),
        "asked": shown.deciding(game, at_the_end and playing.over),
        "answer": playing.answer_told(game, step, eyes),
    }


@pages.post("/games/{game}/branch", dependencies=[Depends(at_a_human_pace)])
async def branch_game(
    hub: TheHub, game: str, secrets: Secrets, wanted: games.BranchWanted, person: Person
) -> games.GameCreated:
    created: games.GameCreated = reply(
        await hub.making.branch(game, secrets, wanted.step, wanted.seats, maker_of(person))
    )
    return created


@pages.get("/games/{game}/story")
async def story_of_a_game(hub: TheHub, game: str, secrets: Secrets) -> replays.Story:
    live, _ = await hub.opened(game, secrets)
    if not live.playing.over:
        raise NotNow("the story of a game is told when it is over")
    story: replays.Story = reply(await asyncio.to_thread(story_of, live.playing))
    return story


@pages.post("/games/{game}/rematch", dependencies=[Depends(at_a_human_pace)])
async def rematch(hub: TheHub, game: str, secrets: Secrets, person: Person) -> games.GameCreated:
    """The same again with the armies changed: whoever sat here sits here, with the other's army."""
    live, _ = await hub.opened(game, secrets)
    setup = live.playing.setup
    seats = [
        games.SeatWanted(kind=cast(Any, seat.kind), level=seat.level, name=fit_name_of(seat))
        for seat in live.stored.seats
    ]
    wanted = games.GameWanted(
        rulebook=live.stored.rulebook,
        scenario=setup.scenario,
        battlefield=setup.battlefield,
        armies=[dict(setup.armies[1]), dict(setup.armies[0])],
        options=setup.options,
        seats=seats,
    )
    created: games.GameCreated = reply(await hub.making.create(wanted, maker_of(person)))
    return created


def fit_name_of(seat: StoredSeat) -> str | None:
    """The name somebody gave; bots and unnamed seats get theirs anew."""
    return None if seat.kind == "bot" or seat.name in SIDES else seat.name


@pages.get("/games/{game}/record")
async def download_record(hub: TheHub, game: str, secrets: Secrets) -> Response:
    live, _ = await hub.opened(game, secrets)
    if not live.playing.over:
        raise NotNow("a record can be downloaded when the game is over: it shows everything")
    text = await asyncio.to_thread(lambda: live.playing.record().to_json())
    named = f'attachment; filename="{live.stored.rulebook}-{game}.json"'
    return Response(text, media_type="application/json", headers={"Content-Disposition": named})


@pages.post("/records", dependencies=[Depends(at_a_human_pace)])
async def upload_record(hub: TheHub, request: Request, person: Person) -> games.UploadAccepted:
    text = (await request.body()).decode()
    try:
        opened = await hub.crew.run_limited(opened_record, text, hub.library.places, person=person)
    except Refused:
        raise
    except Exception:
        raise Refused("the record could not be replayed within the limits of time and memory") from None
    if "why" in opened:
        raise Refused(opened["why"], opened["clause"])
    playing, watch = await hub.making.keep_archive(opened, maker_of(person))
    game = playing.stored.id
    accepted: games.UploadAccepted = reply(
        {"game": game, "watch": watch, "watch_link": f"/g/{game}?step=0#watch={watch}", "steps": playing.revision}
    )
    return accepted
