"""Replay files of vectors against the rules: `python tests/run_vectors.py FILE... [--allow-missing]`.

Prints, for each kind of case, how many agree, differ, deviate on purpose and are not covered. A case that deviates on
purpose must run without an exception and isn't compared. Exits 0 if all is well; 1 where a case differs, a deviating
one fails, or a kind that isn't optional has no adapter (unless `--allow-missing`); 2 where a file can't be read.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import vector_kinds.blows
import vector_kinds.care
import vector_kinds.nerves
import vector_kinds.rolls
import vector_kinds.shocks
import vector_kinds.wounds  # noqa: F401  # importing enters the adapters
from vector_kinds.bodies import anatomy_of
from vector_kinds.registry import KINDS, Setting, Values, VectorFile, kind_of, shipped_tables

SHOWN = 5
"""How many differing cases of a kind are shown."""
WIDTH = 36
"""Of the column of kinds."""


class Verdict(StrEnum):
    """What became of a case."""

    AGREES = "agree"
    DIFFERS = "differ"
    DEVIATES = "deviate"
    NOT_COVERED = "not covered"


@dataclass
class Tally:
    """What became of the cases of one kind in one file."""

    counts: Counter[Verdict] = field(default_factory=Counter)
    shown: list[str] = field(default_factory=list)
    optional: bool = False


def matches(expected: Any, found: Any) -> bool:
    """Whether an answer is what was expected: every expected key, exactly; a found set ignores the order of a list."""
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and expected.keys() <= found.keys()
            and all(matches(value, found[key]) for key, value in expected.items())
        )
    if isinstance(found, set):
        return isinstance(expected, list) and len(expected) == len(found) and set(expected) == found
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(expected) == len(found)
            and all(matches(one, other) for one, other in zip(expected, found, strict=True))
        )
    if isinstance(expected, bool) or isinstance(found, bool) or expected is None or found is None:
        return expected is found
    return bool(expected == found)


def verdict_of(case: Values, setting: Setting) -> tuple[Verdict, str]:
    """Replay one case; answers its verdict and, where it differs, how."""
    kind = KINDS.get(kind_of(case))
    if kind is None:
        return Verdict.NOT_COVERED, ""
    try:
        found = kind.adapter(case["in"], setting)
    except Exception as error:  # whatever a rule raises is a finding to report, not the end of the run
        return Verdict.DIFFERS, f"raised {type(error).__name__}: {error}"
    if "deviates" in case:
        return Verdict.DEVIATES, ""
    expected = kind.translation(case["out"])
    if matches(expected, found):
        return Verdict.AGREES, ""
    wrong = [key for key in expected if key not in found or not matches(expected[key], found[key])]
    return Verdict.DIFFERS, "; ".join(f"{key}: expected {expected[key]}, got {found.get(key)}" for key in wrong)


def replay(file: VectorFile, setting: Setting) -> dict[str, Tally]:
    """Replay every case of a file; answers what became of each kind."""
    tallies: dict[str, Tally] = {}
    for case in file.cases:
        name = kind_of(case)
        tally = tallies.setdefault(name, Tally())
        tally.optional = case.get("kind") in file.optional
        verdict, how = verdict_of(case, setting)
        tally.counts[verdict] += 1
        if verdict is Verdict.DIFFERS and len(tally.shown) < SHOWN:
            tally.shown.append(f"{json.dumps(case['in'])}: {how}")
    return tallies


def report(file: VectorFile, tallies: dict[str, Tally]) -> None:
    """Print what became of each kind of one file, and some of what differs."""
    print(f"{file.path.name:<{WIDTH}}" + "".join(f"{verdict:>13}" for verdict in Verdict))
    for name, tally in tallies.items():
        label = f"  {name}{' (optional)' if tally.optional else ''}"
        print(f"{label:<{WIDTH}}" + "".join(f"{tally.counts[verdict]:>13}" for verdict in Verdict))
        for line in tally.shown:
            print(f"    differs: {line}")


def failed(tallies: dict[str, Tally], allow_missing: bool) -> bool:
    """Whether something differs, or isn't covered and would have to be."""
    return any(
        tally.counts[Verdict.DIFFERS]
        or (tally.counts[Verdict.NOT_COVERED] and not tally.optional and not allow_missing)
        for tally in tallies.values()
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; answers its exit status."""
    parser = ArgumentParser(description="Replay files of vectors against the rules.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--allow-missing", action="store_true", help="don't fail for kinds of case whose rules aren't built yet"
    )
    options = parser.parse_args(arguments)
    tables = shipped_tables()
    worst = 0
    for path in options.files:
        try:
            file = VectorFile.read(path)
        except (OSError, ValueError) as error:
            print(f"{path}: can't be read: {error}", file=sys.stderr)
            worst = 2
            continue
        anatomies = {creature: anatomy_of(creature, body) for creature, body in file.anatomies.items()}
        tallies = replay(file, Setting(tables, anatomies))
        report(file, tallies)
        if failed(tallies, options.allow_missing):
            worst = max(worst, 1)
    return worst


if __name__ == "__main__":
    sys.exit(main())
