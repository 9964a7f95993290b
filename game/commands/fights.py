"""Fights on the command line: watched in the arena or the terminal, or run for their log."""

from __future__ import annotations

import re
import sys
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from fleshwound.components.errors import BadValue, FleshwoundError
from fleshwound.components.events import Event
from fleshwound.components.scenarios import Scenario
from fleshwound.game import saves
from fleshwound.game.combat import Combat
from fleshwound.game.commands.options import (
    SEED,
    SKIRMISH,
    Ai,
    Folders,
    RulesName,
    ScenarioName,
    Seed,
    minds_given,
    plan_of,
)

MOMENT_S: Final = 30.0
"""Time in the fight of a picture where none is given."""

LEAST_SIZE: Final = (640, 360)
GREATEST_SIZE: Final = (7680, 4320)


class Log(StrEnum):
    """What `fight` prints of the events."""

    TEXT = "text"
    JSONL = "jsonl"
    NONE = "none"


def watch(
    scenario: ScenarioName = SKIRMISH,
    rules: RulesName = None,
    ai: Ai = None,
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
    known, plan = plan_of(scenario, content)
    minds = minds_given(ai, plan)

    def make(seed: int) -> Combat:
        return Combat.of(plan, seed, rules=rules, ai=minds, content=known)

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
        size = f"{pixels[0]}x{pixels[1]}"
        typer.echo(f"{png}: {plan.name}, seed {seed}, after {moment:g} s or at its end if that comes sooner, {size}")
        return
    try:
        arena.watch(make, seed, plan.name, plan, size=pixels)
    except arena.NoDisplay:
        _watch_in_terminal(make(seed), plan, "there is no display")


def fight(
    scenario: ScenarioName = SKIRMISH,
    rules: RulesName = None,
    ai: Ai = None,
    seed: Seed = SEED,
    log: Annotated[Log, typer.Option(help="Every roll in words, or the events as JSON Lines, or neither.")] = Log.TEXT,
    rounds: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="A draw after so many; default: the scenario's.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the fight down as well, for `fleshwound replay FILE`.")
    ] = None,
    content: Folders = None,
) -> None:
    """Run a fight without a picture: every roll with target, modifiers and result, the outcome, the event digest."""
    known, plan = plan_of(scenario, content)
    options: dict[str, Any] = {} if rounds is None else {"round_limit": rounds}
    if record is not None and (record.is_dir() or not record.parent.is_dir()):
        raise BadValue(f"--record is {str(record)!r}; expected a file in a folder that exists")
    combat = Combat.of(plan, seed, rules=rules, ai=minds_given(ai, plan), content=known, **options)
    recording = None if record is None else combat.record(title=plan.id)
    if log is Log.JSONL:
        _fight_in_json(combat, plan)
    else:
        _fight_in_text(combat, plan, details=log is Log.TEXT)
    if record is not None and recording is not None:
        saves.write(record, recording.text())


def _fight_in_text(combat: Combat, plan: Scenario, *, details: bool) -> None:
    from fleshwound.game import terminal

    typer.echo(_header(combat, plan))
    if details:
        terminal.show_fight(combat, typer.echo, _sides(plan), details=True)
    else:
        for line in terminal.outcome(combat, combat.run(), _sides(plan)):
            typer.echo(line)


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
