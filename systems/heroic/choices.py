"""Choices: what strikes and defences a creature has, weighed by the ruleset's own simple policy (heroic H12).

The weights only rank; nothing that happens is computed from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Mode
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.fact import fact
from fleshwound.components.views import StrikeOption
from fleshwound.systems.heroic.aiming import UNAIMED, Line, aims, barred, is_at_odds
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.body import Body, mask
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.exchange import Defence
from fleshwound.systems.heroic.fear import defence_restricted
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.impact import impact_of
from fleshwound.systems.heroic.injury import Cover, Harm, harm_of
from fleshwound.systems.heroic.location import Aim
from fleshwound.systems.heroic.stance import Stance
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.queries import apart

BLOCK_EDGE: Final = 8
"""A block is worth so much more than a dodge of the same mastery: it wins ties outright."""

LIMB_BLOCK_EDGE: Final = 0
"""A block with a limb is worth as much as a dodge: a tie lands on the limb."""

COUNTERSTRIKE_EDGE: Final = -20
"""A counterstrike has to be so much better: it lets tied attacks land."""

MAKESHIFT_EDGE: Final = -40
"""And so much better still with fist, foot or teeth while a weapon is at hand."""


# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads these.
UNSHAKEN: Final = Shock.NONE


BRACES: Final = 10
"""Cells from the nearest foe at which one braces for it."""


@fact
class Reaction:
    """One way to meet an attack."""

    kind: Defence
    use: Use | None
    mastery: Mastery
    word: str
    """How a decision offers it: `dodge`, `block kite_shield/bash`; of a weapon held twice the second with its hand."""


NOTHING: Final = Reaction(Defence.IGNORE, None, Mastery(0), Defence.IGNORE.value)
ONLY_IGNORE: Final = (NOTHING,)


@lru_cache(65_536)
def harm_expected(cover: Cover, gone: int, harm: Harm, low: int, high: int, aim: Aim | None) -> int:
    """Weigh a blow of low..high impact: what its wounds are worth, in thousandths, by the chance of each location."""
    impacts = (low, (low + high) // 2, high)
    table = cover.wounds(harm)
    shares = _shares(cover.body, gone, aim)
    total = 0
    for location, share in shares.items():
        for impact in impacts:
            wound = table[location][impact]
            total += share * (2 * wound.level + 4 * max(0, wound.base - 4) + 2 * wound.bleeds)
    return total // len(impacts)


@lru_cache(65_536)
def _shares(body: Body, gone: int, aim: Aim | None) -> dict[int, int]:
    shares: dict[int, int] = {}
    if aim is None:
        draws = [(body.unaimed(gone), 1, 1)]
    else:
        numbers = range(aim.number, min(body.highest, aim.number + aim.sides - 1) + 1)
        draws = [(body.within(body.zone_of[number - 1], gone), 1, aim.sides) for number in numbers]
    for draw, part, whole in draws:
        if draw is None:
            continue
        before = 0
        for location, after in zip(draw.of.answers, draw.of.running, strict=True):
            shares[location] = shares.get(location, 0) + 1000 * part * (after - before) // (whole * draw.of.total)
            before = after
    return shares


def strike_options(actor: Fighter, target: Fighter) -> tuple[StrikeOption, ...]:
    """List the strikes `actor` could make at `target`, the best first; of equals in the order of the definitions.

    There are none at an incorporeal target.
    """
    if target.anatomy.incorporeal:
        return ()
    stance, guard = actor.stance, actor.guard
    cover, gone = target.stance.cover, target.injuries.severed
    options = _ranked(stance, guard.setups.get(target.id, 0), cover, gone, bool(guard.recovering), braced_part(actor))
    if not stance.impaired.occupied:
        return options
    busy = {use.mode.id for use in stance.uses if is_busy(actor, target.id, use)}
    # Whoever has somebody in its net strikes with whatever hurts most, be it its head: the net has done its work.
    return tuple(sorted((option for option in options if option.mode not in busy), key=lambda option: -option.worth))


def braced_part(who: Fighter) -> int | None:
    """Find the part that holds what it is braced with (heroic H12); None: it isn't braced."""
    if not who.guard.braced:
        return None
    return next((part for part, item in who.held.items.items() if item.number == who.guard.braced), None)


