"""What there is, on the command line: lists, definitions, checks of content, the rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.errors import BadValue, ContentFault, UnknownName
from fleshwound.components.scenarios import Scenario
from fleshwound.game.commands.options import Folders, content_of
from fleshwound.game.content import Content, faults, load, shipped
from fleshwound.game.content.catalog import tables_alone
from fleshwound.game.content.fault import nearest
from fleshwound.game.rulesets import RULESETS, ruleset_named


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


def list_ids(
    kind: Annotated[Kinds | None, typer.Argument(help="Default: which kinds there are, and how many of each.")] = None,
    long: Annotated[bool, typer.Option("--long", "-l", help="With name and what it is.")] = False,
    rules: Annotated[str | None, typer.Option(metavar="R", help="Only what this ruleset can use.")] = None,
    content: Folders = None,
) -> None:
    """List what there is, an id a line."""
    from fleshwound.game import show as page

    known = content_of(content)
    if rules is not None:
        ruleset_named(rules, known)
        known = known.under(rules)
    tables = {
        kinds: [page.in_short(one) for one in found.values()]
        for kinds, found in zip(Kinds, _by_kind(known).values(), strict=True)
    }
    if kind is None:
        lines = page.columns((each, str(len(rows))) for each, rows in tables.items())
    else:
        lines = page.columns(tables[kind]) if long else [id for id, *_ in tables[kind]]
    for line in lines:
        typer.echo(line)


def _by_kind(known: Content) -> dict[Kind, Mapping[str, Creature | Weapon | ArmorPiece | Scenario]]:
    """Give what there is of each kind, in the order of `Kind` and of `Kinds`."""
    return {
        Kind.CREATURE: known.creatures,
        Kind.WEAPON: known.weapons,
        Kind.ARMOR: known.armor,
        Kind.SCENARIO: known.scenarios,
    }


def show(
    kind_or_id: Annotated[
        str, typer.Argument(metavar="KIND|ID", help=f"Its id, or first its kind: {', '.join(Kind)}.")
    ],
    id: Annotated[str | None, typer.Argument(metavar="ID", help="Where its kind came first.")] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="R", help="Ruleset whose figures are shown; default: heroic, or its only one.")
    ] = None,
    content: Folders = None,
) -> None:
    """Show a creature's body and abilities, a weapon's modes, what armour covers, who is in a scenario."""
    known = content_of(content)
    for kind, name in _shown(kind_or_id, id, known):
        for line in _page(kind, name, known, rules):
            typer.echo(line)


def _shown(kind_or_id: str, id: str | None, known: Content) -> list[tuple[Kind, str]]:
    """Find what is meant: one of a kind, or all that has the id whatever its kind.

    Raises:
        UnknownName: nothing of any kind has the id.
        typer.BadParameter: there is no such kind.
    """
    if id is not None:
        if kind_or_id not in tuple(Kind):
            raise typer.BadParameter(f"{kind_or_id!r} is no kind; expected one of: {', '.join(Kind)}")
        return [(Kind(kind_or_id), id)]
    ids = _by_kind(known)
    if found := [(kind, kind_or_id) for kind in ids if kind_or_id in ids[kind]]:
        return found
    if kind_or_id in tuple(Kind):
        raise typer.BadParameter(f"which {kind_or_id}? Expected its id; `fleshwound list` tells what there is")
    there = sorted({id for kind in ids for id in ids[kind]})
    raise UnknownName("id", kind_or_id, nearest(kind_or_id, there), there)


def _page(kind: Kind, id: str, known: Content, rules: str | None) -> list[str]:
    from fleshwound.game import pages
    from fleshwound.game.show import show_scenario

    if rules is not None:
        ruleset_named(rules, known)
    match kind:
        case Kind.CREATURE:
            return pages.creature_page(known, known.creature(id), rules)
        case Kind.WEAPON:
            return pages.weapon_page(known, known.weapon(id), rules)
        case Kind.ARMOR:
            return pages.armor_page(known, known.armor_piece(id), rules)
        case Kind.SCENARIO:
            return show_scenario(known.scenario(id))


def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH...", help="Content folders, or files in them; default: what is shipped."),
    ] = None,
) -> None:
    """Check content folders, loaded over what is shipped: all faults at once, each with its file and path."""
    from fleshwound.game import pages
    from fleshwound.game.content.files import BESIDE, KINDS

    folders = list(dict.fromkeys(_folder_of(path) for path in paths or ()))
    found = list(faults(*folders))
    for name in RULESETS:
        try:
            ruleset_named(name, tables_alone(*folders))
        except ContentFault as wrong:
            found += wrong.faults
    if not found:
        found += pages.conversion_faults(load(*folders))
    if found:
        for fault in found:
            typer.echo(fault)
        typer.echo(f"{len(found)} fault{'s' * (len(found) > 1)}", err=True)
        raise typer.Exit(1)
    read = [
        file
        for folder in folders or shipped().folders
        for kind in (*KINDS, *BESIDE)
        if folder.joinpath(kind).is_dir()
        for file in folder.joinpath(kind).iterdir()
        if file.name.endswith(".toml")
    ]
    typer.echo(f"{len(read)} file{'s' * (len(read) != 1)}, no faults")


def _folder_of(path: Path) -> Path:
    """Find the content folder that is meant: the folder itself, or the one that a file belongs to.

    Raises:
        BadValue: a file that belongs to none.
    """
    from fleshwound.game.content.files import BESIDE, KINDS

    if not path.is_file():
        return path
    kind = path.resolve().parent
    if path.suffix != ".toml" or kind.name not in (*KINDS, *BESIDE):
        places = ", ".join((*KINDS, *BESIDE))
        raise BadValue(f"{path} is no file of a content folder; expected a .toml file in one of its folders {places}")
    return kind.parent


def rules(
    ruleset: Annotated[
        str | None, typer.Argument(metavar="RULESET", help="Default: which rulebooks there are.")
    ] = None,
    section: Annotated[str | None, typer.Argument(metavar="SECTION", help="Its number, such as H5.")] = None,
) -> None:
    """Print a section of a rulebook, or the list of its sections, or of the rulebooks."""
    from fleshwound.game import rulebook
    from fleshwound.game.show import columns

    if ruleset is None:
        lines = columns((name, rulebook.title(name)) for name in rulebook.rulesets())
    elif section is None:
        lines = [f"{number:<4} {title}" for number, title in rulebook.sections(ruleset).items()]
    else:
        lines = [rulebook.section(ruleset, section)]
    for line in lines:
        typer.echo(line)
