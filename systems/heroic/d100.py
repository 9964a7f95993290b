"""Tests: masteries, levels, skill bases, opposed tests (heroic H1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.draws import STEPS, Draw, Level, Rule, d100, face_within, level_of, spread
from fleshwound.components.events import Roll
from fleshwound.components.fact import fact
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.tables import TestTable

LEAST_STEPS: Final = -1
GREATEST_STEPS: Final = 2
BOUNDS: Final = (5, 95)
"""Least and greatest effective mastery level (heroic H1)."""
KEPT: Final = 65_536
"""How many different tests are kept ready made."""


@fact
class Mastery:
    """What a test is made at: mastery level, modifiers by name, and what else the circumstances decide (heroic H1)."""

    base: int
    """Mastery level, unmodified; the index reads this."""
    modifiers: tuple[tuple[str, int], ...] = ()
    """By name, in the order applied; none is 0."""
    shift: int = 0
    """Levels by which the result is shifted: -1 on an impaired test of the stunned (heroic H5)."""
    automatic: Level | None = None
    """The result where nothing is rolled; never shifted. An automatic critical failure is a CF0."""
    _tests: dict[str, MasteryTest] = field(default_factory=dict, compare=False, repr=False)

    def test(self, what: str) -> MasteryTest:
        """Ask for the d100 test `what` at this mastery. Answers a `Level`, unshifted; each is made up only once."""
        try:
            return self._tests[what]
        except KeyError:
            test = self._tests[what] = test_of(what, self)
            return test

    @property
    def eml(self) -> int:
        """Effective mastery level before its bounds."""
        return self.base + sum(by for _, by in self.modifiers)

    @property
    def target(self) -> int:
        """What the d100 is held against, 5..95."""
        least, most = BOUNDS
        return min(most, max(least, self.eml))

    def plus(self, name: str, by: int) -> Mastery:
        """Add a modifier; 0 changes nothing."""
        if not by:
            return self
        return Mastery(self.base, (*self.modifiers, (name, by)), self.shift, self.automatic)

    def shifted(self, by: int) -> Mastery:
        """Shift the result by `by` levels more."""
        return Mastery(self.base, self.modifiers, self.shift + by, self.automatic)

    def given(self, level: Level) -> Mastery:
        """Give the result instead of rolling; of several the worst holds."""
        worst = level if self.automatic is None else min(level, self.automatic)
        return Mastery(self.base, self.modifiers, self.shift, worst)


class Result(NamedTuple):
    """How a test came out, all shifts in it (heroic H1)."""

    level: Level
    """The nearest of the levels. A failure shifted down to a critical one is a CF5, the milder."""
    steps: int
    """The number that margins are counted with; may lie outside -1..2."""
    units: int | None
    """Units digit of a critical failure that asks for one (0 or 5); None: it isn't critical, or only by a shift."""
    automatic: bool = False

    @property
    def success(self) -> bool:
        """Whether it succeeds."""
        return self.level >= Level.MS

    @property
    def folded(self) -> int:
        """The steps, held to the four levels: -1..2."""
        return STEPS[self.level]


FOLDED: Final = (Level.CF5, Level.MF, Level.MS, Level.CS)


@cache
def result(level: Level, shift: int = 0, face: int | None = None, *, automatic: bool = False) -> Result:
    """Read `level`, rolled or given, shifted by `shift` levels.

    The units digit of a critical failure comes with CF0 and CF5; only a success shifted all the way down needs its
    `face` to be known for that.
    """
    steps = STEPS[level] + shift
    folded = FOLDED[min(GREATEST_STEPS, max(LEAST_STEPS, steps)) - LEAST_STEPS]
    digit = {Level.CF0: 0, Level.CF5: 5}.get(level, None if face is None or face % 5 else face % 10)
    if folded is not Level.CF5:
        return Result(folded, steps, None, automatic)
    return Result(Level.CF0 if digit == 0 else Level.CF5, steps, digit, automatic)


