"""What the mind does with what shoots and is thrown; fights with archers in them, to their end (heroic H12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from invariants import Watch
from scripting import calm, editing, play, put, settled

from fleshwound.components.creature import Held, Place, Shock
from fleshwound.components.events import ItemDrawn, ItemThrown, Readied, ShotLoosed, ShotStrayed
from fleshwound.components.intents import Intent, Move, Reload, Strike, Unsheathe
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Morale, Nerve
from fleshwound.game import Combat
from fleshwound.game.ai import think
from fleshwound.game.content import shipped
from fleshwound.systems.battle import Turn

BOW = "longbow_100/ranged"
ARCHER = shipped().creature("archer")


def thought(combat: Combat, entity: int) -> Intent | None:
    """What a creature would do, were it its turn."""
    with editing(combat) as battle:
        battle.turn = Turn(battle.ids[entity], battle.now)
        found = think(battle, entity)
        battle.turn = None
        return found


def archer(gap: int, foe: str = "brigand", **options: object) -> tuple[Combat, int, int]:
    combat = Combat(seed=1, **options)  # type: ignore[arg-type]  # options of Combat, by name
    a = combat.spawn("archer", side="red", at=(10, 10), intents="host")
    b = combat.spawn(foe, side="blue", at=(10 + gap, 10), intents="host")
    settled(combat)
    return combat, a, b


def test_an_archer_shoots_from_afar_and_readies_its_bow_again() -> None:
    combat, a, b = archer(30)
    found = thought(combat, a)
    assert isinstance(found, Strike)
    assert (found.target, found.mode) == (b, BOW)
    play(combat, a, found, otherwise=calm)
    assert thought(combat, a) == Reload()


@pytest.mark.parametrize(("weapons", "gap"), [(["throwing_axe"], 25), (["barbed_javelin"], 38), (["longbow_75"], 300)])
def test_over_open_country_nobody_with_missiles_follows_who_runs_beyond_their_range(
    weapons: list[str], gap: int
) -> None:
    """It would gain nothing by it, round after round: whoever flees goes at twice the move."""
    for size, follows in ((None, False), ((400, 40), True)):
        combat = Combat(seed=1, size=size, awareness=400)
        a = combat.spawn("human", side="red", at=(10, 10), weapons=weapons, intents="host")
        b = combat.spawn("human", side="blue", at=(10 + gap, 10), intents="host")
        settled(combat)
        assert isinstance(thought(combat, a), Move)
        combat.component(b, Nerve).morale = Morale.ROUTED
        assert isinstance(thought(combat, a), Move) is follows


def test_an_archer_steps_back_from_a_foe_that_comes_near_and_then_shoots() -> None:
    combat, a, _ = archer(5)
    found = thought(combat, a)
    assert isinstance(found, Move)
    assert found.to[0] < 10
    with editing(combat) as battle:
        battle.turn = Turn(battle.ids[a], battle.now, feet=5)
        assert isinstance(think(battle, a), Strike)
        battle.turn = None


def test_an_archer_with_its_back_to_a_wall_shoots_instead() -> None:
    wall = frozenset((x, y) for x in range(8, 13) for y in range(8, 13) if x in (8, 9, 12) or y in (8, 9, 11, 12))
    combat = Combat(seed=1, blocked=wall - {(12, 10)})
    a = combat.spawn("archer", side="red", at=(10, 10), intents="host")
    combat.spawn("brigand", side="blue", at=(15, 10), intents="host")
    settled(combat)
    assert isinstance(thought(combat, a), Strike)


def test_an_archer_draws_its_sword_when_a_foe_is_upon_it_and_strikes_with_that() -> None:
    combat, a, _ = archer(1)
    assert thought(combat, a) == Unsheathe()
    play(combat, a, Unsheathe())
    found = thought(combat, a)
    assert isinstance(found, Strike)
    assert found.mode is not None
    assert found.mode.startswith("shortsword/")


def test_an_archer_without_a_sword_clubs_with_the_bow() -> None:
    combat = Combat(seed=1)
    a = combat.spawn("archer", side="red", at=(0, 0), intents="host", weapons=("longbow_100",))
    combat.spawn("brigand", side="blue", at=(1, 0), intents="host")
    settled(combat)
    found = thought(combat, a)
    assert isinstance(found, Strike)
    assert found.mode == "longbow_100/crush"


def test_an_archer_without_arrows_draws_its_sword_and_closes() -> None:
    combat, a, _ = archer(20)
    combat.component(a, Kit).projectiles.clear()
    assert thought(combat, a) == Unsheathe()
    play(combat, a, Unsheathe())
    assert isinstance(thought(combat, a), Move)


def test_an_archer_comes_to_where_it_sees_somebody() -> None:
    combat, a, _ = archer(20, blocked=frozenset((15, y) for y in range(8, 13)))
    found = thought(combat, a)
    assert isinstance(found, Move)
    with editing(combat):
        place = combat.component(a, Place)
        place.x, place.y = found.to
    assert isinstance(thought(combat, a), Strike)


def test_an_archer_shoots_at_whom_no_friend_stands_beside() -> None:
    combat, a, b = archer(20)
    friend = combat.spawn("man_at_arms", side="red", at=(31, 10), intents="host")
    other = combat.spawn("brigand", side="blue", at=(34, 2), intents="host")
    settled(combat)
    found = thought(combat, a)
    assert isinstance(found, Strike)
    assert found.target == other
    put(combat, friend, Shock.INCAPACITATED)
    found = thought(combat, a)
    assert isinstance(found, Strike)
    assert found.target == b


def test_nobody_throws_the_last_thing_it_has_to_fight_with() -> None:
    javelin = shipped().weapon("bodkin_javelin")
    skirmisher = replace(shipped().creature("skirmisher"), belt=())
    combat = Combat(seed=1)
    a = combat.spawn(skirmisher, side="red", at=(0, 0), intents="host", weapons=(javelin,))
    b = combat.spawn("brigand", side="blue", at=(8, 0), intents="host")
    settled(combat)
    assert isinstance(thought(combat, a), Move)
    combat = Combat(seed=1)
    a = combat.spawn("skirmisher", side="red", at=(0, 0), intents="host")
    b = combat.spawn("brigand", side="blue", at=(8, 0), intents="host")
    settled(combat)
    found = thought(combat, a)
    assert isinstance(found, Strike)
    assert (found.target, found.mode) == (b, "bodkin_javelin/thrown")
    play(combat, a, found, otherwise=calm)
    assert thought(combat, a) == Unsheathe()
    assert len(combat.component(a, Held).items) == 1


def test_wolves_take_no_notice_of_any_of_it() -> None:
    combat = Combat(seed=1)
    a = combat.spawn("gray_wolf", side="red", at=(0, 0), intents="host")
    combat.spawn("archer", side="blue", at=(20, 0), intents="host")
    settled(combat)
    assert isinstance(thought(combat, a), Move)


@pytest.mark.parametrize("seed", range(6))
def test_a_fight_with_archers_keeps_every_invariant_and_sees_arrows_fly(seed: int) -> None:
    combat = Combat.of("archers_at_the_farm", seed)
    watch = Watch(combat, f"archers_at_the_farm, seed {seed}")
    watch.fight()
    kinds = Counter(type(event) for event in watch.trail)
    assert kinds[ShotLoosed] > 5
    assert kinds[Readied]
    assert kinds[ItemThrown]
    assert kinds[ItemDrawn]
    assert kinds[ShotStrayed] <= kinds[ShotLoosed]


def test_a_fight_with_archers_goes_on_from_a_save_at_any_instant() -> None:
    combat = Combat.of("archers_at_the_farm", 11)
    for _ in range(30):
        combat.step()
        combat.drain()
    again = Combat.load(combat.save())
    assert combat.run() == again.run()
    assert combat.digest == again.digest
