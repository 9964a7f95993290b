"""Dread: tests of fear, and how it passes, as a system (heroic H15)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import esper

from fleshwound.components.creature import Combatant, Shock, ShockCause
from fleshwound.components.draws import Level, Rule
from fleshwound.components.events import FearTested, Roll, ShockDeclined, ShockTested
from fleshwound.components.nerve import Exit, Fear, Nerve
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import Answered
from fleshwound.systems.heroic.consequences import enter_shock
from fleshwound.systems.heroic.d100 import Mastery, rolls
from fleshwound.systems.heroic.fear import FEAR, FearResult, fear_after, frightened, steadied
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.morale import (
    braver,
)
from fleshwound.systems.heroic.nerves import (
    await_fear,
    enter_fear,
    is_brave,
    retake_field,
    roll_of,
    stress,
    word,
)
from fleshwound.systems.heroic.stress import trigger
from fleshwound.systems.queries import apart, side_of
from fleshwound.systems.ruleset import System


class FearTests(System):
    """Tests fear of a source, and whether the afraid compose themselves.

    The payload of `fear` is the source in words, the combat id of the creature it is or None, and what it adds to the
    test; of `compose` the moment it was set for, or nothing where a turn's end brings it.
    """

    kinds = ("fear", "compose")
    payloads = MappingProxyType({"fear": tuple[str, int | None, int], "compose": tuple[int, ...]})

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.tables = reader.tables

    def about(self, task: Task) -> Sequence[int]:
        """List the frightened, and the creature it is frightened of, if its source is one."""
        by = task.payload[1] if task.kind == "fear" else None
        return (task.creature,) if by is None else (task.creature, int(by))

    def rule(self, battle: Battle, task: Task) -> Rule[Any] | None:
        """Test, unless the creature is out of its senses, knows no fear or not that of this source."""
        entity = battle.roster.get(task.creature)
        if entity is None:
            return None
        who = fighter(self.reader, entity)
        if task.kind == "compose":
            return self._composed(battle, who, task)
        source = str(task.payload[0])
        if who.out or who.creature.immunities.fear or source in who.nerve.immune:
            return None
        skill = None if who.creature.immunities.pain else who.stance.shock_skill
        return frightened(self.tables, who.id, self._mastery(who, task), who.shock.state, skill)

    def _mastery(self, who: Fighter, task: Task) -> Mastery:
        mastery = braver(self.tables, who.stance.attribute("will"), brave=is_brave(who.nerve))
        if task.kind == "compose":
            return mastery
        modifier = task.payload[2]
        assert isinstance(modifier, int)
        return mastery.plus("source", modifier)

    def _composed(self, battle: Battle, who: Fighter, task: Task) -> Rule[tuple[Level, Fear]] | None:
        nerve = who.nerve
        if not self._holds(who, task):
            return None
        if nerve.fear is Fear.CATATONIC or (nerve.fear is Fear.AFRAID and not task.payload):
            return steadied(self._mastery(who, task), nerve.fear)
        return None

    def _holds(self, who: Fighter, task: Task) -> bool:
        if who.shock.state >= Shock.UNCONSCIOUS:
            return False
        return not task.payload or task.payload[0] == who.nerve.fear_until

    def commit(self, battle: Battle, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        """Put the creature into the fear it came to, with its psyche stress and its shock."""
        entity = battle.roster.get(task.creature)
        if entity is None:
            return
        who = fighter(self.reader, entity)
        if task.kind == "compose":
            self._compose(battle, who, task, facts, trail)
        elif facts is not None:
            self._frighten(battle, who, task, facts, trail)

    def _frighten(
        self, battle: Battle, who: Fighter, task: Task, result: FearResult, trail: Sequence[Answered]
    ) -> None:
        source, by, _ = task.payload
        assert isinstance(source, str)
        assert by is None or isinstance(by, int)
        nerve = who.nerve
        made = rolls(trail)
        roll = roll_of(trail, FEAR, self._mastery(who, task), result.level)
        battle.emit(FearTested(battle.now, who.id, source, by, roll, word(result.state)))
        if source not in nerve.faced:
            nerve.faced.append(source)
        if result.immune:
            nerve.immune.append(source)
        trigger(battle, who, source)
        stress(battle, who, source, result.psyche)
        state = fear_after(nerve.fear, result.state, at_once=nerve.fear_at == battle.now)
        nerve.fear_at = battle.now
        if state > nerve.fear and result.state is state and state >= Fear.AFRAID and nerve.fear >= Fear.AFRAID:
            nerve.fear_of, nerve.fear_by = source, by
        enter_fear(battle, who, state, source, by, source)
        self._shock(battle, who, result, next((each for each in made if each.what == "shock"), None), by)

    def _shock(self, battle: Battle, who: Fighter, result: FearResult, roll: Roll | None, by: int | None) -> None:
        """Commit the shock that catatonic fear brings (heroic H5)."""
        offer = result.shock
        if offer is None:
            return
        battle.emit(
            ShockTested(battle.now, who.id, FEAR, "", 0, 0, offer.base, roll, offer.after, offer.state.name.lower())
        )
        if result.offered is None or result.taken is None:
            return
        if result.taken is not result.offered:
            battle.emit(ShockDeclined(battle.now, who.id, result.offered.name.lower()))
        cause = ShockCause(FEAR, None, None, 0, 0, False, offer.after, roll, battle.now)
        enter_shock(battle, who, result.taken, cause, by)

    def _compose(self, battle: Battle, who: Fighter, task: Task, facts: Any, trail: Sequence[Answered]) -> None:
        nerve = who.nerve
        if not self._holds(who, task):
            return
        if facts is None:
            if not task.payload:
                return
            lasts = nerve.fear >= Fear.AFRAID and not self._is_clear(battle, who)
            if lasts:
                nerve.fear_until = None  # a turn's end will set it again
            else:
                enter_fear(battle, who, Fear.STEADY, "", None, "time")
                retake_field(battle, who)
            return
        level: Level = facts[0]
        state: Fear = facts[1]
        roll = roll_of(trail, FEAR, self._mastery(who, task), level)
        battle.emit(FearTested(battle.now, who.id, nerve.fear_of, nerve.fear_by, roll, word(state)))
        if state is nerve.fear:
            if nerve.fear is Fear.CATATONIC:
                await_fear(battle, who)
            return
        enter_fear(battle, who, state, nerve.fear_of, nerve.fear_by, "composure")
        retake_field(battle, who)

    def _is_clear(self, battle: Battle, who: Fighter) -> bool:
        return battle.encounter is None or who.nerve.exit is not Exit.NONE or clear_of_source(battle, who)


def clear_now(battle: Battle, who: Fighter) -> None:
    """Note that who is afraid is clear of what it fears: it tests at once, and in any case it passes in time."""
    if who.nerve.fear is Fear.AFRAID and who.nerve.fear_until is None:
        battle.held_up.append(Task("compose", who.id))
    if who.nerve.fear_until is None:
        await_fear(battle, who, clear=True)


def clear_of_source(battle: Battle, who: Fighter) -> bool:
    """Tell whether what a creature fears is gone: left, out of the fight, or out of sight.

    A source that is no creature is gone once it has been faced [R].
    """
    source = None if who.nerve.fear_by is None else battle.roster.get(who.nerve.fear_by)
    return source is None or battle.ruleset.out(source) or apart(who.entity, source) > battle.awareness


def sights(battle: Battle, entity: int) -> list[Task]:
    """List the fear tests that a creature owes as it looks about: of each fearsome foe it is aware of, once."""
    found: list[Task] = []
    for other, foe in battle.roster.items():
        combatant = esper.component_for_entity(foe, Combatant)
        modifier = combatant.creature.fear
        if modifier is None or battle.ruleset.out(foe) or side_of(foe) == side_of(entity):
            continue
        faced = combatant.name in esper.component_for_entity(entity, Nerve).faced
        if not faced and not battle.ruleset.out(entity) and apart(entity, foe) <= battle.awareness:
            found.append(Task("fear", battle.ids[entity], (combatant.name, other, modifier)))
    return found
