"""Replays on the command line: recorded fights watched again, or verified."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from fleshwound.components.errors import FleshwoundError, SaveFault
from fleshwound.components.scenarios import Scenario
from fleshwound.game.combat import Combat
from fleshwound.game.commands.options import Folders, content_of
from fleshwound.game.content import Content
from fleshwound.game.replaying import Replay


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `fleshwound fight --record FILE` wrote.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Show nothing: tell whether it comes to the same, or where not first.")
    ] = False,
    content: Folders = None,
) -> None:
    """Watch a recorded fight again in the arena; without a display or pygame, in the terminal."""
    from fleshwound.game import saves

    known = content_of(content)
    text = saves.read(file)
    try:
        recorded = Replay.read(text, content=known)
    except SaveFault as wrong:
        raise SaveFault([f"{file}: {fault}" for fault in wrong.faults], wrong.missing) from None
    if verify:
        _verify(recorded, known)
        return

    def make(_: int) -> Combat:
        return recorded.begin(content=known)

    combat = make(0)  # a start that can't be loaded is told before a window opens
    plan = known.scenarios.get(recorded.title)
    title = f"{plan.name if plan is not None else recorded.title or file.name} (replay)"
    try:
        from fleshwound.game import arena
    except ImportError as missing:
        if not isinstance(missing, FleshwoundError):
            raise
        _tell(combat, title, plan, str(missing))
        return
    try:
        arena.watch(make, combat.seed, title, plan)
    except arena.NoDisplay:
        _tell(combat, title, plan, "there is no display")


def _tell(combat: Combat, title: str, plan: Scenario | None, why: str) -> None:
    from fleshwound.game import terminal

    sides = {side.id: side.name for side in plan.sides} if plan is not None else {}
    typer.echo(f"fleshwound: {why}; the same fight is played here in the terminal", err=True)
    typer.echo(f"{title} · {combat.battle.ruleset.name} · seed {combat.seed}")
    terminal.show_fight(combat, typer.echo, sides, color=terminal.takes_color(sys.stdout))


def _verify(recorded: Replay, known: Content) -> None:
    difference = recorded.verify(content=known)
    if difference is not None:
        typer.echo(f"fleshwound: {difference}", err=True)
        raise typer.Exit(1)
    typer.echo(f"the same: {recorded.instants} instants, {recorded.events} events, digest {recorded.digest}")
