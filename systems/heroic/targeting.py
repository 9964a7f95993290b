"""Targeting: what can't be shot at is refused, the rest of a shot is read off field and creatures (heroic H12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import esper

from fleshwound.components.creature import Item
from fleshwound.components.definitions import Mode, Projectile, Weapon
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.kit import Kit
from fleshwound.components.views import StrikeOption
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import FEET, distance
from fleshwound.systems.heroic.aiming import aims, find_aim
from fleshwound.systems.heroic.arms import Use
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.choices import ONLY_IGNORE, harm_expected
from fleshwound.systems.heroic.contest import contention
from fleshwound.systems.heroic.fighter import Fighter, Reader, seen
from fleshwound.systems.heroic.location import Aim
from fleshwound.systems.heroic.marksmanship import evasion, missile_attack, missile_reactions
from fleshwound.systems.heroic.missile import (
    Band,
    Bystander,
    Shot,
    ShotPlan,
    band_of,
    band_reach,
    band_spread,
    is_thrown,
    shot_harm,
    shot_impact,
)
from fleshwound.systems.heroic.planning import View, acting, asks, plainly, targeted, unaware
from fleshwound.systems.heroic.strike import plan_of
from fleshwound.systems.queries import apart, cell_of, side_of
from fleshwound.systems.sight import between, in_sight

BESIDE = 1
"""Cells within which one stands beside another."""


def kit_of(entity: int) -> Kit:
    """Read what a creature carries besides what it holds."""
    return esper.component_for_entity(entity, Kit)


def projectile_for(known: Mapping[str, Projectile], kit: Kit, mode: Mode) -> Projectile | None:
    """Find the projectile that a mode shoots now: the first of its kind that is left; None: there is none."""
    carried = (known[id] for id in kit.projectiles if id in known)
    return next((projectile for projectile in carried if projectile.kind == mode.projectile), None)


@cache
def aimed_mode(mode: Mode, sides: int) -> Mode:
    """Give a missile mode the zone die of its range band, by which it is aimed (heroic H12)."""
    return replace(mode, spread=sides)


def find_shot(reader: Reader, actor: Fighter, mode: str, limb: object) -> tuple[Use, Item]:
    """Find how an actor shoots or throws with a mode now, and what.

    Raises:
        IntentRefused: it can't.
    """
    if limb is not None:
        raise IntentRefused(Refusal.NO_SUCH_MODE, f"{mode} is held; expected no limb")
    use = actor.stance.shots.get(mode)
    if use is None or use.part is None:
        why = "expected limbs that work, enough of them free, a whole weapon"
        raise IntentRefused(Refusal.MODE_LOST, f"{mode} can't be used now; {why}")
    return use, actor.held.items[use.part]


def find_projectile(reader: Reader, actor: Fighter, mode: Mode) -> Projectile | None:
    """Find what a mode shoots; None: it needs no projectile.

    Raises:
        IntentRefused: none of its kind is left.
    """
    if not mode.projectile:
        return None
    found = projectile_for(reader.projectiles, kit_of(actor.entity), mode)
    if found is None:
        raise IntentRefused(Refusal.NO_AMMUNITION, f"no {mode.projectile} is left; expected one to shoot")
    return found


def planned_shot(reader: Reader, battle: Battle, task: Task, opening: str = "", view: View = plainly) -> ShotPlan:
    """Read everything that a shot or a throw depends on, as it is at this moment (heroic H12).

    `opening` and `view` are as for `planning.planned`.

    Raises:
        IntentRefused: it can't be made, and why.
    """
    actor = acting(reader, battle, task.creature, opening)
    target_id, mode, aim, limb = task.payload
    assert isinstance(target_id, int)
    assert isinstance(mode, str)
    target = view(actor, targeted(reader, battle, actor, target_id))
    use, item = find_shot(reader, actor, mode, limb)
    table = reader.tables
    number = None
    if aim is not None:
        number = find_aim(body_of(target.anatomy), aim, aimed_mode(use.mode, table.missiles.direct_spread))
    projectile = find_projectile(reader, actor, use.mode)
    # What passes comes last, so that an intent which can never be right isn't taken for one that only has to wait.
    if item.unready:
        to_go = f"actions to ready it: {item.unready}"
        raise IntentRefused(Refusal.NOT_READY, f"the weapon isn't ready ({to_go}); expected one that is")
    feet = apart(actor.entity, target.entity) * FEET
    band = band_of(table, use.mode, feet)
    if band is None:
        most = use.mode.range_ft * use.mode.volley
        raise IntentRefused(Refusal.OUT_OF_RANGE, f"the target is {feet} ft off; expected {most} or fewer")
    if number is not None and band is Band.VOLLEY:
        raise IntentRefused(
            Refusal.OUT_OF_RANGE, f"at {feet} ft nothing can be aimed at; expected {use.mode.range_ft} or fewer"
        )
    if not in_sight(battle.field, cell_of(actor.entity), cell_of(target.entity)):
        raise IntentRefused(Refusal.NO_LINE_OF_SIGHT, "something stands between; expected a target in sight")
    encounter, guard = battle.encounter, target.guard
    defences = guard.defences if encounter is not None and guard.round == encounter.round else 0
    made = plan_of(
        actor,
        target,
        use,
        "" if aim is None else str(aim),
        None if number is None else Aim(number, band_spread(table, band)),
        missile_attack(actor.stance, use, item.weapon, evasion(target), actor.guard.setups.get(target_id, 0)),
        ONLY_IGNORE
        if unaware(battle, target, feet // FEET)
        else missile_reactions(target, actor.id, use.mode.opponent_defence, defences),
        False,  # helpless to a melee attacker only (heroic H5)
        battle.asked and asks(actor),
        battle.asked and asks(target),
        contends=contention(table, actor, target, use) if use.mode.seizes else None,
    )
    risked = tuple(
        Bystander(who, battle.asked and asks(who)) for who in at_risk(reader, battle, actor.entity, target.entity)
    )
    return ShotPlan(made, Shot(use, item, projectile, band, feet), risked)


def at_risk(reader: Reader, battle: Battle, shooter: int, target: int) -> list[Fighter]:
    """List who else a shot may hit, by combat id: on their feet, in its line or beside the target [R] (heroic H12).

    Those beside the shooter it shoots past. Who has no body isn't hit.
    """
    here, there = cell_of(shooter), cell_of(target)
    line = {step[0] for step in between(here, there) if len(step) == 1 and distance(step[0], here) > BESIDE}
    found = []
    for entity in battle.roster.values():
        cell = cell_of(entity)
        if entity in (shooter, target) or not (cell in line or distance(cell, there) <= BESIDE):
            continue
        if not battle.ruleset.out(entity) and not battle.ruleset.prone(entity):
            who = seen(reader, battle, entity)
            if not who.anatomy.incorporeal:
                found.append(who)
    return found


def shot_options(reader: Reader, battle: Battle, actor: Fighter, target: Fighter) -> list[StrikeOption]:
    """List the shots and throws that `actor` could make at `target` now: ready, within range, in sight; the best first.

    heroic H12.
    """
    shots = actor.stance.shots
    if not shots or target.anatomy.incorporeal:
        return []
    tables, kit = reader.tables, kit_of(actor.entity)
    feet = apart(actor.entity, target.entity) * FEET
    usable: list[Shot] = []
    for use in shots.values():
        item = actor.held.items[use.part] if use.part is not None else None
        band = band_of(tables, use.mode, feet)
        if item is None or item.unready or band is None:
            continue
        projectile = projectile_for(reader.projectiles, kit, use.mode) if use.mode.projectile else None
        if projectile is not None or not use.mode.projectile:
            usable.append(Shot(use, item, projectile, band, feet))
    if not usable or not in_sight(battle.field, cell_of(actor.entity), cell_of(target.entity)):
        return []
    side = side_of(actor.entity)
    risk = sum(side_of(who.entity) == side for who in at_risk(reader, battle, actor.entity, target.entity))
    options = [option for shot in usable for option in _options(reader, actor, target, kit, shot, risk)]
    return sorted(options, key=lambda option: -option.worth)


def best_shot(
    reader: Reader, battle: Battle, actor: Fighter, target: Fighter, aim: str | int | None, limb: str | None
) -> tuple[str, str | int | None] | None:
    """Choose what to shoot or throw at a target that is beyond all that strikes hand to hand; None: nothing, or nearer.

    As `choices.best_strike` does: the best mode, and an aim if none is named. Where none can shoot now, the first that
    has something to shoot.
    """
    if not actor.stance.shots or limb is not None or apart(actor.entity, target.entity) <= actor.stance.reach:
        return None
    options = shot_options(reader, battle, actor, target)
    if not options:
        # What stands in the way of the shot is what the refusal should tell, not that no blow reaches so far.
        kit = kit_of(actor.entity)
        wanted = (use.mode for use in actor.stance.shots.values() if has_ammunition(reader, kit, use.mode))
        return next(((mode.id, aim) for mode in wanted), None)
    chosen = max(options, key=lambda option: aim is None or option.aim == aim)
    return chosen.mode, chosen.aim if aim is None else aim


def shot_range(reader: Reader, actor: Fighter) -> int:
    """Find the greatest distance, in cells, at which a creature could shoot or throw what it holds; 0: it can't.

    Ready or not; what it has nothing to shoot with doesn't count (heroic H12).
    """
    shots = actor.stance.shots
    if not shots:
        return 0
    kit = kit_of(actor.entity)
    return max((use.reach for use in shots.values() if has_ammunition(reader, kit, use.mode)), default=0)


def has_ammunition(reader: Reader, kit: Kit, mode: Mode) -> bool:
    """Tell whether a missile mode has something to shoot, or needs nothing but itself."""
    return not mode.projectile or projectile_for(reader.projectiles, kit, mode) is not None


def _options(reader: Reader, actor: Fighter, target: Fighter, kit: Kit, shot: Shot, risk: int) -> list[StrikeOption]:
    tables, mode, cover = reader.tables, shot.use.mode, target.stance.cover
    harm = shot_harm(tables, mode, shot.projectile)
    setup = actor.guard.setups.get(target.id, 0)
    mastery = missile_attack(actor.stance, shot.use, shot.item.weapon, evasion(target), setup)
    if harm is None or mastery.automatic is not None:
        return []
    spread = shot_impact(tables, actor.abilities.attributes.get("strength", 0), shot)[0].of.answers
    sides, reach = band_spread(tables, shot.band), band_reach(tables, mode, shot.band)
    disarms = is_thrown(mode) and not fights_on(actor, kit, shot.item)
    aimed = aims(cover.body, aimed_mode(mode, sides)) if sides else ()
    options = []
    for aim, number in (None, None), *aimed:
        where = None if number is None else Aim(number, sides)
        worth = mastery.target * harm_expected(cover, target.injuries.severed, harm, spread[0], spread[-1], where)
        options.append(StrikeOption(mode.id, aim, reach, worth, ranged=True, risk=risk, disarms=disarms))
    return options


def fights(weapon: Weapon) -> bool:
    """Tell whether a weapon is one to fight with hand to hand: no shield, and nothing that shoots [R]."""
    return not weapon.is_shield and not any(mode.projectile for mode in weapon.modes)


def fights_on(actor: Fighter, kit: Kit, but: Item) -> bool:
    """Tell whether a creature still has a weapon to fight with without one item."""
    if any(not item.broken and fights(item.weapon) for item in kit.belt):
        return True
    held = actor.held.items
    parts = [use.part for use in actor.stance.uses if use.part is not None and use.mode.attack]
    return any(held[part] is not but and fights(held[part].weapon) for part in parts)
