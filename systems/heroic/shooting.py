"""Shooting: the processor that commits shots and throws, from the string to the last consequence (heroic H12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import esper

from fleshwound.components.creature import Item, Lying, Place
from fleshwound.components.definitions import Weapon
from fleshwound.components.draws import Rule
from fleshwound.components.events import ItemThrown, Misfired, ShotLoosed, ShotStrayed
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import Cell
from fleshwound.systems.heroic.d100 import rolls
from fleshwound.systems.heroic.grappling import commit_contest
from fleshwound.systems.heroic.hit_resolution import HitResolution
from fleshwound.systems.heroic.impact import Dealt
from fleshwound.systems.heroic.marksmanship import CROSSBOWS
from fleshwound.systems.heroic.mishap import Control, MishapKind
from fleshwound.systems.heroic.missile import Shot, ShotFacts, ShotPlan, shoot, shot_impact
from fleshwound.systems.heroic.planning import preferred
from fleshwound.systems.heroic.strike import Plan
from fleshwound.systems.heroic.stroke import IMPACT, UNTOUCHED
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.targeting import kit_of, planned_shot
from fleshwound.systems.heroic.wounding import Rolls, commit_blow, commit_mishap, tested_shock
from fleshwound.systems.movement import face
from fleshwound.systems.queries import cell_of


def readying(tables: Tables, weapon: Weapon) -> int:
    """Count the turns' actions that readying a launcher takes: one, of a crossbow two [R] (heroic H12)."""
    missiles = tables.missiles
    return missiles.crossbow_actions if weapon.category == CROSSBOWS else missiles.ready_actions


