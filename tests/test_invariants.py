"""The watch sees what must never happen: each thing done by force, and named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from invariants import IN_LOG, OF_ALL, OF_CREATURE, Watch

from fleshwound.components.creature import (
    Activity,
    Bleeder,
    Bleeding,
    Conditions,
    Doing,
    Fatigue,
    FatigueEntry,
    FatigueKind,
    Held,
    Immobilization,
    Injuries,
    Injury,
    InjuryKind,
    Place,
    Shock,
    ShockState,
)
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Level
from fleshwound.components.edits import Injure
from fleshwound.components.events import (
    AttackRolled,
    BloodLost,
    CheckMade,
    CourseTested,
    DamageDealt,
    Died,
    EncounterBegan,
    ExchangeFought,
    FatigueChanged,
    Fell,
    Grabbed,
    HealingTested,
    HealthLost,
    HoldBroken,
    HoldRenewed,
    InfectionBegan,
    InfectionEnded,
    Injured,
    ItemDrawn,
    ItemTaken,
    ItemThrown,
    Misfired,
    MoraleChanged,
    Moved,
    OpeningTaken,
    Pushed,
    RallyTried,
    Readied,
    RetestMade,
    Roll,
    Rose,
    Severed,
    ShockChanged,
    ShotLoosed,
    Throw,
    Treated,
    TreatmentBegan,
    TrialMade,
    TurnBegan,
    TurnEnded,
)
from fleshwound.components.hitpoints import Down, HitPoints, Trauma
from fleshwound.components.holds import Hold
from fleshwound.components.ids import MINUTE
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Morale, Nerve, Psyche
from fleshwound.game.combat import Combat
from fleshwound.systems.agenda import Task

ROLL = Roll("strength", 50, (), 50, 31, Level.MS)
Force = Callable[[Combat, int, int], object]

SHOT = ShotLoosed(0, 1, 2, 9, "javelin", "javelin/thrown", "", "direct", 60, 0)
BLOW = ExchangeFought(0, 1, 2, "broadsword/cut", "", ROLL, "ignore", "", None, True, False, 1, "", ())


def told(*events: object) -> Force:
    """Forge events, at the present moment."""
    return lambda combat, a, b: [combat.battle.emit(replace(event, at=combat.now)) for event in events]  # type: ignore[type-var]  # each is an event


def put(kind: type, name: str, value: object) -> Force:
    """Write a field of a component of creature 1 behind the combat's back."""
    return lambda combat, a, b: setattr(combat.component(a, kind), name, value)


WOUND = Injury(1, InjuryKind.WOUND, 0, 3, Aspect.EDGED, None, 0, None, "forged")
HURT = Injured(0, 2, 1, "head", "neck", 2, "edged", False, None, "x")
DIE = Throw("trial", "1d6", 3)
HELD = Grabbed(0, 1, 2, "left_arm", ("right_arm",), "human/grab")
ROUTED = MoraleChanged(0, 1, "none", "routed", "x")
STUNNED = ShockChanged(0, 1, "none", "stunned", "x")


def onto(combat: Combat, a: int, b: int) -> None:
    place = combat.component(a, Place)
    place.x = 1
    combat.battle.emit(Moved(combat.now, 1, ((1, 0),), place.facing))


def unplanned(combat: Combat) -> None:
    agenda = combat.battle.agenda
    agenda.restore([entry for entry in agenda if entry.task.kind != "heal"], agenda.sequence)


def give_up(combat: Combat, a: int, b: int) -> None:
    combat.component(b, ShockState).state = Shock.INCAPACITATED
    combat.component(b, Conditions).prone = True
    combat.battle.emit(ShockChanged(combat.now, 2, "none", "incapacitated", "x"))
    combat.battle.emit(Fell(combat.now, 2, "x"))


