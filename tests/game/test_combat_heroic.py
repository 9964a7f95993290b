"""The engine with `heroic` in it: bad input, decisions, handlers that meddle."""

from __future__ import annotations

from collections.abc import Callable

import esper
import pytest
from invariants import Watch
from tiny import heard, snapshot, state

from fleshwound.components.creature import Anatomy, Held, Injuries, Injury, InjuryKind, Place, Shock, ShockState
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Question
from fleshwound.components.errors import DecisionError, DespawnedCreature, IntentRefused, Refusal
from fleshwound.components.events import EVENTS, Event
from fleshwound.game import Combat, Move, PickUp, Rest, Sleep, Stand, StopBleeding, Strike, Treat, Wait


def two(seed: int = 1, gap: int = 1, **control: str) -> tuple[Combat, int, int]:
    combat = Combat("heroic", seed, size=(20, 20))
    a = combat.spawn("man_at_arms", side="red", at=(2, 2), **control)
    b = combat.spawn("gray_wolf", side="blue", at=(2 + gap, 2), **control)
    return combat, a, b


def apart(combat: Combat, a: int, b: int) -> int:
    one, other = combat.component(a, Place), combat.component(b, Place)
    return max(abs(one.x - other.x), abs(one.y - other.y))


def sides(seed: int = 1) -> Combat:
    combat = Combat("heroic", seed, size=(20, 20), round_limit=60)
    for n, kind in enumerate(["man_at_arms", "dire_wolf", "brigand", "gray_wolf", "brigand", "gray_wolf"]):
        combat.spawn(kind, side=("red", "blue")[n % 2], at=(4 + 5 * (n % 2), 2 + n))
    return combat


Call = Callable[[Combat, int, int], object]

REFUSED: list[tuple[str, Call, Refusal]] = [
    ("a mode it hasn't", lambda c, a, b: c.act(a, Strike(b, mode="trident/jab")), Refusal.NO_SUCH_MODE),
    ("a part that isn't there", lambda c, a, b: c.act(a, Strike(b, aim="third_arm")), Refusal.NO_SUCH_AIM),
    ("a zone number past the last", lambda c, a, b: c.act(a, Strike(b, aim=99)), Refusal.NO_SUCH_AIM),
    ("itself", lambda c, a, b: c.act(a, Strike(a)), Refusal.OWN_TARGET),
    ("nobody", lambda c, a, b: c.act(a, Strike(12345)), Refusal.NO_TARGET),
    ("too far", lambda c, a, b: c.act(a, Strike(c.creatures[2])), Refusal.OUT_OF_REACH),
    ("up already", lambda c, a, b: c.act(a, Stand()), Refusal.ALREADY_UP),
    ("nobody bleeds", lambda c, a, b: c.act(a, StopBleeding(a)), Refusal.NOT_BLEEDING),
    ("a wound that isn't there", lambda c, a, b: c.act(a, Treat(a, 3)), Refusal.FIGHTING),
    ("nothing to treat", lambda c, a, b: c.act(a, Treat(a)), Refusal.NOTHING_TO_TREAT),
    ("no rest in a fight", lambda c, a, b: c.act(a, Rest()), Refusal.FIGHTING),
    ("nothing lies there", lambda c, a, b: c.act(a, PickUp()), Refusal.NO_SUCH_ITEM),
    ("no item of that number", lambda c, a, b: c.act(a, PickUp(77)), Refusal.NO_SUCH_ITEM),
    ("off the map", lambda c, a, b: c.act(a, Move((20, 2))), Refusal.OUT_OF_BOUNDS),
    ("a patient that isn't there", lambda c, a, b: c.act(a, StopBleeding(12345)), Refusal.NO_TARGET),
    ("nothing these rules know", lambda c, a, b: c.act(a, object()), Refusal.UNSUPPORTED),  # type: ignore[arg-type]  # what a host may pass
]


@pytest.mark.parametrize(("call", "why"), [pytest.param(call, why, id=name) for name, call, why in REFUSED])
def test_a_refused_intent_says_why_and_changes_nothing(call: Call, why: Refusal) -> None:
    combat, a, b = two(intents="host")
    combat.spawn("gray_wolf", side="blue", at=(15, 15), intents="host")
    while combat.actor != a:
        combat.step()
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        call(combat, a, b)
    assert refused.value.why is why
    assert snapshot(combat) == before


