"""Reckoning: every way in which a strike or a shot may go, and what it may do to either of the two, exactly, for odds.

The exchange by the rule of it, what came to the same put together; then the strokes that it lets through (heroic H12).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeAlias

from fleshwound.systems.chances import Chances, chances
from fleshwound.systems.drivers import sample
from fleshwound.systems.heroic.bearing import keep
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.choices import Reaction
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.exchange import Defence, ExchangeFacts, exchange
from fleshwound.systems.heroic.landing import KEPT, Places, places_of
from fleshwound.systems.heroic.missile import NOBODY, ShotPlan, flies_on, shot_stroke, stray_draw
from fleshwound.systems.heroic.strike import Plan, blocked, spent_advantages, strokes
from fleshwound.systems.heroic.stroke import Stroke
from fleshwound.systems.heroic.tables import CombatTable, Tables
from fleshwound.systems.heroic.ties import drawn_tie
from fleshwound.systems.heroic.toll import Bearer, Toll


class Reckoning(NamedTuple):
    """All the ways in which a strike may go."""

    ways: tuple[tuple[int, tuple[Toll, Toll]], ...]
    """Each with its weight, and what befalls target and actor in it: there these are independent."""
    target: dict[Toll, int]
    """Weight of each toll of the target, over all the ways."""
    actor: dict[Toll, int]
    whole: int
    """What their weights sum to."""
    strays: dict[int, float]
    """Chance that a missile hits another instead, by combat id."""


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """One course that exchanges may take; all that take it lead to the same. Compared by identity."""

    fought: ExchangeFacts
    """One of them."""
    flies: bool
    """Whether the missile flies on."""


_courses: Final[dict[Hashable, Course]] = {}
"""By all that is read of an exchange."""


@lru_cache(KEPT)
def exchanges(
    attack: Mastery,
    kind: Defence,
    defend: Mastery | None,
    table: CombatTable,
    helpless: bool,
    missile: bool,
    flying: bool,
) -> Chances[Course]:
    """Give the courses that an exchange may take (heroic H12).

    The arguments as for `exchange`; `flying` says that what doesn't land may hit somebody else.
    """

    def read(fought: ExchangeFacts) -> Course:
        flies = flying and flies_on(kind, fought)
        alike = (
            fought.attacker_lands,
            fought.defender_lands,
            fought.advantages,
            fought.breakage,
            fought.attack_mishap,
            fought.defend_mishap,
            flies,
        )
        return _courses.setdefault(alike, Course(fought, flies))

    rule = partial(exchange, attack, kind, defend, table, helpless=helpless, missile=missile, ties=drawn_tie)
    return chances(rule, read)


Passed: TypeAlias = tuple[Stroke | None, Stroke | None, Places | None]
"""What an exchange lets through: strokes that target and actor take, and where a limb has blocked the first."""


@dataclass(frozen=True, slots=True, eq=False)
class Leads:
    """What the courses of an exchange have been found to lead to, between two of one nature each."""

    passed: dict[Course, Passed]
    tolls: dict[Course, tuple[Toll, Toll]]
    """For target and actor."""
    prices: dict[Hashable, dict[Course, float]]
    """What each course is worth to the striker, by how the two stand and by what is weighed how."""


class Blows(NamedTuple):
    """What the courses of blows of a kind have been found to lead to."""

    passed: dict[Course, Passed]
    leads: dict[Hashable, Leads]
    """By the natures of both."""


_blows: Final[dict[Hashable, Blows]] = {}
"""By all that strokes are read from; no mastery is."""


class Meeting(NamedTuple):
    """A strike, or a shot, and how it is met; controllers choose by policy."""

    tables: Tables
    plan: Plan
    shot: ShotPlan | None
    met: Reaction
    target: Bearer
    actor: Bearer

    def courses(self) -> Chances[Course]:
        """Give the courses that it may take."""
        plan, shot, met = self.plan, self.shot, self.met
        defend = None if met.kind is Defence.IGNORE else met.mastery
        missile = shot is not None and not shot.shot.thrown
        return exchanges(plan.attack, met.kind, defend, self.tables.combat, plan.helpless, missile, shot is not None)

    def leads(self) -> Leads:
        """Find what is known of where its courses lead; nothing, of what reads more of the two than their natures."""
        if self.shot is not None or _leads_on(self.plan, self.met):
            return Leads({}, {}, {})
        blows = _blows_of(self.plan, self.met, self.target, self.actor)
        natures = self.target.known, self.actor.known
        leads = blows.leads.get(natures)
        if leads is None:
            leads = Leads(blows.passed, {}, {})
            keep(blows.leads, natures, leads)
        return leads

    def tolls(self, course: Course, leads: Leads) -> tuple[Toll, Toll]:
        """Find what befalls target and actor on one of its courses."""
        tolls = leads.tolls.get(course)
        if tolls is None:
            fought = course.fought
            let = leads.passed.get(course)
            if let is None:
                let = leads.passed[course] = _let_through(self.tables, self.plan, self.shot, self.met, fought)
            given, answered, places = let
            tolls = leads.tolls[course] = (
                self.target.toll(fought.defend_mishap, given, places),
                self.actor.toll(fought.attack_mishap, answered),
            )
        return tolls


def reckoned(meeting: Meeting) -> Reckoning:
    """Find every way in which a strike, or a shot, may go."""
    found, leads = meeting.courses(), meeting.leads()
    ways: list[tuple[int, tuple[Toll, Toll]]] = []
    by_target: dict[Toll, int] = {}
    by_actor: dict[Toll, int] = {}
    flown = 0
    for course, weight in found.of.items():
        tolls = meeting.tolls(course, leads)
        ways.append((weight, tolls))
        one, other = tolls
        by_target[one] = by_target.get(one, 0) + weight
        by_actor[other] = by_actor.get(other, 0) + weight
        if course.flies:
            flown += weight
    shot = meeting.shot
    strays = {} if shot is None or not shot.risked else _strays(meeting.tables, shot, flown, found.total)
    return Reckoning(tuple(ways), by_target, by_actor, found.total, strays)


def _leads_on(plan: Plan, met: Reaction) -> bool:
    """Tell whether a blow of either may lead to a contest, which reads more of both."""
    use = met.use
    return plan.contends is not None or (use is not None and (use.mode.contest is not None or use.mode.seizes))


def _blows_of(plan: Plan, met: Reaction, target: Bearer, actor: Bearer) -> Blows:
    key = (
        target.victim.cover,
        target.victim.gone,
        actor.victim.cover,
        actor.victim.gone,
        plan.use,
        plan.where,
        plan.may_act,
        met.kind,
        met.use,
        plan.actor.abilities.attributes.get("strength", 0),
        plan.target.abilities.attributes.get("strength", 0),
    )
    blows = _blows.get(key)
    if blows is None:
        blows = Blows({}, {})
        keep(_blows, key, blows)
    return blows


def _let_through(tables: Tables, plan: Plan, shot: ShotPlan | None, met: Reaction, fought: ExchangeFacts) -> Passed:
    """Find what an exchange lets through."""
    spent: tuple[str, ...] = ()
    if fought.advantages:
        spent = sample(spent_advantages(plan, fought), _no_dice)
    if shot is not None:
        by_actor = spent if fought.advantages > 0 else ()
        return shot_stroke(tables, shot, by_actor) if fought.attacker_lands else None, None, None
    places = at = None
    if fought.breakage and met.use is not None and met.use.part is None:
        came = chances(partial(blocked, plan, fought, met.use), _same)
        fought, at = next(iter(came.of))
        if at is not None:
            places = _on_limb(tuple((place or 0, share) for (_, place), share in came.of.items()))
    given, answered = strokes(tables, plan, met, fought, spent, at)
    return given, answered, places


def _no_dice() -> float:
    raise AssertionError("how advantages are spent is chosen, not thrown for")


def _same(came: tuple[ExchangeFacts, int | None]) -> tuple[ExchangeFacts, int | None]:
    return came


@lru_cache(KEPT)
def _on_limb(weighed: tuple[tuple[int, int], ...]) -> Places:
    return Places(dict(weighed), sum(weight for _, weight in weighed))


def _strays(tables: Tables, shot: ShotPlan, flown: int, whole: int) -> dict[int, float]:
    """Find the chance that a missile hits each of those at risk, if there is anything left to hit (heroic H12)."""
    if shot_stroke(tables, shot, (), aimed=False) is None:
        return {}
    who = {each.who.id: each.who for each in shot.risked}
    answers, running, total = stray_draw(tables, tuple(who)).of
    found: dict[int, float] = {}
    before = 0
    for creature, after in zip(answers, running, strict=True):
        if creature != NOBODY:
            places = places_of(body_of(who[creature].anatomy), who[creature].injuries.severed, None)
            found[creature] = 0.0 if None in places.of else flown * (after - before) / (whole * total)
        before = after
    return found
