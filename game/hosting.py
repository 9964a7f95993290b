"""Hosting: what a host does with a combat from outside: who takes part, who thinks for them, edits, saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar, get_args

import esper

from fleshwound.components.creature import Controller
from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.edits import Despawn, Edit, Give, Spawn, Teleport, Wear
from fleshwound.components.errors import BadValue, Reentered
from fleshwound.components.inputs import Controlled, Edited
from fleshwound.components.minds import SIMPLE
from fleshwound.game.content import Content
from fleshwound.game.edges import check_each, check_entity, check_kind, check_rules, checked_edit
from fleshwound.game.muster import Muster, check_control
from fleshwound.game.passing import Passing
from fleshwound.game.reading import check_present
from fleshwound.game.recording import Recording
from fleshwound.game.saving import codec_of, writing
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import Cell
from fleshwound.systems.turns import settle

E = TypeVar("E", bound=Edit)


class Hosting(Passing):
    """The side of a combat that a host changes it by, and keeps it."""

    def __init__(self, battle: Battle, content: Content, kinds: Mapping[str, type[Any]]) -> None:
        super().__init__(battle)
        self._kinds: Final = kinds
        self.content: Final = content
        """Definitions to spawn from."""
        self._codec: Final = codec_of(content)
        self._muster: Final = Muster(battle)

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
        ai: str | None = None,
    ) -> int:
        """Bring in a creature and return its entity.

        Args:
            creature: a definition, or its id.
            side: whose side it is on; any word.
            at: a free, open cell.
            name: what the log calls it; None: its kind, numbered if need be.
            intents: who moves it, `ai` or `host`.
            decisions: who chooses for it, `auto` (itself) or `ask`.
            facing: 0 north, then clockwise by eighths, 0..7.
            weapons: held instead of its own.
            armor: worn instead of its own, innermost first.
            ai: by what it thinks, `simple` or `odds`; None: as the combat says for its side.

        Raises:
            UnknownName: no such creature, weapon or armour.
            BadValue: a cell that is taken or can't be entered, a word that isn't known, an empty side, a value of the
                wrong kind.
            WrongRules: the creature or a part of its gear is for other rules than those that run.
        """
        content = self.content
        definition = content.creature(creature) if isinstance(creature, str) else creature
        check_kind("the creature", definition, Creature, "a Creature or the id of one")
        weapons = definition.weapons if weapons is None else weapons
        armor = definition.armor if armor is None else armor
        check_each("weapons", weapons, Weapon, "weapons or their ids")
        check_each("armor", armor, ArmorPiece, "pieces of armour or their ids")
        carried = [content.weapon(w) if isinstance(w, str) else w for w in weapons]
        worn = [content.armor_piece(a) if isinstance(a, str) else a for a in armor]
        controller = Controller(intents, decisions, self._ai_of(side) if ai is None else ai)
        with self._here() as battle, self._noting(battle, lambda: Edited(Spawn(
            definition, side, at, name, intents, decisions, facing, tuple(carried), tuple(worn), ai
        ))):  # fmt: skip
            return self._muster.enlist(definition, side, at, name, controller, facing, carried, worn)

    def _ai_of(self, side: str) -> str:
        own = self.battle.ai_of.get(side) if isinstance(side, str) else None
        return own or self.battle.ai

    def despawn(self, entity: int) -> None:
        """Take a creature out of the combat, body and all; a second time changes nothing.

        Raises:
            BadValue: no entity.
        """
        check_entity(entity)
        with self._here() as battle, self._noting(battle, lambda: Edited(Despawn(entity))):
            self._muster.dismiss(entity)

    def control(
        self, entity: int, *, intents: str | None = None, decisions: str | None = None, ai: str | None = None
    ) -> None:
        """Change who thinks for a creature, and by what; None: as it is.

        `intents` is `ai` or `host`, `decisions` `auto` or `ask`, `ai` `simple` or `odds`. With `auto` a choice of
        its that is pending is made at once, as it would have chosen itself.

        Raises:
            DespawnedCreature: it takes no part, or no longer.
            BadValue: another word.
            IntentRefused: a decision is pending, and the options of it were put in order by the present `ai`.
        """
        check_control(
            "ai" if intents is None else intents,
            "auto" if decisions is None else decisions,
            SIMPLE if ai is None else ai,
        )
        with self._here() as battle, self._noting(battle, lambda: Controlled(entity, intents, decisions, ai=ai)):
            creature = battle.id_of(entity)
            controller = esper.component_for_entity(entity, Controller)
            if ai not in (None, controller.ai):
                self._check_not_pending()
                controller.ai = ai or controller.ai
                battle.weighs = battle.weighs or controller.ai != SIMPLE
            controller.intents = intents or controller.intents
            if battle.pending is not None and decisions not in (None, controller.decisions):
                battle.pending.changed.setdefault(creature, controller.decisions)
            controller.decisions = decisions or controller.decisions
            battle.asked = battle.asked or controller.decisions == "ask"
            if intents == "ai" and battle.turn is not None and self.actor == entity:
                battle.held_up.append(Task("act", battle.turn.creature))
            for decision in self.decisions:
                if decision.creature == creature and controller.decisions == "auto":
                    battle.answer(decision, decision.options[0])
                    self._go_on(battle)

    # --- edits ----------------------------------------------------------------------------------------------------

    def edit(self, edit: Edit) -> int:
        """Change something from outside the rules, and return the entity concerned; the events give `edit` as cause.

        While a decision is pending creatures may come and go, and nothing else be edited: what waits was planned with
        everything as it is.

        Raises:
            DespawnedCreature: the creature takes no part, or no longer.
            UnknownName: no such creature, weapon, armour, location or part.
            BadValue: a value of the wrong kind or out of range, a cell that is taken or can't be entered.
            WrongRules: a weapon or piece of armour for other rules alone.
            IntentRefused: it can't be done to this creature now, a decision is pending, or these rules have no such
                edit; nothing has changed.
        """
        if not isinstance(edit, get_args(Edit)):
            raise BadValue(f"the edit is {edit!r}; expected one of {', '.join(of.__name__ for of in get_args(Edit))}")
        match edit:
            case Spawn(creature, side, at, name, intents, decisions, facing, weapons, armor, ai):
                return self.spawn(
                    creature, side=side, at=at, name=name, intents=intents, decisions=decisions, facing=facing,
                    weapons=weapons, armor=armor, ai=ai,
                )  # fmt: skip
            case Despawn(gone):
                self.despawn(gone)
                return gone
        checked = resolved(checked_edit(edit), self.content)
        entity: int = checked.entity
        with self._here() as battle, self._noting(battle, lambda: Edited(checked)):
            battle.id_of(entity)
            self._check_not_pending()
            check_gear(battle.ruleset.name, checked)
            battle.seen.clear()
            if isinstance(checked, Teleport):
                self._muster.place(entity, checked.to, checked.facing)
            else:
                battle.ruleset.edit(battle, entity, checked)
            battle.seen.clear()
            settle(battle)
        return entity

    # --- saves and replays ----------------------------------------------------------------------------------------

    def save(self) -> str:
        """Write the whole combat as JSON, at any instant, decisions pending or not.

        Content stands in it by id. Events not yet drained are in it, and those not yet delivered; who subscribed, the
        mind, and components that `components` doesn't name are not. What is derived is derived anew after loading.

        Raises:
            Reentered: a handler called, in the middle of an instant.
            Unsaveable: it holds definitions that `content` doesn't have.
            DespawnedCreature: a creature's entity was deleted through esper.
        """
        if self._inside:
            raise Reentered("an instant is under way; expected save after step, advance or run returned")
        before = esper.current_world
        esper.switch_world(self.world)
        try:
            return writing.written(self._codec, self.battle, self._muster, self._kinds)
        except KeyError as error:
            check_present(self.battle, error)
            raise
        finally:
            esper.switch_world(before)

    def record(self, every: int = 1, title: str = "") -> Recording:
        """Record for a replay from now on; `every` so many instants with the digest. Its `text()` is the replay.

        Raises:
            Reentered: a handler called, in the middle of an instant.
            Unsaveable: it holds definitions that `content` doesn't have.
            BadValue: every is less than 1.
        """
        self._recording = Recording(self._codec, self.save(), self.battle, every, title)
        return self._recording

    @property
    def recording(self) -> Recording | None:
        """What is being recorded; None: nothing is."""
        return self._recording


def check_gear(running: str, edit: Edit) -> None:
    """Check that what an edit gives or puts on is for the rules that run.

    Raises:
        WrongRules: it is for others alone.
    """
    match edit:
        case Give(weapon=Weapon() as weapon):
            check_rules(running, "weapon", weapon)
        case Wear(armor=armor):
            check_rules(running, "piece of armour", *(piece for piece in armor if isinstance(piece, ArmorPiece)))


def resolved(edit: E, content: Content) -> E:
    """Put definitions in the place of ids.

    Raises:
        UnknownName: no such weapon or armour.
    """
    match edit:
        case Give(weapon=str(weapon)):
            return replace(edit, weapon=content.weapon(weapon))
        case Wear(armor=armor):
            return replace(edit, armor=tuple(content.armor_piece(a) if isinstance(a, str) else a for a in armor))
    return edit
