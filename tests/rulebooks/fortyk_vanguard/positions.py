"""Positions drawn in a few words, and battles played from them.

    table = at('''
        blue Man a  4,15
        red  Man b 10,15  W=3 Sv=3 kw=CHARACTER
        red  orks/boyz/leader+power-klaw nob 12,15
        barricade 7,13,7.4,17
    ''')
    table.do(shoot, "a", "gun/gun>b", dice="hit 4 / wound 4 / save 1")

A line is a side, a model, a short key, a place (x,y or x,y,elevation) and changes; or terrain by its kind and rectangle.
`Man` is plain INFANTRY on a base of one inch: M 6, WS and BS 3+, S 4, T 4, W 1, A 1, Ld 7, Sv 4+, a gun (24" Assault 1,
S 4, AP 0, D 1) and a blade (S User, AP 0, D 1). So the gap between two of them is their distance less one.
Changes: M WS BS S T W A Ld Sv inv ignore base height of the profile; kw= and rules= add keywords and abilities; wounds=
is what is left; moved= and did= are what it did this turn; +warlord. A model of a test's own is a line
`card Gunner M5 BS2+ T5 W3 Sv3+ base 40: cannon: 36" Heavy 2, S 7, AP -2, D D3; blade: Melee, S User, AP 0, D 1`: what it does
not say is as the Man has it, and it is known in this position alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Choose, Question
from vanguard.core.refusals import Refused
from vanguard.core.telling.events import Event
from vanguard.geometry.shapes import Base
from vanguard.odds import Odds, of_trial
from vanguard.rulebooks.fortyk_vanguard import profiles, rulebook
from vanguard.rulebooks.fortyk_vanguard import state as facts
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE, Battlefield
from vanguard.rulebooks.fortyk_vanguard.content.army_list import profile_of
from vanguard.rulebooks.fortyk_vanguard.content.content import content, make_profile, quantity_of, slug
from vanguard.rulebooks.fortyk_vanguard.content.content_models import QUANTITY, PieceEntry, WeaponProfileEntry
from vanguard.rulebooks.fortyk_vanguard.content.maps import make_piece
from vanguard.rulebooks.fortyk_vanguard.profiles import (
    Ability,
    BattlefieldMap,
    Characteristics,
    DamageRow,
    Footprint,
    ModelProfile,
    Quantity,
    TableSize,
    TerrainPiece,
    Weapon,
)
from vanguard.rulebooks.fortyk_vanguard.state import EMBARKED, ON_TABLE, RESERVE, Battle, Model, Side
from vanguard.testing import scripts
from vanguard.testing.positions import (
    Line,
    between,
    known,
    lines_of,
    meant,
    named,
    number,
    refuse_overlaps,
    size,
    target_number,
    within,
)

HEIGHTS = {"ruin": 6.0, "woods": 4.0, "crater": 0.5, "barricade": 1.0, "container": 2.0, "hill": 2.0}
MOVED = {"stationary": facts.STATIONARY, "normal": facts.NORMAL_MOVE, "advanced": facts.ADVANCED}
MOVED |= {"fell-back": facts.FELL_BACK, "arrived": facts.ARRIVED}
DID = {"shot": facts.SHOT, "charged": facts.CHARGED, "was-charged": facts.WAS_CHARGED, "fought": facts.FOUGHT}
DID |= {"intervened": facts.INTERVENED, "defends": facts.SET_TO_DEFEND, "steady": facts.HOLDS_STEADY}
DID |= {"disembarked": facts.DISEMBARKED, "slowly": facts.MOVED_SLOWLY, "wreck": facts.LEFT_A_WRECK}
DID |= {"repositioned": facts.REPOSITIONED, "broke-out": facts.BROKE_OUT, "near": facts.NEAR_AN_ENEMY}
DID |= {"last": facts.FIGHTS_LAST, "aboard": facts.STARTED_ABOARD}


def weapon(text: str) -> Weapon:
    """`gun: 24" Assault 2, S 4, AP -1, D 1, blast, hit_modifier=-1` or `blade: Melee, S +1, AP 0, D D3` as a weapon.

    Several profiles are parted by a bar: `launcher frag: … | krak: …`.
    """
    name = text.partition(":")[0]
    printed = text.split("|")
    key = slug(name.split()[0]) if len(printed) > 1 else slug(name)
    profiles = [make_profile(key, key, _entry(part, len(printed) > 1)) for part in printed]
    return Weapon(key, key, key.replace("-", " "), tuple(profiles))


def _entry(text: str, named: bool) -> WeaponProfileEntry:
    name, _, numbers = text.strip().partition(":")
    words = [word.strip() for word in numbers.split(",")]
    reach, _, type_ = words[0].rpartition('" ')
    fields: dict[str, Any] = {"type": type_, "range": float(reach) if reach else 0}
    if named:
        fields["name"] = name.split()[-1]
    for word in words[1:]:
        if word.split()[0] in ("S", "AP", "D"):
            label, _, value = word.partition(" ")
            fields[label] = int(value) if label == "AP" else value
        else:
            label, _, value = word.partition("=")
            number = int(value) if value.lstrip("-").isdigit() else value
            fields[label] = True if not value else number
    return WeaponProfileEntry.model_validate(fields)


GUN = weapon('gun: 24" Assault 1, S 4, AP 0, D 1')
BLADE = weapon("blade: Melee, S User, AP 0, D 1")


def _attacks(word: str) -> Quantity:
    if QUANTITY.fullmatch(word) is None:
        raise ValueError("2, D6 or 2D3+1 is")
    return quantity_of(word)


CARD: dict[str, Callable[[str], Any]] = {
    "M": size, "WS": target_number, "BS": target_number, "S": between(1), "T": between(1), "W": between(1), "A": _attacks,
    "Ld": between(1), "Sv": target_number, "inv": target_number, "base": size, "height": size,
}  # fmt: skip
"""What a card line may say; a base is in millimetres."""


def _card(line: Line, own: dict[str, ModelProfile]) -> tuple[str, ModelProfile]:
    key, said, weapons = line.card(CARD, "weapon", weapon, [*own, "Man"])
    numbers = {name: value.text if name == "A" else f"{value:g}" for name, value in said.items()}
    return key, man(numbers, tuple(weapons), name=key)


def man(
    changes: dict[str, str], weapons: tuple[Weapon, ...], faction: str = "nobody", name: str = "Man"
) -> ModelProfile:  # fmt: skip
    """The plain man with these changes."""
    return changed(
        ModelProfile(
            slug(name), slug(name), name, faction, "troops", "trooper", 10, frozenset(["INFANTRY"]),
            Characteristics((DamageRow(1, 6.0, 3, 3, 4, Quantity(1)),), 4, 1, 7, 4, 0), Footprint(25.4, 1.5),
            (GUN, BLADE), (),
        ),
        changes, weapons,
    )  # fmt: skip


def changed(profile: ModelProfile, changes: dict[str, str], weapons: tuple[Weapon, ...]) -> ModelProfile:
    """A profile with other numbers; takes what it understands out of `changes`."""
    line = profile.characteristics
    rows = tuple(
        [
            DamageRow(
                row.wounds,
                float(changes.get("M", row.move)),
                int(changes.get("WS", row.weapon_skill)),
                int(changes.get("BS", row.ballistic_skill)),
                int(changes.get("S", row.strength)),
                quantity_of(changes["A"]) if "A" in changes else row.attacks,
            )
            for row in line.rows
        ]
    )
    characteristics = Characteristics(
        rows,
        int(changes.get("T", line.toughness)),
        int(changes.get("W", line.wounds)),
        int(changes.get("Ld", line.leadership)),
        int(changes.get("Sv", line.save)),
        int(changes.get("inv", line.invulnerable)),
    )
    footprint = profile.footprint
    if "base" in changes or "height" in changes:
        footprint = Footprint(
            float(changes.get("base", footprint.base_mm)), float(changes.get("height", footprint.height))
        )
    keywords = profile.keywords | set(_listed(changes.get("kw", "")))
    keywords -= set(_listed(changes.get("not", "")))
    known = {ability.rule: ability for ability in content().abilities.values()}
    abilities: tuple[Ability, ...] = tuple([known[rule] for rule in _listed(changes.get("rules", ""))])
    armed = weapons or profile.weapons
    ignore = int(changes.get("ignore", profile.ignore_wounds))
    for key in (
        "M",
        "WS",
        "BS",
        "S",
        "A",
        "T",
        "W",
        "Ld",
        "Sv",
        "inv",
        "base",
        "height",
        "kw",
        "not",
        "rules",
        "ignore",
    ):
        changes.pop(key, None)
    return ModelProfile(
        profile.key, profile.unit, profile.name, profile.faction, profile.role, profile.look, profile.points,
        frozenset(keywords), characteristics, footprint, armed, (*profile.abilities, *abilities), profile.psyker,
        profile.explosion, profile.capacity, ignore, profile.damage_reduction, profile.damage_reduction_up_to,
        profile.cover_bonus, profile.save_bonus,
    )  # fmt: skip


def _listed(words: str) -> list[str]:
    return [word.replace("_", " ") for word in words.split(",") if word]


class Table:
    """A battle in the middle of things: its rules can be run one by one, or the game can be played on."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.refused = ""

    def __getitem__(self, key: str) -> Model:
        return self.battle[key]

    def do(self, rule: Callable[..., Any], *given: Any, answers: tuple[Any, ...] = (), dice: str = "") -> Any:
        """Run a rule on this battle: `do(shoot, "a", answers=("gun/gun>b",), dice="hit 4")`."""
        return scripts.run(rule(self.battle, *given), list(answers), dice)

    def odds(self, question: Question[Any], option: str) -> Odds:
        """Of what an option of a question about this battle would start."""
        return of_trial(rulebook, rulebook.trials(self.battle, question)[option])

    def ask(
        self, rule: Callable[..., Any], *given: Any, answers: tuple[Any, ...] = (), dice: str = ""
    ) -> Question[Any]:
        """The question that a rule would put after these answers and dice; this battle stays as it is."""
        from vanguard.core.dice import ScriptedDice
        from vanguard.core.questions import Chance

        script = ScriptedDice(scripts.dice_script(dice))
        twin = self.battle.copy()
        meant = [twin[it.key] if isinstance(it, Model) else it for it in given]
        waiting, procedure, value = list(answers), rule(twin, *meant), None
        while True:
            question: Question[Any] = procedure.send(value)
            if isinstance(question, Chance):
                value = script.outcome(question, question.key)
            elif waiting:
                value = question.read(waiting.pop(0))[1]
            else:
                script.check_used_up()
                procedure.close()
                return question

    def events(self, key: str) -> list[Event]:
        return [event for event in self.battle.events if event.key == key]

    def heard(self, key: str, **values: Any) -> bool:
        """Was this noted, with these values?"""
        return any(all(event.values.get(name) == value for name, value in values.items()) for event in self.events(key))

    @property
    def dead(self) -> list[str]:
        return [model.key for model in self.battle.models if not model.alive]


