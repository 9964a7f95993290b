"""How fast things are, and how a test holds them to it."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any, Final

SLACK: Final = 0.6
"""A machine that does other things besides may be so much slower than a target; a fault that matters costs more."""

USUAL: Final = 9_000_000
"""Turns of the loop of `pace` that the machine makes in a second for which the targets are meant."""


def pace() -> float:
    """Measure how fast this machine runs plain Python, in parts of the usual one: the best of a few short loops.

    Targets are meant for one machine; on one of half its pace half the figure says as much of the code.
    """
    turns, best = 20_000, 0.0
    for _ in range(10):
        found: dict[tuple[int, int], int] = {}
        began = process_time()
        for number in range(turns):
            key = (number % 97, number % 13)
            found[key] = found.get(key, 0) + 1
        best = max(best, turns / (process_time() - began))
    return best / USUAL


def in_time(took: float, limit: float, before: float = 1.0, *, unit: str = "s") -> None:
    """Hold what something took, in time on the processor, to its limit at the usual pace.

    On a machine slower than the usual one the limit is as much longer, by its pace now or `before`, the lower of both.
    """
    if took <= limit:
        return
    here = min(1.0, before, pace())
    most = limit / (SLACK * here)
    assert took <= most, f"{took:.3g} {unit}; the limit is {limit:g} {unit}, {most:.3g} {unit} at a pace of {here:.2f}"


def held(benchmark: Any, play: Callable[[], int], target: int, *, rounds: int = 9) -> None:
    """Play rounds and hold the fastest, in time on the processor, to a target per second, less `SLACK`.

    On a machine slower than the usual one the target is as much lower (`pace`).

    `play` does a round and gives how many things it did. The figure and the target stand in the report
    (`pytest -m bench --benchmark-json FILE`, or `--benchmark-verbose`) as `extra_info`.
    """
    best, before = 0.0, pace()

    def one() -> None:
        nonlocal best
        began = process_time()
        count = play()
        best = max(best, count / (process_time() - began))

    benchmark.pedantic(one, rounds=rounds, warmup_rounds=1)
    here = min(before, pace())
    benchmark.extra_info.update(per_second=round(best), target=target, pace=round(here, 2))
    print(f"\n{benchmark.name}: {best:,.0f} a second, target {target:,}, at a pace of {here:.2f}")
    least = SLACK * target * min(1.0, here)
    assert best >= least, f"{best:,.0f} a second; the target is {target:,}, {least:,.0f} on this machine"
