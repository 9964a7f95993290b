"""Recording: what is put into a combat while it goes on, and what it came to, for a replay."""

from __future__ import annotations

import json
from typing import Any, Final

from fleshwound.components.errors import BadValue
from fleshwound.components.inputs import Input, Passed, Settled, Waited
from fleshwound.game.saving.codec import Codec
from fleshwound.game.saving.session import Session
from fleshwound.systems.battle import Battle

FORM: Final = 1
"""Version of the form of replays."""


class Recording:
    """Records one combat from a moment on. Inputs are kept as a file has them: entities may leave later."""

    def __init__(self, codec: Codec, start: str, battle: Battle, every: int, title: str) -> None:
        if type(every) is not int or every < 1:
            raise BadValue(f"every is {every!r}; expected instants between two digests, 1 or more")
        self._codec = codec
        self._battle = battle
        self.start: Final = start
        """A save of the moment it began."""
        self.every: Final = every
        """Instants between two digests."""
        self.title: Final = title
        """What a viewer calls it, as the id of its scenario; may be empty."""
        self.instants = 0
        """Instants since then."""
        self.digests: list[str] = []
        """The digest after every so many instants."""
        self._inputs: list[dict[str, Any]] = []

    def text(self) -> str:
        """Write the replay up to now."""
        outbox = self._battle.outbox
        table = {
            "replay": "fleshwound",
            "version": FORM,
            "title": self.title,
            "start": json.loads(self.start),
            "inputs": self._inputs,
            "instants": self.instants,
            "every": self.every,
            "digests": self.digests,
            "events": outbox.count,
            "digest": outbox.digest.hexdigest(),
        }
        return json.dumps(table, separators=(",", ":"))

    # --- told by the combat ---------------------------------------------------------------------------------------

    def note(self, battle: Battle, what: Input) -> dict[str, Any]:
        """Note an input that is about to be put in.

        Raises:
            Unsaveable: it holds a definition that the content doesn't have.
        """
        self._codec.session = Session(ids=battle.ids)
        noted: dict[str, Any] = self._codec.written(what, Input)
        self._codec.check_strangers()
        if battle.outbox.delivering:
            next(iter(noted.values()))["heard"] = battle.outbox.heard
        self._inputs.append(noted)
        return noted

    def withdraw(self, noted: dict[str, Any]) -> None:
        """Forget an input that was refused."""
        self._inputs = [kept for kept in self._inputs if kept is not noted]

    def passed(self, battle: Battle) -> None:
        """Note that an instant has passed."""
        inputs = self._inputs
        if len(inputs) > 1 and "Waited" in inputs[-1] and "Passed" in inputs[-2]:
            inputs.pop()  # where time stood between two instants shows nowhere
        if inputs and "Passed" in inputs[-1]:
            inputs[-1]["Passed"]["instants"] += 1
        else:
            self.note(battle, Passed(1))
        self.instants += 1
        if self.instants % self.every == 0:
            self.digests.append(battle.outbox.digest.hexdigest())

    def waited(self, battle: Battle) -> None:
        """Note that time stood ready to pass till now."""
        if self._inputs and "Waited" in self._inputs[-1]:
            self._inputs.pop()
        self.note(battle, Waited(battle.now))

    def settled(self, battle: Battle) -> None:
        """Note that it was settled whether an encounter begins or ends."""
        if not (self._inputs and "Settled" in self._inputs[-1]):
            self.note(battle, Settled())
