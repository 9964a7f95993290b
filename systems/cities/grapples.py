"""Grapples as a system: shoving, bringing down, holding, breaking free (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import esper

from fleshwound.components.creature import Anatomy, Conditions, Immobilization, Place
from fleshwound.components.draws import Rule
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import AttackRolled, Grabbed, HoldBroken, Pushed
from fleshwound.components.hitpoints import Down
from fleshwound.components.holds import Hold
from fleshwound.components.ids import SECOND
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import bare_hands, cells_of, free_hands
from fleshwound.systems.cities.attack import attack_check, situation_modifiers
from fleshwound.systems.cities.checks import Check, Named, request
from fleshwound.systems.cities.consequences import end_hold, fall
from fleshwound.systems.cities.contests import Opposed, bearing, opposed, tell_contest
from fleshwound.systems.cities.fighter import (
    Fighter,
    Reader,
    check_able,
    check_action_left,
    check_free,
    of,
    use_action,
)
from fleshwound.systems.cities.force import attack_bonus, fists
from fleshwound.systems.cities.harm import Faces
from fleshwound.systems.cities.planning import BESIDE, check_target, situation, target_of
from fleshwound.systems.drivers import Answered
from fleshwound.systems.field import STEPS, facing
from fleshwound.systems.movement import face
from fleshwound.systems.queries import apart, cell_of, taken_cells
from fleshwound.systems.ruleset import System

SHOVE: Final = "press"
TRIP: Final = "trip"
GRAB: Final = "grab"
FREE: Final = "break_free"
RENEW: Final = "renew"
NAMES: Final = MappingProxyType({SHOVE: "shove", TRIP: "knock down", GRAB: "grapple", FREE: "break free"})
"""What each kind of contest is called."""

STRENGTH: Final = "strength"


class Contention(NamedTuple):
    """How an attempt on a creature's footing or freedom came out."""

    check: Check | None
    """The attack that it begins with; None: it needs none."""
    hit: bool
    active: Named
    passive: Named
    contest: Opposed | None
    """None: the attack missed."""


def contend(what: str, check: Check | None, active: Named, passive: Named) -> Rule[Contention]:
    """Hit for no damage, then measure Strength and skill against the other's (cities A2)."""
    if check is not None and not (yield request(check)):
        return Contention(check, False, active, passive, None)
    return Contention(check, True, active, passive, (yield from opposed(what, active, passive)))


PUSHING: Final = ("punch", "exert")
HOLDING: Final = ("punch",)


