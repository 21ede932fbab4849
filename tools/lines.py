"""What each rulebook costs: lines of code by part, and per clause of its catalogue: `make lines`.

A line counts if it holds code: no blank line, no comment, no docstring. Content (TOML) is counted apart, as every line.
"""

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

from vanguard.core.clauses import load_catalogue
from vanguard.core.rulebook import load_rulebook, registered

PARTS = ("rules", "content", "table", "odds", "bot")
SHARED = ("core", "geometry", "tabletop", "odds", "bots")
NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
}  # fmt: skip


def code_lines(text: str) -> int:
    """Lines that hold code."""
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            held.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(held)


def lines_of(package: Path) -> tuple[Counter[str], int]:
    """Of a rulebook's package: lines of code by part (profiles are content), and lines of content files."""
    found: Counter[str] = Counter()
    for module in package.rglob("*.py"):
        inside = module.relative_to(package).parts
        part = "content" if inside[-1] == "profiles.py" else inside[0] if inside[0] in PARTS else "rules"
        found[part] += code_lines(module.read_text("utf-8"))
    return found, sum([len(file.read_text("utf-8").splitlines()) for file in package.rglob("*.toml")])


def main() -> None:
    print(
        f"{'':20}{'code':>7}" + "".join([f"{part:>9}" for part in PARTS]) + f"{'TOML':>7}{'clauses':>9}{'a clause':>10}"
    )
    for name in sys.argv[1:] or sorted(registered()):
        package = load_rulebook(name).content_directory().parent
        lines, content = lines_of(package)
        code, clauses = sum(lines.values()), len(load_catalogue(name).ids)
        parts = "".join([f"{lines[part]:>9}" for part in PARTS])
        print(f"{name:20}{code:>7}{parts}{content:>7}{clauses:>9}{code / clauses:>10.1f}")
    home = Path(__file__).resolve().parents[1] / "src" / "vanguard"
    shared = {part: sum([code_lines(it.read_text("utf-8")) for it in (home / part).rglob("*.py")]) for part in SHARED}
    print("shared by all:", ", ".join([f"{part} {lines}" for part, lines in shared.items()]))


if __name__ == "__main__":
    main()
