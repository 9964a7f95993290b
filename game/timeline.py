"""The timeline: a recorded fight at any of its instants, for scrubbing to and fro."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleshwound.components.errors import BadValue
from fleshwound.game.ai import think
from fleshwound.game.content import Content
from fleshwound.game.edges import check_whole
from fleshwound.game.replaying import Cursor, Replay, Replayed
from fleshwound.systems.battle import Mind
from fleshwound.systems.ruleset import Ruleset


class Timeline:
    """Gives a fight as it was after any instant: from the nearest save before it and the inputs since.

    Saves are made on the way, once for every so many instants that have been gone through.
    """

    def __init__(
        self,
        replay: Replay,
        *,
        every: int = 50,
        content: Content | None = None,
        mind: Mind = think,
        rules: Ruleset | None = None,
        components: Sequence[type[Any]] = (),
    ) -> None:
        """Set up the timeline of a replay; `every` so many instants it keeps a save. The rest as for `Combat.load`.

        Raises:
            BadValue: every is no whole number of 1 or more.
            SaveFault: the save that the replay starts from can't be loaded.
        """
        check_whole("every", every, 1, " instants between two saves")
        self._replay, self._every = replay, every
        self._content, self._mind, self._rules, self._components = content, mind, rules, components
        self._saves: dict[int, tuple[str, Cursor]] = {0: (replay.start, Cursor())}
        self.at(0)

    @property
    def instants(self) -> int:
        """How many instants the fight has."""
        return self._replay.instants

    def at(self, instant: int) -> Replayed:
        """Give the fight as it was right after an instant; 0: as it started. It can go on from there.

        Raises:
            BadValue: an instant that the fight doesn't have, or doesn't come to.
        """
        if type(instant) is not int or not 0 <= instant <= self.instants:
            raise BadValue(f"instant is {instant!r}; expected a whole number, 0..{self.instants}")
        text, cursor = self._saves[max(known for known in self._saves if known <= instant)]
        combat = Replayed.load(
            text, content=self._content, mind=self._mind, rules=self._rules, components=self._components
        )
        combat.follow(self._replay, cursor)
        while combat.cursor.instant < instant:
            if not combat.step():
                raise BadValue(f"the replay comes to an end after {combat.cursor.instant} of {self.instants} instants")
            combat.drain()
            now = combat.cursor.instant
            if now % self._every == 0 and now not in self._saves:
                self._saves[now] = (combat.save(), combat.cursor)
        return combat

    def end(self) -> Replayed:
        """Give the fight as the recording left it, with what was put in after its last instant.

        Raises:
            BadValue: it doesn't come to its last instant.
            SaveFault: what was put in after that can't be.
        """
        combat = self.at(self.instants)
        combat.step()
        combat.drain()
        return combat
