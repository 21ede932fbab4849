"""The two kinds of questions a rule puts: to a player (Choose, Place, Split, Together) and to chance (Roll, Draw).

A question is an awaitable value. Whoever drives the game answers it: a person, a bot, a test script, a replay, an odds
enumerator. An answer has two forms: the *given* form is plain JSON data and goes into records and messages; the *value*
is what the awaiting rule receives. Values are immutable and never refer into the state, so that a fork may replay them.

Each kind has its own chapter; whoever writes rules takes them all from here.
"""

from __future__ import annotations

from vanguard.core.questions.asking import Given as Given
from vanguard.core.questions.asking import Player as Player
from vanguard.core.questions.asking import Question as Question
from vanguard.core.questions.chance import D6 as D6
from vanguard.core.questions.chance import Chance as Chance
from vanguard.core.questions.chance import Draw as Draw
from vanguard.core.questions.chance import Roll as Roll
from vanguard.core.questions.choices import Choose as Choose
from vanguard.core.questions.choices import Options as Options
from vanguard.core.questions.options import Listing as Listing
from vanguard.core.questions.options import Option as Option
from vanguard.core.questions.options import among as among
from vanguard.core.questions.options import yes_or_no as yes_or_no
from vanguard.core.questions.paths import Path as Path
from vanguard.core.questions.places import Place as Place
from vanguard.core.questions.places import WhereTo as WhereTo
from vanguard.core.questions.splits import Lot as Lot
from vanguard.core.questions.splits import Split as Split
from vanguard.core.questions.together import Together as Together
from vanguard.core.questions.urn import Uniform as Uniform