def worth_bracing(who: Fighter, foe: Fighter) -> str | None:
    """Choose the mode to brace with before anything else, if any is worth it (heroic H12); None: none is.

    A blow that takes two turns has to be worth two; while no foe is within reach the turn costs nothing.
    """
    stance = who.stance
    if not stance.couched or braced_part(who) is not None or foe.anatomy.incorporeal:
        return None
    if apart(who.entity, foe.entity) > BRACES:
        return None
    setup, cover, gone = who.guard.setups.get(foe.id, 0), foe.stance.cover, foe.injuries.severed
    now = _ranked(stance, setup, cover, gone, bool(who.guard.recovering), None)
    parts = {use.part for use in stance.couched}
    best = [option for part in sorted(parts, key=str) for option in _ranked(stance, setup, cover, gone, False, part)]
    couched = {use.mode.id for use in stance.couched}
    worth, mode = max(((o.worth, o.mode) for o in best if o.mode in couched), default=(0, None))
    turns = 2 if now and now[0].reach >= apart(who.entity, foe.entity) else 1
    return mode if worth > turns * max((option.worth for option in now), default=0) else None


def is_busy(actor: Fighter, target: int, use: Use) -> bool:
    """Tell whether what a use takes holds somebody else, by combat id: it may go on at whom it holds alone [R]."""
    limbs = mask(use.limbs)
    return any(hold.limbs & limbs and hold.victim != target for hold in actor.conditions.holds)


@lru_cache(16_384)
def _aims_weighed(
    tables: Tables, strength: int, use: Use, cover: Cover, gone: int
) -> tuple[tuple[str | None, int], ...]:
    """Weigh what a mode does that lands, unaimed (None) and by aim; nothing of one that doesn't attack or hurt."""
    mode = use.mode
    harm = harm_of(mode, tables)
    if not mode.attack or harm is None:
        return ()
    spread = impact_of(tables, strength, use).of.answers
    never = gone | barred(cover.body, mode)
    return tuple(
        (
            aim,
            harm_expected(
                cover, never, harm, spread[0], spread[-1], None if number is None else Aim(number, mode.spread)
            ),
        )
        for aim, number in ((None, None), *aims(cover.body, mode))
    )


@lru_cache(16_384)
def _ranked(
    stance: Stance, setup: int, cover: Cover, gone: int, recovering: bool, braced: int | None
) -> tuple[StrikeOption, ...]:
    options: list[StrikeOption] = []
    strength = stance.state.attributes.get("strength", 0)
    for use in stance.uses:
        mode = use.mode
        weighed = _aims_weighed(stance.state.tables, strength, use, cover, gone)
        mastery = stance.attack(use, setup)
        if not weighed or mastery.automatic is not None:
            continue
        if (mode.slow and recovering) or (mode.couched and use.part != braced and not stance.mounted):
            continue
        target = mastery.target
        options.extend([StrikeOption(mode.id, aim, use.reach, target * worth) for aim, worth in weighed])
    return tuple(sorted(options, key=lambda option: (option.mode in stance.makeshift, -option.worth)))


def best_strike(
    actor: Fighter, target: Fighter, aim: str | int | None, limb: str | None
) -> tuple[str, str | int | None]:
    """Choose the best mode, and an aim if none is named; of those that reach and fit what is named if any does.

    Raises:
        IntentRefused: there is nothing to strike with, or at.
    """
    options = strike_options(actor, target)
    if not options:
        if target.anatomy.incorporeal:
            why, message = Refusal.INCORPOREAL_TARGET, "the target has no body to strike; expected one that has"
        else:
            why, message = Refusal.MODE_LOST, "nothing is left to strike with; expected a limb or weapon that works"
        raise IntentRefused(why, message)
    away = apart(actor.entity, target.entity)
    own = {use.mode.id for use in actor.stance.uses if use.part is None}

    def fits(option: StrikeOption) -> tuple[bool, bool, bool]:
        aimed = aim is None or option.aim == aim or (isinstance(aim, int) and option.aim is not None)
        return option.reach >= away, limb is None or option.mode in own, aimed

    chosen = max(options, key=fits)
    return chosen.mode, chosen.aim if aim is None else aim