def available(question: Question[Any]) -> list[str]:
    assert isinstance(question, Choose), f"{question.prompt!r} lists no options"
    return [option.key for option in question.available]


def why_not(question: Question[Any], key: str) -> str:
    """Why an option is not available, and its clause; empty if it is."""
    assert isinstance(question, Choose)
    option = question.option(key)
    return f"{option.why_not} [{option.clause}]" if option.why_not else ""


def refusal(question: Question[Any], answer: Any) -> str:
    """What is said against an answer, with its clause; fails if it is accepted."""
    try:
        question.read(answer)
    except Refused as refused:
        return str(refused)
    raise AssertionError(f"{answer!r} was accepted by {question.prompt!r}")


def at(
    drawn: str,
    phase: str = facts.SHOOTING,
    turn: int = 0,
    round_: int = 2,
    cp: tuple[int, int] = (0, 0),
    weapons: dict[str, tuple[str, ...]] | None = None,
    size: str = "large",
    starting: tuple[int, int] | None = None,
    factions: tuple[str, str] = ("nobody", "nobody"),
) -> Table:
    """The battle as drawn, in this phase of the turn of this player."""
    pieces: list[TerrainPiece] = []
    models: list[Model] = []
    own: dict[str, ModelProfile] = {}
    read: list[tuple[Line, Model]] = []
    field_size = content().sizes[known("size", size, content().sizes)]
    for line in lines_of(drawn):
        if line.kind == "card":
            key, profile = _card(line, own)
            own[key] = profile
        elif line.is_model:
            models.append(_model(line, weapons or {}, factions, own, [model.key for model in models], field_size))
            read.append((line, models[-1]))
        else:
            pieces.append(_terrain(line, len(pieces) + 1))
    refuse_overlaps([(line, it.base) for line, it in read if it.fate == ON_TABLE and not it.aboard], TOLERANCE)
    there = [model.key for model in models]
    for armed in weapons or {}:
        known("model", armed, there)
    for faction in factions:
        known("faction", faction, ["nobody", *content().factions])
    for line, model in read:
        if model.aboard and (model.aboard not in there or model.aboard == model.key):
            raise line.fault(f"there is no transport “{model.aboard}”")
    field = Battlefield(BattlefieldMap("drawn", "Drawn ground", "", field_size, tuple(pieces)))
    counts = starting or tuple([len([model for model in models if model.seat == seat]) for seat in (0, 1)])
    sides = (
        Side("blue", "Alpha", factions[0], counts[0], 3),
        Side("red", "Bravo", factions[1], counts[1], 3),
    )
    battle = Battle(field, content().mission, content().stratagems, sides)
    battle.phase = known("phase", phase, facts.PHASE_NAMES)
    battle.round = round_
    battle.turn = within("seat", turn, 0, 1)
    battle.zones = (0, 1)
    battle.markers = field_size.markers
    battle.command_points = cp
    for model in models:
        battle.places[model.key] = len(battle.models)
        battle.models.append(model)
    for model in models:
        if model.aboard:
            model.fate = EMBARKED
    return Table(battle)


