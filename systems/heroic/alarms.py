"""Alarms: what calls for a morale test, noted as it happens (heroic H15).

Nothing is looked for: whoever commits a wound, a casualty, an arrival or a lost weapon says so here, and the tests
that follow come at once, as soon as it is committed whole. Morale is tested in a fight; in peace nothing is [R].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import esper

from fleshwound.components.creature import Abilities, Combatant
from fleshwound.components.nerve import Nerve
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.queries import side_of

WOUND: Final = "wound"
HALF_OUT: Final = "half the side out"
LEADER_FELL: Final = "leader fell"
OUTNUMBERED: Final = "outnumbered"
DISARMED: Final = "disarmed"

LEADER: Final = "leader"
"""The trait of who leads its side."""


def alarm(battle: Battle, entity: int, cause: str) -> None:
    """Have a creature's morale tested at this moment."""
    battle.held_up.append(Task("morale", battle.ids[entity], (cause,)))


def wounded(battle: Battle, entity: int) -> None:
    """Note a serious or grievous wound: tested once all is committed, or when its shock has been shaken off."""
    if battle.encounter is not None:
        esper.component_for_entity(entity, Nerve).wounded = True
        alarm(battle, entity, WOUND)


def shaken_off(battle: Battle, entity: int) -> None:
    """Note that a creature's shock is over: a wound that it hasn't answered for is tested now."""
    if battle.encounter is not None and esper.component_for_entity(entity, Nerve).wounded:
        alarm(battle, entity, WOUND)


def disarmed(battle: Battle, entity: int) -> None:
    """Note that a creature lost something it held; whether it is disarmed is judged once all is committed."""
    if battle.encounter is not None and esper.component_for_entity(entity, Combatant).creature.weapons:
        alarm(battle, entity, DISARMED)


def fallen(battle: Battle, tables: Tables, entity: int) -> None:
    """Note that a creature is out of the fight: half its side may be, its leader, or the rest badly outnumbered."""
    if battle.encounter is None:
        return
    side = side_of(entity)
    whole = [other for other in battle.roster.values() if side_of(other) == side]
    able = [mate for mate in whole if mate != entity and not battle.ruleset.out(mate)]
    if not able:
        return
    leader_fell = entity in leaders(battle, side)
    foes = sum(side_of(other) != side and not battle.ruleset.out(other) for other in battle.roster.values())
    outnumbered = badly_outnumbered(tables, len(able), foes) and not badly_outnumbered(tables, len(able) + 1, foes)
    for mate in able:
        nerve = esper.component_for_entity(mate, Nerve)
        # Judged against those who stood at the last test; who has come since counts too.
        stood = max(nerve.stood or len(whole), len(able) + 1)
        if len(able) * tables.morale.half <= stood:
            nerve.stood = len(able)
            alarm(battle, mate, HALF_OUT)
        if leader_fell:
            alarm(battle, mate, LEADER_FELL)
        if outnumbered:
            alarm(battle, mate, OUTNUMBERED)


def arrived(battle: Battle, tables: Tables, entity: int) -> None:
    """Note that a creature came into a fight that is on: those of other sides may be badly outnumbered now."""
    if battle.encounter is None:
        return
    able: dict[str, list[int]] = {}
    for other in battle.roster.values():
        if not battle.ruleset.out(other):
            able.setdefault(side_of(other), []).append(other)
    total = sum(map(len, able.values()))
    for side, own in able.items():
        foes = total - len(own)
        if side == side_of(entity) or not badly_outnumbered(tables, len(own), foes):
            continue
        if not badly_outnumbered(tables, len(own), foes - 1):
            for mate in own:
                alarm(battle, mate, OUTNUMBERED)


def badly_outnumbered(tables: Tables, own: int, foes: int) -> bool:
    """Tell whether so many able foes are badly more than one's own: three to one, or worse [R]."""
    return foes >= tables.morale.outnumbered * own


def leaders(battle: Battle, side: str) -> list[int]:
    """List the leaders of a side, the fallen among them: whoever has the trait `leader`.

    Where nobody has it, the one whose Command is the highest; where several share that, nobody stands out [R].
    """
    members = [entity for entity in battle.roster.values() if side_of(entity) == side]
    named = [e for e in members if LEADER in esper.component_for_entity(e, Combatant).creature.traits]
    if named:
        return named
    commands = {entity: _command(esper.component_for_entity(entity, Abilities).skills) for entity in members}
    highest = max(commands.values(), default=0)
    found = [entity for entity, command in commands.items() if command == highest]
    return found if highest and len(found) == 1 and len(members) > 1 else []


def _command(skills: Mapping[str, int]) -> int:
    return skills.get("command", 0)
