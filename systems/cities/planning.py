"""Planning an attack: whom it is at, with what, and everything that changes its roll (cities A3)."""

from __future__ import annotations

from typing import Final, NamedTuple

import esper

from fleshwound.components.cities import Save
from fleshwound.components.creature import Conditions
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.hitpoints import Down
from fleshwound.components.nerve import Exit
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import MM, Use, cells_of, is_armed, is_loaded, uses
from fleshwound.systems.cities.attack import Attack, Situation, attack_check, situation_modifiers
from fleshwound.systems.cities.fighter import Fighter, Reader, of, seen, victim_of
from fleshwound.systems.cities.force import attack_bonus, counts_as, force_of
from fleshwound.systems.cities.numbers import save_check
from fleshwound.systems.cities.victim import Victim
from fleshwound.systems.field import Cell, distance
from fleshwound.systems.queries import apart, cell_of, side_of
from fleshwound.systems.sight import between, in_sight

SNAP: Final = "snap"
CHARGE: Final = "charge"
DEFENCE: Final = "total defense"
LUCKY: Final = "veterans_luck"
BESIDE: Final = 1
"""Cells at which one strikes hand to hand."""

PART: Final = 1
MOST: Final = 2
"""How much of a target is behind cover."""


class Plan(NamedTuple):
    """An attack to be made: who, with what, and at whom."""

    actor: Fighter
    target: Fighter
    use: Use
    attack: Attack


def find_use(who: Fighter, mode: str) -> Use:
    """Find a way to attack by its mode id.

    Raises:
        IntentRefused: there is none such, or it can't be used now.
    """
    for use in uses(who):
        if use.id == mode:
            return use
    known = ", ".join(use.id for use in uses(who)) or "none, it has nothing to attack with"
    raise IntentRefused(Refusal.NO_SUCH_MODE, f"there is no mode {mode!r} it could use; expected one of {known}")


def check_target(who: Fighter, target: Fighter) -> None:
    """Refuse whom nobody can attack.

    Raises:
        IntentRefused: why not.
    """
    if target.entity == who.entity:
        raise IntentRefused(Refusal.OWN_TARGET, "it can't attack itself; expected another creature")
    if target.anatomy.incorporeal or who.anatomy.incorporeal:
        raise IntentRefused(Refusal.INCORPOREAL_TARGET, "one of them has no body; expected two with bodies")
    if not target.alive:
        raise IntentRefused(Refusal.DEAD_TARGET, "the target is dead; expected a living one")
    if target.resolve.exit is Exit.FLED:
        raise IntentRefused(Refusal.FLED_TARGET, "the target has left the fight; expected one that is in it")


def pressed(reader: Reader, battle: Battle, who: Fighter) -> bool:
    """Tell whether an armed foe stands within melee reach of a creature (cities A3)."""
    here, side = cell_of(who.entity), side_of(who.entity)
    for entity in battle.roster.values():
        if entity != who.entity and side_of(entity) != side and distance(here, cell_of(entity)) <= BESIDE:
            foe = seen(reader, battle, entity)
            if not foe.out and not foe.conditions.prone and is_armed(foe):
                return True
    return False


def check_shot(reader: Reader, battle: Battle, who: Fighter, target: Fighter, use: Use) -> None:
    """Refuse what can't be shot or thrown: too far or too near, out of sight, empty, or with a foe in the way.

    Raises:
        IntentRefused: why not.
    """
    away = apart(who.entity, target.entity)
    most = range_cells(reader, use)
    if away > most:
        raise IntentRefused(Refusal.OUT_OF_RANGE, f"{away} cells away; expected {most} at the most")
    least = cells_of(use.mode.range_min_m, reader.tables.fight.cell_mm)
    if away < least:
        raise IntentRefused(Refusal.OUT_OF_RANGE, f"{away} cells away; expected {least} or more")
    if not in_sight(battle.field, cell_of(who.entity), cell_of(target.entity)):
        raise IntentRefused(Refusal.NO_LINE_OF_SIGHT, "something stands between them; expected a clear line")
    if not is_loaded(who, use):
        raise IntentRefused(Refusal.NOT_READY, "it is empty, or has too few rounds left; expected it to be reloaded")
    if use.mode.two_handed and use.mode.range_m and not use.mode.thrown and pressed(reader, battle, who):
        why = "an armed foe is within reach, and it takes both hands; expected none beside it"
        raise IntentRefused(Refusal.NOT_READY, why)


def range_cells(reader: Reader, use: Use) -> int:
    """Give the greatest distance of a shot or throw, in cells, 1 at least."""
    return max(1, cells_of(max(use.mode.range_m, use.mode.range_max_m), reader.tables.fight.cell_mm))


