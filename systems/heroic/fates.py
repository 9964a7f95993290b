"""Fates: the ways a strike may go put into the terms that all rulesets share, for odds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import lcm
from typing import Final, NamedTuple

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Anatomy
from fleshwound.components.views import Outcome
from fleshwound.systems.heroic.bearing import Before, Came
from fleshwound.systems.heroic.contest import Contention
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.landing import Places
from fleshwound.systems.heroic.reckoning import Reckoning
from fleshwound.systems.heroic.stance import Stance
from fleshwound.systems.heroic.toll import ANYWHERE, Bearer, Toll
from fleshwound.systems.heroic.vitals import CALM, Shaken, shaken_by
from fleshwound.systems.odds import Fate, Joint, Mixture

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
    return Side(who.id, stance, shaken, Bearer(stance.victim(who.id, who.injuries, asks=False)))


@lru_cache(4096)
def names_of(anatomy: Anatomy) -> tuple[tuple[str, str], ...]:
    """Name each location of a body, and its part, by id; what is about no location has no name."""
    named = [(location.id, anatomy.parts[location.part].id) for location in anatomy.locations]
    return (*named, ("", ""))


def scale_of(tolls: Iterable[Toll], side: Side) -> int:
    """Find a number that the weights of all of them can be put in whole parts of."""
    parts = [toll.before.total * toll.landed.total * side.bearer.parts(toll.contends) for toll in tolls]
    return lcm(*parts)


def fate_of(weighed: Iterable[tuple[int, Toll]], whole: int, side: Side) -> Fate:
    """Put together what may happen to one of the two, over all the ways a strike may go."""
    tolls: dict[Toll, int] = {}
    for weight, toll in weighed:
        tolls[toll] = tolls.get(toll, 0) + weight
    scale = scale_of(tolls, side)
    total = whole * scale
    by_level, by_shock = [0] * 6, [0] * len(STATES)
    places: dict[Places, int] = {}
    moments: dict[tuple[Before, Contention | None], dict[Came, int]] = {}
    for toll, weight in tolls.items():
        before, landed, contends = toll
        share = weight * scale // (before.total * landed.total)
        each = share * before.total
        places[landed.places] = places.get(landed.places, 0) + each * (landed.total // landed.places.total)
        for level, of in enumerate(landed.by_level):
            if of:
                by_level[level] += of * each
        for befell, part in before.of.items():
            part *= share
            moment = moments.setdefault((befell, contends), {})
            for came, of in landed.by_came.items():
                moment[came] = moment.get(came, 0) + part * of
    bleeds = severed = prone = overcome = 0
    bearer, lying = side.bearer, side.prone
    for (befell, contends), moment in moments.items():
        parts = bearer.parts(contends)
        for came, weight in moment.items():
            for end, part in bearer.ends(befell, came, contends, lying):
                here = weight * part // parts
                by_shock[end.state] += here
                if end.bleeds:
                    bleeds += here
                if end.severed:
                    severed += here
                if end.prone:
                    prone += here
                if end.overcome:
                    overcome += here
    by_place: dict[int, int] = {}
    for found, weight in places.items():
        for place, share in found.of.items():
            if place is not None:
                by_place[place] = by_place.get(place, 0) + weight * share
    names = names_of(side.anatomy)
    by_part: dict[str, int] = {}
    for place, weight in by_place.items():
        name = names[place][1]
        by_part[name] = by_part.get(name, 0) + weight
    gone = total if side.shaken.out else sum(by_shock[INCAPACITATED:])
    return Fate(
        hit=sum(by_place.values()) / total,
        by_location={names[place][0]: weight / total for place, weight in by_place.items()},
        by_part={name: weight / total for name, weight in by_part.items()},
        by_level={level: weight / total for level, weight in enumerate(by_level)},
        by_state={side.word(state): by_shock[state] / total for state in STATES if by_shock[state]},
        dead=by_shock[DEAD] / total,
        bleeds=bleeds / total,
        severed=severed / total,
        out=gone / total,
        prone=prone / total,
        overcome=overcome / total,
    )


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
    scale = scale_of((way.target for way in reckoning.ways), target)
    other_scale = scale_of((way.actor for way in reckoning.ways), actor)
    by_actor: dict[Toll, dict[Toll, int]] = {}
    for weight, one, other in reckoning.ways:
        lent = by_actor.setdefault(other, {})
        lent[one] = lent.get(one, 0) + weight
    outcomes = {one: outcomes_of(one, target, scale) for one in {way.target: None for way in reckoning.ways}}
    ways = []
    for other, lent in by_actor.items():
        mixed: dict[Outcome, int] = {}
        for one, weight in lent.items():
            for outcome, here in outcomes[one].items():
                mixed[outcome] = mixed.get(outcome, 0) + weight * here
        ways.append(Mixture(mixed, outcomes_of(other, actor, other_scale)))
    return Joint(ways, reckoning.whole * scale * other_scale)
