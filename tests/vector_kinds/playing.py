"""Playing a rule with the faces that a case gives."""

from __future__ import annotations

from typing import Any, TypeVar

from fleshwound.components.draws import Level, Rule, level_of
from fleshwound.systems.heroic.d100 import MasteryTest

Facts = TypeVar("Facts")

LEVELS = {-1: Level.CF0, 0: Level.MF, 1: Level.MS, 2: Level.CS}
"""A success level, where the case gives no face: which of the critical failures it is doesn't matter there, and CF0 can
always come."""


def with_faces(rule: Rule[Facts], *faces: int) -> tuple[Facts, list[MasteryTest]]:
    """Play a rule whose tests show these faces in turn; answers its facts and the tests it made.

    The source of the vectors reads a face against the effective mastery level as it is, outside 5..95 too (tests.json
    says so), so these faces are read likewise here: what follows from a level is what such a case is about. The bounds
    themselves are replayed by the kinds of tests.json.

    Raises:
        AssertionError: the rule asks for anything but d100 tests, for more than the faces given, or for fewer.
    """
    left = list(faces)
    tests: list[MasteryTest] = []
    answer: Any = None
    try:
        while True:
            request = rule.send(answer)
            assert isinstance(request, MasteryTest), f"the rule asks for {request}, not for a test"
            assert left, f"the rule also tests {request.what}"
            tests.append(request)
            answer = level_of(left.pop(0), request.mastery.eml)
    except StopIteration as done:
        assert not left, f"never rolled: {left}"
        facts: Facts = done.value
        return facts, tests
