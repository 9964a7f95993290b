"""What there is, on the command line: lists, definitions, checks of content, the rulebooks."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fleshwound.components.errors import ContentFault
from fleshwound.game.combat import Combat
from fleshwound.game.commands.options import Folders, content_of
from fleshwound.game.content import load


class Kinds(StrEnum):
    """What `list` lists."""

    CREATURES = "creatures"
    WEAPONS = "weapons"
    ARMOR = "armor"
    SCENARIOS = "scenarios"


class Kind(StrEnum):
    """What `show` shows one of."""

    CREATURE = "creature"
    WEAPON = "weapon"
    ARMOR = "armor"
    SCENARIO = "scenario"


def list_ids(kind: Kinds, content: Folders = None) -> None:
    """List what there is, an id a line."""
    known = content_of(content)
    ids = {
        Kinds.CREATURES: known.creatures,
        Kinds.WEAPONS: known.weapons,
        Kinds.ARMOR: known.armor,
        Kinds.SCENARIOS: known.scenarios,
    }[kind]
    for id in ids:
        typer.echo(id)


def show(
    kind: Kind,
    id: Annotated[str, typer.Argument(metavar="ID")],
    rules: Annotated[str, typer.Option(metavar="R", help="Ruleset whose figures are shown.")] = "heroic",
    content: Folders = None,
) -> None:
    """Show a creature's body and abilities, a weapon's modes, what armour covers, who is in a scenario."""
    from fleshwound.game import show as page

    known = content_of(content)
    match kind:
        case Kind.CREATURE:
            creature = known.creature(id)
            combat = Combat(rules, content=known)
            figures = combat.sheet(combat.spawn(creature, side="shown", at=(0, 0))).rows
            techniques = list(known.techniques.values()) if creature.human_techniques else []
            lines = page.show_creature(creature, techniques, figures)
        case Kind.WEAPON:
            lines = page.show_weapon(known.weapon(id))
        case Kind.ARMOR:
            lines = page.show_armor(known.armor_piece(id))
        case Kind.SCENARIO:
            lines = page.show_scenario(known.scenario(id))
    for line in lines:
        typer.echo(line)


def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH...", help="Content folders; default: what is shipped.")
    ] = None,
) -> None:
    """Check content folders, loaded over what is shipped: all faults at once, each with its file and path."""
    from fleshwound.game.content.files import BESIDE, KINDS
    from fleshwound.game.rulesets import RULESETS, ruleset_named

    faults: list[str] = []
    try:
        known = load(*(paths or ()))
    except ContentFault as wrong:
        faults += wrong.faults
    else:
        for name in RULESETS:
            try:
                ruleset_named(name, known)
            except ContentFault as wrong:
                faults += wrong.faults
    if faults:
        for fault in faults:
            typer.echo(fault)
        typer.echo(f"{len(faults)} fault{'s' * (len(faults) > 1)}", err=True)
        raise typer.Exit(1)
    folders = known.folders[1:] if paths else known.folders
    read = [
        file
        for folder in folders
        for kind in (*KINDS, *BESIDE)
        if folder.joinpath(kind).is_dir()
        for file in folder.joinpath(kind).iterdir()
        if file.name.endswith(".toml")
    ]
    typer.echo(f"{len(read)} file{'s' * (len(read) != 1)}, no faults")


def rules(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET")],
    section: Annotated[str | None, typer.Argument(metavar="SECTION", help="Its number, such as H5.")] = None,
) -> None:
    """Print a section of a rulebook, or the list of its sections."""
    from fleshwound.game import rulebook

    if section is not None:
        typer.echo(rulebook.section(ruleset, section))
        return
    for number, title in rulebook.sections(ruleset).items():
        typer.echo(f"{number:<4} {title}")
