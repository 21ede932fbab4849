"""What people at a table say to each other: a few ready phrases, and a line of their own where both want that.

It is kept as long as the game is in memory and belongs to no record.
"""

from __future__ import annotations

import unicodedata

from vanguard.core.refusals import Refused
from vanguard.server.wire.guard import Pace
from vanguard.server.wire.messages.table import Said
from vanguard.server.wire.text import refuse_unfit

PHRASES: dict[str, str] = {
    "hello": "Hello!",
    "luck": "Good luck, have fun.",
    "moment": "One moment, please.",
    "back": "I am back.",
    "nice": "Nice move!",
    "ouch": "Ouch.",
    "lucky": "What dice!",
    "sorry": "Sorry, that was a slip.",
    "thanks": "Thank you.",
    "game": "Good game!",
}
MOST_LETTERS = 200
MOST_LINES = 60
AT_ONCE, PER_SECOND = 5.0, 0.4
"""A person may say so much at once, and one thing every few seconds after that."""


class Talk:
    """What was said at one table, and who does not want to hear it."""

    def __init__(self) -> None:
        self.lines: list[Said] = []
        self.wants = [True, True]
        """Does this seat want to hear words of the other's own? Ready phrases are always let through."""
        self._paces = (Pace(AT_ONCE, PER_SECOND), Pace(AT_ONCE, PER_SECOND))

    def say(self, seat: int, name: str, phrase: str | None, text: str | None) -> Said:
        """One line of a seat; refused if it is no text, too long, too soon, or not wanted."""
        if (phrase is None) == (text is None):
            raise Refused("say either a ready phrase or words of your own")
        if phrase is not None and phrase not in PHRASES:
            raise Refused(f"there is no phrase {phrase!r:.40}; there is: {', '.join(PHRASES)}")
        words = PHRASES[phrase] if phrase is not None else fit_words(text or "")
        if phrase is None and not self.wants[seat]:
            raise Refused("you have switched the chat off")
        if phrase is None and not self.wants[1 - seat]:
            raise Refused("the other player has switched the chat off; ready phrases still reach them")
        if not self._paces[seat].allows():
            raise Refused("a little slower, please: one line every few seconds")
        said: Said = {"type": "said", "seat": seat, "name": name, "text": words, "phrase": phrase or ""}
        self.lines = [*self.lines, said][-MOST_LINES:]
        return said

    def heard_by(self, seats: tuple[int, ...]) -> list[Said]:
        """What these seats are told when they come (back): nothing of the other's own words where they are not wanted."""
        return [said for said in self.lines if self.reaches(said, seats)]

    def reaches(self, said: Said, seats: tuple[int, ...]) -> bool:
        return bool(said["phrase"]) or said["seat"] in seats or all([self.wants[seat] for seat in seats])


def fit_words(text: str) -> str:
    """One line that can be seen, with single spaces."""
    refuse_unfit(text, "this line", one_line=True)
    words = " ".join(unicodedata.normalize("NFC", text).split())
    if not words:
        raise Refused("there is nothing to say in that")
    if len(words) > MOST_LETTERS:
        raise Refused(f"a line has at most {MOST_LETTERS} letters; this one has {len(words)}")
    return words