FORCED: list[tuple[str, Force]] = [
    ("the clock never goes back", lambda combat, a, b: combat.battle.emit(TurnEnded(-1, 1))),
    ("the clock never goes back", lambda combat, a, b: combat.battle.emit(TurnEnded(10**12, 1))),
    ("an event is made of plain values", told(Rose(0, Shock.STUNNED))),
    ("an event tells of creatures that are there", told(Died(0, 77, "x", None))),
    ("exactly one death event", told(Died(0, 2, "x", None), Died(0, 2, "x", None))),
    ("exactly one death event", told(Died(0, 2, "x", None), FatigueChanged(0, 2, "weakness", "x", 5, 5))),
    ("nobody acts who can't", told(ShockChanged(0, 1, "none", "incapacitated", "x"), BLOW)),
    ("nobody acts who can't", told(replace(BLOW, attacker=2, target=1))),
    ("nobody acts who can't", told(BLOW, BLOW)),
    ("an opening is struck by who has one", told(OpeningTaken(0, 2, 1, "closes"), TurnEnded(0, 1))),
    (
        "an opening is struck by who has one",
        told(
            OpeningTaken(0, 2, 1, "closes"), replace(BLOW, attacker=2, target=1), OpeningTaken(0, 2, 1, "leaves"),
        ),
    ),
    ("whoever is stunned or worse only ignores", told(replace(STUNNED, creature=2), replace(BLOW, defence="block"))),
    ("nobody strikes itself", told(replace(BLOW, target=1))),
    ("encounters, turns and results", told(EncounterBegan(0, ("red", "blue")))),
    ("encounters, turns and results", told(TurnBegan(0, 2))),
    ("a path leads cell by cell", told(Moved(0, 1, ((5, 5),), 0))),
    ("a path leads cell by cell", told(Pushed(0, 1, 2, "press", ((5, 5),)))),
    ("a hold begins, goes on and ends", told(HoldRenewed(0, 1, 2, "left_arm"))),
    ("a hold begins, goes on and ends", told(HoldBroken(0, 1, 2, "left_arm", "x"))),
    ("a hold begins, goes on and ends", told(replace(STUNNED, creature=2), HELD)),
    ("a hold begins, goes on and ends", told(HELD, BLOW)),
    ("a hold begins, goes on and ends", told(TrialMade(0, 1, 2, "trip", "", DIE, (), DIE, (), 1))),
    ("a hold stands with both", told(HELD)),
    ("a hold stands with both", put(Conditions, "immobilized", [Immobilization(1, "x", 2)])),
    ("a hold stands with both", put(Conditions, "holds", [Hold(2, 1, 1, "x", 1, 0)])),
    ("every roll comes out", told(RetestMade(0, 1, "stunned", replace(ROLL, level=Level.CS), "none"))),
    ("every roll comes out", told(RetestMade(0, 1, "stunned", replace(ROLL, target=60), "none"))),
    ("a shock state changes from what it was", told(ShockChanged(0, 1, "stunned", "none", "re-test"))),
    ("a shock state changes from what it was", told(STUNNED, ShockChanged(0, 1, "stunned", "none", "luck"))),
    ("who lies doesn't fall", told(Rose(0, 1))),
    ("wounds are of levels 1 to 5", told(replace(HURT, level=6))),
    ("wounds are of levels 1 to 5", told(replace(HURT, location="third_eye"))),
    ("wounds are of levels 1 to 5", told(Severed(0, 2, "neck", ("neck",)), HURT)),
    ("what comes off was there", told(Severed(0, 1, "right_hand", ("right_hand",)))),
    ("an item is dropped by the hand", told(ItemTaken(0, 1, 9, "club", "right_arm"))),
    ("an item is dropped by the hand", told(ItemThrown(0, 1, 9, "javelin", "right_arm", 1, 1))),
    ("an item is dropped by the hand", told(ItemDrawn(0, 1, 9, "club", "right_arm"))),
    ("a shot is one of those carried", told(SHOT)),
    ("a shot is one of those carried", told(replace(SHOT, item=1, projectile="standard_arrow"))),
    ("a shot is one of those carried", told(Misfired(0, 1, 1, "longbow_75", 0))),
    ("a shot is one of those carried", told(Readied(0, 1, 1, "longbow_75", 0))),
    ("shock, prone, fatigue and items", put(Kit, "projectiles", {"standard_arrow": 1})),
    ("a bleeder is open while it bleeds", told(BloodLost(0, 1, 1, ROLL, 1, 1))),
    ("whoever is in a course", told(RetestMade(0, 1, "stunned", ROLL, "none"))),
    ("whoever is in a course", told(CourseTested(0, 1, "coma", 1, ROLL, 4, 5))),
    ("nobody acts who can't", told(TreatmentBegan(0, 2, 1, 1))),
    ("nobody acts who can't", told(Treated(0, 2, 1, 1, "set", ROLL, 4, False))),
    ("a wound is treated once", told(HealingTested(0, 2, 1, ROLL, 3, 2))),
    ("a wound is treated once", told(replace(HURT, level=3), HealingTested(0, 2, 1, ROLL, 2, 3))),
    ("a wound is treated once", told(InfectionBegan(0, 2, 2, 1, 4, "neck"))),
    ("a wound is treated once", told(InfectionEnded(0, 2, 2, 1))),
    ("every affliction of the living", lambda combat, a, b: combat.edit(Injure(a, "neck", 3)) and unplanned(combat)),
    ("every affliction of the living", put(Fatigue, "recovers_at", 5 * MINUTE)),
    ("who flees fights nobody", told(ROUTED, RallyTried(0, 1, ROLL, "heard", (2,)))),
    ("who flees fights nobody", told(replace(ROUTED, before="brave"))),
    ("the nerve is as the log says", put(Nerve, "morale", Morale.ROUTED)),
    ("the nerve is as the log says", put(Nerve, "psyche", [Psyche(1, "x", 1, MINUTE)])),
    ("the nerve is as the log says", told(MoraleChanged(0, 1, "none", "brave", "x"))),
    ("fatigue is told with its sum", told(FatigueChanged(0, 1, "weakness", "x", 5, 7))),
    ("health is lost in whole points", told(HealthLost(0, 1, 0, 5, None, "x"))),
    ("it is where the log says", put(Place, "x", 4)),
    ("dead, out, health and band agree", put(ShockState, "state", Shock.DEAD)),
    ("shock, prone, fatigue and items", put(ShockState, "state", Shock.STUNNED)),
    ("shock, prone, fatigue and items", put(Conditions, "prone", True)),
    ("shock, prone, fatigue and items", put(Fatigue, "entries", [FatigueEntry(FatigueKind.WEAKNESS, "x", 5)])),
    ("shock, prone, fatigue and items", put(Held, "items", {})),
    ("wounds are as the log says", put(Injuries, "entries", [WOUND])),
    ("what is gone is as the log says", put(Injuries, "severed", 1)),
    ("it bleeds exactly when", put(Bleeding, "bleeders", [Bleeder(1, due=5 * MINUTE)])),
    ("whoever is in shock has a way out", put(ShockState, "retest_at", 5 * MINUTE)),
    ("time goes on and nothing is overdue", lambda combat, a, b: combat.battle.agenda.put(-5, Task("retest", 1))),
    ("no two stand in one cell", onto),
    ("an item is in one place", lambda combat, a, b: combat.battle.ground.update({1: a})),
    ("the turn, the encounter and the result", lambda combat, a, b: setattr(combat.battle, "turn", None)),
    ("while an encounter is on", give_up),
]  # fmt: skip


