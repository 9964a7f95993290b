"""Stakes: what may befall the two in a strike, weighed in points by whoever has to choose. Every ruleset reads them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fleshwound.components.views import Vitals
from fleshwound.systems.battle import Battle
from fleshwound.systems.odds import Fate, Odds
from fleshwound.systems.queries import side_of


@dataclass(frozen=True, slots=True)
class Stakes:
    """How many points whoever loses something loses by it."""

    out: int
    """To be put out of the fight, the dead among them."""
    dead: int
    """More, to die."""
    shaken: int
    """To be left otherwise than before, and still in the fight."""
    prone: int
    """To be thrown to the ground."""
    overcome: int
    """To lose a grab, press or trip."""
    wounds: tuple[int, ...]
    """A wound, by its severity, 0..5."""
    bleeds: int
    """A new bleeder."""
    severed: int
    """Whatever comes off."""
    helpless: float
    """What a target that can't act counts, beside one that can."""
    stray: int
    """Whoever a missile hits in the target's place."""
    worn: int = 0
    """All that keeps one up, points and pools, under rules that count any."""


def worth(stakes: Stakes, battle: Battle, odds: Odds) -> float:
    """Give what a strike is worth to its striker, in points: what the target is to lose less what the striker is."""
    target, striker = (battle.ruleset.vitals(battle, battle.roster[one]) for one in (odds.target, odds.actor))
    gained = loss(stakes, odds, target)
    if not target.can_act:
        gained *= stakes.helpless
    strays = 0.0
    if odds.strays:
        own = side_of(battle.roster[odds.actor])
        for creature, chance in odds.strays.items():
            strays += -chance if side_of(battle.roster[creature]) == own else chance
    return gained - loss(stakes, odds.attacker, striker) + stakes.stray * strays


def loss(stakes: Stakes, fate: Fate, before: Vitals) -> float:
    """Give what one of the two is expected to lose, in points; `before`: how it is now."""
    return lost(
        stakes,
        out_already=before.out,
        prone_already=before.prone,
        whole=1.0,
        kept=fate.by_state.get(before.state, 0.0),
        out=fate.out,
        dead=fate.dead,
        bleeds=fate.bleeds,
        severed=fate.severed,
        prone=fate.prone,
        overcome=fate.overcome,
        levels=fate.by_level.items(),
        worn=fate.worn,
    )


def lost(
    stakes: Stakes,
    *,
    out_already: bool,
    prone_already: bool,
    whole: float,
    kept: float,
    out: float,
    dead: float,
    bleeds: float,
    severed: float,
    prone: float,
    overcome: float,
    levels: Iterable[tuple[int, float]],
    worn: float = 0.0,
) -> float:
    """Add up what chances cost, in points, times `whole`: what the chances of all that may happen sum to.

    `kept` is the chance to be in the same state afterwards. Who is out, or lies already, loses nothing by being so.
    """
    if out_already:
        out = 0
    shaken = max(0, whole - kept - out)
    points = stakes.out * out + stakes.dead * dead + stakes.shaken * shaken
    points += stakes.worn * worn
    points += stakes.bleeds * bleeds + stakes.severed * severed + stakes.overcome * overcome
    if not prone_already:
        points += stakes.prone * prone
    for severity, chance in levels:
        points += stakes.wounds[severity] * chance
    return points
