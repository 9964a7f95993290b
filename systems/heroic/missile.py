"""Missiles: range bands, what a shot or a throw deals, whom it may hit, and the whole of it as a rule (heroic H12)."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from fleshwound.components.creature import Item
from fleshwound.components.definitions import Mode, Projectile
from fleshwound.components.draws import Draw, Level, Rule, dice, spread
from fleshwound.systems.field import FEET
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.exchange import Defence, ExchangeFacts, exchange
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.impact import IMPACT, Dealt, advantage_impact, halved, rolled_text
from fleshwound.systems.heroic.injury import Harm
from fleshwound.systems.heroic.strength import impact_modifier
from fleshwound.systems.heroic.strike import Plan, StrikeFacts, chosen_defence, spent_advantages
from fleshwound.systems.heroic.stroke import IMPACT as IMPACT_ADVANTAGE
from fleshwound.systems.heroic.stroke import UNTOUCHED, Party, Stroke, refined, struck
from fleshwound.systems.heroic.tables import Tables

THROWING: Final = "throwing"
STRAY: Final = "stray"
NOBODY: Final = 0
"""What the draw of a stray shot answers when it hits nobody."""


class Band(StrEnum):
    """How far a target is, by the range of the weapon (heroic H12)."""

    __hash__ = str.__hash__  # an enum's own runs in Python

    POINT_BLANK = "point blank"
    DIRECT = "direct"
    VOLLEY = "volley"


class Shot(NamedTuple):
    """One shot or throw, whoever it is at."""

    use: Use
    item: Item
    projectile: Projectile | None
    """None: the weapon itself is thrown, or shoots what is at hand."""
    band: Band
    feet: int

    @property
    def thrown(self) -> bool:
        """Whether the weapon itself flies."""
        return is_thrown(self.use.mode)


class Bystander(NamedTuple):
    """One who may be hit in the target's place."""

    who: Fighter
    asks: bool
    """Whether its controller is asked."""


class ShotPlan(NamedTuple):
    """What a shot is, before anything is rolled."""

    plan: Plan
    shot: Shot
    risked: tuple[Bystander, ...]
    """Who else may be hit, in the order of their combat ids."""


class Stray(NamedTuple):
    """Who was hit instead, and what it did."""

    creature: int
    """Combat id."""
    party: Party


class ShotFacts(NamedTuple):
    """What a shot came to."""

    strike: StrikeFacts
    stray: Stray | None
    """None: it hit nobody else."""


def is_thrown(mode: Mode) -> bool:
    """Tell whether a missile mode throws the weapon itself."""
    return mode.skill == THROWING


def band_of(tables: Tables, mode: Mode, feet: int) -> Band | None:
    """Find the range band of a target so many feet off; None: it is out of range (heroic H12)."""
    if feet * tables.missiles.point_blank_divisor <= mode.range_ft:
        return Band.POINT_BLANK
    if feet <= mode.range_ft:
        return Band.DIRECT
    return Band.VOLLEY if feet <= mode.range_ft * mode.volley else None


def band_reach(tables: Tables, mode: Mode, band: Band) -> int:
    """Find the greatest distance of a range band, in cells."""
    feet = {
        Band.POINT_BLANK: mode.range_ft // tables.missiles.point_blank_divisor,
        Band.DIRECT: mode.range_ft,
        Band.VOLLEY: mode.range_ft * mode.volley,
    }
    return feet[band] // FEET


def band_spread(tables: Tables, band: Band) -> int:
    """Find the sides of the zone die of an aimed shot: d6 at point blank, d8 direct; 0: a volley isn't aimed.

    heroic H12. What is thrown takes the band's die too, not its own.
    """
    table = tables.missiles
    return {Band.POINT_BLANK: table.point_blank_spread, Band.DIRECT: table.direct_spread, Band.VOLLEY: 0}[band]


@lru_cache(4096)
def shot_harm(tables: Tables, mode: Mode, projectile: Projectile | None) -> Harm | None:
    """Find how a shot harms: with the projectile's aspect, the armour reduction and bleeding of both (heroic H12).

    None for a mode that deals no impact.
    """
    if projectile is None:
        if mode.aspect is None:
            return None
        return Harm(mode.aspect, mode.armor_reduction, tables.injury.bleed_trait if mode.bleed else 0)
    bleed = tables.injury.bleed_trait if mode.bleed or projectile.bleed else 0
    return Harm(projectile.aspect, mode.armor_reduction + projectile.armor_reduction, bleed)


@lru_cache(16_384)
def shot_impact(tables: Tables, strength: int, shot: Shot, advantages: int = 0) -> tuple[Draw, Dealt]:
    """Ask for the impact of a shot, all modifiers in it; with how it is told (heroic H12).

    The dice and the modifier of the projectile add to the launcher's; +2 at point blank; what is thrown gets the
    Strength modifier and -1, a bow, crossbow or sling no Strength.
    """
    mode, projectile = shot.use.mode, shot.projectile
    table = tables.missiles
    named = (
        ("mode", mode.impact_mod),
        ("projectile", 0 if projectile is None else projectile.impact_mod),
        ("strength", impact_modifier(tables, strength) if mode.strength and shot.thrown else 0),
        ("off hand", tables.combat.off_hand_impact if shot.use.off_hand else 0),
        ("thrown", table.thrown_impact if shot.thrown else 0),
        ("point blank", table.point_blank_impact if shot.band is Band.POINT_BLANK else 0),
        ("advantage", advantages * advantage_impact(tables, mode)),
    )
    added = tuple((name, by) for name, by in named if by)
    plus = sum(by for _, by in added)
    sets = [(mode.dice, mode.sides)] if mode.dice else []
    if projectile is not None and projectile.dice:
        sets.append((projectile.dice, projectile.sides))
    draw = _summed(tuple(sets), plus)
    if mode.half_impact:
        draw = halved(draw)
    text = rolled_text(tuple(sets), plus)
    return draw, Dealt(added, f"{text}, halved" if mode.half_impact else text)


