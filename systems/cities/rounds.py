"""Rounds: initiative, what a turn's beginning and peace bring, how far one goes, who strikes a leaver (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fleshwound.components.cities import Standing
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import InitiativeRolled, SoakRestored, Throw
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.arms import cells_of, is_armed
from fleshwound.systems.cities.care import rest_in_peace
from fleshwound.systems.cities.consequences import let_go
from fleshwound.systems.cities.courage import calm_down
from fleshwound.systems.cities.fighter import Fighter, Reader, seen
from fleshwound.systems.cities.initiative import INITIATIVE, Contender, Place, initiative
from fleshwound.systems.cities.numbers import modifier
from fleshwound.systems.drivers import sample
from fleshwound.systems.field import FEET, Cell, distance
from fleshwound.systems.queries import cell_of, side_of

RANK: Final = 1_000
"""By how much a point of initiative outweighs what breaks ties."""


def order_of_turns(reader: Reader, battle: Battle) -> list[int]:
    """List who takes a turn this round, rolling for those who have no place yet (cities A2).

    A side rolls once for all its members and doesn't roll again; in it the quicker goes first [R]. In the option each
    rolls for itself. Where anybody is caught unaware the first round comes before initiative: all others have it for
    themselves, the quicker first [R].
    """
    able: list[Fighter] = []
    for entity in battle.roster.values():
        who = seen(reader, battle, entity)
        if not who.out:
            able.append(who)
    encounter = battle.encounter
    if encounter is not None and encounter.round == 1 and any(who.footing.unaware for who in able):
        free = [who for who in able if not who.footing.unaware]
        return [who.id for who in sorted(free, key=lambda who: (-_quickness(reader, who), who.id))]
    for who in able:
        who.footing.unaware = False
    _roll(reader, battle, [who for who in able if who.footing.initiative is None])
    ranked = sorted(able, key=lambda who: (-(who.footing.initiative or 0), -_quickness(reader, who), who.id))
    return [who.id for who in ranked]


def _quickness(reader: Reader, who: Fighter) -> int:
    return modifier(reader.tables, who.profile, "dexterity")


def _is_player(who: Fighter) -> bool:
    return who.profile.standing is Standing.PLAYER


def _roll(reader: Reader, battle: Battle, waiting: Sequence[Fighter]) -> None:
    if not waiting:
        return
    table = reader.tables.fight
    groups: dict[str, list[Fighter]] = {}
    for who in waiting:
        if not table.individual_initiative and (of_side := _standing_of(reader, battle, who)) is not None:
            who.footing.initiative = of_side  # one who comes later acts with its side
        else:
            groups.setdefault(str(who.id) if table.individual_initiative else side_of(who.entity), []).append(who)
    # Side initiative: the best modifier in the group; who is no player's has none [cities A2].
    contenders = [
        Contender(
            id,
            max((_quickness(reader, one) for one in group if _is_player(one)), default=0)
            if not table.individual_initiative
            else _quickness(reader, group[0]),
            any(map(_is_player, group)),
        )
        for id, group in groups.items()
    ]
    if contenders:
        places = sample(initiative(table, contenders), battle.streams.rules)
        for rank, place in enumerate(places):
            _take_place(battle, table.initiative_sides, groups[place.contender.id], place, len(places) - rank)


def _standing_of(reader: Reader, battle: Battle, who: Fighter) -> int | None:
    side = side_of(who.entity)
    for entity in battle.roster.values():
        if side_of(entity) == side and (found := seen(reader, battle, entity).footing.initiative) is not None:
            return found
    return None


def _take_place(battle: Battle, sides: int, group: Sequence[Fighter], place: Place, rank: int) -> None:
    contender = place.contender
    # Players win ties, and of others who was listed first; so the order stands in one number.
    for who in group:
        who.footing.initiative = (2 * place.total + contender.players) * RANK + rank
    alone = len(group) == 1 and contender.id == str(group[0].id)
    throw = Throw(INITIATIVE, f"1d{sides}", place.face)
    side = side_of(group[0].entity)
    creature = group[0].id if alone else None
    battle.emit(InitiativeRolled(battle.now, side, creature, throw, contender.dexterity, place.total))


def turn_begun(reader: Reader, battle: Battle, who: Fighter) -> None:
    """End what lasts until one's next turn; a Main Action spent ahead is gone (cities A2)."""
    footing = who.footing
    footing.defending = footing.charging = footing.withdrawing = footing.unaware = False
    assert battle.turn is not None
    round_now = battle.encounter.round if battle.encounter is not None else 0
    if round_now and footing.acted_round == round_now:
        battle.turn.acted = True
    if footing.stunned:
        footing.stunned = False
        battle.turn.acted = True


