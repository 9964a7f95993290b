"""A reader goes from a section of the rulebook to its code by searching for the section's number."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Final, NamedTuple

import pytest

CITED: Final = re.compile(r"\(heroic (H\d+(?:, H\d+)*)\)|heroic (H\d+(?:(?:, | and )H\d+)*)")
SECTION: Final = re.compile(r"^## (H\d+) ", re.MULTILINE)


class Documented(NamedTuple):
    """Something with a docstring."""

    module: str
    name: str
    text: str
    returns: str
    """Its return annotation; empty: it has none, or is no function."""


def _documented() -> Iterator[Documented]:
    folder = files("fleshwound.systems") / "heroic"
    for file in sorted(folder.iterdir(), key=lambda it: it.name):
        if not file.name.endswith(".py"):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        yield Documented(file.name, "", ast.get_docstring(tree) or "", "")
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                returns = ast.unparse(node.returns) if isinstance(node, ast.FunctionDef) and node.returns else ""
                yield Documented(file.name, node.name, ast.get_docstring(node) or "", returns)


DOCUMENTED: Final = list(_documented())
RULEBOOK: Final = (files("fleshwound.assets") / "rules" / "heroic.md").read_text(encoding="utf-8")
SECTIONS: Final = SECTION.findall(RULEBOOK)


def cited(text: str) -> set[str]:
    return {section for match in CITED.finditer(text) for section in re.findall(r"H\d+", match[0])}


def test_every_section_that_is_cited_is_in_the_rulebook() -> None:
    assert [f"H{n}" for n in range(1, 16)] == SECTIONS
    unknown = {(it.module, it.name, it_s) for it in DOCUMENTED for it_s in cited(it.text) - set(SECTIONS)}
    assert not unknown


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_is_found_at_a_rule_by_its_number(section: str) -> None:
    assert [it for it in DOCUMENTED if it.name and section in cited(it.text)], f"nothing cites {section}"


def test_every_rule_that_asks_says_which_section_it_plays() -> None:
    modules = {it.module: cited(it.text) for it in DOCUMENTED if not it.name}
    silent = [
        f"{it.module}: {it.name}"
        for it in DOCUMENTED
        if "Rule[" in it.returns and not it.name.startswith("_") and it.name != "rule" and not cited(it.text)
    ]
    assert not silent
    assert all(modules[it.module] for it in DOCUMENTED if it.returns.startswith("Rule["))