def _summed(sets: tuple[tuple[int, int], ...], plus: int) -> Draw:
    """Ask for the sum of several sets of dice, each so many of so many sides, and `plus`."""
    ways = {plus: 1}
    for count, sides in sets:
        answers, running, _ = dice(IMPACT, count, sides).of
        more: dict[int, int] = {}
        for before, after, points in zip((0, *running), running, answers, strict=False):
            for total, ways_so_far in ways.items():
                more[total + points] = more.get(total + points, 0) + ways_so_far * (after - before)
        ways = more
    return Draw(IMPACT, spread(sorted(ways.items())))


@lru_cache(4096)
def stray_draw(tables: Tables, risked: tuple[int, ...]) -> Draw:
    """Ask whom a stray shot hits, by combat id: each at risk weighs 1, nobody 3 [R]."""
    return Draw(STRAY, spread(((NOBODY, tables.missiles.stray_free), *((creature, 1) for creature in risked))))


def flies_on(defence: Defence, fought: ExchangeFacts) -> bool:
    """Tell whether a shot that didn't land flies on past its target and may hit somebody else [R].

    So does one that narrowly missed (MF) and one that was dodged. A critical failure goes nowhere near, and what a
    shield stops is stopped.
    """
    if fought.attacker_lands:
        return False
    return fought.attack.level is Level.MF or (fought.attack.success and defence is Defence.DODGE)


def shoot(tables: Tables, plan: ShotPlan) -> Rule[ShotFacts]:
    """Play a shot or a throw: defence, exchange, advantages, mishap, the blow, and whom it hits if it goes astray.

    heroic H12. Shooting into a melee [R]: at risk are all on their feet whom the line to the target passes, but for
    those beside the shooter, who shoots past them, and all on their feet beside the target, friend or foe. A shot that
    flies on (`flies_on`) hits one of them or nobody, by a draw in which each at risk weighs 1 and nobody 3. Whoever it
    hits didn't see it coming: a normal blow, unaimed, against Ignore, without advantages. What is thrown to seize
    starts a grab where it hits its target, whose thrower keeps hold of its line; whom it hits instead it only strikes.
    An advantage won at a distance gains no step and no blow [R].
    """
    made, shot = plan.plan, plan.shot
    defence = yield from chosen_defence(made)
    ignored = defence.kind is Defence.IGNORE
    fought = yield from exchange(
        made.attack, defence.kind, None if ignored else defence.mastery, tables.combat, missile=not shot.thrown
    )
    spent = (yield from spent_advantages(made, fought)) if fought.advantages else ()
    breakage = (yield dice("breakage", 1, tables.combat.breakage_sides)) if fought.breakage else None
    target = actor = UNTOUCHED
    if fought.attacker_lands or fought.defend_mishap is not None:
        flying = shot_stroke(tables, plan, spent if fought.advantages > 0 else ()) if fought.attacker_lands else None
        victim = made.target.stance.victim(made.target.id, made.target.injuries, asks=made.target_asks)
        target = yield from struck(tables, victim, fought.defend_mishap, defence.use, flying)
    if fought.attack_mishap is not None:
        victim = made.actor.stance.victim(made.actor.id, made.actor.injuries, asks=made.actor_asks)
        actor = yield from struck(tables, victim, fought.attack_mishap, shot.use, None)
    stray = None
    if plan.risked and flies_on(defence.kind, fought):
        hit = yield stray_draw(tables, tuple(each.who.id for each in plan.risked))
        if hit != NOBODY:
            who, asks = next(each for each in plan.risked if each.who.id == hit)
            victim = who.stance.victim(who.id, who.injuries, asks=asks)
            party = yield from struck(tables, victim, None, None, shot_stroke(tables, plan, (), aimed=False))
            stray = Stray(hit, party)
    return ShotFacts(StrikeFacts(defence, fought, spent, breakage, target, actor), stray)


def shot_stroke(tables: Tables, plan: ShotPlan, spent: tuple[str, ...], *, aimed: bool = True) -> Stroke | None:
    """Make the stroke of a shot or a throw, `spent` being what its advantages went on; None: it deals no impact.

    One that isn't `aimed` has gone astray: it hits whom it finds, and seizes nobody (heroic H12).
    """
    made, shot = plan.plan, plan.shot
    harm = shot_harm(tables, shot.use.mode, shot.projectile)
    if harm is None:
        return None
    strength = made.actor.abilities.attributes.get("strength", 0)
    impact, _ = shot_impact(tables, strength, shot, spent.count(IMPACT_ADVANTAGE))
    if not aimed:
        return Stroke(harm, impact, None, None)
    return Stroke(harm, impact, refined(tables, made.where, spent), made.contends)
