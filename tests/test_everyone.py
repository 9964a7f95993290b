"""Every creature fights every other once, with whatever gear it has hands for; each fight is watched and ends.

An ordinary run takes a tenth of the pairs, a long one all.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from invariants import Watch

from fleshwound.components.definitions import Creature
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped

KINDS: Final = sorted(shipped().under("heroic").creatures)
TENTH: Final = 10
ROUNDS: Final = 80


def gear(dice: Random, kind: Creature) -> tuple[list[str] | None, list[str] | None]:
    """Its own in one of two cases; else any weapons for its hands and any armour that fits."""
    hands = sum(part.holds for part in kind.anatomy.parts)
    if dice.random() < 0.5 or not hands:
        return None, None
    content = shipped().under("heroic")
    weapons, places = sorted(content.weapons), {location.id for location in kind.anatomy.locations}
    pieces = [id for id, piece in sorted(content.armor.items()) if piece.flexible | piece.rigid <= places]

    def some(ids: list[str], most: int) -> list[str]:
        return [ids[int(dice.random() * len(ids))] for _ in range(int(dice.random() * (most + 1)))] if ids else []

    return some(weapons, hands), some(pieces, 4)


@pytest.mark.parametrize("first", KINDS)
def test_every_creature_fights_every_other_to_an_end(first: str, long: bool) -> None:
    fought = 0
    for place, second in enumerate(KINDS[KINDS.index(first) + 1 :]):
        if not long and (place + KINDS.index(first)) % TENTH:
            continue
        label = f"{first} against {second}"
        dice = Random(label)
        combat = Combat(seed=place, size=(16, 10), round_limit=ROUNDS)
        for name, side, x in ((first, "red", 3), (second, "blue", 12)):
            kind = shipped().creature(name)
            weapons, armor = gear(dice, kind)
            combat.spawn(kind, side=side, at=(x, 5), weapons=weapons, armor=armor)
        watch = Watch(combat, label)
        while combat.result is None and combat.step():
            watch.look()
        # Whoever has no body, or no way to strike, may never meet anybody: that is a draw at the round limit.
        assert combat.result is not None, label
        watch.look(everyone=True)
        fought += 1
    assert fought or not long or first == KINDS[-1]
