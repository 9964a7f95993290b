"""Prognosis: what becomes of a wounded creature, as exact chances over time, whatever the rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from fleshwound.components.errors import BadValue
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND

ROUNDING: Final = 1e-12
"""Chances that differ by no more than this are the same."""

SHOWN: Final = (
    0, 10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR,
    8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 10 * DAY, 15 * DAY, 20 * DAY, 30 * DAY, 45 * DAY, 60 * DAY,
    90 * DAY, 180 * DAY, 365 * DAY,
)  # fmt: skip
"""Times that a table shows, so far as they lie within the horizon; besides them the horizon itself."""

UNITS: Final = ((DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (SECOND, "s"))


@dataclass(frozen=True, slots=True)
class Healer:
    """Who may look after a creature in a prognosis, by what the rules measure healers by."""

    measure: str
    """What `treated_by` is, in words."""
    least: int
    """The least it may be."""
    shown: int
    """That of the healer whose care is shown beside none, where nobody says whose."""
    title: str
    """What a healer is called, with how good it is in braces: `physician of {}`."""

    def called(self, treated_by: int) -> str:
        """Name a healer so good."""
        return self.title.format(treated_by)


@dataclass(frozen=True, slots=True)
class Moment:
    """How things stand once all is done that is due by a moment; every chance is a rigorous lower bound, 0..1.

    What was dropped may belong to any of them: the chance of each lies between what it says and that plus `dropped`.
    """

    after: int
    """Microseconds from the moment the question was asked."""
    by_state: Mapping[str, float]
    """By state, in the ruleset's words as `Vitals.state` has them, `dead` among them; with `dropped` they are 1."""
    dead: float
    recovered: float
    """Alive and out of all danger: nothing that is left of its harm can ever kill it or change its state again."""
    bleeding: float
    """Alive with an open bleeder."""
    dropped: float
    """What was left out so far, 0 or more."""


@dataclass(frozen=True, slots=True)
class Prognosis:
    """What becomes of a creature: a step function of time."""

    horizon: int
    """Microseconds that it looks ahead."""
    moments: tuple[Moment, ...]
    """One at each moment at which the rules act, in order, the first at 0. In between all is as at the last."""
    dropped: float
    """What was left out by the horizon: no chance is further off than this."""

    @property
    def exact(self) -> bool:
        """Whether nothing was left out beyond what rounding comes to."""
        return self.dropped <= ROUNDING

    def at(self, seconds: float) -> Moment:
        """Tell how things stand so many seconds from the moment the question was asked.

        Raises:
            BadValue: seconds below 0, beyond the horizon, or no number.
        """
        most = self.horizon / SECOND
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= most:
            raise BadValue(f"seconds is {seconds!r}; expected a number, 0 or more, and {most:g} at the most")
        return self._at(round(seconds * SECOND))

    def dead(self, seconds: float) -> tuple[float, float]:
        """Give the bounds, both 0..1, between which the chance lies that it is dead by then.

        Raises:
            BadValue: seconds below 0, beyond the horizon, or no number.
        """
        found = self.at(seconds)
        return found.dead, min(1.0, found.dead + found.dropped)

    def explain(self) -> str:
        """Write it as a table in plain text: a line for each of some times, chances in per cent."""
        states = [state for state in self.moments[0].by_state if any(m.by_state.get(state) for m in self.moments)]
        head = ("after", *states, "recovered", "bleeding")
        rows = [head]
        for time in (*(time for time in SHOWN if time < self.horizon), self.horizon):
            moment = self._at(time)
            chances = [*(moment.by_state[state] for state in states), moment.recovered, moment.bleeding]
            rows.append((_span(time), *(f"{100 * chance:.2f}%" for chance in chances)))
        widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        if not self.exact:
            lines.append(f"up to {100 * self.dropped:.2g}% more, which was left out")
        return "\n".join(lines)

    def _at(self, after: int) -> Moment:
        return self.moments[bisect_right(self.moments, after, key=_after) - 1]


def _after(moment: Moment) -> int:
    return moment.after


def _span(time: int) -> str:
    words: list[str] = []
    for unit, name in UNITS:
        count, time = divmod(time, unit)
        if count:
            words.append(f"{count} {name}")
    return " ".join(words[:2]) or "now"


def frozen(by_state: dict[str, float]) -> Mapping[str, float]:
    """Give chances by state that can't be changed any more."""
    return MappingProxyType(by_state)
