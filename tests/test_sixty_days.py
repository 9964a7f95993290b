"""A thousand random fights between random creatures, and sixty days of what comes after each (heroic).

Every fight ends. Sixty days on every living creature is healed, maimed, or still under a named affliction with its
next test on the agenda. Each instant is watched for what must never happen (`invariants`), and everyone every few days.
1 000 fights in a long run, 100 in an ordinary one; a failure names its seed, and `SIXTY=17 pytest
tests/test_sixty_days.py` goes through that one alone.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Final

import pytest
from invariants import Watch

from fleshwound.components.creature import (
    Anatomy,
    Bleeding,
    Fatigue,
    FatigueKind,
    Injuries,
    InjuryKind,
    Shock,
    ShockState,
)
from fleshwound.components.errors import BadValue
from fleshwound.components.ids import DAY
from fleshwound.components.nerve import Nerve
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped

pytestmark = pytest.mark.sample

ORDINARY: Final = 100
LONG: Final = 1_000
CHUNKS: Final = 10
DAYS: Final = 60
LOOKS: Final = 4
"""Days from one look at everyone to the next."""
ROUNDS: Final = 60

TESTED_BY: Final = {
    InjuryKind.WOUND: "heal",
    InjuryKind.INFECTION: "infection",
    InjuryKind.EXTENDED_SHOCK: "course",
    InjuryKind.COMA: "course",
}
"""The kind of task that an entry's next test is."""


def fight(seed: int) -> Combat:
    """One to three creatures of a kind against as many of another, as they come; a physician follows some of them."""
    dice = Random(f"sixty days/{seed}")

    def between(least: int, most: int) -> int:
        return least + int(dice.random() * (most - least + 1))

    combat = Combat(seed=seed, size=(16, 10), round_limit=ROUNDS)
    kinds = sorted(shipped().under("heroic").creatures)
    for side, x in (("red", 2), ("blue", 10)):
        kind = kinds[between(0, len(kinds) - 1)]
        followed = ["physician"] if between(0, 1) else []
        for name in [kind] * between(1, 3) + followed:
            for _ in range(50):
                try:
                    combat.spawn(name, side=side, at=(x + between(0, 3), between(0, 9)))
                except BadValue:
                    continue
                break
    return combat


def convalescence(combat: Combat, watch: Watch) -> None:
    """Let sixty days pass, watched instant by instant, and everyone every few days."""
    until = combat.now + DAYS * DAY
    while combat.now < until:
        day = min(until, combat.now + LOOKS * DAY)
        while (due := combat.battle.agenda.next_due()) is not None and due <= day:
            combat.step()
            watch.look()
        combat.advance((day - combat.now) / 1_000_000)
        watch.look(everyone=True)


def fate(combat: Combat, entity: int) -> str:
    """What has become of a creature: one word; fails where it is under something that nothing will ever end."""
    number = combat.id_of(entity)
    if not combat.vitals(entity).alive:
        return "dead"
    pending = {(e.task.kind, e.task.payload) for e in combat.battle.agenda if e.task.creature == number}
    kinds = {kind for kind, _ in pending}
    injuries, shock = combat.component(entity, Injuries), combat.component(entity, ShockState)
    for entry in injuries.entries:
        assert (TESTED_BY[entry.kind], (entry.number,)) in pending, f"nothing ever comes of {entry}"
    for bleeder in combat.component(entity, Bleeding).bleeders:
        assert ("bleed", (bleeder.injury,)) in pending, f"nothing ever comes of {bleeder}"
    if shock.state is not Shock.NONE:
        held = {InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA} & {entry.kind for entry in injuries.entries}
        assert held or shock.retest_at is not None, f"it stays {shock.state.name}"
        return "in shock"
    fatigue = combat.component(entity, Fatigue)
    for condition in combat.component(entity, Nerve).psyche:
        assert ("psyche", (condition.number, condition.due)) in pending, f"nothing ever comes of {condition}"
    if any(entry.kind is InjuryKind.INFECTION for entry in injuries.entries):
        return "infected"
    if injuries.entries:
        return "wounded"
    lasting = [e for e in fatigue.entries if e.kind is not FatigueKind.WEAKNESS]
    assert not lasting or "recover" in kinds, f"it never recovers of {lasting}"
    if injuries.severed or any(injuries.permanent.values()):
        assert all(0 <= part < len(combat.component(entity, Anatomy).of.parts) for part in injuries.permanent)
        return "maimed"
    if combat.component(entity, Nerve).psyche:
        return "troubled"
    assert not fatigue.entries, f"it stays tired: {fatigue.entries}"
    assert combat.vitals(entity).health == 100
    return "healed"


def sixty_days(seed: int) -> Counter[str]:
    try:
        combat = fight(seed)
        watch = Watch(combat, f"SIXTY={seed}")
        watch.fight()
        assert combat.result is not None, "the fight never ends"
        convalescence(combat, watch)
        return Counter(fate(combat, entity) for entity in combat.creatures)
    except Exception as failure:
        failure.add_note(f"this was SIXTY={seed}")
        raise


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_fight_ends_and_sixty_days_on_everyone_is_dead_healed_maimed_or_under_something_that_goes_on(
    chunk: int, long: bool
) -> None:
    chosen = os.environ.get("SIXTY")
    seeds = range(chunk, LONG if long else ORDINARY, CHUNKS)
    if chosen:
        seeds = range(int(chosen), int(chosen) + 1) if chunk == 0 else range(0)
    fates = Counter[str]()
    for seed in seeds:
        fates += sixty_days(seed)
    print(dict(fates))
    assert chosen or (fates["dead"] and fates["healed"])


def test_sixty_days_are_the_same_in_one_stride_as_day_by_day() -> None:
    for seed in (3, 14, 25):
        straight, daily = fight(seed), fight(seed)
        straight.run()
        daily.run()
        straight.advance(DAYS * 86_400)
        for _ in range(DAYS):
            daily.advance(86_400)
        assert straight.digest == daily.digest, f"SIXTY={seed}"
