"""Tiny worlds to test the engine in, and what there is to compare of them."""

from __future__ import annotations

from typing import Any

import esper
from toy import Toy, creature

from fleshwound.components.events import Event
from fleshwound.game.combat import Combat


def tiny(seed: int = 1, **options: Any) -> Combat:
    return Combat(rules=options.pop("rules", None) or Toy(), seed=seed, **options)


def duel(seed: int = 1, gap: int = 1, endurance: int = 12, **options: Any) -> tuple[Combat, int, int]:
    """Two blobs, `gap` cells apart; `intents` and `decisions` go to both."""
    control = {name: options.pop(name) for name in ("intents", "decisions") if name in options}
    combat = tiny(seed, **options)
    a = combat.spawn(creature(endurance=endurance), side="red", at=(0, 0), name="a", **control)
    b = combat.spawn(creature(endurance=endurance), side="blue", at=(gap, 0), name="b", **control)
    return combat, a, b


def melee(seed: int = 1, each: int = 3, **options: Any) -> Combat:
    combat = tiny(seed, **options)
    for n in range(each):
        combat.spawn(creature(), side="red", at=(0, n))
        combat.spawn(creature(), side="blue", at=(7, n))
    return combat


def state(combat: Combat) -> dict[int, list[str]]:
    """Every component of every entity of the combat, in words, by combat id; and the items on the ground below 0."""
    before = esper.current_world
    esper.switch_world(combat.world)
    try:
        battle = combat.battle
        entities = {**battle.roster, **{-number: entity for number, entity in battle.ground.items()}}
        return {n: sorted(map(repr, esper.components_for_entity(e))) for n, e in entities.items()}
    finally:
        esper.switch_world(before)


def snapshot(combat: Combat) -> tuple[Any, ...]:
    """All that a refused call may not change."""
    battle = combat.battle
    return (
        combat.digest, combat.now, state(combat), dict(battle.wishes), list(battle.agenda), repr(battle.turn),
        repr(battle.encounter), repr(battle.result), battle.made, battle.items, battle.stirred, dict(battle.ids),
    )  # fmt: skip


def heard(combat: Combat, kind: type[Event] = Event) -> list[Event]:
    """Subscribe to `kind`; the list fills as events are delivered."""
    found: list[Event] = []
    combat.subscribe(kind, found.append)
    return found
