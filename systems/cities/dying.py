"""Zero hit points: who dies, who is mortally wounded, the major injury, and stabilising (cities A4, A6, A7)."""

from __future__ import annotations

from typing import Final, NamedTuple

from fleshwound.components.cities import CitiesProfile, Standing
from fleshwound.components.draws import Rule, dice
from fleshwound.components.hitpoints import Down
from fleshwound.systems.cities.checks import Check, request
from fleshwound.systems.cities.numbers import skill_check
from fleshwound.systems.cities.tables import InjuryTable, Tables
from fleshwound.systems.cities.victim import Victim

INJURY: Final = "major injury"
DEATH: Final = "death"
"""The kind of major injury that kills at once."""
HEAL: Final = "heal"
HEALS_BY: Final = ("intelligence", "dexterity")


class Ending(NamedTuple):
    """What 0 hit points came to."""

    down: Down
    saved: bool | None = None
    """How the Physical save against a major injury came out; None: none was called for."""
    rolled: int | None = None
    """What the die of the major injury showed; None: it wasn't rolled."""
    row: int | None = None
    """Row of the table, from 1; None: no major injury."""


def injury_row(table: InjuryTable, face: int, plus: int = 0) -> int:
    """Read the row of a major injury: below 1 is 1, above the last the last (cities A6)."""
    return min(len(table.rows), max(1, face + plus))


def major_injury(victim: Victim) -> Rule[Ending]:
    """Save against a major injury, or roll for it; the victim is mortally wounded either way (cities A6)."""
    if (yield request(victim.physical)):
        return Ending(Down.MORTAL, True)
    face: int = yield dice(INJURY, 1, victim.table.sides)
    row = injury_row(victim.table, face, victim.injury_plus)
    kind = victim.table.rows[row - 1].kind
    if kind in victim.spared:
        return Ending(Down.MORTAL, False, face)
    return Ending(Down.DEAD if kind == DEATH else Down.MORTAL, False, face, row)


def downed(victim: Victim, *, lethal: bool, traumatised: bool) -> Rule[Ending | None]:
    """Settle what it means that harm leaves a victim without hit points (cities A4, A6, A7).

    None: it lies already, and what doesn't kill changes nothing of that. A minor creature dies, a machine is wrecked;
    further harm kills the mortally wounded, and 0 hit points the frail. A Traumatic Hit in the same fight, this one or
    one before, calls for a major injury.
    """
    if victim.machine:
        return Ending(Down.DEAD)
    if victim.down is Down.MORTAL:
        return Ending(Down.DEAD)
    if not lethal:
        return Ending(Down.INCAPACITATED) if victim.down is Down.UP else None
    if victim.frail or victim.down in (Down.STABLE, Down.COMA):
        return Ending(Down.DEAD)
    if victim.standing is Standing.MINOR:
        return Ending(Down.DEAD)
    if traumatised and victim.injuries:
        return (yield from major_injury(victim))
    return Ending(Down.MORTAL)


def rounds_since(tables: Tables, elapsed_s: int) -> int:
    """Count the full rounds since a victim went down (cities A7)."""
    return elapsed_s // tables.fight.round_s


def stabilise_difficulty(tables: Tables, rounds: int, *, tools: bool, patch: bool = False) -> int:
    """Give the difficulty of stabilising after so many full rounds (cities A7).

    8 and the rounds, 2 more without medical tools; with a trauma patch 6 and the rounds, which is its own tool [R].
    """
    dying = tables.dying
    if patch:
        return dying.patch_difficulty + rounds
    return dying.difficulty + rounds + (0 if tools else dying.no_tools)


def stabilise_check(tables: Tables, healer: CitiesProfile, rounds: int, *, patch: bool = False) -> Check:
    """Make an attempt to stabilise ready: Int/Heal or Dex/Heal, the best two of three dice for a Healer (cities A7)."""
    difficulty = stabilise_difficulty(tables, rounds, tools=healer.tools, patch=patch)
    extra = bool(healer.traits.get("healer"))
    return skill_check(tables, healer, HEAL, HEALS_BY, difficulty, extra_die=extra)._replace(what="stabilise")


def armor_check(tables: Tables) -> Check:
    """Make the one try of biostabilising armour ready: 2d6+2 against 8 (cities A7)."""
    return Check("biostabiliser", 2, 6, (("armour", tables.dying.armor_bonus),), tables.dying.armor_difficulty)


def nursing_check(tables: Tables, healer: CitiesProfile) -> Check:
    """Make the hour's work ready that ends being frail: Heal against 10 (cities A7)."""
    return skill_check(tables, healer, HEAL, HEALS_BY, tables.care.work_difficulty)._replace(what="nursing")


def attempt(check: Check) -> Rule[bool]:
    """Roll one check. Answers whether it is passed."""
    passed: bool = yield request(check)
    return passed


def first_aid(tables: Tables, healer: CitiesProfile) -> Rule[int]:
    """Give first aid: 1d6 and the Heal skill in hit points (cities A7)."""
    care = tables.care
    level = max(0, healer.skills.get(HEAL, 0))
    restored: int = yield dice("first aid", 1, care.aid_sides, level)
    return restored


def may_aid(tables: Tables, healer: CitiesProfile) -> bool:
    """Tell whether a creature knows enough for first aid: Heal-0 (cities A7)."""
    return healer.skills.get(HEAL, tables.numbers.untrained) >= tables.care.aid_skill
