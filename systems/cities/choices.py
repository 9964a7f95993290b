"""Choices: what each way to attack is worth against a foe, for minds and menus (cities A3, A4)."""

from __future__ import annotations

from fractions import Fraction

from fleshwound.components.errors import IntentRefused
from fleshwound.components.views import StrikeOption
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import Use, cells_of, is_loaded, uses
from fleshwound.systems.cities.checks import Check
from fleshwound.systems.cities.damage import floor_of, shock_reaches, trauma_check, traumatises
from fleshwound.systems.cities.fighter import Fighter, Reader, seen
from fleshwound.systems.cities.planning import BESIDE, Plan, check_shot, planned, range_cells
from fleshwound.systems.field import distance
from fleshwound.systems.queries import cell_of, side_of

WHOLE = 100
"""What a point of harm is worth."""

ENDS = 3
"""How many times a blow is worth that may end the fight for its target, at the most [R]."""


def chance_of(check: Check) -> Fraction:
    """Give the chance of a check of one die."""
    needed = check.target - check.bonus
    faces = sum(face >= needed for face in range(1, check.sides + 1))
    if check.naturals:
        faces = min(check.sides - 1, max(1, faces))
    return Fraction(faces, check.sides)


def worth_of(plan: Plan) -> int:
    """Estimate the harm of an attack, in hundredths of a point: mean damage, trauma and Shock in it, soak taken off."""
    attack = plan.attack
    force, victim = attack.force, attack.victim
    if victim.machine_immune and not force.wrecks:
        return 0
    mean = Fraction(force.dice * (force.sides + 1), 2) + sum(value for _, value in force.plus)
    mean = max(mean, Fraction(floor_of(force, victim, ac=attack.counts_as)))
    if force.halves:
        mean /= 2
    if traumatises(force, victim):
        mean *= 1 + chance_of(trauma_check(force, victim)) * (force.rating - 1)
    mean = max(Fraction(0), mean - victim.machine_armor)
    # A blow that the pool swallows still wears it down.
    taken = max(mean - victim.soak, mean / 4) if victim.soak else mean
    hits = chance_of(attack.roll)
    worth = hits * taken
    if force.shock is not None and shock_reaches(force.shock, victim, ac=attack.counts_as) and not victim.ignores_first:
        worth += (1 - hits) * max(0, force.shock.points)
    if victim.hit_points and taken >= victim.hit_points:
        worth *= ENDS
    if not force.lethal:
        worth /= 2
    return int(worth * WHOLE)


def melee_options(reader: Reader, battle: Battle, who: Fighter, foe: Fighter) -> list[StrikeOption]:
    """List what a creature could strike a foe with hand to hand, whatever the distance, the best first."""
    found = [
        StrikeOption(use.id, None, BESIDE, worth_of(planned(reader, battle, who, foe, use)))
        for use in uses(who)
        if not use.mode.ranged
    ]
    return sorted(found, key=lambda option: -option.worth)


def shot_options(reader: Reader, battle: Battle, who: Fighter, foe: Fighter) -> list[StrikeOption]:
    """List what a creature could shoot or throw at a foe now, the best first."""
    found: list[StrikeOption] = []
    for use in uses(who):
        if not use.mode.ranged:
            continue
        try:
            check_shot(reader, battle, who, foe, use)
        except IntentRefused:
            continue
        worth = worth_of(planned(reader, battle, who, foe, use))
        risk = friends_near(reader, battle, who, foe, use)
        thrown = use.mode.thrown and use.mode.blast is None
        found.append(StrikeOption(use.id, None, range_cells(reader, use), worth, True, risk, thrown))
    return sorted(found, key=lambda option: -option.worth)


def friends_near(reader: Reader, battle: Battle, who: Fighter, foe: Fighter, use: Use) -> int:
    """Count those of one's own side, oneself among them, that an attack may hurt instead: by a blast, or its cone."""
    side, there, here = side_of(who.entity), cell_of(foe.entity), cell_of(who.entity)
    blast = use.mode.blast
    if blast is None and not use.manner.suppress:
        return 0
    cell_mm = reader.tables.fight.cell_mm
    radius = cells_of(blast.radius_m, cell_mm) if blast is not None else cells_of(use.mode.range_m, cell_mm)
    centre = there if blast is not None else here
    return sum(
        side_of(entity) == side
        and (blast is not None or entity != who.entity)
        and distance(cell_of(entity), centre) <= radius
        and not seen(reader, battle, entity).out
        for entity in battle.roster.values()
    )


def best_use(reader: Reader, battle: Battle, who: Fighter, foe: Fighter, *, melee: bool = False) -> Use | None:
    """Find the best to attack a foe with: of what reaches and is loaded, else of all; None: there is nothing.

    `melee`: hand to hand alone.
    """
    found: list[tuple[bool, int, int, Use]] = []
    away = distance(cell_of(who.entity), cell_of(foe.entity))
    for place, use in enumerate(uses(who)):
        if use.mode.ranged and melee:
            continue
        reaches = away <= (range_cells(reader, use) if use.mode.ranged else BESIDE) and is_loaded(who, use)
        if reaches and use.mode.ranged:
            try:
                check_shot(reader, battle, who, foe, use)
            except IntentRefused:
                reaches = False
        risky = bool(use.mode.ranged and friends_near(reader, battle, who, foe, use))
        worth = worth_of(planned(reader, battle, who, foe, use))
        found.append((reaches and not risky, worth, -place, use))
    return max(found, key=lambda one: one[:3])[3] if found else None
