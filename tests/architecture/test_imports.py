"""Imports point one way: core ← geometry ← tabletop ← rulebooks ← odds ← bots ← lab ← server ← testing, cli."""

from pathlib import Path

import pytest

from tests.architecture.source import PACKAGE, imports_of, layer_of, modules, shown

ORDER = ("core", "geometry", "tabletop", "rulebooks", "odds", "bots", "lab", "server", "testing", "cli")
KNOW_NO_RULEBOOK = ("core", "geometry", "tabletop", "odds", "bots", "lab", "server", "testing", "cli")


def _floor(module: Path) -> str:
    """A rulebook's own bot stands on the floor of the bots: it may use what all of them share."""
    inside = module.relative_to(PACKAGE).parts
    return "bots" if inside[0] == "rulebooks" and "bot" in inside[:-1] else layer_of(module)


def _inner_imports(module: Path) -> list[tuple[int, list[str]]]:
    return [(line, name.split(".")) for line, name in imports_of(module) if name.startswith("vanguard.")]


def test_every_part_of_the_house_has_its_floor() -> None:
    assert {layer_of(module) for module in modules()} <= set(ORDER)


@pytest.mark.parametrize("layer", ORDER)
def test_imports_point_one_way(layer: str) -> None:
    wrong = [
        f"{shown(module)}:{line} imports {'.'.join(name)}"
        for module in modules()
        if _floor(module) == layer
        for line, name in _inner_imports(module)
        if name[1] in ORDER and ORDER.index(name[1]) > ORDER.index(layer)
    ]
    assert wrong == []


def test_rulebooks_never_import_each_other() -> None:
    wrong = [
        f"{shown(module)}:{line} imports {'.'.join(name)}"
        for module in modules("rulebooks")
        for line, name in _inner_imports(module)
        if name[1] == "rulebooks" and len(name) > 2 and name[2] != module.relative_to(PACKAGE / "rulebooks").parts[0]
    ]
    assert wrong == []


def test_generic_code_knows_no_rulebook() -> None:
    """Whatever knows a game, its bot too, is in the package of its rulebook; everybody else gets a `Rulebook` object."""
    wrong = [
        f"{shown(module)}:{line} imports {'.'.join(name)}"
        for module in modules()
        if layer_of(module) in KNOW_NO_RULEBOOK
        for line, name in _inner_imports(module)
        if name[1] == "rulebooks" and len(name) > 2
    ]
    assert wrong == []
