"""The sentences of the log, by message key."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    # set up
    "defender": "{team} are the Defender.",
    "drop-zone": "{team} choose the {edge} edge.",
    "barricade": "{team} place a barricade.",
    "set-up": "{who} is set up with {order} orders.",
    "battle-begins": "The battle begins.",
    # turning points
    "turning-point": "Turning Point {number} begins.",
    "turning-point-ended": "Turning Point {number} ends.",
    "initiative-roll": "{team} roll {face} for the initiative.",
    "initiative-tied": "A tie: the initiative changes sides.",
    "initiative-rerolled": "A tie in the first Turning Point: both roll again.",
    "initiative": "{team} have the initiative.",
    "command-point-gained": "{team} gain a Command Point and have {points}.",
    "strategy-passed": "{team} pass.",
    "ploy-used": "{team} use {ploy} for {cost} CP.",
    "marked-prey": "{target} is marked prey.",
    # activations
    "activated": "{who} is activated with {order} orders and {points} AP.",
    "order-given": "{who} takes {order} orders.",
    "passes": "{who} passes.",
    "overwatch": "{who} makes an Overwatch.",
    "apl-changed": "{who}'s APL changes by {change} and is now {apl}.",
    # moves
    "normal-move": "{who} moves {cost}″.",
    "charge": "{who} charges {cost}″.",
    "fall-back": "{who} falls back {cost}″.",
    "dash": "{who} dashes {cost}″.",
    # shooting
    "shoots": "{who} shoots at {target} with the {weapon}.",
    "attack-dice": "{who} retains {hits} normal and {criticals} critical hits.",
    "rerolled": "{team} re-roll {before} with {source} and get {after}.",
    "rending": "{who} turns a normal hit into a critical hit.",
    "piercing-gained": "The {weapon} pierces: AP{piercing} for this attack.",
    "no-hits": "Nothing hits {target}.",
    "defence-dice": "{target} retains {saves} normal and {criticals} critical saves{cover}.",
    "hits-saved": "{target} discards {normals} normal and {criticals} critical hits.",
    "saved": "{target} takes no damage.",
    # combat
    "fights": "{who} fights {target}.",
    "unarmed": "{who} has no melee weapon and rolls no dice.",
    "fight-dice": "{who} retains {hits} normal and {criticals} critical hits with the {weapon}.",
    "strikes": "{who} strikes {target} with the {weapon}.",
    "strikes-critically": "{who} strikes {target} critically with the {weapon}.",
    "parries": "{who} parries {hit} of {target}.",
    "stunned-hit": "{who} is stunned and loses a normal hit.",
    # damage
    "wounds-lost": "{who} loses {amount} {wounds} and has {left} left.",
    "mortal-wounds": "{who} suffers {amount} mortal {wounds} and has {left} left.",
    "wounds-regained": "{who} regains {amount} wounds and has {left}.",
    "injured": "{who} is injured.",
    "holds-on": "{who} holds on and loses no more wounds in this action.",
    "held-on": "{who} holds on with 1 wound.",
    "incapacitated": "{who} is incapacitated.",
    # abilities
    "move-it": "{who} spurs {target} on.",
    "patch-up": "{who} patches {target} up.",
    "mind-spike": "{who} drives a spike into the mind of {target}.",
    "veil-shield": "{who} draws a veil around {target}.",
    "shield-ended": "The veil around {who} fades.",
    # missions
    "points-scored": "{team} score {points} VP ({why}) and have {total}.",
    "relic-taken": "{who} picks up the relic.",
    "relic-dropped": "{who} drops the relic.",
    "exited": "{who} breaks through and leaves the killzone.",
    "device-destroyed": "{who} destroys a device.",
    "won": "{team} win: {reason}.",
    "drawn": "The battle is a draw: {reason}.",
}