def game_at(table: Table) -> Game:
    """The same battle as a game that goes on from here."""
    from vanguard.rulebooks.fortyk_vanguard import rulebook

    return Game.at(rulebook, table.battle, None)


def _known_words(what: str, names: Callable[[], Iterable[str]]) -> Callable[[str], str]:
    """Reads words parted by commas, each one of these; they stay as they are written."""

    def read(words: str) -> str:
        listed = list(names())
        for word in _listed(words):
            if word not in listed:
                raise ValueError(f"“{word}” is no {what}{meant(word, listed)}")
        return words

    return read


def _said(reader: Callable[[str], Any]) -> Callable[[str], str]:
    """A number that can be read, as it is written."""

    def read(word: str) -> str:
        reader(word)
        return word

    return read


def _keywords() -> list[str]:
    """Those of the datasheets, and those that rules ask for."""
    printed = {word for sheet in content().datasheets.values() for word in sheet.keywords}
    return sorted(
        printed | {word for word in vars(profiles).values() if isinstance(word, str) and word.isupper()} | {"RUNTHERD"}
    )


CHANGES: dict[str, Callable[[str], Any]] = {
    "M": _said(size), "WS": _said(between(0, 7)), "BS": _said(between(0, 7)), "S": _said(between(1)), "T": _said(between(1)),
    "W": _said(between(1)), "A": _said(_attacks), "Ld": _said(between(1)), "Sv": _said(between(2, 7)),
    "inv": _said(between(2, 7)), "base": _said(size), "height": _said(size), "kw": _known_words("keyword", _keywords),
    "not": _known_words("keyword", _keywords), "rules": _known_words("ability", lambda: [it.rule for it in content().abilities.values()]),
    "ignore": _said(between(2, 6)),
}  # fmt: skip