def read(face: int, target: int, shift: int = 0) -> Result:
    """Read a d100 face (1..100) against a target within its bounds, shifted by `shift` levels."""
    return result(level_of(face, target), shift, face)


@dataclass(frozen=True, slots=True, eq=False)
class MasteryTest(Draw):
    """A d100 test that knows its mastery, for the log."""

    mastery: Mastery = field(kw_only=True)
    shown: dict[int, Roll] = field(default_factory=dict, kw_only=True, repr=False)
    """How it was written down for each face that has come up."""

    def roll(self, face: int, level: Level) -> Roll:
        """Write down, for the log, that it showed `face` and so came out as `level`."""
        made = self.shown.get(face)
        if made is None:
            mastery, target = self.mastery, self.target or 0
            made = Roll(self.what, mastery.base, mastery.modifiers, target, face, level, shift=mastery.shift)
            self.shown[face] = made
        return made


@lru_cache(KEPT)
def test_of(what: str, mastery: Mastery) -> MasteryTest:
    """Ask for the d100 test `what` at `mastery`. Answers a `Level`, unshifted."""
    draw = d100(what, mastery.eml, *BOUNDS)
    # A word out of an enum of words becomes a plain one: the digest and the log hold words.
    return MasteryTest(str(what), draw.of, draw.target, draw.faces, mastery=mastery)


def tested(what: str, mastery: Mastery) -> Rule[Result]:
    """Test at `mastery`, all shifts in the result; an automatic result rolls nothing (heroic H1)."""
    if mastery.automatic is not None:
        return result(mastery.automatic, automatic=True)
    level = yield test_of(what, mastery)
    return result(level, mastery.shift)


def automatic_roll(what: str, mastery: Mastery, level: Level) -> Roll:
    """Write down, for the log, a test whose result was given."""
    return Roll(str(what), mastery.base, mastery.modifiers, mastery.target, 0, level, automatic=True)


def rolls(trail: Iterable[Answered]) -> tuple[Roll, ...]:
    """Write down every d100 test of a trail, in order, for the log; levels as rolled, before any shift.

    A test asked for without its mastery has its target for a base. A rule that reads faces asks for one after the test;
    that face is then the face of the test.
    """
    made: list[Roll] = []
    for request, answer, face in trail:
        if isinstance(request, MasteryTest):
            assert face is not None
            made.append(request.roll(face, answer))
        elif face is not None and isinstance(request, Draw) and request.target is not None:
            made.append(Roll(request.what, request.target, (), request.target, face, answer))
        elif isinstance(request, Draw) and request.target is not None:
            for i in reversed(range(len(made))):
                if made[i].what == request.what:
                    of = made[i]  # put together anew here: `replace` costs several times as much
                    made[i] = Roll(of.what, of.base, of.modifiers, of.target, answer, of.level, of.automatic, of.shift)
                    break
    return tuple(made)


def index(mastery: int) -> int:
    """Index of an unmodified mastery level (heroic H1)."""
    return mastery // 10


def attribute_mastery(value: int, table: TestTable) -> int:
    """Mastery level of an attribute (heroic H1)."""
    return value * table.attribute_multiple


def skill_base(first: int, second: int) -> int:
    """Skill base of two attributes: their mean, rounded up if the first is greater, else down (heroic H1)."""
    return (first + second + (first > second)) // 2


def opening(skill: str, attributes: Mapping[str, int], table: TestTable) -> int:
    """Mastery level at which a skill opens that a sheet doesn't list; 0: it doesn't open by itself (heroic H1)."""
    opens = table.openings.get(skill)
    if opens is None:
        return 0
    first, second = opens.of
    return skill_base(attributes[first], attributes[second]) * min(opens.multiple, table.opening_most)


class Contender(StrEnum):
    """A side of an opposed test."""

    __hash__ = str.__hash__  # an enum's own runs in Python, and every exchange is looked up by it

    SOURCE = "source"
    TARGET = "target"


