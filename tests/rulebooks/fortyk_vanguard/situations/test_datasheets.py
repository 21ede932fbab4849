"""Datasheets: situations worked out from the book by hand."""

from pathlib import Path

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import SURE_AXE, fighting, moving, under
from vanguard.core.content import Shelf
from vanguard.rulebooks.fortyk_vanguard.content.content import ABILITIES, CONTENT, FACTIONS, POWERS, WEAPONS
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import FOUGHT, RESERVE, Effect
from vanguard.rulebooks.fortyk_vanguard.targets import why_not_shoot

TANK = (
    "blue astra-militarum/leman-russ+heavy-bolter a 10,15 wounds={}\nred space-marines/dreadnought d 16,15 wounds=1\n"
)
BOLTER_AND_CANNON = ("heavy-bolter/heavy-bolter>d", "battle-cannon/battle-cannon>e", "as-listed")
UNIT = """
name = "Strangers"
keyword = "STRANGERS"
summary = "Nobody knows them."

[units.stranger]
name = "Stranger"
model = "Stranger"
role = "troops"
size = [1, 5]
points = 20
look = "trooper"
base_mm = 32
height = 1.3
keywords = ["INFANTRY"]
profile = { M = 6, WS = "3+", BS = "3+", S = 4, T = 4, W = 2, A = "2", Ld = 7, Sv = "3+" }
abilities = [ABILITY]
options = [{ name = "cyborg", abilities = ["cybork-body"] }]
"""


@proves("core.profile.damage-table", "core.ability.explodes", "vanguard.split-fire.resolution-order")
@pytest.mark.parametrize(("wounds", "hits"), [(8, 1), (7, 0)])
def test_a_tank_that_an_explosion_hurts_shoots_the_rest_of_its_volley_by_its_new_row(wounds: int, hits: int) -> None:
    """With 7 wounds left BS 4+; the Dreadnought 3" away takes one of them, and with 6 a 4 misses."""
    table = at(TANK.format(wounds) + "red Man e 30,15 W=9", weapons={})
    first = "attacks 1 / attacks 1 / hit 4 1 1 / wound 5 / save 1 / explodes 6"
    rest = "hit 4 3 / wound 1" if hits else "hit 4 / hit 4"
    shots = "hit 4 / wound 1 / hit 3" if hits else rest
    table.do(shoot, "a", answers=BOLTER_AND_CANNON, dice=f"{first} / {shots}")
    assert table["a"].wounds == wounds - 1
    assert table.heard("hits", target="e", n=hits)


@proves("core.profile.damage-table", "core.profile.weapon-strength")
def test_the_strength_of_a_trukk_falls_while_it_fights() -> None:
    """Its ball of S 6 + 2 takes the Dreadnought, whose explosion costs it the last wound of its row: S 5 against T 3 wounds on
    3+, where S 6 would on 2+."""
    drawn = "blue orks/trukk+wreckin-ball a 10,15 wounds=6\nred space-marines/dreadnought d 13.5,15 wounds=1\n"
    table = fighting(drawn + "red Man b 7.5,15 T=3 W=9")
    answers = ("no", {"wreckin-ball>d": 1, "close-combat-weapon>b": 3}, "as-listed", "no")
    dice = "hit 5 / wound 3 / save 1 / explodes 6 / hit 5 5 5 / wound 2 2 3 / save 1"
    table.do(fight, table["a"], answers=answers, dice=dice)
    assert (table["a"].wounds, table["b"].wounds) == (5, 8)


@proves("core.profile.damage-table", "core.move.normal")
@pytest.mark.parametrize(("wounds", "move"), [(6, 12), (5, 8), (3, 8), (2, 6)])
def test_a_shot_up_trukk_moves_by_the_row_of_its_wounds(wounds: int, move: int) -> None:
    table = moving(f"blue orks/trukk a 4,15 wounds={wounds}\nred Man b 40,15")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([[4 + move, 15]])
    assert "core.move.normal" in refusal(question, [[4.01 + move, 15]])


@proves(
    "core.profile.modify-characteristics", "faction.fists-of-gork", "core.profile.weapon-strength", "faction.warboss"
)
def test_fists_of_gork_are_added_after_the_klaw_has_doubled() -> None:
    """6 x 2 + 2 = 14 against T 8: 3+, not 2+. 5 + 2 attacks; unwieldy and his own aura cancel: 2+."""
    table = fighting("blue orks/warboss+power-klaw a 10,15\nred Man b 11.5,15 T=8 W=9")
    under(table, Effect("fists-of-gork", "a", 0, "psychic", 2))
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 2 2 2 2 2 2 1 / wound 2 2 2 2 2 3")
    assert table["b"].wounds == 7


