"""Fates: the ways a strike may go put into the terms that all rulesets share, for odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from math import gcd, lcm
from operator import mul
from typing import Final, NamedTuple

from fleshwound.components.creature import Injuries, Shock
from fleshwound.components.definitions import Anatomy
from fleshwound.components.views import Outcome
from fleshwound.systems.chances import Chances
from fleshwound.systems.heroic.bearing import Before, Came, natured
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.landing import KEPT, LEVELS, Places
from fleshwound.systems.heroic.reckoning import Reckoning
from fleshwound.systems.heroic.stance import Stance
from fleshwound.systems.heroic.toll import ANYWHERE, Bearer, End, Known, Landed, Toll, end_of, known_of
from fleshwound.systems.heroic.vitals import CALM, Shaken, shaken_by
from fleshwound.systems.odds import Fate, Joint, Mixture, Shares

# Bound once: Python 3.11 looks a member of an enum up slowly each time.
NONE, INCAPACITATED, DEAD = Shock.NONE, Shock.INCAPACITATED, Shock.DEAD
STATES: Final = tuple(Shock)


class Side(NamedTuple):
    """One of the two at the moment before the strike; nothing of it changes any more."""

    id: int
    """Combat id."""
    stance: Stance
    shaken: Shaken
    bearer: Bearer

    @property
    def anatomy(self) -> Anatomy:
        """Its body."""
        return self.stance.state.anatomy

    @property
    def prone(self) -> bool:
        """Whether it lies already."""
        return self.stance.state.prone

    def word(self, state: Shock) -> str:
        """Say how it is in a shock state, as `vitals` does (heroic H5, H15)."""
        return self.shaken.word if state is NONE else STATE_WORDS[state]


STATE_WORDS: Final = tuple(state.name.lower() for state in STATES)


def side_of(who: Fighter) -> Side:
    """Take one of the two as it is now."""
    stance = who.stance
    shaken = CALM if who.nerve.unshaken else shaken_by(who.nerve)
    return Side(who.id, stance, shaken, Bearer(stance.victim(who.id, who.injuries, asks=False), known_by(stance)))


@lru_cache(KEPT)
def known_by(stance: Stance) -> Known:
    """Find what has been worked out of the nature of whoever stands so."""
    return known_of(natured(stance.victim(0, Injuries(), asks=False)))


@lru_cache(4096)
def names_of(anatomy: Anatomy) -> tuple[tuple[str, str], ...]:
    """Name each location of a body, and its part, by id; what is about no location has no name."""
    named = [(location.id, anatomy.parts[location.part].id) for location in anatomy.locations]
    return (*named, ("", ""))


def scale_of(tolls: Iterable[Toll], side: Side) -> int:
    """Find a number that the weights of all of them can be put in whole parts of."""
    parts = [toll.before.total * toll.landed.total * side.bearer.parts(toll.contends) for toll in tolls]
    return lcm(*parts)


class Sums(NamedTuple):
    """What one toll comes to, in weights."""

    whole: int
    """What the weights of all that may happen sum to."""
    of: tuple[int, ...]
    """Of a hit; each level of wound, 0..5; each shock state; bleeding, severed, on the ground, overcome."""


def sums_of(toll: Toll, side: Side) -> Sums:
    """Sum up what one toll comes to for whom it befalls."""
    before, landed, contends = toll
    bearer = side.bearer
    if contends is None:
        return _alone(before, landed, bearer.victim.state, side.prone)
    return _summed(before, landed, bearer.parts(contends), partial(bearer.ends, contends=contends, prone=side.prone))


@lru_cache(KEPT)
def _alone(before: Chances[Before], landed: Landed, state: Shock, prone: bool) -> Sums:
    return _summed(before, landed, 1, partial(end_of, state, prone))


def _summed(
    before: Chances[Before],
    landed: Landed,
    parts: int,
    ends: Callable[[Before, Came], Sequence[tuple[End, int]]],
) -> Sums:
    by_shock = [0] * len(STATES)
    bleeds = severed = prone = overcome = 0
    for befell, likely in before.of.items():
        for came, weight in landed.by_came.items():
            weight *= likely
            for end, part in ends(befell, came):
                here = weight * part
                by_shock[end.state] += here
                if end.bleeds:
                    bleeds += here
                if end.severed:
                    severed += here
                if end.prone:
                    prone += here
                if end.overcome:
                    overcome += here
    each = before.total * parts
    places = landed.places
    found = (places.total - places.of.get(None, 0)) * (landed.total // places.total) * each
    by_level = [weight * each for weight in landed.by_level]
    weights = (found, *by_level, *by_shock, bleeds, severed, prone, overcome)
    shared = gcd(*weights, landed.total * each)
    return Sums(landed.total * each // shared, tuple([weight // shared for weight in weights]))


def fate_of(tolls: Mapping[Toll, int], whole: int, side: Side) -> Fate:
    """Put together what may happen to one of the two, by the weight of each toll; they sum to `whole`."""
    sums = [sums_of(toll, side) for toll in tolls]
    scale = lcm(*[each.whole for each in sums])
    shares = [weight * (scale // each.whole) for weight, each in zip(tolls.values(), sums, strict=True)]
    summed = [sum(map(mul, shares, weights)) for weights in zip(*[each.of for each in sums], strict=True)]
    total = whole * scale
    hit, *rest = summed
    by_level, by_shock = rest[:LEVELS], rest[LEVELS:-4]
    bleeds, severed, prone, overcome = rest[-4:]
    gone = total if side.shaken.out else sum(by_shock[INCAPACITATED:])
    return Fate(
        hit=hit / total,
        by_location=Shares(partial(_by_place, tolls, whole, side.anatomy, 0)),
        by_part=Shares(partial(_by_place, tolls, whole, side.anatomy, 1)),
        by_level={level: weight / total for level, weight in enumerate(by_level)},
        by_state={side.word(state): by_shock[state] / total for state in STATES if by_shock[state]},
        dead=by_shock[DEAD] / total,
        bleeds=bleeds / total,
        severed=severed / total,
        out=gone / total,
        prone=prone / total,
        overcome=overcome / total,
    )


def _by_place(tolls: Mapping[Toll, int], whole: int, anatomy: Anatomy, called: int) -> dict[str, float]:
    """Find where a strike lands, called by location (0) or by part (1)."""
    places: dict[Places, int] = {}
    for toll, weight in tolls.items():
        where = toll.landed.places
        places[where] = places.get(where, 0) + weight
    scale = lcm(*[where.total for where in places])
    names = names_of(anatomy)
    found: dict[str, int] = {}
    for where, weight in places.items():
        weight *= scale // where.total
        for place, share in where.of.items():
            if place is not None:
                name = names[place][called]
                found[name] = found.get(name, 0) + weight * share
    return {name: weight / (whole * scale) for name, weight in found.items()}


def outcomes_of(toll: Toll, side: Side, scale: int) -> dict[Outcome, int]:
    """Put what may happen to one of the two into outcomes, with weights that sum to `scale`."""
    before, landed, contends = toll
    whole = side.bearer.parts(contends)
    scale //= before.total * landed.total * whole
    names, out = names_of(side.anatomy), side.shaken.out
    found: dict[Outcome, int] = {}
    shown: dict[Came, dict[tuple[Shock, bool], int]] = {}
    for came in landed.by_came:
        ends = shown[came] = {}
        for befell, weight in before.of.items():
            for end, part in side.bearer.ends(befell, came, contends, side.prone):
                how = end.state, end.bleeds
                ends[how] = ends.get(how, 0) + weight * part * scale
    for alike, rows in landed.groups:
        here: dict[tuple[int, Shock, bool], int] = {}
        for (level, came), weight in rows.items():
            for (state, bleeds), share in shown[came].items():
                row = level, state, bleeds
                here[row] = here.get(row, 0) + weight * share
        for place, weight in alike.items():
            hit = place is not None
            location, limb = names[place] if place is not None and place != ANYWHERE else (None, None)
            for (level, state, bleeds), share in here.items():
                gone = out or state >= INCAPACITATED
                outcome = Outcome(hit, limb, location, level, side.word(state), gone, state is DEAD, bleeds)
                found[outcome] = found.get(outcome, 0) + weight * share
    return found


def joint_of(reckoning: Reckoning, target: Side, actor: Side) -> Joint:
    """Give the joint distribution of what happens to target and striker."""
    scale = scale_of(reckoning.target, target)
    other_scale = scale_of(reckoning.actor, actor)
    by_actor: dict[Toll, dict[Toll, int]] = {}
    for weight, (one, other) in reckoning.ways:
        lent = by_actor.setdefault(other, {})
        lent[one] = lent.get(one, 0) + weight
    outcomes = {one: outcomes_of(one, target, scale) for one in reckoning.target}
    ways = []
    for other, lent in by_actor.items():
        mixed: dict[Outcome, int] = {}
        for one, weight in lent.items():
            for outcome, here in outcomes[one].items():
                mixed[outcome] = mixed.get(outcome, 0) + weight * here
        ways.append(Mixture(mixed, outcomes_of(other, actor, other_scale)))
    return Joint(ways, reckoning.whole * scale * other_scale)
