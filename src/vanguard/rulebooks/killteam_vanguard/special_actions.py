"""The special actions of the cards: one small class each."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.geometry.movement.ground import Mover
from vanguard.rulebooks.killteam_vanguard.atoms import clear_fatigue, regain_wound, return_to_play, stand_up
from vanguard.rulebooks.killteam_vanguard.battlefield import GRAPPLE
from vanguard.rulebooks.killteam_vanguard.leaping import leap
from vanguard.rulebooks.killteam_vanguard.line_of_sight import out_of_command
from vanguard.rulebooks.killteam_vanguard.movement import move_action
from vanguard.rulebooks.killteam_vanguard.rule_hooks import FREE, LONG, SHORT, SpecialAction
from vanguard.rulebooks.killteam_vanguard.state import REMOVED, Battle, Model, within
from vanguard.tabletop.moves import ANY
from vanguard.tabletop.placing import Away, Near, Placing, rings

REANIMATION_RANGE: Final = 3.0
REANIMATION_GAP: Final = 1.0


async def choose_friend(battle: Battle, model: str, friends: list[Model], prompt: str, clause: str) -> str:
    """One of the friends an action may be used on."""
    if len(friends) == 1:
        return friends[0].key
    options = [Option(friend.key, friend.key, friend.name, clause, about=(friend.key,)) for friend in friends]
    return await Choose(battle[model].side, prompt, options, clause, (model,))


class FriendAction(SpecialAction):
    """An action on one other friend: those it cannot be used on are listed with the reason."""

    nobody: str = ""
    prompt: str = ""

    def fault(self, battle: Battle, model: Model, friend: Model) -> str:
        """Why it cannot be used on this friend; empty if it can."""
        raise TypeError(f"{self.key} says nothing of friends")

    def why_not(self, battle: Battle, model: Model) -> tuple[str, str]:
        for friend in battle.friends_of(model):
            if not self.fault(battle, model, friend):
                return "", ""
        return self.nobody, "card.special-actions"

    async def choose(self, battle: Battle, model: str) -> str:
        options = []
        for friend in battle.friends_of(battle[model]):
            why = self.fault(battle, battle[model], friend)
            options.append(Option(friend.key, friend.key, friend.name, self.clause, why, (friend.key,)))
        free = [option for option in options if option.available]
        if len(free) == 1:
            return free[0].value
        return await Choose(battle[model].side, self.prompt, options, self.clause, (model,))


class Exhort(FriendAction):
    """A friend it sees within 6 is no longer fatigued."""

    key = "exhort"
    name = "Exhort"
    text = "One other friendly model within 6 that this model sees loses its fatigue counter."
    clause = "card.special-actions"
    duration = SHORT
    cost = 1
    nobody = "no fatigued friend within 6 in sight"
    prompt = "Exhort whom?"

    def fault(self, battle: Battle, model: Model, friend: Model) -> str:
        return out_of_command(battle, model, friend) if friend.fatigued else "it is not fatigued"

    async def perform(self, battle: Battle, model: str) -> None:
        friend = await self.choose(battle, model)
        clear_fatigue(battle, battle[friend], f"{battle[model].name}'s exhortation", self.clause)


class Rally(FriendAction):
    """A knocked-down friend it sees within 6 stands up."""

    key = "rally"
    name = "Rally"
    text = "One other friendly knocked-down model within 6 that this model sees stands up."
    clause = "card.special-actions"
    duration = SHORT
    nobody = "no knocked-down friend within 6 in sight"
    prompt = "Rally whom?"

    def fault(self, battle: Battle, model: Model, friend: Model) -> str:
        return out_of_command(battle, model, friend) if friend.knocked_down else "it is not knocked down"

    async def perform(self, battle: Battle, model: str) -> None:
        stand_up(battle, battle[await self.choose(battle, model)], self.clause)


class FieldDressing(FriendAction):
    """A wounded friend in base contact regains a wound."""

    key = "field-dressing"
    name = "Field Dressing"
    text = "One other friendly model in base contact with fewer wounds than its WN regains 1 wound."
    clause = "stat.wounds"
    duration = LONG
    nobody = "no wounded friend in base contact"
    prompt = "Dress whose wounds?"

    def fault(self, battle: Battle, model: Model, friend: Model) -> str:
        if friend.wounds >= friend.profile.wounds:
            return "it has all its wounds"
        return "" if within(friend, model, 0.0) else "not in base contact"

    async def perform(self, battle: Battle, model: str) -> None:
        friend = await self.choose(battle, model)
        regain_wound(battle, battle[friend], f"{battle[model].name}'s field dressing", self.clause)


class Steady(SpecialAction):
    """Its next ranged attack ignores the obscured modifier; no movement before or after."""

    key = "steady"
    name = "Steady"
    text = "Only without a movement action in this activation, and none afterwards: its next ranged attack ignores obscured."
    clause = "free-action.not-counted"
    duration = FREE

    def why_not(self, battle: Battle, model: Model) -> tuple[str, str]:
        activation = battle.activation
        if activation is not None and activation.moved:
            return "it has moved in this activation", "card.special-actions"
        if activation is not None and "attack" in activation.actions:
            return "it has attacked: no shot is left in this activation", "activation.no-repeat"
        return "", ""

    async def perform(self, battle: Battle, model: str) -> None:
        activation = battle.activation
        assert activation is not None
        activation.steady = True
        battle.note("steadies", self.clause, (model,), model=battle[model].name)


class GrappleLine(SpecialAction):
    """A walk in which ladders and climbable surfaces cost no vertical inches."""

    key = "grapple-line"
    name = "Grapple Line"
    text = "Move up to SP; ladders and climbable surfaces cost no vertical inches. Counts as a Walk."
    clause = "card.special-actions"
    duration = SHORT
    counts_as = "walk"

    async def perform(self, battle: Battle, model: str) -> None:
        speed = battle[model].profile.speed
        await move_action(battle, model, speed, "grapples", self.clause, reading=GRAPPLE)


class Leap(SpecialAction):
    """A straight jump over models, obstacles and level changes of up to 3."""

    key = "leap"
    name = "Leap"
    text = "Move up to SP in a straight line over models, obstacles, difficult ground and level changes of up to 3. Counts as a Walk."
    clause = "card.special-actions"
    duration = SHORT
    counts_as = "walk"

    async def perform(self, battle: Battle, model: str) -> None:
        await leap(battle, model, battle[model].profile.speed, self.clause)


class ReanimationProtocol(SpecialAction):
    """A removed model of the named types returns near this one with 1 wound, marked Activated."""

    key = "reanimation-protocol"
    name = "Reanimation Protocol"
    text = "Return a removed Necron Warrior or Flayed One within 3 of this model and more than 1 from enemies, with 1 wound, Activated."
    clause = "action.reanimation-protocol"
    duration = LONG
    types: tuple[str, ...] = ("Necron Warrior", "Flayed One")

    def _fallen(self, battle: Battle, model: Model) -> list[Model]:
        """The removed friends of those types that some legal spot is left for."""
        found: list[Model] = []
        for friend in battle.models:
            if friend.side == model.side and friend.place == REMOVED and self._right_type(friend):
                if return_of(battle, model, friend).any_spot() is not None:
                    found.append(friend)
        return found

    def _right_type(self, model: Model) -> bool:
        for kind in model.profile.types:
            if kind in self.types:
                return True
        return False

    def why_not(self, battle: Battle, model: Model) -> tuple[str, str]:
        if self._fallen(battle, model):
            return "", ""
        return f"no removed {' or '.join(self.types)} could return here", self.clause

    async def perform(self, battle: Battle, model: str) -> None:
        fallen = self._fallen(battle, battle[model])
        friend = await choose_friend(battle, model, fallen, "Who returns to play?", self.clause)
        prompt = f"Where does {battle[friend].name} return?"
        spots = return_of(battle, battle[model], battle[friend])
        x, y, z = await spots.ask(battle[model].side, prompt, "action.reanimation-protocol.placement")
        return_to_play(battle, battle[friend], x, y, z, "action.reanimation-protocol.state")


class PrimeReanimationProtocol(ReanimationProtocol):
    """As Reanimation Protocol, for Immortals and Deathmarks."""

    key = "prime-reanimation-protocol"
    name = "Prime Reanimation Protocol"
    text = "Return a removed Immortal or Deathmark within 3 of this model and more than 1 from enemies, with 1 wound, Activated."
    clause = "action.prime-reanimation-protocol"
    types: tuple[str, ...] = ("Immortal", "Deathmark")


def return_of(battle: Battle, actor: Model, friend: Model) -> Placing:
    """Within 3 of the acting model, more than 1 from every enemy, on a legal spot."""
    return Placing(
        battle.field.grounds[""],
        Mover(friend, 0.0, battle.everybody()),
        friend.name,
        {ANY: "action.reanimation-protocol.placement"},
        battle.name_of,
        near=[Near(actor, REANIMATION_RANGE)],
        away=[Away(enemy, REANIMATION_GAP) for enemy in battle.enemies_of(actor)],
        spots=rings(battle.field.table, actor, friend, (0.05, 1.5, REANIMATION_RANGE)),
    )


ACTIONS: Final[dict[str, type[SpecialAction]]] = {
    "Exhort (short, 1 CP)": Exhort,
    "Rally (short)": Rally,
    "Field Dressing (long)": FieldDressing,
    "Steady (free)": Steady,
    "Grapple Line (short)": GrappleLine,
    "Leap (short)": Leap,
    "Reanimation Protocol (long)": ReanimationProtocol,
    "Prime Reanimation Protocol (long)": PrimeReanimationProtocol,
}
