"""Forecasts: the odds and the prognosis that are shown, asked for once and kept till something changes.

Asking changes nothing of the fight. What is shown is what the rules say: only its words are chosen here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Generic, TypeVar

from fleshwound.components.edits import Teleport
from fleshwound.components.errors import BadValue, IntentRefused, SaveFault, Unsaveable
from fleshwound.components.events import EncounterBegan, EncounterEnded, Event
from fleshwound.components.ids import DAY, MINUTE, SECOND
from fleshwound.components.intents import Strike
from fleshwound.components.views import Sheet, StrikeOption
from fleshwound.game.arena.chances import Bar, Chances, Curve, Outlook, Step, likeliest
from fleshwound.game.arena.tokens import Token, body_of
from fleshwound.game.combat import Combat
from fleshwound.game.phrases import aimed, counted, met, spelled, titled
from fleshwound.systems.field import distance
from fleshwound.systems.odds import Odds
from fleshwound.systems.prognosis import Prognosis

BLEEDING_HORIZON: Final = 20 * MINUTE
HORIZON: Final = DAY
"""How far the prognosis looks, in microseconds: blood runs out within minutes, other harm takes hours to kill."""

STATES: Final = 200
"""States that a shown prognosis carries on at the most: what is left out is no wider than its line, mostly."""

LASTS: Final = 60
"""A prognosis is asked for again once this part of its horizon has passed, though nothing has changed."""

PATIENCE: Final = 1.0
"""Seconds of the viewer's for which, in a fight that runs on, what takes long to work out may be out of date."""

ALL: Final = object()

WHO: Final = ("creature", "target", "attacker", "by")
"""Fields of events that name creatures by combat id."""

NEAR: Final = 4
"""Cells from a foe that are looked at for a place to strike it from."""


class Forecasts:
    """What is foreseen in one combat. While the fight stands still all of it is as the fight stands."""

    def __init__(self, combat: Combat) -> None:
        self._combat = combat
        self._chances: dict[tuple[int, int], Chances] = {}
        self._near: _Slow[tuple[int, int, StrikeOption], Odds] = _Slow()
        self._outlooks: _Slow[int, tuple[int, Outlook | None]] = _Slow()
        """When it was asked for, and what the answer was, by combat id."""

    def note(self, event: Event) -> None:
        """Take in that something happened: what was foreseen of those it names may be so no longer."""
        self._chances.clear()
        self._near.doubt()
        if isinstance(event, EncounterBegan | EncounterEnded):
            self._outlooks.doubt()
        for name in WHO:
            self._outlooks.doubt(getattr(event, name, None))

    def pass_time(self, seconds: float, *, running: bool) -> None:
        """Let the viewer's time pass, the fight's with it or not."""
        for slow in (self._near, self._outlooks):
            slow.pass_time(seconds, running=running)

    # --- before the blow ------------------------------------------------------------------------------------------

    def chances(self, actor: Token, target: Token) -> Chances:
        """Give the odds of the best that one creature could strike another with."""
        two = actor.creature, target.creature
        if two not in self._chances:
            self._chances[two] = self._weighed(actor, target)
        return self._chances[two]

    def _weighed(self, actor: Token, target: Token) -> Chances:
        combat = self._combat
        title = f"{actor.name} → {target.name}"
        if actor.vitals.out:
            return Chances(title, why_not=f"No blow: {actor.name} is {actor.state}, and strikes at nobody now.")
        away = distance(actor.cell, target.cell)
        option = best(combat.strikes(actor.entity, target.entity), away)
        proviso = ""
        try:
            if option is None:
                odds = combat.odds(actor.entity, Strike(target.entity))
            elif option.reach >= away:
                odds = combat.odds(actor.entity, Strike(target.entity, option.mode, option.aim))
            else:
                key = actor.creature, target.creature, option
                odds = self._near.get(key, lambda: nearer(combat, actor, target, option))
                proviso = f"out of reach, {counted(away, 'cell')} away: as if it came near"
        except IntentRefused as refused:
            return Chances(title, why_not=f"No blow: {refused}.")
        return _chances(combat, actor, target, odds, proviso)

    # --- after it -------------------------------------------------------------------------------------------------

    def outlook(self, token: Token, sheet: Sheet) -> Outlook | None:
        """Give what will become of a hurt creature; None for the dead and the unhurt."""
        vitals, now = token.vitals, self._combat.now
        if not vitals.alive or not (vitals.out or vitals.bleeding or sheet.injuries):
            return None
        asked, outlook = self._outlooks.get(token.creature, lambda: (now, self._foreseen(token)))
        if outlook is not None and now - asked > outlook.horizon // LASTS:
            self._outlooks.doubt(token.creature)
            asked, outlook = self._outlooks.get(token.creature, lambda: (now, self._foreseen(token)))
        return outlook if outlook is None or asked == now else _later(outlook, now - asked)

    def _foreseen(self, token: Token) -> Outlook:
        combat, horizon = self._combat, BLEEDING_HORIZON if token.vitals.bleeding else HORIZON
        curves = [_curve("untended", combat.prognosis(token.entity, horizon / SECOND, states=STATES), tended=False)]
        healer = combat.battle.ruleset.healer
        tended = combat.prognosis(token.entity, horizon / SECOND, treated_by=healer.shown, states=STATES)
        curves.append(_curve(healer.called(healer.shown), tended, tended=True))
        return Outlook(horizon, tuple(curves))


