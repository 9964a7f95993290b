"""What a blow does: damage, the least it does by Shock, the Trauma Die, soak (cities A4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from fleshwound.components.cities import ShockRating
from fleshwound.components.draws import Rule, dice
from fleshwound.systems.cities.checks import Check, Named, request
from fleshwound.systems.cities.dying import Ending, downed
from fleshwound.systems.cities.victim import Victim

DAMAGE: Final = "damage"
TRAUMA: Final = "trauma"


class Force(NamedTuple):
    """What a weapon does to whom it hits."""

    dice: int
    """Damage dice; 0: none."""
    sides: int
    plus: Named
    """Added to the damage, by name: the weapon's own, the attribute's, the skill's, what an edge gives."""
    shock: ShockRating | None = None
    """Shock as it is dealt: attribute modifier and bonuses that say so are in the points."""
    trauma_sides: int = 0
    """Sides of the Trauma Die; 0: it has none."""
    trauma_plus: int = 0
    rating: int = 1
    """What a Traumatic Hit multiplies by."""
    lethal: bool = True
    halves: bool = False
    """Whether it deals half damage, rounded down."""
    firearm: bool = False
    wrecks: bool = False
    """Whether it is built to wreck machines."""


class Wound(NamedTuple):
    """What came of one blow, from its dice to its last consequence."""

    rolled: int | None
    """What the damage dice showed; None: Shock alone."""
    floor: int
    """The least it does by Shock; 0: nothing."""
    damage: int
    """Before the Trauma Die."""
    traumatic: bool | None
    """How the Trauma Die came out; None: it wasn't rolled."""
    total: int
    """After it."""
    armored: int
    """Taken off by the armour of a machine."""
    soaked: int
    """Taken by the soak pool."""
    through: int
    """What is left to hurt."""
    lost: int
    """Hit points lost."""
    ending: Ending | None
    """What 0 hit points came to; None: it stays up, or as it lay."""
    shock_ignored: bool = False
    """Whether a shield or the like has ignored its first Shock of the round."""


def shock_reaches(shock: ShockRating | None, victim: Victim, *, ac: int | None = None) -> bool:
    """Tell whether Shock is able to hurt a victim, whatever it has that ignores the first (cities A4).

    `ac` is what the victim counts as instead of its own Melee AC, where that is lower.
    """
    if shock is None or victim.shock_immune:
        return False
    counted = victim.melee_ac if ac is None else min(ac, victim.melee_ac)
    return shock.ac is None or counted <= shock.ac


def traumatises(force: Force, victim: Victim) -> bool:
    """Tell whether the Trauma Die is rolled (cities A4)."""
    if not force.lethal or not force.trauma_sides or not victim.traumatisable:
        return False
    if victim.machine:
        return force.wrecks or (force.firearm and victim.small_machine)
    return True


def trauma_check(force: Force, victim: Victim) -> Check:
    """Make the Trauma Die ready: it is held against the target's own Trauma Target (cities A4)."""
    plus: Named = (("weapon and edge", force.trauma_plus),) if force.trauma_plus else ()
    return Check(TRAUMA, 1, force.trauma_sides, plus, victim.trauma_target)


def struck(force: Force, victim: Victim, floor: int = 0, least: int = 0) -> Rule[Wound]:
    """Hit a victim: dice, the floor of Shock, the Trauma Die, soak, 0 hit points, in that order (cities A4).

    `floor` is the Shock that a miss would have done, 0 for none; `least` the least damage of any hit.
    """
    rolled: int = yield dice(DAMAGE, force.dice, force.sides)
    damage = max(least, rolled + sum(value for _, value in force.plus))
    if force.halves:
        damage //= 2
    damage = max(damage, floor)
    traumatic = None
    total = damage
    if traumatises(force, victim):
        traumatic = bool((yield request(trauma_check(force, victim))))
        if traumatic:
            total = damage * force.rating
    return (yield from _hurt(force, victim, Wound(rolled, floor, damage, traumatic, total, 0, 0, 0, 0, None)))


def shocked(force: Force, victim: Victim, *, ac: int | None = None) -> Rule[Wound | None]:
    """Miss a victim that Shock may hurt all the same; None: it doesn't (cities A4).

    Never traumatic; soak takes it like any weapon's damage [R]. What ignores the first Shock of a round is spent on it.
    """
    if force.shock is None or not shock_reaches(force.shock, victim, ac=ac):
        return None
    points = max(0, force.shock.points)
    if victim.ignores_first:
        return Wound(None, points, 0, None, 0, 0, 0, 0, 0, None, shock_ignored=True)
    return (yield from _hurt(force, victim, Wound(None, points, points, None, points, 0, 0, 0, 0, None)))


def floor_of(force: Force, victim: Victim, *, ac: int | None = None) -> int:
    """Give the least that a hit does: the Shock a miss would have done (cities A4).

    0 where an unspent shield would ignore it, which a hit doesn't spend [R].
    """
    if force.shock is None or victim.ignores_first or not shock_reaches(force.shock, victim, ac=ac):
        return 0
    return max(0, force.shock.points)


def _hurt(force: Force, victim: Victim, wound: Wound) -> Rule[Wound]:
    """Take off armour and soak, then hit points; at 0 settle what that means."""
    harmless = victim.machine_immune and not force.wrecks
    armored = wound.total if harmless else min(wound.total, victim.machine_armor)
    left = wound.total - armored
    soaked = min(left, victim.soak)
    through = left - soaked
    lost = min(through, victim.hit_points)
    ending = None
    if through and through >= victim.hit_points:
        traumatised = victim.traumatised or bool(wound.traumatic)
        ending = yield from downed(victim, lethal=force.lethal, traumatised=traumatised)
    return wound._replace(armored=armored, soaked=soaked, through=through, lost=lost, ending=ending)
