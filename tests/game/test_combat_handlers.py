"""Handlers that do what they like, at any event: no exception, and the log equals the state."""

from __future__ import annotations

import pytest
from tiny import duel, heard, melee, tiny
from toy import HitPoints, creature

from fleshwound.components.creature import Place
from fleshwound.components.errors import HandlerLoop, Reentered
from fleshwound.components.events import (
    Despawned,
    Died,
    EncounterBegan,
    EncounterEnded,
    Event,
    FightEnded,
    HealthLost,
    Moved,
    RoundBegan,
    Spawned,
    StrikeLanded,
    StrikeMissed,
    TurnBegan,
    TurnEnded,
)
from fleshwound.components.intents import Move, Strike
from fleshwound.game.combat import Combat

KINDS = [
    Spawned, EncounterBegan, RoundBegan, TurnBegan, Moved, StrikeLanded, StrikeMissed, HealthLost, Died, TurnEnded,
    EncounterEnded, FightEnded, Despawned,
]  # fmt: skip


def named_by(event: Event, who: str) -> int | None:
    fields = {"actor": ("attacker", "creature", "by"), "target": ("target", "creature")}[who]
    return next((getattr(event, name) for name in fields if getattr(event, name, None)), None)


def log_equals_state(combat: Combat, events: list[Event]) -> None:
    """Play the log by itself and compare where everyone is and what is left of them."""
    here: dict[int, tuple[int, int]] = {}
    left: dict[int, int] = {}
    for event in events:
        match event:
            case Spawned(creature=one, x=x, y=y):
                here[one] = (x, y)
            case Despawned(creature=one):
                del here[one]
                left.pop(one, None)
            case Moved(creature=one, path=path):
                here[one] = path[-1]
            case HealthLost(creature=one, left=points):
                left[one] = points
    now = {combat.id_of(e): combat.component(e, Place) for e in combat.creatures}
    assert {n: (place.x, place.y) for n, place in now.items()} == here
    for n, points in left.items():
        assert combat.component(combat.entity(n), HitPoints).left == points
    deaths = [e.creature for e in events if isinstance(e, Died)]
    assert len(deaths) == len(set(deaths))


@pytest.mark.parametrize("who", ["actor", "target", "everyone"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("nth", [1, 3])
def test_a_handler_may_despawn_whom_it_likes_at_any_event(kind: type[Event], who: str, nth: int) -> None:
    combat = melee(6, each=3)
    events = heard(combat)
    count = 0

    def remove(event: Event) -> None:
        nonlocal count
        count += 1
        if count != nth:
            return
        chosen = combat.creatures[:4] if who == "everyone" else [combat.battle.roster.get(named_by(event, who) or 1)]
        for entity in chosen:
            if entity is not None:
                combat.despawn(entity)
                combat.despawn(entity)

    combat.subscribe(kind, remove)
    if kind is Spawned or kind is Despawned:
        for n in range(3):
            combat.despawn(combat.spawn(creature(), side="green", at=(20 + n, 0)))
    combat.run()
    combat.advance(600)
    assert combat.result is not None
    log_equals_state(combat, combat.drain())
    assert len(events) >= count


@pytest.mark.parametrize("decisions", ["auto", "ask"])
def test_a_handler_may_despawn_all_the_time(decisions: str) -> None:
    """At every seventh event, whoever it names; new ones come in for them."""
    combat = melee(8, each=4)
    for entity in combat.creatures:
        combat.control(entity, decisions=decisions)
    count = 0

    def meddle(event: Event) -> None:
        nonlocal count
        count += 1
        entity = combat.battle.roster.get(named_by(event, "target") or 0)
        if count % 7 == 0 and entity is not None:
            combat.despawn(entity)
        if count % 31 == 0 and count < 400:
            combat.spawn(creature(), side=("red", "blue")[count % 2], at=(count, 50), decisions=decisions)

    combat.subscribe(Event, meddle)
    while combat.result is None and combat.creatures:
        combat.run()
        while combat.decisions:
            combat.answer(combat.decisions[0], combat.decisions[0].options[-1])
    log_equals_state(combat, combat.drain())


def test_a_handler_sees_the_commit_whole() -> None:
    """Every event of a blow comes when all that the blow did is done."""
    combat = melee(2)
    seen: list[bool] = []

    def look(event: StrikeLanded) -> None:
        target = combat.entity(event.target)
        lost = [e for e in combat.battle.outbox.undrained if isinstance(e, HealthLost) and e.creature == event.target]
        seen.append(combat.component(target, HitPoints).left == lost[-1].left)

    combat.subscribe(StrikeLanded, look)
    combat.run()
    assert len(seen) > 5
    assert all(seen)


def test_a_handler_may_have_a_creature_act_on_its_turn() -> None:
    """A host in one line: whoever's turn it is strikes back."""
    combat, a, b = duel(5, intents="host")
    foe = {a: b, b: a}

    def play(event: TurnBegan) -> None:
        me = combat.entity(event.creature)
        combat.act(me, Strike(foe[me]))

    combat.subscribe(TurnBegan, play)
    by_ai, *_ = duel(5)
    assert combat.run() == by_ai.run()
    assert combat.digest == by_ai.digest


@pytest.mark.parametrize("call", [lambda c: c.advance(1), lambda c: c.step(), lambda c: c.run()])
def test_time_can_not_pass_while_it_passes(call: object) -> None:
    combat, *_ = duel()
    assert callable(call)
    caught: list[Exception] = []

    def hurry(event: TurnBegan) -> None:
        try:
            call(combat)
        except Reentered as error:
            caught.append(error)

    combat.subscribe(TurnBegan, hurry)
    undisturbed, *_ = duel()
    undisturbed.run()
    combat.run()
    assert caught
    assert combat.digest == undisturbed.digest


def test_a_handler_that_answers_its_own_events_without_end_is_cut() -> None:
    combat = tiny()
    a = combat.spawn(creature(), side="red", at=(0, 0))
    combat.subscribe(Moved, lambda event: combat.act(a, Move((event.path[-1][0] + 1, 0))))
    with pytest.raises(HandlerLoop):
        combat.act(a, Move((1, 0)))
    log_equals_state(combat, combat.drain())


def test_a_despawned_creature_stays_away_and_its_id_is_never_used_again() -> None:
    combat, a, b = duel()
    combat.despawn(a)
    before = combat.digest
    combat.despawn(a)
    assert combat.digest == before
    c = combat.spawn(creature(), side="red", at=(0, 0), name="a")
    assert combat.id_of(c) == 3
    assert combat.creatures == (b, c)
