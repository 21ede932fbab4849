"""What options would start is said by the options themselves, and the odds are made of that."""

from vanguard.core.anatomy import attempted
from vanguard.core.questions import Choose, Option, Question
from vanguard.core.rulebook import Trial
from vanguard.core.state import State


def test_an_option_without_an_attempt_or_that_is_not_available_has_no_odds() -> None:
    state = State()

    def shot(state: State, by: str, at: str) -> Trial | None:
        return None if at == "nobody" else Trial(f"{by} at {at}", 0, state, lambda state: None, (at,))  # type: ignore[arg-type, return-value]

    options = [
        Option("a", 1, attempt=("shot", "b1", "r1")),
        Option("b", 2, why_not="out of range", attempt=("shot", "b1", "r2")),
        Option("c", 3, attempt=("shot", "b1", "nobody")),
        Option("hold", 0),
    ]
    question: Question[int] = Choose(0, "Whom?", options, "shoot.target")
    assert {key: trial.label for key, trial in attempted(state, question, {"shot": shot}).items()} == {"a": "b1 at r1"}
