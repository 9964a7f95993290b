"""Wounding: committing what a blow came to (heroic H4, H5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from fleshwound.components.creature import InjuryKind, Shock, ShockCause
from fleshwound.components.definitions import Aspect
from fleshwound.components.events import (
    AmputationTested,
    Injured,
    MishapTested,
    Roll,
    Severed,
    ShockDeclined,
    ShockTested,
    StrikeLanded,
    StrikeMissed,
    Throw,
    Worsened,
)
from fleshwound.components.fact import maker
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic import alarms
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.blood import open_bleeder
from fleshwound.systems.heroic.blow import Amputation, BlowFacts, Settled
from fleshwound.systems.heroic.consequences import change, die, drop, drop_what_fails, enter_shock, fall, record
from fleshwound.systems.heroic.d100 import Mastery, automatic_roll
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.impact import IMPACT, Dealt, scattered, told
from fleshwound.systems.heroic.injury import Wound
from fleshwound.systems.heroic.mishap import Control, Mishap
from fleshwound.systems.heroic.shock import ShockOffer
from fleshwound.systems.heroic.stance import Stance
from fleshwound.systems.heroic.stroke import Party

strike_landed = maker(StrikeLanded)

ASPECTS: Final = tuple(aspect.name.lower() for aspect in Aspect)
"""What events call the aspects."""


class Rolls:
    """The d100 tests of one task: of each kind, handed out in the order the rules made them."""

    def __init__(self, made: Iterable[Roll]) -> None:
        self._made = list(made)

    def take(self, what: str) -> Roll | None:
        """Take the next test of a kind; None: there is none left, since it wasn't rolled."""
        if self._made and self._made[0].what == what:  # as nearly always
            return self._made.pop(0)
        for place, roll in enumerate(self._made):
            if roll.what == what:
                return self._made.pop(place)
        return None


def commit_mishap(
    battle: Battle, who: Fighter, made: Mishap, cause: str, mastery: Mastery | None, rolls: Rolls
) -> None:
    """Commit a fumble or a stumble; its shock comes later, with all of the moment.

    `mastery` is what the test was made at; without one, or where it wasn't made, there is no roll to tell of.
    """
    kind = "stumble" if made.part is None else "fumble"
    roll = None
    if made.level is not None and mastery is not None:
        rolled = mastery.automatic is None
        roll = rolls.take(kind) if rolled else automatic_roll(kind, mastery, made.level)
    kept = made.control is Control.KEPT
    battle.emit(MishapTested(battle.now, who.id, kind, cause, roll, kept))
    if kept:
        return
    if made.part is None:
        fall(battle, who, "stumble")
    else:
        drop(battle, who, made.part, flung=made.control is Control.FLUNG)


def commit_blow(
    battle: Battle,
    striker: Fighter,
    victim: Fighter,
    use: Use,
    party: Party,
    rolls: Rolls,
    advantages: int,
    dealt: Dealt | None = None,
) -> None:
    """Commit one blow up to its shock, if one was dealt: where it landed, the wound, what came off or was dropped.

    `dealt` says how the impact of a missile is told; None: a blow hand to hand.
    """
    facts = party.blow
    if facts is None:
        return
    zone, aim, wound = facts.found.zone_number, party.aim, facts.wound
    scatter = None if aim is None else scattered(aim.sides, zone - aim.number + 1)
    if wound is None:
        why = "" if facts.found.miss is None else facts.found.miss.value
        battle.emit(StrikeMissed(battle.now, striker.id, victim.id, use.mode.id, zone, why, scatter))
        return
    location = victim.anatomy.locations[wound.location]
    part = victim.anatomy.parts[location.part]
    if dealt is None:
        strength = striker.abilities.attributes.get("strength", 0)
        added, throw = told(striker.tables, strength, use, advantages, party.blocked, wound.impact)
    else:
        added, throw = dealt.added, Throw(IMPACT, dealt.dice, wound.impact)
    battle.emit(
        strike_landed(
            battle.now,
            striker.id,
            victim.id,
            use.mode.id,
            part.id,
            location.id,
            zone,
            throw,
            added,
            ASPECTS[wound.aspect],
            wound.protection,
            wound.effective,
            wound.result,
            scatter,
        )
    )
    if wound.level:
        commit_wound(battle, victim, victim.stance, facts, wound, rolls, striker.id, use.mode.id)


