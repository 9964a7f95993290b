"""The rulebooks as the tests read them: sections, tables row by row, and sentences that an example rests on."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

PAGES: Final = {"H": "heroic.md", "A": "cities.md", "B": "starfarer.md"}
"""The page of each rulebook by the letter of its sections."""
HEADING: Final = re.compile(r"^## ([A-Z]\d+)\b.*$", re.MULTILINE)


class Table(NamedTuple):
    """One table of a section, as text."""

    head: tuple[str, ...]
    """The columns after the first."""
    rows: dict[str, tuple[str, ...]]
    """Every row by its first cell."""


@cache
def sections(book: str) -> dict[str, str]:
    """The text of every section of the rulebook whose sections have this letter."""
    page = files("fleshwound.assets") / "rules" / PAGES[book]
    pieces = HEADING.split(page.read_text(encoding="utf-8"))
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def section(name: str) -> str:
    """The text of a section, such as `H5` or `A9`."""
    return sections(name[0])[name]


@cache
def tables(name: str) -> tuple[Table, ...]:
    """Every table of a section, in order."""
    found: list[Table] = []
    lines: list[list[str]] = []
    for line in (*section(name).splitlines(), ""):
        if line.startswith("|"):
            lines.append([cell.strip() for cell in line.strip().strip("|").split("|")])
        elif lines:
            head, _, *rows = lines
            found.append(Table(tuple(head[1:]), {row[0]: tuple(row[1:]) for row in rows}))
            lines = []
    return tuple(found)


def says(name: str, sentence: str) -> None:
    """Fail unless a section says this, word for word but for line breaks and emphasis."""
    text = " ".join(section(name).replace("*", "").split())
    assert " ".join(sentence.split()) in text, f"{name} doesn't say: {sentence}"
