"""Tasks in words: every figure that went into one can be read off its line (starfarer B1)."""

from __future__ import annotations

import pytest

from fleshwound.components.events import TaskMade
from fleshwound.game.phrases import attempted, task_in_full

TRAITS = (("dexterity", 7), ("pistols", 5))


@pytest.mark.parametrize(
    ("task", "short", "full"),
    [
        (
            TaskMade("shot", TRAITS, (), 5, (), (), 60, 24, True, 3),
            "24 against 60, LOS 3",
            "shot: (dexterity 7, pistols 5) ×5, 24 against 60, LOS 3",
        ),
        (
            TaskMade(
                "shot", TRAITS, (("shock", -1), ("head", -2)), 5, (("evasion", -2),), (("aim", 1),), 18, 40, False, 2
            ),
            "40 against 18, LOF 2",
            "shot: (dexterity 7, pistols 5) ×5, each trait shock −1, head −2, EF evasion −2, LOS aim +1,"
            " 40 against 18, LOF 2",
        ),
        (
            TaskMade("clotting", (("endurance", 6),), (), 5, (("bleeding", -5),), (), 0, 0, False, 0),
            "hopeless",
            "clotting: (endurance 6) ×5, EF bleeding −5, hopeless",
        ),
    ],
)
def test_a_task_is_told_in_short_and_with_all_that_it_was_made_of(task: TaskMade, short: str, full: str) -> None:
    assert attempted(task) == short
    assert task_in_full(task) == full
