"""What every rulebook keeps, tried on random games. Two lines of a test module of your own hold yours to it:

    from vanguard.testing.contracts import *
    RULEBOOKS = ["skirmish=my_package.skirmish:rulebook"]

Without `RULEBOOKS` every registered rulebook is tried. `VANGUARD_CONTRACT_GAMES` says how many games each contract plays,
`VANGUARD_CONTRACT_FIRST` the number of the first.
"""

from vanguard.testing.contracts.bots import *  # noqa: F403
from vanguard.testing.contracts.declining import *  # noqa: F403
from vanguard.testing.contracts.drawing import *  # noqa: F403
from vanguard.testing.contracts.lessons import *  # noqa: F403
from vanguard.testing.contracts.odds import *  # noqa: F403
from vanguard.testing.contracts.pictures import *  # noqa: F403
from vanguard.testing.contracts.play import *  # noqa: F403
from vanguard.testing.contracts.records import *  # noqa: F403
from vanguard.testing.contracts.recounts import *  # noqa: F403
from vanguard.testing.contracts.secrets import *  # noqa: F403
from vanguard.testing.contracts.sight_shown import *  # noqa: F403
from vanguard.testing.contracts.typed_answers import *  # noqa: F403
from vanguard.testing.rulebooks_tried import pytest_generate_tests as pytest_generate_tests
from vanguard.testing.rulebooks_tried import rulebook as rulebook
