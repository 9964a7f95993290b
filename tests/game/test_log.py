"""The log for programs: what is written reads back, what is wrong is said."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.draws import Level
from fleshwound.components.errors import BadValue, UnknownName
from fleshwound.components.events import EVENTS, BloodLost, Died, Event, Roll, TurnBegan
from fleshwound.game import Combat, log
from fleshwound.systems.digest import Digest

HEADER = log.header(rules="heroic", seed=7, scenario="wolves_at_night")
BLOOD = BloodLost(5_000_000, 3, 2, Roll("blood loss", 60, (("fatigue", -5),), 55, 71, Level.MF), 2, 4)


def ending(events: list[Event], reason: str = "last side able") -> str:
    digest = Digest()
    for event in events:
        digest.add(event)
    done = digest.hexdigest()
    return log.ending(
        reason=reason, winner="men", rounds=3, events=len(events), digest=done, creatures=[{"creature": 1}]
    )


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_every_kind_of_event_reads_back_as_it_was(kind: type[Event], data: st.DataObject) -> None:
    events = [data.draw(st.builds(kind)), data.draw(st.builds(kind))]
    read = log.read([HEADER, *map(log.entry, events), ending(events)])
    assert list(read.events) == events
    assert all(type(event) is kind for event in read.events)


def test_header_and_result_read_back() -> None:
    read = log.read([HEADER, log.entry(BLOOD), ending([BLOOD])])
    assert (read.header["version"], read.header["rules"], read.header["seed"]) == (1, "heroic", 7)
    assert read.header["scenario"] == "wolves_at_night"
    assert read.result is not None
    assert (read.result["result"], read.result["winner"], read.result["rounds"]) == ("last side able", "men", 3)


def test_a_line_has_the_fields_of_its_event_in_their_order_and_levels_by_name() -> None:
    line = json.loads(log.entry(BLOOD))
    assert list(line) == ["event", *(field.name for field in fields(BloodLost))]
    assert line["event"] == "BloodLost"
    assert line["at"] == 5_000_000
    assert line["roll"]["level"] == "MF"
    assert line["roll"]["modifiers"] == [["fatigue", -5]]


def test_a_log_is_plain_ascii_one_line_an_event() -> None:
    line = log.entry(Died(0, 1, "a blow\nto the “head”", None))
    assert line.isascii()
    assert "\n" not in line


def test_a_log_that_breaks_off_has_no_result() -> None:
    assert log.read([HEADER, log.entry(BLOOD)]).result is None


def test_a_changed_log_is_noticed_by_its_digest() -> None:
    forged = log.entry(BLOOD).replace('"points": 2', '"points": 3')
    with pytest.raises(BadValue, match="line 3: digest"):
        log.read([HEADER, forged, ending([BLOOD])])


def test_a_log_with_a_line_missing_is_noticed_by_its_count() -> None:
    with pytest.raises(BadValue, match="line 2: events of what was read is 0; the log says 1"):
        log.read([HEADER, ending([BLOOD])])


def changed(**keys: object) -> str:
    return json.dumps(json.loads(log.entry(BLOOD)) | keys)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (changed(points="2"), "line 2: points: expected int, got '2'"),
        (changed(points=True), "line 2: points: expected int, got True"),
        (changed(points=2.0), "line 2: points: expected int, got 2.0"),
        (changed(roll=None), "line 2: roll: expected the fields what, base, modifiers"),
        (changed(more=1), "line 2: expected the fields at, creature"),
        (changed(roll=json.loads(changed())["roll"] | {"level": "XX"}), "level: expected one of CF0, CF5, MF, MS, CS"),
        (changed(roll=json.loads(changed())["roll"] | {"modifiers": [["fatigue"]]}), "modifiers: expected tuple"),
        ("{", "line 2: expected JSON"),
        ("[]", "line 2: expected an object"),
    ],
)
def test_a_wrong_line_is_named_with_what_would_be_right(line: str, message: str) -> None:
    with pytest.raises(BadValue) as wrong:
        log.read([HEADER, line])
    assert message in str(wrong.value)


def test_an_unknown_event_is_named() -> None:
    with pytest.raises(UnknownName, match="unknown event on line 2 'Blessed'"):
        log.read([HEADER, '{"event": "Blessed", "at": 0}'])


@pytest.mark.parametrize("first", ['{"log": "fleshwound", "version": 2}', log.entry(TurnBegan(0, 1))])
def test_a_log_of_another_version_or_none_is_refused(first: str) -> None:
    with pytest.raises(BadValue, match="line 1: expected the log fleshwound of version 1"):
        log.read([first])


def test_an_empty_log_is_refused() -> None:
    with pytest.raises(BadValue, match="empty"):
        log.read(["\n"])


def test_nothing_follows_the_result() -> None:
    with pytest.raises(BadValue, match="line 3: expected nothing after the result"):
        log.read([HEADER, ending([]), log.entry(BLOOD)])


def test_a_line_that_is_neither_event_nor_result_is_refused() -> None:
    with pytest.raises(BadValue, match="line 2: expected an event or the result"):
        log.read([HEADER, '{"note": "hello"}'])


@pytest.mark.parametrize("scenario", ["wolves_at_night", "brigands_on_the_road"])
def test_the_log_of_a_fight_reads_back_with_its_digest(scenario: str) -> None:
    for seed in range(1, 6):
        combat = Combat.of(scenario, seed)
        result = combat.run()
        combat.advance(3600)
        events = combat.drain()
        last = log.ending(
            reason=result.reason, winner=result.winner, rounds=result.rounds, events=len(events), digest=combat.digest,
            creatures=[],
        )  # fmt: skip
        assert list(log.read([HEADER, *map(log.entry, events), last]).events) == events
