"""Tolls: what one strike may do to one of the two, exactly, for odds (heroic H3, H4, H5, H12).

The rules of `stroke` and `blow`, enumerated stage by stage: mishap, place, wound, then what the wound brings. Each
stage is lumped and kept on the values that it reads; neither the present state nor what is held does it read.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import lcm
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Contest
from fleshwound.components.draws import Level
from fleshwound.systems.chances import Chances, chances
from fleshwound.systems.heroic.bearing import ALIKE, Asked, Before, Came, Nature, befallen, borne, called_for, keep
from fleshwound.systems.heroic.blow import Amputation, BlowFacts, Settled
from fleshwound.systems.heroic.contest import Contention, ContestFacts, contest
from fleshwound.systems.heroic.injury import Harm
from fleshwound.systems.heroic.landing import KEPT, LEVELS, Kind, Mix, Places, mix_of, places_of
from fleshwound.systems.heroic.location import Miss, found, missed
from fleshwound.systems.heroic.mishap import Control, Mishap, MishapKind
from fleshwound.systems.heroic.shock import severest, worsened
from fleshwound.systems.heroic.stroke import Stroke, seized
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.trial import Effort, row_of, trial
from fleshwound.systems.heroic.victim import Victim
from fleshwound.systems.kept import kept

ANYWHERE: Final = -1
"""In the place of a location index: what is about no location."""

# Bound once: Python 3.11 looks a member of an enum up slowly each time.
NONE, INCAPACITATED, DEAD = Shock.NONE, Shock.INCAPACITATED, Shock.DEAD
GRAB, TRIP = Contest.GRAB, Contest.TRIP
FELL: Final = Control.FELL


class End(NamedTuple):
    """How one of the two ends."""

    state: Shock
    bleeds: bool
    severed: bool
    prone: bool
    overcome: bool


MISSED: Final = Came(False, NONE, False, False, False, False, False)

Rows: TypeAlias = Mapping[tuple[int, Came], int]
"""Weight of each level of wound, 0 for none, with what came of it."""


Groups: TypeAlias = tuple[tuple[Mapping[int | None, int], Rows], ...]
"""Places that are alike with their weights, and what may come of it there; the rows of each sum to the same."""


@dataclass(eq=False)
class Landed:
    """What a stroke may come to by itself. Compared by identity."""

    total: int
    places: Places
    """All the places where it may land."""
    by_level: Sequence[int]
    """Weight of each level of wound, 0..5."""
    by_came: Mapping[Came, int]
    """Weight of what may come of it."""
    deals: tuple[Harm, Mapping[Kind, tuple[int, int]]] | None
    """The kinds of wound it may deal, each with a location and an impact by which it comes about; None: no blow."""
    by_group: Callable[[], Groups]
    """Works the groups out."""

    @kept
    def groups(self) -> Groups:
        """All that may come of it, by where it lands: the joint distribution alone reads that."""
        return self.by_group()


class Toll(NamedTuple):
    """All that may happen to one of the two in one way that a strike may go."""

    before: Chances[Before]
    landed: Landed
    contends: Contention | None
    """The grab that follows the blow of what seizes; None: none."""


def _landed(groups: Sequence[tuple[Mapping[int | None, int], Rows]], places: Places) -> Landed:
    """Make what a stroke that wounds nobody may come to."""
    by_came = dict[Came, int]()
    for alike, rows in groups:
        here = sum(alike.values())
        for (_, came), weight in rows.items():
            by_came[came] = by_came.get(came, 0) + weight * here
    total = sum(by_came.values())
    return Landed(total, places, (total, *[0] * (LEVELS - 1)), by_came, None, partial(tuple, groups))


NOWHERE: Final = _landed([({None: 1}, {(0, MISSED): 1})], Places({None: 1}, 1))
"""No stroke at all."""

NOTHING: Final = Chances({Before(NONE, False): 1}, 1)
"""No mishap."""

SPARED: Final = Toll(NOTHING, NOWHERE, None)
"""Nothing at all."""


class Known:
    """What has been worked out of one nature. Compared by identity."""

    __slots__ = ("before", "consequences", "landed", "nature")

    def __init__(self, nature: Nature) -> None:
        """Begin with nothing."""
        self.nature: Final = nature
        self.before: dict[MishapKind, Chances[Before]] = {}
        self.consequences: dict[Kind, Chances[Came]] = {}
        self.landed: dict[Hashable, Landed] = {}


known_of = lru_cache(KEPT)(Known)
"""Find what has been worked out of a nature."""


class Bearer:
    """Whoever a strike befalls."""

    __slots__ = ("known", "victim")

    def __init__(self, victim: Victim, known: Known) -> None:
        """Take the creature at the moment before, its controller asked nothing, and what is known of its nature."""
        self.victim = victim
        self.known = known

    def toll(self, risk: MishapKind | None, stroke: Stroke | None, places: Places | None = None) -> Toll:
        """Find what may happen to it: its mishap, and the stroke it takes (heroic H12).

        `places` are where the stroke lands, if something has said so already; None: where it finds the body.
        Controllers choose by policy.
        """
        if stroke is None and risk is None:
            return SPARED
        before = NOTHING if risk is None else self._before(risk)
        if stroke is None:
            return Toll(before, NOWHERE, None)
        victim = self.victim
        if places is None:
            places = places_of(victim.cover.body, victim.gone | stroke.never, stroke.where)
        contends = stroke.contends
        alone = contends if stroke.harm is None else None
        holding = victim.holding if alone is not None and alone.take else 0
        key = victim.cover, places, stroke.harm, stroke.impact, alone, stroke.pressed if alone else 0, holding
        landed = self.known.landed.get(key)
        if landed is None:
            landed = self._struck(stroke, places) if stroke.harm is not None else self._contested(stroke, places)
            keep(self.known.landed, key, landed)
        return Toll(before, landed, None if alone is not None else contends)

    def _before(self, risk: MishapKind) -> Chances[Before]:
        known = self.known.before.get(risk)
        if known is None:
            known = self.known.before[risk] = befallen(self.known.nature, self.victim.cover, risk)
        return known

    def _struck(self, stroke: Stroke, places: Places) -> Landed:
        assert stroke.harm is not None
        mix = mix_of(self.victim.cover, places, stroke.harm, stroke.impact)
        came = self._came(stroke.harm, mix)
        most = lcm(*[of.total for of in came.values()])
        by_came: dict[Came, int] = {}
        for kind, weight in mix.kinds.items():
            of = came[kind]
            weight *= most // of.total
            for each, share in of.of.items():
                by_came[each] = by_came.get(each, 0) + weight * share
        by_level = [weight * most for weight in mix.levels]
        amiss = places.of.get(None, 0) * mix.each * most
        if amiss:
            by_came[MISSED] = by_came.get(MISSED, 0) + amiss
            by_level[0] += amiss
        groups = partial(_grouped, mix, came, most, places.of.get(None, 0))
        return Landed(sum(by_level), places, by_level, by_came, (stroke.harm, mix.samples), groups)

    def _came(self, harm: Harm, mix: Mix) -> dict[Kind, Chances[Came]]:
        """Find what comes of each kind of wound, by the rule of the blow that deals it (heroic H4, H5)."""
        known, nature, cover = self.known.consequences, self.known.nature, self.victim.cover
        for kind, sample in mix.samples.items():
            if kind not in known:
                keep(known, kind, borne(nature, cover, harm, kind, sample))
        return {kind: known[kind] for kind in mix.samples}

    def _contested(self, stroke: Stroke, places: Places) -> Landed:
        """Find what may come of a grab, press or trip that deals no blow (heroic H12)."""
        contends, victim = stroke.contends, self.victim
        if contends is None:
            return _landed([(places.of, {(0, MISSED): 1})], places)
        tables = victim.cover.tables
        if contends.kind is not GRAB:
            # Which part whoever is thrown is grabbed by decides nothing here.
            bare = contends._replace(limbs=0) if contends.kind is TRIP else contends
            tried = chances(partial(contest, tables, victim, bare, None, stroke.pressed), _tried, ALIKE)
            rows = {(0, came): weight for came, weight in tried.of.items()}
            return _landed([({ANYWHERE: 1}, rows)], Places({ANYWHERE: 1}, 1))
        alike: dict[bool | None, dict[int | None, int]] = {}
        for place, weight in places.of.items():
            worth = None if place is None else not contends.take or self._holds(place)
            alike.setdefault(worth, {})[place] = weight
        found = []
        for group in alike.values():
            place = next(iter(group))
            tried = Chances({MISSED: 1}, 1)
            if place is not None:
                tried = chances(partial(contest, tables, victim, contends, place, stroke.pressed), _tried, ALIKE)
            found.append((group, tried))
        most = lcm(*(tried.total for _, tried in found))
        return _landed(
            [
                (group, {(0, came): weight * (most // tried.total) for came, weight in tried.of.items()})
                for group, tried in found
            ],
            places,
        )

    def _holds(self, place: int) -> bool:
        return bool(self.victim.holding >> self.victim.cover.body.anatomy.locations[place].part & 1)

    def tests(self, landed: Landed) -> Iterator[Asked]:
        """List the tests that the wounds of a stroke may call for, some more than once (heroic H4, H5)."""
        if landed.deals is not None:
            harm, kinds = landed.deals
            for kind, sample in kinds.items():
                yield from called_for(self.known.nature, self.victim.cover, harm, kind, sample)

    def ends(self, before: Before, came: Came, contends: Contention | None, prone: bool) -> Sequence[tuple[End, int]]:
        """List how it ends, with weights that sum to `parts`; `prone`: it lay already."""
        if contends is None:
            return end_of(self.victim.state, prone, before, came)
        ((alone, _),) = end_of(self.victim.state, prone, before, came)
        won, whole = grip_chance(self.victim.cover.tables, contends.own, contends.other)
        if not self._comes_to_grips(contends, came, alone.state):
            won = 0
        split = (True, won), (False, whole - won)
        return [(alone._replace(overcome=overcome), part) for overcome, part in split if part]

    def parts(self, contends: Contention | None) -> int:
        """Give what the weights of `ends` sum to."""
        return 1 if contends is None else grip_chance(self.known.nature.tables, contends.own, contends.other)[1]

    def _comes_to_grips(self, contends: Contention, came: Came, state: Shock) -> bool:
        """Tell whether the grab of what seizes follows the blow, by the rule of it (heroic H12)."""
        cut = Amputation(Level.CF5, 1, came.killed, False) if came.severed else None
        place = found(0, 0) if came.hit else missed(0, Miss.EMPTY)
        taken = BlowFacts(place, None, False, cut, None, None, None, Settled((), None, state))
        return next(seized(self.victim.cover.tables, self.victim, contends, taken), None) is not None


def _grouped(mix: Mix, came: Mapping[Kind, Chances[Came]], most: int, amiss: int) -> Groups:
    """Put what comes of each kind of wound where it is dealt; `amiss` is the weight of nowhere."""
    groups: list[tuple[Mapping[int | None, int], Rows]] = []
    for alike, wounds in mix.groups:
        rows: dict[tuple[int, Came], int] = {}
        for (level, kind), weight in wounds.items():
            of = came[kind]
            weight *= most // of.total
            for each, share in of.of.items():
                row = level, each
                rows[row] = rows.get(row, 0) + weight * share
        groups.append((alike, rows))
    if amiss:
        groups.append(({None: amiss}, {(0, MISSED): mix.each * most}))
    return tuple(groups)


@lru_cache(KEPT)
def grip_chance(tables: Tables, own: Effort, other: Effort) -> tuple[int, int]:
    """Find the chance to win a trial that brings anything: so much of so much (heroic H12)."""
    tried = chances(partial(trial, tables, own, other), lambda made: row_of(tables, made.margin) is not None)
    return tried.of.get(True, 0), tried.total


@lru_cache(KEPT)
def end_of(present: Shock, prone: bool, before: Before, came: Came) -> tuple[tuple[End, int]]:
    """Find how somebody ends whom nothing grabs besides, and who may have lain already."""
    state = DEAD if came.killed else ended(present, max(came.shock, before.shock))
    down = prone or before.fell or came.fell or state >= INCAPACITATED
    return ((End(state, came.bleeds and state is not DEAD, came.severed, down, came.overcome), 1),)


@cache
def ended(present: Shock, result: Shock) -> Shock:
    """Find the state after a result is offered to a victim in its present state; by policy it takes it (heroic H5)."""
    offered = worsened(present, result)
    return present if offered is None else offered


def _tried(facts: ContestFacts) -> Came:
    shock = severest([offer.state for offer in facts.shocks])
    return Came(True, shock, False, False, False, facts.falls or _fell(facts.stumble), facts.row is not None)


def _fell(mishap: Mishap | None) -> bool:
    return mishap is not None and mishap.control is FELL