def watched() -> tuple[Watch, int, int]:
    combat = Combat("heroic", seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    b = combat.spawn("man_at_arms", side="blue", at=(1, 0), intents="host")
    watch = Watch(combat, "forged")
    combat.step()
    watch.look(everyone=True)
    return watch, a, b


@pytest.mark.parametrize(("name", "force"), FORCED, ids=[f"{n}-{name}" for n, (name, _) in enumerate(FORCED)])
def test_what_must_never_happen_is_seen_and_named(name: str, force: Force) -> None:
    watch, a, b = watched()
    force(watch.combat, a, b)
    with pytest.raises(AssertionError, match=r"^forged, at ") as failure:
        watch.look(everyone=True)
    assert name in str(failure.value)


def test_every_invariant_is_forced_here() -> None:
    every = [*IN_LOG, *OF_CREATURE, *OF_ALL]
    known_elsewhere = {"only the able fight"}
    forced = [name for name, _ in (*FORCED, *FORCED_ON_HIT_POINTS)]
    assert [n for n in every if n not in known_elsewhere and not any(n.startswith(name) for name in forced)] == []


PASSED = CheckMade("attack", "1d20", 12, (("stab", 1),), 15, True)
DEALT = DamageDealt(0, 1, 2, "x", "hit", Throw("damage", "1d6", 4), (), 0, 4, None, 4, 0, 0, 4)
FORCED_ON_HIT_POINTS: list[tuple[str, Force]] = [
    ("hit points and how far down", put(HitPoints, "left", 0)),
    ("hit points and how far down", put(Trauma, "down", Down.MORTAL)),
    ("damage is what its dice", told(replace(DEALT, through=3))),
    ("damage is what its dice", told(replace(DEALT, total=8, through=8))),
    ("damage is what its dice", told(replace(DEALT, floor=5))),
    ("a check is passed", told(AttackRolled(0, 1, 2, "x", PASSED, "melee", True, ""))),
    ("a check is passed", told(AttackRolled(0, 1, 2, "x", replace(PASSED, face=1, target=1), "melee", True, ""))),
]
"""Of rules that count hit points: name of the invariant, and what breaks it."""


@pytest.mark.parametrize(("name", "force"), FORCED_ON_HIT_POINTS)
def test_every_invariant_of_hit_points_is_broken_by_what_it_forbids(name: str, force: Force) -> None:
    combat = Combat("cities", seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    b = combat.spawn("man_at_arms", side="blue", at=(9, 0), intents="host")
    watch = Watch(combat, "forged")
    force(combat, a, b)
    with pytest.raises(AssertionError) as failure:
        watch.look(everyone=True)
    assert name in str(failure.value)


def test_nobody_fights_in_peace() -> None:
    combat = Combat("heroic", seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0))
    watch = Watch(combat, "forged")
    combat.component(a, Activity).doing = Doing.FIGHTING
    with pytest.raises(AssertionError, match="only the able fight"):
        watch.look(everyone=True)


def test_an_honest_fight_passes_and_the_failure_prints_the_trail() -> None:
    watch, a, _ = watched()
    for entity in watch.combat.creatures:
        watch.combat.control(entity, intents="ai")
    watch.fight(hours=1)
    watch.combat.component(a, Place).x = 99
    with pytest.raises(AssertionError, match=r"^forged, at .* is at Place") as failure:
        watch.look(everyone=True)
    assert str(watch.trail[-1]) in str(failure.value).partition("trail:")[2]
