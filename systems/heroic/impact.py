"""Impact: what a strike mode deals before any protection (heroic H12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fleshwound.components.definitions import Mode
from fleshwound.components.draws import Draw, dice, spread
from fleshwound.components.events import Throw
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.strength import impact_modifier
from fleshwound.systems.heroic.tables import Tables

IMPACT: Final = "impact"


class Dealt(NamedTuple):
    """How an impact is told: what was added to the dice, by name, and the dice."""

    added: tuple[tuple[str, int], ...]
    dice: str


@lru_cache(16_384)
def impact_modifiers(
    tables: Tables, strength: int, use: Use, advantages: int = 0, *, blocked: bool = False
) -> tuple[tuple[str, int], ...]:
    """List what is added to the dice of a melee blow, by name; none is 0.

    `advantages` is how many tactical advantages were spent on impact; `blocked` whether it lands on the limb that
    blocks it.
    """
    mode = use.mode
    named = (
        ("mode", mode.impact_mod),
        ("strength", impact_modifier(tables, strength) if mode.strength else 0),
        ("off hand", tables.combat.off_hand_impact if use.off_hand else 0),
        ("advantage", advantages * advantage_impact(tables, mode)),
        ("rigid armour", tables.contest.rigid_impact if use.armored else 0),
        ("blocked", tables.contest.block_impact if blocked else 0),
    )
    return tuple((name, by) for name, by in named if by)


def advantage_impact(tables: Tables, mode: Mode) -> int:
    """Find what one advantage spent on impact adds (heroic H12): the mode's own, else 5 if edged and swung, else 0."""
    if mode.advantage_impact is not None:
        return mode.advantage_impact
    edged = mode.aspect is not None and mode.aspect.name == "EDGED"
    return tables.combat.advantage_impact if edged and mode.swung else 0


@lru_cache(16_384)
def impact_of(tables: Tables, strength: int, use: Use, advantages: int = 0, *, blocked: bool = False) -> Draw:
    """Ask for the impact of a melee blow, all modifiers in it."""
    mode = use.mode
    plus = sum(by for _, by in impact_modifiers(tables, strength, use, advantages, blocked=blocked))
    whole = dice(IMPACT, mode.dice, mode.sides, plus)
    if mode.couched:
        whole = multiplied(whole, tables.combat.couched_factor)
    return halved(whole) if mode.half_impact else whole


def multiplied(impact: Draw, factor: int) -> Draw:
    """Multiply an impact, all modifiers in it: that of a couched mode, which strikes only mounted or braced [R]."""
    answers, running, _ = impact.of
    weights = zip(answers, (0, *running), running, strict=False)
    return Draw(impact.what, spread((points * factor, after - before) for points, before, after in weights))


def halved(impact: Draw) -> Draw:
    """Halve an impact, rounded down [R]."""
    answers, running, _ = impact.of
    ways: dict[int, int] = {}
    for points, before, after in zip(answers, (0, *running), running, strict=False):
        ways[points // 2] = ways.get(points // 2, 0) + after - before
    return Draw(impact.what, spread(ways.items()))


@lru_cache(16_384)
def told(
    tables: Tables, strength: int, use: Use, advantages: int, blocked: bool, total: int
) -> tuple[tuple[tuple[str, int], ...], Throw]:
    """Write down, for the log, a melee impact that came to `total`: what was added to the dice by name, and the dice.

    The other arguments are as for `impact_modifiers`.
    """
    added = impact_modifiers(tables, strength, use, advantages, blocked=blocked)
    plus = sum(by for _, by in added)
    return added, Throw(IMPACT, dice_text(use.mode, plus, tables.combat.couched_factor), total)


def dice_text(mode: Mode, plus: int, couched: int) -> str:
    """Write the dice of a mode as people do, `1d10+3`; a couched one tells by how much it multiplies."""
    text = rolled_text(((mode.dice, mode.sides),) if mode.dice else (), plus)
    if mode.couched:
        text = f"{text}, couched ×{couched}"
    return f"{text}, halved" if mode.half_impact else text


def rolled_text(sets: Sequence[tuple[int, int]], plus: int) -> str:
    """Write sets of dice, each so many of so many sides, and a modifier as people do: `1d10+1d8+3`."""
    rolled = "+".join(f"{count}d{sides}" for count, sides in sets)
    return f"{rolled}{plus:+d}" if plus or not rolled else rolled


@lru_cache(1024)
def scattered(sides: int, face: int) -> Throw:
    """Write down, for the log, the zone die of an aimed blow (heroic H3)."""
    return Throw("zone", f"1d{sides}", face)
