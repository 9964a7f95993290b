"""Holds and contests through the public door: minds, saves at any instant, replays, choices, whole fights watched."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from invariants import Watch

from fleshwound.components.creature import Conditions, Held
from fleshwound.components.events import ActRefused, Event, ExchangeFought, Grabbed, ItemSeized, TrialMade
from fleshwound.game import (
    BadValue,
    BreakFree,
    Combat,
    Grab,
    Intent,
    IntentRefused,
    Press,
    Release,
    Replay,
    SaveFault,
    Strike,
    Take,
    Trip,
)

SEIZING = ("gray_wolf", "guard_dog", "rock_python", "constrictor_snake", "tentacled_lurker", "raptor")
MEN = ("human", "brigand", "man_at_arms", "centaur")


def mixed(seed: int, **options: Any) -> Combat:
    """Beasts that seize against men, some of them with bare hands or a whip; close to each other."""
    dice = Random(f"holds/{seed}")
    combat = Combat(seed=seed, size=(8, 6), round_limit=200, **options)
    for side, kinds in (("beasts", SEIZING), ("men", MEN)):
        for _ in range(1 + int(dice.random() * 2)):
            kind = kinds[int(dice.random() * len(kinds))]
            weapons = (None, [], ["whip"])[int(dice.random() * 3)] if side == "men" and kind != "centaur" else None
            for _ in range(30):
                try:
                    at = (int(dice.random() * 8), int(dice.random() * 6))
                    combat.spawn(kind, side=side, at=at, weapons=weapons)
                except BadValue:
                    continue
                break
    return combat


def seized(seed: int = 0) -> Combat:
    """A fight stopped while somebody holds somebody."""
    for each in range(seed, seed + 40):
        combat = mixed(each)
        while combat.result is None and combat.step():
            if any(combat.component(entity, Conditions).holds for entity in combat.creatures):
                return combat
    raise AssertionError("nobody ever held anybody")


@pytest.mark.parametrize("seed", range(12))
def test_fights_with_holds_end_and_break_no_invariant(seed: int) -> None:
    combat = mixed(seed)
    Watch(combat, f"seed {seed}").fight(hours=1)
    assert combat.result is not None


@pytest.mark.parametrize("seed", range(6))
def test_a_fight_saved_at_every_instant_of_a_hold_comes_to_the_same_end(seed: int) -> None:
    combat = seized(seed * 40)
    for _ in range(12):
        text = combat.save()
        again = Combat.load(text)
        assert again.save() == text
        if not combat.step():
            break
        again.step()
        assert again.digest == combat.digest


def holder_and_victim(combat: Combat) -> tuple[int, int]:
    """Two who are in a hold, as they stand in the list of creatures."""
    creatures = list(combat.creatures)
    for entity in creatures:
        for hold in combat.component(entity, Conditions).holds:
            return creatures.index(entity), creatures.index(combat.entity(hold.victim))
    raise AssertionError("nobody holds anybody")


def let_slip(table: dict[str, Any], holder: int, victim: int) -> None:
    table["creatures"][holder]["Conditions"]["holds"] = []


def never_held(table: dict[str, Any], holder: int, victim: int) -> None:
    table["creatures"][victim]["Conditions"]["immobilized"] = []


def by_nobody_there(table: dict[str, Any], holder: int, victim: int) -> None:
    table["creatures"][victim]["Conditions"]["immobilized"][0]["by"] = 99


def without_a_limb(table: dict[str, Any], holder: int, victim: int) -> None:
    table["creatures"][holder]["Conditions"]["holds"][0]["limbs"] = 0


def without_a_trial(table: dict[str, Any], holder: int, victim: int) -> None:
    table["creatures"][holder]["Conditions"]["holds"][0]["renews_at"] += 1


def by_the_stunned(table: dict[str, Any], holder: int, victim: int) -> None:
    table["creatures"][holder]["ShockState"]["state"] = "stunned"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (let_slip, "Conditions.immobilized[0].by: expected the combat id of a creature that holds that part"),
        (never_held, "Conditions.holds[0].victim: expected the combat id of another, who is held so"),
        (by_nobody_there, "Conditions.immobilized[0].by: expected the combat id of a creature that holds that part"),
        (without_a_limb, "Conditions.holds[0].limbs: expected a mask of"),
        (without_a_trial, "Conditions.holds[0].renews_at: expected the moment of its next trial"),
        (by_the_stunned, "Conditions.holds: expected none of the stunned"),
    ],
)
def test_a_save_with_half_a_hold_is_refused(change: Callable[..., None], said: str) -> None:
    combat = seized()
    table = json.loads(combat.save())
    change(table, *holder_and_victim(combat))
    with pytest.raises(SaveFault) as wrong:
        Combat.load(json.dumps(table))
    assert said in str(wrong.value)


def told(seed: int) -> Combat:
    """A fight in which a man with bare hands is told to grab, press, trip, break free, let go, as dice fall."""
    combat = Combat(seed=seed, size=(6, 4), record=True)
    hero = combat.spawn("knight", side="men", at=(1, 1), intents="host", decisions="ask", weapons=[])
    foe = combat.spawn("brigand", side="foes", at=(2, 1))
    dice = Random(f"told/{seed}")
    intents: list[Callable[[], Intent]] = [
        lambda: Grab(foe), lambda: Grab(foe, "take"), lambda: Press(foe), lambda: Trip(foe), lambda: Strike(foe),
    ]  # fmt: skip
    for _ in range(150):
        for decision in combat.decisions:
            combat.answer(decision, decision.options[int(dice.random() * len(decision.options))])
        if combat.result is not None or combat.decisions or not combat.step():
            continue
        if combat.actor == hero and not combat.decisions:
            for intent in (BreakFree(), intents[int(dice.random() * len(intents))](), Release()):
                if not combat.decisions and dice.random() < 0.8:
                    try:
                        combat.act(hero, intent)
                    except IntentRefused:
                        continue
    return combat


@pytest.mark.parametrize("seed", range(6))
def test_what_a_host_tells_is_replayed_event_by_event(seed: int) -> None:
    combat = told(seed)
    assert combat.recording is not None
    replay = Replay.read(combat.recording.text())
    assert replay.verify() is None
    assert replay.digest == combat.digest


def test_a_host_comes_to_every_contest() -> None:
    events = [event for seed in range(12) for event in told(seed).drain()]
    contests = {event.contest for event in events if isinstance(event, TrialMade)}
    assert contests >= {"grab", "take", "press", "trip", "hold"}


def test_the_same_seed_gives_the_same_contests() -> None:
    assert told(3).digest == told(3).digest


def test_whoever_is_held_and_thinks_for_itself_tries_to_break_free_and_nothing_else() -> None:
    """In 120 fights of a python against two men (seeds 0..119); the watch sees that the held do nothing else."""
    holds = broken = 0
    for seed in range(120):
        combat = Combat(seed=seed, size=(5, 5))
        combat.spawn("rock_python", side="beasts", at=(0, 0))
        combat.spawn("brigand", side="men", at=(1, 0))
        combat.spawn("brigand", side="men", at=(0, 1))
        combat.run()
        events: list[Event] = combat.drain()
        assert not any(isinstance(event, ActRefused) for event in events)
        holds += sum(isinstance(event, Grabbed) for event in events)
        broken += sum(isinstance(event, TrialMade) and event.contest == "break free" for event in events)
    assert holds >= 5
    assert broken >= 5


def test_a_disarmed_man_goes_for_his_foes_weapon_and_strikes_with_it() -> None:
    taken = wielded = 0
    for seed in range(30):
        combat = Combat(seed=seed, size=(3, 3))
        man = combat.spawn("brigand", side="red", at=(0, 0))
        combat.spawn("peasant_levy", side="blue", at=(1, 0))
        for item in [item.number for item in combat.component(man, Held).items.values()]:
            combat.edit(Take(man, item))
        combat.run()
        events = combat.drain()
        seizures = [event for event in events if isinstance(event, ItemSeized)]
        taken += bool(seizures)
        if seizures:
            [first, *_] = seizures
            after = [event for event in events if isinstance(event, ExchangeFought) and event.at > first.at]
            mine = [event.mode for event in after if event.attacker == combat.id_of(man)]
            wielded += bool(mine) and mine[0].startswith(first.weapon)
    assert taken >= 3
    assert wielded >= 2


def test_bare_hands_strike_with_fist_foot_head_or_teeth() -> None:
    combat = Combat(seed=4, size=(3, 3))
    combat.spawn("human", side="red", at=(0, 0))
    combat.spawn("human", side="blue", at=(1, 0))
    combat.run()
    modes = {event.mode for event in combat.drain() if isinstance(event, ExchangeFought)}
    assert modes
    assert modes <= {"human/punch", "human/kick", "human/headbutt", "human/bite"}
