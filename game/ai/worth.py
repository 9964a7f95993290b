"""Worth: what a strike is worth to whoever makes it, in points, by what it is expected to come to.

A foe that can fight counts 100 points, and so does the striker itself. Of the two, each loses on the average:

    100   times the chance that it is put out of the fight by this, the dead among them
      5   more if it dies: nobody brings it back into the fight
     30   that it is left worse than it was and still in the fight (stunned, say): it neither strikes nor defends
     12   that it is thrown to the ground
     20   that a grab, press or trip comes off
      4, 8, 14, 22, 30   for a wound of severity 1 to 5: what it impairs, and how much nearer to its end it brings
     10   for a new bleeder
     15   for whatever comes off
    60   times the share that it loses of the points and pools that keep it up, where rules count any

A strike is worth what its target loses less what the striker loses, by a counterstrike or its own mishap. A target that
can't act now counts for a third less: it threatens nobody until it comes to itself. A friend whom a shot may hit in the
target's place counts 25 points against it, a foe as much for it.

Whoever is struck reads the same figures from the other side: of its defences it takes the one by which the strike is
worth least to the striker.
"""

from __future__ import annotations

from typing import Final

from fleshwound.components.views import Vitals
from fleshwound.systems import stakes
from fleshwound.systems.battle import Battle
from fleshwound.systems.odds import Fate, Odds
from fleshwound.systems.stakes import Stakes

STAKES: Final = Stakes(
    out=100,
    dead=5,
    shaken=30,
    prone=12,
    overcome=20,
    wounds=(0, 4, 8, 14, 22, 30),
    bleeds=10,
    severed=15,
    helpless=2 / 3,
    stray=25,
    worn=60,
)


def worth(battle: Battle, odds: Odds) -> float:
    """Give what a strike is worth to its striker, in points."""
    return stakes.worth(STAKES, battle, odds)


def loss(fate: Fate, before: Vitals) -> float:
    """Give what one of the two is expected to lose, in points; `before`: how it is now."""
    return stakes.loss(STAKES, fate, before)
