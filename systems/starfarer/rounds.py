"""Rounds: action points, action phases, who acts next, several actions at once (starfarer B2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fleshwound.components.draws import Draw, Rule, dice, spread
from fleshwound.components.errors import BadValue
from fleshwound.components.events.tasks import Named
from fleshwound.systems.starfarer.tables import RoundTable, TieBy

KEPT: Final = 4096
"""How many different ties are kept ready made."""


class Standing(NamedTuple):
    """How a creature stands in the round."""

    id: int
    """Combat id."""
    points: int
    """Action points left; may be negative."""
    initiative: int
    dexterity: int


def action_points(table: RoundTable, initiative: int, carried: int) -> Rule[int]:
    """Roll the action points of a round: 1d10, Initiative, and what was carried over (starfarer B2).

    `carried` may be negative: debts carry over as well [R].
    """
    over = carried if table.debts_carry else max(0, carried)
    points: int = yield dice("initiative", 1, table.initiative_sides, initiative + over)
    return points


def may_act(table: RoundTable, points: int) -> bool:
    """Tell whether there is a phase left (starfarer B2)."""
    return points >= table.phase


def foremost(table: RoundTable, standings: Iterable[Standing]) -> tuple[int, ...]:
    """List who acts next, by combat id in rising order (starfarer B2).

    The most action points; of equals the higher Initiative, then Dexterity [R]; several where those tie as well. Empty:
    nobody has a phase left, and the round is over.
    """
    ranked = {it.id: _rank(table, it) for it in standings if may_act(table, it.points)}
    if not ranked:
        return ()
    most = max(ranked.values())
    return tuple(sorted(id for id, rank in ranked.items() if rank == most))


def _rank(table: RoundTable, standing: Standing) -> tuple[int, ...]:
    by = {TieBy.INITIATIVE: standing.initiative, TieBy.DEXTERITY: standing.dexterity}
    return standing.points, *(by[tie] for tie in table.ties)


@lru_cache(KEPT)
def tie(ids: tuple[int, ...]) -> Draw:
    """Ask which of several who tie in everything acts first. Answers a combat id."""
    return Draw("who acts first", spread((id, 1) for id in ids))


def next_to_act(table: RoundTable, standings: Sequence[Standing]) -> Rule[int | None]:
    """Find who has the next phase, by combat id; a tie in everything is rolled off [R]. None: the round is over.

    starfarer B2.
    """
    first = foremost(table, standings)
    if not first:
        return None
    return first[0] if len(first) == 1 else (yield tie(first))


def phases(table: RoundTable, standings: Sequence[Standing]) -> Rule[tuple[int, ...]]:
    """Lay out the phases of a round by combat id, as they come while nobody spends points otherwise (starfarer B2)."""
    left = {standing.id: standing for standing in standings}
    order: list[int] = []
    while (first := (yield from next_to_act(table, list(left.values())))) is not None:
        order.append(first)
        left[first] = left[first]._replace(points=closed(table, left[first].points, (0,)))
    return tuple(order)


def declared(table: RoundTable, points: int, modifiers: Sequence[int]) -> int:
    """Give the action points once the actions of the next phase are declared (starfarer B2).

    `modifiers` are their initiative modifiers, one for each action: the smallest counts now, the others at the phase's
    end.

    Raises:
        BadValue: no action, or several where the rules take one at a time.
    """
    _allowed(table, modifiers)
    return points + (min(modifiers) if table.initiative_modifiers else 0)


def closed(table: RoundTable, points: int, modifiers: Sequence[int], performed: int | None = None) -> int:
    """Give the action points after a phase for which actions of these initiative modifiers were declared.

    The phase is taken off; of several actions each that was `performed` (None: all) costs a point more [R], and all
    modifiers but the smallest are added (starfarer B2).

    Raises:
        BadValue: no action, or several where the rules take one at a time.
    """
    _allowed(table, modifiers)
    left = points - table.phase
    if len(modifiers) > 1:
        left -= table.several_cost * (len(modifiers) if performed is None else performed)
        if table.initiative_modifiers:
            left += sum(modifiers) - min(modifiers)
    return left


def _allowed(table: RoundTable, modifiers: Sequence[int]) -> None:
    if not modifiers:
        raise BadValue("a phase of no action; expected the initiative modifier of one action at least")
    if len(modifiers) > 1 and not table.multiple_actions:
        raise BadValue(f"{len(modifiers)} actions in one phase; expected one, as multiple actions are off")


def ease_of_several(table: RoundTable, actions: int) -> Named:
    """Give what EF of every task loses in a phase of several actions, by name (starfarer B2)."""
    past_first = actions - 1
    return (("several actions", -table.several_ease * past_first),) if past_first > 0 else ()


def may_defend(table: RoundTable, points: int) -> bool:
    """Tell whether there are points left to evade or parry with, for either costs an action [R] (starfarer B1, B2)."""
    return points >= table.defence_from


def defended(table: RoundTable, points: int) -> int:
    """Give the action points after a defence (starfarer B1, B2)."""
    return points - table.defence_cost
