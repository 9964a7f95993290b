"""Staging on the command line: creatures set up from words, to ask what will become of them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import typer

from fleshwound.components.definitions import ArmorPiece, Aspect, Creature, Weapon
from fleshwound.components.edits import Afflict, Injure, Tire
from fleshwound.components.errors import BadValue, UnknownName
from fleshwound.components.exertion import FatigueKind
from fleshwound.game.combat import Combat
from fleshwound.game.content import Content
from fleshwound.game.content.fault import nearest

BLEEDER_LEVEL: Final = 3
"""Level of a wound of which it is said only that it bleeds."""

UNITS: Final = {"s": 1, "min": 60, "h": 3600, "d": 86_400}
"""Seconds by unit of time."""

Wounds = Annotated[
    list[str] | None,
    typer.Option("--wound", metavar="LOCATION:LEVEL[:ASPECT]", help="It has this wound; may be repeated."),
]
Bleeders = Annotated[
    list[str] | None,
    typer.Option(
        "--bleeder",
        metavar="LOCATION",
        help=f"A wound there bleeds; where no --wound is, one of level {BLEEDER_LEVEL}. May be repeated.",
    ),
]
State = Annotated[str | None, typer.Option("--state", metavar="STATE", help="Shock state it is in: unconscious.")]
Tired = Annotated[int, typer.Option("--fatigue", min=0, max=100, metavar="N", help="Weariness it has.")]


@dataclass(frozen=True, slots=True)
class Plight:
    """How a creature is, as somebody describes it."""

    wounds: tuple[tuple[str, int, Aspect, bool], ...] = ()
    """Location id, level, aspect, and whether it bleeds, of each."""
    state: str | None = None
    """None: nothing is the matter with it."""
    fatigue: int = 0

    def befall(self, combat: Combat, entity: int) -> None:
        """Make a creature so.

        Raises:
            UnknownName: it has no such location, or the rules have no such state.
            BadValue: a level out of range.
            IntentRefused: it can't be made so.
        """
        for location, level, aspect, bleeds in self.wounds:
            combat.edit(Injure(entity, location, level, aspect, bleeds))
        if self.fatigue:
            combat.edit(Tire(entity, self.fatigue, FatigueKind.WEARINESS))
        if self.state is not None:
            combat.edit(Afflict(entity, self.state))


def plight(wounds: Iterable[str] | None, bleeders: Iterable[str] | None, state: str | None, fatigue: int) -> Plight:
    """Read how a creature is from what was given.

    Raises:
        BadValue: a wound that isn't of the form.
    """
    read = [_wound(text) for text in wounds or ()]
    for location in bleeders or ():
        place = next((n for n, wound in enumerate(read) if wound[0] == location and not wound[3]), None)
        if place is None:
            read.append((location, BLEEDER_LEVEL, Aspect.EDGED, True))
        else:
            read[place] = (*read[place][:3], True)
    return Plight(tuple(read), state, fatigue)


def _wound(text: str) -> tuple[str, int, Aspect, bool]:
    """Read one wound: `left_thigh:3`, `thorax:4:piercing`.

    Raises:
        BadValue: not of the form.
    """
    form = re.fullmatch(r"([^:]+):(\d{1,3})(?::([a-z]+))?", text)
    aspects = {aspect.name.lower(): aspect for aspect in Aspect}
    if form is None or (form[3] is not None and form[3] not in aspects):
        expected = (
            f"LOCATION:LEVEL or LOCATION:LEVEL:ASPECT, such as left_thigh:3, the aspect one of {', '.join(aspects)}"
        )
        raise BadValue(f"a wound is {text!r}; expected {expected}")
    return form[1], int(form[2]), aspects[form[3]] if form[3] is not None else Aspect.EDGED, False


@dataclass(frozen=True, slots=True)
class Arms:
    """With what a creature strikes, as somebody says it."""

    creature: Creature
    weapons: tuple[Weapon, ...]
    """What it holds."""
    modes: tuple[str, ...] = ()
    """Ids of the creature's own modes that are meant, of which the best is taken; empty: whatever is best."""
    weapon: str = ""
    """Id of the weapon that is meant; its modes are those it has by the rules that are asked."""
    mode: str = ""
    """Id of that weapon's mode; empty: of all it has the best."""


def arms(text: str, content: Content) -> Arms:
    """Read who strikes with what: `gray_wolf`, `dire_wolf/crushing_bite`, `brigand/spear`, `brigand/handaxe/cut`.

    A weapon that the creature doesn't hold takes the place of all that it does.

    Raises:
        UnknownName: no such creature, weapon or mode of its own.
    """
    name, _, means = text.partition("/")
    creature = content.creature(name)
    if not means:
        return Arms(creature, creature.weapons)
    techniques = [*creature.techniques, *(content.techniques.values() if creature.human_techniques else ())]
    own = [mode.id for mode in techniques if means in (mode.id, mode.id.rpartition("/")[2])]
    if own:
        return Arms(creature, creature.weapons, tuple(own))
    weapon = content.weapons.get(means.partition("/")[0])
    if weapon is None:
        known = [mode.id for mode in techniques] + [mode.id for of in creature.weapons for mode in of.modes]
        raise UnknownName("mode", means, nearest(means, known), known)
    held = creature.weapons if weapon in creature.weapons else (weapon,)
    return Arms(creature, held, weapon=weapon.id, mode="" if means == weapon.id else means)


def dressed(creature: Creature, pieces: Sequence[str] | None, bare: bool, content: Content) -> tuple[ArmorPiece, ...]:
    """Give what a creature wears: its own unless it is bare of it, and over that the pieces named.

    Raises:
        UnknownName: no such piece.
        BadValue: it wears that piece already.
    """
    worn = () if bare else tuple(creature.armor)
    for id in pieces or ():
        piece = content.armor_piece(id)
        if piece in worn:
            raise BadValue(
                f"{creature.id} wears {id} already; expected another piece, or --bare, which takes its own off"
            )
        worn = (*worn, piece)
    return worn


def seconds(text: str) -> float:
    """Read a stretch of time: `90s`, `15min`, `1h`, `60d`.

    Raises:
        BadValue: not of the form, or 0.
    """
    form = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)\s*(s|min|h|d)", text.strip())
    length = float(form[1]) * UNITS[form[2]] if form else 0.0
    if not length:
        raise BadValue(
            f"--horizon is {text!r}; expected a number and a unit, one of {', '.join(UNITS)}, such as 1h or 60d"
        )
    return length


def apart(one: Creature, other: Creature) -> tuple[str, str]:
    """Name two creatures so that they can be told from each other."""
    return one.name, other.name if other.name != one.name else f"{other.name} (target)"


def width() -> int:
    """Give the columns of the terminal, or 80 where there is none; COLUMNS sets them."""
    return shutil.get_terminal_size().columns
