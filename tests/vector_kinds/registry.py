"""Which adapter replays which kind of case, and what a file of cases looks like."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tomllib import loads
from typing import Any, TypeAlias

import cattrs

from fleshwound.components.definitions import Anatomy
from fleshwound.systems.heroic.tables import Tables

Values: TypeAlias = dict[str, Any]
"""The `in` or `out` of a case: JSON, as varied as the kinds."""


@dataclass(frozen=True)
class Setting:
    """What the cases of one file are replayed with."""

    tables: Tables
    anatomies: Mapping[str, Anatomy]
    """The bodies that the file itself describes, by creature."""


Adapter: TypeAlias = Callable[[Values, Setting], Values]
"""Replays the `in` of a case through the product and answers in the words of its `out`."""

Translation: TypeAlias = Callable[[Values], Values]
"""Puts an expected `out` into our units, where theirs can't be written exactly."""


@dataclass(frozen=True)
class Kind:
    """One kind of case that is covered."""

    adapter: Adapter
    translation: Translation


KINDS: dict[str, Kind] = {}


def covers(*kinds: str, translation: Translation = dict) -> Callable[[Adapter], Adapter]:
    """Enter an adapter for some kinds of case."""

    def enter(adapter: Adapter) -> Adapter:
        for kind in kinds:
            if kind in KINDS:
                raise ValueError(f"{kind} has an adapter already")
            KINDS[kind] = Kind(adapter, translation)
        return adapter

    return enter


def kind_of(case: Mapping[str, Any]) -> str:
    """Name the kind of a case: its own word, told apart by what goes in where two files use the same or none."""
    given = case["in"]
    named: str | None = case.get("kind")
    if named == "band":
        return "health_band" if "value" in given else "severity_band"
    if named is not None:
        return named
    return "injury" if "impact" in given else "impairment" if "wounds" in given else "unnamed"


@dataclass(frozen=True)
class VectorFile:
    """A file of cases."""

    path: Path
    cases: tuple[Values, ...]
    optional: frozenset[str]
    """Kinds that may be left uncovered."""
    anatomies: Values

    @classmethod
    def read(cls, path: Path) -> VectorFile:
        """Read a file.

        Raises:
            OSError: it can't be read.
            ValueError: it isn't JSON, or has no list of cases.
        """
        content = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(content, dict) or not isinstance(content.get("cases"), list):
            raise ValueError('expected an object with a list of "cases"')
        for number, case in enumerate(content["cases"]):
            if not isinstance(case, dict) or not all(isinstance(case.get(key), dict) for key in ("in", "out")):
                raise ValueError(f'case {number}: expected an object with "in" and "out"')
        return cls(
            path, tuple(content["cases"]), frozenset(content.get("optional_kinds", ())), content.get("anatomies", {})
        )


def shipped_tables() -> Tables:
    """Load the constants of the ruleset as the product ships them."""
    text = (files("fleshwound.assets") / "rulesets" / "heroic.toml").read_text(encoding="utf-8")
    return cattrs.structure(loads(text), Tables)
