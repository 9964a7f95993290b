"""Chances: the exact distribution of a rule in whole numbers, so that stages join without a rounding."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar

from fleshwound.components.draws import Ask, Facts, Rule

Read = TypeVar("Read", bound=Hashable)


class Chances(NamedTuple, Generic[Read]):
    """A finite distribution."""

    of: Mapping[Read, int]
    """Weight of each value, 1 or more."""
    total: int
    """What the weights sum to."""


def chances(rule: Callable[[], Rule[Facts]], read: Callable[[Facts], Read]) -> Chances[Read]:
    """Give the exact distribution of what `read` makes of the facts of `rule`; controllers choose by policy.

    The same walk as `drivers.enumerated`, in whole numbers. `rule` makes a fresh generator each time.
    """
    leaves: list[tuple[Read, int, int]] = []
    wholes: set[int] = set()
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
                    answers, running, total = request.of
                    answer, before = answers[0], running[0]
                    if len(answers) > 1:
                        shared = whole * total
                        for other in range(1, len(answers)):
                            after = running[other]
                            unexplored.append(((*path, answers[other]), weight * (after - before), shared))
                            before = after
                        weight, whole = weight * running[0], shared
                path = (*path, answer)
                request = send(answer)
        except StopIteration as done:
            leaves.append((read(done.value), weight, whole))
            wholes.add(whole)
    total = lcm(*wholes)
    found: dict[Read, int] = {}
    for value, weight, whole in leaves:
        found[value] = found.get(value, 0) + weight * (total // whole)
    return Chances(found, total)
