"""By what creatures think: chosen for a combat, a side, a creature; kept by saves and replays."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tiny import duel, snapshot, tiny
from toy import Toy, creature

from fleshwound.components.creature import Allegiance, Controller
from fleshwound.components.edits import Spawn
from fleshwound.components.errors import BadValue, IntentRefused, Refusal, SaveFault
from fleshwound.components.scenarios import SideStyle
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.game.replaying import Replay

SCENARIO = "wolves_at_night"


def ai_of(combat: Combat, entity: int) -> str:
    return combat.component(entity, Controller).ai


def by_side(combat: Combat) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for entity in combat.creatures:
        side = combat.component(entity, Allegiance).side
        found.setdefault(side, set()).add(ai_of(combat, entity))
    return found


def test_who_nobody_says_it_of_thinks_simply() -> None:
    combat, a, b = duel()
    assert (ai_of(combat, a), ai_of(combat, b)) == ("simple", "simple")


def test_a_combat_says_it_of_all_and_a_spawn_of_one() -> None:
    combat = tiny(ai="odds")
    assert ai_of(combat, combat.spawn(creature(), side="red", at=(0, 0))) == "odds"
    assert ai_of(combat, combat.spawn(creature(), side="red", at=(1, 0), ai="simple")) == "simple"


def test_a_combat_says_it_by_side() -> None:
    combat = tiny(ai={"red": "odds"})
    assert ai_of(combat, combat.spawn(creature(), side="red", at=(0, 0))) == "odds"
    assert ai_of(combat, combat.spawn(creature(), side="blue", at=(1, 0))) == "simple"


@pytest.mark.parametrize(
    ("ai", "men", "wolves"),
    [
        (None, "simple", "simple"),
        ("odds", "odds", "odds"),
        ({"wolves": "odds"}, "simple", "odds"),
        ({}, "simple", "simple"),
    ],
)
def test_a_scenario_is_told_by_what_its_sides_think(ai: Any, men: str, wolves: str) -> None:
    combat = Combat.of(SCENARIO, 1, ai=ai)
    assert by_side(combat) == {"men": {men}, "wolves": {wolves}}


def test_a_scenario_says_it_itself_and_whoever_sets_it_up_goes_before() -> None:
    plan = shipped().scenario(SCENARIO)
    plan = replace(plan, sides=(plan.sides[0], SideStyle("wolves", "Wolves", "odds")))
    assert by_side(Combat.of(plan, 1)) == {"men": {"simple"}, "wolves": {"odds"}}
    assert by_side(Combat.of(plan, 1, ai={"men": "odds"})) == {"men": {"odds"}, "wolves": {"odds"}}
    assert by_side(Combat.of(plan, 1, ai="simple")) == {"men": {"simple"}, "wolves": {"simple"}}


@pytest.mark.parametrize("ai", ["clever", 5, None, ["odds"], {"red": "clever"}, {"": "odds"}, {5: "odds"}])
def test_a_combat_of_another_mind_is_refused(ai: Any) -> None:
    with pytest.raises(BadValue, match="expected"):
        tiny(ai=ai)


def test_a_scenario_told_of_a_side_it_lacks_is_refused() -> None:
    with pytest.raises(BadValue, match="expected sides of wolves_at_night: men, wolves"):
        Combat.of(SCENARIO, 1, ai={"bears": "odds"})


def test_a_host_changes_by_what_a_creature_thinks() -> None:
    combat, a, b = duel()
    combat.control(a, ai="odds")
    assert (ai_of(combat, a), ai_of(combat, b)) == ("odds", "simple")
    before = snapshot(combat)
    with pytest.raises(BadValue, match="'simple' or 'odds'"):
        combat.control(a, ai="clever")
    assert snapshot(combat) == before


def test_it_is_not_changed_while_a_decision_is_pending() -> None:
    """The options were put in order by the mind that there was, and a save knows an answer by its place."""
    combat, _, b = duel(decisions="ask")
    while not combat.decisions:
        combat.step()
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        combat.control(b, ai="odds")
    assert refused.value.why is Refusal.DECISION_PENDING
    assert snapshot(combat) == before
    combat.control(b, ai="simple", decisions="auto")


def test_a_save_tells_by_what_they_think_and_those_who_come_later() -> None:
    content = shipped().having(creature())
    combat = tiny(ai={"red": "odds"}, content=content)
    combat.spawn("blob", side="red", at=(0, 0))
    again = Combat.load(combat.save(), rules=Toy(), content=content)
    assert again.save() == combat.save()
    assert [ai_of(again, entity) for entity in again.creatures] == ["odds"]
    assert ai_of(again, again.spawn("blob", side="red", at=(1, 0))) == "odds"
    assert ai_of(again, again.spawn("blob", side="blue", at=(2, 0))) == "simple"


@pytest.mark.parametrize(
    ("fault", "path"),
    [
        (lambda save: save["setup"].update(ai="clever"), "setup.ai"),
        (lambda save: save["setup"]["ai_of"].update(red="clever"), "setup.ai_of.red"),
        (lambda save: save["creatures"][0]["Controller"].update(ai="clever"), r"creatures\[0\].Controller.ai"),
    ],
)
def test_a_save_of_another_mind_is_refused(fault: Callable[[Any], None], path: str) -> None:
    combat = Combat.of(SCENARIO, 1, ai={"men": "odds"})
    table = json.loads(combat.save())
    fault(table)
    with pytest.raises(SaveFault, match=path):
        Combat.load(json.dumps(table))


def test_a_save_of_an_older_form_thinks_simply() -> None:
    table = json.loads(Combat.of(SCENARIO, 1).save()) | {"version": 2}
    del table["setup"]["ai"], table["setup"]["ai_of"]
    for one in table["creatures"]:
        del one["Controller"]["ai"]
    again = Combat.load(json.dumps(table))
    assert {ai_of(again, entity) for entity in again.creatures} == {"simple"}


def test_a_replay_carries_who_thinks_by_what() -> None:
    combat = Combat.of(SCENARIO, 3, ai={"wolves": "odds"}, record=True)
    combat.advance(5)
    combat.control(combat.creatures[0], ai="odds")
    combat.edit(Spawn("gray_wolf", "men", (0, 0), ai="odds"))
    combat.spawn("gray_wolf", side="wolves", at=(0, 1))
    combat.run()
    assert combat.recording is not None
    replay = Replay.read(combat.recording.text())
    assert replay.verify() is None
    again = replay.begin()
    while again.step():
        pass
    assert [ai_of(again, e) for e in again.creatures] == [ai_of(combat, e) for e in combat.creatures]
    assert [ai_of(again, again.entity(n)) for n in (1, 2, 5, 9, 10)] == ["odds", "simple", "odds", "odds", "odds"]


def test_a_replay_from_before_there_was_a_choice_is_one_of_simple_minds() -> None:
    combat = Combat.of(SCENARIO, 3, record=True)
    combat.advance(5)
    combat.control(combat.creatures[0], intents="ai")
    combat.spawn("gray_wolf", side="men", at=(0, 0))
    combat.run()
    assert combat.recording is not None
    table = json.loads(combat.recording.text())
    start = table["start"]
    start["version"] = 2
    del start["setup"]["ai"], start["setup"]["ai_of"]
    for one in start["creatures"]:
        del one["Controller"]["ai"]
    for noted in table["inputs"]:
        noted.get("Controlled", {}).pop("ai", None)
        noted.get("Edited", {}).get("edit", {}).get("Spawn", {}).pop("ai", None)
    assert Replay.read(json.dumps(table)).verify() is None
