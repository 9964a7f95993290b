"""Migrations: saves of older forms brought up to the present one, a step at a time."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

from fleshwound.components.minds import SIMPLE
from fleshwound.game.content.fault import Fault, Faulty, shown
from fleshwound.game.saving.convalescents import convalescent
from fleshwound.game.saving.document import VERSION

Migration = Callable[[dict[str, Any]], dict[str, Any]]

ADDED: Final[dict[str, dict[str, Any]]] = {
    "Guard": {"recovering": 0, "reacted": False, "braced": 0, "evading": False},
    "Kit": {"belt": [], "projectiles": {}},
    "Activity": {"patient": None, "wound": None},
    "Conditions": {"holds": []},
    "Nerve": {
        "morale": "none",
        "morale_at": None,
        "morale_until": None,
        "fear": "none",
        "fear_of": "",
        "fear_by": None,
        "fear_at": None,
        "fear_until": None,
        "faced": [],
        "immune": [],
        "exit": "",
        "wounded": False,
        "stood": 0,
        "rallied": False,
        "rallied_at": None,
        "deaf_until": 0,
        "psyche": [],
        "conditions": 0,
    },
}
"""What version 2 says of a creature more than version 1 did: fields by component, with what an older save means.

Of an item it says besides how ready it is; one that doesn't is.
"""


def _second(table: dict[str, Any]) -> dict[str, Any]:
    creatures = table.get("creatures")
    if not isinstance(creatures, list) or not all(isinstance(creature, dict) for creature in creatures):
        raise Faulty([Fault("creatures", "a list of tables", shown(creatures))])
    return convalescent({**table, "creatures": [_with_added(creature) for creature in creatures]})


def _with_added(creature: dict[str, Any]) -> dict[str, Any]:
    fuller = dict(creature)
    for component, fields in ADDED.items():
        found = creature.get(component, {})
        if isinstance(found, dict):  # anything else is told as a fault by whoever reads it
            fuller[component] = {**deepcopy(fields), **found}
    return fuller


def _third(table: dict[str, Any]) -> dict[str, Any]:
    """Say by what creatures think: all simply, as they did before there was a choice."""
    fuller = dict(table)
    if isinstance(setup := table.get("setup"), dict):
        fuller["setup"] = {"ai": SIMPLE, "ai_of": {}, **setup}
    if isinstance(creatures := table.get("creatures"), list):
        fuller["creatures"] = [_with_ai(creature) for creature in creatures]
    return fuller


def _with_ai(creature: Any) -> Any:
    if not isinstance(creature, dict) or not isinstance(controller := creature.get("Controller"), dict):
        return creature  # told as a fault by whoever reads it
    return {**creature, "Controller": {"ai": SIMPLE, **controller}}


MIGRATIONS: Final[dict[int, Migration]] = {1: _second, 2: _third}
"""What brings a save of a version up to the next, by version. One that meets what it can't read raises `Faulty`."""


def migrated(table: dict[str, Any]) -> dict[str, Any]:
    """Bring a save of any version up to the present form.

    Raises:
        Faulty: a version that there never was, or that is newer than this package.
    """
    version = table.get("version")
    if type(version) is not int or version < 1:
        raise Faulty([Fault("version", f"a version of saves, 1..{VERSION}", shown(version))])
    if version > VERSION:
        raise Faulty([Fault("version", f"{VERSION} or older (a newer fleshwound reads it)", shown(version))])
    while version < VERSION:
        table = {**MIGRATIONS[version](table), "version": version + 1}
        version += 1
    return table
