"""Who shoots and fights whom with what and how often, and what the dice come to."""

from __future__ import annotations

from collections import Counter

from tests.rulebooks.fortyk_vanguard.refereeing.ledger import TOLERANCE, Chapter, Ledger
from vanguard.core.telling.events import Event
from vanguard.rulebooks.fortyk_vanguard.profiles import Quantity, WeaponProfile


class Volley:
    """One model's attacks: the weapons it aims, whom they were given to, and whom they destroy."""

    def __init__(self, attacker: str, overwatch: bool) -> None:
        self.attacker = attacker
        self.overwatch = overwatch
        self.aims: list[tuple[WeaponProfile, str]] = []
        self.counts: list[int] = []
        self.victims: list[tuple[str, ...]] = []
        self.made: dict[str, Counter[str]] = {}
        self.fallen: list[str] = []
        self.blows = (0, 0)


class Attacks(Chapter):
    """Who may shoot and fight, with what at whom and how often, and what the dice come to."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.volley: Volley | None = None
        self.profile: WeaponProfile | None = None
        self.pair = ("", "")
        self.hit = self.sure = self.wounding = self.failed = 0
        self.each = self.ignored = 0
        """The Damage of an attack as it was told, and wounds that were ignored."""
        self.exploded: set[str] = set()
        self.struck = 0
        self.countered = ""

    # -- shooting ----------------------------------------------------------------------------------------------------------

    def on_turn(self, event: Event) -> None:
        self.end_volley()

    on_phase = on_turn
    on_declares = on_turn
    on_ends = on_turn

    def on_aims(self, event: Event) -> None:
        it, (key, target) = self.ledger, event.about
        if self.volley is None or self.volley.attacker != key or self.volley.made:
            self.end_volley()
            self.volley = Volley(key, it.seat(key) != it.turn)
            selected = self.volley.overwatch or "shot" in it.did[key]
            it.check(selected, "core.shoot.select", f"{key} was not selected to shoot")
        weapon = it.weapon(key, event.values["weapon"])
        assert weapon is not None
        it.aimed = (key, weapon)
        self.judge_aim(key, weapon, target)
        self.volley.aims.append((weapon, target))
        if weapon.once_per_battle:
            it.spent.setdefault(key, []).append(weapon.name)
        self.volley.counts.append(self.printed(key, weapon, target))
        self.volley.victims.append(())

    def judge_aim(self, key: str, weapon: WeaponProfile, target: str) -> None:
        it, volley = self.ledger, self.volley
        assert volley is not None
        used = [profile for profile, _ in volley.aims]
        if used and used[0].name != weapon.name:
            mixed = any(profile.pistol != weapon.pistol for profile in used)
            it.check(not mixed, "core.weapon.pistol-or-others", f"{key} mixes Pistols and others")
            it.check(not (used[0].grenade or weapon.grenade), "core.weapon.grenade", f"{key} throws and shoots")
        against = it.against_weapon(key, weapon) or it.against_target(key, weapon, target)
        it.check(not against, against, f"{key} aims {weapon.name} at {target}")

    def printed(self, key: str, weapon: WeaponProfile, target: str) -> int:
        """The number of attacks where no die is rolled for it; otherwise below 0 until the log says it."""
        it = self.ledger
        near = it.gap(key, target) <= weapon.range / 2 + 0.001
        quantity = weapon.attacks if near or weapon.type != "dakka" else weapon.attacks_beyond_half
        if quantity.dice:
            return -1
        count = quantity.plus
        if weapon.type == "rapid-fire":
            if weapon.lasgun and "first-rank" in it.effects(key):
                count *= 2
            moved = it.did[key] & {"normal-move", "advance", "fall-back", "arrives", "disembarks", "appears", "set-up"}
            steady = it.is_a(key, "TERMINATOR") or (it.is_a(key, "INFANTRY") and not moved)
            discipline = weapon.bolt and it.cards[key].has("bolter-discipline") and steady
            count *= 2 if near or discipline else 1
        return count

    def on_attacks(self, event: Event) -> None:
        assert self.volley is not None
        self.volley.counts[-1] = event.values["n"]

    def on_blast_most(self, event: Event) -> None:
        self.raised(event, 11)

    def on_blast_least(self, event: Event) -> None:
        self.raised(event, 6)

    def raised(self, event: Event, least: int) -> None:
        assert self.volley is not None
        weapon = self.volley.aims[-1][0]
        self.volley.counts[-1] = weapon.attacks.most if least == 11 else 3
        self.ledger.check(event.values["n"] == self.volley.counts[-1], event.clause, "the number of a blast")

    def on_blast(self, event: Event) -> None:
        """Everybody within Blast Range of the initial target whom it sees."""
        it, volley = self.ledger, self.volley
        assert volley is not None
        weapon, initial = volley.aims[-1]
        reach = (1.0 if weapon.type == "grenade" else 2.0) + TOLERANCE
        near = [friend for friend in it.friends(initial) if it.gap(initial, friend) <= reach]
        right = {friend for friend in near if it.sees(initial, friend)}
        it.check(set(event.about) == right, "vanguard.blast.victims", f"a blast at {initial} catches {right}")
        volley.victims[-1] = event.about

    def end_volley(self) -> None:
        volley, self.volley = self.volley, None
        if volley is None:
            return
        it, key = self.ledger, volley.attacker
        if not volley.aims:
            least, most = volley.blows
            told = f"{key} makes {self.struck} attacks of {least} to {most}"
            it.check(least <= self.struck <= most, "core.fight.number-of-attacks", told)
        for name in {weapon.name for weapon, _ in volley.aims}:
            counts = [count for (weapon, _), count in zip(volley.aims, volley.counts) if weapon.name == name]
            made = volley.made.get(name, Counter())
            told = f"{key} makes {sum(made.values())} attacks with {name} of {counts}"
            it.check(sum(made.values()) == sum(counts), "core.shoot.number-of-attacks", told)
            if len(counts) == 1:
                at = [weapon.name for weapon, _ in volley.aims].index(name)
                self.judge_shares(volley, *volley.aims[at], volley.victims[at], made)
        unrolled = [fallen for fallen in volley.fallen if it.cards[fallen].has("reanimation-protocols")]
        it.check(not unrolled, "faction.reanimation-protocols", f"nothing is rolled for {unrolled}")

    def judge_shares(
        self, volley: Volley, weapon: WeaponProfile, initial: str, victims: tuple[str, ...], made: Counter[str]
    ) -> None:
        it = self.ledger
        it.check(made[initial] > 0, "vanguard.split-fire.first-attack-on-initial-target", f"none at {initial}")
        if weapon.blast:
            shares = [made[it] for it in (initial, *victims)]
            it.check(set(made) <= {initial, *victims}, "vanguard.blast.victims", f"{dict(made)} of a blast")
            fair = max(shares) - min(shares) <= 1 and made[initial] == max(shares)
            it.check(fair, "vanguard.blast.repeat-in-rounds", f"{dict(made)} of a blast at {initial}")
            size = len(shares)
            least = weapon.attacks.most if size > 10 else 3 if size > 5 else 1
            it.check(sum(shares) >= least, "vanguard.blast.attack-count", f"{sum(shares)} attacks at {size} models")

    # -- dice --------------------------------------------------------------------------------------------------------------

    def begins(self, event: Event, count: int) -> WeaponProfile | None:
        """Attacks of one profile on one model begin."""
        it, (key, target) = self.ledger, event.about
        weapon = it.weapon(key, event.values["weapon"])
        self.pair, self.profile = (key, target), weapon
        self.sure = self.hit = self.wounding = self.failed = self.each = self.ignored = 0
        if weapon is not None and weapon.type != "melee":
            assert self.volley is not None and self.volley.attacker == key
            made = self.volley.made.setdefault(weapon.name, Counter())
            made[target] += count
        else:
            self.strikes(key)
            self.struck += count
        return weapon

    def strikes(self, key: str) -> None:
        """A model fights: once a phase, and chargers before all who neither charged nor fight first."""
        it = self.ledger
        if self.volley is not None and self.volley.attacker == key:
            return
        self.end_volley()
        self.volley, self.struck = Volley(key, False), 0
        self.volley.blows = self.blows(key)
        it.check("fought" not in it.did[key], "core.fight.eligible", f"{key} fights again")
        it.did[key].add("fought")
        first = "charge-move" in it.did[key] or it.cards[key].has("fights-first") or self.countered == key
        for other in it.places if not first else ():
            # Whoever was chosen after its targets had fallen piled in and struck at nobody: that was its fight.
            chosen = it.did[other] & {"fought", "pile-in", "consolidation"}
            if "charge-move" in it.did[other] and not chosen and "dreads" not in it.did[other]:
                targets = [target for target in it.targets.get(other, ()) if target in it.places]
                waits = any(it.engaged(other, target) for target in targets)
                it.check(not waits, "core.fight.chargers-first", f"{key} fights before {other}, who charged")

    def on_stratagem(self, event: Event) -> None:
        if event.values["name"] == "Counter-Offensive":
            self.countered = event.about[0]

    def on_dreads(self, event: Event) -> None:
        self.ledger.did[event.about[0]].add("dreads")

    def blows(self, key: str) -> tuple[int, int]:
        """The least and the most attacks a model makes when it fights."""
        it, did = self.ledger, self.ledger.did[key]
        card = it.cards[key]
        printed = card.row(it.wounds[key] or 1).attacks
        more = sum(e.amount for e in it.lasting if e.about == key and e.key in ("fists-of-gork", "hallowed-fury"))
        more += any(e.key == "waaagh" and e.owner == it.seat(key) for e in it.lasting)
        if card.has("shock-assault"):
            charged = any(key in it.targets.get(other, ()) and "charge-move" in it.did[other] for other in it.cards)
            more += bool(did & {"charge-move", "heroic-intervention"}) or charged
        more += card.has("avalanche-of-muscle") and "charge-move" in did
        more += sum(weapon.extra_attacks for carried in card.weapons for weapon in carried.melee)
        return printed.least + more, printed.most + more

    def on_attacks_lost(self, event: Event) -> None:
        self.begins(event, event.values["n"])

    def on_automatic_hits(self, event: Event) -> None:
        self.begins(event, event.values["n"])
        self.hit = event.values["n"]

    def on_smoke(self, event: Event) -> None:
        self.ledger.spent.setdefault(event.about[0], []).append("smoke")

    def on_hold_steady(self, event: Event) -> None:
        self.ledger.did[event.about[0]].add("holds steady")

    def on_set_to_defend(self, event: Event) -> None:
        self.ledger.did[event.about[0]].add("defends")

    def on_hits(self, event: Event) -> None:
        it, (key, target) = self.ledger, event.about
        weapon = self.begins(event, event.values["of"])
        assert event.dice is not None and self.volley is not None
        faces = event.dice.faces
        it.check(len(faces) == event.values["of"], "core.attack.hit-roll", "a die for each attack")
        ranged = weapon is not None and weapon.type != "melee"
        row = it.cards[key].row(it.wounds[key])
        skill = row.ballistic_skill if ranged else row.weapon_skill
        if self.volley.overwatch:
            least = 5 if "holds steady" in it.did[key] else 6
            landed = [face for face in faces if face >= least]
        else:
            modifier = self.modifier(key, target, weapon, ranged)
            modifier += sum(it.amount for it in event.dice.modifiers if it.label == "dense cover")
            modifier = max(-1, min(1, modifier))
            landed = [face for face in faces if face == 6 or (face > 1 and face + modifier >= skill)]
        told = f"{len(landed)} of {faces} hit {target} by {key}, not {event.values['n']}"
        it.check(len(landed) == event.values["n"], "core.attack.hit-modifier-cap", told)
        sixes = faces.count(6)
        extra = weapon.extra_hits_on_six * sixes if weapon is not None else 0
        self.sure = sixes if weapon is not None and weapon.automatic_wounds_on_six else 0
        self.hit = len(landed) + extra - self.sure
        self.wounding = self.sure
        if not ranged:
            self.judge_blow(key, target)

    def modifier(self, key: str, target: str, weapon: WeaponProfile | None, ranged: bool) -> int:
        it, effects = self.ledger, self.ledger.effects(key)
        found = weapon.hit_modifier if weapon is not None else 0
        found += effects.count("my-will-be-done") - effects.count("jabbin-fingerz") - effects.count("withering-gaze")
        mover = it.aboard.get(key, key)
        if ranged:
            assert weapon is not None
            if weapon.type in ("assault", "dakka") and "advance" in it.did[mover]:
                found -= 1
            moved = {"normal-move", "advance", "arrives", "disembarks", "appears", "set-up"}
            if weapon.type == "heavy" and it.is_a(key, "INFANTRY") and it.did[mover] & moved:
                found -= 1
            if weapon.type == "heavy" and it.in_combat_with(key):
                found -= 1
            against = it.effects(target)
            return found - against.count("nightshroud") - against.count("smoke-launchers")
        bosses = [key, *it.friends(key)]
        boss = any(
            it.cards[friend].has("warboss") and it.gap(key, friend) <= 6.001 for friend in bosses if friend in it.places
        )
        found += boss and it.is_a(key, "CORE", "CHARACTER")
        return found + ("defends" in it.did[key])

    def judge_blow(self, key: str, target: str) -> None:
        it = self.ledger
        if key not in it.places:
            return
        line = any(piece.has("defence-line") for piece in it.battle.field.pieces) and it.gap(key, target) <= 2.002
        it.check(it.engaged(key, target) or line, "core.fight.targets", f"{key} strikes {target} from afar")
        if "charge-move" in it.did[key]:
            declared = target in it.targets[key] or "heroic-intervention" in it.did[target]
            it.check(declared, "core.fight.charger-targets", f"{key} strikes {target}, no target of its charge")

    def on_wound_rolls(self, event: Event) -> None:
        it, (key, target), weapon = self.ledger, event.about, self.profile
        assert event.dice is not None and self.pair == (key, target)
        it.check(
            event.values["of"] == self.hit, "core.attack.hit-roll", f"{self.hit} hits make {event.values['of']} rolls"
        )
        strength = it.cards[key].row(it.wounds[key]).strength
        more = sum(e.amount for e in it.lasting if e.about == key and e.key in ("fists-of-gork", "hallowed-fury"))
        if weapon is not None:
            own = weapon.strength
            strength = own.own or strength * own.times + own.plus + more
        else:
            strength += more
        tough = it.cards[target].toughness
        needed = 2 if strength >= 2 * tough else 3 if strength > tough else 4 if strength == tough else 5
        needed = 6 if 2 * strength <= tough else needed
        wounds = len([face for face in event.dice.faces if face >= needed])
        told = f"{wounds} of {event.dice.faces} wound {target} by {key} (S {strength}), not {event.values['n']}"
        it.check(wounds == event.values["n"], "core.attack.wound-table", told)
        self.wounding = wounds + self.sure

    def on_saves(self, event: Event) -> None:
        it, target, weapon = self.ledger, event.about[0], self.profile
        assert event.dice is not None
        card = it.cards[target]
        it.check(event.values["of"] == self.wounding, "core.attack.saving-throw", "a save for each wound")
        barrier = "psychic-barrier" in it.effects(target)
        cover = sum(m.amount for m in event.dice.modifiers if m.label in ("cover", "small in cover"))
        armour = card.save - (weapon.ap if weapon is not None else 0) - card.save_bonus - barrier
        if event.dice.label == "Invulnerable save":
            needed = max(2, card.invulnerable - barrier)
            it.check(card.invulnerable - barrier < armour, "core.attack.invulnerable-save", f"{target} saves worse")
        else:
            needed = max(2, armour - cover)
        saved = len([face for face in event.dice.faces if face >= needed])
        told = f"{saved} of {event.dice.faces} saved by {target}, not {event.values['n']}"
        it.check(saved == event.values["n"], "core.attack.saving-throw", told)
        self.failed = event.values["of"] - saved

    # -- harm --------------------------------------------------------------------------------------------------------------

    def on_no_save(self, event: Event) -> None:
        self.ledger.check(event.values["n"] == self.wounding, "core.attack.saving-throw", "another number of wounds")
        self.failed = event.values["n"]

    def on_damage(self, event: Event) -> None:
        self.each = event.values["n"]

    def on_damage_reduced(self, event: Event) -> None:
        it, key = self.ledger, event.about[0]
        left = max(1, event.values["n"] - it.cards[key].damage_reduction)
        self.each = event.values["left"]
        it.check(self.each == left, "core.attack.damage-reduction", f"{left} of it is left for {key}")

    def on_ignored(self, event: Event) -> None:
        self.ignored = event.values["n"]

    def damage(self, key: str) -> int:
        """The wounds that failed saves cost: those of one attack if its Damage is rolled or some may be ignored, else of all."""
        card, weapon = self.ledger.cards[key], self.profile
        printed = Quantity(1) if weapon is None else weapon.damage
        times = 1 if printed.dice or card.ignore_wounds else self.failed
        lost = times * (self.each or printed.plus) - self.ignored
        self.ignored = 0
        return min(lost, self.ledger.wounds[key])

    def on_wounds(self, event: Event) -> None:
        it, key = self.ledger, event.about[0]
        left = it.wounds[key] - event.values["amount"]
        it.check(left == event.values["left"] >= 0, "core.attack.excess-damage-lost", f"{key} has {left} wounds left")
        if event.clause == "core.attack.inflict-damage":
            owed = self.damage(key)
            it.check(event.values["amount"] == owed, event.clause, f"{key} loses {event.values['amount']}, not {owed}")
        by_attack = ("core.attack.inflict-damage", "core.attack.mortal-wounds-in-addition")
        if event.clause in by_attack and left == 0 and self.volley is not None and key not in self.volley.fallen:
            self.volley.fallen.append(key)

    def on_explodes(self, event: Event) -> None:
        self.exploded.add(event.about[0])

    on_burns_out = on_explodes

    def on_destroyed(self, event: Event) -> None:
        it, key = self.ledger, event.about[0]
        if it.cards[key].explosion is not None:
            it.check(key in self.exploded, "core.ability.explodes", f"nothing is rolled for {key}")
        it.check(key not in it.aboard.values(), "core.transport.destroyed", f"somebody is still aboard {key}")

    def on_reanimation(self, event: Event) -> None:
        assert self.volley is not None
        owed = event.about[0] in self.volley.fallen
        self.ledger.check(owed, "faction.reanimation-protocols", f"{event.about[0]} was not felled by attacks")
        if owed:
            self.volley.fallen.remove(event.about[0])

    def on_stands_up(self, event: Event) -> None:
        key = event.about[0]
        self.ledger.check(key in self.ledger.gone, "faction.reanimation-protocols", f"{key} was not destroyed")
