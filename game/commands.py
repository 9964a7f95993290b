"""The command line: `fleshwound`, which alone is `fleshwound watch`."""

from __future__ import annotations

import io
import re
import sys
from enum import StrEnum
from importlib.metadata import version
from math import inf
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from fleshwound.components.definitions import Scenario
from fleshwound.components.errors import BadValue, ContentFault, FleshwoundError, UnknownName
from fleshwound.components.events import Event
from fleshwound.game.combat import Combat
from fleshwound.game.content import Content, load, shipped

SKIRMISH: Final = "wolves_at_night"
"""The built-in skirmish, which is played where no scenario is named."""

SEED: Final = 1
"""The seed where none is given: the same fight every time, and the header says which."""

MOMENT_S: Final = 30.0
"""Time in the fight of a picture where none is given."""

LEAST_SIZE: Final = (640, 360)
GREATEST_SIZE: Final = (7680, 4320)


LISTS: Final = {"creature": "creatures", "weapon": "weapons", "piece of armour": "armor", "scenario": "scenarios"}
"""What lists the names of a kind, where none is near to the one given."""


class WatchByDefault(TyperGroup):
    """Watches where no command is named, and tells errors in one line with exit code 2."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # typer's own Context
        """Put `watch` before options that aren't the group's own."""
        if not args or (args[0].startswith("-") and args[0] not in ("--help", "--version")):
            args = ["watch", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]  # typer's own Context
        """Run the command; whatever is wrong on purpose is said without a traceback."""
        try:
            return super().invoke(ctx)
        except FleshwoundError as wrong:
            hint = ""
            if isinstance(wrong, UnknownName) and not wrong.known and wrong.kind in LISTS:
                hint = f"; expected one of those that `fleshwound list {LISTS[wrong.kind]}` lists"
            typer.echo(f"fleshwound: {wrong}{hint}", err=True)
            raise typer.Exit(2) from None


app: Final = typer.Typer(
    cls=WatchByDefault,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


class Log(StrEnum):
    """What `fight` prints of the events."""

    TEXT = "text"
    JSONL = "jsonl"
    NONE = "none"


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


ScenarioName = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="An id, or a .toml file in a folder named scenarios.")
]
RulesName = Annotated[str | None, typer.Option("--rules", metavar="R", help="Ruleset; default: the scenario's.")]
Seed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Of all dice; 0 or more.")]
Folders = Annotated[
    list[Path] | None,
    typer.Option("--content", metavar="FOLDER", help="A content folder to load over what is shipped; may be repeated."),
]


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"fleshwound {version('fleshwound')}")
        raise typer.Exit


@app.callback()
def _fleshwound(
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Anatomy, injury, shock and bleeding: fights to watch, to run, to look into. Alone it is `watch`."""


@app.command()
def watch(
    scenario: ScenarioName = SKIRMISH,
    rules: RulesName = None,
    seed: Seed = SEED,
    png: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one picture instead, with or without a display.")
    ] = None,
    at: Annotated[
        float | None, typer.Option(metavar="SECONDS", help=f"Time in the fight of that picture; default: {MOMENT_S:g}.")
    ] = None,
    size: Annotated[str, typer.Option(metavar="WxH", help="In pixels.")] = "1280x720",
    content: Folders = None,
) -> None:
    """Watch a fight in the arena; without a display or pygame, in the terminal."""
    pixels = _pixels(size)
    moment = _moment(at, png)
    known, plan = _plan(scenario, content)

    def make(seed: int) -> Combat:
        return Combat.of(plan, seed, rules=rules, content=known)

    make(seed)  # a wrong ruleset is told before a window opens
    try:
        from fleshwound.game import arena
    except ImportError as missing:
        if png is not None or not isinstance(missing, FleshwoundError):
            raise
        _watch_in_terminal(make(seed), plan, str(missing))
        return
    if png is not None:
        arena.render(make, seed, plan.name, plan, moment, pixels, png)
        return
    try:
        arena.watch(make, seed, plan.name, plan, size=pixels)
    except arena.NoDisplay:
        _watch_in_terminal(make(seed), plan, "there is no display")


@app.command()
def fight(
    scenario: ScenarioName = SKIRMISH,
    rules: RulesName = None,
    seed: Seed = SEED,
    log: Annotated[Log, typer.Option(help="Every roll in words, or the events as JSON Lines, or neither.")] = Log.TEXT,
    rounds: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="A draw after so many; default: the scenario's.")
    ] = None,
    content: Folders = None,
) -> None:
    """Run a fight without a picture: every roll with target, modifiers and result, the outcome, the event digest."""
    known, plan = _plan(scenario, content)
    options: dict[str, Any] = {} if rounds is None else {"round_limit": rounds}
    combat = Combat.of(plan, seed, rules=rules, content=known, **options)
    if log is Log.JSONL:
        _fight_in_json(combat, plan)
        return
    from fleshwound.game import terminal

    typer.echo(_header(combat, plan))
    if log is Log.TEXT:
        terminal.show_fight(combat, typer.echo, _sides(plan), details=True)
    else:
        for line in terminal.outcome(combat, combat.run(), _sides(plan)):
            typer.echo(line)


