"""Plights: all that the rules read of a wounded creature which rests, as one value (heroic H5–H8, H13, H14).

Two creatures in the same plight have the same future. What is pending stands in the order in which it will be done:
by when it is due, and of one moment as it was put down, as in the agenda.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, NamedTuple, TypeAlias

from fleshwound.components.creature import Bleeder, Shock
from fleshwound.systems.chain import NEVER

NOBODY: Final = 0
"""Number of a wound that nothing else refers to any more."""


class Kind(IntEnum):
    """What may be pending."""

    __hash__ = int.__hash__  # an enum's own runs in Python, and every plight is hashed

    BLEED = 0
    """A test of a bleeder: (due, kind, number of the wound)."""
    RETEST = 1
    """A re-test of the shock state: (due, kind)."""
    COURSE = 2
    """A course test: (due, kind, whether it is a coma, healing rate, when it began)."""
    HEAL = 3
    """A healing test: (due, kind, number of the wound, its level, its healing rate, `Undrawn`, or None)."""
    INFECTION = 4
    """A test of an infection: (due, kind, healing rate)."""
    RECOVER = 5
    """Fatigue recovers: (due, kind)."""
    TEND = 6
    """The physician looks what to do next: (due, kind)."""
    TREATED = 7
    """The physician has treated a wound: (due, kind, number of the wound)."""


HEAL, INFECTION = Kind.HEAL, Kind.INFECTION

Undrawn: TypeAlias = tuple[tuple[int, float], ...]
"""Healing rates that a wound may have had from treatment, with their chances: none is read before its next test.

So long as none is read, plights that differ in them alone are one.
"""

Pending: TypeAlias = tuple[Any, ...]
"""One thing that is pending, as its kind says; what is due beyond the horizon is due never."""

Pendings: TypeAlias = tuple[Pending, ...]
"""All that is pending, in the order in which it will be done."""


HEALS_BEYOND: Final = (NEVER, HEAL, NOBODY, 1, 1)
"""A wound that may yet become infected, but not within the horizon; one stands for all."""


class OpenBleeder(NamedTuple):
    """One open bleeder, as `Bleeder` has it."""

    injury: int
    bonus: int = 0
    stopping: bool = False
    tried_at: int | None = None

    def bleeder(self) -> Bleeder:
        """Give it as the rules read it."""
        return Bleeder(self.injury, self.bonus, self.stopping, self.tried_at)


class Exertion(NamedTuple):
    """Fatigue that recovers by itself, and by what it does."""

    windedness: int = 0
    weariness: int = 0
    anaemia: int = 0
    """Weakness by loss of blood."""
    asleep: bool = False
    since: int = 0
    breathed_at: int | None = None
    rested_at: int | None = None
    slept_at: int | None = None
    clotted_at: int | None = None

    @property
    def total(self) -> int:
        """All of it."""
        return self.windedness + self.weariness + self.anaemia


class Plight(NamedTuple):
    """A state of the chain."""

    due: int
    """When the first of what is pending is due, in microseconds."""
    view: int
    """Index of what is told of it."""
    shock: Shock
    caused: bool
    """Whether it is unconscious still by what brought it down before the question was asked."""
    fatigue: int
    """All that makes every test harder."""
    pending: tuple[Pending, ...]
    bleeders: tuple[OpenBleeder, ...]
    """Oldest first."""
    exertion: Exertion | None
    """That part of the fatigue which may recover within the horizon; None: none of it."""


def put(pending: tuple[Pending, ...], entry: Pending) -> tuple[Pending, ...]:
    """Put something down, behind all that is due no later."""
    due = entry[0]
    place = len(pending)
    while place and pending[place - 1][0] > due:
        place -= 1
    return (*pending[:place], entry, *pending[place:])


def heal_again(pending: Pendings, due: int, level: int, rate: int | Undrawn, until: int) -> Pendings:
    """Put the next test of a wound down that nothing else refers to; beyond `until` one stands for all."""
    if due <= until:
        return put(pending, (due, HEAL, NOBODY, level, rate))
    return pending if HEALS_BEYOND in pending else (*pending, HEALS_BEYOND)


def kept_from_healing(pending: Pendings, every: int, until: int) -> Pendings:
    """Put off the healing tests that come next, for as long as an infection is sure to be active (heroic H13).

    None of them changes anything but when the wound is tested next, `every` microseconds later, so what an infection
    keeps from healing is written down as it will stand when something else is done.
    """
    for entry in pending:
        if entry[1] is INFECTION:
            break
    else:
        return pending
    while (entry := pending[0])[1] is HEAL and entry[2] == NOBODY and entry[0] != NEVER:
        pending = heal_again(pending[1:], entry[0] + every, entry[3], entry[4], until)
    return pending
