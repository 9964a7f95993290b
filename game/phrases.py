"""Phrases that log lines are put together from: numbers, rolls, ids in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import floor
from typing import Final

from fleshwound.components.draws import Level
from fleshwound.components.events import CheckMade, Roll, TaskMade, Throw

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

SHORT_LEVELS: Final = {level: level.name.rstrip("05") for level in Level}
"""`CF`, `MF`, `MS`, `CS`: whether a critical failure was a 0 or a 5 is seen from the face."""

MARKS: Final = ("–", "M1", "S2", "S3", "G4", "G5")
"""Mark of each severity, 0..5 (heroic H4)."""


ROUNDING: Final = 1e-9
"""By so much sums of chances may be off."""


def signed(number: int) -> str:
    """Write a number with its sign: `+5`, `−5`, `+0`."""
    return f"{'−' if number < 0 else '+'}{abs(number)}"


def number(value: int) -> str:
    """Write a number, with a true minus below 0."""
    return f"−{-value}" if value < 0 else str(value)


def percent(chance: float) -> str:
    """Write a chance, 0..1, in whole per cent; what is neither impossible nor certain is written as neither."""
    if ROUNDING < chance < 0.005:
        return "<1 %"
    if 0.995 <= chance < 1 - ROUNDING:
        return ">99 %"
    return f"{floor(100 * chance + 0.5)} %"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Write a count of things, up to ten in words: `one star`, `two stars`, `11 stars`."""
    much = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{much} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence: `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def tallied(words: Iterable[str]) -> str:
    """Join words, the same ones counted: `impact ×2, setup`."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return ", ".join(word if n == 1 else f"{word} ×{n}" for word, n in counts.items())


def spelled(id: str) -> str:
    """Put an id into words, for what no definition names: `left_thigh` is `left thigh`."""
    return id.replace("/", " ").replace("_", " ")


def aimed(aim: str | None, its: Mapping[str, str]) -> str:
    """Say what a blow is aimed at, the target's parts named: `aimed at left arm`, `aimed at zone 3`, `unaimed`."""
    if not aim:
        return "unaimed"
    return f"aimed at zone {aim}" if aim.isdigit() else f"aimed at {its.get(aim) or spelled(aim)}"


def met(defence: str, its: Mapping[str, str]) -> str:
    """Say how a blow is met, the target's modes named: `met by block (kite shield)`, `ignored`."""
    kind, _, mode = defence.partition(" ")
    if kind == "ignore":
        return "ignored"
    return f"met by {kind} ({its[mode]})" if mode in its else f"met by {spelled(defence)}"


def titled(text: str) -> str:
    """Begin a text with a capital."""
    return text[:1].upper() + text[1:]


def mark(severity: int) -> str:
    """Mark a severity, 0..5: `S3`."""
    return MARKS[severity] if severity in range(len(MARKS)) else str(severity)


def level_of(roll: Roll) -> str:
    """Say the level of a test, and what the rules shift it to: `CF`, `MS (one level down to MF)`."""
    rolled_as = SHORT_LEVELS[roll.level]
    if not roll.shift:
        return rolled_as
    scale = tuple(dict.fromkeys(SHORT_LEVELS.values()))
    comes_to = scale[min(max(scale.index(rolled_as) + roll.shift, 0), len(scale) - 1)]
    return f"{rolled_as} ({shifted(roll.shift)}{f' to {comes_to}' * (comes_to != rolled_as)})"


def shifted(by: int) -> str:
    """Say by how many levels the rules shift a result: `one level down`, `two levels up`."""
    return f"{counted(abs(by), 'level')} {'down' if by < 0 else 'up'}"


def rolled(roll: Roll) -> str:
    """Say in short how a test came out: `35 CS`, `automatic CF`."""
    return f"automatic {level_of(roll)}" if roll.automatic else f"{roll.face} {level_of(roll)}"


def tested(roll: Roll | None) -> str:
    """Say how a test came out and against what: `rolled 62 against 30, MF`; `no test` where there was none."""
    if roll is None:
        return "no test"
    if roll.automatic:
        return f"automatic {level_of(roll)}"
    return f"rolled {roll.face} against {roll.target}, {level_of(roll)}"


def checked(check: CheckMade) -> str:
    """Say how dice came out against a number: `17 against 13`."""
    total = check.face + sum(by for _, by in check.modifiers)
    return f"{number(total)} against {check.target}"


def checked_in_full(check: CheckMade) -> str:
    """Write a check so that it can be done again: `attack 1d20: 12, shoot +1, 13 against 15: fails`."""
    added = modified(check.modifiers)
    end = "passed" if check.passed else "failed"
    return f"{check.what} {check.dice}: {', '.join(filter(None, (str(check.face), added, checked(check))))}: {end}"


def attempted(task: TaskMade) -> str:
    """Say how a task came out and against what: `24 against 60, LOS 3`; `hopeless` where it could only fail."""
    if not task.face:
        return "hopeless"
    return f"{task.face} against {task.target}, {'LOS' if task.success else 'LOF'} {task.level}"


def task_in_full(task: TaskMade) -> str:
    """Write a task so that it can be done again: `shot: (pistols 5) ×5, EF evasion −1, 4 against 20, LOS 1`.

    Penalties are of each trait.
    """
    traits = ", ".join(f"{name} {number(value)}" for name, value in task.traits)
    parts = [f"{task.what}: ({traits}) ×{number(task.ease)}"]
    for of, modifiers in (("each trait", task.penalties), ("EF", task.eases), ("LOS", task.levels)):
        if modifiers:
            parts.append(f"{of} {modified(modifiers)}")
    return ", ".join((*parts, attempted(task)))


def modified(modifiers: Iterable[tuple[str, int]]) -> str:
    """List modifiers by name: `fatigue −5, mode +10`; empty where there are none."""
    return ", ".join(f"{name} {signed(by)}" for name, by in modifiers)


def test_in_full(roll: Roll) -> str:
    """Write a test so that it can be checked: `shock: 45, fatigue −15, target 30, rolled 62: MF`."""
    parts = [f"{roll.what}: {roll.base}", modified(roll.modifiers), f"target {roll.target}"]
    result = f"not rolled, automatic: {roll.level.name}" if roll.automatic else f"rolled {roll.face}: {roll.level.name}"
    return ", ".join(filter(None, (*parts, result, shifted(roll.shift) if roll.shift else "")))


def scattered(zone_number: int, scatter: Throw | None) -> str:
    """Say how a blow came to its zone number: `aimed at 1, d6 4 → zone 4`; empty where no number was hit."""
    if scatter is None:
        return f"zone {zone_number}" if zone_number else ""
    die = scatter.dice.removeprefix("1")
    return f"aimed at {zone_number - scatter.total + 1}, {die} {scatter.total} → zone {zone_number}"


def throw_in_full(throw: Throw) -> str:
    """Write dice so that they can be checked: `breakage: 1d20 = 7`."""
    return f"{throw.what}: {throw.dice} = {throw.total}"
