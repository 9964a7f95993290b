"""Home: under which rules an entry is to be used, by what it says (cities A8, A9, A11).

What all the rules but one read stands in the entry itself, whole; what the one reads in a table of its name. An entry
that has such a table and none of the rest is of that ruleset alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from fleshwound.game.content.fault import Fault, shown
from fleshwound.game.content.fields import described
from fleshwound.game.content.strict import hints
from fleshwound.game.content.unfit import Partial, given

ALONE: Final = "cities"
"""The ruleset of which an entry may be alone."""
WEAPON: Final = ("weight_lb", "durability", "heft", "modes")
ARMOR: Final = ("weight_lb", "durability", "encumbrance", "protection")
CREATURE: Final = ("attributes", "move_ft")
"""What each kind of entry needs, unless it is of one ruleset alone."""


def of_one(entry: Partial, needed: tuple[str, ...]) -> bool:
    """Tell whether an entry is of the ruleset `cities` alone: it has that table, and nothing that others read."""
    return given(entry, ALONE) and not any(given(entry, name) for name in needed)


def says_so(table: Mapping[str, object], needed: tuple[str, ...]) -> bool:
    """Tell the same of an entry as its file has it."""
    return ALONE in table and not any(name in table for name in needed)


def foreign(path: str, what: str, purpose: str, id: str) -> Fault:
    """Say that something is for one ruleset alone, and needed for another."""
    return Fault(path, f"{what} {purpose}", f"{shown(id)}, which is for {ALONE} alone")


def lacking(entry: Partial, needed: tuple[str, ...]) -> Iterator[Fault]:
    """Find what an entry lacks that is not of one ruleset alone."""
    kind: Any = type(entry)
    if not of_one(entry, needed):
        for name in needed:
            if not given(entry, name):
                yield Fault(name, described(hints(kind)[name]), "nothing")


def astray(entry: Partial, needed: tuple[str, ...], tables: tuple[str, ...]) -> Iterator[Fault]:
    """Find the tables of an entry of one ruleset alone that this one doesn't read."""
    if of_one(entry, needed):
        for name in tables:
            if getattr(entry, name):
                yield Fault(name, f"nothing without {needed[0]}, which the rules that read it need", "a table")
