"""A fight saved at every instant and loaded in another process comes to the same end from each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import skirmish

from fleshwound.game.combat import Combat

FIGHTS: Final = 50
ORDINARY: Final = 5
CHUNKS: Final = 5


def saves_of(seed: int) -> list[str]:
    """Saves of a fight before each instant, and while each decision is pending; also in what follows the fight."""
    combat = skirmish.skirmish(seed)
    saves = [combat.save()]
    while skirmish.go_on(combat):
        combat.drain()
        saves.append(combat.save())
    while (due := combat.battle.agenda.next_due()) is not None and due <= skirmish.AFTERMATH:
        if not skirmish.decide(combat) and not combat.step():
            break
        saves.append(combat.save())
    return saves


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_fight_saved_at_every_instant_ends_the_same_from_each_in_a_fresh_process(
    chunk: int, long: bool, tmp_path: Path
) -> None:
    for seed in range(chunk, FIGHTS if long else ORDINARY, CHUNKS):
        saves = saves_of(seed)
        expected = skirmish.ending(skirmish.skirmish(seed))
        file = tmp_path / f"{seed}.json"
        file.write_text(json.dumps(saves), encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, skirmish.__file__, str(file)],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        ends = ran.stdout.split()
        assert len(ends) == len(saves) > 1
        differing = [place for place, end in enumerate(ends) if end != expected]
        assert not differing, f"skirmish {seed}: saves {differing} of {len(saves)}"


@pytest.mark.parametrize("seed", range(4))
def test_a_fight_loaded_after_every_instant_ends_the_same(seed: int) -> None:
    combat = skirmish.skirmish(seed)
    while skirmish.go_on(combat):
        text = combat.save()
        combat = Combat.load(text)
        assert combat.save() == text
    assert skirmish.ending(combat) == skirmish.ending(skirmish.skirmish(seed))
