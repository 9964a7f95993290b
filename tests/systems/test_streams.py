from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.systems.streams import Streams, stream


def first(draw: object, n: int = 5) -> list[float]:
    assert callable(draw)
    return [draw() for _ in range(n)]


def test_a_seed_gives_the_same_dice_for_ever() -> None:
    """Held as a figure: a change here changes every fight there ever was."""
    assert first(stream(7, "rules").random, 3) == [0.7658454573376023, 0.8982851699312188, 0.21807882785147614]


@given(st.integers(), st.integers(), st.integers(0, 99), st.integers(0, 99))
def test_a_minds_dice_depend_on_creature_and_turn_alone(seed: int, other: int, creature: int, turn: int) -> None:
    streams = Streams(seed)
    first(streams.rules, 3)
    first(Streams(other).rules)
    assert first(streams.mind(creature, turn)) == first(Streams(seed).mind(creature, turn))
    assert first(streams.mind(creature, turn)) != first(streams.mind(creature + 1, turn))
    assert first(streams.mind(creature, turn)) != first(streams.mind(creature, turn + 1))


@pytest.mark.parametrize("other", ["mind", "view"])
def test_no_stream_moves_the_dice_of_the_rules(other: str) -> None:
    alone, beside = Streams(3), Streams(3)
    drawn = []
    for _ in range(20):
        first(beside.mind(1, 2) if other == "mind" else beside.view())
        drawn.append(beside.rules())
    assert drawn == first(alone.rules, 20)


def test_streams_of_neighbouring_seeds_and_names_have_nothing_in_common() -> None:
    firsts = {stream(seed, name).random() for seed in range(500) for name in ("rules", "view")}
    assert len(firsts) == 1000
    assert stream(1, 23).random() != stream(12, 3).random()
