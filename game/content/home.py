"""Home: under which rules an entry is to be used, by what it says (cities A8, A9, A11).

What several rules read stands in the entry itself, whole; what one ruleset alone reads in a table of its name. An entry
that has such tables and none of the rest is for those rulesets alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from fleshwound.game.content.fault import Fault, shown
from fleshwound.game.content.fields import described
from fleshwound.game.content.strict import hints
from fleshwound.game.content.unfit import Partial, given

SECTIONS: Final = ("cities",)
"""Rulesets that have a table of their own in an entry."""
WEAPON: Final = ("weight_lb", "durability", "heft", "modes")
ARMOR: Final = ("weight_lb", "durability", "encumbrance", "protection")
CREATURE: Final = ("attributes", "move_ft")
"""What each kind of entry needs, unless it is for the rulesets of its tables alone."""

Alone = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By kind and id what is for some rulesets alone, and for which."""


def rules_of(entry: Partial, needed: tuple[str, ...]) -> tuple[str, ...]:
    """Name the rulesets that an entry is for alone: it has their tables, and nothing that others read. None: any."""
    named = tuple(name for name in SECTIONS if given(entry, name))
    return () if any(given(entry, name) for name in needed) else named


def said_by(table: Mapping[str, object], needed: tuple[str, ...]) -> tuple[str, ...]:
    """Tell the same of an entry as its file has it."""
    return () if any(name in table for name in needed) else tuple(name for name in SECTIONS if name in table)


def foreign(path: str, what: str, wanted: tuple[str, ...], id: str, alone: tuple[str, ...]) -> Iterator[Fault]:
    """Tell whether what is for the rules `alone` doesn't serve all that are `wanted`; none named: every one."""
    if alone and not (wanted and set(wanted) <= set(alone)):
        right = f"for {' and '.join(wanted)}" if wanted else "for every ruleset, as the creature is"
        yield Fault(path, f"{what} {right}", f"{shown(id)}, which is for {' and '.join(alone)} alone")


def lacking(entry: Partial, needed: tuple[str, ...]) -> Iterator[Fault]:
    """Find what an entry lacks that is for any ruleset."""
    kind: Any = type(entry)
    if not rules_of(entry, needed):
        for name in needed:
            if not given(entry, name):
                yield Fault(name, described(hints(kind)[name]), "nothing")


def astray(entry: Partial, needed: tuple[str, ...], tables: tuple[str, ...]) -> Iterator[Fault]:
    """Find the tables of an entry for some rulesets alone that these don't read."""
    if rules_of(entry, needed):
        for name in tables:
            if getattr(entry, name):
                yield Fault(name, f"nothing without {needed[0]}, which the rules that read it need", "a table")
