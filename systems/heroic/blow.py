"""A whole blow: where it lands, the wound, what comes off, what is dropped, the shock (heroic H3, H4, H5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Role, Tier
from fleshwound.components.draws import Draw, Level, Rule
from fleshwound.systems.heroic.body import Body
from fleshwound.systems.heroic.d100 import MasteryTest
from fleshwound.systems.heroic.injury import Harm, Wound, shock_offers
from fleshwound.systems.heroic.location import Aim, Found, Miss, aimed, found, missed
from fleshwound.systems.heroic.mishap import FUMBLE, STUMBLE, Mishap, mishap
from fleshwound.systems.heroic.shock import ShockOffer, respond, severest, worsened
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

GLANCING: Final = "glancing"
HELD_ON: Final = "held on"
AMPUTABILITY: Final = ("no amputability", "low amputability", "medium amputability", "high amputability")
"""What the modifier of an amputation test is called, by `Tier`."""
NOWHERE: Final = missed(0, Miss.EMPTY)
MS: Final = Level.MS

Where: TypeAlias = int | Aim | None
"""A location index, an aimed blow, or an unaimed one."""


class Amputation(NamedTuple):
    """How the amputation test came out (heroic H4)."""

    level: Level
    severed: int
    """Bit mask of the locations that come off now; 0: it stays on."""
    fatal: bool
    """Whether losing them is death."""
    bleeds: bool
    """Whether the wound, or the stump, bleeds."""


class Settled(NamedTuple):
    """What the shock results of one moment came to (heroic H5)."""

    shocks: tuple[ShockOffer, ...]
    """Every result of the moment; none where no base was high enough."""
    offered: Shock | None
    """What was offered to the controller; None: nothing."""
    state: Shock
    """The shock state afterwards."""


class BlowFacts(NamedTuple):
    """What one blow came to."""

    found: Found
    wound: Wound | None
    """None: it found no body."""
    bleeds: bool
    """Whether the wound becomes a bleeder."""
    amputation: Amputation | None
    """None: no test was called for."""
    fumble: Mishap | None
    stumble: Mishap | None
    worsened: tuple[int, int] | None
    """Compound: number and new level of the older wound that grew worse."""
    shock: Settled

    @property
    def severed(self) -> int:
        """Bit mask of the locations that come off now."""
        return self.amputation.severed if self.amputation else 0

    @property
    def killed(self) -> bool:
        """Whether losing what was severed is death, whatever the shock."""
        return self.amputation is not None and self.amputation.fatal


@cache
def accepted(shocks: tuple[ShockOffer, ...], present: Shock) -> Settled:
    """Settle the shock results of one moment by policy, which accepts what is offered (heroic H5)."""
    offered = worsened(present, severest(shock.state for shock in shocks))
    return Settled(shocks, offered, present if offered is None else offered)


UNMOVED: Final = tuple(accepted((), present) for present in Shock)
"""No shock at all, by present state."""
SLAIN: Final = Settled((), None, Shock.DEAD)
"""Nothing is tested any more."""


def settled(victim: Victim, shocks: tuple[ShockOffer, ...]) -> Rule[Settled]:
    """Hold the shock results of one moment against the present state: the severest counts, once, and is offered.

    heroic H5.
    """
    policy = accepted(shocks, victim.state)
    if not victim.asks or policy.offered is None:
        return policy
    return Settled(shocks, policy.offered, (yield from respond(victim.id, victim.state, policy.offered)))


def shock_request(victim: Victim, glancing: bool, held_on: bool) -> MasteryTest:
    """Ask for the Shock test: +10 if the blow glanced, -20 if a limb barely held on (heroic H5)."""
    shock = victim.cover.tables.shock
    if glancing:
        return victim.test("shock", victim.shock, GLANCING, shock.glancing_bonus)
    if held_on:
        return victim.test("shock", victim.shock, HELD_ON, shock.held_on)
    return victim.test("shock", victim.shock)


def shocked(victim: Victim, base: int, *, glancing: bool = False, held_on: bool = False) -> Rule[ShockOffer | None]:
    """Test a victim against shock of `base` index; None: too little to do anything, or it feels none (heroic H5)."""
    tables = victim.cover.tables
    if not victim.pain or base < tables.shock.least_tested:
        return None
    if base > tables.shock.greatest_tested:
        return ShockOffer(base, None, base, Shock.DEAD)
    return shock_offers(tables)[base][(yield shock_request(victim, glancing, held_on))]


@cache
def lone_shocks(tables: Tables) -> tuple[Mapping[int, tuple[Settled, ...]], ...]:
    """What a single shock test comes to by policy: by present state, then tested base index, then `Level`."""
    offers = shock_offers(tables)
    return tuple(
        {base: tuple(accepted((offer,), present) for offer in by_level) for base, by_level in offers.items()}
        for present in Shock
    )


def amputated(victim: Victim, wound: Wound, modifier: int) -> Rule[Amputation]:
    """Test whether the location comes off, with those further out on the part (heroic H4).

    CF: severed, and bleeds in any case. MF: severed, bleeds only where the location is prone to. MS, CS: it stays on.
    Losing a neck or any location of a vital part is death.
    """
    index = wound.location
    body = victim.cover.body
    location = body.anatomy.locations[index]
    level: Level = yield victim.test("amputation", victim.strength, AMPUTABILITY[location.amputability], modifier)
    if level >= Level.MS:
        return Amputation(level, 0, False, victim.blood and wound.bleeds)
    fatal = is_fatal(victim.cover.tables, body, index)
    bleeds = level < Level.MF or location.bleeding is not Tier.NONE
    return Amputation(level, body.outward[index] & ~victim.gone, fatal, victim.blood and bleeds)


def is_fatal(tables: Tables, body: Body, location: int) -> bool:
    """Tell whether losing a location, by index, is death: a neck, or any of a vital part (heroic H4)."""
    of = body.anatomy.locations[location]
    return Role.VITAL in body.anatomy.parts[of.part].roles or of.id.rsplit("_", 1)[-1] in tables.injury.fatal


def compounded(borne: tuple[tuple[int, int], ...], level: int, worst_level: int) -> tuple[int, int] | None:
    """Find the older wound that a new one of `level` worsens, as (number, new level); None: none (heroic H4).

    `borne` is what the location bears, as (number, level), oldest first. A wound at `worst_level` worsens no further.
    """
    if not borne or level < sum(older for _, older in borne):
        return None
    number, worst = max(borne, key=lambda wound: wound[1])  # the first of equals: the oldest
    return (number, worst + 1) if worst < worst_level else None


def blow(
    victim: Victim,
    harm: Harm,
    impact: int | Draw,
    where: Where = None,
    earlier: tuple[ShockOffer, ...] = (),
    *,
    more: bool = False,
) -> Rule[BlowFacts]:
    """Strike `victim`: location, injury, bleeding, amputation, mishap, shock, in that order (heroic H3, H4, H5).

    `impact` is a figure, or the dice that give it; `earlier` the shock that the same moment has already brought (a
    stumble in the exchange): of all of it the severest counts, once. With `more` to come at the same moment its shock
    is gathered and nothing is offered yet.
    """
    # built as bare tuples: a named tuple's own constructor costs as much as a draw
    cover = victim.cover
    if where is None:
        draw = cover.body.unaimed(victim.gone)
        place = NOWHERE if draw is None else found(0, (yield draw))
    elif isinstance(where, Aim):
        place = yield from aimed(cover.body, victim.gone, where)
    else:
        place = found(0, where)
    location = place.location
    wound = None
    if location is not None:
        points: int = (yield impact) if isinstance(impact, Draw) else impact
        wound = cover.by_harm[harm][location][points]
    if wound is None or not wound.base:
        shock = UNMOVED[victim.state]
        if earlier:
            shock = Settled(earlier, None, victim.state) if more else (yield from settled(victim, earlier))
        return tuple.__new__(BlowFacts, (place, wound, False, None, None, None, None, shock))

    cut = drop = fall = worse = None
    bleeds = wound.bleeds and victim.blood
    if wound.amputation is not None:
        cut = yield from amputated(victim, wound, wound.amputation)
        bleeds = cut.bleeds
        if cut.fatal:
            return BlowFacts(place, wound, bleeds, cut, None, None, None, SLAIN)
    if wound.fumble:
        part = cover.body.anatomy.locations[wound.location].part
        drop = yield from mishap(victim, FUMBLE, wound.fumble, part)
    if wound.stumble:
        fall = yield from mishap(victim, STUMBLE, wound.stumble)
    if victim.wounds:
        borne = victim.wounds.get(wound.location, ())
        worse = compounded(borne, wound.level, cover.tables.injury.worst_level)

    held_on = cut is not None and cut.level is MS
    fell_hard = fall is not None and fall.critical
    base = wound.base
    if more or earlier or fell_hard or victim.asks or base > cover.tables.shock.greatest_tested:
        shocks = earlier
        if own := (yield from shocked(victim, base, glancing=wound.glancing, held_on=held_on)):
            shocks = (*shocks, own)
        if fell_hard and (fallen := (yield from shocked(victim, cover.tables.shock.stumble_index))):
            shocks = (*shocks, fallen)
        shock = Settled(shocks, None, victim.state) if more else (yield from settled(victim, shocks))
    elif victim.pain and (ready := lone_shocks(cover.tables)[victim.state].get(base)):
        # one result and nobody to ask: the same as above, read off a table
        shock = ready[(yield shock_request(victim, wound.glancing, held_on))]
    else:
        shock = UNMOVED[victim.state]
    return tuple.__new__(BlowFacts, (place, wound, bleeds, cut, drop, fall, worse, shock))
