"""Planning a strike: what can't be struck is refused, the rest is read off both creatures (heroic H9, H12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import esper

from fleshwound.components.creature import Activity, Controller, Doing, Shock
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.minds import SIMPLE
from fleshwound.components.nerve import Exit
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.heroic.aiming import UNAIMED, find_aim, line_of
from fleshwound.systems.heroic.arms import Use, rigid_parts, takes_hand, use_of
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.choices import ONLY_IGNORE, Reaction, braced_part, is_busy, reactions
from fleshwound.systems.heroic.contest import GRAB, UNSHAKEN, contention
from fleshwound.systems.heroic.exchange import Defence
from fleshwound.systems.heroic.fighter import Fighter, Reader, check_action_left, check_unheld, seen
from fleshwound.systems.heroic.location import Aim
from fleshwound.systems.heroic.strike import Plan, plan_of
from fleshwound.systems.meeting import own_way
from fleshwound.systems.odds import EVERYTHING, Knowledge
from fleshwound.systems.queries import ai_of

# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads these.
DEAD, INCAPACITATED, UNCONSCIOUS = Shock.DEAD, Shock.INCAPACITATED, Shock.UNCONSCIOUS
SLEEPING: Final = Doing.SLEEPING

ADVANTAGE: Final = "advantage"
"""The opening that an advantage spent on an action gives; it can't win another action [R]."""
FLED = Exit.FLED

WEIGHED: Final = {Defence.BLOCK: 1, Defence.COUNTERSTRIKE: 2, Defence.DODGE: 1, Defence.IGNORE: 0}
"""How many ways of each kind a mind weighs that goes by odds: counterstrikes of like mastery differ in what they do."""

ASKED: Final = "asked"
"""In the place of an opening: it is only asked what would come of it, on whoever's turn."""

View: TypeAlias = Callable[[Fighter, Fighter], Fighter]
"""How the first takes the second to be."""


def plainly(actor: Fighter, target: Fighter) -> Fighter:
    """Take a target as it is."""
    return target


def find_use(reader: Reader, actor: Fighter, mode: str, limb: object) -> Use:
    """Find how an actor uses a mode now, with a limb of its choice if one is named.

    Raises:
        IntentRefused: it has no such mode, or can't use it now.
    """
    use = actor.stance.by_mode.get(mode)
    if use is None:
        if reader.armament.knows(actor.creature, actor.held, mode):
            why = "expected limbs that work, enough of them free, a whole weapon"
            raise IntentRefused(Refusal.MODE_LOST, f"{mode} can't be used now; {why}")
        known = ", ".join(other.mode.id for other in actor.stance.uses if other.mode.attack)
        raise IntentRefused(Refusal.NO_SUCH_MODE, f"it has no mode {mode!r}; expected one of {known or 'none left'}")
    if limb is None:
        return use
    part = next((i for i, p in enumerate(actor.anatomy.parts) if p.id == limb), None)
    if part is None or use.part is not None or not use.mode.roles <= actor.anatomy.parts[part].roles:
        roles = " and ".join(sorted(use.mode.roles))
        asked = "none, since it is held" if use.part is not None else f"a part of its own that is {roles}"
        raise IntentRefused(Refusal.NO_SUCH_MODE, f"{limb!r} isn't a part that can use {mode}; expected {asked}")
    busy = actor.impaired.occupied >> part & 1 and not use.mode.seizes
    if not actor.impaired.works(part) or busy or (takes_hand(use.mode) and part in actor.held.items):
        name = actor.anatomy.parts[part].name.lower()
        raise IntentRefused(Refusal.MODE_LOST, f"its {name} can't be used now; expected one that works and is free")
    rigid = rigid_parts(actor.anatomy, actor.armor.pieces)
    armored = reader.armament.is_armored(use.mode, part, rigid)
    return use_of(use.mode, None, (part,), use.off_hand, use.reach, armored)


def acting(reader: Reader, battle: Battle, creature: int, opening: str = "") -> Fighter:
    """Read a creature that is to act; `opening` as for `planned`.

    Raises:
        IntentRefused: it can't act, or has used its action.
    """
    actor = seen(reader, battle, battle.entity(creature))
    state = actor.shock.state
    if state >= INCAPACITATED:
        if state is DEAD:
            raise IntentRefused(Refusal.DEAD, "the dead take no actions; expected a living creature")
        raise IntentRefused(Refusal.CANNOT_ACT, "it can't act now; expected a creature that can")
    if not actor.nerve.unshaken:
        why = Refusal.CANNOT_ACT if actor.nerve.out else Refusal.FLEEING
        raise IntentRefused(why, f"its nerve fails it ({why}); expected one that stands and fights")
    if actor.conditions.immobilized:
        check_unheld(actor)
    if battle.turn is not None and not opening:
        check_action_left(battle, actor)
    return actor


def targeted(reader: Reader, battle: Battle, actor: Fighter, target_id: int) -> Fighter:
    """Read the target of an attack.

    Raises:
        IntentRefused: it can't be attacked.
    """
    if target_id == actor.id:
        raise IntentRefused(Refusal.OWN_TARGET, "it can't strike itself; expected another creature")
    if target_id not in battle.roster:
        raise IntentRefused(Refusal.NO_TARGET, "the target has left this combat; expected one that is in it")
    target = seen(reader, battle, battle.roster[target_id])
    if target.anatomy.incorporeal:
        raise IntentRefused(Refusal.INCORPOREAL_TARGET, "the target has no body to strike; expected one that has")
    if target.shock.state is DEAD:
        raise IntentRefused(Refusal.DEAD_TARGET, "the target is dead; expected a living one")
    if target.nerve.exit is FLED:
        raise IntentRefused(Refusal.FLED_TARGET, "the target has fled the field; expected one that is on it")
    return target


