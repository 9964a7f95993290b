"""A fight in the terminal: plain lines with a clock, and how everybody came out of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TextIO

from fleshwound.components.creature import Allegiance, Combatant
from fleshwound.components.events import Event, RoundBegan
from fleshwound.components.views import Vitals
from fleshwound.game.combat import Combat
from fleshwound.game.phrases import counted
from fleshwound.game.words import Line, Narrator, Tone
from fleshwound.systems.battle import Result

Write = Callable[[str], None]

INDENT: Final = " " * 9
"""As wide as the clock, so that details stand under the text."""

COLORS: Final[Mapping[Tone, str]] = {Tone.MUTED: "\x1b[2m", Tone.STRONG: "\x1b[1m", Tone.BLOOD: "\x1b[31m"}
PLAIN_AGAIN: Final = "\x1b[0m"

LEGENDS: Final[Mapping[str, tuple[str, ...]]] = {
    "heroic": (
        "CS, MS, MF, CF: critical and marginal success, marginal and critical failure, with the d100 rolled",
        "one level down: tried while stunned, in what wounds impair",
        "M1, S2, S3, G4, G5: a minor, serious or grievous wound and its level",
    ),
    "cities": ("AC: armor class, which 1d20 and what modifies the attack have to come to",),
}
"""What the short words of lines mean, by the name of the ruleset."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one creature stands, at the end or at any time."""

    creature: int
    """Combat id."""
    name: str
    kind: str
    """Id of its definition."""
    side: str
    vitals: Vitals
    why: tuple[str, ...]
    """Why it is down, step by step; empty where it isn't."""

    @property
    def state(self) -> str:
        """Its state in a few words: `unconscious, prone, bleeding, health 1 % (morbid)`."""
        vitals = self.vitals
        if not vitals.alive:
            return vitals.state
        words = [vitals.state] if vitals.state != "none" else []
        words += [word for word, so in (("prone", vitals.prone), ("bleeding", vitals.bleeding)) if so]
        return ", ".join([*words, f"health {vitals.health} % ({vitals.band})"])


def takes_color(stream: TextIO) -> bool:
    """Tell whether colours may be written to a stream: a terminal, and nobody set NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def standings(combat: Combat) -> list[Standing]:
    """Tell how each creature stands, in the order of combat ids."""
    return [
        Standing(
            combat.id_of(entity),
            combat.component(entity, Combatant).name,
            combat.component(entity, Combatant).creature.id,
            combat.component(entity, Allegiance).side,
            combat.vitals(entity),
            combat.sheet(entity).why,
        )
        for entity in combat.creatures
    ]


def play(combat: Combat, tell: Callable[[Event], None]) -> Result:
    """Run a fight to its result, handing each event to `tell` as it happens, those that wait first."""
    for event in combat.drain():
        tell(event)
    telling = combat.subscribe(Event, tell)
    try:
        return combat.run()
    finally:
        telling.cancel()


def written(line: Line, *, details: bool = False, color: bool = False) -> str:
    """Write a line with its clock; `details` adds every roll in full on lines below, `color` the terminal's colours."""
    text = f"{line.clock:>7}  {line.text}"
    if color and line.tone in COLORS:
        text = f"{COLORS[line.tone]}{text}{PLAIN_AGAIN}"
    return "\n".join([text, *(f"{INDENT}  {detail}" for detail in line.details)]) if details else text


def outcome(combat: Combat, result: Result, sides: Mapping[str, str]) -> list[str]:
    """Write how a fight came out: who won and why, who is able, who is down and why, the digest.

    `sides` names the sides for people, by id; one left out is called by its id.
    """
    if result.winner is not None:
        verdict = f"winner: {sides.get(result.winner, result.winner)}"
    else:
        verdict = "no result" if result.reason == "stopped" else "draw"
    lines = [f"{verdict} ({result.reason}) after {counted(result.rounds, 'round')}"]
    all_of = standings(combat)
    width = max((len(one.name) for one in all_of), default=0)
    for heading, out in (("able", False), ("down", True)):
        lines += [
            line
            for one in all_of
            if one.vitals.out is out
            for line in (
                f"{heading:<4} {one.name:<{width}}  {sides.get(one.side, one.side)}: {one.state}",
                *([f"{'':<4} {'':<{width}}  {'; '.join(one.why)}"] if one.why else []),
            )
        ]
    return [*lines, f"digest: {combat.digest}"]


def show_fight(
    combat: Combat, write: Write, sides: Mapping[str, str], *, details: bool = False, color: bool = False
) -> Result:
    """Play a fight line by line: a legend, each round under a heading that says how many are able, then the outcome.

    Whatever is shown, the fight is the same: the events of `Combat.run`, in their order.
    """
    narrator = Narrator(combat, sides)
    for text in LEGENDS.get(combat.battle.ruleset.name, ()):
        write(text)

    def tell(event: Event) -> None:
        line = narrator.line(event)
        if isinstance(event, RoundBegan):
            write("")
            write(f"round {event.number}: {', '.join(_able(combat, sides))}")
        if line is not None:
            write(written(line, details=details, color=color))

    result = play(combat, tell)
    write("")
    for text in outcome(combat, result, sides):
        write(text)
    return result


def _able(combat: Combat, sides: Mapping[str, str]) -> list[str]:
    able: dict[str, list[bool]] = {}
    for entity in combat.creatures:
        able.setdefault(combat.component(entity, Allegiance).side, []).append(not combat.vitals(entity).out)
    return [f"{sides.get(side, side)} {sum(those)} of {len(those)} able" for side, those in able.items()]
