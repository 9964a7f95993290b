"""Contests: what a grab, a press or a trip comes to once the exchange lets it through (heroic H12)."""

from __future__ import annotations

from typing import NamedTuple

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Contest, Role
from fleshwound.components.draws import Rule
from fleshwound.systems.heroic.arms import Use, favoured_side, is_off_hand
from fleshwound.systems.heroic.blow import shocked
from fleshwound.systems.heroic.body import mask
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.location import Aim, Found, aimed, unaimed
from fleshwound.systems.heroic.mishap import STUMBLE, Mishap, mishap
from fleshwound.systems.heroic.shock import ShockOffer
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.trial import Effort, Trial, press_base, row_of, trial
from fleshwound.systems.heroic.victim import Victim

# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads these.
GRAB, PRESS, TRIP = Contest.GRAB, Contest.PRESS, Contest.TRIP
UNSHAKEN = Shock.NONE


class Contention(NamedTuple):
    """A grab, press or trip that an exchange may let through, before its trial."""

    kind: Contest
    take: bool
    """Whether a grab is for the item held there; else it is to hold the part."""
    limbs: int
    """Mask of the parts that grab; those that would, in a throw; none in a press."""
    own: Effort
    other: Effort


class ContestFacts(NamedTuple):
    """What a grab, press or trip came to."""

    contention: Contention
    """With all that was put into the trial."""
    found: Found | None
    """Where a grab found the body, that of a throw too; None: it is about no part."""
    part: int | None
    """Index of the part grabbed; None: none, or there was nothing to grab."""
    trial: Trial | None
    """None: it came to none, for there was nothing to grab."""
    row: int | None
    """Which row of the table the margin reads as, from 0; None: nothing comes of it."""
    stumble: Mishap | None
    shocks: tuple[ShockOffer, ...]
    """Shock that it brings the other."""

    @property
    def falls(self) -> bool:
        """Whether it brings the other down, whatever a stumble test says: a trip, or a press by the last row."""
        if self.row is None:
            return False
        return self.contention.kind is TRIP or (self.contention.kind is PRESS and self.row == 2)


def contention(
    tables: Tables, actor: Fighter, target: Fighter, use: Use, *, take: bool = False, alone: bool = False
) -> Contention | None:
    """Say what contest a mode leads to, if it lands; None: none (heroic H12).

    A grab is made with both hands where there is a second free one, -2 with one, -3 with the off hand; `alone` has it
    made with the limb named and no other [R]. What seizes grabs with whatever strikes, at no penalty [R]; one that
    holds the other already doesn't grab again. What is thrown to seize is held by the line in the hand that threw it
    [R]. The stunned and those who flee hold nobody; who is out of the fight is
    held by nobody [R].
    """
    kind = use.mode.contest
    if kind is None and not use.mode.seizes:
        return None
    idle = actor.shock.state is not UNSHAKEN or actor.nerve.fleeing or target.out
    limbs = 0
    modifiers: tuple[tuple[str, int], ...] = ()
    if kind is GRAB:
        limbs = mask(grabbing(actor, use, alone=alone))
        modifiers = grip_modifiers(tables, actor, limbs)
    elif kind is TRIP:
        limbs = 0 if idle else throwing_hands(actor)
    elif kind is None:
        limbs = mask(use.limbs)
        if idle:
            return None
        if any(hold.victim == target.id and hold.limbs & limbs for hold in actor.conditions.holds):
            return None
        kind = GRAB
    strength = actor.abilities.attributes.get("strength", 0), target.abilities.attributes.get("strength", 0)
    return Contention(kind, take, limbs, Effort(strength[0], modifiers), Effort(strength[1]))


def grabbing(actor: Fighter, use: Use, *, alone: bool) -> tuple[int, ...]:
    """List the parts that a grab takes: the one it is made with, and a second that is free and can hold things [R]."""
    first = use.limbs[0]
    if alone:
        return (first,)
    impaired, parts = actor.impaired, actor.anatomy.parts
    for index, part in enumerate(parts):
        empty = part.holds and index not in actor.held.items and not impaired.occupied >> index & 1
        if index != first and empty and use.mode.roles <= part.roles and impaired.works(index):
            return first, index
    return (first,)


