"""Set-up: factions, colors, nine sector tiles, the weather, the army boards."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Draw, Roll
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.normandy.ground import Ground, lay_out
from vanguard.rulebooks.normandy.profiles import Content
from vanguard.rulebooks.normandy.state import NORTH, SOUTH, ArmyBoard, Battle
from vanguard.rulebooks.normandy.units import place_card

RANDOM: Final = "random"
SCENARIO: Final = "battle"
COLORS: Final[dict[str, tuple[int, int]]] = {"blue-red": (SOUTH, NORTH), "red-blue": (NORTH, SOUTH)}
"""The colors of the two seats; blue sits at the south edge, red at the north edge."""
TILES_USED: Final[int] = 9


def setup_faults(setup: Setup, content: Content) -> list[str]:
    from vanguard.rulebooks.normandy.content.army_list import BOOK

    faults = [fault for army in setup.armies for fault in BOOK.faults_of(army)]
    if not faults and setup.armies[0]["faction"] == setup.armies[1]["faction"]:
        faults.append("one player takes the USA and the other Germany [setup.choose-faction]")
    faults += setup.place_faults(("", SCENARIO), (RANDOM, *content.battlefields))
    for option, value in setup.options.items():
        if option == "tiles":
            faults.extend(tile_faults(value, content))
        elif option == "colors":
            if value not in COLORS:
                faults.append(
                    f"the colors of the seats are blue-red or red-blue, not {value!r:.60} [setup.choose-color]"
                )
        else:
            faults.append(f"unknown option {option!r:.60}; there are tiles and colors")
    return faults


def tile_faults(value: str, content: Content) -> list[str]:
    """Nine faces of nine different tiles, named like `4A 1A 8B 7B 2A 6A 13B 5A 9A`."""
    tiles = value.split()
    faults = [f"there is no tile face {tile!r:.20}" for tile in tiles if tile not in content.tiles]
    if len(tiles) != TILES_USED:
        faults.append(f"a battlefield has {TILES_USED} tiles, not {len(tiles)} [setup.battlefield.nine-of-fifteen]")
    numbers = [tile[:-1] for tile in tiles]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        faults.append(f"tile {', '.join(twice)} is used twice [setup.battlefield.nine-of-fifteen]")
    return faults


def new_battle(setup: Setup, content: Content) -> Battle:
    """The first resting state; a random battlefield is drawn by the first procedure."""
    faults = setup_faults(setup, content)
    if faults:
        raise Refused("; ".join(faults))
    tiles: tuple[str, ...] = ()
    if "tiles" in setup.options:
        tiles = tuple(setup.options["tiles"].split())
    elif setup.battlefield != RANDOM:
        tiles = content.battlefields[setup.battlefield].tiles
    ground = lay_out(tiles, content.tiles) if tiles else None
    factions = (str(setup.armies[0]["faction"]), str(setup.armies[1]["faction"]))
    return start(content, ground, factions, COLORS[setup.options.get("colors", "blue-red")])


def start(content: Content, ground: Ground | None, factions: tuple[str, str], edges: tuple[int, int]) -> Battle:
    """Both army boards at their start: three home sectors, an HQ card, the Underdog cards and the Strain."""
    battle = Battle(content, ground, (ArmyBoard(factions[0]), ArmyBoard(factions[1])), edges)
    south = 0 if edges[0] == SOUTH else 1
    battle.control = (1 - south,) * 3 + (-1,) * 3 + (south,) * 3
    for side, board in enumerate(battle.boards):
        board.strain = content.board.strain
        board.underdogs = content.underdogs_of(board.faction)
        headquarters = next(card for card in content.of_faction[board.faction] if card.type == "HQ")
        place_card(battle, side, headquarters)
    battle.phase = "setup" if ground is None else "plan"
    return battle


async def draw_battlefield(battle: Battle) -> None:
    """Nine of the fifteen tiles, each with a random face up."""
    numbers: list[str] = []
    for face in battle.content.tiles:
        if face[:-1] not in numbers:
            numbers.append(face[:-1])
    drawn = await Draw(-1, numbers, "tiles", "setup.battlefield.nine-of-fifteen", TILES_USED)
    faces = await Roll(
        -1, TILES_USED, "faces", "setup.battlefield.nine-of-fifteen", faces=("A", "B"), ordered=True
    )  # fmt: skip
    tiles = tuple([number + face for number, face in zip(drawn, faces)])
    battle.ground = lay_out(tiles, battle.content.tiles)
    battle.phase = "plan"
    names = [battle.content.tiles[tile].name for tile in tiles]
    battle.note("battlefield", clause="setup.battlefield.nine-of-fifteen", tiles=", ".join(names))
