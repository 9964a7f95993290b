"""Itemised: every roll that a strike may call for, with its modifiers by name, for odds (heroic H1, H12)."""

from __future__ import annotations

from fleshwound.components.draws import Draw, Level
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.choices import Reaction
from fleshwound.systems.heroic.d100 import Mastery, result, test_of
from fleshwound.systems.heroic.exchange import ATTACK, Defence
from fleshwound.systems.heroic.fates import Side
from fleshwound.systems.heroic.impact import IMPACT, dice_text, impact_modifiers, impact_of
from fleshwound.systems.heroic.injury import harm_of
from fleshwound.systems.heroic.missile import Shot, shot_harm, shot_impact
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.odds import RollOdds


def itemised(
    tables: Tables,
    target: Side,
    actor: Side,
    attack: Mastery,
    use: Use,
    shot: Shot | None,
    met: Reaction,
    *,
    helpless: bool,
) -> tuple[RollOdds, ...]:
    """List every roll that a strike may call for and that decides what befalls either, in the order of the rules."""
    if helpless and attack.automatic is None:
        attack = attack.given(Level.CS)
    rolls = [tested(ATTACK, actor, attack)]
    ignored = met.kind is Defence.IGNORE
    if not ignored:
        rolls.append(tested(met.kind.value, target, met.mastery))
    rolls += _impact(tables, actor, use, shot)
    rolls.append(tested("shock", target, target.stance.shock_skill))
    if met.kind is Defence.COUNTERSTRIKE and met.use is not None:
        rolls += _impact(tables, target, met.use, None)
        rolls.append(tested("shock", actor, actor.stance.shock_skill))
    for who in (actor,) if ignored else (actor, target):
        grip, feet = who.stance.keeping_grip, who.stance.keeping_feet
        rolls += [tested(what, who, made) for what, made in (("fumble", grip), ("stumble", feet)) if made is not None]
    return tuple(rolls)


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


def _thrown(who: Side, draw: Draw, added: tuple[tuple[str, int], ...], text: str) -> RollOdds:
    answers, running, total = draw.of
    counts = {
        str(points): (after - before) / total
        for points, before, after in zip(answers, (0, *running), running, strict=False)
    }
    return RollOdds(IMPACT, who.id, text, 0, added, None, counts)