def peace_fell(reader: Reader, battle: Battle) -> None:
    """Let the fight be over: soak pools are whole, holds end, the broken calm down, rest begins (cities A4, A7)."""
    for entity in battle.roster.values():
        who = seen(reader, battle, entity)
        footing = who.footing
        let_go(battle, who, "the fight is over")
        footing.defending = footing.charging = footing.withdrawing = footing.lucky = False
        footing.stunned = footing.unaware = False
        footing.acted_round = footing.shock_round = footing.screened_round = footing.screened = 0
        footing.screening = footing.initiative = None
        who.trauma.traumatised = False
        if who.points.soaked and who.alive:
            battle.emit(SoakRestored(battle.now, who.id, who.points.soaked))
        who.points.soaked = 0
        calm_down(battle, who)
        if who.alive:
            rest_in_peace(battle, who)


def pace_of(reader: Reader, who: Fighter) -> tuple[int, int]:
    """Give the feet of one Move, and of two: the Main Action may be spent to move again (cities A2)."""
    move = cells_of(who.profile.move_m, reader.tables.fight.cell_mm) * FEET
    return move, 2 * move


def stride_of(reader: Reader, who: Fighter) -> int:
    """Give the feet of move that a cell costs: 5, or what the table says for who crawls [R]."""
    return reader.tables.fight.crawl_ft if who.conditions.prone else FEET


def rise_cost(reader: Reader, who: Fighter) -> int:
    """Give the feet that standing up costs: a Move (cities A2).

    Raises:
        IntentRefused: a ruined leg lets it only crawl.
    """
    if who.lame:
        raise IntentRefused(Refusal.CANNOT_STAND, "a leg of it is ruined; it can only crawl")
    return pace_of(reader, who)[0]


def set_out(
    reader: Reader, battle: Battle, who: Fighter, path: Sequence[Cell], *, begun: bool
) -> tuple[int, Sequence[Task]] | None:
    """Find where a creature first leaves the reach of armed foes, each of whom strikes after it (cities A2)."""
    if battle.encounter is None or who.footing.withdrawing or who.anatomy.incorporeal:
        return None
    side = side_of(who.entity)
    cells = (cell_of(who.entity), *path)
    soonest = len(cells) - 1
    found: list[Task] = []
    for creature, entity in battle.roster.items():
        there = cell_of(entity)
        if side_of(entity) == side or distance(there, cells[0]) > len(path) + 1:
            continue
        leaves = [
            at
            for at in range(int(begun), len(path))
            if distance(there, cells[at]) <= 1 < distance(there, cells[at + 1])
        ]
        if not leaves or leaves[0] > soonest:
            continue
        foe = seen(reader, battle, entity)
        if (
            foe.out
            or foe.footing.unaware
            or foe.conditions.prone
            or foe.conditions.held_fast
            or foe.resolve.broken
            or not is_armed(foe)
        ):
            continue
        if leaves[0] < soonest:
            soonest, found = leaves[0], []
        found.append(Task("free_attack", creature, (who.id,)))
    return (soonest, found) if found else None
