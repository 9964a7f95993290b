"""Chances: the exact distribution of a rule in whole numbers, so that stages join without a rounding."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any, Generic, TypeVar

from fleshwound.components.draws import Ask, Draw, Facts, Level, Rule, Spread, spread

Read = TypeVar("Read", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Chances(Generic[Read]):
    """A finite distribution. Compared by identity."""

    of: Mapping[Read, int]
    """Weight of each value, 1 or more."""
    total: int
    """What the weights sum to."""


@lru_cache(65_536)
def criticals_alike(test: Draw) -> Spread:
    """Put the two critical failures of a d100 test together, the milder for both."""
    weights: dict[Level, int] = {}
    for level, before, after in zip(test.of.answers, (0, *test.of.running), test.of.running, strict=False):
        of = max(level, Level.CF5)
        weights[of] = weights.get(of, 0) + after - before
    return spread(weights.items())


def chances(
    rule: Callable[[], Rule[Facts]], read: Callable[[Facts], Read], alike: Container[str] = ()
) -> Chances[Read]:
    """Give the exact distribution of what `read` makes of the facts of `rule`; controllers choose by policy.

    The same walk as `drivers.enumerated`, in whole numbers. `rule` makes a fresh generator each time. In the tests
    called one of `alike` a critical failure is answered once, whatever its units digit: for rules of which `read` tells
    no difference.
    """
    leaves: list[tuple[Read, int, int]] = []
    unexplored: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
    while unexplored:
        path, weight, whole = unexplored.pop()
        send = rule().send
        try:
            request = send(None)
            for answer in path:
                request = send(answer)
            while True:
                if isinstance(request, Ask):
                    answer = request.options[0]
                else:
                    answers, running, total = criticals_alike(request) if request.what in alike else request.of
                    answer = answers[0]
                    if len(answers) > 1:
                        whole *= total
                        before = running[0]
                        for other, after in zip(answers[1:], running[1:], strict=True):
                            unexplored.append(((*path, other), weight * (after - before), whole))
                            before = after
                        weight *= running[0]
                path = (*path, answer)
                request = send(answer)
        except StopIteration as done:
            leaves.append((read(done.value), weight, whole))
    total = lcm(*{whole for _, _, whole in leaves})
    found: dict[Read, int] = {}
    for value, weight, whole in leaves:
        found[value] = found.get(value, 0) + weight * (total // whole)
    return Chances(found, total)


def branches(
    rule: Callable[[], Rule[Facts]], read: Callable[[Facts], Read], alike: Container[str] = ()
) -> list[tuple[Read, tuple[tuple[Draw, int], ...]]]:
    """List every way a rule may go: what `read` makes of its facts, and each draw with the place of its answer.

    The same walk as `chances`, for whoever weighs the answers otherwise; draws of one answer are left out.
    """
    found: list[tuple[Read, tuple[tuple[Draw, int], ...]]] = []
    unexplored: list[tuple[tuple[Any, ...], tuple[tuple[Draw, int], ...]]] = [((), ())]
    while unexplored:
        path, steps = unexplored.pop()
        send = rule().send
        try:
            request = send(None)
            for answer in path:
                request = send(answer)
            while True:
                if isinstance(request, Ask):
                    answer = request.options[0]
                else:
                    answers = (criticals_alike(request) if request.what in alike else request.of).answers
                    answer = answers[0]
                    if len(answers) > 1:
                        unexplored += [
                            ((*path, other), (*steps, (request, place)))
                            for place, other in enumerate(answers[1:], start=1)
                        ]
                        steps = (*steps, (request, 0))
                path = (*path, answer)
                request = send(answer)
        except StopIteration as done:
            found.append((read(done.value), steps))
    return found
