"""Hazards as rules that ask: shock without a wound, harm that nobody strikes, falls, fire (heroic H4, H5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Rule, dice
from fleshwound.components.hazards import EVERYWHERE, Dice
from fleshwound.systems.heroic.blow import BlowFacts, Settled, blow, settled, shocked
from fleshwound.systems.heroic.body import Body
from fleshwound.systems.heroic.injury import Harm
from fleshwound.systems.heroic.mishap import Control
from fleshwound.systems.heroic.shock import ShockOffer
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

FALL: Final = "fall"
FIRE: Final = "fire"
"""Causes, as the log tells them."""


class Hurt(NamedTuple):
    """What harms a creature at one moment, and where, before anything is rolled."""

    impact: Dice
    """Thrown for each place."""
    aspect: Aspect
    at: str | None
    """Location id, part id, `EVERYWHERE`, or None: as an unaimed blow lands."""
    places: int
    """How many, where `at` is None."""
    cause: str


class HarmFacts(NamedTuple):
    """What a hazard came to."""

    blows: tuple[BlowFacts, ...]
    """One for each place it reached; their shock is gathered in `shock`."""
    shock: Settled


def fall_of(tables: Tables, feet: int) -> Hurt:
    """Work out a fall: 1d6 blunt for each whole 10 ft, at most 20, where an unaimed blow would land (heroic H5) [R].

    Less than 10 ft hurts nobody.
    """
    hazard = tables.hazard
    count = min(hazard.fall_most, feet // hazard.fall_ft)
    return Hurt(Dice(count, hazard.fall_sides), Aspect.BLUNT, None, 1 if count else 0, FALL)


def fire_of(tables: Tables, intensity: int, places: int | None) -> Hurt:
    """Work out fire: 1d6 for each step of intensity in each of so many places, or everywhere (heroic H5) [R]."""
    impact = Dice(intensity, tables.hazard.fire_sides)
    return Hurt(impact, Aspect.FIRE, EVERYWHERE if places is None else None, places or 1, FIRE)


def threatened(victim: Victim, index: int) -> Rule[Settled]:
    """Test a victim against shock of base `index` that no wound brings; who feels no pain feels none (heroic H5)."""
    offer = yield from shocked(victim, index)
    return (yield from settled(victim, () if offer is None else (offer,)))


class Place(NamedTuple):
    """Where one harm of several lands; nothing given: as an unaimed blow does."""

    part: int | None = None
    """Index: somewhere on that part, by weight."""
    location: int | None = None
    """Index: there and nowhere else."""


def harmed(victim: Victim, hurt: Hurt) -> Rule[HarmFacts]:
    """Harm a victim in one or several places at one moment (heroic H4, H5).

    Everywhere visits each part that is there once, at one of its locations by weight; otherwise no two places are the
    same, and where fewer are left than it would reach, it reaches those. Of all the shock the severest counts, once. A
    victim that loses what it can't live without is harmed no further.
    """
    body = victim.cover.body
    harm = Harm(hurt.aspect)
    impact = dice("impact", hurt.impact.count, hurt.impact.sides, hurt.impact.plus)
    blows: list[BlowFacts] = []
    shocks: tuple[ShockOffer, ...] = ()
    visited = 0
    for place in places_of(body, hurt):
        location = yield from reached(body, victim.gone | visited, place)
        if location is None:
            continue
        visited |= 1 << location
        facts = yield from blow(victim, harm, impact, location, shocks, more=True)
        blows.append(facts)
        if facts.killed:
            return HarmFacts(tuple(blows), facts.shock)
        shocks = facts.shock.shocks
        victim = after(victim, facts)
    return HarmFacts(tuple(blows), (yield from settled(victim, shocks)))


def places_of(body: Body, hurt: Hurt) -> tuple[Place, ...]:
    """List where a hurt lands, one for each impact; an id that the body hasn't got: nowhere."""
    if hurt.at is None:
        return (Place(),) * hurt.places
    if hurt.at == EVERYWHERE:
        return tuple(Place(part) for part in range(len(body.anatomy.parts)))
    for index, location in enumerate(body.anatomy.locations):
        if location.id == hurt.at:
            return (Place(location.part, index),)
    return tuple(Place(index) for index, part in enumerate(body.anatomy.parts) if part.id == hurt.at)


def reached(body: Body, gone: int, place: Place) -> Rule[int | None]:
    """Find the location of one place by index (heroic H3); None: nothing is left there.

    `gone` masks what can't be reached.
    """
    if place.location is not None:
        return None if gone >> place.location & 1 else place.location
    draw = body.unaimed(gone) if place.part is None else body.on(place.part, gone)
    return None if draw is None else (yield draw)


def after(victim: Victim, facts: BlowFacts) -> Victim:
    """Give the victim as the rest of the same moment finds it: what came off is gone, what was dropped isn't held."""
    wound, drop = facts.wound, facts.fumble
    lost = facts.severed
    let_go = 0
    if drop is not None and drop.part is not None and drop.control is not Control.KEPT:
        let_go |= 1 << drop.part
    if wound is not None and wound.level >= victim.cover.tables.impairment.unusable_level:
        let_go |= 1 << victim.cover.body.anatomy.locations[wound.location].part
    if not lost and not victim.holding & let_go:
        return victim
    holding = victim.holding & ~let_go
    dominant = victim.dominant if victim.dominant is not None and holding >> victim.dominant & 1 else None
    return replace(victim, gone=victim.gone | lost, holding=holding, dominant=dominant)
