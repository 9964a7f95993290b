"""Tolls: all that one strike may do to one of the two, exactly, for odds (heroic H3, H4, H5, H12).

The rules of `stroke` and `blow`, enumerated stage by stage: mishap, place, wound, then what the wound brings. Each
stage is lumped and kept on the values that it reads; what a place is called and whose body it is part of it doesn't.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from math import lcm
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Contest
from fleshwound.components.draws import Level
from fleshwound.systems.chances import Chances, chances
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.blow import Amputation, BlowFacts, Settled, blow
from fleshwound.systems.heroic.contest import Contention, ContestFacts, contest
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.injury import Harm
from fleshwound.systems.heroic.landing import KEPT, Kind, Places, mix_of, places_of
from fleshwound.systems.heroic.location import found
from fleshwound.systems.heroic.mishap import Control, Mishap, MishapKind
from fleshwound.systems.heroic.shock import ShockOffer, severest, worsened
from fleshwound.systems.heroic.stroke import Stroke, mishap_and_shock, seized
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.trial import Effort, row_of, trial
from fleshwound.systems.heroic.victim import Victim

ANYWHERE: Final = -1
"""In the place of a location index: what is about no location."""

# Bound once: Python 3.11 looks a member of an enum up slowly each time.
NONE, INCAPACITATED, DEAD = Shock.NONE, Shock.INCAPACITATED, Shock.DEAD
GRAB, TRIP = Contest.GRAB, Contest.TRIP
FELL: Final = Control.FELL

Made: TypeAlias = tuple[int, int, Level | None]
"""What of a mastery a test reads: effective level, shift, a result that is given."""


class Nature(NamedTuple):
    """All that a wound's consequences read of whoever bears it, but for its present state."""

    tables: Tables
    shock: Made
    strength: Made
    stumble: Made | None
    pain: bool
    blood: bool
    legs: bool


class Came(NamedTuple):
    """What came of a wound, before it is held against the present state."""

    shock: Shock
    """The severest of its results."""
    killed: bool
    bleeds: bool
    severed: bool
    fell: bool


class End(NamedTuple):
    """How one of the two may end."""

    state: Shock
    bleeds: bool
    severed: bool
    prone: bool
    overcome: bool


Rows: TypeAlias = Mapping[tuple[int, End], int]
"""Weight of each level of wound, 0 for none, with how it ends."""


@dataclass(eq=False, slots=True)
class Toll:
    """All that may happen to one of the two, and how likely. Compared by identity."""

    groups: tuple[tuple[Mapping[int | None, int], Rows], ...]
    """Places that are alike with their weights, and what may come of it there; the rows of each sum to the same."""
    each: int
    """What the rows of one group sum to."""
    total: int
    rows: Rows
    """What may come of it anywhere; sums to `total`."""


def natured(victim: Victim) -> Nature:
    """Read what its wounds' consequences read of a victim."""
    stumble = victim.stumble
    return Nature(
        victim.cover.tables,
        _made(victim.shock),
        _made(victim.strength),
        None if stumble is None else _made(stumble),
        victim.pain,
        victim.blood,
        bool(victim.cover.body.legs),
    )


def _made(mastery: Mastery) -> Made:
    return mastery.eml, mastery.shift, mastery.automatic


_responses: Final[dict[tuple[Nature, Kind], Chances[Came]]] = {}


def response(nature: Nature, kind: Kind, victim: Victim, harm: Harm, sample: tuple[int, int]) -> Chances[Came]:
    """Find what comes of a kind of wound, by the rule of the blow that dealt it (heroic H4, H5).

    `victim` bears nothing and holds nothing, since neither a drop nor an older wound that worsens decides anything
    here; `sample` is a location and an impact that deal it such a wound.
    """
    known = _responses.get((nature, kind))
    if known is None:
        if len(_responses) >= KEPT:
            _responses.clear()
        location, points = sample
        known = _responses[nature, kind] = chances(partial(blow, victim, harm, points, location), _came)
    return known


def _came(facts: BlowFacts) -> Came:
    return Came(
        severest(offer.state for offer in facts.shock.shocks),
        facts.killed,
        facts.bleeds,
        bool(facts.severed),
        _fell(facts.stumble),
    )


