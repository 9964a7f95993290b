"""Itemised: every roll that a strike may call for, with its modifiers by name, for odds (heroic H1, H12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fleshwound.components.definitions import Contest
from fleshwound.components.draws import Draw, Level, dice
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.choices import Reaction
from fleshwound.systems.heroic.contest import Contention
from fleshwound.systems.heroic.d100 import Mastery, result, test_of
from fleshwound.systems.heroic.exchange import ATTACK, Defence
from fleshwound.systems.heroic.fates import Side
from fleshwound.systems.heroic.impact import IMPACT, dice_text, impact_modifiers, impact_of, rolled_text
from fleshwound.systems.heroic.injury import harm_of
from fleshwound.systems.heroic.mishap import MishapKind
from fleshwound.systems.heroic.missile import Shot, shot_harm, shot_impact
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.toll import Landed, Toll
from fleshwound.systems.heroic.trial import OTHER, OWN
from fleshwound.systems.odds import RollOdds

FUMBLE: Final = MishapKind.FUMBLE.value
STUMBLE: Final = MishapKind.STUMBLE.value
AMPUTATION: Final = "amputation"
SHOCK: Final = "shock"


def itemised(
    tables: Tables,
    target: Side,
    actor: Side,
    attack: Mastery,
    use: Use,
    shot: Shot | None,
    met: Reaction,
    tolls: tuple[Iterable[Toll], Iterable[Toll]],
    contests: tuple[Contention | None, Contention | None],
    *,
    helpless: bool,
) -> tuple[RollOdds, ...]:
    """List every roll that a strike may call for and that decides what befalls either, in the order of the rules.

    `tolls` are what may befall target and actor, `contests` what grab, press or trip actor and target may begin.
    Where a blow lands, and whether what blocked it breaks, the odds tell otherwise or not at all.
    """
    if helpless and attack.automatic is None:
        attack = attack.given(Level.CS)
    rolls = [tested(ATTACK, actor, attack)]
    risked = False
    if met.kind is not Defence.IGNORE:
        rolls.append(tested(met.kind.value, target, met.mastery))
        risked = _may_fail_badly(met.mastery)
    answers = met.kind is Defence.COUNTERSTRIKE and met.use is not None
    rolls += _impact(tables, actor, use, shot)
    rolls += _contest(tables, contests[0], actor, target)
    if answers:
        assert met.use is not None
        rolls += _impact(tables, target, met.use, None)
        rolls += _contest(tables, contests[1], target, actor)
    rolls += _consequences(target, _landed(tolls[0]), contests[0], risked=risked)
    rolls += _consequences(actor, _landed(tolls[1]), contests[1], risked=_may_fail_badly(attack))
    return tuple(rolls)


def _landed(tolls: Iterable[Toll]) -> tuple[Landed, ...]:
    return tuple(dict.fromkeys(toll.landed for toll in tolls))


def _may_fail_badly(mastery: Mastery) -> bool:
    """Tell whether a roll at a mastery may be a critical failure, which calls for a mishap (heroic H12)."""
    return mastery.automatic is None or mastery.automatic < Level.MF


def _consequences(who: Side, strokes: tuple[Landed, ...], taken: Contention | None, *, risked: bool) -> list[RollOdds]:
    """Itemise the tests that wounds, a press or its own critical failure may bring, once for each circumstance.

    `risked`: it may fail critically itself; `taken` is the contest that the other may begin (heroic H4, H5, H12).
    """
    victim, stance = who.bearer.victim, who.stance
    asked: dict[str, list[tuple[tuple[str, int], ...]]] = {}
    for what, added in dict.fromkeys(test for landed in strokes for test in who.bearer.tests(landed)):
        asked.setdefault(what, []).append(tuple(modifier for modifier in added if modifier[1]))
    places = {place for landed in strokes if landed.deals for place in landed.places.of if place is not None}
    if risked or (victim.holding and any(who.anatomy.locations[place].fumble for place in places)):
        asked[FUMBLE] = [()]
    if risked or (taken is not None and taken.kind is Contest.PRESS):
        asked[STUMBLE] = [()]
        if victim.pain:  # a bad fall brings shock of its own
            asked.setdefault(SHOCK, []).append(())
    made = {
        AMPUTATION: stance.strength,
        FUMBLE: stance.keeping_grip,
        STUMBLE: stance.keeping_feet,
        SHOCK: stance.shock_skill,
    }
    return [
        tested(what, who, mastery.plus(*added[0]) if added else mastery)
        for what, mastery in made.items()
        if mastery is not None
        for added in sorted(set(asked.get(what, ())))
    ]


def tested(what: str, who: Side, mastery: Mastery) -> RollOdds:
    """Itemise a d100 test at a mastery, or one whose result is given (heroic H1)."""
    counts: dict[str, float] = {}
    if mastery.automatic is not None:
        counts[result(mastery.automatic, automatic=True).level.name] = 1.0
    else:
        answers, running, total = test_of(what, mastery).of
        weights: dict[Level, int] = {}
        for level, before, after in zip(answers, (0, *running), running, strict=False):
            folded = result(level, mastery.shift).level
            weights[folded] = weights.get(folded, 0) + after - before
        counts = {level.name: weights[level] / total for level in sorted(weights)}
    given = mastery.automatic is not None
    return RollOdds(what, who.id, "d100", mastery.base, mastery.modifiers, mastery.target, counts, given)


def _contest(tables: Tables, contends: Contention | None, who: Side, other: Side) -> list[RollOdds]:
    """Itemise a trial of Strength, no advantage in it; none where there is no contest (heroic H12)."""
    if contends is None:
        return []
    rolls = []
    for what, side, effort in ((OWN, who, contends.own), (OTHER, other, contends.other)):
        draw = dice(what, 1, tables.contest.sides, effort.whole)
        named = tuple(pair for pair in effort.named if pair[1])
        rolls.append(_thrown(side, draw, named, rolled_text(((1, tables.contest.sides),), effort.whole), what))
    return rolls


def _impact(tables: Tables, who: Side, use: Use, shot: Shot | None) -> list[RollOdds]:
    """Itemise the impact of a use or a shot, no advantage in it; none where it deals none (heroic H12)."""
    strength = who.stance.state.attributes.get("strength", 0)
    if shot is not None:
        if shot_harm(tables, use.mode, shot.projectile) is None:
            return []
        draw, dealt = shot_impact(tables, strength, shot)
        return [_thrown(who, draw, dealt.added, dealt.dice)]
    if harm_of(use.mode, tables) is None:
        return []
    added = impact_modifiers(tables, strength, use)
    text = dice_text(use.mode, sum(by for _, by in added), tables.combat.couched_factor)
    return [_thrown(who, impact_of(tables, strength, use), added, text)]


def _thrown(who: Side, draw: Draw, added: tuple[tuple[str, int], ...], text: str, what: str = IMPACT) -> RollOdds:
    answers, running, total = draw.of
    counts = {
        str(points): (after - before) / total
        for points, before, after in zip(answers, (0, *running), running, strict=False)
    }
    return RollOdds(what, who.id, text, 0, added, None, counts)
