"""Small random fights whose every choice follows from their seed and their state: they can be saved and gone on with.

`python skirmish.py FILE` loads every save in a file (a JSON list) in a process of its own, plays each to its end, and
prints the digests they come to.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

from fleshwound.components.errors import BadValue
from fleshwound.components.ids import HOUR
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped

AFTERMATH = 2 * HOUR
"""A fight is followed until then, in microseconds from its beginning."""


def between(dice: Random, least: int, most: int) -> int:
    return least + int(dice.random() * (most - least + 1))


def skirmish(seed: int, asking: bool | None = None) -> Combat:
    """A few creatures of two sides close to each other; in every other one some are asked for their decisions."""
    dice = Random(f"skirmish/{seed}")
    combat = Combat(seed=seed, size=(12, 9), round_limit=15)
    kinds = sorted(shipped().under("heroic").creatures)
    asks = seed % 2 == 1 if asking is None else asking
    for side in ("red", "blue"):
        kind = kinds[between(dice, 0, len(kinds) - 1)]
        for _ in range(between(dice, 1, 3)):
            decisions = "ask" if asks and between(dice, 0, 1) else "auto"
            for _ in range(50):
                try:
                    at = (between(dice, 0, 11), between(dice, 0, 8))
                    combat.spawn(kind, side=side, at=at, decisions=decisions)
                except BadValue:
                    continue
                break
    return combat


def decide(combat: Combat) -> bool:
    """Answer what is asked, by its number alone; tells whether anything was."""
    for decision in combat.decisions:
        combat.answer(decision, decision.options[decision.number * 7 % len(decision.options)])
        return True
    return False


def go_on(combat: Combat) -> bool:
    """Go on by one instant or one decision; False: the fight has a result, or nothing is left to come."""
    return decide(combat) or (combat.result is None and combat.step())


def ending(combat: Combat) -> str:
    """Fight to the end, let time pass till two hours after the beginning, and give the digest."""
    while go_on(combat):
        pass
    while combat.now < AFTERMATH:
        combat.advance((AFTERMATH - combat.now) / 1_000_000)
        while decide(combat):
            pass
    return combat.digest


if __name__ == "__main__":
    for text in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
        print(ending(Combat.load(text)))
