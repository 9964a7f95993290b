"""Events on their way out: kept for the host to drain, digested, handed to whoever subscribed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

import esper

from fleshwound.components.errors import HandlerLoop
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

    def emit(self, event: Event) -> None:
        """Record `event`; it goes out at the next `deliver`."""
        self.count += 1
        self.undrained.append(event)
        self.digest.add(event)
        self._undelivered.append((self._depth, event))

    def drain(self) -> list[Event]:
        """Hand over the events since the last time."""
        events, self.undrained = self.undrained, []
        return events

    def subscribe(self, kind: type[Event], handler: Callable[[Any], None]) -> Subscription:
        """Have `handler` called with every event of `kind`, or of a kind below it."""
        subscription = Subscription(self, kind, handler)
        self._subscriptions = [*self._subscriptions, subscription]
        return subscription

    def forget(self, subscription: Subscription) -> None:
        """Drop a cancelled subscription."""
        self._subscriptions = [kept for kept in self._subscriptions if kept is not subscription]

    def deliver(self, callers_world: str) -> None:
        """Deliver what waits. Called from within the combat's world; handlers run in the caller's.

        Events that handlers cause join the end of the queue.

        Raises:
            HandlerLoop: handlers cause events without end.
        """
        if self.delivering:
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
                    raise HandlerLoop(
                        f"handlers caused each other {DEEPEST} events deep, the last a {type(event).__name__};"
                        " a handler may not answer its own events without end"
                    )
                self._depth = depth + 1
                esper.switch_world(callers_world)
                try:
                    for subscription in self._subscriptions:
                        if subscription.active and isinstance(event, subscription.kind):
                            subscription.handler(event)
                finally:
                    esper.switch_world(self.world)
                # Not esper.dispatch_event: it goes through the set itself, which a handler may change.
                for reference in tuple(esper.event_registry.get(type(event).__name__, ())):
                    if (handler := reference()) is not None:
                        try:
                            handler(event)
                        finally:
                            esper.switch_world(self.world)
        finally:
            self.delivering = False
            self._depth = 0
