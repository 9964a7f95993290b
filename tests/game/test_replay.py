from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import esper
import pytest
import skirmish
from tiny import state
from toy import Toy, creature
from typer.testing import CliRunner, Result

from fleshwound import game
from fleshwound.components.errors import BadValue, IntentRefused, SaveFault, Unsaveable
from fleshwound.components.events import Died, Event, TurnBegan
from fleshwound.components.intents import Strike
from fleshwound.game import Combat, Heal, Kill, Replay, Revive, Teleport, Timeline, commands
from fleshwound.game.content import shipped


@dataclass(slots=True)
class Purse:
    """A component of the host's own."""

    coins: int


def meddled(seed: int, record: bool | int = True) -> Combat:
    """A fight into which all is put that can be: decisions, intents, edits, control, by a host and by handlers."""
    combat = Combat.of("wolves_at_night", seed, record=record)
    dice = Random(f"meddled/{seed}")
    saved: list[int] = []

    def pity(death: Died) -> None:
        if len(saved) < 2:
            saved.append(death.creature)
            combat.edit(Revive(combat.entity(death.creature)))

    def hasten(turn: TurnBegan) -> None:
        if turn.creature == 1 and turn.at % 7 == 0:
            combat.edit(Heal(combat.entity(1)))

    combat.subscribe(Died, pity)
    combat.subscribe(TurnBegan, hasten)
    first, second = combat.creatures[:2]
    combat.control(first, intents="host", decisions="ask")
    combat.control(second, decisions="ask")
    for n in range(80):
        while skirmish.decide(combat):
            pass
        match int(dice.random() * 6):
            case 0 if combat.actor == first and combat.vitals(first).can_act:
                for foe in combat.creatures[3:]:
                    try:
                        combat.act(first, Strike(foe))
                        break
                    except IntentRefused:
                        continue
            case 1:
                combat.advance(dice.random() * 3)
            case 2:
                combat.run(lambda c, until=combat.now + 4_000_000: c.now > until)
            case 3 if n == 40 and not combat.decisions:
                combat.edit(Teleport(combat.creatures[-1], (0, 0)))
            case _:
                combat.step()
    while skirmish.decide(combat):
        pass
    if combat.vitals(first).alive:
        combat.edit(Kill(first))
    combat.spawn("gray_wolf", side="wolves", at=(19, 13))
    combat.despawn(combat.creatures[-1])
    combat.advance(900)
    while skirmish.decide(combat):
        pass
    return combat


def replay_of(combat: Combat) -> Replay:
    assert combat.recording is not None
    return Replay.read(combat.recording.text())


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_comes_to_the_same_whatever_was_put_in(seed: int) -> None:
    combat = meddled(seed)
    replay = replay_of(combat)
    assert replay.verify() is None
    assert replay.digest == combat.digest
    assert any(one["Edited"]["heard"] for one in replay.inputs if "Edited" in one)


def test_recording_changes_nothing() -> None:
    assert meddled(2).digest == meddled(2, record=False).digest


@pytest.mark.parametrize("seconds", [0.016, 1.7, 40.0])
def test_a_replay_is_the_same_at_any_pace(seconds: float) -> None:
    combat = meddled(3)
    replay = replay_of(combat)
    watched = replay.begin()
    seen: list[Event] = watched.drain()
    watched.subscribe(Event, seen.append)
    while watched.cursor.place < len(replay.inputs):
        watched.advance(seconds)
    assert (watched.digest, watched.differs) == (combat.digest, None)
    assert state(watched) == state(combat)
    assert len(seen) == combat.battle.outbox.count


