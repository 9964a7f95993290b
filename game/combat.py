"""Combat: the one door to the subsystem, for a host, the arena and the command line alike."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from types import NoneType
from typing import Any, Final, Self

import esper

from fleshwound.components.decisions import Decision
from fleshwound.components.errors import PASSING, BadValue, IntentRefused, Refusal
from fleshwound.components.inputs import Acted, Chosen, TurnGiven, TurnTaken
from fleshwound.components.intents import Intent
from fleshwound.components.minds import SIMPLE
from fleshwound.components.scenarios import Scenario
from fleshwound.game.ai import think
from fleshwound.game.ai.by_odds import meet
from fleshwound.game.content import Content, shipped
from fleshwound.game.edges import check_cell, check_kind, check_ruleset, check_size, check_whole
from fleshwound.game.muster import check_sides, minds_of, sides_minds
from fleshwound.game.perils import Perils
from fleshwound.game.reading import own_world
from fleshwound.game.rulesets import ruleset_named
from fleshwound.game.saving import codec_of, loading
from fleshwound.game.saving.document import GREATEST
from fleshwound.game.saving.kinds import kinds_of
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle, Mind
from fleshwound.systems.field import Cell, Field
from fleshwound.systems.intents import task_of
from fleshwound.systems.movement import Movement
from fleshwound.systems.outbox import Outbox
from fleshwound.systems.ruleset import Ruleset
from fleshwound.systems.streams import Streams
from fleshwound.systems.turns import begin, follow, in_peace, settle

ROUNDS: Final = 1_000
"""Rounds after which a fight is a draw, where nobody says otherwise."""


class Combat(Perils):
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
        components: Sequence[type[Any]] = (),
        record: bool | int = False,
        ai: str | Mapping[str, str] = SIMPLE,
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
            components: kinds of component of the host's own that its creatures may have, and that a save holds too.
            ai: by what creatures think that think for themselves, `simple` or `odds`; or that by side, others `simple`.
            record: whether to record for a replay from the start, or how many instants lie between two digests of it.

        Raises:
            UnknownName: no ruleset of that name.
            BadValue: a number out of range, a word that isn't known, a value of the wrong kind.
        """
        if turns not in ("ruleset", "host"):
            raise BadValue(f"turns is {turns!r}; expected 'ruleset' or 'host'")
        check_whole("seed", seed)
        check_whole("awareness", awareness, 0, " cells", GREATEST)
        if size is not None:
            check_size(size)
        if round_limit is not None:
            check_whole("round_limit", round_limit, 1, ", or None", GREATEST)
        check_kind("blocked", blocked, frozenset, "a frozenset of cells")
        for cell in blocked:
            check_cell("blocked", cell)
        if not callable(mind):
            raise BadValue(f"mind is {mind!r}; expected something to call with the battle and an entity")
        everybodys, by_side = minds_of(ai)
        check_kind("record", record, int, "True, False, or a number of instants")
        check_kind("world", world, (str, NoneType), "the name of an esper world, or None")
        content = content if content is not None else shipped()
        check_kind("content", content, Content, "what load gives, or None")
        ruleset = ruleset_named(rules, content) if isinstance(rules, str) else rules
        check_ruleset(ruleset)
        kinds = kinds_of(ruleset, components, codec_of(content))
        width, height = size if size is not None else (None, None)
        named = world if world is not None else own_world(self)
        battle = Battle(
            ruleset=ruleset,
            world=named,
            streams=Streams(seed),
            outbox=Outbox(named),
            mind=mind,
            meet=meet,
            field=Field(width, height, blocked),
            awareness=awareness,
            round_limit=round_limit,
            host_turns=turns == "host",
            ai=everybodys,
            ai_of=by_side,
        )
        super().__init__(battle, content, kinds)
        for system in (self._turns, Movement(), *ruleset.systems):
            for task in system.kinds:
                self.battle.by_kind[task] = system
        if record:
            self.record(int(record))

    @classmethod
    def of(
        cls,
        scenario: str | Scenario,
        seed: int = 0,
        *,
        rules: str | Ruleset | None = None,
        ai: str | Mapping[str, str] | None = None,
        **options: Any,
    ) -> Combat:
        """Set up a combat from a scenario: its map, its sides, its round limit.

        `ai` says by what its creatures think, all of them or by side; who isn't named thinks as the scenario says.
        `options` are those of `Combat`, but for the map.

        Raises:
            UnknownName: no scenario of that name.
            BadValue: a side with nobody on it, a cell that can't be entered, an option that the scenario gives, or `ai`
                of a side that it doesn't have.
        """
        for given in ("size", "blocked"):
            if given in options:
                raise BadValue(f"{given} is {options[given]!r}; expected none, for the scenario gives it")
        check_kind("the scenario", scenario, (str, Scenario), "a Scenario or the id of one")
        content = options.get("content") or shipped()
        plan = content.scenario(scenario) if isinstance(scenario, str) else scenario
        check_sides(plan)
        options["ai"] = sides_minds(plan, ai)
        options.setdefault("round_limit", plan.rounds)
        options |= {"size": (plan.width, plan.height), "blocked": plan.blocked}
        combat = cls(plan.rules if rules is None else rules, seed, **options)
        for muster in plan.musters:
            for name, cell in zip(muster.names, muster.at, strict=True):
                combat.spawn(
                    muster.creature, side=muster.side, at=cell, name=name, weapons=muster.weapons, armor=muster.armor
                )
        return combat

    # --- what they do ---------------------------------------------------------------------------------------------

    def act(self, entity: int, intent: Intent) -> None:
        """Have a creature do something: now if it is its turn or peace, else when its turn comes (the last one wins).

        In peace no turns are counted and an act takes no time: nothing limits how often a creature acts before the
        host lets time pass. What waits for the turn of a creature that thinks for itself (`intents="ai"`) takes the
        place of the next act of its own; then it goes on by its mind. What no turn can make right is refused at once
        and leaves what waited before; what is only in the way now (reach, a used action) is looked at again then.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            IntentRefused: it can't be done; `why` says why, and nothing has changed.
            BadValue: no entity, or a cell that is no pair of whole numbers.
        """
        with self._here() as battle:
            if self._recording is None:
                self._act(battle, entity, intent)
                return
            with self._noting(battle, lambda: Acted(entity, intent)):
                self._act(battle, entity, intent)

    def _act(self, battle: Battle, entity: int, intent: Intent) -> None:
        creature = battle.id_of(entity)
        if battle.pending is not None:
            self._check_not_pending()
        if battle.ruleset.out(entity):
            if not battle.ruleset.alive(entity):
                raise IntentRefused(Refusal.DEAD, "the dead take no actions; expected a living creature")
            raise IntentRefused(Refusal.CANNOT_ACT, "it can't act now; expected a creature that can")
        on_turn = battle.turn is not None and battle.turn.creature == creature and battle.turn.ending is None
        task = task_of(battle, entity, intent)
        instant = task.kind in battle.by_kind[task.kind].instants
        if on_turn or instant or in_peace(battle):
            battle.check(task)
            battle.ruleset.rouse(battle, task)
            battle.do(task)
            if battle.stirred:
                settle(battle)
            if battle.held_up:
                follow(battle)
        else:
            self._check_foreseeable(battle, task)
            battle.wishes[creature] = intent
            settle(battle)

    def _check_foreseeable(self, battle: Battle, task: Task) -> None:
        """Refuse now what no turn can make right; what is in the way only at this moment is left until then."""
        try:
            battle.check(task)
        except IntentRefused as refused:
            if refused.why not in PASSING:
                raise

    def begin_turn(self, entity: int) -> None:
        """Begin a creature's turn, ending the one that is open: for a host that says whose turn it is.

        A host-controlled creature acts on what it was told to, then waits for `act`; another acts by its mind at once.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            BadValue: the ruleset says whose turn it is (`turns="ruleset"`).
            IntentRefused: it is dead, or a decision is pending.
        """
        with self._here() as battle, self._noting(battle, lambda: TurnGiven(entity)):
            creature = battle.id_of(entity)
            self._check_host_turns()
            if not battle.ruleset.alive(entity):
                raise IntentRefused(Refusal.DEAD, "the dead have no turns; expected a living creature")
            settle(battle)
            if battle.encounter is None:
                begin(battle)
            assert battle.encounter is not None
            battle.do(Task("turn", creature, (battle.encounter.mark,)))
            settle(battle)

    def end_turn(self) -> None:
        """End the turn that is open, if one is: for a host that says whose turn it is.

        Raises:
            BadValue: the ruleset says whose turn it is (`turns="ruleset"`).
            IntentRefused: a decision is pending.
        """
        with self._here() as battle, self._noting(battle, TurnTaken):
            self._check_host_turns()
            self._turns.close(battle, Task("end", 0))

    def _check_host_turns(self) -> None:
        if not self.battle.host_turns:
            raise BadValue("the ruleset says whose turn it is; expected a combat made with turns='host'")
        self._check_not_pending()

    def answer(self, decision: Decision, choice: Hashable) -> None:
        """Make a pending choice, and go on with what waited for it.

        Raises:
            DecisionError: that decision isn't pending, or doesn't offer that choice.
            BadValue: no decision at all.
        """
        check_kind("the decision", decision, Decision, "one of Combat.decisions")
        with self._here() as battle, self._noting(battle, lambda: Chosen(decision.number, _place(decision, choice))):
            battle.answer(decision, choice)
            self._go_on(battle)

    # --- loading ----------------------------------------------------------------------------------------

    @classmethod
    def load(
        cls,
        text: str,
        *,
        content: Content | None = None,
        world: str | None = None,
        mind: Mind = think,
        rules: Ruleset | None = None,
        components: Sequence[type[Any]] = (),
    ) -> Self:
        """Make a combat out of a save, whole or not at all; it goes on as the saved one would have.

        Entities are new, combat ids the same. Handlers have to subscribe anew. A save of older rules goes on by the
        present ones; a decision that was pending under them may no longer fit, and is then refused.

        Args:
            text: what `save` wrote.
            content: definitions it names by id; None: those shipped.
            world: an esper world of the host's to live in; None: one of its own.
            mind: thinks for creatures whose intents are `ai`.
            rules: a ruleset of the host's own; None: one of ours, by its name.
            components: kinds of component of the host's own, as the saved combat was made with.

        Raises:
            SaveFault: with every fault, and all content that isn't there.
        """
        content = content if content is not None else shipped()
        with loading.uncollected():
            return cls._loaded(text, content, world, mind, rules, components)

    @classmethod
    def _loaded(
        cls,
        text: str,
        content: Content,
        world: str | None,
        mind: Mind,
        rules: Ruleset | None,
        components: Sequence[type[Any]],
    ) -> Self:
        codec = codec_of(content)
        found = loading.checked(codec, text, lambda name: rules or ruleset_named(name, content), components)
        document = found.document
        setup = document.setup
        combat = cls(
            found.ruleset,
            document.seed,
            world=world,
            content=content,
            mind=mind,
            awareness=setup.awareness,
            round_limit=setup.round_limit,
            turns=setup.turns,
            components=components,
            ai=setup.ai,
        )
        before = esper.current_world
        esper.switch_world(combat.world)
        try:
            loading.restore(codec, found, combat.battle, combat._muster)
        finally:
            esper.switch_world(before)
        return combat


def _place(decision: Decision, choice: Hashable) -> int:
    """Find which option a choice is; -1: none, and it will be refused."""
    return decision.options.index(choice) if choice in decision.options else -1