def reactions(
    who: Fighter, against: int, opponent: int, distance: int, number: int, line: Line = UNAIMED
) -> tuple[Reaction, ...]:
    """List how `who` can meet an attack, the best by policy first; ignoring is the last.

    `against` is the attacker's combat id, `opponent` what its weapon adds to defences, `distance` the cells between the
    two, `number` the defences made in this round already, `line` how high the blow is aimed. The stunned, worse off,
    catatonic, or otherwise unable only ignore; the afraid don't counterstrike (heroic H15).
    """
    nerve = who.nerve
    if who.shock.state is not UNSHAKEN or nerve.out:
        return ONLY_IGNORE
    further = who.tables.combat.further_defence * number
    found = _reactions(who.stance, opponent, distance, further, who.guard.setups.get(against, 0), line)
    if nerve.fear and defence_restricted(nerve.fear):
        return tuple(reaction for reaction in found if reaction.kind is not Defence.COUNTERSTRIKE)
    return found


def by_worth(weighed: Sequence[tuple[int, Reaction]]) -> tuple[Reaction, ...]:
    """Order weighed reactions, the best first, those that can't succeed left out; ignoring is the last."""
    able = sorted((pair for pair in weighed if pair[1].mastery.automatic is None), key=lambda pair: -pair[0])
    return (*(reaction for _, reaction in able), NOTHING)


def can_defend(stance: Stance) -> bool:
    """Tell whether a creature can meet an attack from the next cell with anything but ignoring it (heroic H12)."""
    if stance.state.shock is not UNSHAKEN:
        return False
    skills, occupied = stance.state.skills, stance.impaired.occupied
    return stance.dodge(0, 0, 0).automatic is None or any(
        (_blocks(use.mode, skills) or _answers(use.mode)) and not occupied & mask(use.limbs) for use in stance.uses
    )


def _blocks(mode: Mode, skills: Mapping[str, int]) -> bool:
    return mode.block and (mode.mastery is not None or mode.skill in skills)


def _answers(mode: Mode) -> bool:
    return mode.counterstrike and mode.attack and mode.aspect is not None


@lru_cache(16_384)
def _reactions(
    stance: Stance, opponent: int, distance: int, further: int, setup: int, line: Line
) -> tuple[Reaction, ...]:
    weighed: list[tuple[int, Reaction]] = []
    words: set[str] = set()

    def weigh(kind: Defence, own: Use, mastery: Mastery, edge: int) -> None:
        word = f"{kind.value} {own.mode.id}"
        if word in words and own.part is not None:
            word = f"{word} ({stance.state.anatomy.parts[own.part].id})"
        words.add(word)
        weighed.append((mastery.eml + edge, Reaction(kind, own, mastery, word)))

    blocks: set[tuple[int | None, int, int]] = set()
    occupied, parts = stance.impaired.occupied, stance.state.anatomy.parts
    for own in stance.uses:
        mode = own.mode
        if occupied and occupied & mask(own.limbs):
            continue  # what holds somebody meets no blow [R]
        # Modes of one thing that block alike are one choice.
        alike = (own.part, mode.block_mod, mode.durability_mod)
        if _blocks(mode, stance.state.skills) and alike not in blocks:
            blocks.add(alike)
            mastery = stance.defence(own, mode.block_mod, opponent, further, setup).plus("acrobatics", stance.acrobatic)
            edge = BLOCK_EDGE
            if own.part is None:
                edge = LIMB_BLOCK_EDGE + (MAKESHIFT_EDGE if mode.id in stance.makeshift else 0)
                if is_at_odds(parts[own.limbs[0]], line):
                    mastery = mastery.plus("at odds", stance.state.tables.contest.block_at_odds)
            weigh(Defence.BLOCK, own, mastery, edge)
        # A couched weapon is set against who closes; it isn't brought round in answer to a blow [R].
        if _answers(mode) and own.reach >= distance and not (mode.couched and not stance.mounted):
            mastery = stance.defence(own, mode.counterstrike_mod, opponent, further, setup)
            makeshift = MAKESHIFT_EDGE if mode.id in stance.makeshift else 0
            weigh(Defence.COUNTERSTRIKE, own, mastery, COUNTERSTRIKE_EDGE + makeshift)
    dodge = stance.dodge(opponent, further, setup)
    weighed.append((dodge.eml, Reaction(Defence.DODGE, None, dodge, Defence.DODGE.value)))
    return by_worth(weighed)
