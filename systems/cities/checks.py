"""Checks: dice and modifiers held against a number, drawn as passed or failed (cities A1, A3)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.draws import Draw, spread
from fleshwound.components.events import CheckMade

Named: TypeAlias = tuple[tuple[str, int], ...]
"""Modifiers by name, in the order applied; none is 0."""

KEPT: Final = 4096
"""How many requests are kept; there are few."""


class Check(NamedTuple):
    """A check that is ready to be rolled: it is passed where dice and modifiers come to the target or more."""

    what: str
    dice: int
    sides: int
    modifiers: Named
    target: int
    naturals: bool = False
    """Whether the lowest face always fails and the highest always passes."""
    drops_lowest: bool = False
    """Whether the lowest of the dice isn't counted."""

    @property
    def bonus(self) -> int:
        """Sum of the modifiers."""
        return sum(value for _, value in self.modifiers)

    def told(self, face: int, passed: bool) -> CheckMade:
        """Put it as the events tell it, with what the dice showed."""
        dice = f"{self.dice}d{self.sides}" + (" without the lowest" if self.drops_lowest else "")
        return CheckMade(self.what, dice, face, self.modifiers, self.target, passed)


def request(check: Check) -> Draw:
    """Ask whether a check is passed. Answers True or False; the face is the sum that the dice showed."""
    return _request(check.what, check.dice, check.sides, check.target - check.bonus, check.naturals, check.drops_lowest)


@lru_cache(KEPT)
def _request(what: str, count: int, sides: int, needed: int, naturals: bool, drops_lowest: bool) -> Draw:
    # Held to where it still makes a difference, so that the log shows the number that any face would do for.
    failed: list[int] = []
    passed: list[int] = []
    for thrown in product(range(1, sides + 1), repeat=count):
        face = sum(thrown) - (min(thrown) if drops_lowest else 0)
        passes = face >= needed
        if naturals and face in (1, sides):
            passes = face == sides
        (passed if passes else failed).append(face)
    faces = (*sorted(failed), *sorted(passed))
    return Draw(what, spread(((False, len(failed)), (True, len(passed)))), needed, faces)