def commit_wound(
    battle: Battle,
    victim: Fighter,
    tested: Stance,
    facts: BlowFacts,
    wound: Wound,
    rolls: Rolls,
    by: int | None,
    how: str,
) -> None:
    """Commit the wound of one blow and what it brings, short of shock.

    `tested` is what the victim was as the moment began: its tests were made at that. `by` is the combat id of whoever
    dealt it, `how` the mode or the cause.
    """
    location = victim.anatomy.locations[wound.location]
    part = victim.anatomy.parts[location.part]
    before = victim.impaired
    entry = record(
        battle,
        victim,
        InjuryKind.WOUND,
        location=wound.location,
        level=wound.level,
        aspect=wound.aspect,
        by=by,
        how=how,
    )
    battle.emit(
        Injured(
            battle.now,
            victim.id,
            entry.number,
            part.id,
            location.id,
            wound.level,
            ASPECTS[wound.aspect],
            facts.bleeds,
            by,
            how,
        )
    )
    if wound.level >= victim.tables.impairment.serious_level:
        alarms.wounded(battle, victim.entity)
    if facts.worsened is not None:
        number, level = facts.worsened
        change(victim, number, level=level)
        battle.emit(Worsened(battle.now, victim.id, number, location.id, level))
    if facts.bleeds:
        open_bleeder(battle, victim, entry.number)
    cut = facts.amputation
    if cut is not None:
        roll = rolls.take("amputation")
        if roll is None:
            roll = automatic_roll("amputation", tested.strength, cut.level)
        battle.emit(AmputationTested(battle.now, victim.id, location.id, roll))
    if cut is not None and cut.severed:
        change(victim, entry.number, severed=True)
        victim.injuries.severed |= cut.severed
    # What a limb drops is told before its severing; the impairments are those after the blow.
    drop_what_fails(battle, victim, before)
    if cut is not None and cut.severed:
        _severed(battle, victim, location.id, cut)
    if facts.fumble is not None:
        commit_mishap(battle, victim, facts.fumble, "wound", tested.keeping_grip, rolls)
    if facts.stumble is not None:
        commit_mishap(battle, victim, facts.stumble, "wound", tested.keeping_feet, rolls)


def _severed(battle: Battle, victim: Fighter, struck: str, cut: Amputation) -> None:
    locations = victim.anatomy.locations
    lost = [location.id for i, location in enumerate(locations) if cut.severed >> i & 1]
    battle.emit(Severed(battle.now, victim.id, struck, (struck, *(name for name in lost if name != struck))))


def commit_shock(
    battle: Battle,
    victim: Fighter,
    shock: Settled,
    wound: Wound | None,
    rolls: Rolls,
    by: int | None,
    earlier: Sequence[ShockCause] = (),
    source: str | None = None,
) -> None:
    """Commit the shock of one moment: every test of it, then the one state it came to.

    `wound` is the blow's, if a blow landed; `source` what else brought shock, None: a stumble; `earlier` are the
    results told of already, first among the shocks. What the rules count of several is the severest (heroic H5).
    """
    causes = [*earlier, *told_shocks(battle, victim, shock.shocks[len(earlier) :], wound, rolls, source)]
    settle_shock(battle, victim, shock, causes, by)


def told_shocks(
    battle: Battle,
    victim: Fighter,
    offers: Sequence[ShockOffer],
    wound: Wound | None,
    rolls: Rolls,
    source: str | None = None,
) -> list[ShockCause]:
    """Tell of the shock tests that one blow brought: its own first, if the wound was enough for one, then others."""
    causes: list[ShockCause] = []
    for offer in offers:
        of_wound = wound is not None and offer.base == wound.base and not causes
        causes.append(tested_shock(battle, victim, offer, wound if of_wound else source, rolls))
    return causes


def settle_shock(battle: Battle, victim: Fighter, shock: Settled, causes: Sequence[ShockCause], by: int | None) -> None:
    """Commit the state that the shock of one moment came to; `causes` are those of all its results, in their order."""
    if shock.offered is None:
        return
    if shock.state is not shock.offered:
        battle.emit(ShockDeclined(battle.now, victim.id, shock.offered.name.lower()))
    worst = max(range(len(causes)), key=lambda i: shock.shocks[i].state)
    enter_shock(battle, victim, shock.state, causes[worst], by)


def tested_shock(
    battle: Battle, victim: Fighter, offer: ShockOffer, brought: Wound | str | None, rolls: Rolls
) -> ShockCause:
    """Tell of one shock test: what brought it is a wound, something else in a word, or None, a stumble."""
    roll = rolls.take("shock") if offer.level is not None else None
    wound = brought if isinstance(brought, Wound) else None
    source = brought if isinstance(brought, str) else "stumble"
    if wound is not None:
        source = "glancing" if wound.glancing else "wound"
    location = None if wound is None else victim.anatomy.locations[wound.location]
    value = 0 if location is None else location.shock
    level = 0 if wound is None else wound.level
    battle.emit(
        ShockTested(
            battle.now,
            victim.id,
            source,
            "" if location is None else location.id,
            value,
            level,
            offer.base,
            roll,
            offer.after,
            offer.state.name.lower(),
        )
    )
    number = victim.injuries.entries[-1].number if wound is not None and wound.level else None
    return ShockCause(
        source,
        None if wound is None else wound.location,
        number,
        value,
        level,
        wound is not None and wound.glancing,
        offer.after,
        roll,
        battle.now,
    )


def commit_death(battle: Battle, victim: Fighter, facts: BlowFacts, by: int | None) -> bool:
    """Kill a victim that lost what it can't live without; tells whether it did."""
    if not facts.killed or victim.shock.state is Shock.DEAD:
        return False
    assert facts.wound is not None
    die(battle, victim, f"lost its {victim.anatomy.locations[facts.wound.location].name.lower()}", by)
    return True
