"""Files anybody can read and any machine can use: short modules, no foreign paths or hosts, nothing left unfinished."""

import ast
import re
from pathlib import Path

from tests.architecture.source import PACKAGE, ROOT, modules, shown, text_of, tracked_files, tree_of

LONGEST_MODULE = 600
LONGER_WITH_A_REASON = {
    "src/vanguard/geometry/movement/pricing.py": "one walk along a path, told in the order of what it meets",
}
LONGEST_FUNCTION = 80

# Written in two halves, so that this file does not find itself.
MACHINE_PATHS = re.compile(r"(?<![\w./~-])/(?:" + "work|ro" + "ot|ho" + r"me/\w+|Us" + r"ers/\w+)/[\w.-]")
PACKAGE_HOSTS = re.compile(
    "pypi" + r"\.org|python" + r"hosted\.org|npm" + r"js\.(?:org|com)|yarn" + r"pkg\.com", re.IGNORECASE
)
UNFINISHED = re.compile(r"\b(?:TO" + "DO|FIX" + "ME|X" + r"XX)\b|NotImpl" + "ementedError")


def _found(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    return [
        f"{shown(file)}:{number}: {line.strip()[:100]}"
        for file in files
        for number, line in enumerate(text_of(file).splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    assert _found(MACHINE_PATHS, list(tracked_files())) == []


def test_no_file_names_a_package_host() -> None:
    """So that a mirror serves as well as the original."""
    assert _found(PACKAGE_HOSTS, list(tracked_files())) == []


def test_nothing_is_left_unfinished() -> None:
    code = [file for file in tracked_files() if file.suffix in (".py", ".ts", ".svelte", ".toml", ".yaml", ".md")]
    assert _found(UNFINISHED, code) == []


def test_no_test_is_set_aside() -> None:
    skipping = re.compile(r"pytest\.(?:mark\.)?(?:sk" + "ip|xf" + r"ail|importor" + "skip)")
    tests = [file for file in tracked_files() if ROOT / "tests" in file.parents and file.name != "test_clauses.py"]
    assert _found(skipping, tests) == []


def test_a_module_is_a_chapter_long_at_most() -> None:
    lengths = {shown(module): len(text_of(module).splitlines()) for module in modules()}
    long = {name: length for name, length in lengths.items() if length > LONGEST_MODULE}
    assert {name: length for name, length in long.items() if name not in LONGER_WITH_A_REASON} == {}


def test_a_function_fits_a_screen_or_two() -> None:
    long = {
        f"{shown(module)}:{node.lineno} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for module in modules()
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: length for name, length in long.items() if length > LONGEST_FUNCTION} == {}


def test_modules_are_named_for_what_they_hold() -> None:
    vague = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc", "stuff"}
    assert [
        shown(module) for module in modules() if vague & set(module.relative_to(PACKAGE).with_suffix("").parts)
    ] == []


def test_every_module_says_what_it_is() -> None:
    assert [shown(module) for module in modules() if not ast.get_docstring(tree_of(module))] == []


def test_no_test_runs_a_loop_in_a_thread_that_may_have_one() -> None:
    """`tests.kit.loops.run` does, whichever tests ran before."""
    loops = re.compile(r"\basyncio\.(?:run|get_event_loop)\(|run_until" + "_complete")
    tests = [file for file in tracked_files() if shown(file).startswith("tests/") and file.suffix == ".py"]
    assert _found(loops, [file for file in tests if file.name != "loops.py"]) == []


def test_whoever_makes_a_blank_copy_may_do_so_when_compiled() -> None:
    """`Name.__new__(Name)` of a compiled class calls `__init__`, unless the class says that it is serializable."""
    careless = [
        f"{shown(module)}:{node.lineno} {node.name}"
        for module in modules()
        if ".__new__(" in text_of(module)
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.ClassDef)
        and f"{node.name}.__new__({node.name})" in ast.unparse(node)
        and "mypyc_attr(serializable=True)" not in [ast.unparse(decorator) for decorator in node.decorator_list]
    ]
    assert careless == []
