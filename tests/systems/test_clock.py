"""The clock: minutes and seconds, hours where there are any, then days."""

from __future__ import annotations

import pytest

from fleshwound.components.ids import SECOND
from fleshwound.systems.clock import clock


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "00:00"),
        (59, "00:59"),
        (60, "01:00"),
        (3599, "59:59"),
        (3601, "1:00:01"),
        (86_399, "23:59:59"),
        (86_400, "1 d 0:00:00"),
        (10 * 86_400 + 60, "10 d 0:01:00"),
    ],
)
def test_a_moment_is_written_as_a_clock_shows_it(seconds: int, shown: str) -> None:
    assert clock(seconds * SECOND) == shown


def test_parts_of_a_second_are_left_out() -> None:
    assert clock(2 * SECOND - 1) == "00:01"
