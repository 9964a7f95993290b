"""The scene: what is on the screen, derived from a combat's state and events. Opens no window and draws nothing.

What is said of a creature is read anew after every event, so the picture equals the state; where tokens are drawn,
blows and blood are the viewer's own and use the view's own dice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.creature import Anatomy as Body
from fleshwound.components.creature import Combatant, Place
from fleshwound.components.definitions import Anatomy
from fleshwound.components.events import Event
from fleshwound.components.scenarios import Scenario
from fleshwound.components.views import Sheet
from fleshwound.game.arena.blows import Chronicle
from fleshwound.game.arena.camera import Camera
from fleshwound.game.arena.effects import (
    STRIKE_LASTS,
    TEXT_LASTS,
    Blow,
    FloatingText,
    Stain,
    Strike,
    pooled,
    splashed,
)
from fleshwound.game.arena.theme import LOOKS, SideLook
from fleshwound.game.arena.tokens import Token, component, look
from fleshwound.game.combat import Combat
from fleshwound.game.words import Line, Narrator

SHOWN_ELSEWHERE: Final = (happened.Spawned, happened.Moved, happened.EncounterEnded)
"""Events that the map or a banner shows; the arena's log leaves them out."""

LOG_LENGTH: Final = 400
STAINS: Final = 1500
"""The most spots of blood; beyond that the oldest have dried away."""


@dataclass(frozen=True, slots=True)
class SideView:
    """A side, as the panels show it."""

    id: str
    name: str
    look: SideLook
    members: tuple[Token, ...]

    @property
    def standing(self) -> int:
        """How many are not out of the fight."""
        return sum(not token.vitals.out for token in self.members)

    @property
    def strength(self) -> float:
        """The health of those still in the fight, as a share of a whole side's, 0..1."""
        able = sum(token.vitals.health for token in self.members if not token.vitals.out)
        return able / (100 * len(self.members)) if self.members else 0.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment for the timeline: a creature that went out of the fight, or came back."""

    at: int
    side: str
    out: bool


@dataclass(eq=False)
class Scene:
    """One combat as it is shown. `close()` ends its listening."""

    combat: Combat
    title: str
    scenario: Scenario | None = None
    lines: list[Line] = field(default_factory=list)
    """The log, oldest first."""
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

    def __post_init__(self) -> None:
        self._narrator = Narrator(self.combat)
        self._chronicle = Chronicle(self.combat, self._narrator)
        self._dice = self.combat.battle.streams.view()
        self._tokens: dict[int, Token] = {}
        self._stale = True
        self._out: set[int] = set()
        field = self.combat.battle.field
        self.camera = Camera(field.width, field.height)
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
        """Whose sheet is shown: the one chosen, else the one something last happened to, else the first."""
        tokens = self.tokens
        for creature in (self.chosen, self.struck):
            if creature in tokens:
                return tokens[creature]
        return next(iter(tokens.values()), None)

    def sheet(self, token: Token) -> Sheet:
        """Read a creature's sheet."""
        return self.combat.sheet(token.entity)

    def body(self, token: Token) -> Anatomy | None:
        """Give the body that a creature's sheet indexes; None under rules without locations."""
        body = component(self.combat, token.entity, Body)
        return body.of if body is not None and not body.of.incorporeal else None

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
        if not isinstance(event, SHOWN_ELSEWHERE):
            line = self._narrator.line(event)
            if line is not None:
                self.lines.append(line)
                del self.lines[:-LOG_LENGTH]
        else:
            self._narrator.line(event)
        match event:
            case happened.Moved(creature=creature, path=path) if creature in self._tokens:
                self._tokens[creature].way += [(float(x), float(y)) for x, y in path]
            case happened.Despawned(creature=creature) if creature == self.chosen:
                self.chosen = None
            case _:
                pass
        self._bleed(event)
        told = self._chronicle.tell(event)
        if told.blow is not None:
            self.blow = told.blow
        if told.hurt is not None:
            self.struck = told.hurt
        self.strikes += told.strikes
        self.texts += told.texts
        whom = getattr(event, "creature", None)
        if whom is not None and not isinstance(event, happened.Moved | happened.Turned | happened.TurnEnded):
            self._mark(event.at, whom)

    def _mark(self, at: int, creature: int) -> None:
        entity = self.combat.battle.roster.get(creature)
        if entity is None:
            return
        vitals = self.combat.vitals(entity)
        if vitals.out != (creature in self._out):
            (self._out.add if vitals.out else self._out.discard)(creature)
            token = look(self.combat, entity, None)
            self.marks.append(Mark(at, token.side, vitals.out))

    def _bleed(self, event: Event) -> None:
        match event:
            case happened.Injured(creature=creature, level=level, bleeds=bleeds):
                self._stain(creature, min(5, level + bleeds), pool=False)
            case happened.HealthLost(creature=creature):
                self._stain(creature, 2, pool=False)
            case happened.BloodLost(creature=creature, points=points) if points:
                self._stain(creature, min(4, points), pool=True)
            case happened.Severed(creature=creature) | happened.Died(creature=creature):
                self._stain(creature, 2, pool=True)
            case _:
                pass

    def _stain(self, creature: int, much: int, *, pool: bool) -> None:
        entity = self.combat.battle.roster.get(creature)
        if entity is None or self.combat.component(entity, Combatant).creature.immunities.blood:
            return
        place = self.combat.component(entity, Place)
        self.stains += (pooled if pool else splashed)((place.x, place.y), much, self._dice)
        if (over := len(self.stains) - STAINS) > 0:
            del self.stains[:over]
            self.dried += over

    # --- the viewer's time ----------------------------------------------------------------------------------------

    def pass_time(self, seconds: float, haste: float = 1.0) -> None:
        """Let the viewer's time pass: tokens walk, blows and words fade, `haste` times as fast as usual."""
        self.combat.drain()  # nobody else reads them; kept, they would only pile up
        for token in self.tokens.values():
            token.walk(seconds * haste)
        self._follow()
        self.camera.pass_time(seconds)
        for strike in self.strikes:
            strike.age += seconds * haste
        for text in self.texts:
            text.age += seconds * haste
        self.strikes = [strike for strike in self.strikes if strike.age < STRIKE_LASTS][-12:]
        self.texts = [text for text in self.texts if text.age < TEXT_LASTS][-12:]

    def _follow(self) -> None:
        able = [token.cell for token in self.tokens.values() if not token.vitals.out]
        self.camera.follow(able or [token.cell for token in self.tokens.values()])

    def settle(self, age: float = 0.3) -> None:
        """Put every token where its creature is, for a still picture that shows only the last blows."""
        for token in self.tokens.values():
            token.arrive()
        self._follow()
        self.camera.arrive()
        if self.strikes:
            blow = self.strikes[-1].blow
            self.strikes = [strike for strike in self.strikes if strike.blow is blow]
            names = {self.strikes[-1].attacker, self.strikes[-1].target}
            self.texts = [text for text in self.texts[-3:] if text.creature in names]
        for strike in self.strikes:
            strike.age = age
        for text in self.texts:
            text.age = age
