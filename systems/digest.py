"""The event digest: same seed and same inputs, same digest, everywhere."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from fleshwound.components.events import Event
from fleshwound.systems.canonical import canonical

VERSION: Final = "fleshwound-events-3"
"""Tag of the canonical form and of how it is folded; a change of either changes it."""

LINK: Final = 32
"""Events in one link of the chain."""

WAITS: Final = 1024
"""Events that wait at the most before they are folded in."""


class Digest:
    """A running digest over events in order.

    A chain: each link is the digest of the one before and of the next `LINK` events, so that all there is to save is
    the last link and what waits for the next. When the digest is read, or saved, changes nothing.
    """

    def __init__(self, link: str = "", waiting: str = "", count: int = 0) -> None:
        """Begin, or go on from where another stood, as its `standing` tells."""
        self._link = link or _linked("", VERSION.encode())
        self._waiting: list[Event] = []
        self._before = (bytes.fromhex(waiting), count)

    def add(self, event: Event) -> None:
        """Take in one event; it is folded in when many wait, or when the digest is read or saved."""
        self._waiting.append(event)
        if len(self._waiting) >= WAITS:
            self._fold()

    def _fold(self) -> None:
        written, count = self._before
        start = 0
        while count + len(self._waiting) - start >= LINK:
            stop = start + LINK - count
            self._link = _linked(self._link, written + b"".join(map(canonical, self._waiting[start:stop])))
            written, count, start = b"", 0, stop
        rest = self._waiting[start:]
        self._before = (written + b"".join(map(canonical, rest)), count + len(rest))
        self._waiting.clear()

    @property
    def standing(self) -> tuple[str, str, int]:
        """What another can go on from: the last link, the events since as hexadecimal digits, how many those are."""
        self._fold()
        written, count = self._before
        return self._link, written.hex(), count

    def hexdigest(self) -> str:
        """Read the digest of all events so far, 32 hexadecimal digits."""
        self._fold()
        return _linked(self._link, self._before[0])


def _linked(before: str, written: bytes) -> str:
    return blake2b(before.encode() + written, digest_size=16).hexdigest()
