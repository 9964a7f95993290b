"""Mishaps: fumbles and stumbles, after a wound or a critical failure (heroic H4, H12)."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from fleshwound.components.draws import Ask, Level, Question, Rule
from fleshwound.systems.heroic.d100 import result
from fleshwound.systems.heroic.injury import Risk
from fleshwound.systems.heroic.victim import Victim

TEST: Final = "test"
FAIL: Final = "fail"
"""What a controller may answer: make the keep-control test, or let it fail."""


class MishapKind(StrEnum):
    """What is lost: the grip, the footing, or a shot."""

    __hash__ = str.__hash__  # an enum's own runs in Python, and odds are kept by these

    FUMBLE = "fumble"
    STUMBLE = "stumble"
    MISFIRE = "misfire"


FUMBLE: Final = MishapKind.FUMBLE
STUMBLE: Final = MishapKind.STUMBLE
MISFIRE: Final = MishapKind.MISFIRE
# bound once: Python 3.11 looks a member up slowly each time, and every blow reads these
NO_RISK, TO_TEST, MF = Risk.NONE, Risk.TEST, Level.MF


class Control(StrEnum):
    """How a mishap came out."""

    KEPT = "kept"
    DROPPED = "dropped"
    FLUNG = "flung"
    FELL = "fell"


class Mishap(NamedTuple):
    """A mishap."""

    control: Control
    level: Level | None
    """How the test came out, shifts in it; None: none was made."""
    part: int | None = None
    """For a fumble: index of the part whose item goes, or would have gone."""
    critical: bool = False
    """Whether the test failed critically."""


@cache
def fumbled(level: Level | None, part: int) -> Mishap:
    """Read a fumble test: MF dropped, CF flung away; None: it fails untested (heroic H4)."""
    if level is None or level is MF:
        return Mishap(Control.DROPPED, level, part)
    if level < MF:
        return Mishap(Control.FLUNG, level, part, critical=True)
    return Mishap(Control.KEPT, level, part)


@cache
def stumbled(level: Level | None) -> Mishap:
    """Read a stumble test: a failure is a fall; None: it fails untested (heroic H4)."""
    if level is not None and level > MF:
        return Mishap(Control.KEPT, level)
    return Mishap(Control.FELL, level, critical=level is not None and level < MF)


def mishap(victim: Victim, kind: MishapKind, risk: Risk = TO_TEST, part: int | None = None) -> Rule[Mishap | None]:
    """Test whether `victim` keeps its grip or its footing; None: nothing is at risk (heroic H4).

    A fumble at `part` (an index) drops what that part holds, else the dominant hand's item; where nothing is held there
    is nothing to lose and no test. Nor is there for a body without legs to stumble on: what crawls can't be brought to
    fall [R]. The test belongs to the victim's controller, which may let it fail. Without attribute or skill it can't
    be made, and fails. A misfire is never tested.
    """
    if risk is NO_RISK or kind is MISFIRE:
        return None
    grip = None
    mastery = victim.stumble
    if kind is FUMBLE:
        mastery = victim.fumble
        grip = part if part is not None and victim.holding >> part & 1 else victim.dominant
        if grip is None:
            return None
    elif not victim.cover.body.legs:
        return None
    level: Level | None = None
    if risk is TO_TEST and mastery is not None:
        if victim.asks and (yield Ask(victim.id, Question.CONTROL, (TEST, FAIL), (("kind", kind),))) == FAIL:
            level = None
        elif mastery.automatic is not None:
            level = mastery.automatic
        else:
            level = yield victim.test(kind, mastery)
            if mastery.shift:
                level = result(level, mastery.shift).level
    return stumbled(level) if grip is None else fumbled(level, grip)