@proves("core.profile.modify-characteristics", "faction.hallowed-fury", "core.profile.weapon-strength")
def test_hallowed_fury_is_added_after_the_fist_has_doubled() -> None:
    """4 x 2 + 1 = 9 against T 5: 3+; three attacks on 4+."""
    table = fighting("blue space-marines/terminators a 10,15\nred Man b 11.5,15 T=5 W=9")
    under(table, Effect("hallowed-fury", "a", 0, "psychic", 1))
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 4 4 3 / wound 2 3")
    assert table["b"].wounds == 7


@proves("core.profile.dash", "core.fight.who-attacks")
def test_who_has_no_weapon_skill_closes_in_and_strikes_nobody() -> None:
    table = fighting("blue Man a 10,15 WS=0\nred Man b 11.8,15")
    table.do(fight, table["a"], answers=("yes", [[10.5, 15]], "no"))
    assert table["a"].did(FOUGHT)


@proves("core.profile.dash", "core.shoot.select")
def test_who_has_no_gun_or_no_skill_cannot_shoot() -> None:
    table = at(
        "blue Man a 10,15\nblue Man c 10,19 BS=0\nred Man b 20,15", weapons={"a": ("blade: Melee, S User, AP 0, D 1",)}
    )
    assert why_not_shoot(table.battle, table["a"]) == ("it has no ranged weapon", "core.shoot.select")
    assert why_not_shoot(table.battle, table["c"]) == ("it has a BS of “-”", "core.profile.dash")


@proves("core.ability.aura", "faction.warboss", "core.ability.explodes")
@pytest.mark.parametrize(("wounds", "hits"), [(2, 1), (1, 0)])
def test_a_boy_hits_no_better_for_a_boss_that_has_just_died_beside_him(wounds: int, hits: int) -> None:
    """WS 3+: a 2 hits in the aura. The explosion of the walker he cuts down takes a wound from the boss, and from him too."""
    drawn = f"blue orks/boyz a 10,15 W=3\nblue orks/warboss w 10,12 wounds={wounds}\n"
    table = fighting(drawn + "red space-marines/dreadnought d 12.3,15 wounds=1\nred Man b 8.8,15 W=9", cp=(0, 0))
    dice = f"hit 2 2 / wound 6 6 / save 1 1 / explodes 6 / hit 2{' / wound 1' if hits else ''}"
    table.do(fight, table["a"], answers=("no", {"choppa>d": 2, "choppa>b": 1}, "as-listed", "no"), dice=dice)
    assert table.heard("hits", target="b", n=hits)


@proves("core.ability.aura", "faction.relentless-march")
@pytest.mark.parametrize(("x", "far"), [(15.3, 6), (15.5, 5)])
def test_an_aura_reaches_down_from_a_floor_as_far_as_it_does_on_a_level(x: float, far: int) -> None:
    """4" below: within 6" up to 4.47" in plan, from bases of 40 and 32 mm."""
    overlord = "blue necrons/overlord o 9.5,15,4\nruin 7,12,11,18 floor=7,12,11,18,4\nred Man b 40,15"
    table = moving(f"blue necrons/warriors a {x},15\n{overlord}")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert f'up to {far}"' in question.prompt


@proves("core.ability.explodes", "core.sequencing.during-a-turn")
@pytest.mark.parametrize(("turn", "order"), [(0, ["f", "e"]), (1, ["e", "f"])])
def test_an_explosion_reaches_the_active_players_models_first(turn: int, order: list[str]) -> None:
    table = at("blue orks/deff-dread d 10,15\nblue Man f 13,15 W=5\nred Man e 7,15 W=5", turn=turn)
    table.do(destroy, "d", dice="explodes 6 / mortal 1 / mortal 1")
    assert [event.values["who"] for event in table.events("mortal")] == order


@proves("core.ability.explodes", "core.unit.destroyed")
def test_one_explosion_sets_off_another_and_everybody_suffers_each_once() -> None:
    """c is near the second only, d near both."""
    table = at(
        """
        blue orks/deff-dread a 10,15 wounds=1
        blue orks/deff-dread b 14,15 wounds=1
        red  Man c 17.5,15 W=9
        red  Man d 12,11 W=9
        """
    )
    table.do(destroy, "a", dice="explodes 6 / mortal 2 / explodes 6 / mortal 2 / mortal 2 / mortal 2")
    assert table.dead == ["a", "b"]
    assert (table["c"].wounds, table["d"].wounds) == (8, 7)


