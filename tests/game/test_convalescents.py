"""Saves of version 1: their wounded heal and their tired rest once loaded (heroic H13, H14)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from fleshwound.components.creature import Fatigue, Injuries, InjuryKind
from fleshwound.components.errors import SaveFault
from fleshwound.components.ids import DAY, MINUTE
from fleshwound.game.combat import Combat
from fleshwound.game.saving.convalescents import convalescent

SAVES: Final = sorted((Path(__file__).parent.parent / "golden" / "saves").glob("v1_*.json"))


@pytest.mark.parametrize("file", SAVES, ids=lambda file: file.stem)
def test_every_wound_of_an_old_save_is_tested_within_five_days_and_all_fatigue_looked_at(file: Path) -> None:
    combat = Combat.load(file.read_text(encoding="utf-8"))
    down = {(e.task.kind, e.task.creature, e.task.payload[:1]): e.due for e in combat.battle.agenda}
    wounds = 0
    for entity in combat.creatures:
        if not combat.vitals(entity).alive:
            continue
        creature = combat.id_of(entity)
        for entry in combat.component(entity, Injuries).entries:
            if entry.kind is InjuryKind.WOUND:
                due = down["heal", creature, (entry.number,)]
                assert combat.now < due <= combat.now + 5 * DAY
                assert (due - entry.at) % (5 * DAY) == 0
                wounds += 1
        fatigue = combat.component(entity, Fatigue)
        if fatigue.entries:
            assert fatigue.recovers_at == combat.now + 10 * MINUTE
            assert ("recover", creature, (fatigue.recovers_at,)) in down
    assert wounds > 0
    assert Combat.load(combat.save()).save() == combat.save()


def old(**changes: Any) -> dict[str, Any]:
    table: dict[str, Any] = json.loads(SAVES[0].read_text(encoding="utf-8"))
    return {**table, **changes}


ODD: list[dict[str, Any]] = [
    {"agenda": 3},
    {"agenda": {"due": 3, "sequence": 1}},
    {"agenda": {"due": [{}], "sequence": 1}},
    {"now": "noon"},
    {"creatures": [{"Injuries": 3, "Fatigue": []}]},
    {"creatures": [{"Injuries": {"entries": [7, {"kind": "wound", "at": "x"}]}}]},
]


@pytest.mark.parametrize("changes", ODD)
def test_what_is_no_save_of_version_1_is_a_fault_and_no_accident(changes: dict[str, Any]) -> None:
    with pytest.raises(SaveFault):
        Combat.load(json.dumps(old(**changes)))


def test_a_save_of_other_rules_is_left_as_it_is() -> None:
    table = old(ruleset="toy")
    assert convalescent(table) is table
