"""Blows: how the events of an exchange are gathered into one picture."""

from __future__ import annotations

from dataclasses import dataclass, field

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.arena.effects import AVERTED, Blow, Came, FloatingText, Strike
from fleshwound.game.arena.tokens import flying
from fleshwound.game.combat import Combat
from fleshwound.game.phrases import titled
from fleshwound.game.words import Narrator

TURNED, STATE, WOUND, SEVERED = 2, 3, 4, 10
"""How much what a blow came to weighs: turned by armour, a state (which the label says too), a wound and its level."""

OPENINGS = {"closes": "strikes first", "leaves": "strikes after it", "advantage": "strikes again"}
"""What gave a blow out of turn, as the map says it."""


@dataclass(slots=True)
class Told:
    """What one event adds to the picture."""

    blow: Blow | None = None
    hurt: int | None = None
    """Combat id of whom it happened to."""
    strikes: list[Strike] = field(default_factory=list)
    texts: list[FloatingText] = field(default_factory=list)


class Chronicle:
    """Follows the events of one combat and says what each adds to the picture."""

    def __init__(self, combat: Combat, narrator: Narrator) -> None:
        self._combat = combat
        self._names = narrator.names
        self._blow: Blow | None = None
        self._awaited: set[tuple[int, int]] = set()
        """Blows of the exchange, as (attacker, target), that may yet be told of."""
        self._landed: happened.StrikeLanded | None = None
        self._missile = ""
        """What flies in the exchange that is told of; empty: nothing."""
        self._loosed = ""
        """What has been loosed, its exchange still to be told of."""

    def tell(self, event: Event) -> Told:
        """Say what an event adds."""
        told = Told()
        match event:
            case happened.ShotLoosed():
                self._loosed = self._flying(event)
            case happened.ExchangeFought():
                self._missile, self._loosed = self._loosed, ""
                self._exchange(event, told)
            case happened.AttackRolled():
                self._missile, self._loosed = self._loosed, ""
                self._attack(event, told)
            case happened.StrikeMissed():
                self._passed_by(event, told)
            case happened.StrikeLanded():
                self._land(event, told)
            case happened.Injured(creature=creature):
                told.hurt = creature
                self._injure(event, told)
            case happened.HealthLost(creature=creature):
                told.hurt = creature
                self._lose_health(event, told)
            case happened.Severed(creature=creature, location=location):
                where = self._names.its(creature, location)
                self._add(creature, f"{where} severed", told, blood=True, weight=SEVERED)
            case happened.ShockChanged(creature=creature, after=after) if after != "none":
                told.hurt = creature
                self._add(creature, after, told, blood=True, weight=STATE)
            case happened.StateChanged(creature=creature, after=after) if after not in ("none", "dead", "destroyed"):
                told.hurt = creature
                self._add(creature, after, told, blood=True, weight=STATE)
            case happened.MajorInjurySuffered(creature=creature, name=name):
                self._add(creature, name, told, blood=True, weight=SEVERED)
            case happened.DamageDealt(creature=creature, through=0):
                self._add(creature, "soaked", told, blood=False, weight=TURNED)
            case happened.BlastLanded(attacker=creature):
                self._missile = self._loosed = ""
                self._float(creature, "bursts", told, blood=False)
            case happened.StanceTaken(creature=creature, stance=stance):
                self._float(creature, stance, told, blood=False)
            case happened.HealthRegained(creature=creature, amount=amount):
                self._float(creature, f"+{amount}", told, blood=False)
            case happened.Died(creature=creature):
                told.hurt = creature
                self._add(creature, "dead", told, blood=True, weight=STATE)
            case happened.Misfired(creature=creature, weapon=weapon):
                self._add(creature, f"{self._names.weapon(weapon)} misfires", told, blood=False, weight=TURNED)
            case happened.Readied(creature=creature, weapon=weapon, left=left):
                self._float(
                    creature, f"readies its {self._names.weapon(weapon)}" + (" …" if left else ""), told, blood=False
                )
            case happened.Reloaded(creature=creature, weapon=weapon):
                self._float(creature, f"reloads its {self._names.weapon(weapon)}", told, blood=False)
            case happened.ItemDrawn(creature=creature, weapon=weapon):
                self._float(creature, f"draws its {self._names.weapon(weapon)}", told, blood=False)
            case happened.Evaded(creature=creature):
                self._float(creature, "evades", told, blood=False)
            case happened.ItemDropped(creature=creature, weapon=weapon):
                self._add(creature, f"drops its {self._names.weapon(weapon)}", told, blood=False)
            case happened.Fell(creature=creature):
                self._add(creature, "falls", told, blood=False)
            case happened.Rose(creature=creature):
                self._float(creature, "rises", told, blood=False)
            case happened.OpeningTaken(creature=creature, cause=cause):
                self._float(creature, OPENINGS.get(cause, "strikes out of turn"), told, blood=False)
            case happened.StepTaken(creature=creature):
                self._float(creature, "free step", told, blood=False)
            case happened.Braced(creature=creature):
                self._float(creature, "braces", told, blood=False)
            case happened.StoppageTried(creature=creature, result=result):
                self._float(creature, f"bleeding {result}", told, blood=False)
            case happened.BloodLost(creature=creature, points=points) if points:
                told.hurt = creature
                self._float(creature, "bleeds", told, blood=True)
            case _:
                pass
        return told

    def _flying(self, event: happened.ShotLoosed) -> str:
        """Say what a shot has flying: the kind of its projectile, or the weapon itself."""
        return flying(self._combat, event.projectile) if event.projectile else event.weapon

    def _exchange(self, event: happened.ExchangeFought, told: Told) -> None:
        names = self._names
        came = Came.HIT
        if not event.attacker_lands:
            succeeded = event.attack.level.steps > 0
            came = AVERTED.get(event.defence, Came.MISSED) if succeeded else Came.MISSED
        aim = f", aimed at {names.its(event.target, event.aim)}" if event.aim and not event.aim.isdigit() else ""
        title = f"{names.who(event.attacker)}, {names.its(event.attacker, event.mode)} → {names.who(event.target)}{aim}"
        blow = Blow(event.at, event.attacker, event.target, title, event.attack, event.defence, event.defend, came)
        self._begin(blow, told)
        self._awaited = {(event.attacker, event.target), (event.target, event.attacker)}
        if not event.attacker_lands:
            blow.results.append((_AVERTED[came], False))
            self._float(event.target, came.value, told, blood=False, blow=blow)

    def _attack(self, event: happened.AttackRolled, told: Told) -> None:
        """Tell of an attack against an armour class."""
        names = self._names
        title = f"{names.who(event.attacker)}, {names.its(event.attacker, event.mode)} → {names.who(event.target)}"
        came = Came.HIT if event.hit else Came.MISSED
        self._begin(Blow(event.at, event.attacker, event.target, title, None, "", None, came, check=event.check), told)
        if not event.hit:
            self._add(event.target, "misses", told, blood=False)

    def _begin(self, blow: Blow, told: Told) -> None:
        self._blow = told.blow = blow
        self._awaited = set()
        self._landed = None
        told.strikes.append(Strike(blow.attacker, blow.target, blow, missile=self._missile))

    def _passed_by(self, event: happened.StrikeMissed, told: Told) -> None:
        self._came(event, Came.MISSED, told)
        self._add(event.target, "misses the body", told, blood=False)

    def _land(self, event: happened.StrikeLanded, told: Told) -> None:
        came = {"wound": Came.HIT, "glancing": Came.GLANCING}.get(event.result, Came.STOPPED)
        self._came(event, came, told)
        self._landed = event
        if came is not Came.HIT:
            where = self._names.its(event.target, event.location or event.part)
            verb = "glances off" if came is Came.GLANCING else "stopped at"
            self._add(event.target, f"{verb} {where}", told, blood=False, weight=TURNED)

    def _came(self, event: happened.StrikeLanded | happened.StrikeMissed, came: Came, told: Told) -> None:
        """Set what a blow came to: the exchange's own, the one struck back, or one that no exchange was told of."""
        attacker, target, blow = event.attacker, event.target, self._blow
        if blow is None or (attacker, target) not in self._awaited:
            names = self._names
            title = f"{names.who(attacker)}, {names.its(attacker, event.mode)} → {names.who(target)}"
            self._begin(Blow(event.at, attacker, target, title, None, "", None, came), told)
            return
        self._awaited.remove((attacker, target))
        if (blow.attacker, blow.target) == (attacker, target):
            blow.came = came
        else:
            told.strikes.append(Strike(attacker, target, blow, back=True, came=came))

    def _injure(self, event: happened.Injured, told: Told) -> None:
        where = self._names.its(event.creature, event.location or event.part)
        entity = self._combat.entity(event.creature)
        views = {view.number: view for view in self._combat.sheet(entity).injuries}
        mark = views[event.injury].mark if event.injury in views else ""
        landed = self._landed
        hard = f"{landed.effective} " if landed is not None and landed.target == event.creature else ""
        bleeding = ", bleeding" if event.bleeds else ""
        words = f"{hard}{event.aspect} → {where} {mark}{bleeding}"
        self._add(event.creature, words, told, blood=True, weight=WOUND + event.level)

    def _lose_health(self, event: happened.HealthLost, told: Told) -> None:
        blow = self._blow
        if event.by is not None and (blow is None or {blow.attacker, blow.target} != {event.by, event.creature}):
            title = f"{self._names.who(event.by)}, {event.how} → {self._names.who(event.creature)}"
            self._begin(Blow(event.at, event.by, event.creature, title, None, "", None, Came.HIT), told)
        self._add(event.creature, f"−{event.amount}, {event.left} left", told, blood=True, weight=WOUND)

    def _add(self, creature: int, text: str, told: Told, *, blood: bool, weight: int = 1) -> None:
        """Say something of a creature: over its token, and under the exchange it belongs to."""
        blow = self._blow
        if blow is None or creature not in (blow.attacker, blow.target):
            self._float(creature, text, told, blood=blood, weight=weight)
            return
        self._float(creature, text, told, blood=blood, blow=blow, weight=weight)
        who = "" if creature == blow.target else f"{self._names.who(creature)}: "
        blow.results.append((f"{who}{text}" if who else titled(text) if not text[:1].isdigit() else text, blood))

    def _float(
        self, creature: int, text: str, told: Told, *, blood: bool, blow: Blow | None = None, weight: int = 0
    ) -> None:
        told.texts.append(FloatingText(creature, f"{self._names.who(creature)}: {text}", blood, blow, weight))


_AVERTED = {
    Came.BLOCKED: "Blocked",
    Came.DODGED: "Dodged",
    Came.COUNTERED: "Countered",
    Came.MISSED: "Missed",
}
