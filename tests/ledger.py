"""A ledger: the state of a combat as its log alone tells it, to be held against the combat itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from fleshwound.components.creature import Shock
from fleshwound.components.events import (
    AttackRolled,
    BleedingBegan,
    BleedingStopped,
    BloodLost,
    Braced,
    CourseBegan,
    CourseEnded,
    Despawned,
    Died,
    EncounterBegan,
    EncounterEnded,
    Evaded,
    Event,
    ExchangeFought,
    FatigueChanged,
    FearChanged,
    Fell,
    FieldLeft,
    FieldRetaken,
    Grabbed,
    Healed,
    HealingTested,
    HoldBroken,
    InfectionBegan,
    InfectionEnded,
    Injured,
    ItemDrawn,
    ItemDropped,
    ItemSeized,
    ItemSpent,
    ItemTaken,
    ItemThrown,
    Misfired,
    MoraleChanged,
    Moved,
    OpeningTaken,
    PsycheEnded,
    PsycheStressed,
    PsycheTested,
    Pushed,
    Readied,
    Rose,
    Severed,
    ShockChanged,
    ShotLoosed,
    Spawned,
    StepTaken,
    StoppageTried,
    Surrendered,
    Treated,
    TrialMade,
    TurnBegan,
    Turned,
    TurnEnded,
    Worsened,
)


@dataclass
class Account:
    """What the log has told of one creature."""

    cell: tuple[int, int]
    facing: int = 0
    dead: bool = False
    shock: Shock = Shock.NONE
    prone: bool = False
    morale: str = "none"
    fear: str = "none"
    exit: str = ""
    """How it left the fight: `fled` or `surrendered`."""
    psyche: dict[str, int] = field(default_factory=dict)
    """Level of each psyche condition by its source."""
    held: dict[str, int] = field(default_factory=dict)
    """Item number by part id."""
    taken: set[int] = field(default_factory=set)
    """Numbers of the items that it has taken up in the fight, into whatever hand."""
    holders: set[tuple[str, int]] = field(default_factory=set)
    """(part id, combat id of the holder) of every hold on it."""
    wounds: dict[int, tuple[str, int]] = field(default_factory=dict)
    """(location id, level) by injury number."""
    gone: set[str] = field(default_factory=set)
    """Ids of severed locations."""
    bleeders: dict[int, int] = field(default_factory=dict)
    """When each open bleeder was opened or last advanced, by injury number; only of wounds said to bleed."""
    blood: int = 0
    courses: dict[int, str] = field(default_factory=dict)
    treated: set[int] = field(default_factory=set)
    """Numbers of the wounds that have been treated."""
    infections: dict[int, int] = field(default_factory=dict)
    """Number of the infected wound by that of the infection."""
    fatigue: dict[tuple[str, str], int] = field(default_factory=dict)
    belt: list[int] = field(default_factory=list)
    """Item numbers."""
    quiver: dict[str, int] = field(default_factory=dict)
    """How many of each projectile."""


@dataclass
class Ledger:
    """What the log has told of the whole combat."""

    accounts: dict[int, Account] = field(default_factory=dict)
    lying: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Cell of each item on the ground."""
    unready: dict[int, int] = field(default_factory=dict)
    """Actions that each launcher still needs."""
    now: int = 0
    encounter: bool = False
    turn: int | None = None
    acted: bool = False
    moves_for_it: bool = False
    """Whether taking up and drawing take a move, not the action (cities A2)."""
    opening: int | None = None
    """Who strikes next outside its own action."""
    stepping: int | None = None
    """Who takes a free step next."""
    reacted: set[int] = field(default_factory=set)
    """Who has struck out of turn since its last turn began."""

    def enter(self, event: Event) -> None:
        """Take in one event."""
        self.now = event.at
        match event:
            case Spawned(creature=one, x=x, y=y):
                self.accounts[one] = Account((x, y))
            case Despawned(creature=one):
                del self.accounts[one]
                self.turn = None if self.turn == one else self.turn
            case EncounterBegan():
                self.encounter = True
            case EncounterEnded():
                self.encounter, self.turn = False, None
                self.reacted.clear()
            case TurnBegan(creature=one):
                self.turn, self.acted = one, False
                self.reacted.discard(one)
            case TurnEnded():
                self.turn = None
            case ItemDropped(item=item, x=x, y=y, creature=one, part=part):
                self.lying[item] = (x, y)
                self.accounts[one].held.pop(part, None)
            case ItemTaken(item=item, creature=one, part=part):
                self.lying.pop(item, None)
                self.accounts[one].held[part] = item
                self.accounts[one].taken.add(item)
                self.acted = self.acted or not self.moves_for_it
            case OpeningTaken(creature=one, cause=cause):
                self.opening = one
                if cause != "advantage":
                    self.reacted.add(one)
            case StepTaken(creature=one):
                self.stepping = one
            case ExchangeFought(attacker=one) if one == self.opening:
                self.opening = None
            case AttackRolled(attacker=one) if one == self.opening:
                self.opening = None
            case ItemSpent(creature=one, part=part):
                self.accounts[one].held.pop(part, None)
            case ItemThrown(item=item, x=x, y=y, creature=one, part=part):
                self.lying[item] = (x, y)
                self.accounts[one].held.pop(part, None)
            case ItemDrawn(item=item, creature=one, part=part):
                self.accounts[one].held[part] = item
                self.accounts[one].taken.add(item)
                self.accounts[one].belt.remove(item)
                self.acted = self.acted or not self.moves_for_it
            case ShotLoosed(item=item, attacker=one, projectile=projectile, left=left) if projectile:
                self.accounts[one].quiver[projectile] = left
                self.unready[item] = 1  # the least; what readying it tells of is taken as it comes
            case Misfired(item=item, actions=actions):
                self.unready[item] = actions
            case Readied(item=item, left=left):
                self.unready[item] = left
                self.acted = True
            case ExchangeFought() | StoppageTried() | Braced() | Evaded():
                self.acted = True
            case TrialMade(contest="break free"):
                self.acted = True
            case ItemSeized(item=item, creature=one, part=part, by=other, hand=hand):
                self.accounts[one].held.pop(part, None)
                self.accounts[other].held[hand] = item
            case _:
                self._of_creature(event)

    def _of_creature(self, event: Event) -> None:
        account = self.accounts.get(getattr(event, "creature", 0))
        if account is None:
            return
        match event:
            case Moved(path=path, facing=facing):
                self.stepping = None
                account.cell, account.facing = path[-1], facing
            case Pushed(path=path):
                account.cell = path[-1]
            case Grabbed(by=by, part=part):
                account.holders.add((part, by))
            case HoldBroken(by=by, part=part):
                account.holders.discard((part, by))
            case Turned(facing=facing):
                account.facing = facing
            case Fell():
                account.prone = True
            case Rose():
                account.prone = False
            case ShockChanged(after=after):
                account.shock = Shock[after.upper()]
                if account.shock >= Shock.UNCONSCIOUS:
                    # Who lies unconscious is neither afraid nor running; no event says so besides.
                    account.morale, account.fear = "none", "none"
                if account.shock is Shock.DEAD:
                    account.exit = ""
            case MoraleChanged(after=after):
                account.morale = after
            case FearChanged(after=after):
                account.fear = after
            case Surrendered():
                account.exit = "surrendered"
            case FieldLeft():
                account.exit = "fled"
            case FieldRetaken():
                account.exit = ""
            case PsycheStressed(source=source, level=level) | PsycheTested(source=source, after=level):
                account.psyche[source] = level
            case PsycheEnded(source=source):
                account.psyche.pop(source, None)
            case Died():
                account.dead = True
                account.bleeders.clear()
            case Injured(injury=number, location=location, level=level, bleeds=bleeds):
                account.wounds[number] = (location, level)
                if bleeds:
                    account.bleeders[number] = event.at
            case Worsened(injury=number, location=location, level=level):
                account.wounds[number] = (location, level)
            case Severed(lost=lost):
                account.gone.update(lost)
            case BloodLost(injury=number, total=total):
                account.bleeders[number] = event.at
                account.blood = total
            case BleedingStopped(injury=number):
                account.bleeders.pop(number, None)
            case CourseBegan(injury=number, course=course):
                account.courses[number] = course
            case CourseEnded(injury=number):
                account.courses.pop(number, None)
            case BleedingBegan(injury=number):
                account.bleeders[number] = event.at
            case HealingTested(injury=number, after=after) if after:
                account.wounds[number] = (account.wounds[number][0], after)
            case Healed(injury=number):
                account.wounds.pop(number, None)
            case Treated(injury=number):
                account.treated.add(number)
            case InfectionBegan(injury=number, wound=wound):
                account.infections[number] = wound
            case InfectionEnded(injury=number):
                account.infections.pop(number, None)
            case FatigueChanged(kind=kind, source=source, total=total):
                account.fatigue[kind, source] = total
