"""Combat: the one door to the subsystem, for a host, the arena and the command line alike."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf
from typing import Any, Final

import esper

from fleshwound.components.creature import Controller
from fleshwound.components.decisions import Decision
from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.errors import BadValue, IntentRefused, Reentered, Refusal
from fleshwound.components.ids import microseconds
from fleshwound.components.intents import Intent
from fleshwound.components.scenarios import Scenario
from fleshwound.game.ai import think
from fleshwound.game.content import Content, shipped
from fleshwound.game.muster import Muster, check_control, check_sides
from fleshwound.game.reading import Reading, own_world
from fleshwound.game.rulesets import ruleset_named
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle, Mind, Result
from fleshwound.systems.field import Cell, Field
from fleshwound.systems.movement import Movement
from fleshwound.systems.outbox import Outbox
from fleshwound.systems.ruleset import Ruleset
from fleshwound.systems.streams import Streams
from fleshwound.systems.turns import TurnOrder, begin, in_peace, settle, task_of

INSTANTS: Final = 1_000_000
"""Instants that one `run` goes through at the most."""

ROUNDS: Final = 1_000
"""Rounds after which a fight is a draw, where nobody says otherwise."""


class Combat(Reading):
    """One combat: creatures, time, and the rules between them.

    >>> from fleshwound.game import Combat, Strike
    >>> combat = Combat(rules="heroic", seed=7)
    >>> knight = combat.spawn("man_at_arms", side="red", at=(2, 3))
    >>> wolf = combat.spawn("gray_wolf", side="blue", at=(3, 3))
    >>> combat.act(knight, Strike(wolf, mode="broadsword/cut", aim="head"))
    >>> combat.run().reason
    'last side able'
    """

    def __init__(
        self,
        rules: str | Ruleset = "heroic",
        seed: int = 0,
        *,
        world: str | None = None,
        content: Content | None = None,
        size: tuple[int, int] | None = None,
        blocked: frozenset[Cell] = frozenset(),
        mind: Mind = think,
        awareness: int = 60,
        round_limit: int | None = ROUNDS,
        turns: str = "ruleset",
    ) -> None:
        """Set up an empty combat.

        Args:
            rules: a ruleset's name, or a ruleset.
            seed: of all its dice.
            world: an esper world of the host's to live in; None: one of its own.
            content: definitions to spawn from; None: those shipped.
            size: width and height of the map in cells; None: no edges.
            blocked: cells that nothing enters.
            mind: thinks for creatures whose intents are `ai`.
            awareness: cells within which hostile creatures are aware of each other.
            round_limit: rounds after which a fight is a draw; None: never, and a fight that nobody can win goes on.
            turns: who says whose turn it is, `ruleset` or `host` (through `begin_turn` and `end_turn`).

        Raises:
            UnknownName: no ruleset of that name.
            BadValue: a number out of range, or a word that isn't known.
        """
        if turns not in ("ruleset", "host"):
            raise BadValue(f"turns is {turns!r}; expected 'ruleset' or 'host'")
        if awareness < 0:
            raise BadValue(f"awareness is {awareness}; expected 0 or more cells")
        if size is not None and (size[0] < 1 or size[1] < 1):
            raise BadValue(f"size is {size}; expected at least 1 by 1 cells")
        if round_limit is not None and round_limit < 1:
            raise BadValue(f"round_limit is {round_limit}; expected 1 or more")
        self.content = content if content is not None else shipped()
        ruleset = ruleset_named(rules, self.content) if isinstance(rules, str) else rules
        width, height = size if size is not None else (None, None)
        named = world if world is not None else own_world(self)
        super().__init__(Battle(
            ruleset=ruleset,
            world=named,
            streams=Streams(seed),
            outbox=Outbox(named),
            mind=mind,
            field=Field(width, height, blocked),
            awareness=awareness,
            round_limit=round_limit,
            host_turns=turns == "host",
        ))
        self._muster: Final = Muster(self.battle)
        self._turns: Final = TurnOrder()
        for system in (self._turns, Movement(), *ruleset.systems):
            for kind in system.kinds:
                self.battle.by_kind[kind] = system

    @classmethod
    def of(
        cls, scenario: str | Scenario, seed: int = 0, *, rules: str | Ruleset | None = None, **options: Any
    ) -> Combat:
        """Set up a combat from a scenario: its map, its sides, its round limit.

        `options` are those of `Combat`.

        Raises:
            UnknownName: no scenario of that name.
            BadValue: a side with nobody on it, a cell that can't be entered.
        """
        content = options.get("content") or shipped()
        plan = content.scenario(scenario) if isinstance(scenario, str) else scenario
        check_sides(plan)
        options.setdefault("round_limit", plan.rounds)
        combat = cls(rules or plan.rules, seed, size=(plan.width, plan.height), blocked=plan.blocked, **options)
        for muster in plan.musters:
            for name, cell in zip(muster.names, muster.at, strict=True):
                combat.spawn(
                    muster.creature, side=muster.side, at=cell, name=name, weapons=muster.weapons, armor=muster.armor
                )
        return combat

    # --- who takes part -------------------------------------------------------------------------------------------

    def spawn(
        self,
        creature: str | Creature,
        *,
        side: str,
        at: Cell,
        name: str | None = None,
        intents: str = "ai",
        decisions: str = "auto",
        facing: int = 0,
        weapons: Sequence[Weapon | str] | None = None,
        armor: Sequence[ArmorPiece | str] | None = None,
    ) -> int:
        """Bring in a creature and return its entity.

        Args:
            creature: a definition, or its id.
            side: whose side it is on; any word.
            at: a free, open cell.
            name: what the log calls it; None: its kind, numbered if need be.
            intents: who moves it, `ai` or `host`.
            decisions: who chooses for it, `auto` (the ruleset's policy) or `ask`.
            facing: 0 north, then clockwise by eighths, 0..7.
            weapons: held instead of its own.
            armor: worn instead of its own, innermost first.

        Raises:
            UnknownName: no such creature, weapon or armour.
            BadValue: a cell that is taken or can't be entered, a word that isn't known, an empty side.
        """
        content = self.content
        definition = content.creature(creature) if isinstance(creature, str) else creature
        weapons = definition.weapons if weapons is None else weapons
        armor = definition.armor if armor is None else armor
        carried = [content.weapon(w) if isinstance(w, str) else w for w in weapons]
        worn = [content.armor_piece(a) if isinstance(a, str) else a for a in armor]
        controller = Controller(intents, decisions)
        with self._here():
            return self._muster.enlist(definition, side, at, name, controller, facing, carried, worn)

    def despawn(self, entity: int) -> None:
        """Take a creature out of the combat, body and all; a second time changes nothing."""
        with self._here():
            self._muster.dismiss(entity)

    def control(self, entity: int, *, intents: str | None = None, decisions: str | None = None) -> None:
        """Change who thinks for a creature: `intents` is `ai` or `host`, `decisions` `auto` or `ask`; None: as it is.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            BadValue: another word.
        """
        check_control(intents or "ai", decisions or "auto")
        with self._here() as battle:
            battle.id_of(entity)
            controller = esper.component_for_entity(entity, Controller)
            controller.intents = intents or controller.intents
            controller.decisions = decisions or controller.decisions
            battle.asked = battle.asked or controller.decisions == "ask"
            if intents == "ai" and battle.turn is not None and self.actor == entity:
                battle.held_up.append(Task("act", battle.turn.creature))

    # --- what they do ---------------------------------------------------------------------------------------------

    def act(self, entity: int, intent: Intent) -> None:
        """Have a creature do something: now if it is its turn or peace, else when its turn comes (the last one wins).

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            IntentRefused: it can't be done; `why` says why, and nothing has changed.
        """
        with self._here() as battle:
            creature = battle.id_of(entity)
            self._check_not_pending()
            if battle.ruleset.out(entity):
                if not battle.ruleset.alive(entity):
                    raise IntentRefused(Refusal.DEAD, "the dead take no actions; expected a living creature")
                raise IntentRefused(Refusal.CANNOT_ACT, "it can't act now; expected a creature that can")
            on_turn = battle.turn is not None and battle.turn.creature == creature and battle.turn.ending is None
            task = task_of(battle, entity, intent)
            if on_turn or in_peace(battle):
                battle.by_kind[task.kind].check(battle, task)
                battle.do(task)
            else:
                battle.wishes[creature] = intent
            settle(battle)

    def begin_turn(self, entity: int) -> None:
        """Begin a creature's turn, ending the one that is open: for a host that says whose turn it is.

        A host-controlled creature acts on what it was told to, then waits for `act`; another acts by its mind at once.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            BadValue: the ruleset says whose turn it is (`turns="ruleset"`).
            IntentRefused: it is dead, or a decision is pending.
        """
        with self._here() as battle:
            creature = battle.id_of(entity)
            self._check_host_turns()
            if not battle.ruleset.alive(entity):
                raise IntentRefused(Refusal.DEAD, "the dead have no turns; expected a living creature")
            settle(battle)
            if battle.encounter is None:
                begin(battle)
            assert battle.encounter is not None
            battle.do(Task("turn", creature, (battle.encounter.began,)))
            settle(battle)

    def end_turn(self) -> None:
        """End the turn that is open, if one is: for a host that says whose turn it is.

        Raises:
            BadValue: the ruleset says whose turn it is (`turns="ruleset"`).
            IntentRefused: a decision is pending.
        """
        with self._here() as battle:
            self._check_host_turns()
            self._turns.close(battle, Task("end", 0))

    def _check_host_turns(self) -> None:
        if not self.battle.host_turns:
            raise BadValue("the ruleset says whose turn it is; expected a combat made with turns='host'")
        self._check_not_pending()

    def _check_not_pending(self) -> None:
        for decision in self.decisions:
            raise IntentRefused(Refusal.DECISION_PENDING, f"decision {decision.number} is pending; answer it first")

    def answer(self, decision: Decision, choice: Hashable) -> None:
        """Make a pending choice, and go on with what waited for it.

        Raises:
            DecisionError: that decision isn't pending, or doesn't offer that choice.
        """
        with self._here() as battle:
            battle.answer(decision, choice)
            self._go_on(battle)

    def _go_on(self, battle: Battle) -> bool:
        settle(battle)
        while battle.held_up and battle.pending is None:
            battle.do(battle.held_up.pop(0))
            settle(battle)
        self._turns.act_on(battle)
        return battle.pending is None

    # --- time -----------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Go through one instant: everything due at the earliest moment. False: nothing is due, or a choice is pending.

        Raises:
            Reentered: a handler called.
        """
        self._check_not_inside()
        with self._here() as battle:
            return self._instant(battle, None)

    def _check_not_inside(self) -> None:
        if self._inside:
            raise Reentered("time can't pass while it passes; expected the call after step, advance or run returned")

    def _instant(self, battle: Battle, until: int | None) -> bool:
        if battle.pending is not None:
            return False
        settle(battle)
        if battle.held_up and not self._go_on(battle):
            return False
        due = battle.agenda.next_due()
        if due is None or (until is not None and due > until):
            return False
        battle.now = due
        while battle.pending is None and battle.agenda.next_due() == due:
            battle.do(battle.agenda.take().task)
            settle(battle)
        return True

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass, instant by instant; a pending choice stops time.

        Raises:
            BadValue: seconds below 0, or not a finite number.
            Reentered: a handler called.
        """
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < inf:
            raise BadValue(f"seconds is {seconds!r}; expected a number, 0 or more")
        self._check_not_inside()
        with self._here() as battle:
            until = battle.now + microseconds(seconds)
            while self._instant(battle, until):
                if battle.outbox.failures:
                    return
            if battle.pending is None:
                battle.now = until

    def run(self, until: Callable[[Combat], bool] | None = None) -> Result:
        """Go on until the fight has a result, or with the reason `stopped` until nothing is due or `until` says so.

        Raises:
            Reentered: a handler called.
        """
        self._check_not_inside()
        for _ in range(INSTANTS):
            with self._here() as battle:
                settle(battle)
                if battle.result is not None or not self._instant(battle, None):
                    break
            if until is not None and until(self):
                break
        rounds = self.battle.encounter.round if self.battle.encounter is not None else 0
        return self.battle.result or Result(None, "stopped", rounds)
