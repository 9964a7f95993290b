"""One wound followed from the blow to a stiff arm for life, by `advance` alone (heroic H4 to H10, H13, H14).

The dice fall as the story wants: each draw is answered by what it decides, whatever else happens in between. All else
is the combat as any host has it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

import pytest
from scripting import calm

import fleshwound.systems.battle as battle_module
from fleshwound.components.creature import Bleeding, Fatigue, Held, Injuries, InjuryKind, Shock, ShockState
from fleshwound.components.draws import Draw, Level, Rule
from fleshwound.components.edits import Teleport
from fleshwound.components.events import Event, ExchangeFought, ImpairedForGood
from fleshwound.components.ids import DAY, SECOND
from fleshwound.components.intents import PickUp, Strike
from fleshwound.game.combat import Combat
from fleshwound.systems.drivers import Answered, at

CF0, CF5, MF, MS, CS = Level

Story = dict[str, deque[Any]]


def told(story: Story) -> Callable[..., Any]:
    """Drive a rule by a story: answers by what is drawn, calmly where it says nothing."""

    def drive(rule: Rule[Any], uniform: object, decide: object = None, trail: list[Answered] | None = None) -> Any:
        try:
            request = next(rule)
            while True:
                answer = calm(request)
                if isinstance(request, Draw):
                    waiting = story.get(request.what)
                    answer = waiting.popleft() if waiting else answer
                    assert answer in request.of.answers, f"{request.what} can't be {answer!r}"
                    position = request.of.running[request.of.answers.index(answer)] - 1
                    given = at(request, position)
                else:
                    given = Answered(request, answer, None)
                if trail is not None:
                    trail.append(given)
                request = rule.send(given.answer)
        except StopIteration as done:
            return done.value

    return drive


def wounded(monkeypatch: pytest.MonkeyPatch) -> tuple[Combat, int]:
    """A man-at-arms whose shoulder a knight has just cut to the bone, and who is left lying there."""
    combat = Combat(seed=1)
    man = combat.spawn("man_at_arms", side="red", at=(5, 5), intents="host", armor=(), name="Dunstan")
    foe = combat.spawn("knight", side="blue", at=(6, 5), intents="host")
    shoulder = [location.id for location in combat.content.creature("human").anatomy.locations].index("right_shoulder")
    told_so: Story = {
        "attack": deque([MS]),
        "block": deque([MF]),
        "location": deque([shoulder]),
        "impact": deque([15]),
        "shock": deque([MS]),
        "re-test": deque([CS, MF]),
        "blood loss advance": deque([CF0, CS]),
        "blood stoppage": deque([CS, CS]),
        "course of extended shock": deque([MS]),
        "treatment": deque([MF]),
        "healing": deque([CF5, MS, MF, MS, MS, MS]),
        "infection": deque([MF, MS, MS, MS]),
    }
    monkeypatch.setattr(battle_module, "sample", told(told_so))
    combat.run(until=lambda combat: combat.actor == foe)
    combat.act(foe, Strike(man, "bastard_sword/cut"))
    combat.despawn(foe)
    return combat, man


RE_TEST: Final = 10
BLED: Final = 300
COMES: Final = 660
STAUNCHED: Final = COMES + 10
TREATED: Final = STAUNCHED + 10 + 600
UNCONSCIOUS_TILL: Final = BLED + 600
OUT: Final = UNCONSCIOUS_TILL + 4 * 3600
A_DAY: Final = 86_400

STORY: Final[list[tuple[int, str, dict[str, Any]]]] = [
    (0, "StrikeLanded", {"location": "right_shoulder", "effective": 15, "result": "wound"}),
    (0, "Injured", {"location": "right_shoulder", "level": 4, "aspect": "edged", "bleeds": True}),
    (0, "ItemDropped", {"weapon": "broadsword", "part": "right_arm"}),
    (0, "ShockTested", {"base": 7, "index": 7, "state": "stunned"}),
    (0, "ShockChanged", {"before": "none", "after": "stunned"}),
    (RE_TEST, "RetestMade", {"state": "stunned", "result": "none"}),
    (RE_TEST, "ShockChanged", {"before": "stunned", "after": "none"}),
    # Three points of blood: three steps down, and 15 weaker.
    (BLED, "BloodLost", {"points": 3, "total": 3}),
    (BLED, "FatigueChanged", {"kind": "weakness", "total": 15}),
    (BLED, "ShockChanged", {"before": "none", "after": "unconscious", "cause": "blood loss"}),
    (BLED, "Fell", {"cause": "unconscious"}),
    (2 * BLED, "BloodLost", {"points": 0, "total": 3}),
    (STAUNCHED, "StoppageTried", {"injury": 1, "result": "stopped"}),
    (STAUNCHED, "BleedingStopped", {"injury": 1}),
    (STAUNCHED + 10, "TreatmentBegan", {"injury": 1}),
    # The re-test of the unconscious, ten minutes after it passed out.
    (UNCONSCIOUS_TILL, "RetestMade", {"state": "unconscious", "result": "extended shock"}),
    (UNCONSCIOUS_TILL, "CourseBegan", {"course": "extended shock", "healing_rate": 5, "location": ""}),
    # Surgery that fails leaves a healing rate of 3, and a bleeder.
    (TREATED, "Treated", {"method": "surgery", "healing_rate": 3, "permanent": True}),
    (TREATED, "BleedingBegan", {"injury": 1, "cause": "surgery"}),
    (TREATED + 10, "StoppageTried", {"injury": 1, "result": "stopped"}),
    (TREATED + 10, "BleedingStopped", {"injury": 1}),
    # Four hours later.
    (OUT, "CourseTested", {"before": 5, "after": 6}),
    (OUT, "CourseEnded", {"course": "extended shock"}),
    (OUT, "ShockChanged", {"before": "unconscious", "after": "none", "cause": "extended shock"}),
    # Nothing bleeds, and no course keeps it from recovering: 5 a day.
    (OUT + A_DAY, "FatigueChanged", {"change": -5, "total": 10}),
    (OUT + 2 * A_DAY, "FatigueChanged", {"change": -5, "total": 5}),
    (OUT + 3 * A_DAY, "FatigueChanged", {"change": -5, "total": 0}),
    # The first healing test goes wrong.
    (5 * A_DAY, "HealingTested", {"before": 4, "after": 4}),
    (5 * A_DAY, "InfectionBegan", {"wound": 1, "healing_rate": 4, "location": "right_shoulder"}),
    (5 * A_DAY, "FatigueChanged", {"change": 5, "total": 5}),
    (6 * A_DAY, "InfectionTested", {"before": 4, "after": 3}),
    (7 * A_DAY, "InfectionTested", {"before": 3, "after": 4}),
    (8 * A_DAY, "InfectionTested", {"before": 4, "after": 5}),
    (8 * A_DAY, "FatigueChanged", {"change": -5, "total": 0}),
    (9 * A_DAY, "InfectionTested", {"before": 5, "after": 6}),
    (9 * A_DAY, "InfectionEnded", {"wound": 1}),
    (10 * A_DAY, "HealingTested", {"before": 4, "after": 3}),
    (15 * A_DAY, "HealingTested", {"before": 3, "after": 3}),
    (20 * A_DAY, "HealingTested", {"before": 3, "after": 2}),
    (25 * A_DAY, "HealingTested", {"before": 2, "after": 1}),
    (30 * A_DAY, "HealingTested", {"before": 1, "after": 0}),
    (30 * A_DAY, "Healed", {"injury": 1, "location": "right_shoulder"}),
    (30 * A_DAY, "ImpairedForGood", {"part": "right_arm", "days": 30, "penalty": -5}),
]
"""When, what, and what it says."""


def matches(event: Event, at: int, kind: str, says: dict[str, Any]) -> bool:
    told_of = {name: getattr(event, name, None) for name in says}
    return (event.at, type(event).__name__, told_of) == (at * SECOND, kind, says)


@pytest.mark.parametrize("stride", [30 * A_DAY, A_DAY, 3_600 * 7 + 1], ids=["at once", "daily", "by seven hours"])
def test_a_man_at_arms_from_the_blow_to_a_stiff_arm_for_life(monkeypatch: pytest.MonkeyPatch, stride: int) -> None:
    combat, man = wounded(monkeypatch)
    combat.advance(COMES)
    physician = combat.spawn("physician", side="red", at=(4, 5))
    while combat.now < 30 * DAY:
        combat.advance(min(stride, (30 * DAY - combat.now) / SECOND))
    kinds = {kind for _, kind, _ in STORY}
    events = [e for e in combat.drain() if type(e).__name__ in kinds and getattr(e, "creature", 1) == combat.id_of(man)]
    for event, (moment, kind, says) in zip(events, STORY, strict=False):
        assert matches(event, moment, kind, says), f"{event} where {kind} {says} should be at {moment} s"
    assert len(events) == len(STORY)

    # What is left of it: whole, up to the arm, for as long as it lives.
    for _ in range(3):
        assert combat.component(man, Injuries).entries == []
        assert combat.component(man, Injuries).permanent == {arm(combat): -5}
        assert combat.component(man, ShockState).state is Shock.NONE
        assert not combat.component(man, Bleeding).bleeders
        assert not combat.component(man, Fatigue).entries
        assert combat.vitals(man).health == 80
        combat.advance(365 * A_DAY)
    assert not [event for event in combat.drain() if getattr(event, "creature", 0) == combat.id_of(man)]
    combat.act(man, PickUp())
    assert combat.component(man, Held).items[arm(combat)].weapon.id == "broadsword"
    combat.edit(Teleport(physician, to=(9, 9)))
    foe = combat.spawn("brigand", side="blue", at=(6, 5), intents="host")
    combat.run(until=lambda combat: combat.actor == man)
    combat.act(man, Strike(foe, "broadsword/cut"))
    fought = next(e for e in combat.drain() if isinstance(e, ExchangeFought) and e.attacker == combat.id_of(man))
    assert ("impairment", -5) in fought.attack.modifiers


def arm(combat: Combat) -> int:
    return [part.id for part in combat.content.creature("human").anatomy.parts].index("right_arm")


def test_saved_on_any_of_its_days_the_story_goes_on_as_it_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    combat, man = wounded(monkeypatch)
    number = combat.id_of(man)
    combat.advance(COMES)
    combat.spawn("physician", side="red", at=(4, 5))
    for moment in (700, 950, 5_000, 2 * A_DAY, 5 * A_DAY + 1, 7 * A_DAY + 1, 12 * A_DAY, 29 * A_DAY, 31 * A_DAY):
        combat.advance(moment - combat.now / SECOND)
        text = combat.save()
        combat = Combat.load(text)
        assert combat.save() == text
    events = [e for e in combat.drain() if getattr(e, "creature", 1) == number]
    assert [(e.at, e.penalty) for e in events if isinstance(e, ImpairedForGood)] == [(30 * DAY, -5)]
    assert InjuryKind.WOUND not in {e.kind for e in combat.component(combat.entity(number), Injuries).entries}
