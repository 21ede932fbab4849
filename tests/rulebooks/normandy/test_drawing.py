"""Drawing an answer at random without listing all: always a legal one, and each as likely as any other."""

import random
from collections import Counter

from vanguard.core.questions import Choose, Question
from vanguard.rulebooks.normandy import rulebook
from vanguard.testing.random_play import new_game, random_steps

DRAWS_EACH = 60


def questions(number: int, every: int) -> list[Question]:
    """Some questions of a game played at random, as they stand when they are asked."""
    asked = []
    for step, game in enumerate(random_steps(new_game(rulebook, number), number)):
        if step % every == 0:
            fork = game.fork()
            asked.append(fork.question_for(fork.deciders()[0]))
    return asked


def drawn(question: Question, chance: random.Random) -> str:
    return repr(question.draw(lambda count: int(chance.random() * count)))


def test_whatever_is_drawn_is_one_of_the_candidates():
    chance = random.Random("drawn")
    clauses = set()
    for question in questions(5, 1):
        assert drawn(question, chance) in [repr(given) for given in question.candidates()]
        clauses.add(question.clause)
    assert {"move.distance", "deploy.is-move-action", "ap.spend-freely", "activation.deploy-first"} <= clauses


def test_every_candidate_is_drawn_about_equally_often():
    """So many draws that a candidate left out or favoured twofold would stand out by far."""
    chance = random.Random("equally")
    for question in questions(9, 11):
        candidates = [repr(given) for given in question.candidates()]
        if isinstance(question, Choose):
            question = Choose(0, question.prompt, question._options, question.clause)  # not listed yet
        counts = Counter(drawn(question, chance) for _ in range(DRAWS_EACH * len(candidates)))
        assert set(counts) == set(candidates)
        assert max(counts.values()) < 1.7 * DRAWS_EACH
        assert min(counts.values()) > 0.4 * DRAWS_EACH


def test_what_cannot_be_done_is_listed_with_its_reason_but_never_counted():
    for question in questions(3, 7):
        if question.clause != "ap.spend-freely":
            continue
        listing = question._options
        available = [option.key for option in listing.all() if not option.why_not]
        assert [listing.option(number).key for number in range(len(listing))] == available
        assert all(option.clause for option in listing.all())
