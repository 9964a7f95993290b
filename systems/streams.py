"""Random streams: one seed, a stream of its own for each use, so that none moves the dice of another."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Final

from fleshwound.components.errors import BadValue

WORDS: Final = 624
"""Words of 32 bits in the state of a stream."""


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

    @property
    def standing(self) -> tuple[bytes, int]:
        """How the dice of the rules stand: the words of their state, little end first, and the place in them."""
        *words, place = self._rules.getstate()[1]
        return b"".join(word.to_bytes(4, "little") for word in words), place

    def resume(self, words: bytes, place: int) -> None:
        """Have the dice of the rules go on from where they stood.

        Raises:
            BadValue: no state that such dice can be in.
        """
        if len(words) != 4 * WORDS or not any(words):
            raise BadValue(f"the state of the dice has {len(words)} bytes; expected {4 * WORDS}, not all of them 0")
        if not 0 <= place <= WORDS:
            raise BadValue(f"the place in the state of the dice is {place}; expected 0..{WORDS}")
        state = [int.from_bytes(words[n : n + 4], "little") for n in range(0, len(words), 4)]
        self._rules.setstate((3, (*state, place), None))

    def mind(self, creature: int, turn: int) -> Callable[[], float]:
        """Give the dice of one creature's thinking on one turn."""
        return stream(self.seed, "mind", creature, turn).random

    def view(self) -> Callable[[], float]:
        """Give the dice of whoever shows the fight."""
        return stream(self.seed, "view").random