def _fell(mishap: Mishap | None) -> bool:
    return mishap is not None and mishap.control is FELL


def _before(made: tuple[Mishap | None, tuple[ShockOffer, ...]]) -> tuple[Shock, bool]:
    mishap, shocks = made
    return severest(offer.state for offer in shocks), _fell(mishap)


@cache
def ended(present: Shock, result: Shock) -> Shock:
    """Find the state after a result is offered to a victim in its present state; by policy it takes it (heroic H5)."""
    offered = worsened(present, result)
    return present if offered is None else offered


_tolls: Final[dict[Hashable, Toll]] = {}


def toll_of(
    victim: Victim, prone: bool, risk: MishapKind | None, own: Use | None, stroke: Stroke | None, places: Places | None
) -> Toll:
    """Find all that may happen to one of the two: its mishap, with `own` in hand, and the stroke it takes (heroic H12).

    `places` are where the stroke lands, if something has said so already; None: where it finds the body. Controllers
    choose by policy.
    """
    nature = natured(victim)
    key: tuple[Hashable, ...] = nature, victim.state, prone
    if risk is not None:
        fumble, part = victim.fumble, None if own is None else own.part
        key = (*key, risk, None if fumble is None else _made(fumble), victim.holding, victim.dominant, part)
    if stroke is not None:
        if places is None:
            places = places_of(victim.cover.body, victim.gone | stroke.never, stroke.where)
        taking = stroke.contends is not None and stroke.contends.take
        key = (*key, stroke._replace(where=None), places, victim.cover, victim.holding if taking else 0)
    toll = _tolls.get(key)
    if toll is None:
        if len(_tolls) >= KEPT:
            _tolls.clear()
        toll = _tolls[key] = _worked_out(nature, victim, prone, risk, own, stroke, places)
    return toll


def _worked_out(
    nature: Nature,
    victim: Victim,
    prone: bool,
    risk: MishapKind | None,
    own: Use | None,
    stroke: Stroke | None,
    places: Places | None,
) -> Toll:
    earlier = chances(partial(mishap_and_shock, replace(victim, asks=False), risk, own), _before)
    seizing = None if stroke is None or stroke.harm is None else stroke.contends
    ender = _Ender(victim, prone, earlier, seizing)
    if stroke is None or places is None:
        return _summed([({None: 1}, ender.unwounded())])
    if stroke.harm is None:
        return _contested(victim, stroke, places, ender)
    mix = mix_of(victim.cover, places, stroke.harm, stroke.impact)
    bearer = replace(victim, asks=False, wounds={}, holding=0, dominant=None, state=NONE, _tests={})
    came = {kind: response(nature, kind, bearer, stroke.harm, sample) for kind, sample in mix.samples.items()}
    most = lcm(*(of.total for of in came.values()))
    ends = {kind: ender.wounded(of, most) for kind, of in came.items()}
    groups: list[tuple[Mapping[int | None, int], Rows]] = []
    for alike, wounds in mix.groups:
        rows: dict[tuple[int, End], int] = {}
        for (level, kind), weight in wounds.items():
            for end, share in ends[kind].items():
                row = level, end
                rows[row] = rows.get(row, 0) + weight * share
        groups.append((alike, rows))
    if None in places.of:
        missed = ender.unwounded()
        scale = mix.each * most * ender.scale
        groups.append(({None: places.of[None]}, {row: weight * scale for row, weight in missed.items()}))
    return _summed(groups)


