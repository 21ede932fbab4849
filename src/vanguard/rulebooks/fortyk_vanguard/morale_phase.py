"""THE MORALE PHASE: each army is one unit, takes at most one test, and may lose models to flight."""

from __future__ import annotations

from vanguard.core.questions import Choose, Option, Roll
from vanguard.core.telling.events import DiceShown, Modifier, needed_in_words
from vanguard.rulebooks.fortyk_vanguard.damage import remove
from vanguard.rulebooks.fortyk_vanguard.special_rules import leadership_of, rules_of
from vanguard.rulebooks.fortyk_vanguard.state import Battle, Model
from vanguard.rulebooks.fortyk_vanguard.stratagems import INSANE_BRAVERY, label, text, usable, use


def must_test(battle: Battle, seat: int) -> bool:
    """A player tests who lost a model this turn and still has one on the battlefield (vanguard.morale.trigger)."""
    return battle.destroyed_this_turn[seat] > 0 and bool(battle.of(seat))


def is_below_half(battle: Battle, seat: int) -> bool:
    """Fewer survivors, embarked and in reserve included, than half of the models mustered."""
    return battle.survivors(seat) * 2 < battle.sides[seat].starting_models


def army_leadership(battle: Battle, seat: int) -> int:
    """The highest Leadership on the battlefield (vanguard.morale.leadership-is-the-highest)."""
    return max([leadership_of(battle, model) for model in battle.of(seat)], default=1)


def added_to_the_test(battle: Battle, seat: int) -> int:
    """The models lost this turn, twice as many below half-strength."""
    losses = battle.destroyed_this_turn[seat]
    return losses * 2 if is_below_half(battle, seat) else losses


async def morale_of(battle: Battle, seat: int) -> None:
    """One army's test with all that follows it."""
    if not must_test(battle, seat) or await _insanely_brave(battle, seat):
        return
    if not await passes_morale_test(battle, seat):
        await _flee(battle, seat, "The test is failed: who flees?", "vanguard.morale.failed-one-flees")
        await combat_attrition(battle, seat)


async def passes_morale_test(battle: Battle, seat: int) -> bool:
    clause = "vanguard.morale.normal-test"
    leadership, added = army_leadership(battle, seat), added_to_the_test(battle, seat)
    needed = leadership - added
    kinds = tuple([1 if face == 1 or face <= needed else 0 for face in range(1, 7)])
    prompt = f"Morale test of {battle.army_name(seat)}"
    [face] = await Roll(seat, 1, f"morale {seat}", clause, kinds=kinds, prompt=prompt)
    passed = bool(kinds[face - 1])
    if battle.heard:
        below = is_below_half(battle, seat)
        why = "losses doubled below half-strength" if below else "models destroyed"
        modifiers = [Modifier(added, why, "vanguard.morale.double-losses-below-half" if below else clause)]
        dice = DiceShown(
            "Morale test", seat, (face,), ("save" if passed else "fail",), f"at most {leadership}", modifiers
        )
        key = "morale-passed" if passed else "morale-failed"
        battle.note(key, clause, (), dice, who=battle.army_name(seat), n=face + added, leadership=leadership)
    return passed


async def _insanely_brave(battle: Battle, seat: int) -> bool:
    """Insane Bravery: once per battle the test of the whole army is passed without rolling; no question if none can fail."""
    leadership, added = army_leadership(battle, seat), added_to_the_test(battle, seat)
    if 6 + added <= leadership or not usable(battle, seat, INSANE_BRAVERY):
        return False
    worst = max(2, leadership - added + 1)
    prompt = f"Morale test: D6 + {added} against Leadership {leadership}, which fails on {worst}+. Use Insane Bravery?"
    options = [
        Option("yes", True, label(battle, INSANE_BRAVERY), does=text(battle, INSANE_BRAVERY)),
        Option("no", False, "Roll", declines=True, attempt=("morale", seat)),
    ]
    if not await Choose(seat, prompt, options, "core.stratagem.insane-bravery"):
        return False
    use(battle, seat, INSANE_BRAVERY)
    return True


def may_flee(battle: Battle, seat: int) -> list[Model]:
    """Everybody on the battlefield, except whom a power makes pass."""
    return [it for it in battle.of(seat) if battle.effect_on("mental-fortitude", it.key) is None]


async def _flee(battle: Battle, seat: int, prompt: str, clause: str) -> None:
    """The owner chooses who flees; it counts as destroyed but triggers nothing."""
    able = may_flee(battle, seat)
    if not able:
        return
    key = able[0].key
    if len(able) > 1:
        options = [Option(it.key, it.key, it.name, about=(it.key,)) for it in able]
        key = await Choose(seat, prompt, options, clause)
    remove(battle, key, "flees", "vanguard.morale.fled-models-are-destroyed")
    for passenger in battle.passengers(key):
        remove(battle, passenger.key, "flees", "vanguard.morale.fled-models-are-destroyed")


async def combat_attrition(battle: Battle, seat: int) -> None:
    """One D6 for each model left, read with that model's own abilities; each 1 makes one more flee."""
    below = is_below_half(battle, seat)
    clause = "vanguard.morale.combat-attrition-army-wide"
    alike: dict[int, list[Model]] = {}
    for model in may_flee(battle, seat):
        alike.setdefault(total_of(attrition_modifiers(battle, model, below)), []).append(model)
    fleeing = 0
    for modifier in sorted(alike):
        models = alike[modifier]
        worst = 1 - modifier
        kinds = tuple([0 if face <= worst else 1 for face in range(1, 7)])
        prompt = f"Combat Attrition of {battle.army_name(seat)}"
        faces = await Roll(seat, len(models), f"attrition {seat}", clause, kinds=kinds, prompt=prompt)
        fled = len([face for face in faces if face <= worst])
        fleeing += fled
        if battle.heard:
            marks = ["fail" if face <= worst else "save" for face in faces]
            needed, why = needed_in_words(2, worst + 1), attrition_modifiers(battle, models[0], below)
            dice = DiceShown("Combat Attrition", seat, faces, marks, needed, why)
            battle.note("attrition", clause, (), dice, who=battle.army_name(seat), n=fled, of=len(models))
    for left in range(fleeing, 0, -1):
        await _flee(battle, seat, f"Combat Attrition: who flees? {left} to choose.", clause)


def attrition_modifiers(battle: Battle, model: Model, below_half: bool) -> list[Modifier]:
    """-1 below half-strength; abilities change or ignore that for the die of their own model only."""
    rules = rules_of(model)
    if any([rule.ignores_attrition_modifiers() for rule in rules]):
        return []
    half = Modifier(-1, "below half-strength", "vanguard.morale.attrition-minus-one-below-half")
    own = [Modifier(rule.attrition_modifier(battle, model), rule.key, rule.clause) for rule in rules]
    return [it for it in ([half, *own] if below_half else own) if it.amount]


def total_of(modifiers: list[Modifier]) -> int:
    return sum([modifier.amount for modifier in modifiers])