def _model(
    line: Line, weapons: dict[str, tuple[str, ...]], factions: tuple[str, str], own: dict[str, ModelProfile],
    taken: list[str], size: TableSize,
) -> Model:  # fmt: skip
    seat = line.side()
    kind = line.word("a model")
    key = line.key(taken)
    reserve = not line.is_read and line.kind == "reserve"
    if reserve:
        line.word("reserve")
    x, y, elevation = (0.0, 0.0, 0.0) if reserve else line.place(size.width, size.depth)
    values: dict[str, Callable[[str], Any]] = {
        **CHANGES,
        "powers": str,
        "in": str,
        "wounds": between(1),
        "moved": named(MOVED),
        "did": lambda words: [named(DID)(word) for word in words.split(",")],
    }
    changes = line.states(values, ["+warlord"])
    warlord = bool(changes.pop("+warlord", False))
    arms = line.made(weapon, weapons.get(key, ()))
    if kind == "Man":
        profile = man(changes, arms, factions[seat])
    elif kind in own:
        profile = changed(own[kind], changes, arms)
    else:
        profile = changed(_printed(line, kind, tuple(_listed(changes.pop("powers", "")))), changes, arms)
    model = Model(key, key, seat, profile, warlord)
    model.wounds = int(changes.pop("wounds", profile.wounds))
    model.moved = changes.pop("moved", facts.NOT_MOVED)
    for flag in changes.pop("did", ()):
        model.flags |= flag
    model.aboard = changes.pop("in", "")
    if changes:
        raise line.fault(f"“{', '.join(changes)}” means nothing here")
    line.refuse_more("wounds", model.wounds, profile.wounds)
    model.base = Base(key, x, y, profile.radius, elevation, profile.height)
    model.fate = RESERVE if reserve else ON_TABLE
    return model


