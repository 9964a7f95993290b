"""A toy host that embeds fleshwound beside packages of its own called components, systems and game.

Run as `python main.py`; prints what it saw as one JSON object.
"""

import json
import sys

import esper

import components
import systems
from fleshwound.game import Combat, Strike

TICKS = 100


def fight_elsewhere() -> dict[str, object]:
    """Interleave the host's own world with a fight in a world of its own."""
    esper.switch_world("dungeon")
    burning = systems.Burning()
    esper.add_processor(burning)
    torch = esper.create_entity(components.Torch(TICKS))

    combat = Combat(rules="heroic", seed=7)
    knight = combat.spawn("man_at_arms", side="red", at=(2, 3))
    wolf = combat.spawn("gray_wolf", side="blue", at=(3, 3))
    worlds, events = set(), 0
    for _ in range(TICKS):
        esper.process(0.1)
        combat.step()
        events += len(combat.drain())
        worlds.add(esper.current_world)
    kinds = {type(part).__module__ for part in esper.components_for_entity(torch)}
    return {
        "worlds": sorted(worlds),
        "torch": esper.component_for_entity(torch, components.Torch).left,
        "calls": burning.calls,
        "entities": len(esper.get_component(components.Torch)),
        "kinds": sorted(kinds),
        "events": events,
        "health": [combat.vitals(creature).health for creature in (knight, wolf)],
        "digest": combat.digest,
    }


def fight_here() -> dict[str, object]:
    """Let the fight live in the host's own world, beside its entities; a refused call restores the current world."""
    esper.switch_world("arena")
    burning = systems.Burning()
    esper.add_processor(burning)
    torches = [esper.create_entity(components.Torch(TICKS)) for _ in range(3)]

    combat = Combat(rules="heroic", seed=7, world="arena")
    knight = combat.spawn("man_at_arms", side="red", at=(2, 3))
    wolf = combat.spawn("gray_wolf", side="blue", at=(3, 3))
    esper.switch_world("menu")
    try:
        combat.act(knight, Strike(10**6))
    except Exception as refused:
        error = type(refused).__name__
    else:
        error = ""
    after_error = esper.current_world
    for _ in range(TICKS):
        combat.step()
    after = esper.current_world
    esper.switch_world("arena")
    return {
        "error": error,
        "after_error": after_error,
        "after": after,
        "torches": [esper.component_for_entity(torch, components.Torch).left for torch in torches],
        "health": [combat.vitals(creature).health for creature in (knight, wolf)],
        "digest": combat.digest,
    }


def main() -> None:
    """Play both fights and say where each module came from."""
    seen = {"elsewhere": fight_elsewhere(), "here": fight_here()}
    files = {name: sys.modules[name].__file__ for name in ("components", "systems", "game", "fleshwound.game")}
    print(json.dumps(seen | {"files": files}))
