"""Meeting: how a target that thinks for itself chooses among its ways to meet a strike.

Which way comes first is settled before the rule is played: it is one of the things a strike is planned from. So the
rule stays pure, and odds that name no defence are those of the way that is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from fleshwound.components.minds import SIMPLE
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.odds import EVERYTHING, Knowledge
from fleshwound.systems.queries import ai_of


def own_way(battle: Battle, task: Task, target: int, ways: Sequence[str], knowledge: Knowledge = EVERYTHING) -> int:
    """Find which of its ways a target, by entity, would meet a strike by; 0, the ruleset's first, if it thinks simply.

    `task` is the strike as the target sees it come, `ways` what `Ruleset.odds` takes for its defence, ranked by the
    ruleset. What has been chosen is kept till anything changes.
    """
    if not battle.weighs or len(ways) < 2 or ai_of(target) == SIMPLE:
        return 0
    if knowledge is not EVERYTHING:
        return battle.meet(battle, task, ways, knowledge)
    known = Task("met", task.creature, (task.kind, *task.payload, *ways))
    place: int | None = battle.seen.get(known)
    if place is None:
        place = battle.seen[known] = battle.meet(battle, task, ways, knowledge)
    return place