class Shooting(HitResolution):
    """Resolves shots and throws. The payload is the target's combat id, the mode, the aim or None, and None."""

    kinds = ("shoot",)
    payloads = MappingProxyType({"shoot": tuple[int, str, str | int | None, str | None]})

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse a shot that can't be made.

        Raises:
            IntentRefused: why not.
        """
        battle.seen[task] = self._planned(battle, task)

    def rule(self, battle: Battle, task: Task) -> Rule[Any]:
        """Begin the shot."""
        return shoot(self.tables, self._shot(battle, task))

    def _shot(self, battle: Battle, task: Task) -> ShotPlan:
        # Until it is committed nothing that the plan was read from changes, however often it is read.
        found: ShotPlan | None = battle.seen.get(task)
        if found is None:
            found = battle.seen[task] = self._planned(battle, task)
        return found

    def _planned(self, battle: Battle, task: Task) -> ShotPlan:
        found = planned_shot(self.reader, battle, task)
        return found._replace(plan=preferred(battle, task, found.plan)) if battle.weighs else found

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Commit the whole shot: what flies, the exchange, what it did to the target, to the shooter, and to others."""
        came: ShotFacts = facts
        shot_plan = self._shot(battle, task)
        plan, shot, result = shot_plan.plan, shot_plan.shot, came.strike
        made = Rolls(rolls(trail))
        turn = battle.turn
        if turn is not None and turn.creature == plan.actor.id:
            turn.acted = True
        face(battle, plan.actor.entity, plan.target.entity)
        self._loose(battle, plan, shot)
        self._exchange(battle, plan, result, made)
        self._spend_guard(battle, plan, result)
        if result.breakage is not None:
            self._breakage(battle, plan, result)
        if result.exchange.attack_mishap is MishapKind.MISFIRE:
            self._misfire(battle, plan, shot)
        mishap = result.actor.mishap
        if shot.thrown and (mishap is None or mishap.part is None or mishap.control is Control.KEPT):
            self._throw(battle, plan, shot, stopped=result.exchange.attacker_lands or came.stray is not None)
        told = []
        for who, party, cause in ((plan.target, result.target, "defence"), (plan.actor, result.actor, "attack")):
            if party.mishap is not None:
                stance = who.stance
                mastery = stance.keeping_feet if party.mishap.part is None else stance.keeping_grip
                commit_mishap(battle, who, party.mishap, cause, mastery, made)
            told.append([tested_shock(battle, who, offer, None, made) for offer in party.earlier])
        if result.target is not UNTOUCHED:
            spent = result.spent.count(IMPACT) if result.exchange.advantages > 0 else 0
            dealt = self._dealt(plan, shot, spent)
            commit_blow(battle, plan.actor, plan.target, shot.use, result.target, made, 0, dealt)
            if result.target.contest is not None:
                contest, aim = result.target.contest, result.target.aim
                commit_contest(battle, plan.actor, plan.target, shot.use, aim, contest, made)
            self._suffer(battle, plan.target, plan.actor.id, result.target, made, told[0])
        if result.actor is not UNTOUCHED:
            self._suffer(battle, plan.actor, plan.target.id, result.actor, made, told[1])
        if came.stray is not None:
            other = next(each.who for each in shot_plan.risked if each.who.id == came.stray.creature)
            battle.emit(ShotStrayed(battle.now, plan.actor.id, other.id, plan.target.id))
            party = came.stray.party
            commit_blow(battle, plan.actor, other, shot.use, party, made, 0, self._dealt(plan, shot, 0))
            self._suffer(battle, other, plan.actor.id, party, made, ())

    def _dealt(self, plan: Plan, shot: Shot, advantages: int) -> Dealt:
        strength = plan.actor.abilities.attributes.get("strength", 0)
        return shot_impact(self.tables, strength, shot, advantages)[1]

    def _loose(self, battle: Battle, plan: Plan, shot: Shot) -> None:
        """Take what is shot out of the quiver, and leave the launcher to be readied anew."""
        actor, part = plan.actor, shot.use.part
        assert part is not None
        left = 0
        if shot.projectile is not None:
            carried = kit_of(actor.entity).projectiles
            left = carried[shot.projectile.id] - 1
            if left:
                carried[shot.projectile.id] = left
            else:
                del carried[shot.projectile.id]
        if not shot.thrown:
            self._wants(actor.held.items, part, readying(self.tables, shot.item.weapon))
        battle.emit(
            ShotLoosed(
                battle.now,
                actor.id,
                plan.target.id,
                shot.item.number,
                shot.item.weapon.id,
                shot.use.mode.id,
                "" if shot.projectile is None else shot.projectile.id,
                str(shot.band),
                shot.feet,
                left,
            )
        )

    def _wants(self, items: dict[int, Item], part: int, actions: int) -> Item:
        items[part] = replace(items[part], unready=actions)
        return items[part]

    def _misfire(self, battle: Battle, plan: Plan, shot: Shot) -> None:
        """Have the launcher cleared before it is readied: a round more [R] (heroic H12)."""
        assert shot.use.part is not None
        items = plan.actor.held.items
        item = self._wants(items, shot.use.part, items[shot.use.part].unready + self.tables.missiles.clear_actions)
        battle.emit(Misfired(battle.now, plan.actor.id, item.number, item.weapon.id, item.unready))

    def _throw(self, battle: Battle, plan: Plan, shot: Shot, *, stopped: bool) -> None:
        """Let what was thrown lie where it came down: by whom it hit, else a cell further on if that is open [R]."""
        actor, part = plan.actor, shot.use.part
        assert part is not None
        item = actor.held.items.pop(part)
        actor.moved_on()
        x, y = cell_of(plan.target.entity) if stopped else _beyond(battle, plan)
        battle.ground[item.number] = esper.create_entity(Lying(item), Place(x, y))
        part_id = actor.anatomy.parts[part].id
        battle.emit(ItemThrown(battle.now, actor.id, item.number, item.weapon.id, part_id, x, y))


def _beyond(battle: Battle, plan: Plan) -> Cell:
    """Find the cell behind the target, as the thrower sees it; its own where that isn't open."""
    here, there = cell_of(plan.actor.entity), cell_of(plan.target.entity)
    step = tuple((b > a) - (b < a) for a, b in zip(here, there, strict=True))
    behind = (there[0] + step[0], there[1] + step[1])
    return behind if battle.field.open(behind) else there