class Tiebreak(StrEnum):
    """What broke a tie."""

    __hash__ = str.__hash__  # an enum's own runs in Python, and every exchange is looked up by it

    NONE = ""
    ROLL = "roll"
    MASTERY = "mastery"
    D10 = "d10"


class Opposition(NamedTuple):
    """How an opposed test came out."""

    source: Result
    target: Result
    winner: Contender | None
    """None: both failed, or a tie that wasn't broken."""
    stars: int
    """Victory stars, 0 where nobody won."""
    tiebreak: Tiebreak = Tiebreak.NONE


DUEL: Final = Draw("d10 duel", spread(((Contender.SOURCE, 1), (Contender.TARGET, 1))))
"""d10 each until they differ, in one draw: by symmetry either side wins half the time."""


def compared(source: Result, target: Result) -> tuple[Contender | None, int]:
    """Who won an opposed test, and by how many stars; None and 0 for a tie or two failures."""
    if source.steps > target.steps and source.success:
        return Contender.SOURCE, source.steps - target.steps
    if target.steps > source.steps and target.success:
        return Contender.TARGET, target.steps - source.steps
    return None, 0


def tie_broken(faces: tuple[int, int], masteries: tuple[int, int]) -> tuple[Contender, Tiebreak] | None:
    """Break a tie of successes by the higher roll, then the higher mastery level; None: a duel of d10 must decide."""
    for (source, target), reason in ((faces, Tiebreak.ROLL), (masteries, Tiebreak.MASTERY)):
        if source != target:
            return (Contender.SOURCE if source > target else Contender.TARGET), reason
    return None


def duel(faces: Sequence[int]) -> tuple[Contender | None, int]:
    """Read a row of d10 faces, source and target in turn, until they differ: the winner, and how many were read."""
    for read_so_far in range(0, len(faces) - 1, 2):
        if faces[read_so_far] != faces[read_so_far + 1]:
            higher = faces[read_so_far] > faces[read_so_far + 1]
            return (Contender.SOURCE if higher else Contender.TARGET), read_so_far + 2
    return None, len(faces)


Tied: TypeAlias = tuple[str, Mastery, Level]
"""One of two tied tests: what it was called, its mastery, the level it was rolled at."""


def tiebreaker(first: Tied, second: Tied) -> Rule[tuple[Contender, Tiebreak]]:
    """Break a tie of two rolled successes (heroic H1).

    Raises:
        AssertionError: a success that wasn't rolled; it has no face to compare.
    """
    faces: list[int] = []
    for what, mastery, level in (first, second):
        assert mastery.automatic is None, "only rolled successes have faces to compare"
        faces.append((yield face_within(what, mastery.target, level)))
    broken = tie_broken((faces[0], faces[1]), (first[1].base, second[1].base))
    if broken is None:
        return (yield DUEL), Tiebreak.D10
    return broken


def opposed(source: Mastery, target: Mastery, *, what: tuple[str, str], break_ties: bool = False) -> Rule[Opposition]:
    """Test `source` against `target` (heroic H1); `what` names the two tests, and the names differ.

    The higher level wins if it is a success; each step between the two is one victory star. With `break_ties`, tied
    successes are broken by the higher roll, then the higher mastery level, then d10 each until they differ; a broken
    tie is one star.
    """
    levels: list[Level] = []
    results: list[Result] = []
    for name, mastery in zip(what, (source, target), strict=True):
        rolled = mastery.automatic is None
        level = mastery.automatic if mastery.automatic is not None else (yield test_of(name, mastery))
        levels.append(level)
        results.append(result(level, mastery.shift) if rolled else result(level, automatic=True))
    one, other = results
    winner, stars = compared(one, other)
    if break_ties and winner is None and one.steps == other.steps and one.success:
        winner, reason = yield from tiebreaker((what[0], source, levels[0]), (what[1], target, levels[1]))
        return Opposition(one, other, winner, 1, reason)
    return Opposition(one, other, winner, stars)
