"""Parsing: the text of a save or a replay as plain JSON values, strictly."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from fleshwound.components.errors import SaveFault
from fleshwound.game.content.fault import FAULTS_SHOWN, Fault, Faulty, shown


def parsed(text: str, what: str) -> dict[str, Any]:
    """Parse JSON: no key twice, no number that JSON doesn't know. `what` it should be goes into the message.

    Raises:
        SaveFault: it isn't JSON, or no object.
    """
    twice: dict[str, None] = {}

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            counts = Counter(key for key, _ in pairs)
            twice.update((key, None) for key in made if counts[key] > 1)
        return made

    def no_number(name: str) -> None:
        raise ValueError(f"{name} is no number of JSON")

    if not isinstance(text, str):
        raise SaveFault([f"expected the text of {what}, got a {type(text).__name__}"])
    try:
        value = json.loads(text, object_pairs_hook=table, parse_constant=no_number)
    except RecursionError:
        raise SaveFault([f"expected {what}, got JSON nested too deep to be one"]) from None
    except ValueError as wrong:
        raise SaveFault([f"expected {what}, got no JSON: {wrong}"]) from None
    if "\\ud" in text.lower() or not text.isascii():
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as wrong:
            got = f"half a character, {wrong.object[wrong.start]!a}"
            raise SaveFault([f"expected {what} in whole characters, got {got}"]) from None
    if twice:
        raise SaveFault([str(Fault(shown(key), "the key once in its object", "it twice")) for key in list(twice)[:9]])
    if type(value) is not dict:
        raise SaveFault([f"expected {what}, got {shown(value)}"])
    return value


def fault_of(wrong: Faulty, missing: list[str]) -> SaveFault:
    """Make the one error of all faults found, and of the content found missing."""
    lines = [str(fault) for fault in wrong.faults[:FAULTS_SHOWN]]
    if (more := len(wrong.faults) - FAULTS_SHOWN) > 0:
        lines.append(f"expected no faults, got {more} more than these {FAULTS_SHOWN}")
    absent = tuple(dict.fromkeys(missing))
    if absent:
        lines.insert(0, f"content that isn't there: {', '.join(absent)}")
    return SaveFault(lines, absent)
