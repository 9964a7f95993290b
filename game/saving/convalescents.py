"""Convalescents: the wounded and the tired of a save of version 1, under whose rules nothing healed and nobody rested.

What isn't formed as a save should be is left as it is: whoever reads it afterwards tells of it.
"""

from __future__ import annotations

from typing import Any, Final

from fleshwound.components.ids import DAY, MINUTE

RULES: Final = "heroic"
"""The ruleset that this is about."""

HEALS_EVERY: Final = 5 * DAY
"""Between two healing tests of a wound, as version 2 began."""

RESTED: Final = 10 * MINUTE
"""After so long it is looked what has recovered, and when the next recovery is due."""

UNTIRED: Final = {"breathed_at": None, "rested_at": None, "slept_at": None, "clotted_at": None, "recovers_at": None}
"""What `Fatigue` says besides."""

UNMARKED: Final = {"permanent": False, "of": None}
"""What each injury says besides."""


def convalescent(table: dict[str, Any]) -> dict[str, Any]:
    """Give injuries and fatigue what they say besides, and put down when wounds are tested and fatigue recovers."""
    agenda, now = table.get("agenda"), table.get("now")
    if table.get("ruleset") != RULES or type(now) is not int or not isinstance(agenda, dict):
        return table
    due, sequence = agenda.get("due"), agenda.get("sequence")
    if not isinstance(due, list) or type(sequence) is not int:
        return table
    creatures: list[dict[str, Any]] = []
    tasks: list[tuple[int, list[Any]]] = []
    for creature in table["creatures"]:
        fuller = dict(creature)
        fuller["Injuries"], wounds = _injuries(creature.get("Injuries"), now)
        fuller["Fatigue"], recovers = _fatigue(creature, now)
        who = creature.get("Combatant")
        number = who.get("id") if isinstance(who, dict) else None
        if type(number) is int and not _dead(creature):
            tasks += [(at, ["heal", number, [wound]]) for at, wound in wounds]
            tasks += [(at, ["recover", number, [at]]) for at in recovers]
        creatures.append(fuller)
    if not all(isinstance(entry, dict) and _timed(entry) for entry in due):
        return {**table, "creatures": creatures}
    entries = [{"due": at, "sequence": sequence + n, "task": task} for n, (at, task) in enumerate(tasks, start=1)]
    ordered = sorted([*due, *entries], key=lambda entry: (entry["due"], entry["sequence"]))
    agenda = {**agenda, "sequence": sequence + len(entries), "due": ordered}
    return {**table, "creatures": creatures, "agenda": agenda}


def _timed(entry: dict[str, Any]) -> bool:
    return type(entry.get("due")) is int and type(entry.get("sequence")) is int


def _dead(creature: dict[str, Any]) -> bool:
    shock = creature.get("ShockState")
    return isinstance(shock, dict) and shock.get("state") == "dead"


def _injuries(injuries: Any, now: int) -> tuple[Any, list[tuple[int, int]]]:
    """Fill in the injuries, and list when each wound is tested next, with its number."""
    if not isinstance(injuries, dict) or not isinstance(injuries.get("entries"), list):
        return injuries, []
    entries = [{**UNMARKED, **entry} if isinstance(entry, dict) else entry for entry in injuries["entries"]]
    wounds: list[tuple[int, int]] = []
    for entry in entries:
        if not isinstance(entry, dict) or entry.get("kind") != "wound":
            continue
        at, number = entry.get("at"), entry.get("number")
        if type(at) is int and type(number) is int and at <= now:
            wounds.append((at + ((now - at) // HEALS_EVERY + 1) * HEALS_EVERY, number))
    return {"closed": 0, **injuries, "entries": entries}, wounds


def _fatigue(creature: dict[str, Any], now: int) -> tuple[Any, list[int]]:
    """Fill in the fatigue, and list when it is looked at next: in a while, if there is any."""
    fatigue, bleeding = creature.get("Fatigue"), creature.get("Bleeding")
    if not isinstance(fatigue, dict):
        return fatigue, []
    dry = isinstance(bleeding, dict) and not bleeding.get("bleeders") and bleeding.get("lost") not in (0, None)
    looked_at = [now + RESTED] if fatigue.get("entries") and not _dead(creature) else []
    when = {"clotted_at": now if dry else None, "recovers_at": looked_at[0] if looked_at else None}
    return {**UNTIRED, **fatigue, **when}, looked_at
