"""The scene: what is on the screen, derived from a combat's state and events. Opens no window and draws nothing.

What is said of a creature is read anew after every event, so the picture equals the state; where tokens are drawn,
blows and blood are the viewer's own and use the view's own dice.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.creature import Combatant, Place
from fleshwound.components.definitions import Anatomy
from fleshwound.components.events import Event
from fleshwound.components.scenarios import Scenario
from fleshwound.components.views import Sheet, Vitals
from fleshwound.game.arena.blood import Stain, bleeder, shed
from fleshwound.game.arena.blows import Chronicle
from fleshwound.game.arena.camera import Camera
from fleshwound.game.arena.effects import STRIKE_LASTS, TEXT_LASTS, Blow, FloatingText, Strike, gathered
from fleshwound.game.arena.forecasts import Forecasts
from fleshwound.game.arena.sides import Mark, SideView
from fleshwound.game.arena.stage import Showing, Stage
from fleshwound.game.arena.theme import LOOKS
from fleshwound.game.arena.tokens import Token, body_of, component, look
from fleshwound.game.combat import Combat
from fleshwound.game.words import Line, Narrator

UNMARKED: Final = (happened.Moved, happened.Pushed, happened.Turned, happened.TurnEnded)
"""Events that change nothing of a creature's token but its place."""

SHOWN_ELSEWHERE: Final = (happened.Spawned, happened.Moved, happened.EncounterEnded)
"""Events that the map or a banner shows; the arena's log leaves them out."""

LOG_LENGTH: Final = 400
STAINS: Final = 1500
"""The most spots of blood; beyond that the oldest have dried away."""

MOST_STRIKES: Final = 12


