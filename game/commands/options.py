"""What several commands take, and how it is found."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from fleshwound.components.errors import BadValue
from fleshwound.components.minds import MINDS
from fleshwound.components.scenarios import Scenario
from fleshwound.game.content import Content, load, shipped

SKIRMISH: Final = "wolves_at_night"
"""The built-in skirmish, which is played where no scenario is named."""

SEED: Final = 1
"""The seed where none is given: the same fight every time, and the header says which."""

ScenarioName = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="An id, or a .toml file in a folder named scenarios.")
]
RulesName = Annotated[str | None, typer.Option("--rules", metavar="R", help="Ruleset; default: the scenario's.")]
Seed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Of all dice; 0 or more.")]
Folders = Annotated[
    list[Path] | None,
    typer.Option("--content", metavar="FOLDER", help="A content folder to load over what is shipped; may be repeated."),
]


Ai = Annotated[
    list[str] | None,
    typer.Option(
        "--ai",
        metavar="MIND|SIDE=MIND",
        help="By what creatures think, simple or odds; may be repeated. Default: the scenario's.",
    ),
]


def content_of(folders: list[Path] | None) -> Content:
    """Load what is shipped, with `folders` over it.

    Raises:
        ContentFault: with every fault.
    """
    return load(*folders) if folders else shipped()


def plan_of(scenario: str, folders: list[Path] | None) -> tuple[Content, Scenario]:
    """Find a scenario by id, or read it from a file that stands in a content folder.

    Raises:
        UnknownName: no scenario of that id.
        BadValue: a file that isn't there, or stands elsewhere.
    """
    if not scenario.endswith(".toml"):
        known = content_of(folders)
        return known, known.scenario(scenario)
    file = Path(scenario)
    if not file.is_file():
        raise BadValue(f"{scenario} is no file; expected the id of a scenario, or a file in a folder named 'scenarios'")
    folder = file.resolve().parent
    if folder.name != "scenarios":
        raise BadValue(f"{scenario} stands in a folder {folder.name!r}; expected one named 'scenarios'")
    known = load(*(folders or ()), folder.parent)
    return known, known.scenario(file.stem)


def minds_given(words: list[str] | None, plan: Scenario) -> dict[str, str] | None:
    """Read what `--ai` says, by side; a later word goes before an earlier one. None: nothing is said.

    Raises:
        BadValue: a word that isn't known, or a side that the scenario doesn't have.
    """
    if not words:
        return None
    sides = [side.id for side in plan.sides]
    given: dict[str, str] = {}
    for word in words:
        side, names_side, mind = word.rpartition("=")
        if mind not in MINDS or (names_side and side not in sides):
            minds = " or ".join(MINDS)
            raise BadValue(f"--ai is {word!r}; expected {minds}, or SIDE=MIND with a side of {', '.join(sides)}")
        given |= dict.fromkeys([side] if names_side else sides, mind)
    return given