@app.command("list")
def list_ids(kind: Kinds, content: Folders = None) -> None:
    """List what there is, an id a line."""
    known = _content(content)
    ids = {
        Kinds.CREATURES: known.creatures,
        Kinds.WEAPONS: known.weapons,
        Kinds.ARMOR: known.armor,
        Kinds.SCENARIOS: known.scenarios,
    }[kind]
    for id in ids:
        typer.echo(id)


@app.command()
def show(
    kind: Kind,
    id: Annotated[str, typer.Argument(metavar="ID")],
    rules: Annotated[str, typer.Option(metavar="R", help="Ruleset whose figures are shown.")] = "heroic",
    content: Folders = None,
) -> None:
    """Show a creature's body and abilities, a weapon's modes, what armour covers, who is in a scenario."""
    from fleshwound.game import show as page

    known = _content(content)
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


@app.command()
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


@app.command()
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


def _pixels(size: str) -> tuple[int, int]:
    """Read a size.

    Raises:
        BadValue: not of the form WxH, or out of range.
    """
    form = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", size)
    pixels = (int(form[1]), int(form[2])) if form else (0, 0)
    if not all(least <= n <= most for least, n, most in zip(LEAST_SIZE, pixels, GREATEST_SIZE, strict=True)):
        least, most = ("x".join(map(str, bound)) for bound in (LEAST_SIZE, GREATEST_SIZE))
        raise BadValue(f"--size is {size!r}; expected WxH from {least} to {most}")
    return pixels


def _moment(at: float | None, png: Path | None) -> float:
    """Check what a picture is asked for, and give its time in seconds.

    Raises:
        BadValue: a time without a picture or below 0, or a file that can't be one.
    """
    if png is None:
        if at is not None:
            raise BadValue("--at is given without --png; expected both, since it is the time of that picture")
    elif png.suffix.lower() != ".png" or not png.parent.is_dir():
        raise BadValue(f"--png is {str(png)!r}; expected a name that ends in .png, in a folder that exists")
    moment = MOMENT_S if at is None else at
    if not 0 <= moment < inf:
        raise BadValue(f"--at is {moment}; expected seconds, 0 or more")
    return moment


def _content(folders: list[Path] | None) -> Content:
    return load(*folders) if folders else shipped()


def _plan(scenario: str, folders: list[Path] | None) -> tuple[Content, Scenario]:
    """Find a scenario by id, or read it from a file that stands in a content folder.

    Raises:
        UnknownName: no scenario of that id.
        BadValue: a file that stands elsewhere.
    """
    if not scenario.endswith(".toml"):
        known = _content(folders)
        return known, known.scenario(scenario)
    file = Path(scenario)
    if not file.is_file():
        raise UnknownName("scenario file", scenario)
    folder = file.resolve().parent
    if folder.name != "scenarios":
        raise BadValue(f"{scenario} stands in a folder {folder.name!r}; expected one named 'scenarios'")
    known = load(*(folders or ()), folder.parent)
    return known, known.scenario(file.stem)


def _header(combat: Combat, plan: Scenario) -> str:
    return f"{plan.name} · {combat.battle.ruleset.name} · seed {combat.seed}"


def _sides(plan: Scenario) -> dict[str, str]:
    return {side.id: side.name for side in plan.sides}


def _watch_in_terminal(combat: Combat, plan: Scenario, why: str) -> None:
    from fleshwound.game import terminal

    typer.echo(f"fleshwound: {why}; the same fight is played here in the terminal", err=True)
    typer.echo(_header(combat, plan))
    terminal.show_fight(combat, typer.echo, _sides(plan), color=terminal.takes_color(sys.stdout))


def _fight_in_json(combat: Combat, plan: Scenario) -> None:
    from fleshwound.game import log, terminal

    told = 0

    def tell(event: Event) -> None:
        nonlocal told
        told += 1
        typer.echo(log.entry(event))

    typer.echo(log.header(rules=combat.battle.ruleset.name, seed=combat.seed, scenario=plan.id))
    result = terminal.play(combat, tell)
    creatures: list[dict[str, log.Plain]] = [
        {
            "creature": one.creature,
            "name": one.name,
            "kind": one.kind,
            "side": one.side,
            "out": one.vitals.out,
            "alive": one.vitals.alive,
            "state": one.vitals.state,
            "health": one.vitals.health,
            "why": list(one.why),
        }
        for one in terminal.standings(combat)
    ]
    ending = log.ending(
        reason=result.reason,
        winner=result.winner,
        rounds=result.rounds,
        events=told,
        digest=combat.digest,
        creatures=creatures,
    )
    typer.echo(ending)


def main() -> None:
    """Run the command line; a terminal that lacks a character shows a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    app(prog_name="fleshwound")


if __name__ == "__main__":
    main()
