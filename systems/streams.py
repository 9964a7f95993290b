"""Random streams: one seed, a stream of its own for each use, so that none moves the dice of another."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from random import Random


def stream(seed: int, *names: str | int) -> Random:
    """Derive the stream called `names` from `seed`. Use `random()` alone of it: that is the same everywhere."""
    name = "/".join(str(part) for part in (seed, *names))
    return Random(int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big"))


class Streams:
    """The streams of one combat."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._rules = stream(seed, "rules")
        self.rules: Callable[[], float] = self._rules.random
        """The dice of the rules."""

    def mind(self, creature: int, turn: int) -> Callable[[], float]:
        """Give the dice of one creature's thinking on one turn."""
        return stream(self.seed, "mind", creature, turn).random

    def view(self) -> Callable[[], float]:
        """Give the dice of whoever shows the fight."""
        return stream(self.seed, "view").random