Key = TypeVar("Key")
Answer = TypeVar("Answer")


class _Slow(Generic[Key, Answer]):
    """Answers that take long: in a fight that runs on, doubtful ones are worked out anew only now and then."""

    def __init__(self) -> None:
        self._kept: dict[Key, Answer] = {}
        self._doubtful: set[Key] = set()
        self._running = False
        self._since = PATIENCE

    def get(self, key: Key, ask: Callable[[], Answer]) -> Answer:
        """Give the answer for a key."""
        patient = self._running and self._since < PATIENCE
        if key not in self._kept or (key in self._doubtful and not patient):
            self._kept[key] = ask()
            self._doubtful.discard(key)
            self._since = 0.0
        return self._kept[key]

    def doubt(self, key: object = ALL) -> None:
        """Have an answer worked out anew when it is next wanted; without a key every one."""
        self._doubtful |= {kept for kept in self._kept if key is ALL or kept == key}

    def pass_time(self, seconds: float, *, running: bool) -> None:
        """Let the viewer's time pass."""
        self._running = running
        self._since += seconds


def best(options: Sequence[StrikeOption], away: int) -> StrikeOption | None:
    """Choose what would be struck with at a foe so many cells away, as a mind does; None where there is nothing.

    Of what reaches it the best, a blow before a shot; what can't hurt it only where nothing can. Where nothing reaches,
    the best blow there would be.
    """
    harmful = [option for option in options if option.worth] or list(options)
    blows = [option for option in harmful if not option.ranged]
    shots = [option for option in harmful if option.ranged and not option.disarms]
    for choice in ([option for option in blows if option.reach >= away], shots, blows, harmful):
        if choice:
            return choice[0]
    return None


def nearer(combat: Combat, actor: Token, target: Token, option: StrikeOption) -> Odds:
    """Give the odds of a blow as if its actor stood within reach: in a copy of the fight, so nothing of it changes.

    Raises:
        IntentRefused: it can't be struck even so, or there is no room near its target.
    """
    blow = (option.mode, option.aim)
    try:
        copy = Combat.load(combat.save(), content=combat.content, rules=combat.battle.ruleset)
    except (Unsaveable, SaveFault):  # a host's own creatures or components
        return combat.odds(actor.entity, Strike(target.entity, *blow))
    entity, foe = copy.entity(actor.creature), copy.entity(target.creature)
    reach = min(option.reach, NEAR)
    cells = [
        (target.cell[0] + dx, target.cell[1] + dy)
        for dx in range(-reach, reach + 1)
        for dy in range(-reach, reach + 1)
        if dx or dy
    ]
    for cell in sorted(cells, key=lambda cell: (distance(cell, actor.cell), cell)):
        try:
            copy.edit(Teleport(entity, cell))
        except BadValue:  # somebody stands there
            continue
        return copy.odds(entity, Strike(foe, *blow))
    return combat.odds(actor.entity, Strike(target.entity, *blow))


def _chances(combat: Combat, actor: Token, target: Token, odds: Odds, proviso: str) -> Chances:
    names, its = combat.describe(actor.entity), combat.describe(target.entity)
    mode = names.get(odds.mode) or spelled(odds.mode)
    bars = [Bar("hit", odds.hit, False), Bar("bleeds", odds.bleeds, True), Bar("drops it", odds.out, True)]
    bars.append(Bar("kills", odds.dead, True))
    if odds.attacker.hit:
        bars.append(Bar("is hit back", odds.attacker.hit, False))
    # A blow that lands, and nowhere in particular, has no place to show on a figure.
    body = body_of(combat, target.entity) if any(odds.by_location) or not odds.hit else None
    return Chances(
        title=f"{titled(mode)} → {target.name}",
        about=f"{actor.name}, {aimed(odds.aim, its)}; {met(odds.defence, its)}",
        proviso=proviso,
        bars=tuple(bars),
        parts=likeliest(odds.by_part, body) if body is not None else (),
        ends=tuple(
            Bar(spelled(state), share, blood=state == "dead") for state, share in odds.by_state.items() if share
        ),
        body=body,
        by_location=odds.by_location,
    )


def _curve(name: str, prognosis: Prognosis, *, tended: bool) -> Curve:
    steps = []
    for moment in prognosis.moments:
        most = max(0.0, 1 - moment.dead)
        steps.append(Step(moment.after, max(0.0, most - moment.dropped), most, tuple(moment.by_state.items())))
    return Curve(name, tended, tuple(steps))


def _later(outlook: Outlook, elapsed: int) -> Outlook:
    """See an outlook from a later moment."""
    curves = (
        replace(curve, steps=tuple(step._replace(after=step.after - elapsed) for step in curve.steps))
        for curve in outlook.curves
    )
    return replace(outlook, curves=tuple(curves))