def test_a_recording_may_begin_in_the_middle_and_with_a_decision_pending() -> None:
    combat = skirmish.skirmish(5, asking=True)
    while not combat.decisions:
        assert combat.step()
    recording = combat.record(every=3)
    skirmish.ending(combat)
    replay = Replay.read(recording.text())
    assert replay.verify() is None
    assert len(replay.digests) == replay.instants // 3


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_creature_handed_over_while_its_choice_is_pending_is_chosen_for_and_the_replay_holds(seed: int) -> None:
    """As if the first option had been answered each time; of the two only fewer are asked for, so numbers differ."""

    def asked_in(combat: Combat) -> list[tuple[object, ...]]:
        return [(d.creature, d.question, d.options, d.about) for d in combat.decisions]

    combats = [skirmish.skirmish(seed, asking=True) for _ in range(2)]
    handed, answered = combats
    recording = handed.record(every=1)
    for combat in combats:
        while not combat.decisions:
            assert combat.step()
    for _ in range(6):
        (decision,) = handed.decisions
        assert asked_in(answered) == asked_in(handed)
        asked = handed.entity(decision.creature)
        handed.control(asked, decisions="auto")
        assert decision not in handed.decisions
        while answered.decisions and answered.decisions[0].creature == decision.creature:
            answered.answer(answered.decisions[0], answered.decisions[0].options[0])
        assert asked_in(answered) == asked_in(handed)
        assert handed.digest == answered.digest
        loaded = Combat.load(handed.save())
        for combat in (handed, answered, loaded):
            combat.control(combat.entity(decision.creature), decisions="ask")
        for combat in (handed, answered, loaded):
            while not combat.decisions and combat.step():
                pass
        assert handed.digest == answered.digest == loaded.digest
        if not handed.decisions:
            break
    skirmish.ending(handed)
    assert Replay.read(recording.text()).verify() is None


def test_handing_over_another_leaves_what_is_pending() -> None:
    combat = skirmish.skirmish(5, asking=True)
    while not combat.decisions:
        assert combat.step()
    (decision,) = combat.decisions
    other = next(e for e in combat.creatures if e != combat.entity(decision.creature))
    combat.control(other, decisions="auto")
    combat.control(combat.entity(decision.creature), intents="host")
    assert combat.decisions == (decision,)


def test_rules_of_the_hosts_own_are_replayed_with_them() -> None:
    content = shipped().having(creature())
    combat = Combat(Toy(), 1, content=content, record=True)
    for n in range(2):
        combat.spawn("blob", side=("red", "blue")[n], at=(n, 0))
    combat.run()
    assert combat.recording is not None
    replay = Replay.read(combat.recording.text(), content=content)
    assert replay.verify(content=content, rules=Toy()) is None


def test_components_of_the_hosts_own_are_replayed_with_them() -> None:
    combat = Combat(seed=1, components=[Purse])
    for n in range(2):
        wolf = combat.spawn("gray_wolf", side=("red", "blue")[n], at=(n, 0))
        esper.switch_world(combat.world)
        esper.add_component(wolf, Purse(n))
        esper.switch_world("default")
    combat.record()
    combat.run()
    replay = replay_of(combat)
    assert replay.verify(components=[Purse]) is None
    begun = replay.begin(components=[Purse], world="watched")
    assert begun.world == "watched"
    timeline = Timeline(replay, every=2, components=[Purse])
    for watched in (begun, timeline.at(timeline.instants - 1)):
        assert watched.component(watched.creatures[1], Purse) == Purse(1)
    esper.delete_world("watched")
    with pytest.raises(SaveFault, match="Purse: expected a known component"):
        replay.verify()


def test_what_content_does_not_have_is_not_recorded() -> None:
    combat = Combat(Toy(), 1, record=True)
    with pytest.raises(Unsaveable, match="creature blob"):
        combat.spawn(creature(), side="red", at=(0, 0))
    assert combat.creatures == ()


# --- what differs ---------------------------------------------------------------------------------------------------


def tampered(combat: Combat, change: Any) -> Replay:
    assert combat.recording is not None
    table = json.loads(combat.recording.text())
    change(table)
    return Replay.read(json.dumps(table))


def fought(every: int = 1) -> Combat:
    combat = Combat.of("wolves_at_night", 4)
    combat.record(every=every)
    combat.run()
    return combat


def test_the_first_instant_that_differs_is_named() -> None:
    def change(table: dict[str, Any]) -> None:
        table["digests"][16:] = ["0" * 32] * (len(table["digests"]) - 16)

    difference = tampered(fought(), change).verify()
    assert difference is not None
    assert (difference.after, difference.instant) == (16, 17)
    assert str(difference).startswith("instant 17 differs: expected 0000")


def test_other_dice_differ_at_the_instant_that_first_throws_them() -> None:
    def change(table: dict[str, Any]) -> None:
        table["start"]["dice"]["place"] -= 10

    combat = fought()
    difference = tampered(combat, change).verify()
    assert difference is not None
    timelines = Timeline(replay_of(combat)), Timeline(tampered(combat, change))
    same, other = (timeline.at(difference.instant).digest for timeline in timelines)
    before = {timeline.at(difference.after).digest for timeline in timelines}
    assert len(before) == 1
    assert same != other


def test_with_fewer_digests_the_stretch_is_named() -> None:
    def change(table: dict[str, Any]) -> None:
        table["digests"][3] = "0" * 32

    difference = tampered(fought(every=5), change).verify()
    assert str(difference).startswith("an instant from 16 to 20 differs")