def grip_modifiers(tables: Tables, actor: Fighter, limbs: int) -> tuple[tuple[str, int], ...]:
    """List what a grip of these hands (a mask) takes off its trials: one-handed -2, the off hand -3 (heroic H12)."""
    hands = [index for index in range(len(actor.anatomy.parts)) if limbs >> index & 1]
    if len(hands) != 1:
        return ()
    if is_off_hand(actor.anatomy, hands, favoured_side(actor.creature)):
        return (("off hand", tables.contest.off_hand),)
    return (("one hand", tables.contest.one_handed),)


def contest(
    tables: Tables, victim: Victim, contends: Contention, where: Aim | int | None, advantages: int
) -> Rule[ContestFacts]:
    """Play a contest that the exchange let through: where a grab finds the body, the trial, what its margin brings.

    `where` is an aim, a location index that a blow or a blocking limb has given already, or None: unaimed; `advantages`
    those spent on impact, each of which adds to the trial. A grab that finds no body, or for an item no part that holds
    one, comes to no trial, nor does tripping what has no legs [R]. A throw of the last row grabs a part drawn as for an
    unaimed blow [R]. (heroic H12)
    """
    body = victim.cover.body
    kind = contends.kind
    bonus = advantages * advantage_of(tables, kind)
    if bonus:
        own = contends.own
        contends = contends._replace(own=Effort(own.strength, (*own.modifiers, ("advantage", bonus))))
    found = part = None
    if kind is GRAB:
        if isinstance(where, int):
            found = Found(0, where, None)
        else:
            found = (yield from aimed(body, victim.gone, where)) if where else (yield from unaimed(body, victim.gone))
        part = None if found.location is None else body.anatomy.locations[found.location].part
        if part is None or (contends.take and not victim.holding >> part & 1):
            return ContestFacts(contends, found, None, None, None, None, ())
    if kind is TRIP and not body.legs:
        return ContestFacts(contends, None, None, None, None, None, ())
    made = yield from trial(tables, contends.own, contends.other)
    row = row_of(tables, made.margin)
    fall: Mishap | None = None
    shocks: tuple[ShockOffer, ...] = ()
    if kind is PRESS and row == 1:
        fall = yield from mishap(victim, STUMBLE)
        if fall is not None and fall.critical:
            shocks = _offered((yield from shocked(victim, tables.shock.stumble_index)))
    elif kind is PRESS and row == 2:
        base = press_base(tables, made.margin)
        if base is not None:
            shocks = _offered((yield from shocked(victim, base)))
    elif kind is TRIP and row == 2 and contends.limbs:
        found = yield from unaimed(body, victim.gone)
        part = None if found.location is None else body.anatomy.locations[found.location].part
    return ContestFacts(contends, found, part, made, row, fall, shocks)


def advantage_of(tables: Tables, kind: Contest) -> int:
    """Find what one advantage spent on impact adds to the trial: 2 press, 3 grab, 4 trip (heroic H12)."""
    table = tables.contest
    if kind is GRAB:
        return table.grab_advantage
    return table.press_advantage if kind is PRESS else table.trip_advantage


def _offered(offer: ShockOffer | None) -> tuple[ShockOffer, ...]:
    return () if offer is None else (offer,)


def throwing_hands(actor: Fighter) -> int:
    """Mask the hands with which a thrower may grab whom it throws: its free ones, two at the most [R] (heroic H12)."""
    impaired = actor.impaired
    free = [
        index
        for index, part in enumerate(actor.anatomy.parts)
        if part.holds
        and Role.MANIPULATOR in part.roles
        and index not in actor.held.items
        and impaired.works(index)
        and not impaired.occupied >> index & 1
    ]
    return mask(free[:2])