class Grapples(System):
    """Resolves shoves, grapples and what frees of them.

    The payload is the other's combat id; of `release` 0 for everybody; of `renew` the victim, the part, the moment.
    """

    kinds = (SHOVE, TRIP, GRAB, FREE, "release", RENEW)
    payloads = MappingProxyType(
        {**dict.fromkeys((SHOVE, TRIP, GRAB, FREE, "release"), tuple[int]), RENEW: tuple[int, int, int]}
    )

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def check(self, battle: Battle, task: Task) -> None:
        """Refuse what can't be tried.

        Raises:
            IntentRefused: why not.
        """
        if task.kind == RENEW:
            return
        who = of(self.reader, battle, task.creature)
        check_able(who)
        if task.kind == "release":
            if not who.conditions.holds:
                raise IntentRefused(Refusal.NOT_HOLDING, "it holds nobody; expected one that does")
            return
        check_action_left(battle, who)
        target = target_of(self.reader, battle, task.payload[0])
        if task.kind == FREE:
            if all(hold.by != target.id for hold in who.conditions.immobilized):
                raise IntentRefused(Refusal.NOT_HELD, "that one doesn't hold it; expected one that does")
            return
        check_free(who)
        check_target(who, target)
        if apart(who.entity, target.entity) > BESIDE:
            raise IntentRefused(Refusal.OUT_OF_REACH, "it is out of reach; expected one beside it")
        if target.trauma.down is not Down.UP:
            raise IntentRefused(Refusal.HELPLESS_TARGET, "it lies helpless; expected one that is up")
        if task.kind == GRAB:
            if not free_hands(who):
                raise IntentRefused(Refusal.NO_FREE_GRIP, "it has no hand free; expected an empty one that works")
            if any(hold.victim == target.id for hold in who.conditions.holds) or not target.anatomy.parts:
                raise IntentRefused(Refusal.HELD, "it holds that one already; expected another")

    def rule(self, battle: Battle, task: Task) -> Rule[Contention] | None:
        """Begin the contest."""
        if task.kind in ("release", RENEW):
            return None
        who = of(self.reader, battle, task.creature)
        target = target_of(self.reader, battle, task.payload[0])
        what = NAMES[task.kind]
        if task.kind == FREE:
            return contend(what, None, bearing(who, HOLDING, STRENGTH), bearing(target, HOLDING, STRENGTH))
        resisting = HOLDING if task.kind == GRAB else PUSHING
        check = self._attack(battle, who, target)
        return contend(what, check, bearing(who, resisting, STRENGTH), bearing(target, resisting, STRENGTH))

    def _attack(self, battle: Battle, who: Fighter, target: Fighter) -> Check:
        mode = fists(self.reader.tables, who.profile)
        changes = situation_modifiers(
            self.reader.tables.attack, situation(self.reader, battle, who, target, bare_hands(mode))
        )
        ac = target.ac_now(battle.now, ranged=False)
        return attack_check(attack_bonus(self.reader.tables, who.profile, mode), changes, ac)

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Make it true."""
        who = of(self.reader, battle, task.creature)
        if task.kind == RENEW:
            self._renew(battle, who, task)
            return
        if task.kind == "release":
            for hold in list(who.conditions.holds):
                if task.payload[0] in (0, hold.victim):
                    end_hold(battle, who.entity, hold, "let go")
            return
        target = target_of(self.reader, battle, task.payload[0])
        use_action(battle, who)
        face(battle, who.entity, target.entity)
        if self._tell(battle, who, target, NAMES[task.kind], facts, Faces(trail)):
            match task.kind:
                case "press":
                    self._drive(battle, who, target)
                case "trip":
                    fall(battle, target, "knocked down")
                case "grab":
                    self._hold(battle, who, target)
                case _:
                    holder = next(hold for hold in target.conditions.holds if hold.victim == who.id)
                    end_hold(battle, target.entity, holder, "broke free")

    def _tell(self, battle: Battle, who: Fighter, target: Fighter, what: str, facts: Contention, faces: Faces) -> bool:
        """Tell of the attack and the contest; whether it was won."""
        if facts.check is not None:
            check = facts.check.told(faces.take(facts.check.what), facts.hit)
            mode = f"unarmed/{what.replace(' ', '_')}"
            battle.emit(AttackRolled(battle.now, who.id, target.id, mode, check, "melee", facts.hit, ""))
        found = facts.contest
        if found is None:
            return False
        tell_contest(battle, who, target, what, (facts.active, facts.passive), found)
        return found.margin > 0

    def _drive(self, battle: Battle, who: Fighter, target: Fighter) -> None:
        """Drive a creature straight away from another, no further than to what stands in the way (cities A2)."""
        place = esper.component_for_entity(target.entity, Place)
        here, there = cell_of(who.entity), (place.x, place.y)
        look = facing(here, there) if here != there else esper.component_for_entity(who.entity, Place).facing
        dx, dy = STEPS[look]
        taken = taken_cells(battle, target.entity)
        tables = self.reader.tables
        path: list[tuple[int, int]] = []
        for _ in range(cells_of(tables.maneuvers.shove_m, tables.fight.cell_mm)):
            cell = (place.x + dx, place.y + dy)
            if cell in taken or not battle.field.open(cell):
                break
            place.x, place.y = cell
            path.append(cell)
        if path:
            battle.stirred = True
            battle.emit(Pushed(battle.now, target.id, who.id, SHOVE, tuple(path)))
            battle.ruleset.moved(battle, target.entity)

    def _hold(self, battle: Battle, who: Fighter, target: Fighter) -> None:
        """Hold a creature by the first of its parts that grip, else by its first."""
        parts = target.anatomy.parts
        part = next((index for index, found in enumerate(parts) if found.holds), 0)
        hands = free_hands(who)[:2]
        limbs = sum(1 << hand for hand in hands)
        due = battle.now + self.reader.tables.fight.round_s * SECOND
        who.conditions.holds.append(Hold(target.id, part, limbs, "unarmed/grapple", BESIDE, due))
        target.conditions.immobilized.append(Immobilization(part, "grappled", who.id))
        battle.agenda.put(due, Task(RENEW, who.id, (target.id, part, due)))
        names = tuple(who.anatomy.parts[hand].id for hand in hands)
        battle.emit(Grabbed(battle.now, target.id, who.id, parts[part].id, names, "unarmed/grapple"))

    def _renew(self, battle: Battle, who: Fighter, task: Task) -> None:
        """Let a hold last another round; nothing has to be tried for it (cities A2)."""
        for hold in who.conditions.holds:
            if (hold.victim, hold.part, hold.renews_at) == task.payload:
                hold.renews_at = battle.now + self.reader.tables.fight.round_s * SECOND
                battle.agenda.put(hold.renews_at, Task(RENEW, who.id, (hold.victim, hold.part, hold.renews_at)))
                return


def part_company(battle: Battle, who: Fighter) -> None:
    """End the holds that a step has put out of reach."""
    for hold in list(who.conditions.holds):
        victim = battle.roster.get(hold.victim)
        if victim is None or apart(who.entity, victim) > hold.reach:
            end_hold(battle, who.entity, hold, "out of reach")
    for caught in list(who.conditions.immobilized):
        holder = battle.roster.get(caught.by or 0)
        if holder is not None and apart(who.entity, holder) > BESIDE:
            for hold in list(esper.component_for_entity(holder, Conditions).holds):
                if hold.victim == who.id:
                    end_hold(battle, holder, hold, "out of reach")


def forget(battle: Battle, creature: int) -> None:
    """End the holds on and of a creature that has left."""
    for entity in battle.roster.values():
        conditions = esper.component_for_entity(entity, Conditions)
        conditions.holds[:] = [hold for hold in conditions.holds if hold.victim != creature]
        for caught in [hold for hold in conditions.immobilized if hold.by == creature]:
            conditions.immobilized.remove(caught)
            part = esper.component_for_entity(entity, Anatomy).of.parts[caught.part].id
            battle.emit(HoldBroken(battle.now, battle.ids[entity], creature, part, "gone"))
