"""How fast things are, and how a test holds them to it."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any, Final

SLACK: Final = 0.6
"""A machine that does other things besides may be so much slower than a target; a fault that matters costs more."""


def held(benchmark: Any, play: Callable[[], int], target: int, *, rounds: int = 15) -> None:
    """Play rounds and hold the fastest, in time on the processor, to a target per second, less `SLACK`.

    `play` does a round and gives how many things it did. The figure and the target stand in the report
    (`pytest -m bench --benchmark-json FILE`, or `--benchmark-verbose`) as `extra_info`.
    """
    best = 0.0

    def one() -> None:
        nonlocal best
        began = process_time()
        count = play()
        best = max(best, count / (process_time() - began))

    benchmark.pedantic(one, rounds=rounds, warmup_rounds=2)
    benchmark.extra_info.update(per_second=round(best), target=target)
    print(f"\n{benchmark.name}: {best:,.0f} a second, target {target:,}")
    assert best >= SLACK * target, f"{best:,.0f} a second; the target is {target:,}"
