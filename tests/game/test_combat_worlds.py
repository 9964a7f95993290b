"""A host's worlds and a combat's: neither disturbs the other."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass

import esper
import pytest
from tiny import duel, heard, melee, state, tiny
from toy import Toy, creature

from fleshwound.components.errors import BadValue, DespawnedCreature, UnknownName
from fleshwound.components.events import (
    Died,
    EncounterEnded,
    Event,
    RoundBegan,
    StrikeLanded,
    TurnBegan,
    TurnEnded,
)
from fleshwound.components.intents import Strike
from fleshwound.game.combat import Combat
from fleshwound.game.processor import CombatProcessor


@dataclass(slots=True)
class Score:
    points: int = 0


class Counting(esper.Processor):
    """A processor of the host's: counts its calls, and keeps score of its own entities."""

    def __init__(self) -> None:
        self.calls = 0

    def process(self, seconds: float) -> None:
        self.calls += 1
        for _, score in esper.get_component(Score):
            score.points += 1


@pytest.fixture
def host() -> Iterator[str]:
    esper.switch_world("host")
    yield "host"
    esper.switch_world("default")
    esper.delete_world("host")


def test_a_host_world_and_a_combat_interleaved_a_hundred_times_never_meet(host: str) -> None:
    combat, alone = melee(3), melee(3)
    entities = []
    for n in range(100):
        entities.append(esper.create_entity(Score(n)))
        combat.step()
        if n % 3 == 0:
            esper.delete_entity(entities.pop(0), immediate=True)
        assert esper.current_world == host
        assert sorted(entity for entity, _ in esper.get_component(Score)) == entities
        assert not {type(part) for e in entities for part in esper.components_for_entity(e)} - {Score}
        esper.process(0.1)
        alone.step()
    assert combat.digest == alone.digest


@pytest.mark.parametrize(
    "wrong",
    [
        lambda combat: combat.advance(-1),
        lambda combat: combat.act(999, Strike(1)),
        lambda combat: combat.vitals(999),
        lambda combat: combat.spawn("no_such_creature", side="red", at=(9, 9)),
        lambda combat: combat.spawn(creature(endurance=0), side="red", at=(9, 9)),
    ],
)
def test_the_hosts_world_is_restored_after_an_error(host: str, wrong: object) -> None:
    combat, *_ = duel()
    assert callable(wrong)
    with pytest.raises((BadValue, DespawnedCreature, UnknownName)):
        wrong(combat)
    assert esper.current_world == host


@pytest.mark.parametrize("how", ["run", "advance", "step"])
@pytest.mark.parametrize("kind", [Event, TurnBegan, TurnEnded, RoundBegan, StrikeLanded, Died, EncounterEnded])
def test_an_exception_in_a_handler_reaches_the_host_and_changes_nothing(host: str, kind: type[Event], how: str) -> None:
    """The instant is gone through whole before the exception is raised; time stops there."""
    failing, whole = melee(2), melee(2)

    def fail(event: Event) -> None:
        raise RuntimeError("the host's own")

    failing.subscribe(kind, fail)
    raised = 0
    while failing.result is None:
        before = failing.now
        try:
            failing.run() if how == "run" else failing.advance(3600) if how == "advance" else failing.step()
        except RuntimeError:
            raised += 1
            assert failing.now - before <= 6_000_000 or kind in (Died, EncounterEnded, StrikeLanded)
        assert esper.current_world == host
    whole.run()
    assert raised >= 1
    assert failing.digest == whole.digest
    assert state(failing) == state(whole)


def test_handlers_run_in_the_hosts_world(host: str) -> None:
    combat, *_ = duel()
    worlds: set[str] = set()
    combat.subscribe(Event, lambda event: worlds.add(esper.current_world))
    combat.advance(6)
    assert worlds == {host}


def test_esper_handlers_hear_events_in_the_combats_world(host: str) -> None:
    combat, *_ = duel()
    deaths: list[tuple[str, Event]] = []

    def died(event: Event) -> None:
        deaths.append((esper.current_world, event))

    esper.set_handler("Died", died)
    combat.run()
    assert deaths == []
    esper.remove_handler("Died", died)
    combat, *_ = duel()
    esper.switch_world(combat.world)
    esper.set_handler("Died", died)
    esper.switch_world(host)
    combat.run()
    assert [world for world, _ in deaths] == [combat.world]


def test_two_combats_at_once_are_as_each_alone() -> None:
    alone = [melee(seed) for seed in (1, 2)]
    for combat in alone:
        combat.run()
    together = [melee(seed) for seed in (1, 2)]
    while any(combat.result is None for combat in together):
        for combat in together:
            if combat.result is None:
                combat.step()
    assert [c.digest for c in together] == [c.digest for c in alone]
    assert [state(c) for c in together] == [state(c) for c in alone]


