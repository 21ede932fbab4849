"""An option called no, none, keep or the like declines; whoever writes one says so."""

import ast

from tests.architecture.source import modules, shown

NO = ("no", "none", "nobody", "decline", "keep", "stop")


def test_no_rulebook_leaves_a_plain_no_unmarked() -> None:
    unmarked: list[str] = []
    for module in modules("rulebooks"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Option" or not node.args:
                continue
            key = node.args[0]
            plain = isinstance(key, ast.Constant) and key.value in NO
            if plain and not any(word.arg == "declines" for word in node.keywords):
                unmarked.append(f"{shown(module)}:{node.lineno}")
    assert unmarked == []