def _printed(line: Line, kind: str, powers: tuple[str, ...]) -> ModelProfile:
    """`orks/boyz/leader+power-klaw`: the model of a datasheet with its options."""
    name, *options = kind.split("+")
    words = name.split("/")
    if len(words) not in (2, 3):
        raise line.fault(f"“{kind}” is no model: Man, a card of this position, or faction/unit is")
    try:
        sheet = content().factions[words[0]].datasheets[words[1]]
        for option in options:
            if option not in [it.key for it in sheet.options]:
                raise ValueError(f"it has no option “{option}”")
        for power in powers:
            if power not in [it.key for it in sheet.discipline]:
                raise ValueError(f"it knows no power “{power}”")
        return profile_of(words[0], words[1], words[2] if len(words) == 3 else "trooper", tuple(options), powers)
    except (KeyError, ValueError, AssertionError) as wrong:
        raise line.fault(f"“{kind}” is no model ({wrong})") from None


def _terrain(line: Line, count: int) -> TerrainPiece:
    """`ruin 7,9,12,14 height=6 wall=7,9,7.2,14 floor=8,10,10,12,3 traits=light-cover`."""
    kind = line.one_of("terrain", HEIGHTS)
    name = f"{kind} {count}"
    rect = line.rectangle()
    found = line.states({"height": size, "wall": _numbers(4, 5), "floor": _numbers(5), "traits": _listed})
    fields: dict[str, Any] = {"kind": kind, "name": name, "height": found.get("height", HEIGHTS[kind]), "rect": rect}
    if "wall" in found:
        fields["walls"] = [{"rect": found["wall"][:4], "top": [*found["wall"], fields["height"]][4]}]
    if "floor" in found:
        fields["floors"] = [{"rect": found["floor"][:4], "elevation": found["floor"][4]}]
    if "traits" in found:
        fields["traits"] = found["traits"]
    with line.blamed():
        return make_piece(name, PieceEntry.model_validate(fields), None)


def _numbers(*counts: int) -> Callable[[str], list[float]]:
    """So many numbers parted by commas."""

    def read(word: str) -> list[float]:
        numbers = [number(written) for written in word.split(",")]
        if len(numbers) not in counts:
            raise ValueError(f"{' or '.join(map(str, counts))} numbers are")
        return numbers

    return read
