"""Random fights in every ruleset, each watched for what must never happen.

Everything of a fight follows from its seed: who meets whom with what, on what ground, who thinks how, who asks for
decisions and how they are answered, who comes and goes in the middle. A failure names the seed;
`SOAK=heroic/17 pytest tests/test_soak.py` fights that one alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any, Final, get_args

import esper
import pytest
from invariants import Watch
from toy import Toy

from fleshwound.components.creature import Allegiance, Combatant, Place
from fleshwound.components.definitions import Aspect, Creature
from fleshwound.components.errors import BadValue
from fleshwound.components.events import EncounterEnded
from fleshwound.components.hazards import EVERYWHERE, Dice, Fall, Fire, Harm, Threat
from fleshwound.components.intents import Intent, Strike
from fleshwound.game.ai import think
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.battle import Battle
from fleshwound.systems.queries import apart, everyone, side_of
from fleshwound.systems.ruleset import Ruleset

pytestmark = pytest.mark.sample

RULES: Final[dict[str, Callable[[], str | Ruleset]]] = {
    "heroic": lambda: "heroic",
    "toy": Toy,
    "cities": lambda: "cities",
}
ORDINARY: Final = {"heroic": 200, "toy": 100, "cities": 100}
LONG: Final = {"heroic": 2_000, "toy": 500, "cities": 300}
CHUNKS: Final = 20
ROUNDS: Final = 60
SAVES: Final = 0.05
"""Of instants: how many a fight that is saved is saved at, and loaded again."""
INTENTS: Final = get_args(Intent)
HOURS: Final = 6
"""Of aftermath: bleeding, re-tests, Extended Shock."""


class Fight:
    """One random fight."""

    def __init__(self, rules: str, seed: int, saving: bool) -> None:
        self.rules = rules
        self.dice = Random(f"{rules}/{seed}")
        self.keeper = Random(f"{rules}/{seed}/saves") if saving else None
        size = (self.between(8, 30), self.between(8, 30))
        rocks = [(self.between(0, size[0] - 1), self.between(0, size[1] - 1)) for _ in range(self.between(0, 25))]
        self.reckless = self.between(1, 3) == 1
        self.combat = Combat(
            RULES[rules](), seed, size=size, blocked=frozenset(rocks), round_limit=ROUNDS, mind=self.think
        )
        self.sides = ("red", "blue", "green")[: self.between(2, 3)]
        self.content = shipped().under("cities" if rules == "cities" else "heroic")
        bodies = self.content.creatures.items()
        kinds = sorted(id for id, kind in bodies if rules != "cities" or not kind.anatomy.incorporeal)
        self.kinds = [kinds[self.between(0, len(kinds) - 1)] for _ in range(self.between(2, 5))]
        self.asking = self.between(1, 4) == 1
        self.meddling = self.between(1, 4) == 1
        for side in self.sides:
            for _ in range(self.between(1, 5)):
                self.spawn(side)
        self.watch = Watch(self.combat, f"SOAK={rules}/{seed}")

    def between(self, least: int, most: int) -> int:
        return least + int(self.dice.random() * (most - least + 1))

    def some(self, ids: list[str], most: int) -> list[str]:
        return [ids[self.between(0, len(ids) - 1)] for _ in range(self.between(0, most))]

    def spawn(self, side: str) -> None:
        """Bring in one creature, as it comes or with whatever gear it has hands and locations for."""
        kind = shipped().creature(self.kinds[self.between(0, len(self.kinds) - 1)])
        width, height = self.combat.battle.field.width or 1, self.combat.battle.field.height or 1
        weapons, armor = self.gear(kind)
        decisions = "ask" if self.asking and self.between(0, 1) else "auto"
        for _ in range(200):
            at = (self.between(0, width - 1), self.between(0, height - 1))
            try:
                self.combat.spawn(kind, side=side, at=at, weapons=weapons, armor=armor, decisions=decisions)
            except BadValue:
                continue  # taken, or blocked
            return

    def think(self, battle: Battle, entity: int) -> Intent | None:
        """As the AI does; the reckless aim anywhere, at whoever is near, and at times do whatever comes to mind."""
        intent = think(battle, entity)
        if self.reckless and self.between(1, 4) == 1:
            return self.whim(battle, entity)
        if not self.reckless or not isinstance(intent, Strike):
            return intent
        side, alive = side_of(entity), battle.ruleset.alive
        near = [e for _, e in everyone(battle) if side_of(e) != side and alive(e) and apart(entity, e) <= 1]
        near = near or [intent.target]
        target = near[self.between(0, len(near) - 1)]
        options = battle.ruleset.strikes(battle, entity, target)
        modes = [option.mode for option in options] or [intent.mode]
        body = esper.component_for_entity(target, Combatant).creature.anatomy
        aims = (None, *(part.id for part in body.parts), *range(1, body.highest_zone_number + 1))
        return Strike(target, modes[self.between(0, len(modes) - 1)], aims[self.between(0, len(aims) - 1)])

    def whim(self, battle: Battle, entity: int) -> Intent:
        """Any kind of intent at all, about anybody, whether it can be done or not."""
        others = [e for e in battle.roster.values() if e != entity] or [entity]
        here = esper.component_for_entity(entity, Place)
        wanted = {
            "target": others[self.between(0, len(others) - 1)],
            "to": (here.x + self.between(-4, 4), here.y + self.between(-4, 4)),
            "purpose": ("hold", "take")[self.between(0, 1)],
        }
        kind: Any = INTENTS[self.between(0, len(INTENTS) - 1)]
        intent: Intent = kind(**{each.name: wanted[each.name] for each in fields(kind) if each.name in wanted})
        return intent

    def gear(self, kind: Creature) -> tuple[list[str] | None, list[str] | None]:
        hands = sum(part.holds for part in kind.anatomy.parts)
        if self.between(0, 1) or not hands:
            return None, None
        weapons = self.some(sorted(self.content.weapons), hands)
        fits = {location.id for location in kind.anatomy.locations}
        pieces = [id for id, piece in sorted(self.content.armor.items()) if piece.flexible | piece.rigid <= fits]
        return weapons, self.some(pieces, 4) if pieces else []

    def keep(self) -> Combat:
        """Now and then save the fight and go on with what is loaded from that."""
        if self.keeper is not None and self.keeper.random() < SAVES:
            rules = RULES[self.rules]()
            text = self.combat.save()
            self.combat = self.watch.combat = Combat.load(
                text, mind=self.think, rules=None if isinstance(rules, str) else rules
            )
            assert self.combat.save() == text
        return self.combat

    def instant(self) -> bool:
        """Go on by one instant, answering what is asked and meddling now and then."""
        combat = self.keep()
        while combat.decisions:
            (decision,) = combat.decisions
            combat.answer(decision, decision.options[self.between(0, len(decision.options) - 1)])
            self.watch.look()
            combat = self.keep()
        if self.meddling and self.between(1, 60) == 1 and combat.creatures:
            combat.despawn(combat.creatures[self.between(0, len(combat.creatures) - 1)])
            self.watch.look()
        if self.meddling and self.between(1, 90) == 1 and len(combat.creatures) < 20:
            self.spawn(self.sides[self.between(0, len(self.sides) - 1)])
            self.watch.look()
        if self.meddling and self.rules in ("heroic", "cities") and self.between(1, 60) == 1:
            self.befall()
            self.watch.look()
        going = combat.step() or bool(combat.decisions)
        self.watch.look()
        return going

    def befall(self) -> None:
        """Let something befall somebody that nobody strikes: fear, a fall, fire, whatever comes from all sides."""
        combat = self.combat
        living = [e for e in combat.creatures if combat.vitals(e).alive]
        whole = [e for e in living if not combat.component(e, Combatant).creature.anatomy.incorporeal]
        if not whole:
            return
        hazards = (
            *((Threat(self.between(4, 10), "fear"),) if self.rules == "heroic" else ()),
            Fall(self.between(0, 60)),
            Fire(self.between(1, 3), self.between(1, 3)),
            Fire(1, None),
            Harm(Dice(2, 10), Aspect.EDGED, EVERYWHERE, 1, "blades"),
        )
        combat.befall(whole[self.between(0, len(whole) - 1)], hazards[self.between(0, len(hazards) - 1)])

    def fight(self) -> None:
        """Fight to the end, then let hours pass; fights that break out anew are fought too."""
        watch = self.watch
        while self.combat.result is None and self.instant():
            pass
        combat = self.combat
        assert combat.result is not None or len({combat.component(e, Allegiance).side for e in combat.creatures}) < 2
        watch.look(everyone=True)
        hour = 3_600_000_000
        until = combat.now + HOURS * hour
        while self.combat.now < until:
            following = min(until, self.combat.now + hour)
            while (due := self.combat.battle.agenda.next_due()) is not None and due <= following:
                self.instant()
            while self.combat.decisions:
                self.instant()
            self.combat.advance(max(0, following - self.combat.now) / 1e6)
            watch.look(everyone=True)


def fight(rules: str, seed: int, saving: bool = False) -> Fight:
    try:
        made = Fight(rules, seed, saving)
        made.fight()
    except Exception as failure:
        failure.add_note(f"this was SOAK={rules}/{seed}")
        raise
    return made


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("rules", RULES)
def test_nothing_happens_that_must_never_happen(rules: str, chunk: int, long: bool) -> None:
    chosen = os.environ.get("SOAK")
    seeds = range(chunk, (LONG if long else ORDINARY)[rules], CHUNKS)
    if chosen:
        wanted, _, number = chosen.partition("/")
        seeds = range(int(number), int(number) + 1) if wanted == rules and chunk == 0 else range(0)
    rounds = 0
    for seed in seeds:
        watch = fight(rules, seed, saving=seed % 3 == 0).watch
        rounds += sum(event.rounds for event in watch.trail if isinstance(event, EncounterEnded))
    assert rounds > 0 or not seeds


@pytest.mark.parametrize("rules", RULES)
def test_a_random_fight_is_the_same_again(rules: str) -> None:
    for seed in range(3):
        assert fight(rules, seed).combat.digest == fight(rules, seed).combat.digest


@pytest.mark.parametrize("rules", RULES)
def test_a_random_fight_saved_and_loaded_on_the_way_comes_to_the_same(rules: str, long: bool) -> None:
    for seed in range(60 if long else 6):
        kept, straight = fight(rules, seed, saving=True), fight(rules, seed)
        assert kept.combat.digest == straight.combat.digest, f"SOAK={rules}/{seed}"
        assert kept.watch.trail == straight.watch.trail
