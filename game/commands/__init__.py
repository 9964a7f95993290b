"""The command line: `fleshwound`, which alone is `fleshwound watch`. Nothing else imports typer."""

from __future__ import annotations

import io
import sys
from importlib.metadata import version
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from fleshwound.components.errors import FleshwoundError, UnknownName
from fleshwound.game.commands.fights import fight, watch
from fleshwound.game.commands.odds import odds
from fleshwound.game.commands.prognosis import prognosis
from fleshwound.game.commands.reference import check, list_ids, rules, show
from fleshwound.game.commands.replays import replay

__all__ = ["app", "main"]

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
                hint = f"; `fleshwound list {LISTS[wrong.kind]}` lists them"
            typer.echo(f"fleshwound: {wrong}{hint}", err=True)
            raise typer.Exit(2) from None


app: Final = typer.Typer(
    cls=WatchByDefault,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"fleshwound {version('fleshwound')}")
        raise typer.Exit


@app.callback()
def _fleshwound(
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Anatomy, injury, shock and bleeding: fights to watch, to run, to look into. Alone it is `watch`."""


for name, command in (
    ("watch", watch),
    ("fight", fight),
    ("replay", replay),
    ("list", list_ids),
    ("show", show),
    ("odds", odds),
    ("prognosis", prognosis),
    ("check", check),
    ("rules", rules),
):
    app.command(name)(command)


def main() -> None:
    """Run the command line; a terminal that lacks a character shows a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="fleshwound")
    except OSError as wrong:
        # What is read and written by name says its own errors, and a pipe closed at its other end ends the run quietly.
        typer.echo(f"fleshwound: the output can't be written: {wrong.strerror}", err=True)
        sys.exit(2)
