from __future__ import annotations

from collections.abc import Iterator

import esper
import pytest

from fleshwound.components.errors import BadValue, HandlerLoop
from fleshwound.components.events import Died, Event, Moved
from fleshwound.systems.outbox import DEEPEST, Outbox

DEATH, MOVE = Died(1, 1, "x", None), Moved(2, 1, ((0, 1),), 2)


@pytest.fixture
def outbox() -> Iterator[Outbox]:
    esper.switch_world("outbox")
    yield Outbox("outbox")
    esper.switch_world("default")
    esper.delete_world("outbox")


def test_handlers_run_in_the_order_they_subscribed_and_get_what_they_asked_for(outbox: Outbox) -> None:
    calls: list[tuple[str, Event]] = []
    for name, kind in (("c", Event), ("a", Died), ("d", Moved), ("b", Event)):
        outbox.subscribe(kind, lambda event, name=name: calls.append((name, event)))
    outbox.emit(DEATH)
    outbox.emit(MOVE)
    assert calls == []
    outbox.deliver("default")
    assert calls == [("c", DEATH), ("a", DEATH), ("b", DEATH), ("c", MOVE), ("d", MOVE), ("b", MOVE)]


def test_a_cancelled_handler_is_called_no_more_also_within_one_delivery(outbox: Outbox) -> None:
    calls: list[str] = []

    def first(event: Event) -> None:
        calls.append("first")
        second.cancel()
        once.cancel()

    once = outbox.subscribe(Died, first)
    second = outbox.subscribe(Died, lambda event: calls.append("second"))
    outbox.subscribe(Died, lambda event: calls.append("third"))
    for _ in range(2):
        outbox.emit(DEATH)
        outbox.deliver("default")
    assert calls == ["first", "third", "third"]
    second.cancel()


def test_a_handler_subscribed_during_delivery_hears_the_next_event(outbox: Outbox) -> None:
    late: list[Event] = []
    starter = outbox.subscribe(Died, lambda event: (starter.cancel(), outbox.subscribe(Event, late.append)))
    outbox.emit(DEATH)
    outbox.emit(MOVE)
    outbox.deliver("default")
    assert late == [MOVE]


def test_what_handlers_cause_comes_after_what_waited(outbox: Outbox) -> None:
    order: list[Event] = []
    consequence = Died(9, 9, "y", None)

    def cause(event: Event) -> None:
        outbox.emit(consequence)
        outbox.deliver("default")

    outbox.subscribe(Moved, cause)
    outbox.subscribe(Event, order.append)
    outbox.emit(MOVE)
    outbox.emit(DEATH)
    outbox.deliver("default")
    assert order == [MOVE, DEATH, consequence]
    assert outbox.drain() == order
    assert outbox.drain() == []


def test_an_endless_chain_is_cut_at_the_stated_depth(outbox: Outbox) -> None:
    calls: list[Event] = []
    outbox.subscribe(Died, lambda event: (calls.append(event), outbox.emit(DEATH)))
    outbox.emit(DEATH)
    outbox.deliver("default")
    with pytest.raises(HandlerLoop, match=str(DEEPEST)):
        outbox.rethrow()
    assert len(calls) == DEEPEST + 1
    outbox.subscribe(Moved, calls.append)
    outbox.emit(MOVE)
    outbox.deliver("default")
    assert calls[-1] is MOVE


def test_a_long_list_of_events_is_no_chain(outbox: Outbox) -> None:
    heard: list[Event] = []
    outbox.subscribe(Died, heard.append)
    for _ in range(10 * DEEPEST):
        outbox.emit(DEATH)
    outbox.deliver("default")
    assert len(heard) == 10 * DEEPEST


def test_handlers_run_in_the_callers_world_whatever_they_do_to_it(outbox: Outbox) -> None:
    worlds: list[str] = []

    def wander(event: Event) -> None:
        worlds.append(esper.current_world)
        esper.switch_world("elsewhere")

    outbox.subscribe(Event, wander)
    outbox.emit(DEATH)
    outbox.emit(MOVE)
    outbox.deliver("default")
    assert worlds == ["default", "default"]
    assert esper.current_world == "outbox"
    esper.delete_world("elsewhere")


def test_esper_handlers_get_events_under_their_class_names_in_the_combats_world(outbox: Outbox) -> None:
    calls: list[tuple[str, Event]] = []

    def died(event: Event) -> None:
        calls.append((esper.current_world, event))
        esper.remove_handler("Died", died)
        esper.switch_world("elsewhere")

    esper.set_handler("Died", died)
    for _ in range(2):
        outbox.emit(DEATH)
    outbox.emit(MOVE)
    outbox.deliver("default")
    assert calls == [("outbox", DEATH)]
    assert esper.current_world == "outbox"
    esper.delete_world("elsewhere")


def test_an_exception_in_a_handler_keeps_no_other_from_hearing_and_is_raised_afterwards(outbox: Outbox) -> None:
    heard: list[Event] = []

    def fail(event: Event) -> None:
        esper.switch_world("elsewhere")
        raise RuntimeError(type(event).__name__)

    outbox.subscribe(Event, fail)
    outbox.subscribe(Event, heard.append)
    outbox.emit(DEATH)
    outbox.emit(MOVE)
    outbox.deliver("default")
    assert heard == [DEATH, MOVE]
    assert esper.current_world == "outbox"
    with pytest.raises(RuntimeError, match="Died") as raised:
        outbox.rethrow()
    assert raised.value.__notes__ == ["another handler raised RuntimeError('Moved')"]
    outbox.rethrow()
    esper.delete_world("elsewhere")


@pytest.mark.parametrize(
    ("kind", "handler", "says"),
    [
        (5, print, "expected Event or a kind of event"),
        ("Died", print, "expected Event or a kind of event"),
        (None, print, "expected Event or a kind of event"),
        (int, print, "expected Event or a kind of event"),
        (DEATH, print, "expected Event or a kind of event"),
        ([Died], print, "expected Event or a kind of event"),
        (Died, None, "expected something to call"),
        (Died, "print", "expected something to call"),
    ],
)
def test_a_subscription_that_can_hear_nothing_is_refused_and_events_go_on(
    outbox: Outbox, kind: object, handler: object, says: str
) -> None:
    heard: list[Event] = []
    outbox.subscribe(Event, heard.append)
    with pytest.raises(BadValue, match=says):
        outbox.subscribe(kind, handler)  # type: ignore[arg-type]  # what a host may pass all the same
    outbox.emit(DEATH)
    outbox.deliver("default")
    outbox.rethrow()
    assert heard == [DEATH]
