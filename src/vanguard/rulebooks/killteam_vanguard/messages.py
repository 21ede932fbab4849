"""The sentences of the log, by message key."""

from __future__ import annotations

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    # before the game
    "rolled off": "the {what}: Blue rolls {first}, Red rolls {second}.",
    "side chosen": "{player} takes the {side} side of the table.",
    "deployed": "{model} deploys at {place}.",
    "goes first": "{player} takes the first Turn.",
    # rounds and turns
    "round begins": "Round {round} begins.",
    "warband broken": "{player}'s warband is broken: {left} of {starting} models are left.",
    "warband rallied": "{player}'s warband is no longer broken: {left} of {starting} models are in play.",
    "gained command points": "{player} gains {amount} command points ({parts}) and has {now}.",
    "gained pass tokens": "{player} has fewer models and gains {tokens}.",
    "spent command points": "{player} spends {amount} CP on {use}; {left} left.",
    "passed": "{player} passes; {tokens} left.",
    "declared finished": "{player} declares finished for the Round.",
    "finished by itself": "{player} has nothing left to do and is finished for the Round.",
    "activates": "{model} activates.",
    "re-activates": "{model} is activated again.",
    "activated": "{model} has acted.",
    "end phase": "The End phase of Round {round}.",
    "command points lost": "{player} loses {points}.",
    "one more round": "{player} rolls {face} for the duration: one more Round is played.",
    "no more rounds": "{player} rolls {face} for the duration: the game ends.",
    "scored": "{player} scores {points} for {why} ({total} in all).",
    "game over": "the game is over, {why}: Blue {blue}, Red {red}.",
    # actions
    "aims": "{model} aims.",
    "focuses": "{model} focuses.",
    "steadies": "{model} steadies itself.",
    "moves": '{model} {verb} {cost}" to {place}.',
    "stays": "{model} stays where it is.",
    "charges": "{model} charges {target}.",
    "falls back": "{model} falls back!",
    "stays put": "{model} cannot fall back any further and stays where it is.",
    "reaches the edge": "{model} reaches its table edge.",
    "stopped": "{model} is stopped at {place}.",
    "pushed": '{model} is pushed {distance}" to {place}.',
    "pushed off its path": "{model} is pushed off its path; its move ends.",
    "falls": '{model} falls {height}": {hits} hits at AP{hits}.',
    "returned to play": "{model} returns to play at {place} with 1 wound.",
    # attacks
    "action hit roll": "{attacker} attacks {target} with {weapon}: {hits}.",
    "charge hit roll": "{attacker} strikes {target} in its charge with {weapon}: {hits}.",
    "disengaging hit roll": "{attacker} strikes at {target} as it leaves, with {weapon}: {hits}.",
    "retaliation hit roll": "{attacker} retaliates against {target} with {weapon}: {hits}.",
    "blast hit roll": "the blast of {attacker}'s attack catches {target}: {hits}.",
    "dice lost": "{target} is gone: the {lost} meant for it go to waste.",
    "armor roll": "{model}'s armor saves {saved}; {unsaved} unsaved.",
    "re-rolled": "{model} re-rolls a {old} into a {new}.",
    "re-rolled by a card": "{model} re-rolls a {old} into a {new}, thanks to {giver}.",
    "lost wounds": "{model} suffers {wounds}; {left} left.",
    "regained a wound": "{model} regains a wound ({why}); {left} left.",
    "recovery passed": "{model} rolls {face} and recovers.",
    "recovery failed": "{model} rolls {face} and does not recover.",
    "removed": "{model} is removed from play: {why}.",
    # counters
    "fatigued": "{model} is fatigued by {why}.",
    "fatigue cleared": "{model} is no longer fatigued: {why}.",
    "knocked down": "{model} is knocked down: {why}.",
    "stood up": "{model} stands up.",
    "poisoned": "{model} gets a toxin counter.",
    "set on fire": "{model} gets a fire counter.",
    "toxin works": "the toxin works on {model}: 1 mortal wound.",
    "fire burns": "the fire burns {model}: 1 hit at AP1.",
    # nerve
    "nerve passed": "{model} keeps its nerve with a {face} ({why}).",
    "nerve failed": "{model} loses its nerve with a {face} ({why}).",
}