def planned(reader: Reader, battle: Battle, task: Task, opening: str = "", view: View = plainly) -> Plan:
    """Read everything that a strike depends on, as it is at this moment.

    `opening` says what gave it outside the striker's own action (heroic H12); empty: it is the action of its turn.
    `view` gives the target as the actor takes it to be, which only odds ask for.

    Raises:
        IntentRefused: it can't be made, and why.
    """
    actor = acting(reader, battle, task.creature, opening)
    target_id, mode, aim, limb = task.payload
    assert isinstance(target_id, int)
    assert isinstance(mode, str)
    target = view(actor, targeted(reader, battle, actor, target_id))
    use = find_use(reader, actor, mode, limb)
    kind = use.mode
    if not kind.attack:
        raise IntentRefused(Refusal.MODE_LOST, f"{kind.id} doesn't attack; expected a mode that does")
    if kind.slow or kind.couched:
        check_ready(actor, use)
    if actor.conditions.holds and is_busy(actor, target_id, use):
        raise IntentRefused(Refusal.MODE_LOST, f"{kind.id} holds somebody else; expected to let go first")
    if kind.contest is GRAB and task.kind != "take":
        if actor.shock.state is not UNSHAKEN:
            raise IntentRefused(Refusal.CANNOT_ACT, "the shaken hold nobody; expected a creature that isn't stunned")
        if target.out:
            why = "it resists no longer; expected one that is in the fight to hold"
            raise IntentRefused(Refusal.HELPLESS_TARGET, why)
    where = None
    line = UNAIMED
    if aim is not None:
        body = body_of(target.anatomy)
        where = Aim(find_aim(body, aim, kind), kind.spread)
        line = line_of(body, where.number)
    # What passes comes last, so that an intent which can never be right isn't taken for one that only has to wait.
    away = actor.away(target)
    if away > use.reach:
        raise IntentRefused(Refusal.OUT_OF_REACH, f"the target is {away} cells off; expected {use.reach} or fewer")
    encounter, guard = battle.encounter, target.guard
    return plan_of(
        actor,
        target,
        use,
        "" if aim is None else str(aim),
        where,
        actor.stance.attack(use, actor.guard.setups.get(target_id, 0)),
        ONLY_IGNORE
        if unaware(battle, target, away)
        else reactions(
            target,
            actor.id,
            kind.opponent_defence,
            away,
            guard.defences if encounter is not None and guard.round == encounter.round else 0,
            line,
        ),
        target.shock.state is UNCONSCIOUS or target.nerve.catatonic,
        battle.asked and asks(actor),
        battle.asked and asks(target),
        encounter is not None and opening != ADVANTAGE,
        None
        if kind.contest is None and not kind.seizes
        else contention(reader.tables, actor, target, use, take=task.kind == "take", alone=limb is not None),
    )


def preferred(battle: Battle, task: Task, plan: Plan, knowledge: Knowledge = EVERYTHING) -> Plan:
    """Put first how the target itself would meet a strike, if it thinks by odds; else the policy's first stays.

    It sees what it is struck with, not where the blow is aimed [R].
    """
    options = plan.options
    chosen = own_reaction(battle, task, plan, knowledge)
    if chosen is options[0]:
        return plan
    return replace(plan, options=(chosen, *(option for option in options if option is not chosen)))


def own_reaction(battle: Battle, task: Task, plan: Plan, knowledge: Knowledge = EVERYTHING) -> Reaction:
    """Find how the target itself would meet a strike: as `preferred` puts it first."""
    options = plan.options
    if not battle.weighs or len(options) < 2 or ai_of(plan.target.entity) == SIMPLE:
        return options[0]
    seen_to_come = task._replace(payload=(plan.target.id, plan.use.mode.id, None, task.payload[3]))
    likely = likeliest(options)
    return likely[own_way(battle, seen_to_come, plan.target.entity, [each.word for each in likely], knowledge)]


def likeliest(options: Sequence[Reaction]) -> list[Reaction]:
    """List the ways to meet an attack that are worth weighing, in their order: the policy's best of each kind."""
    left = dict(WEIGHED)
    found = []
    for option in options:
        if left[option.kind]:
            left[option.kind] -= 1
            found.append(option)
    return found


def check_ready(actor: Fighter, use: Use) -> None:
    """Refuse a slow mode that recovers, and a couched one that is neither mounted nor braced (heroic H12).

    Raises:
        IntentRefused: which of the two.
    """
    if use.mode.slow and actor.guard.recovering:
        raise IntentRefused(Refusal.RECOVERING, f"{use.mode.id} strikes every other turn; expected another mode now")
    if use.mode.couched and not actor.stance.mounted and use.part != braced_part(actor):
        raise IntentRefused(Refusal.NOT_BRACED, f"{use.mode.id} strikes mounted or braced; expected to Brace first")


def unaware(battle: Battle, target: Fighter, away: int) -> bool:
    """Tell whether a target is unaware of an attack from so many cells off, and so only ignores it (heroic H12) [R].

    It is of whoever is further off than creatures are aware of each other, and, in peace, while it sleeps.
    """
    if away > battle.awareness:
        return True
    return battle.encounter is None and esper.component_for_entity(target.entity, Activity).doing is SLEEPING


def asks(who: Fighter) -> bool:
    """Tell whether the controller of a creature is asked for its decisions."""
    return esper.component_for_entity(who.entity, Controller).decisions == "ask"
