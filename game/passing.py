"""Passing: how time goes by in a combat, instant by instant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final, Self

from fleshwound.components.errors import BadValue, IntentRefused, Reentered, Refusal
from fleshwound.components.ids import SECOND, microseconds
from fleshwound.components.inputs import Input
from fleshwound.game.edges import LONGEST
from fleshwound.game.reading import Reading
from fleshwound.game.recording import Recording
from fleshwound.systems.battle import Battle, Result
from fleshwound.systems.turns import TurnOrder, follow, settle

INSTANTS: Final = 1_000_000
"""Instants that one `run` goes through at the most."""

UNRECORDED: Final = nullcontext()
"""What an input is given in where nothing is recorded."""


class Passing(Reading):
    """The side of a combat that lets time pass, and records what is put into it."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self._turns: Final = TurnOrder()
        self._recording: Recording | None = None

    # --- time -----------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Go through one instant: everything due at the earliest moment. False: nothing is due, or a choice is pending.

        Raises:
            Reentered: a handler called.
        """
        self._check_not_inside()
        with self._here() as battle:
            if self._instant(battle, None):
                return True
            self._waited(battle)
            return False

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass, instant by instant.

        A pending choice stops time; so does what a handler raises, which is raised again once its instant is whole.

        Raises:
            BadValue: seconds below 0, or not a finite number, or the clock would go beyond `LONGEST`.
            Reentered: a handler called.
        """
        most = LONGEST - self.battle.now // SECOND
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= most:
            raise BadValue(f"seconds is {seconds!r}; expected a number, 0 or more, and {most} at the most")
        self._check_not_inside()
        with self._here() as battle:
            self._advance_to(battle, battle.now + microseconds(seconds))

    def _advance_to(self, battle: Battle, until: int) -> None:
        while self._instant(battle, until):
            if battle.outbox.failures:
                return
        if battle.pending is None:
            battle.now = until
        self._waited(battle)

    def run(self, until: Callable[[Self], bool] | None = None) -> Result:
        """Go on until the fight has a result, or with the reason `stopped` until nothing is due or `until` says so.

        Raises:
            Reentered: a handler called.
        """
        self._check_not_inside()
        for _ in range(INSTANTS):
            with self._here() as battle:
                settle(battle)
                if battle.result is not None:
                    if self._recording is not None:
                        self._recording.settled(battle)
                    break
                if not self._instant(battle, None):
                    self._waited(battle)
                    break
            if until is not None and until(self):
                break
        rounds = self.battle.encounter.round if self.battle.encounter is not None else 0
        return self.battle.result or Result(None, "stopped", rounds)

    def _check_not_inside(self) -> None:
        if self._inside:
            raise Reentered("time can't pass while it passes; expected the call after step, advance or run returned")

    def _check_not_pending(self) -> None:
        pending = self.battle.pending
        if pending is not None:
            number = pending.decision.number
            raise IntentRefused(Refusal.DECISION_PENDING, f"decision {number} is pending; expected an answer first")

    def _instant(self, battle: Battle, until: int | None) -> bool:
        """Go through one instant, if one is due by `until`."""
        if battle.pending is not None:
            return False
        settle(battle)
        if battle.held_up and not self._go_on(battle):
            return False
        due = battle.agenda.next_due()
        if due is None or (until is not None and due > until):
            return False
        battle.now = due
        while battle.pending is None and battle.agenda.next_due() == due:
            battle.do(battle.agenda.take().task)
            settle(battle)
            follow(battle)
        if self._recording is not None:
            self._recording.passed(battle)
        return True

    def _go_on(self, battle: Battle) -> bool:
        settle(battle)
        follow(battle)
        self._turns.act_on(battle)
        return battle.pending is None

    # --- recording ------------------------------------------------------------------------------------------------

    def _waited(self, battle: Battle) -> None:
        """Record that time stood ready and no instant came by now."""
        if self._recording is not None:
            self._recording.waited(battle)

    def _noting(self, battle: Battle, what: Callable[[], Input]) -> AbstractContextManager[None]:
        """Record an input, ahead of those that handlers make because of it; not if it is refused."""
        return UNRECORDED if self._recording is None else self._noted(self._recording, battle, what)

    @contextmanager
    def _noted(self, recording: Recording, battle: Battle, what: Callable[[], Input]) -> Iterator[None]:
        try:
            noted = recording.note(battle, what())
        except (TypeError, ValueError, AttributeError, KeyError):  # the call that follows refuses it in words
            yield
            raise
        try:
            yield
        except BaseException:
            recording.withdraw(noted)
            raise