@pytest.mark.parametrize("state", [Shock.INCAPACITATED, Shock.UNCONSCIOUS])
@pytest.mark.parametrize(
    "intent", [Strike(2), Move((9, 9)), Stand(), StopBleeding(1), Treat(1), Rest(), Sleep(), PickUp(), Wait()]
)
def test_whoever_is_incapacitated_or_worse_takes_no_actions(state: Shock, intent: object) -> None:
    combat, a, _ = two(intents="host")
    combat.step()
    combat.component(a, ShockState).state = state
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, intent)  # type: ignore[arg-type]  # each is an intent
    assert refused.value.why is Refusal.CANNOT_ACT
    assert snapshot(combat) == before


def test_a_mode_lost_with_its_limb_is_refused_as_lost() -> None:
    combat, a, b = two(intents="host")
    while combat.actor != a:
        combat.step()
    anatomy = combat.component(a, Anatomy).of
    injuries = combat.component(a, Injuries)
    for number, part in enumerate((i for i, part in enumerate(anatomy.parts) if part.holds), start=1):
        location = next(i for i, each in enumerate(anatomy.locations) if each.part == part)
        injuries.entries.append(Injury(number, InjuryKind.WOUND, location, 4, Aspect.EDGED, None, 0, None, "forged"))
        injuries.made = number
    held = combat.component(a, Held)
    weapon = next(iter(held.items.values())).weapon
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Strike(b, mode=weapon.modes[0].id))
    assert refused.value.why is Refusal.MODE_LOST
    assert snapshot(combat) == before


@pytest.mark.parametrize("seed", range(4))
def test_answering_as_the_policy_does_gives_the_same_fight(seed: int) -> None:
    auto, asked = sides(seed), sides(seed)
    for entity in asked.creatures:
        asked.control(entity, decisions="ask")
    auto.run()
    questions = set()
    while asked.result is None:
        asked.run()
        while asked.decisions:
            (decision,) = asked.decisions
            questions.add(decision.question)
            with pytest.raises(DecisionError):
                asked.answer(decision, "no such choice")
            asked.answer(decision, decision.options[0])
    assert asked.digest == auto.digest
    assert Question.DEFENCE in questions


@pytest.mark.parametrize("seed", range(3))
def test_how_time_is_cut_up_changes_nothing(seed: int) -> None:
    found = []
    for steps in ([7200], [60] * 120, [0.75] * 400 + [6900]):
        combat = sides(seed)
        for seconds in steps:
            combat.advance(seconds)
        found.append((combat.now, combat.digest, state(combat)))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_a_handler_may_despawn_whomever_an_event_names(kind: type[Event]) -> None:
    """At the first and the fifth such event of a fight; the invariants hold afterwards."""
    for seed in range(3):
        combat = sides(seed)
        watch = Watch(combat, f"seed {seed}")
        count = 0

        def remove(event: Event, combat: Combat = combat) -> None:
            nonlocal count
            count += 1
            if count in (1, 5):
                for name in ("target", "creature", "attacker", "by"):
                    entity = combat.battle.roster.get(getattr(event, name, None) or 0)
                    if entity is not None:
                        combat.despawn(entity)

        combat.subscribe(kind, remove)
        watch.fight(hours=1)


def test_a_handler_may_strike_back_out_of_an_event_of_its_own_turn() -> None:
    combat, a, b = two(intents="host")
    events = heard(combat)
    foe = {a: b, b: a}

    def play(event: Event) -> None:
        if type(event).__name__ == "TurnBegan":
            me = combat.entity(event.creature)  # type: ignore[attr-defined]  # a TurnBegan has one
            if combat.vitals(me).can_act and not combat.vitals(me).fleeing and apart(combat, me, foe[me]) == 1:
                combat.act(me, Strike(foe[me]))

    combat.subscribe(Event, play)
    combat.run()
    assert combat.result is not None
    assert {type(e).__name__ for e in events} >= {"ExchangeFought", "FightEnded"}


def test_the_hosts_world_is_the_current_one_again_whatever_happens() -> None:
    esper.switch_world("a host's")
    try:
        combat, a, b = two()
        combat.step()
        for wrong in (lambda: combat.act(a, Strike(99)), lambda: combat.vitals(99), lambda: combat.advance(-1)):
            with pytest.raises((IntentRefused, DespawnedCreature, ValueError)):
                wrong()
            assert esper.current_world == "a host's"
        assert combat.vitals(b).alive
    finally:
        esper.switch_world("default")
        esper.delete_world("a host's")