def _contested(victim: Victim, stroke: Stroke, places: Places, ender: _Ender) -> Toll:
    """Find what may come of a grab, press or trip that deals no blow (heroic H12)."""
    contends = stroke.contends
    if contends is None:
        return _summed([(places.of, ender.unwounded())])
    bearer = replace(victim, asks=False, _tests={})
    tables = victim.cover.tables
    if contends.kind is not GRAB:
        # Which part whoever is thrown is grabbed by decides nothing here.
        bare = contends._replace(limbs=0) if contends.kind is TRIP else contends
        tried = chances(partial(contest, tables, bearer, bare, None, stroke.pressed), _tried)
        return _summed([({ANYWHERE: 1}, ender.tried(tried))])
    holding = victim.holding
    groups: dict[bool | None, dict[int | None, int]] = {}
    parts = victim.cover.body.anatomy.locations
    for place, weight in places.of.items():
        worth = None if place is None else not contends.take or bool(holding >> parts[place].part & 1)
        groups.setdefault(worth, {})[place] = weight
    rows = []
    for alike in groups.values():
        place = next(iter(alike))
        if place is None:
            tried = Chances({(NONE, False, False): 1}, 1)
        else:
            tried = chances(partial(contest, tables, bearer, contends, place, stroke.pressed), _tried)
        rows.append((alike, ender.tried(tried), tried.total))
    most = lcm(*(total for _, _, total in rows))
    return _summed([(alike, {row: w * (most // total) for row, w in of.items()}) for alike, of, total in rows])


def _tried(facts: ContestFacts) -> tuple[Shock, bool, bool]:
    shock = severest(offer.state for offer in facts.shocks)
    return shock, facts.row is not None, facts.falls or _fell(facts.stumble)


def _summed(groups: list[tuple[Mapping[int | None, int], Rows]]) -> Toll:
    rows: dict[tuple[int, End], int] = {}
    places = 0
    for alike, of in groups:
        here = sum(alike.values())
        places += here
        for row, weight in of.items():
            rows[row] = rows.get(row, 0) + weight * here
    each = sum(groups[0][1].values())
    return Toll(tuple(groups), each, each * places, rows)


class _Ender:
    """Puts what came of a strike into how its victim ends, with the mishap that came before it."""

    def __init__(
        self, victim: Victim, prone: bool, earlier: Chances[tuple[Shock, bool]], contends: Contention | None
    ) -> None:
        self.victim, self.prone, self.earlier, self.contends = victim, prone, earlier, contends
        self.won, self.scale = (0, 1) if contends is None else grip_chance(victim.cover.tables, *contends[-2:])

    def unwounded(self) -> dict[tuple[int, End], int]:
        """List how it ends where nothing has struck it."""
        return self.tried(Chances({(NONE, False, False): 1}, 1))

    def tried(self, found: Chances[tuple[Shock, bool, bool]]) -> dict[tuple[int, End], int]:
        """List how it ends after a contest that dealt no blow."""
        rows: dict[tuple[int, End], int] = {}
        for (result, fell), weight in self.earlier.of.items():
            for (shock, won, down), share in found.of.items():
                state = ended(self.victim.state, max(result, shock))
                prone = self.prone or fell or down or state >= INCAPACITATED
                row = 0, End(state, False, False, prone, won)
                rows[row] = rows.get(row, 0) + weight * share
        return rows

    def wounded(self, found: Chances[Came], most: int) -> dict[End, int]:
        """List how it ends after a wound.

        The weights sum to `most` times those of what came before, times what the grab that follows it weighs.
        """
        ends: dict[End, int] = {}
        up = most // found.total
        for (result, fell), weight in self.earlier.of.items():
            for came, share in found.of.items():
                state = DEAD if came.killed else ended(self.victim.state, max(came.shock, result))
                prone = self.prone or fell or came.fell or state >= INCAPACITATED
                end = End(state, came.bleeds and state is not DEAD, came.severed, prone, False)
                here = weight * share * up
                won = self.won if self.contends is not None and self._comes_to_grips(came, state) else 0
                for of, part in ((end._replace(overcome=True), won), (end, self.scale - won)):
                    if part:
                        ends[of] = ends.get(of, 0) + here * part
        return ends

    def _comes_to_grips(self, came: Came, state: Shock) -> bool:
        """Tell whether the grab of what seizes follows the blow, by the rule of it (heroic H12)."""
        assert self.contends is not None
        cut = Amputation(Level.CF5, 1, came.killed, False) if came.severed else None
        taken = BlowFacts(found(0, 0), None, False, cut, None, None, None, Settled((), None, state))
        following = seized(self.victim.cover.tables, self.victim, self.contends, taken)
        return next(following, None) is not None


@lru_cache(KEPT)
def grip_chance(tables: Tables, own: Effort, other: Effort) -> tuple[int, int]:
    """Find the chance to win a trial that brings anything: so much of so much (heroic H12)."""
    tried = chances(partial(trial, tables, own, other), lambda made: row_of(tables, made.margin) is not None)
    return tried.of.get(True, 0), tried.total