def test_an_input_that_cannot_be_put_in_is_named() -> None:
    def change(table: dict[str, Any]) -> None:
        table["inputs"].insert(0, {"Edited": {"edit": {"Kill": {"entity": 99, "cause": "x"}}, "heard": 0}})

    difference = tampered(fought(), change).verify()
    assert difference is not None
    assert difference.instant == 1
    assert "inputs[0] can't be put in" in difference.got


def test_a_fight_that_stops_short_or_goes_on_is_found() -> None:
    def shorter(table: dict[str, Any]) -> None:
        more = 10**6  # far beyond what is still due after the fight
        table["inputs"].append({"Passed": {"instants": more, "heard": 0}})
        table["instants"] += more
        table["every"] = table["instants"]
        table["digests"] = [table["digest"]]

    def other_end(table: dict[str, Any]) -> None:
        table["digest"] = "0" * 32

    assert "1000" in str(difference := tampered(fought(), shorter).verify())
    assert str(difference).startswith("instant ")
    assert tampered(fought(), other_end).verify() is not None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: t.update(replay="game"), "replay: expected 'fleshwound'"),
        (lambda t: t.update(version=9), "version: expected 1..1"),
        (lambda t: t.update(start=3), "start: expected a save"),
        (lambda t: t.update(every=0), "every: expected 1.."),
        (lambda t: t["digests"].pop(), "digests: expected"),
        (lambda t: t["inputs"].append({"Passed": {"instants": 3, "heard": 0}}), r"^instants: expected \d+, as many"),
        (lambda t: t.update(instants=3, digests=t["digests"][:3]), r"^instants: expected \d+, as many .* got 3"),
        (lambda t: t["inputs"].append({"Passed": {"instants": 0}}), r"Passed.instants: expected 1\.\."),
        (lambda t: t["inputs"].append({"Settled": {"heard": 1}}), r"Settled.heard: expected 0\.\.0, got 1"),
        (lambda t: t["inputs"].append({"Waited": {"until": -1}}), r"Waited.until: expected 0\.\."),
        (lambda t: t["inputs"].append({"Waited": {"until": 2**62 + 1}}), r"Waited.until: expected 0\.\."),
        (lambda t: t["inputs"].append({"Chosen": {"decision": 0, "option": -1}}), r"Chosen.option: expected 0\.\."),
        (lambda t: t["inputs"].append({"TurnTaken": {"heard": -1}}), r"TurnTaken.heard: expected 1\.\."),
        (lambda t: t["inputs"].append({"TurnTaken": {"heard": 10**6}}), r"TurnTaken.heard: expected 1\.\."),
        (lambda t: t["inputs"].append({"Danced": {}}), r"inputs\[\d+\]: expected one of Passed"),
        (lambda t: t["inputs"].append({"Passed": {"instants": "x", "heard": 0}}), "Passed.instants: expected a whole"),
        (lambda t: t.pop("events"), "events: expected"),
    ],
)
def test_a_broken_replay_is_refused_with_the_fault_named(change: Any, said: str) -> None:
    with pytest.raises(SaveFault, match=said):
        tampered(fought(), change)


@pytest.mark.parametrize("heard", [{}, {"heard": 0}])
def test_an_input_that_says_not_who_heard_it_is_nobodys(heard: dict[str, int]) -> None:
    assert tampered(fought(), lambda t: t["inputs"].append({"Settled": heard})).verify() is None


def test_an_input_whose_event_never_comes_is_a_difference() -> None:
    """The recording began later than the event that it says a handler heard."""
    kill = {"Edited": {"edit": {"Kill": {"entity": 1, "cause": "x"}}, "heard": 1}}
    difference = tampered(fought(), lambda t: t["inputs"].append(kill)).verify()
    assert difference is not None
    assert "to be put in, got no moment for it" in str(difference)


def test_a_replay_whose_start_is_broken_is_refused() -> None:
    with pytest.raises(SaveFault, match="now: expected"):
        tampered(fought(), lambda t: t["start"].update(now=-1)).verify()


# --- scrubbing ------------------------------------------------------------------------------------------------------


def test_the_timeline_gives_every_instant_in_any_order() -> None:
    combat = meddled(4)
    replay = replay_of(combat)
    one_by_one = replay.begin()
    digests = [one_by_one.digest]
    while one_by_one.step():
        digests.append(one_by_one.digest)
    timeline = Timeline(replay, every=7)
    assert timeline.instants == replay.instants == len(digests) - 1
    places = list(range(timeline.instants + 1))
    dice = Random(1)
    for place in sorted(places, key=lambda _: dice.random())[:60]:
        assert timeline.at(place).digest == digests[place], place


