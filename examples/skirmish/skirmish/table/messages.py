"""What events say and what they look like."""

from __future__ import annotations

from vanguard.core.telling.pictures import ACT, FALL, HARM, MOVE, PLACE, SCORE, SHOOT, STAGE

MESSAGES = {
    "set up": "{who} is set up.",
    "round begins": "Round {n}.",
    "acts": "{who} acts.",
    "moves": "{who} moves {cost} inches.",
    "shoots": "{who} shoots at {target}: {hits} hits.",
    "wounded": "{who} loses {amount} {amount:wound|wounds}, {left} left.",
    "falls": "{who} is removed.",
    "scores": "{who} holds the well and has {left} {left:point|points}.",
}

PICTURES = {
    "set up": PLACE,
    "round begins": STAGE,
    "acts": ACT,
    "moves": MOVE,
    "shoots": SHOOT,
    "wounded": HARM,
    "falls": FALL,
    "scores": SCORE,
}
