"""Saves of every form there has been load, and go on to the digests noted beside them.

`--renew` notes the digests anew (after a change of the rules that changes them) and adds the saves of a new form. A
save that is there is never written again: one that no longer loads needs a migration.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
import skirmish

from fleshwound.components.intents import Strike
from fleshwound.game.combat import Combat
from fleshwound.game.saving.document import VERSION

FOLDER: Final = Path(__file__).parent.parent / "golden" / "saves"
DIGESTS: Final = FOLDER / "digests.json"


def under_way() -> str:
    """A fight with wounds, things on the ground, and somebody whose intent waits."""
    combat = Combat.of("wolves_at_night", 7)
    for _ in range(24):
        combat.step()
        combat.drain()
    able = [entity for entity in combat.creatures if combat.vitals(entity).can_act and entity != combat.actor]
    combat.act(able[0], Strike(able[-1]))
    combat.step()
    return combat.save()


def minded() -> str:
    """The same, of creatures that think by odds on one side, and of more who will when they come."""
    combat = Combat.of("wolves_at_night", 7, ai={"wolves": "odds"})
    for _ in range(12):
        combat.step()
        combat.drain()
    return combat.save()


def pending() -> str:
    """A fight that waits for a decision."""
    combat = skirmish.skirmish(7, asking=True)
    asked = 0
    while asked < 4:
        asked += bool(combat.decisions)
        if asked < 4:
            assert skirmish.go_on(combat)
            combat.drain()
    return combat.save()


def over() -> str:
    """A fight that is over, the wounded still bleeding and down, one fled."""
    combat = skirmish.skirmish(2, asking=False)
    combat.run()
    combat.drain()
    return combat.save()


def golden() -> list[Path]:
    return sorted(FOLDER.glob("v*.json"))


def test_there_are_golden_saves_of_every_form(renew: bool) -> None:
    if renew:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for make in (under_way, minded, pending, over):
            file = FOLDER / f"v{VERSION}_{make.__name__}.json"
            if not file.exists():
                file.write_text(make() + "\n", encoding="utf-8")
        ends = {file.name: skirmish.ending(Combat.load(file.read_text(encoding="utf-8"))) for file in golden()}
        DIGESTS.write_text(json.dumps(ends, indent=2) + "\n", encoding="utf-8")
    forms = {json.loads(file.read_text(encoding="utf-8"))["version"] for file in golden()}
    assert forms == set(range(1, VERSION + 1))
    assert set(json.loads(DIGESTS.read_text(encoding="utf-8"))) == {file.name for file in golden()}


@pytest.mark.parametrize("file", golden(), ids=lambda file: file.stem)
def test_a_golden_save_goes_on_to_its_digest(file: Path) -> None:
    combat = Combat.load(file.read_text(encoding="utf-8"))
    assert skirmish.ending(combat) == json.loads(DIGESTS.read_text(encoding="utf-8"))[file.name]
