"""What must never happen, in one list, and the watch that looks for it in a running combat.

Three kinds: what an event may not tell after the events before it (`in_log`), what a creature may not be
(`of_creature`), what the whole may not be (`of_all`). After every instant the watch reads the new events and looks at
the creatures they name; every hour of the aftermath, and at the end, at everyone. None asks which ruleset runs: what
only one has is held where its components are. A failure prints the seed and the trail.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Final, TypeVar

import esper
from ledger import Account, Ledger

from fleshwound.components.creature import (
    Activity,
    Allegiance,
    Anatomy,
    Bleeding,
    Conditions,
    Doing,
    Fatigue,
    FatigueKind,
    Held,
    Injuries,
    InjuryKind,
    Lying,
    Place,
    Shock,
    ShockState,
)
from fleshwound.components.draws import Level, level_of
from fleshwound.components.events import (
    AttackRolled,
    BleedingStopped,
    BloodLost,
    CheckMade,
    CourseBegan,
    CourseTested,
    DamageDealt,
    Despawned,
    EncounterBegan,
    EncounterEnded,
    Evaded,
    Event,
    ExchangeFought,
    FatigueChanged,
    FearChanged,
    Fell,
    FightEnded,
    Grabbed,
    HarmLanded,
    HealingTested,
    HealthLost,
    HoldBroken,
    HoldRenewed,
    InfectionBegan,
    InfectionEnded,
    InfectionTested,
    Injured,
    ItemDrawn,
    ItemDropped,
    ItemTaken,
    ItemThrown,
    Misfired,
    MoraleChanged,
    Moved,
    OpeningTaken,
    Pushed,
    RallyTried,
    Readied,
    RetestMade,
    Roll,
    Rose,
    Severed,
    ShockChanged,
    ShotLoosed,
    StoppageTried,
    StrikeLanded,
    Treated,
    TreatmentBegan,
    TrialMade,
    TurnBegan,
    Turned,
    TurnEnded,
    Worsened,
)
from fleshwound.components.hitpoints import Down, HitPoints, Trauma
from fleshwound.components.ids import HOUR, MINUTE, SECOND
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Fear, Morale, Nerve
from fleshwound.components.views import Vitals
from fleshwound.game.combat import Combat
from fleshwound.systems.field import distance

Fault = str | None
T = TypeVar("T")

IN_LOG: Final[dict[str, Callable[[Watch, Event], Fault]]] = {}
OF_CREATURE: Final[dict[str, Callable[[Watch, int, int], Fault]]] = {}
OF_ALL: Final[dict[str, Callable[[Watch], Fault]]] = {}

TESTED_BY: Final = {
    InjuryKind.WOUND: "heal",
    InjuryKind.INFECTION: "infection",
    InjuryKind.EXTENDED_SHOCK: "course",
    InjuryKind.COMA: "course",
}
"""Kind of task that tests each kind of injury."""

TRAIL: Final = 60
"""Events that a failure prints."""


def in_log(name: str) -> Callable[[Callable[[Watch, Event], Fault]], Callable[[Watch, Event], Fault]]:
    return lambda check: IN_LOG.setdefault(name, check)


def of_creature(name: str) -> Callable[[Callable[[Watch, int, int], Fault]], Callable[[Watch, int, int], Fault]]:
    return lambda check: OF_CREATURE.setdefault(name, check)


def of_all(name: str) -> Callable[[Callable[[Watch], Fault]], Callable[[Watch], Fault]]:
    return lambda check: OF_ALL.setdefault(name, check)


class Watch:
    """Looks at one combat. Made before the fight, with everyone in place."""

    def __init__(self, combat: Combat, label: str) -> None:
        self.combat, self.label = combat, label
        self.ledger = Ledger(moves_for_it=combat.battle.ruleset.name == "cities")
        self.trail: list[Event] = []
        self.before = combat.now
        self.drained: list[Event] = []
        self.faults_looked_for = len(IN_LOG) + len(OF_CREATURE) + len(OF_ALL)
        self.look(everyone=True)

    def look(self, *, everyone: bool = False) -> None:
        """Read what is new and look at whom it names, or at everyone."""
        combat, ledger = self.combat, self.ledger
        touched: set[int] = set()
        for event in combat.drain():
            self.trail.append(event)
            for name, check in IN_LOG.items():
                self._judge(name, check(self, event))
            ledger.enter(event)
            if type(event).__name__ == "Spawned":
                self._equip(event.creature)  # type: ignore[attr-defined]  # a Spawned has one
            touched.update(creatures_in(event))
        if everyone:
            touched = set(combat.battle.roster)
        for creature in sorted(touched & combat.battle.roster.keys()):
            entity = combat.entity(creature)
            for name, standing in OF_CREATURE.items():
                self._judge(name, standing(self, creature, entity))
        for name, whole in OF_ALL.items():
            self._judge(name, whole(self))
        self.before = combat.now

    def _equip(self, creature: int) -> None:
        # What a creature comes with is told by no event.
        entity = self.combat.battle.roster.get(creature)
        held = None if entity is None else self.part(entity, Held)
        if entity is not None and held is not None:
            account = self.ledger.accounts[creature]
            parts = self.combat.component(entity, Anatomy).of.parts
            account.held = {parts[part].id: item.number for part, item in held.items.items()}
            kit = self.combat.component(entity, Kit)
            account.belt = [item.number for item in kit.belt]
            account.quiver = dict(kit.projectiles)
            account.facing = self.combat.component(entity, Place).facing

    def _judge(self, name: str, fault: Fault) -> None:
        if fault is not None:
            trail = "\n".join(f"  {event}" for event in self.trail[-TRAIL:])
            raise AssertionError(f"{self.label}, at {self.combat.now / 1e6} s: {name}: {fault}\ntrail:\n{trail}")

    def part(self, entity: int, kind: type[T]) -> T | None:
        """A component of a creature; None where its ruleset has no such thing."""
        before = esper.current_world
        esper.switch_world(self.combat.world)
        try:
            return esper.try_component(entity, kind)
        finally:
            esper.switch_world(before)

    def account(self, creature: int) -> Account:
        return self.ledger.accounts[creature]

    def fight(self, hours: int = 0) -> None:
        """Watch the fight to its end, and so many hours of what follows."""
        combat = self.combat
        while combat.result is None and combat.step():
            self.look()
        self.look(everyone=True)
        until = combat.now + hours * HOUR
        while combat.now < until:
            hour = combat.now + HOUR
            while (due := combat.battle.agenda.next_due()) is not None and due <= hour:
                combat.step()
                self.look()
            combat.advance((hour - combat.now) / 1e6)
            self.look(everyone=True)


def creatures_in(event: Event) -> Iterator[int]:
    """The combat ids an event names."""
    for name in ("creature", "attacker", "target"):
        creature = getattr(event, name, None)
        if isinstance(creature, int):
            yield creature


def values_in(value: object) -> Iterator[object]:
    """Every value within an event, however deep."""
    if isinstance(value, tuple):
        for each in value:
            yield from values_in(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for of in fields(value):
            yield from values_in(getattr(value, of.name))
    else:
        yield value


def rolls_in(value: object) -> Iterator[Roll]:
    """Every roll within an event."""
    if isinstance(value, Roll):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from rolls_in(getattr(value, each.name))


# --- the log --------------------------------------------------------------------------------------------------------


@in_log("the clock never goes back")
def _(watch: Watch, event: Event) -> Fault:
    if event.at < watch.ledger.now:
        return f"{event} comes after {watch.ledger.now}"
    return None if event.at <= watch.combat.now else f"{event} is of the future; it is {watch.combat.now}"


@in_log("an event is made of plain values")
def _(watch: Watch, event: Event) -> Fault:
    odd = [value for value in values_in(event) if type(value) not in (int, str, bool, type(None), Level)]
    return f"{odd[0]!r} in {event}" if odd else None


@in_log("an event tells of creatures that are there")
def _(watch: Watch, event: Event) -> Fault:
    there = watch.ledger.accounts
    if type(event).__name__ == "Spawned":
        return None
    return next((f"{n} isn't there: {event}" for n in creatures_in(event) if n not in there), None)


@in_log("exactly one death event per death, and nothing about a creature after it")
def _(watch: Watch, event: Event) -> Fault:
    if isinstance(event, Despawned):
        return None
    # A blow that was struck at the same moment still counts; an item may be taken from where a body lies.
    struck_together = isinstance(event, StrikeLanded) and event.at == watch.ledger.now
    dead = [n for n in creatures_in(event) if watch.account(n).dead] if type(event).__name__ != "Spawned" else []
    return f"{dead} died before: {event}" if dead and not struck_together else None


@in_log("nobody acts who can't, nor out of turn, nor twice in a turn")
def _(watch: Watch, event: Event) -> Fault:
    ledger = watch.ledger
    match event:
        case ExchangeFought(attacker=actor) | StoppageTried(by=actor) | ItemTaken(creature=actor):
            uses_action = True
        case TreatmentBegan(by=actor) | Treated(by=actor):
            if ledger.encounter:
                return f"they fight: {event}"
            uses_action = True
        case Readied(creature=actor) | ItemDrawn(creature=actor) | Evaded(creature=actor) | ShotLoosed(attacker=actor):
            uses_action = True
        case Moved(creature=actor) | Rose(creature=actor):
            uses_action = False
        case _:
            return None
    account = ledger.accounts[actor]
    if account.dead or account.shock >= Shock.INCAPACITATED:
        return f"{actor} is {account.shock.name.lower()}: {event}"
    if account.exit or "catatonic" in (account.morale, account.fear):
        return f"{actor} is {account.exit or 'catatonic'}: {event}"
    if actor == (ledger.opening if isinstance(event, ExchangeFought) else ledger.stepping):
        return None
    if ledger.encounter and ledger.turn != actor:
        return f"it is the turn of {ledger.turn}: {event}"
    if uses_action and ledger.encounter and ledger.acted:
        return f"{actor} has used its action: {event}"
    return None


@in_log("an opening is struck by who has one, once between two of its turns, and the exchange follows at once")
def _(watch: Watch, event: Event) -> Fault:
    ledger = watch.ledger
    if ledger.opening is not None and not isinstance(event, Turned):
        struck = isinstance(event, ExchangeFought | AttackRolled) and event.attacker == ledger.opening
        return None if struck else f"{ledger.opening} was to strike: {event}"
    if not isinstance(event, OpeningTaken) or event.cause == "advantage":
        return None
    again = watch.combat.battle.ruleset.name != "cities" and event.creature in ledger.reacted
    wrong = again or watch.account(event.creature).prone
    return f"{event.creature} had its opening, or lies on the ground: {event}" if wrong else None


@in_log("whoever is stunned or worse only ignores")
def _(watch: Watch, event: Event) -> Fault:
    if isinstance(event, ExchangeFought) and watch.account(event.target).shock >= Shock.STUNNED:
        return None if event.defence == "ignore" else f"it is {watch.account(event.target).shock.name}: {event}"
    return None


@in_log("nobody strikes itself or the dead")
def _(watch: Watch, event: Event) -> Fault:
    if not isinstance(event, ExchangeFought | AttackRolled):
        return None
    wrong = event.attacker == event.target or watch.account(event.target).dead
    return str(event) if wrong else None


@in_log("encounters, turns and results come in their order")
def _(watch: Watch, event: Event) -> Fault:
    ledger = watch.ledger
    match event:
        case EncounterBegan():
            wrong = ledger.encounter
        case EncounterEnded():
            wrong = not ledger.encounter
        case FightEnded():
            wrong = ledger.encounter
        case TurnBegan():
            # The turn of one that died in it ends without a word.
            last = ledger.accounts.get(ledger.turn or 0)
            wrong = not ledger.encounter or (last is not None and not last.dead)
        case TurnEnded(creature=creature):
            wrong = ledger.turn != creature
        case _:
            wrong = False
    return str(event) if wrong else None


@in_log("a path leads cell by cell from where the creature was over open ground")
def _(watch: Watch, event: Event) -> Fault:
    if not isinstance(event, Moved | Pushed):
        return None
    steps = [watch.account(event.creature).cell, *event.path]
    field = watch.combat.battle.field
    jumps = any(distance(a, b) != 1 for a, b in itertools.pairwise(steps))
    return str(event) if jumps or not event.path or not all(map(field.open, event.path)) else None


@in_log("every roll comes out as its face and target say")
def _(watch: Watch, event: Event) -> Fault:
    for roll in rolls_in(event):
        target = min(95, max(5, roll.base + sum(by for _, by in roll.modifiers)))
        if 0 in dict(roll.modifiers).values() or roll.target != target:
            return f"target {target} expected: {roll}"
        if roll.automatic:
            if roll.face:
                return f"a face that nobody rolled: {roll}"
        elif not 1 <= roll.face <= 100 or level_of(roll.face, roll.target) is not roll.level:
            return str(roll)
    return None


@in_log("a shock state changes from what it was, and gets milder by a re-test or the end of a course alone")
def _(watch: Watch, event: Event) -> Fault:
    if not isinstance(event, ShockChanged):
        return None
    before, after = Shock[event.before.upper()], Shock[event.after.upper()]
    if before is not watch.account(event.creature).shock or before is after or before is Shock.DEAD:
        return f"it was {watch.account(event.creature).shock.name}: {event}"
    if after < before and event.cause not in ("re-test", "extended shock", "coma") and not _shaken_off(watch, event):
        return str(event)
    return None


def _shaken_off(watch: Watch, event: ShockChanged) -> bool:
    # A re-test that leaves something of the state keeps its cause.
    last = watch.trail[-2]
    return isinstance(last, RetestMade) and last.creature == event.creature and last.result == event.after


@in_log("who lies doesn't fall, who stands doesn't rise")
def _(watch: Watch, event: Event) -> Fault:
    if isinstance(event, Fell | Rose) and watch.account(event.creature).prone is isinstance(event, Fell):
        return str(event)
    return None


@in_log("wounds are of levels 1 to 5, numbered anew, at locations that are there")
def _(watch: Watch, event: Event) -> Fault:
    if not isinstance(event, Injured | StrikeLanded | HarmLanded | Worsened):
        return None
    creature = event.target if isinstance(event, StrikeLanded) else event.creature
    body = watch.part(watch.combat.entity(creature), Anatomy) if creature in watch.combat.battle.roster else None
    account = watch.account(creature)
    if body is None or not event.location:
        return None
    location = next((each for each in body.of.locations if each.id == event.location), None)
    if location is None:
        return f"it has no {event.location}: {event}"
    if event.location in account.gone and not isinstance(event, Worsened):
        return f"the {event.location} is gone: {event}"
    if not isinstance(event, Worsened) and event.part != body.of.parts[location.part].id:
        return f"the {event.location} is no part of the {event.part}: {event}"
    match event:
        case Injured(injury=number, level=level):
            return str(event) if number in account.wounds or not 1 <= level <= 5 else None
        case Worsened(injury=number, location=where, level=level):
            return str(event) if account.wounds.get(number) != (where, level - 1) or not 2 <= level <= 5 else None
    return None


@in_log("what comes off was there, is told once, and drops what it held first")
def _(watch: Watch, event: Event) -> Fault:
    if not isinstance(event, Severed):
        return None
    account = watch.account(event.creature)
    if account.gone & set(event.lost) or event.lost[0] != event.location or len(set(event.lost)) != len(event.lost):
        return str(event)
    entity = watch.combat.battle.roster.get(event.creature)
    if entity is None:
        return None
    anatomy = watch.combat.component(entity, Anatomy).of
    parts = {anatomy.parts[each.part].id for each in anatomy.locations if each.id in event.lost}
    still = parts & account.held.keys()
    if len(parts) != 1 or still:
        return f"parts {parts}, still holding {still}: {event}"
    return None


@in_log("an item is dropped by the hand that holds it and taken from the ground by an empty one")
def _(watch: Watch, event: Event) -> Fault:
    match event:
        case ItemDropped(creature=creature, item=item, part=part):
            return None if watch.account(creature).held.get(part) == item else str(event)
        case ItemThrown(creature=creature, item=item, part=part):
            return None if watch.account(creature).held.get(part) == item else str(event)
        case ItemTaken(creature=creature, item=item, part=part):
            return None if item in watch.ledger.lying and part not in watch.account(creature).held else str(event)
        case ItemDrawn(creature=creature, item=item, part=part):
            account = watch.account(creature)
            return None if item in account.belt and part not in account.held else str(event)
    return None


@in_log("a shot is one of those carried, off a launcher that is ready, and each readying a step")
def _(watch: Watch, event: Event) -> Fault:
    match event:
        case ShotLoosed(attacker=creature, item=item, projectile=projectile, left=left):
            account, unready = watch.account(creature), watch.ledger.unready.get(item, 0)
            if item not in account.held.values() or unready:
                return f"item {item} needs {unready} actions, it holds {account.held}: {event}"
            return (
                None if not projectile or account.quiver.get(projectile) == left + 1 else f"{account.quiver}: {event}"
            )
        case Misfired(item=item, actions=actions):
            return None if actions > watch.ledger.unready.get(item, 0) else str(event)
        case Readied(item=item, left=left):
            before = watch.ledger.unready.get(item, 0)
            return None if before and left >= 0 else f"it needed {before}: {event}"
    return None


@in_log("a bleeder is open while it bleeds, advances every five minutes, and adds up")
def _(watch: Watch, event: Event) -> Fault:
    match event:
        case BloodLost(creature=creature, injury=number, points=points, total=total):
            account = watch.account(creature)
            last = account.bleeders.get(number)
            if last is None or event.at - last != 5 * MINUTE or total != account.blood + points:
                return f"opened or advanced at {last}, {account.blood} lost so far: {event}"
        case BleedingStopped(creature=creature, injury=number) if number:
            return None if number in watch.account(creature).bleeders else f"it wasn't open: {event}"
    return None


@in_log("whoever is in a course makes no re-tests, and only a course that began is tested")
def _(watch: Watch, event: Event) -> Fault:
    match event:
        case RetestMade(creature=creature, state=state):
            account = watch.account(creature)
            if account.courses or account.shock.name.lower() != state or account.shock in (Shock.NONE, Shock.DEAD):
                return f"{account.shock.name}, {account.courses}: {event}"
        case CourseTested(creature=creature, injury=number, course=course):
            return None if watch.account(creature).courses.get(number) == course else str(event)
        case CourseBegan(creature=creature):
            return None if watch.account(creature).shock >= Shock.INCAPACITATED else str(event)
    return None


@in_log("a wound is treated once, tested as it stands, and never while an infection is active")
def _(watch: Watch, event: Event) -> Fault:
    match event:
        case Treated(creature=creature, injury=number):
            account = watch.account(creature)
            return str(event) if number in account.treated or number not in account.wounds else None
        case HealingTested(creature=creature, injury=number, before=before, after=after):
            account = watch.account(creature)
            wrong = account.infections or number not in account.wounds or account.wounds[number][1] != before
            return f"{account.wounds}, {account.infections}: {event}" if wrong or after > before else None
        case InfectionBegan(creature=creature, injury=number, wound=wound):
            account = watch.account(creature)
            wrong = number in account.infections or wound not in account.wounds
            return str(event) if wrong else None
        case InfectionTested(creature=creature, injury=number) | InfectionEnded(creature=creature, injury=number):
            return None if number in watch.account(creature).infections else str(event)
    return None


@in_log("a hold begins, goes on and ends in its order, and the held do nothing but break free")
def _(watch: Watch, event: Event) -> Fault:
    match event:
        case ExchangeFought(attacker=creature) | Moved(creature=creature) | Rose(creature=creature):
            # An opening of the very moment may have seized it.
            return f"{creature} is held: {event}" if watch.account(creature).holders else None
        case HoldRenewed(creature=creature, by=by, part=part) | HoldBroken(creature=creature, by=by, part=part):
            return None if (part, by) in watch.account(creature).holders else str(event)
        case Grabbed(creature=creature, by=by):
            holder = watch.account(by)
            unable = holder.dead or holder.shock is not Shock.NONE or creature == by
            return f"{by} is {holder.shock.name}: {event}" if unable else None
        case TrialMade(throw=own, modifiers=more, resistance=other, resisting=much, margin=margin):
            came_to = own.total + sum(by for _, by in more) - other.total - sum(by for _, by in much)
            return None if came_to == margin else f"it came to {came_to}: {event}"
    return None


@in_log("fatigue is told with its sum and never below nothing")
def _(watch: Watch, event: Event) -> Fault:
    if not isinstance(event, FatigueChanged):
        return None
    before = watch.account(event.creature).fatigue.get((event.kind, event.source), 0)
    return None if event.total == before + event.change >= 0 and event.change else f"{before} before: {event}"


@in_log("health is lost in whole points and never below nothing")
def _(watch: Watch, event: Event) -> Fault:
    if isinstance(event, HealthLost) and (event.amount < 1 or event.left < 0):
        return str(event)
    return None


# --- creatures ------------------------------------------------------------------------------------------------------


@of_creature("it is where the log says, looking the way the log says, on open ground")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    place, account = watch.combat.component(entity, Place), watch.account(creature)
    if (place.x, place.y, place.facing) != (*account.cell, account.facing):
        return f"{creature} is at {place}, the log says {account.cell} looking {account.facing}"
    return None if watch.combat.battle.field.open((place.x, place.y)) else f"{creature} is at {place}"


@of_creature("dead, out, health and band agree, and the log tells of each death")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    vitals: Vitals = watch.combat.vitals(entity)
    wrong = (
        vitals.alive is watch.account(creature).dead
        or (vitals.health == 0) is vitals.alive
        or not 0 <= vitals.health <= 100
        or (vitals.band == "dead") is vitals.alive
        or (not vitals.alive and not vitals.out)
        or (vitals.out and (vitals.can_act or vitals.can_defend or vitals.can_concentrate))
        or (vitals.fatigue < 0)
    )
    return f"{creature}: {vitals}" if wrong else None


@of_creature("only the able fight")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    fighting = watch.combat.component(entity, Activity).doing is Doing.FIGHTING
    return f"{creature} fights in peace" if fighting and watch.combat.battle.encounter is None else None


@of_creature("shock, prone, fatigue and items are as the log says")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    account = watch.account(creature)
    shock, conditions = watch.part(entity, ShockState), watch.part(entity, Conditions)
    if shock is not None and shock.state is not account.shock:
        return f"{creature} is {shock.state.name}, the log says {account.shock.name}"
    if conditions is not None and conditions.prone is not account.prone:
        return f"{creature}: prone is {conditions.prone}, the log says {account.prone}"
    if shock is not None and conditions is not None and shock.state >= Shock.INCAPACITATED and not conditions.prone:
        return f"{creature} is {shock.state.name} on its feet"
    fatigue, held = watch.part(entity, Fatigue), watch.part(entity, Held)
    if fatigue is not None:
        kept = {(entry.kind.value, entry.source): entry.amount for entry in fatigue.entries}
        told = {key: total for key, total in account.fatigue.items() if total}
        if kept != told or any(amount < 1 for amount in kept.values()):
            return f"{creature} is tired by {kept}, the log says {told}"
    if held is not None:
        parts = watch.combat.component(entity, Anatomy).of.parts
        has = {parts[part].id: item.number for part, item in held.items.items()}
        if has != account.held:
            return f"{creature} holds {has}, the log says {account.held}"
        kit = watch.combat.component(entity, Kit)
        belt = [item.number for item in kit.belt]
        if belt != account.belt or kit.projectiles != {id: n for id, n in account.quiver.items() if n}:
            return f"{creature} carries {kit}, the log says {account.belt} and {account.quiver}"
    return None


@of_creature("a hold stands with both, within reach of an able holder, and is tried again in time")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    conditions = watch.part(entity, Conditions)
    if conditions is None:
        return None
    combat, parts = watch.combat, watch.combat.component(entity, Anatomy).of.parts
    held = {(parts[each.part].id, each.by) for each in conditions.immobilized if each.by is not None}
    if held != watch.account(creature).holders:
        return f"{creature} is held by {held}, the log says {watch.account(creature).holders}"
    for each in conditions.immobilized:
        holds = [] if each.by is None else combat.component(combat.entity(each.by), Conditions).holds
        if each.by is not None and (creature, each.part) not in [(hold.victim, hold.part) for hold in holds]:
            return f"{creature}: {each} without its holder, who holds {holds}"
    for hold in conditions.holds:
        other = combat.entity(hold.victim)
        way = watch.account(creature).cell, watch.account(hold.victim).cell
        under = [(each.part, each.by) for each in combat.component(other, Conditions).immobilized]
        if (hold.part, creature) not in under or distance(*way) > hold.reach or combat.vitals(other).out:
            return f"{creature}: {hold}, of one who is {combat.vitals(other)} at {way}, under {under}"
        shock, vitals = watch.part(entity, ShockState), combat.vitals(entity)
        shaken = shock is not None and shock.state is not Shock.NONE
        if shaken or vitals.fleeing or vitals.out or not combat.now <= hold.renews_at <= combat.now + 10 * SECOND:
            return f"{creature}, {combat.vitals(entity).state}, at {combat.now}: {hold}"
    return None


@of_creature("wounds are as the log says, at locations of the body, each of one kind")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    injuries, account = watch.part(entity, Injuries), watch.account(creature)
    if injuries is None:
        return None
    locations = watch.combat.component(entity, Anatomy).of.locations
    numbers = [entry.number for entry in injuries.entries]
    if sorted(set(numbers)) != numbers or any(n > injuries.made for n in numbers):
        return f"{creature}: injuries are numbered {numbers} of {injuries.made}"
    for entry in injuries.entries:
        wound = entry.kind is InjuryKind.WOUND
        if entry.location is not None and not 0 <= entry.location < len(locations):
            return f"{creature}: {entry}"
        if wound is not (1 <= entry.level <= 5) or (wound and (entry.location is None or entry.aspect is None)):
            return f"{creature}: {entry}"
    wounds = {
        e.number: (locations[e.location].id, e.level) for e in injuries.entries if e.level and e.location is not None
    }
    if wounds != account.wounds:
        return f"{creature} has {wounds}, the log says {account.wounds}"
    courses = {e.number for e in injuries.entries if e.kind in (InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA)}
    alive = not account.dead
    return f"{creature}: courses {courses} of {account.courses}" if alive and courses != set(account.courses) else None


@of_creature("what is gone is as the log says, with all that hangs from it, and holds nothing")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    injuries, held = watch.part(entity, Injuries), watch.part(entity, Held)
    if injuries is None or held is None:
        return None
    anatomy = watch.combat.component(entity, Anatomy).of
    gone = {each.id for index, each in enumerate(anatomy.locations) if injuries.severed >> index & 1}
    if gone != watch.account(creature).gone:
        return f"{creature} lacks {gone}, the log says {watch.account(creature).gone}"
    lost_from: set[int] = set()
    for index, location in enumerate(anatomy.locations):
        here = bool(injuries.severed >> index & 1)
        if anatomy.parts[location.part].limb and location.part in lost_from and not here:
            return f"{creature}: the {location.id} hangs from what is gone"
        if here:
            lost_from.add(location.part)
    sheet = watch.combat.sheet(entity)
    # An unusable limb drops what it held, but may be given it again.
    taken = watch.account(creature).taken
    fast = {part for part, item in held.items.items() if item.number not in taken}
    if sheet.unusable & fast:
        return f"{creature} holds {held.items} with unusable parts {set(sheet.unusable)}"
    return None if {anatomy.locations[index].id for index in sheet.severed} == gone else f"{creature}: {sheet.severed}"


@of_creature("it bleeds exactly when a bleeder is open, of a wound that is there, due in time; the dead never")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    bleeding, injuries = watch.part(entity, Bleeding), watch.part(entity, Injuries)
    vitals = watch.combat.vitals(entity)
    if vitals.bleeding and not vitals.alive:
        return f"{creature} is dead and bleeds"
    if bleeding is None or injuries is None:
        return None
    open_ones = [bleeder.injury for bleeder in bleeding.bleeders]
    wounds = {entry.number for entry in injuries.entries if entry.kind is InjuryKind.WOUND}
    if vitals.bleeding is not bool(open_ones) or len(set(open_ones)) != len(open_ones) or set(open_ones) - wounds:
        return f"{creature}: bleeding is {vitals.bleeding}, bleeders {open_ones} of wounds {wounds}"
    if set(open_ones) != watch.account(creature).bleeders.keys() or bleeding.lost != watch.account(creature).blood:
        return f"{creature}: bleeders {bleeding}, the log says {watch.account(creature).bleeders}"
    late = [bleeder for bleeder in bleeding.bleeders if bleeder.due < watch.combat.now]
    return f"{creature}: {late} should have been advanced" if late else None


@of_creature("every affliction of the living has its next test, recovery or end on the agenda")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    injuries, fatigue, bleeding = (
        watch.part(entity, Injuries),
        watch.part(entity, Fatigue),
        watch.part(entity, Bleeding),
    )
    if injuries is None or fatigue is None or bleeding is None or not watch.combat.vitals(entity).alive:
        return None
    down = [task for _, _, task in watch.combat.battle.agenda if task.creature == creature]
    needed = {(TESTED_BY[entry.kind], (entry.number,)) for entry in injuries.entries}
    needed |= {("bleed", (bleeder.injury,)) for bleeder in bleeding.bleeders}
    if fatigue.recovers_at is not None:
        needed.add(("recover", (fatigue.recovers_at,)))
    missing = needed - {(task.kind, task.payload) for task in down}
    counts = Counter((task.kind, task.payload) for task in down if task.kind in TESTED_BY.values())
    twice = [task for task, count in counts.items() if count > 1]
    if missing or twice:
        return f"{creature}: {missing} are never done, {twice} are done twice"
    infections = {entry.number: entry.of for entry in injuries.entries if entry.kind is InjuryKind.INFECTION}
    if infections != watch.account(creature).infections:
        return f"{creature}: infections {infections}, the log says {watch.account(creature).infections}"
    locked = any(entry.kind is InjuryKind.EXTENDED_SHOCK for entry in injuries.entries)
    resting = watch.combat.component(entity, Activity).doing in (Doing.RESTING, Doing.SLEEPING)
    tired = any(entry.kind is FatigueKind.WINDEDNESS for entry in fatigue.entries)
    if (resting and tired and not locked and fatigue.recovers_at is None) or (locked and fatigue.recovers_at):
        return f"{creature}: {fatigue}, locked is {locked}"
    return None


@in_log("who flees fights nobody, and morale and fear change from what they were")
def _(watch: Watch, event: Event) -> Fault:
    match event:
        case ExchangeFought(attacker=creature) | ShotLoosed(attacker=creature) | RallyTried(creature=creature):
            account = watch.account(creature)
            runs = account.morale == "routed" or account.fear in ("afraid", "terrified")
            shaken = runs or (account.morale == "withdrawing" and not isinstance(event, RallyTried))
            return f"it is {account.morale}, {account.fear}: {event}" if shaken else None
        case MoraleChanged(creature=creature, before=before, after=after):
            was = watch.account(creature).morale
            return f"it was {was}: {event}" if was != before or before == after else None
        case FearChanged(creature=creature, before=before, after=after):
            was = watch.account(creature).fear
            return f"it was {was}: {event}" if was != before or before == after else None
    return None


@of_creature("the nerve is as the log says, and what of it lasts has an end; the dead and unconscious have none")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    nerve, shock = watch.part(entity, Nerve), watch.part(entity, ShockState)
    if nerve is None or shock is None:
        return None
    account, peace = watch.account(creature), watch.combat.battle.encounter is None
    said = (account.morale, account.fear, account.exit)
    if not account.dead and said != (nerve.morale.name.lower(), nerve.fear.name.lower(), nerve.exit.value):
        return f"{creature}: {nerve}, the log says {said}"
    if shock.state >= Shock.UNCONSCIOUS:
        calm = (nerve.morale, nerve.fear) == (Morale.NONE, Fear.NONE) and nerve.morale_until is None
        return (
            None
            if calm and (shock.state is not Shock.DEAD or nerve.unshaken)
            else f"{creature} is {shock.state.name}: {nerve}"
        )
    pending = {(task.kind, task.payload) for _, _, task in watch.combat.battle.agenda if task.creature == creature}
    waits = peace or bool(nerve.exit)
    lasting = nerve.morale is Morale.BRAVE or (waits and nerve.morale >= Morale.WITHDRAWING)
    if lasting and ("react", (nerve.morale_until,)) not in pending:
        return f"{creature} is {nerve.morale.name.lower()} for ever: {nerve}"
    lasting = nerve.fear is Fear.BRAVE or (waits and nerve.fear >= Fear.AFRAID)
    if lasting and ("compose", (nerve.fear_until,)) not in pending:
        return f"{creature} is {nerve.fear.name.lower()} for ever: {nerve}"
    if {each.source: each.level for each in nerve.psyche} != account.psyche:
        return f"{creature}: {nerve.psyche}, the log says {account.psyche}"
    for each in nerve.psyche:
        if ("psyche", (each.number, each.due)) not in pending or each.level < 1:
            return f"{creature}: {each} is never tested"
        if each.acts_until is not None and ("subside", (each.number, each.acts_until)) not in pending:
            return f"{creature}: {each} acts for ever"
    return None


@of_creature("whoever is in shock has a way out of it pending, and nobody else has")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    shock, injuries = watch.part(entity, ShockState), watch.part(entity, Injuries)
    if shock is None or injuries is None:
        return None
    pending = {(task.kind, task.payload) for _, _, task in watch.combat.battle.agenda if task.creature == creature}
    if shock.retest_at is not None:
        if shock.state in (Shock.NONE, Shock.DEAD) or ("retest", (shock.retest_at,)) not in pending:
            return f"{creature} is {shock}"
        return None
    locked = [e.number for e in injuries.entries if e.kind in (InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA)]
    if shock.state in (Shock.NONE, Shock.DEAD):
        return None
    if locked:
        lost = [number for number in locked if ("course", (number,)) not in pending]
        return f"{creature}: courses {lost} are never tested" if lost else None
    by_turn = shock.state is not Shock.UNCONSCIOUS and watch.combat.battle.encounter is not None
    return None if by_turn else f"{creature} is {shock.state.name} for ever"


# --- all ------------------------------------------------------------------------------------------------------------


@of_all("time goes on and nothing is overdue")
def _(watch: Watch) -> Fault:
    combat = watch.combat
    due = combat.battle.agenda.next_due()
    if combat.now < watch.before or (due is not None and due < combat.now):
        return f"now {combat.now}, before {watch.before}, next due {due}"
    return None


@of_all("no two stand in one cell")
def _(watch: Watch) -> Fault:
    standing: dict[tuple[int, int], int] = {}
    rules = watch.combat.battle.ruleset
    with watch.combat._here() as battle:
        for creature, entity in battle.roster.items():
            if rules.out(entity) or rules.prone(entity):
                continue
            place = esper.component_for_entity(entity, Place)
            other = standing.setdefault((place.x, place.y), creature)
            if other != creature:
                return f"{other} and {creature} both stand on {(place.x, place.y)}"
    return None


@of_all("an item is in one place")
def _(watch: Watch) -> Fault:
    combat, ledger = watch.combat, watch.ledger
    held = [item for one in ledger.accounts.values() for item in (*one.held.values(), *one.belt)]
    if len(held) != len(set(held)) or set(held) & combat.battle.ground.keys():
        return f"held {sorted(held)}, lying {sorted(combat.battle.ground)}"
    if combat.battle.ground.keys() != ledger.lying.keys():
        return f"lying {sorted(combat.battle.ground)}, the log says {sorted(ledger.lying)}"
    for number, entity in combat.battle.ground.items():
        place, lying = watch.part(entity, Place), watch.part(entity, Lying)
        if place is None or lying is None or lying.item.number != number or (place.x, place.y) != ledger.lying[number]:
            return f"item {number} lies at {place}, the log says {ledger.lying[number]}"
    return None


@of_all("the turn, the encounter and the result are as the log says")
def _(watch: Watch) -> Fault:
    battle, ledger = watch.combat.battle, watch.ledger
    turn = None if battle.turn is None else battle.turn.creature
    # The turn of one that died in it ends without a word.
    last = ledger.accounts.get(ledger.turn or 0)
    over = turn is None and last is not None and last.dead
    if (turn != ledger.turn and not over) or (battle.encounter is not None) is not ledger.encounter:
        return f"turn of {turn}, the log says {ledger.turn}; encounter {battle.encounter}"
    if battle.encounter is not None and battle.result is not None:
        return f"a result while they fight: {battle.result}"
    return None


@of_all("while an encounter is on two sides are able")
def _(watch: Watch) -> Fault:
    combat = watch.combat
    if combat.battle.encounter is None or combat.battle.stirred or combat.decisions:
        return None
    able = {combat.component(e, Allegiance).side for e in combat.creatures if not combat.vitals(e).out}
    return None if len(able) > 1 else f"only {able} are able"


# --- hit points -----------------------------------------------------------------------------------------------------


@of_creature("hit points and how far down a creature is agree; who is down lies, and holds nothing and nobody")
def _(watch: Watch, creature: int, entity: int) -> Fault:
    points, trauma = watch.part(entity, HitPoints), watch.part(entity, Trauma)
    if points is None or trauma is None:
        return None
    vitals, conditions = watch.combat.vitals(entity), watch.part(entity, Conditions)
    up = trauma.down is Down.UP
    if not 0 <= points.left <= points.most or (points.left > 0) is not up:
        return f"{creature} has {points} and is {trauma.down.name}"
    if vitals.alive is (trauma.down is Down.DEAD) or vitals.bleeding is not (trauma.down is Down.MORTAL):
        return f"{creature} is {trauma.down.name}, {vitals}"
    held = watch.part(entity, Held)
    if not up and conditions is not None and held is not None:
        items = [] if trauma.down is not Down.DEAD else list(held.items)
        return f"{creature}: {conditions}, {held}" if not conditions.prone or conditions.holds or items else None
    return None


@in_log("damage is what its dice, the Trauma Die and what takes it off come to")
def _(watch: Watch, event: Event) -> Fault:
    if not isinstance(event, DamageDealt):
        return None
    traumatic = event.trauma is not None and event.trauma.passed
    sums = event.total - event.armored - event.soaked == event.through and event.through >= 0
    rolled = event.throw is None or event.damage >= event.floor
    least = (event.total >= event.damage) if traumatic else event.total == event.damage
    return None if sums and rolled and least and min(event.armored, event.soaked, event.damage) >= 0 else str(event)


@in_log("a check is passed where dice and modifiers come to its target, but for natural ends of a d20")
def _(watch: Watch, event: Event) -> Fault:
    for check in (getattr(event, "check", None), getattr(event, "trauma", None)):
        if isinstance(check, CheckMade):
            passes = check.face + sum(by for _, by in check.modifiers) >= check.target
            if check.dice == "1d20" and check.face in (1, 20):
                passes = check.face == 20
            if check.passed is not passes or not check.face:
                return f"{check}"
    return None