def test_a_combat_of_the_timeline_goes_on_to_the_same_end() -> None:
    combat = meddled(5)
    scrubbed = Timeline(replay_of(combat), every=10).at(33)
    while scrubbed.step():
        pass
    assert scrubbed.digest == combat.digest


def test_the_end_of_the_timeline_has_what_was_put_in_after_the_last_instant() -> None:
    combat = fought()
    combat.edit(Heal(combat.creatures[0]))
    assert replay_of(combat).verify() is None
    timeline = Timeline(replay_of(combat))
    assert timeline.end().digest == combat.digest != timeline.at(timeline.instants).digest
    assert state(timeline.end()) == state(combat)


def test_an_instant_outside_the_fight_is_refused() -> None:
    timeline = Timeline(replay_of(meddled(1)))
    for wrong in (-1, timeline.instants + 1, True, 1.0, "1", None):
        with pytest.raises(BadValue, match=r"expected a whole number, 0\.\."):
            timeline.at(wrong)  # type: ignore[arg-type]  # wrong on purpose
    for few in (0, True, 2.0, None):
        with pytest.raises(BadValue, match=f"every is {few}; expected a whole number"):
            Timeline(replay_of(fought()), every=few)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(BadValue, match="every is 0"):
        Combat().record(0)


# --- on the command line --------------------------------------------------------------------------------------------


def run(*args: str) -> Result:
    return CliRunner().invoke(commands.app, args)


def test_a_fight_is_recorded_verified_and_found_to_differ(tmp_path: Path) -> None:
    file = tmp_path / "fight.json"
    told = run("fight", "--seed", "7", "--log", "none", "--record", str(file))
    assert told.exit_code == 0
    verified = run("replay", str(file), "--verify")
    assert verified.exit_code == 0
    assert told.stdout.split()[-1] in verified.stdout
    table = json.loads(file.read_text())
    table["digests"][4] = "0" * 32
    file.write_text(json.dumps(table))
    differs = run("replay", str(file), "--verify")
    assert differs.exit_code == 1
    assert "instant 5 differs: expected 0000" in differs.stderr


def test_a_replay_without_a_display_is_the_recorded_fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "fight.json"
    told = run("fight", "--seed", "7", "--log", "none", "--record", str(file))
    for name in [name for name in sys.modules if name.startswith(("fleshwound.game.arena", "pygame"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(game, "arena", raising=False)
    monkeypatch.setitem(sys.modules, "pygame", None)
    shown = run("replay", str(file))
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[0] == "Wolves at night (replay) · heroic · seed 7"
    assert shown.stdout.split()[-1] == told.stdout.split()[-1]


def test_a_file_that_is_no_replay_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("{}")
    for text in ("", "{}", Combat().save()):
        (tmp_path / "x.json").write_text(text)
        told = run("replay", str(tmp_path / "x.json"))
        assert told.exit_code == 2
        assert len(told.stderr.splitlines()) == 1
        assert f"{tmp_path / 'x.json'}: " in told.stderr
    assert "got nothing" in run("replay", str(tmp_path / "empty.json")).stderr
    assert run("replay", str(tmp_path / "none.json")).exit_code == 2
    assert run("fight", "--record", str(tmp_path / "no" / "x.json")).exit_code == 2


def test_the_arena_shows_a_replay_as_it_was_recorded() -> None:
    pygame = pytest.importorskip("pygame", reason="the arena needs pygame")
    window = pytest.importorskip("fleshwound.game.arena.window", reason="the arena needs pygame")
    controls = pytest.importorskip("fleshwound.game.arena.controls", reason="the arena needs pygame")
    pygame.font.init()
    combat = meddled(3)
    replay = replay_of(combat)
    viewer = window.Watch(lambda seed: replay.begin(), 3, "replay", None, pygame.Surface((1280, 720)))
    for _ in range(40_000):
        if viewer.view.ended:
            viewer.obey(controls.Command.PAUSE)  # Space: what follows
        else:
            viewer.view.paused = False
            viewer.pass_time(0.1)
        if viewer.combat.cursor.place >= len(replay.inputs):
            break
    viewer.draw()
    assert viewer.combat.digest == combat.digest
    viewer.restart(4)
    assert viewer.combat.cursor.instant == 0