def check_reach(reader: Reader, battle: Battle, who: Fighter, target: Fighter, use: Use) -> None:
    """Refuse an attack that doesn't reach.

    Raises:
        IntentRefused: why not.
    """
    if use.mode.ranged:
        check_shot(reader, battle, who, target, use)
        return
    away = apart(who.entity, target.entity)
    if away > BESIDE:
        raise IntentRefused(Refusal.OUT_OF_REACH, f"{away} cells away; expected one beside it")


def cover_between(battle: Battle, a: Cell, b: Cell) -> int:
    """Tell how much of a target at `b` is behind cover, seen from `a`: a corner that the line brushes covers part.

    A blocked cell beside the target, towards the attacker, covers most of it where the line only just passes [R].
    """
    blocked = battle.field.blocked
    if not blocked or distance(a, b) <= BESIDE:
        return 0
    brushed = [step for step in between(a, b) if any(cell in blocked for cell in step)]
    if brushed and any(distance(cell, b) <= BESIDE for step in brushed for cell in step if cell in blocked):
        return MOST
    return PART if brushed or _shielded(battle, a, b) else 0


def _shielded(battle: Battle, a: Cell, b: Cell) -> bool:
    """Tell whether a blocked cell stands diagonally before a target, so that part of it can't be seen."""
    dx, dy = (a[0] > b[0]) - (a[0] < b[0]), (a[1] > b[1]) - (a[1] < b[1])
    corners = ((b[0] + dx, b[1]), (b[0], b[1] + dy)) if dx and dy else ()
    return any(cell in battle.field.blocked for cell in corners)


def situation(reader: Reader, battle: Battle, who: Fighter, target: Fighter, use: Use, how: str = "") -> Situation:
    """Read what changes the roll of an attack, `how` it comes about: by a charge, a snap attack (cities A3)."""
    here, there = cell_of(who.entity), cell_of(target.entity)
    away = distance(here, there)
    mode = use.mode
    far = mode.ranged and away * reader.tables.fight.cell_mm > mode.range_m * MM
    conditions = esper.component_for_entity(target.entity, Conditions)
    return Situation(
        ranged=mode.ranged,
        far=far and away > 1,
        cover=cover_between(battle, here, there) if mode.ranged else 0,
        prone=conditions.prone,
        beside=away <= BESIDE or how == CHARGE,
        pressed=mode.ranged and pressed(reader, battle, who),
        snap=how == SNAP,
        charge=how == CHARGE,
        burst=use.manner.burst,
        against_people=mode.against_people if target.profile.human_sized else 0,
        dazed=who.dazed(battle.now),
        blinded=who.blind,
        gunlink=bool(who.profile.traits.get("gunlink")),
    )


def planned(reader: Reader, battle: Battle, who: Fighter, target: Fighter, use: Use, how: str = "") -> Plan:
    """Put an attack together, whether or not it reaches (cities A3, A4)."""
    tables = reader.tables
    victim = victim_of(battle, target)
    ac = victim.ranged_ac if use.mode.ranged else victim.melee_ac
    changes = situation_modifiers(tables.attack, situation(reader, battle, who, target, use, how))
    made = Attack(
        attacker=who.id,
        mode=use.id,
        roll=attack_check(attack_bonus(tables, who.profile, use.mode), changes, ac),
        force=force_of(tables, who.profile, use.mode, use.manner),
        victim=victim,
        least=tables.damage.least,
        counts_as=counts_as(tables, who.profile),
        attacker_lucky=is_lucky(who),
        victim_lucky=is_lucky(target) and target.trauma.down is Down.UP,
    )
    return Plan(who, target, use, made)


def is_lucky(who: Fighter) -> bool:
    """Tell whether a veteran has its luck left in this fight (cities A11)."""
    return bool(who.profile.traits.get(LUCKY)) and not who.footing.lucky


def swept_plan(reader: Reader, battle: Battle, who: Fighter, target: Fighter, use: Use, save: Save) -> Plan:
    """Put together what befalls somebody in a blast or in suppressive fire: a save in place of the roll (cities A4)."""
    tables = reader.tables
    plan = planned(reader, battle, who, target, use)
    victim: Victim = plan.attack.victim
    force = plan.attack.force._replace(shock=None)
    blast = use.mode.blast
    if blast is not None and blast.spares_above is not None and victim.melee_ac > blast.spares_above:
        spared = blast.spares_above - victim.melee_ac
        force = force._replace(plus=(*force.plus, ("melee AC", spared)))
    saved = save_check(tables, target.profile, save, constitution=target.constitution)
    made = plan.attack._replace(force=force, saved=saved, attacker_lucky=False, victim_lucky=False)
    return plan._replace(attack=made)


def target_of(reader: Reader, battle: Battle, payload: object) -> Fighter:
    """Find whom a task is at, by combat id.

    Raises:
        IntentRefused: it takes no part any more.
    """
    if not isinstance(payload, int) or payload not in battle.roster:
        raise IntentRefused(Refusal.NO_TARGET, f"creature {payload} takes no part in this; expected one that does")
    return of(reader, battle, payload)
