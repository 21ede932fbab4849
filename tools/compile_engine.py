"""Compiles the engine in place with mypyc (`make fast`), or removes what was compiled (`make plain`).

Plain Python is always enough to play. Compiled, the same source simulates and searches several times faster; while it is
compiled, changes to the source have no effect until it is compiled again or `make plain` is run.
"""

import argparse
import ast
import os
import shutil
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ("core", "geometry", "tabletop", "rulebooks", "bots", "odds")
LAB = {"yardstick.py": "core", "pace.py": "core", "playing.py": "bots"}
"""What measures a part of the engine, or plays whole games with it, is compiled with that part."""
BUILD = Path("build") / "engine"

STAY_PLAIN = {
    "core/clauses.py": "read once to show a rule; nothing to gain",
    "core/content/*.py": "works on pydantic models, at loading time only",
    "core/armies/roster*.py": "army lists are read before the game",
    "rulebooks/*/content/content.py": "turns content files into profiles, at loading time only",
    "rulebooks/*/content/army_list.py": "army lists are read before the game",
}
"""Modules that are not compiled, by their place, and why. Besides, whatever imports one of these packages itself:"""
KEEPS_PLAIN = {
    "pydantic": "validation models are built by a metaclass, at loading time only",
    "yaml": "reading files, at loading time only",
    "tomllib": "reading files, at loading time only",
    "typer": "the command line, never the engine",
}


def reason_to_stay_plain(module: Path, package: Path) -> str:
    """Why this module is not compiled; an empty text if it is."""
    inside = module.relative_to(package).as_posix()
    for place, reason in STAY_PLAIN.items():
        if fnmatchcase(inside, place):
            return reason
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            if name.split(".")[0] in KEEPS_PLAIN:
                return KEEPS_PLAIN[name.split(".")[0]]
    return ""


def engine_modules(root: Path, parts: Sequence[str] = ENGINE) -> list[Path]:
    """What is compiled. Packages' own `__init__` modules only gather names and stay as they are."""
    package = root / "src" / "vanguard"
    found = [module for part in parts for module in sorted((package / part).rglob("*.py"))]
    found.extend([package / "lab" / module for module, part in LAB.items() if part in parts])
    return [module for module in found if module.name != "__init__.py" and not reason_to_stay_plain(module, package)]


def libraries(modules: Sequence[str]) -> list[tuple[list[str], str | None]]:
    """One library for each part of the house and each rulebook: smaller units, compiled side by side."""
    groups: dict[str, list[str]] = {}
    for module in modules:
        inside = Path(module).parts[2:]
        name = inside[1] if inside[0] == "rulebooks" else LAB[inside[1]] if inside[0] == "lab" else inside[0]
        groups.setdefault(f"vanguard_{name}", []).append(module)
    return [(members, name) for name, members in groups.items()]


def generated(modules: Sequence[str], level: str) -> list[Any]:
    """The C sources of these modules; from scratch if what an earlier run left behind confuses the compiler."""
    from mypyc.build import mypycify

    def generate() -> list[Any]:
        options = ["--cache-dir", str(BUILD / "cache"), *modules]
        found: list[Any] = mypycify(
            options, opt_level=level, debug_level="0", separate=libraries(modules), target_dir=str(BUILD / "c")
        )
        return found

    try:
        return generate()
    except ValueError:
        shutil.rmtree(BUILD, ignore_errors=True)
        return generate()


def compile_engine(root: Path, parts: Sequence[str] = ENGINE, level: str = "2") -> None:
    from setuptools import setup

    os.chdir(root)
    wanted = engine_modules(root, parts)
    remove_stale(root, wanted)
    modules = [str(module.relative_to(root)) for module in wanted]
    extensions = generated(modules, level)
    for extension in extensions:
        # A fused multiply-add rounds once instead of twice: the compiled engine would measure differently from the plain one.
        extension.extra_compile_args = [*extension.extra_compile_args, "-ffp-contract=off"]
    setup(
        name="vanguard-engine",
        packages=[],
        package_dir={"": "src"},
        ext_modules=extensions,
        script_args=["--quiet", "build_ext", "--inplace", "--build-temp", str(BUILD / "o"), "--parallel", "2"],
    )
    print(f"Compiled {len(modules)} modules.")


def compiled_files(root: Path) -> list[Path]:
    found: list[Path] = []
    for suffix in ("*.so", "*.pyd"):
        found.extend((root / "src").glob(suffix))
        found.extend((root / "src" / "vanguard").rglob(suffix))
    return found


def remove_stale(root: Path, wanted: Sequence[Path]) -> None:
    """What was compiled from a module that is gone or stays plain now would go on shadowing it."""
    for file in compiled_files(root):
        source = file.with_name(file.name.split(".")[0] + ".py")
        if file.parent != root / "src" and source not in wanted:
            file.unlink()


def clean(root: Path) -> int:
    compiled = compiled_files(root)
    for file in compiled:
        file.unlink()
    shutil.rmtree(root / BUILD, ignore_errors=True)
    return len(compiled)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("compile", "clean", "list"))
    parser.add_argument("--root", type=Path, default=ROOT, help="the project to work on (default: this one)")
    parser.add_argument("--parts", nargs="+", default=ENGINE, help="compile only these: core, rulebooks/normandy …")
    parser.add_argument(
        "--level", choices=("0", "2"), default="2", help="0 compiles sooner and runs slower (default: 2)"
    )
    wanted = parser.parse_args()
    root = wanted.root.resolve()
    if wanted.what == "compile":
        compile_engine(root, wanted.parts, wanted.level)
    elif wanted.what == "clean":
        count = clean(root)
        print(
            f"Removed {count} compiled files; the engine is plain Python." if count else "The engine is plain Python."
        )
    else:
        package = root / "src" / "vanguard"
        for part in ENGINE:
            for module in sorted((package / part).rglob("*.py")):
                told = reason_to_stay_plain(module, package) or "compiled"
                print(f"{module.relative_to(package).as_posix()}: {told}")


if __name__ == "__main__":
    main()
