"""The rulebooks, one for each ruleset, as the product's own reference: read whole or by section."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final

from fleshwound.components.errors import UnknownName

_HEADING: Final = re.compile(r"^## (?P<number>[A-Z]\d+)\.?[ ]+(?P<title>.+)$", re.MULTILINE)
"""`## H5 Shock [S]`, `## A1. Character numbers`."""

_MARK: Final = re.compile(r"\s*(\[[^\]]*\]|\([SRMI][^)]*\))$")
"""The closing mark of a heading, which says where its rules come from."""


@cache
def rulesets() -> tuple[str, ...]:
    """List the rulesets that have a rulebook, by name."""
    folder = resources.files("fleshwound.assets") / "rules"
    return tuple(sorted(page.name.removesuffix(".md") for page in folder.iterdir() if page.name.endswith(".md")))


@cache
def rulebook(ruleset: str) -> str:
    """Read the whole rulebook of `ruleset`, in Markdown.

    Raises:
        UnknownName: no ruleset of that name has a rulebook; the error lists those that have.
    """
    if ruleset not in rulesets():
        raise UnknownName("ruleset", ruleset, rulesets())
    return (resources.files("fleshwound.assets") / "rules" / f"{ruleset}.md").read_text(encoding="utf-8")


def title(ruleset: str) -> str:
    """Read the title of a rulebook: what its rules are, in a few words.

    Raises:
        UnknownName: no ruleset of that name has a rulebook.
    """
    heading = rulebook(ruleset).splitlines()[0]
    return heading.removeprefix(f"# Rulebook: `{ruleset}`").strip(" ()")


def sections(ruleset: str) -> dict[str, str]:
    """List the sections of a rulebook in its order: number to title, `{"H1": "Tests", ...}`.

    Raises:
        UnknownName: no ruleset of that name has a rulebook.
    """
    return {found["number"]: _MARK.sub("", found["title"]) for found in _HEADING.finditer(rulebook(ruleset))}


def section(ruleset: str, number: str) -> str:
    """Read one section, its heading first, in Markdown. `number` may be written in either case: `H5`, `h5`.

    Raises:
        UnknownName: no ruleset of that name has a rulebook, or its rulebook no section of that number; the error lists
            the right ones.
    """
    page = rulebook(ruleset)
    headings = list(_HEADING.finditer(page))
    ends = [heading.start() for heading in headings[1:]] + [len(page)]
    for heading, end in zip(headings, ends, strict=True):
        if heading["number"] == number.upper():
            return page[heading.start() : end].rstrip()
    raise UnknownName(f"section of {ruleset}", number, tuple(sections(ruleset)))
