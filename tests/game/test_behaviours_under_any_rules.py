"""Behaviours that games of this kind get wrong, under every ruleset that is registered (numbers of `behaviours`)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any, get_args

import pytest

from fleshwound.components.creature import Combatant, Place
from fleshwound.components.edits import Kill
from fleshwound.components.errors import BadValue, IntentRefused, Refusal, SaveFault
from fleshwound.components.events import Died, Event, TurnBegan
from fleshwound.components.intents import Intent, Move, Strike
from fleshwound.components.minds import ODDS
from fleshwound.game import Combat
from fleshwound.game.content import shipped
from fleshwound.game.rulesets import RULESETS, ruleset_named

SCENARIO = "wolves_at_night"
every_ruleset = pytest.mark.parametrize("rules", RULESETS)


def made(rules: str, seed: int = 3, **options: Any) -> Combat:
    return Combat.of(SCENARIO, seed, rules=rules, **options)


def intent_of(kind: Any, target: int) -> Any:
    given = {"target": target, "to": (0, 0), "purpose": "hold"}
    return kind(**{name: given[name] for name in kind.__dataclass_fields__ if name in given})


def brawl(rules: str, seed: int) -> tuple[Combat, list[Event]]:
    combat, told = made(rules, seed), []
    combat.subscribe(Event, told.append)
    combat.run()
    combat.advance(24 * 3600)
    return combat, told


@every_ruleset
def test_26_the_dead_do_nothing_and_are_told_why(rules: str) -> None:
    combat = made(rules)
    dead, other = combat.creatures[0], combat.creatures[-1]
    combat.edit(Kill(dead))
    before = combat.digest
    for kind in get_args(Intent):
        with pytest.raises(IntentRefused, match="expected") as refused:
            combat.act(dead, intent_of(kind, other))
        assert isinstance(refused.value.why, Refusal)
    assert combat.digest == before


@every_ruleset
@pytest.mark.parametrize("seed", range(2))
def test_26_27_each_death_is_told_once_and_the_dead_take_no_turns(rules: str, seed: int) -> None:
    combat, told = brawl(rules, seed)
    died = Counter(event.creature for event in told if isinstance(event, Died))
    assert set(died.values()) <= {1}
    assert set(died) == {combat.id_of(e) for e in combat.creatures if not combat.vitals(e).alive}
    gone: set[int] = set()
    for event in told:
        if isinstance(event, Died):
            gone.add(event.creature)
        assert not (isinstance(event, TurnBegan) and event.creature in gone)


@every_ruleset
def test_27_nobody_strikes_the_dead(rules: str) -> None:
    combat = made(rules)
    a, b = combat.creatures[0], combat.creatures[-1]
    combat.edit(Kill(b))
    with pytest.raises(IntentRefused) as refused:
        combat.odds(a, Strike(b))
    assert refused.value.why is not Refusal.UNSUPPORTED


@every_ruleset
def test_29_death_has_no_duration(rules: str) -> None:
    combat = made(rules)
    dead = combat.creatures[0]
    combat.edit(Kill(dead))
    combat.run()
    combat.advance(60 * 86_400)
    assert not combat.vitals(dead).alive
    assert combat.vitals(dead).health == 0


def components_named(path: Path) -> set[str]:
    """Names that a module takes from the components."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fleshwound.components")
        for name in node.names
    }


@pytest.mark.checkout
@every_ruleset
def test_30_nobody_tests_a_component_that_only_another_ruleset_has(rules: str, checkout: Path) -> None:
    own = {kind.__name__ for kind in ruleset_named(rules, shipped()).components}
    others = {kind.__name__ for name in RULESETS for kind in ruleset_named(name, shipped()).components if name != rules}
    assert others - own
    for path in (checkout / "systems" / rules).glob("*.py"):
        assert not components_named(path) & (others - own), path.name
    for folder in ("systems", "game/ai"):
        for path in (checkout / folder).glob("*.py"):
            assert not components_named(path) & (own - others), path.name


@every_ruleset
@pytest.mark.parametrize("seed", range(1))
def test_34_47_a_fight_is_the_same_again_and_no_question_moves_its_dice(rules: str, seed: int) -> None:
    asked, plain = made(rules, seed, ai=ODDS), made(rules, seed, ai=ODDS)
    plain.run()
    n = 0
    while asked.result is None:
        asked.step()
        n += 1
        a, b = asked.creatures[n % len(asked.creatures)], asked.creatures[-1 - n % 3]
        with suppress(IntentRefused):  # at times it can't be made
            asked.odds(a, Strike(b))
        asked.prognosis(b, 600, states=50)
        asked.vitals(a), asked.sheet(b)
    assert asked.digest == plain.digest


@every_ruleset
def test_38_39_saved_on_the_way_it_goes_on_as_it_would_have_and_a_save_is_saved_as_it_was(
    rules: str, long: bool
) -> None:
    for seed in range(20 if long else 1):
        whole, kept = made(rules, seed), made(rules, seed)
        whole.run()
        every = 1 if long else 5
        n = 0
        while kept.result is None:
            if n % every == 0:
                text = kept.save()
                vitals = [kept.vitals(e) for e in kept.creatures]
                kept = Combat.load(text)
                assert kept.save() == text
                assert [kept.vitals(e) for e in kept.creatures] == vitals
            kept.step()
            n += 1
        assert kept.digest == whole.digest, seed


@every_ruleset
def test_40_content_that_is_gone_is_named_all_at_once(rules: str) -> None:
    combat = made(rules)
    text = combat.save()
    kinds = sorted({combat.component(e, Combatant).creature.id for e in combat.creatures})
    for kind in kinds:
        text = text.replace(f'"{kind}"', f'"old_{kind}"')
    with pytest.raises(SaveFault) as wrong:
        Combat.load(text)
    assert set(wrong.value.missing) >= {f"creature old_{kind}" for kind in kinds}


@every_ruleset
def test_44_who_has_no_body_is_refused_as_a_target_if_it_comes_in_at_all(rules: str) -> None:
    combat = Combat(rules)
    man = combat.spawn("human", side="red", at=(0, 0), intents="host")
    spirit = None
    with suppress(BadValue):
        spirit = combat.spawn("spirit", side="blue", at=(1, 0), intents="host")
    if spirit is None:
        assert list(combat.creatures) == [man]
        return
    with pytest.raises(IntentRefused) as refused_strike:
        combat.act(man, Strike(spirit))
    assert refused_strike.value.why is Refusal.INCORPOREAL_TARGET
    assert combat.vitals(spirit).health == 100


def walk(combat: Combat, entity: int, cells: Iterator[tuple[int, int]]) -> None:
    """Walk as long as there is any move left."""
    for cell in cells:
        combat.act(entity, Move(cell))


@every_ruleset
def test_32_a_move_is_its_bearers_own_and_no_others(rules: str) -> None:
    combat = Combat(rules, turns="host")
    a = combat.spawn("human", side="red", at=(0, 0), intents="host")
    b = combat.spawn("human", side="blue", at=(9, 9), intents="host")
    combat.begin_turn(a)
    combat.act(a, Move((1, 0)))
    cells = cycle([(0, 0), (1, 0)])
    with pytest.raises(IntentRefused):
        walk(combat, a, cells)
    combat.begin_turn(b)
    combat.act(b, Move((9, 8)))
    combat.begin_turn(a)
    place = combat.component(a, Place)
    combat.act(a, Move((0, 0) if (place.x, place.y) != (0, 0) else (1, 0)))
