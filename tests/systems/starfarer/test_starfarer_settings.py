"""Every reading is a named setting: in the asset file, said there, and read by a rule."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final, get_type_hints

import pytest

from fleshwound.components.errors import ContentFault
from fleshwound.game.content import load
from fleshwound.game.rulebook import sections
from fleshwound.systems.starfarer import tables as tables_module
from fleshwound.systems.starfarer.tables import Tables

ASSET: Final = (files("fleshwound.assets") / "rulesets" / "starfarer.toml").read_text(encoding="utf-8")
FOLDER: Final = files("fleshwound.systems") / "starfarer"
MODULES: Final = {
    file.name: ast.parse(file.read_text(encoding="utf-8")) for file in FOLDER.iterdir() if file.name.endswith(".py")
}
CITED: Final = re.compile(r"starfarer (B\d+(?:(?:, | and | to )B\d+)*)")


def settings(kind: Any, path: str = "") -> Iterator[str]:
    """Every field of every table, by its path."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        inner = hints[field.name]
        if is_dataclass(inner):
            yield from settings(inner, f"{path}{field.name}.")
        else:
            yield f"{path}{field.name}"


SETTINGS: Final = sorted(settings(Tables))


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_rule_reads_every_setting(setting: str) -> None:
    name = setting.rsplit(".", 1)[-1]
    read = [
        module
        for module, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == name
    ]
    assert read or setting in {"rounds.round_s"}, "round_s is the length of a round, which the engine asks for"


def test_every_setting_says_what_it_is() -> None:
    silent = [
        line
        for before, line in pairwise(ASSET.splitlines())
        if re.match(r"\w+ = ", line) and "# " not in line and not before.startswith("# ")
    ]
    assert not silent


def test_the_file_loads_strictly(tmp_path: Any) -> None:
    """Whatever is wrong with it is told at once, by its path."""
    wrong = ASSET.replace("divisor = 10 ", "divisor = '10' ").replace("trait_least = 0", "trait_lowest = 0")
    wrong = wrong.replace('"right_leg"]', '"tail"]').replace('los_by = "divisor"', 'los_by = "tens"')
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "starfarer.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(ContentFault) as found:
        load(tmp_path).tables("starfarer", Tables)
    paths = [fault.split(": ")[1] for fault in found.value.faults]
    assert sorted(paths) == [
        "areas.chart[9]",
        "tasks.divisor",
        "tasks.los_by",
        "tasks.trait_least",
        "tasks.trait_lowest",
    ]


def test_the_file_has_a_table_for_each_section() -> None:
    assert list(tomllib.loads(ASSET)) == [field.name for field in fields(Tables)]
    assert tables_module.__doc__


def docstrings(tree: ast.Module) -> Iterator[tuple[str, str, bool]]:
    """Name, text, and whether it asks, of everything that has or should have a docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            asks = (
                isinstance(node, ast.FunctionDef) and node.returns is not None and "Rule[" in ast.unparse(node.returns)
            )
            yield node.name, ast.get_docstring(node) or "", asks


def cited(text: str) -> set[str]:
    """Sections that a text cites; `B4 to B9` stands for all of them."""
    found: set[str] = set()
    for match in CITED.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", match[1])]
        if " to " in match[1]:
            numbers = list(range(numbers[0], numbers[-1] + 1))
        found.update(f"B{number}" for number in numbers)
    return found


@pytest.mark.parametrize("number", range(1, 12))
def test_every_section_is_found_at_a_rule_by_its_number(number: int) -> None:
    rules = [text for tree in MODULES.values() for _, text, _ in docstrings(tree)]
    assert any(f"B{number}" in cited(text) for text in rules)


def test_every_rule_that_asks_says_which_section_it_plays() -> None:
    silent = [
        f"{module}: {name}"
        for module, tree in MODULES.items()
        for name, text, asks in docstrings(tree)
        if asks and not name.startswith("_") and not cited(text)
    ]
    assert not silent
    assert all(
        number in sections("starfarer") for tree in MODULES.values() for number in cited(ast.get_docstring(tree) or "")
    )
