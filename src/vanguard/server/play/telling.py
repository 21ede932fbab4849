"""What the browsers around a game are sent, each text made once and only as far as it is new."""

from __future__ import annotations

from typing import Any

from vanguard.server.play.playing import Playing
from vanguard.server.wire import shown
from vanguard.server.wire.messages.table import Proposal
from vanguard.server.wire.text import wire_json

NO_UNDO: Any = {"possible": False, "free": False}


def undo_shown(playing: Playing, seat: int, held: tuple[int, ...]) -> Any:
    """Whether this seat's last answer can be taken back, and whether at once.

    Between two people the other must agree once something was rolled, revealed or answered; a bot does so in a game that is
    played for practice, and never otherwise.
    """
    if playing.over:
        return NO_UNDO
    if seat in playing.game.pending:
        return {"possible": True, "free": True}
    last = playing.last_answer_of(seat)
    if last is None:
        return NO_UNDO
    free = last[1] or 1 - seat in held
    if playing.stored.seats[1 - seat].kind == "bot":
        free = free or playing.stored.practice
        return {"possible": free, "free": free}
    return {"possible": True, "free": free}


class Views:
    """The views of one moment as text: on an open table one for all, else one for each pair of eyes."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._made: dict[int | None, str] = {}

    def text(self, seat: int | None) -> str:
        eyes = None if self._playing.rulebook.open_table else seat
        if eyes not in self._made:
            self._made[eyes] = wire_json(self._playing.game.view(eyes))
        return self._made[eyes]


def perspectives_text(playing: Playing, seats: tuple[int, ...], views: Views) -> str:
    told = [_perspective(playing, seat, seats) for seat in seats or (None,)]
    return ",".join([f'{wire_json(one)[:-1]},"view":{views.text(one["seat"])}}}' for one in told])


def _perspective(playing: Playing, seat: int | None, held: tuple[int, ...]) -> dict[str, Any]:
    if seat is None:
        return {"seat": None, "question": None, "undo": NO_UNDO, "auto_pass": []}
    question = playing.question_for(seat)
    secret = playing.both_in_secret
    return {
        "seat": seat,
        "question": None if question is None else shown.question_shown(question, seat, secret, playing.catalogue),
        "undo": undo_shown(playing, seat, held),
        "auto_pass": playing.stored.auto_pass[seat],
    }


def whole_text(parts: list[str], perspectives: str, lines: list[str]) -> str:
    """A `welcome` or `update` put together from objects that are text already."""
    told = ",".join([part[1:-1] for part in parts])
    return f'{{{told},"log":[{",".join(lines)}],"perspectives":[{perspectives}]}}'


def dice_secret_of(playing: Playing) -> str | None:
    return (playing.stored.dice_secret or None) if playing.over else None


def update_of(playing: Playing, proposals: list[Proposal], scene: Any | None) -> dict[str, Any]:
    """An `update` as far as it is the same for everybody."""
    update = {
        "type": "update",
        "stamp": playing.stored.stamp,
        "revision": playing.revision,
        "standing": shown.standing(playing.game, playing.stored.result),
        "deciding": shown.deciding(playing.game, playing.over),
        "proposals": proposals,
        "dice_secret": dice_secret_of(playing),
    }
    if scene is not None:
        update["table"] = scene
    return update


def welcome_of(playing: Playing, seats: tuple[int, ...], proposals: list[Proposal]) -> dict[str, Any]:
    """A `welcome` but for its perspectives and lines, the people and the notices."""
    stored = playing.stored
    return {
        "type": "welcome",
        "game": stored.id,
        "rulebook": stored.rulebook,
        "title": playing.rulebook.title,
        "scenario": playing.setup.scenario,
        "battlefield": playing.setup.battlefield,
        "unit": playing.rulebook.unit,
        "seats": list(seats),
        "watching": not seats,
        "stamp": stored.stamp,
        "revision": playing.revision,
        "table": playing.scene(),
        "cards": playing.cards,
        "standing": shown.standing(playing.game, stored.result),
        "deciding": shown.deciding(playing.game, playing.over),
        "proposals": proposals,
        "commitment": playing.commitment,
        "dice_secret": dice_secret_of(playing),
        "practice": stored.practice,
        "taken_back": len(stored.taken_back),
        **({"read_only": playing.damage} if playing.damage else {}),
    }


def picture_of(playing: Playing) -> str:
    """All that is needed to show a game as it stands on a day on which its rules are gone, as text."""
    picture = {
        "title": playing.rulebook.title,
        "unit": playing.rulebook.unit,
        "revision": playing.revision,
        "stage": shown.stage(playing.game),
        "table": playing.scene(),
        "cards": playing.cards,
        "standing": shown.standing(playing.game, playing.stored.result),
    }
    views = Views(playing)
    everybody: tuple[int | None, ...] = (None, 0, 1)
    seen = ",".join([f'"{"all" if seat is None else seat}":{views.text(seat)}' for seat in everybody])
    return f'{wire_json(picture)[:-1]},"log":[{",".join(playing.lines_for((0, 1)))}],"views":{{{seen}}}}}'