@proves("core.ability.explodes", "core.fight.sequence")
def test_who_fells_a_walker_on_his_last_wound_dies_in_its_explosion_and_consolidates_no_more() -> None:
    rows = "red astra-militarum/armoured-sentinel b 12.2,15 wounds=1\nred Man z 40,2"
    table = fighting(f"blue Man a 10,15 did=charged\n{rows}", weapons={"a": (SURE_AXE,)})
    table.do(fight, table["a"], answers=("no",), dice="hit 3 / wound 3 / explodes 6")
    assert table.dead == ["a", "b"]


@proves("core.ability.explodes")
@pytest.mark.parametrize(("face", "hurt"), [(5, 0), (6, 1)])
def test_an_explosion_hurts_those_who_stand_near_and_are_there(face: int, hurt: int) -> None:
    """A Trukk bursts on its number; who is in reserve or already gone is not near anything."""
    table = at("blue orks/trukk t 10,15\nblue Man a 13,15 W=9\nblue Man gone 10,18.5 W=9\nred Man far 40,15")
    explosion = table["t"].profile.explosion
    assert explosion is not None
    table["gone"].fate = RESERVE
    rolled = explosion.roll - 1 + (1 if hurt else 0)
    more = " / mortal 3" if hurt and explosion.mortal_wounds.dice else ""
    table.do(destroy, "t", dice=f"explodes {rolled}{more}")
    assert (table["a"].wounds < 9) is bool(hurt)
    assert table["gone"].wounds == 9
    [told] = [event for event in table.battle.events if event.key in ("explodes", "burns-out")]
    assert told.dice is not None
    assert told.dice.marks == (("hit" if hurt else "miss"),)
    assert face


@pytest.mark.parametrize(
    ("ability", "field"),
    [
        ("ramshackle", "damage_reduction"), ("duty-eternal", "damage_reduction"), ("diminutive", "cover_bonus"),
        ("slabshield", "save_bonus"), ("brute-shield", "invulnerable"), ("explodes", "explosion"), ("open-topped", "capacity"),
    ],
)  # fmt: skip
def test_an_ability_that_is_a_number_of_the_card_wants_that_number(tmp_path: Path, ability: str, field: str) -> None:
    (tmp_path / "strangers.toml").write_text(UNIT.replace("ABILITY", f'"{ability}"'), encoding="utf-8")
    faults = Shelf(CONTENT).faults_of(FACTIONS, tmp_path / "strangers.toml")
    assert [(fault.entry, fault.field) for fault in faults] == [("Stranger", field), ("Stranger", "ignore_wounds")]


def test_abilities_and_powers_that_no_rule_knows_are_refused(tmp_path: Path) -> None:
    (tmp_path / "abilities.toml").write_text(
        '[fury]\nname = "Fury"\nrule = "shock-asault"\ntext = "Strikes."\n[stealth]\nname = "Stealth"\ntext = "Hides."\n',
        encoding="utf-8",
    )
    told = [str(fault) for fault in Shelf(CONTENT).faults_of(ABILITIES, tmp_path / "abilities.toml")]
    assert "did you mean shock-assault?" in told[0]
    assert "stealth" in told[1]
    power = '[gaze]\nname = "Gaze"\nwarp_charge = 6\nreach = 18\non = "enemy"\ntext = "Gazes."\n'
    (tmp_path / "powers.toml").write_text(power, encoding="utf-8")
    assert len(Shelf(CONTENT).faults_of(POWERS, tmp_path / "powers.toml")) == 1


@pytest.mark.parametrize(
    "line",
    [
        'type = "Melee", once_per_battle = true', 'type = "Melee", damage_at_half_range = "D6+2"',
        'type = "Rapid Fire 2", range = 24, blast = true', 'type = "Dakka 3/2", range = 24, blast = true',
    ],
)  # fmt: skip
def test_a_weapon_says_nothing_that_no_rule_would_heed(tmp_path: Path, line: str) -> None:
    text = f'[gun]\nname = "Gun"\nprofiles = [{{ {line}, S = "4", AP = 0, D = "1" }}]\n'
    (tmp_path / "weapons.toml").write_text(text, encoding="utf-8")
    assert len(Shelf(CONTENT).faults_of(WEAPONS, tmp_path / "weapons.toml")) == 1
