"""The rulebooks print by section, and the code cites sections that exist."""

from __future__ import annotations

import ast
import re
from importlib import resources

import pytest

from fleshwound.components.errors import UnknownName
from fleshwound.game.rulebook import rulebook, rulesets, section, sections

NUMBERED = {"heroic": ("H", 15), "cities": ("A", 12), "starfarer": ("B", 13)}
CITATION = re.compile(r"\b(heroic|cities|starfarer) ([A-Z]\d+(?:(?:, | and )[A-Z]\d+)*)")


def test_there_is_a_rulebook_for_each_ruleset() -> None:
    assert set(rulesets()) == set(NUMBERED)


@pytest.mark.parametrize("ruleset", sorted(NUMBERED))
def test_sections_are_numbered_without_a_gap(ruleset: str) -> None:
    letter, last = NUMBERED[ruleset]
    assert list(sections(ruleset)) == [f"{letter}{n}" for n in range(1, last + 1)]


@pytest.mark.parametrize(("ruleset", "number"), [(r, n) for r in sorted(NUMBERED) for n in sections(r)])
def test_a_section_prints_from_its_heading_to_the_next(ruleset: str, number: str) -> None:
    text = section(ruleset, number)
    heading, *body = text.splitlines()
    assert heading.startswith(f"## {number}")
    assert sections(ruleset)[number] in heading
    assert any(line.strip() for line in body)
    assert not any(line.startswith("## ") for line in body)


@pytest.mark.parametrize("ruleset", sorted(NUMBERED))
def test_the_sections_and_the_preface_are_the_whole_rulebook(ruleset: str) -> None:
    page = rulebook(ruleset)
    preface = page[: page.index("\n## ")]
    parts = [preface.rstrip(), *(section(ruleset, number) for number in sections(ruleset))]
    assert "\n\n".join(parts) + "\n" == page


def test_the_shock_table_is_in_h5() -> None:
    assert sections("heroic")["H5"] == "Shock"
    assert "| state | none | stunned | incapacitated | unconscious | dead |" in section("heroic", "h5")


def test_an_unknown_section_names_the_right_ones() -> None:
    with pytest.raises(UnknownName, match=r"unknown section of heroic 'H16'; expected one of: H1, H2, .*, H15"):
        section("heroic", "H16")


@pytest.mark.parametrize("ruleset", ["", "Heroic", "../rules/heroic"])
def test_an_unknown_ruleset_names_the_right_ones(ruleset: str) -> None:
    with pytest.raises(UnknownName, match="expected one of: cities, heroic, starfarer"):
        section(ruleset, "H1")


def test_rulebooks_credit_the_games_they_follow() -> None:
    assert "Tom Rodriguez, CC BY-SA 4.0" in rulebook("heroic")
    assert "Kevin Crawford" in rulebook("cities")
    assert "Alan D. Kohler" in rulebook("starfarer")


@pytest.mark.parametrize("author", ["Tom Rodriguez", "Kevin Crawford", "Alan D. Kohler"])
def test_the_credits_name_the_author_of_each_game(author: str) -> None:
    assert author in (resources.files("fleshwound.assets") / "CREDITS.md").read_text(encoding="utf-8")


def docstrings() -> list[tuple[str, str]]:
    """Every string that stands alone in the code, by module: docstrings of modules, classes, functions and fields."""
    found = []
    for room in ("components", "systems", "game"):
        folders = [resources.files(f"fleshwound.{room}")]
        while folders:
            for file in folders.pop().iterdir():
                if file.is_dir():
                    folders.append(file)
                elif file.name.endswith(".py"):
                    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                        match node:
                            case ast.Expr(value=ast.Constant(value=str(text))):
                                found.append((f"{room}/{file.name}:{node.lineno}", text))
    return found


def test_every_citation_in_the_code_names_an_existing_section() -> None:
    cited = [
        (where, ruleset, number)
        for where, text in docstrings()
        for ruleset, numbers in CITATION.findall(text)
        for number in re.findall(r"[A-Z]\d+", numbers)
    ]
    assert len(cited) > 20, "no docstring cites its rules: is the code where it should be?"
    assert [c for c in cited if c[2] not in sections(c[1])] == []