def test_two_combats_may_share_a_world_and_a_host_may_live_there_too(host: str) -> None:
    alone = [melee(seed) for seed in (1, 2)]
    esper.create_entity(Score())
    together = [melee(seed, world=host) for seed in (1, 2)]
    for combat in (*alone, *together):
        combat.run()
        assert esper.current_world == host
    assert [c.digest for c in together] == [c.digest for c in alone]
    assert not set(together[0].creatures) & set(together[1].creatures)
    for entity in together[0].creatures:
        with pytest.raises(DespawnedCreature):
            together[1].vitals(entity)


def test_a_handler_of_one_combat_may_drive_another() -> None:
    first, *_ = duel(1)
    second, *_ = duel(2)
    first.subscribe(TurnBegan, lambda event: second.advance(3))
    first.run()
    alone, *_ = duel(2)
    alone.advance(second.now / 1e6)
    assert second.digest == alone.digest
    assert second.now > 0


@pytest.mark.parametrize("own_world", [True, False])
def test_a_hosts_loop_drives_a_combat_by_one_processor(host: str, own_world: bool) -> None:
    combat = melee(4, **({} if own_world else {"world": host}))
    counting = Counting()
    esper.create_entity(Score())
    for processor in (counting, CombatProcessor(combat)):
        esper.add_processor(processor)
    for _ in range(240):
        esper.process(0.5)
    plain = melee(4)
    plain.advance(120)
    assert combat.digest == plain.digest
    assert combat.now == plain.now
    assert counting.calls == 240
    assert [score.points for _, score in esper.get_component(Score)] == [240]


def test_a_foreign_entity_takes_no_part_and_is_left_alone(host: str) -> None:
    combat = tiny(world=host)
    mine = esper.create_entity(Score(7))
    combat.spawn(creature(), side="red", at=(0, 0))
    for call in (combat.vitals, combat.sheet, combat.id_of, lambda e: combat.act(e, Strike(e))):
        with pytest.raises(DespawnedCreature):
            call(mine)
    combat.despawn(mine)
    assert esper.component_for_entity(mine, Score).points == 7


def test_a_combat_that_is_gone_leaves_no_world_behind() -> None:
    gc.collect()
    before = set(esper.list_worlds())
    combats = [melee(seed) for seed in range(5)]
    assert len(set(esper.list_worlds()) - before) == 5
    assert len({combat.world for combat in combats}) == 5
    for combat in combats:
        heard(combat)
        combat.run()
    del combat, combats
    gc.collect()
    assert set(esper.list_worlds()) == before


def test_a_combat_in_a_hosts_world_leaves_it_standing(host: str) -> None:
    combat: Combat | None = tiny(world=host)
    del combat
    gc.collect()
    assert host in esper.list_worlds()


@pytest.mark.parametrize("immediate", [True, False])
@pytest.mark.parametrize("rules", ["heroic", "toy"])
def test_a_creature_deleted_behind_the_combats_back_is_named_and_can_be_despawned(rules: str, immediate: bool) -> None:
    combat = Combat(Toy() if rules == "toy" else rules, world="dungeon", seed=1)
    kind = creature() if rules == "toy" else "gray_wolf"
    combat.spawn(kind, side="red", at=(0, 0))
    gone = combat.spawn(kind, side="blue", at=(1, 0))
    combat.step()
    esper.switch_world("dungeon")
    esper.delete_entity(gone, immediate=immediate)
    esper.clear_dead_entities()
    esper.switch_world("default")
    said = rf"entity {gone} .* was deleted through esper; expected combat\.despawn"
    with pytest.raises(DespawnedCreature, match=said):
        combat.advance(60)
    assert esper.current_world == "default"
    combat.despawn(gone)
    combat.advance(60)
    assert gone not in combat.creatures


@pytest.mark.parametrize("rules", ["heroic", "toy"])
def test_a_host_may_mark_an_entity_for_deletion_and_despawn_it_before_esper_deletes_it(host: str, rules: str) -> None:
    combat = Combat(Toy() if rules == "toy" else rules, world=host, seed=1)
    kind = creature() if rules == "toy" else "gray_wolf"
    stays, *gone = [combat.spawn(kind, side=side, at=(n, 0)) for n, side in enumerate(("red", "blue", "blue"))]
    combat.step()
    for entity in gone:
        esper.delete_entity(entity)
        combat.despawn(entity)
        combat.despawn(entity)
    esper.process()
    combat.advance(60)
    esper.process()
    assert combat.creatures == (stays,)
    assert not any(esper.entity_exists(entity) for entity in gone)
    assert esper.current_world == host


def test_a_creature_that_is_despawned_is_gone_from_its_world_at_once(host: str) -> None:
    combat = tiny(world=host)
    entity = combat.spawn(creature(), side="red", at=(0, 0))
    combat.despawn(entity)
    assert entity not in esper._entities
    esper.process()
