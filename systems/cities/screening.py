"""Screening: who takes a blow that was meant for a friend (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fleshwound.components.cities import COMBAT_SKILLS
from fleshwound.components.draws import Rule
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import MM
from fleshwound.systems.cities.checks import Named
from fleshwound.systems.cities.contests import Opposed, opposed, tell_contest
from fleshwound.systems.cities.fighter import Fighter, Reader, best_modifier, seen
from fleshwound.systems.queries import apart, side_of

SCREEN: Final = "screen"
BY: Final = ("strength", "dexterity")


class Screened(NamedTuple):
    """How the screen of a friend came out."""

    trials: tuple[tuple[Fighter, Named, Named, Opposed], ...]
    """Each screener with what attacker and screener added, and how they measured themselves."""
    instead: Fighter | None
    """Who takes the attack; None: the attacker got past all."""


def combat_level(who: Fighter) -> int:
    """Give the best of a creature's combat skills; where attacks are listed, what the bonus stands for [R]."""
    best = max(who.profile.skills.get(name, 0) for name in COMBAT_SKILLS)
    if best or who.profile.melee_attack is None:
        return best
    return max(0, who.profile.melee_attack // who.tables.maneuvers.attack_per_skill)


def screeners(reader: Reader, battle: Battle, friend: Fighter) -> list[Fighter]:
    """List who stands by a creature and may still screen it this round: as many attackers as its combat skill."""
    found: list[Fighter] = []
    tables = reader.tables
    round_now = battle.encounter.round if battle.encounter is not None else 0
    for entity in battle.roster.values():
        who = seen(reader, battle, entity)
        footing = who.footing
        if footing.screening != friend.id or who.out or side_of(entity) != side_of(friend.entity):
            continue
        if apart(entity, friend.entity) * tables.fight.cell_mm > tables.maneuvers.screen_m * MM:
            continue
        used = footing.screened if footing.screened_round == round_now else 0
        if used < combat_level(who):
            found.append(who)
    return found


def bearing(who: Fighter) -> Named:
    """Give what a creature adds when it screens or gets past one: combat skill, Strength or Dexterity (cities A2)."""
    found = (("combat skill", combat_level(who)), best_modifier(who, BY))
    return tuple((name, value) for name, value in found if value)


def screened(attacker: Fighter, waiting: Sequence[Fighter]) -> Rule[Screened]:
    """Have an attacker get past all who screen; else the lowest-rolling who stopped it takes the attack (cities A2)."""
    trials: list[tuple[Fighter, Named, Named, Opposed]] = []
    for one in waiting:
        active, passive = bearing(attacker), bearing(one)
        trials.append((one, active, passive, (yield from opposed(SCREEN, active, passive))))
    instead: Stopper | None = None
    for one, _, passive, found in trials:
        instead = lower(instead, stopper(one, passive, found))
    return Screened(tuple(trials), None if instead is None else instead.who)


class Stopper(NamedTuple):
    """A screener whom an attacker didn't get past."""

    total: int
    """What it rolled, with what it added."""
    who: Fighter


def stopper(one: Fighter, passive: Named, found: Opposed) -> Stopper | None:
    """Tell whether a screener stopped the attacker, and with what."""
    return Stopper(found.passive + sum(value for _, value in passive), one) if found.margin <= 0 else None


def lower(known: Stopper | None, other: Stopper | None) -> Stopper | None:
    """Find which of two takes the attack: the lower-rolling, of equals the one known before."""
    if known is None or other is None:
        return known or other
    return other if other.total < known.total else known


def commit_screen(battle: Battle, attacker: Fighter, facts: Screened) -> None:
    """Tell how the screen came out, and count the attacker against each who screens."""
    for one, active, passive, found in facts.trials:
        tell_contest(battle, attacker, one, SCREEN, (active, passive), found)
        footing = one.footing
        round_now = battle.encounter.round if battle.encounter is not None else 0
        footing.screened = footing.screened + 1 if footing.screened_round == round_now else 1
        footing.screened_round = round_now
