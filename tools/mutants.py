"""Are the proofs proofs? `make mutants [RULEBOOK=killteam_lite] [CLAUSE=shooting.select-target] [SAMPLE=200]`.

Every place where a clause is decided is broken in the usual small ways, one at a time, and the tests that claim the clause are run.
A change that none of them notices survives and is listed; those that change nothing anybody could notice stand with their reason in
docs/mutants-equivalent.txt. `--keep` writes the score into docs/mutants.md; `--suggest` tells which other tests notice a survivor;
`--again` tries only what survived the last time, `--unseen` only what was never tried in this working copy, so that a score
is held out from whoever wrote the tests; `--rest` breaks the functions that cite no clause, for any test that runs them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tools.mutant_runs import KEPT, SURVIVED, Mutant, Runner, run  # noqa: E402 - the project's own modules, found from its root
from tools.mutation import changes_of, changes_of_the_rest, constants, rule_files  # noqa: E402
from vanguard.core.clauses import catalogue_path, load_catalogue  # noqa: E402
from vanguard.core.rulebook import registered  # noqa: E402

SCORES = ROOT / "docs" / "mutants.md"
EQUIVALENT = ROOT / "docs" / "mutants-equivalent.txt"


# -- what there is to break --------------------------------------------------------------------------------------------------


def mutants_of(rulebook: str, wanted: set[str], rest: bool = False) -> list[Mutant]:
    """All changes of a rulebook, where clauses are decided or in the rest of its rules."""
    package = catalogue_path(rulebook).parent
    clauses = set(load_catalogue(rulebook).ids)
    names = constants(package, clauses)
    found: list[Mutant] = []
    for path in rule_files(package):
        if rest:
            found.extend([Mutant("", change) for change in changes_of_the_rest(path, clauses, names[path])])
        else:
            found.extend([Mutant(clause, c) for clause, c in changes_of(path, clauses, wanted, names[path])])
    return found


def last_fates(rulebook: str) -> dict[str, str]:
    kept = KEPT / f"{rulebook}-fates.json"
    found: dict[str, str] = json.loads(kept.read_text()) if kept.is_file() else {}
    return found


def remember(rulebook: str, mutants: list[Mutant]) -> None:
    fates = {**last_fates(rulebook), **{mutant.key: mutant.fate for mutant in mutants}}
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / f"{rulebook}-fates.json").write_text(json.dumps(fates))


def equivalents() -> dict[tuple[str, str], str]:
    """`rulebook | change | reason` on each line."""
    known: dict[tuple[str, str], str] = {}
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if EQUIVALENT.is_file() else []:
        if line.strip() and not line.startswith("#"):
            rulebook, change, reason = [part.strip() for part in line.split(" | ")]
            known[rulebook, change] = reason
    return known


def report(rulebook: str, runner: Runner) -> str:
    """The survivors by clause, and the score."""
    known = equivalents()
    tried = [mutant for mutant in runner.mutants if mutant.fate]
    for mutant in tried:
        mutant.reason = known.get((rulebook, mutant.change.text), "") if mutant.fate == SURVIVED else ""
    survivors = [mutant for mutant in tried if mutant.fate == SURVIVED and not mutant.reason]
    by_clause: dict[str, list[Mutant]] = {}
    for mutant in survivors:
        by_clause.setdefault(mutant.clause, []).append(mutant)
    for clause in sorted(by_clause):
        print(clause or "(no clause)")
        others = Counter(name for mutant in by_clause[clause] for name in mutant.noticed_by)
        for mutant in by_clause[clause]:
            line = mutant.change.path.read_text(encoding="utf-8").splitlines()[mutant.change.line - 1].strip()
            print(f"    line {mutant.change.line}  {mutant.change.text}")
            if not line.startswith(mutant.change.before[:20]):
                print(f"        in: {line[:120]}")
            for name in sorted(mutant.noticed_by, key=lambda name: (-others[name], name)):
                print(f"        noticed by {name.rpartition('/')[2]}")
    for clause in sorted(runner.unclaimed):
        print(f"{clause}: broken by nobody's test, since no test claims it")
    for name in sorted(runner.unsound):
        print(f"{name} fails before anything is broken")
    equivalent = len([mutant for mutant in tried if mutant.reason])
    counted = len(tried) - equivalent
    killed = counted - len(survivors)
    share = 100.0 * killed / counted if counted else 100.0
    clauses = len({mutant.clause for mutant in tried})
    return (
        f"{rulebook}: {len(tried)} mutants of {clauses} clauses, {killed} killed, {len(survivors)} survived, "
        f"{equivalent} equivalent with a reason: {share:.1f} %"
    )


def keep(lines: list[str]) -> None:
    """The last score of each rulebook stands in docs/mutants.md, between two marks."""
    text = SCORES.read_text(encoding="utf-8")
    head, _, rest = text.partition("<!-- scores -->\n")
    table, _, tail = rest.partition("<!-- end -->")
    rows = {line.split(":")[0].lstrip("- "): line for line in table.splitlines() if line.startswith("- ")}
    rows.update({line.split(":")[0]: f"- {line}" for line in lines})
    body = "\n".join(rows[name] for name in sorted(rows))
    SCORES.write_text(f"{head}<!-- scores -->\n{body}\n<!-- end -->{tail}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", action="append", help="only this rulebook (may be given several times)")
    parser.add_argument("--clause", action="append", help="only this clause, or all that begin so with a final .*")
    parser.add_argument("--sample", type=int, default=0, help="only so many changes per rulebook, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="which ones are drawn")
    parser.add_argument("--keep", action="store_true", help="write the scores into docs/mutants.md")
    parser.add_argument("--suggest", action="store_true", help="tell which other tests notice what survives")
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    parser.add_argument("--unseen", action="store_true", help="only what was never tried in this working copy")
    parser.add_argument("--rest", action="store_true", help="break the functions that cite no clause, for all tests")
    parser.add_argument("--file", action="append", help="only changes in this module")
    wanted = parser.parse_args()
    os.chdir(ROOT)
    scores: list[str] = []
    survived = False
    for rulebook in wanted.rulebook or sorted(registered()):
        known = {clause for clause in load_catalogue(rulebook).ids if _is_wanted(clause, wanted.clause)}
        if not known:
            sys.exit(f"{rulebook} has no clause {', '.join(wanted.clause)}")
        mutants = mutants_of(rulebook, known, wanted.rest)
        if wanted.file:
            mutants = [mutant for mutant in mutants if mutant.change.path.name in wanted.file]
        drawn = ""
        if wanted.again:
            last, reasons = last_fates(rulebook), equivalents()
            mutants = [m for m in mutants if last.get(m.key, SURVIVED) == SURVIVED]
            mutants = [m for m in mutants if (rulebook, m.change.text) not in reasons]
        if wanted.unseen:
            tried = last_fates(rulebook)
            mutants = [m for m in mutants if m.key not in tried]
            drawn = f" (all {len(mutants)} never tried before)"
        if wanted.sample and wanted.sample < len(mutants):
            mutants = random.Random(wanted.seed).sample(mutants, wanted.sample)
            fresh = len([m for m in mutants if m.key not in last_fates(rulebook)])
            drawn = f" ({wanted.sample} drawn, seed {wanted.seed}, {fresh} never tried before)"
        runner = Runner(rulebook, catalogue_path(rulebook).parent, mutants, wanted.suggest)
        run(runner)
        remember(rulebook, mutants)
        scores.append(report(rulebook, runner) + drawn)
        survived = survived or any(mutant.fate == SURVIVED and not mutant.reason for mutant in mutants)
    print("\n".join(scores))
    if wanted.keep:
        keep(scores)
    sys.exit(1 if survived and wanted.clause else 0)


def _is_wanted(clause: str, wishes: list[str] | None) -> bool:
    if not wishes:
        return True
    return any(clause == wish or (wish.endswith(".*") and clause.startswith(wish[:-1])) for wish in wishes)


if __name__ == "__main__":
    main()
