"""Reckoning: every way in which a strike or a shot may go, and what it may do to either of the two, exactly, for odds.

The exchange by the rule of it, what came to the same put together; then the strokes that it lets through (heroic H12).
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from fleshwound.systems.chances import Chances, chances
from fleshwound.systems.drivers import sample
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


class Way(NamedTuple):
    """One way in which a strike may go, in which what befalls the two is independent."""

    weight: int
    target: Toll
    actor: Toll


class Reckoning(NamedTuple):
    """All the ways in which a strike may go."""

    ways: tuple[Way, ...]
    whole: int
    """What their weights sum to."""
    strays: dict[int, float]
    """Chance that a missile hits another instead, by combat id."""


@lru_cache(KEPT)
def exchanges(
    attack: Mastery,
    kind: Defence,
    defend: Mastery | None,
    table: CombatTable,
    helpless: bool,
    missile: bool,
    flying: bool,
) -> Chances[ExchangeFacts]:
    """Give the ways in which an exchange may go, those that come to the same put together (heroic H12).

    The arguments as for `exchange`; `flying` says that what doesn't land may hit somebody else.
    """
    alike: dict[object, ExchangeFacts] = {}

    def read(fought: ExchangeFacts) -> ExchangeFacts:
        return alike.setdefault(
            (
                fought.attacker_lands,
                fought.defender_lands,
                fought.advantages,
                fought.breakage,
                fought.attack_mishap,
                fought.defend_mishap,
                flying and flies_on(kind, fought),
            ),
            fought,
        )

    rule = partial(exchange, attack, kind, defend, table, helpless=helpless, missile=missile, ties=drawn_tie)
    return chances(rule, read)


def reckoned(
    tables: Tables, plan: Plan, shot: ShotPlan | None, met: Reaction, target: Bearer, actor: Bearer
) -> Reckoning:
    """Find every way in which a strike, or a shot, may go that is met so; controllers choose by policy."""
    defend = None if met.kind is Defence.IGNORE else met.mastery
    missile = shot is not None and not shot.shot.thrown
    found = exchanges(plan.attack, met.kind, defend, tables.combat, plan.helpless, missile, shot is not None)
    ways: list[Way] = []
    flown = 0
    for fought, weight in found.of.items():
        given, answered, places = _let_through(tables, plan, shot, met, fought)
        one = target.toll(fought.defend_mishap, given, places)
        other = actor.toll(fought.attack_mishap, answered)
        ways.append(Way(weight, one, other))
        if shot is not None and flies_on(met.kind, fought):
            flown += weight
    strays = {} if shot is None or not shot.risked else _strays(tables, shot, flown, found.total)
    return Reckoning(tuple(ways), found.total, strays)


def _let_through(
    tables: Tables, plan: Plan, shot: ShotPlan | None, met: Reaction, fought: ExchangeFacts
) -> tuple[Stroke | None, Stroke | None, Places | None]:
    """Find the strokes that an exchange lets through, target's and actor's, and where a limb has blocked the first."""
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
