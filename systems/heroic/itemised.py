"""Itemised: every roll that a strike may call for, with its modifiers by name, for odds (heroic H1, H12)."""

from __future__ import annotations

from collections.abc import Iterator

from fleshwound.components.draws import Draw, Level
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.choices import Reaction
from fleshwound.systems.heroic.d100 import Mastery, result, test_of
from fleshwound.systems.heroic.exchange import ATTACK, Defence
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.impact import IMPACT, dice_text, impact_modifiers, impact_of
from fleshwound.systems.heroic.injury import harm_of
from fleshwound.systems.heroic.missile import ShotPlan, shot_harm, shot_impact
from fleshwound.systems.heroic.strike import Plan
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.odds import RollOdds


def itemised(tables: Tables, plan: Plan, shot: ShotPlan | None, met: Reaction) -> tuple[RollOdds, ...]:
    """List every roll that a strike may call for and that decides what befalls either, in the order of the rules."""
    return tuple(_rolls(tables, plan, shot, met))


def _rolls(tables: Tables, plan: Plan, shot: ShotPlan | None, met: Reaction) -> Iterator[RollOdds]:
    actor, target = plan.actor, plan.target
    attack = plan.attack
    yield tested(ATTACK, actor, attack.given(Level.CS) if plan.helpless and attack.automatic is None else attack)
    if met.kind is not Defence.IGNORE:
        yield tested(met.kind.value, target, met.mastery)
    if shot is None:
        yield from _impact(tables, actor, plan.use)
    elif shot_harm(tables, plan.use.mode, shot.shot.projectile) is not None:
        strength = actor.abilities.attributes.get("strength", 0)
        draw, dealt = shot_impact(tables, strength, shot.shot)
        yield _thrown(actor, draw, dealt.added, dealt.dice)
    yield tested("shock", target, target.stance.shock_skill)
    if met.kind is Defence.COUNTERSTRIKE and met.use is not None:
        yield from _impact(tables, target, met.use)
        yield tested("shock", actor, actor.stance.shock_skill)
    for who, rolls in ((actor, True), (target, met.kind is not Defence.IGNORE)):
        grip, feet = who.stance.keeping_grip, who.stance.keeping_feet
        if rolls and grip is not None:
            yield tested("fumble", who, grip)
        if rolls and feet is not None:
            yield tested("stumble", who, feet)


def tested(what: str, who: Fighter, mastery: Mastery) -> RollOdds:
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


def _impact(tables: Tables, who: Fighter, use: Use) -> Iterator[RollOdds]:
    if harm_of(use.mode, tables) is None:
        return
    strength = who.abilities.attributes.get("strength", 0)
    added = impact_modifiers(tables, strength, use)
    text = dice_text(use.mode, sum(by for _, by in added), tables.combat.couched_factor)
    yield _thrown(who, impact_of(tables, strength, use), added, text)


def _thrown(who: Fighter, draw: Draw, added: tuple[tuple[str, int], ...], text: str) -> RollOdds:
    answers, running, total = draw.of
    counts = {
        str(points): (after - before) / total
        for points, before, after in zip(answers, (0, *running), running, strict=False)
    }
    return RollOdds(IMPACT, who.id, text, 0, added, None, counts)