@dataclass(eq=False)
class Scene:
    """One combat as it is shown. `close()` ends its listening."""

    combat: Combat
    title: str
    scenario: Scenario | None = None
    lines: list[Line] = field(default_factory=list)
    """The log, oldest first; only the last of it is kept."""
    told: int = 0
    """How many lines there ever were."""
    stains: list[Stain] = field(default_factory=list)
    dried: int = 0
    """How many of the oldest stains are gone, so that what was drawn of the others can be kept."""
    strikes: list[Strike] = field(default_factory=list)
    texts: list[FloatingText] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    blow: Blow | None = None
    """The last exchange."""
    chosen: int | None = None
    """Combat id of the creature somebody chose to look at; None: whoever it happens to."""
    struck: int | None = None
    """Combat id of the creature something last happened to."""
    held: int | None = None
    """Combat id of the one whose sheet stays shown while an enemy of its is pointed at; None: nobody's."""
    encounters: int = 0
    """How many have begun; after a fight's end another may, when somebody wakes among foes."""
    ended_at: int = 0
    """When the last fight ended, in microseconds."""

    def __post_init__(self) -> None:
        sides = self.scenario.sides if self.scenario is not None else ()
        self._narrator = Narrator(self.combat, {side.id: side.name for side in sides})
        self._chronicle = Chronicle(self.combat, self._narrator)
        self._dice = self.combat.battle.streams.view()
        self._tokens: dict[int, Token] = {}
        self._stale = True
        self._out: set[int] = set()
        self.stage = Stage()
        self._before: dict[int, Vitals] = {}
        self.camera = Camera()
        self.forecasts = Forecasts(self.combat)
        for event in self.combat.drain():
            self.see(event)
        self._listening = self.combat.subscribe(Event, self.see)
        self._follow()

    def close(self) -> None:
        """Listen no longer."""
        self._listening.cancel()

    # --- what there is --------------------------------------------------------------------------------------------

    @property
    def tokens(self) -> dict[int, Token]:
        """All creatures by combat id, as they are now."""
        if self._stale:
            combat = self.combat
            seen = (look(combat, e, self._tokens.get(combat.id_of(e))) for e in combat.creatures)
            self._tokens = {token.creature: token for token in seen}
            self._stale = False
        return self._tokens

    @property
    def staged(self) -> dict[int, Token]:
        """All creatures by combat id as the map shows them: a blow's victim falls when the blow is seen."""
        before = self._before
        if not before:
            return self.tokens
        return {c: replace(t, vitals=before[c]) if c in before else t for c, t in self.tokens.items()}

    @property
    def sides(self) -> tuple[SideView, ...]:
        """The sides: those of the scenario in its order, then others as they came."""
        named = {style.id: style.name for style in self.scenario.sides} if self.scenario is not None else {}
        for token in self.tokens.values():
            named.setdefault(token.side, token.side)
        return tuple(
            SideView(side, name, LOOKS[place % len(LOOKS)], tuple(t for t in self.tokens.values() if t.side == side))
            for place, (side, name) in enumerate(named.items())
        )

    @property
    def selected(self) -> Token | None:
        """Whose sheet is shown: the one chosen or held, else the one something last happened to, else the first."""
        tokens = self.tokens
        for creature in (self.chosen, self.held, self.struck):
            if creature in tokens:
                return tokens[creature]
        return next(iter(tokens.values()), None)

    def point_at(self, creature: int | None) -> tuple[Token, Token] | None:
        """Note who is pointed at; give the one selected and that one where they are enemies, and both live.

        While they are, the sheet stays with the one selected, though the fight goes on.
        """
        target = self.tokens.get(creature) if creature is not None else None
        actor = self.selected
        if target is None or actor is None or actor.side == target.side:
            self.held = None
            return None
        if not actor.vitals.alive or not target.vitals.alive:
            self.held = None
            return None
        self.held = actor.creature
        return actor, target

    def sheet(self, token: Token) -> Sheet:
        """Read a creature's sheet."""
        return self.combat.sheet(token.entity)

    def body(self, token: Token) -> Anatomy | None:
        """Give the body that a creature's sheet indexes; None under rules without locations."""
        return body_of(self.combat, token.entity)

    @property
    def round(self) -> int:
        """Number of the present round, or how many there were; 0 before the first."""
        encounter, result = self.combat.battle.encounter, self.combat.result
        return encounter.round if encounter is not None else result.rounds if result is not None else 0

    @property
    def actor(self) -> Token | None:
        """Whose turn it is."""
        entity = self.combat.actor
        return None if entity is None else self.tokens.get(self.combat.id_of(entity))

    @property
    def verdict(self) -> str:
        """Who won, in words; empty while the fight goes on."""
        result = self.combat.result
        if result is None:
            return ""
        winner = next((side.name for side in self.sides if side.id == result.winner), result.winner)
        return f"{winner} won" if winner is not None else "A draw"

    # --- what happens ---------------------------------------------------------------------------------------------

    def see(self, event: Event) -> None:
        """Take in one event."""
        self._stale = True
        self.forecasts.note(event)
        if not isinstance(event, SHOWN_ELSEWHERE):
            line = self._narrator.line(event)
            if line is not None:
                self.lines.append(line)
                self.told += 1
                del self.lines[:-LOG_LENGTH]
        else:
            self._narrator.line(event)
        match event:
            case happened.RoundBegan(order=order):
                self.stage.turn = self.combat.battle.ruleset.round // max(1, len(order))
                self.catch_up()
            case happened.TurnBegan():
                self.catch_up()
            case happened.Moved() | happened.Pushed():
                self._walk(event)
            case happened.EncounterBegan():
                self.encounters += 1
            case happened.FightEnded(at=at):
                self.ended_at = at
            case happened.Despawned(creature=creature) if creature == self.chosen:
                self.chosen = None
            case _:
                pass
        told = self._chronicle.tell(event)
        if told.blow is not None:
            self.blow = told.blow
        if told.hurt is not None:
            self.struck = told.hurt
        for strike in told.strikes:
            strike.start, strike.end = self._cell(strike.attacker), self._cell(strike.target)
        showing = Showing(told.strikes, told.texts, self._blood(event))
        if showing != Showing():
            self._show(self.stage.show(event.at, showing))
        whom = getattr(event, "creature", None)
        if whom is not None and not isinstance(event, UNMARKED):
            self._mark(event.at, whom)

    def _walk(self, event: happened.Moved | happened.Pushed) -> None:
        before = self._tokens.get(event.creature)
        if before is None:
            return
        if not self.stage.busy:
            before.arrive()
            self._before = {token.creature: token.vitals for token in self.tokens.values()}
        # A token's way holds only what the stage knows of: what a look at its creature added is told of now.
        before = self._tokens[event.creature]
        goal = (float(event.path[-1][0]), float(event.path[-1][1])) if event.path else before.at
        if before.way[-1:] == [goal]:
            before.way.pop()
        before.way += [(float(x), float(y)) for x, y in event.path]
        self.stage.walk(event.at, event.creature, len(event.path))

    def _cell(self, creature: int) -> tuple[int, int]:
        entity = self.combat.battle.roster.get(creature)
        place = component(self.combat, entity, Place) if entity is not None else None
        return (place.x, place.y) if place is not None else (0, 0)

    def catch_up(self) -> None:
        """Show at once what is still on its way to be seen."""
        self._show(self.stage.finish(self.tokens if self.stage.busy else {}))

    def clear(self) -> None:
        """Show no longer what is past: a step shows only what it brings."""
        self.catch_up()
        self.strikes.clear()
        self.texts.clear()

    def _show(self, showings: list[Showing]) -> None:
        for showing in showings:
            self.strikes += showing.strikes
            self.texts = gathered(self.texts, showing.texts)
            self.stains += showing.stains
            if showing.strikes:
                self._before = {}
        if not self.stage.busy:
            self._before = {}
        if (over := len(self.stains) - STAINS) > 0:
            del self.stains[:over]
            self.dried += over
        del self.strikes[:-MOST_STRIKES]

    def _stands(self, strike: Strike) -> bool:
        """Tell whether both are drawn where they stood when the blow was struck."""
        attacker, target = self.tokens.get(strike.attacker), self.tokens.get(strike.target)
        if attacker is None or target is None:
            return False
        return attacker.at == strike.start and target.at == strike.end

    def _mark(self, at: int, creature: int) -> None:
        entity = self.combat.battle.roster.get(creature)
        if entity is None:
            return
        vitals = self.combat.vitals(entity)
        if vitals.out != (creature in self._out):
            (self._out.add if vitals.out else self._out.discard)(creature)
            token = look(self.combat, entity, None)
            self.marks.append(Mark(at, creature, token.side, vitals.out))

    def _blood(self, event: Event) -> list[Stain]:
        whose = bleeder(event)
        entity = self.combat.battle.roster.get(whose) if whose is not None else None
        if entity is None or self.combat.component(entity, Combatant).creature.immunities.blood:
            return []
        return shed(event, self._cell(self.combat.id_of(entity)), self._dice)

    # --- the viewer's time ----------------------------------------------------------------------------------------

    def pass_time(self, seconds: float, speed: float = 1.0) -> None:
        """Let the viewer's time pass while the fight goes on `speed` times as fast (0: it is paused).

        Tokens walk, then their blows are seen; blows and words fade.
        """
        self.forecasts.pass_time(seconds, running=speed > 0)
        self.combat.drain()  # nobody else reads them; kept, they would only pile up
        # A fast fight fades faster, or the words of one blow would still hang over the next.
        haste = max(1.0, (speed / 2) ** 0.5)
        for strike in self.strikes:
            strike.age += seconds * haste
        for text in self.texts:
            text.age += seconds * haste
        self.strikes = [strike for strike in self.strikes if strike.age < STRIKE_LASTS]
        self.texts = [text for text in self.texts if text.age < TEXT_LASTS]
        self._show(self.stage.play(self.tokens, seconds, speed, self.combat.now))
        if not self.stage.busy:
            for token in self.tokens.values():
                token.arrive()  # moved by no walk: put there by the host
        self.strikes = [strike for strike in self.strikes if self._stands(strike)]
        self._follow()
        self.camera.pass_time(seconds)

    def _follow(self, *, closely: bool = False) -> None:
        """Keep the able in sight, and the one who fell last."""
        tokens = self.tokens
        last = next((mark.creature for mark in reversed(self.marks) if mark.creature in self._out), None)
        cells = [token.cell for token in tokens.values() if not token.vitals.out or token.creature == last]
        self.camera.follow(cells or [token.cell for token in tokens.values()], closely=closely)

    def settle(self, age: float = 0.3) -> None:
        """Put every token where its creature is, for a still picture that shows only the last blows."""
        self.catch_up()
        for token in self.tokens.values():
            token.arrive()
        self._follow(closely=True)
        self.camera.arrive()
        self.strikes = [strike for strike in self.strikes if self._stands(strike)]
        if self.strikes:
            blow = self.strikes[-1].blow
            self.strikes = [strike for strike in self.strikes if strike.blow is blow]
            self.texts = [text for text in self.texts if text.blow is blow]
        for strike in self.strikes:
            strike.age = age
        for text in self.texts:
            text.age = age
