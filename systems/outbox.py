"""Events on their way out: kept for the host to drain, digested, handed to whoever subscribed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

import esper

from fleshwound.components.errors import BadValue, HandlerLoop
from fleshwound.components.events import Event
from fleshwound.systems.digest import Digest

DEEPEST: Final = 64
"""How long a chain of events may be in which each was caused by a handler of the one before."""


class Subscription:
    """A handler at its place in the order of subscribing. `cancel()` ends it, also while events are being delivered."""

    def __init__(self, outbox: Outbox, kind: type[Event], handler: Callable[[Any], None]) -> None:
        self.kind, self.handler, self.active = kind, handler, True
        self._outbox = outbox

    def cancel(self) -> None:
        """Stop being called, from this moment on."""
        self.active = False
        self._outbox.forget(self)


class Outbox:
    """Collects events at each commit and delivers them after it, in order."""

    def __init__(self, world: str) -> None:
        self.world = world
        self.undrained: list[Event] = []
        self.count = 0
        """Events so far."""
        self.digest = Digest()
        self._undelivered: deque[tuple[int, Event]] = deque()
        self._subscriptions: list[Subscription] = []
        self._depth = 0
        self.delivering = False
        """Whether handlers are running."""
        self.failures: list[Exception] = []
        """What handlers raised, to be raised once what is being done is whole."""

    def emit(self, event: Event) -> None:
        """Record `event`; it goes out at the next `deliver`."""
        self.count += 1
        self.undrained.append(event)
        self.digest.add(event)
        self._undelivered.append((self._depth, event))

    @property
    def heard(self) -> int:
        """Number of the last event that was delivered, or is being delivered, counted from 1."""
        return self.count - len(self._undelivered)

    @property
    def undelivered(self) -> tuple[Event, ...]:
        """Events that wait for the next `deliver`, in order."""
        return tuple(event for _, event in self._undelivered)

    def restore(self, undrained: Iterable[Event], undelivered: Iterable[Event], count: int, digest: Digest) -> None:
        """Stand as another outbox stood; whoever subscribed to that one has to subscribe anew."""
        self.undrained = list(undrained)
        self._undelivered = deque((0, event) for event in undelivered)
        self.count = count
        self.digest = digest

    def drain(self) -> list[Event]:
        """Hand over the events since the last time."""
        events, self.undrained = self.undrained, []
        return events

    def subscribe(self, kind: type[Event], handler: Callable[[Any], None]) -> Subscription:
        """Have `handler` called with every event of `kind`, or of a kind below it.

        Raises:
            BadValue: no kind of event, or nothing to call.
        """
        if not (isinstance(kind, type) and issubclass(kind, Event)):
            raise BadValue(f"kind is {kind!r}; expected Event or a kind of event, such as Injured")
        if not callable(handler):
            raise BadValue(f"handler is {handler!r}; expected something to call with the event")
        subscription = Subscription(self, kind, handler)
        self._subscriptions = [*self._subscriptions, subscription]
        return subscription

    def forget(self, subscription: Subscription) -> None:
        """Drop a cancelled subscription."""
        self._subscriptions = [kept for kept in self._subscriptions if kept is not subscription]

    def deliver(self, callers_world: str) -> None:
        """Deliver what waits. Called from within the combat's world; handlers run in the caller's.

        Events that handlers cause join the end of the queue. What a handler raises goes to `failures`: it keeps no
        other handler from hearing, and no instant from being gone through whole.
        """
        if self.delivering or not self._undelivered:
            return
        if not self._subscriptions and not esper.event_registry:
            self._undelivered.clear()
            return
        self.delivering = True
        try:
            while self._undelivered:
                depth, event = self._undelivered.popleft()
                if depth > DEEPEST:
                    self._undelivered.clear()
                    self.failures.append(
                        HandlerLoop(
                            f"handlers caused each other {DEEPEST} events deep, the last a {type(event).__name__};"
                            " a handler may not answer its own events without end"
                        )
                    )
                    return
                self._depth = depth + 1
                for subscription in self._subscriptions:
                    if subscription.active and isinstance(event, subscription.kind):
                        self._hand(subscription.handler, event, callers_world)
                # Not esper.dispatch_event: it goes through the set itself, which a handler may change.
                for reference in tuple(esper.event_registry.get(type(event).__name__, ())):
                    if (handler := reference()) is not None:
                        self._hand(handler, event, self.world)
        finally:
            self.delivering = False
            self._depth = 0

    def _hand(self, handler: Callable[[Any], None], event: Event, world: str) -> None:
        if esper.current_world != world:
            esper.switch_world(world)
        try:
            handler(event)
        except Exception as failure:
            self.failures.append(failure)
        finally:
            if esper.current_world != self.world:
                esper.switch_world(self.world)

    def rethrow(self) -> None:
        """Raise what handlers raised; the first of several, with a note on the others."""
        if self.failures:
            (first, *others), self.failures = self.failures, []
            for other in others:
                first.add_note(f"another handler raised {other!r}")
            raise first
