"""What could be typed on from here, for the command line of the web table. The notation itself is `core/questions/notation.py`."""

from __future__ import annotations

from typing import Any

from vanguard.core.questions import Choose, Place, Question
from vanguard.core.questions.notation import begins, typed_from_given
from vanguard.server.wire.messages.replies import Completion

MOST_COMPLETIONS = 30


def completions(question: Question[Any], text: str) -> tuple[list[Completion], str]:
    """What could be typed on from here, and a hint how answers to this question are typed."""
    folded = " ".join(text.split()).casefold()
    if isinstance(question, Choose):
        found = [option for option in question.options if begins(option, folded) or folded in option.label.casefold()]
        found.sort(key=lambda option: (not option.available, not begins(option, folded)))
        labels = [option.label for option in question.options]
        return [
            _completion(option.label if labels.count(option.label) == 1 else option.key, option.label, option.why_not)
            for option in found[:MOST_COMPLETIONS]
        ], "type an answer, or words of it"
    typed = [typed_from_given(candidate) for candidate in question.candidates()]
    found_typed = [words for words in dict.fromkeys(typed) if words.startswith(folded)][:MOST_COMPLETIONS]
    hint = "type points such as 4,7.5 6,9" if isinstance(question, Place) else "type amounts by name, such as a=2 b=1"
    return [_completion(words, words, "") for words in found_typed], hint


def _completion(text: str, label: str, why_not: str) -> Completion:
    return {"text": text, "label": label, "why_not": why_not}
