"""The timeline: a recorded fight at any of its instants, for scrubbing to and fro."""

from __future__ import annotations

from fleshwound.components.errors import BadValue
from fleshwound.game.ai import think
from fleshwound.game.content import Content
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
    ) -> None:
        """Set up the timeline of a replay; `every` so many instants it keeps a save.

        Raises:
            BadValue: every is less than 1.
            SaveFault: the save that the replay starts from can't be loaded.
        """
        if every < 1:
            raise BadValue(f"every is {every}; expected instants between two saves, 1 or more")
        self._replay, self._every = replay, every
        self._content, self._mind, self._rules = content, mind, rules
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
        if not 0 <= instant <= self.instants:
            raise BadValue(f"instant is {instant}; expected 0..{self.instants}")
        text, cursor = self._saves[max(known for known in self._saves if known <= instant)]
        combat = Replayed.load(text, content=self._content, mind=self._mind, rules=self._rules)
        combat.follow(self._replay, cursor)
        while combat.cursor.instant < instant:
            if not combat.step():
                raise BadValue(f"the replay comes to an end after {combat.cursor.instant} of {self.instants} instants")
            combat.drain()
            now = combat.cursor.instant
            if now % self._every == 0 and now not in self._saves:
                self._saves[now] = (combat.save(), combat.cursor)
        return combat
