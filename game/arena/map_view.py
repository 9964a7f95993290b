"""The map: cells, rocks, blood, tokens, and the blows between them."""

from __future__ import annotations

from math import cos, pi, sin

from pygame import Rect

from fleshwound.game.arena import strokes
from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.effects import STRIKE_LASTS, TEXT_LASTS, Came
from fleshwound.game.arena.fonts import Weight
from fleshwound.game.arena.ground import Ground
from fleshwound.game.arena.places import Places
from fleshwound.game.arena.scene import Scene, SideView
from fleshwound.game.arena.sprites import Dress, badge, body, halo
from fleshwound.game.arena.theme import (
    BLOOD,
    CARD,
    DARK_BLOOD,
    INK,
    LINE,
    MUTED,
    SELECTION,
    SMALL,
    TINY,
    Color,
)
from fleshwound.game.arena.tokens import Pose, Token

ORDER = {Pose.DEAD: 0, Pose.DOWN: 1, Pose.PRONE: 2, Pose.SHAKEN: 3, Pose.STANDING: 3}
"""Who lies under whom."""

STAR = [(sin(pi * i / 5) * (0.2 if i % 2 else 0.5), -cos(pi * i / 5) * (0.2 if i % 2 else 0.5)) for i in range(10)]
"""Over whom something is the matter with."""

NAME_CELLS = 2.4
"""Cells that a name on the map may be wide."""

ASIDE = 0.3
"""Cells by which a body lies aside of the middle of a cell it shares."""

LUNGE = 0.3
"""Cells by which an attacker leans into a blow."""


RESULT_HEIGHT = 90
"""What the result covers at the top of the map, once there is one."""


def _edged(at: float, cell: float, cells: int | None, low: int, high: int) -> float:
    """Move the map so that no room is wasted beyond an edge of the field."""
    if cells is None:
        return at
    if cells * cell <= high - low:
        return (low + high - cells * cell) / 2
    return min(float(low), max(high - cells * cell, at))


class MapView:
    """Draws the map, and knows afterwards where everybody is on it."""

    def __init__(self) -> None:
        self._ground = Ground()
        self.cell = 1.0
        self.origin = (0.0, 0.0)
        self.area = Rect(0, 0, 0, 0)
        """Where the map was last drawn."""
        self.spots: list[tuple[Rect, int]] = []
        """Where each creature was last drawn, by combat id; later ones lie on top."""

    def draw(self, canvas: Canvas, rect: Rect, scene: Scene) -> None:
        """Draw the map into `rect`."""
        self.area = rect
        with canvas.panel("map", rect):
            self._fit(canvas, rect, scene)
            canvas.surface.blit(self._ground.drawn(rect, scene, self.cell, self.origin), rect)
            sides = {side.id: side for side in scene.sides}
            selected = scene.selected
            actor = scene.actor
            tokens = sorted(scene.tokens.values(), key=lambda t: (ORDER[t.pose], t is actor, t.creature))
            places = Places(rect.inflate(-canvas.px(4), -canvas.px(4)), canvas.px(3))
            if scene.verdict:
                places.take(Rect(rect.x, rect.y, rect.w, canvas.px(RESULT_HEIGHT)))
            centers = {token.creature: self._center(scene, token) for token in tokens}
            self.spots = []
            for token in tokens:
                x, y = centers[token.creature]
                spot = Rect(0, 0, round(self.cell * 0.9), round(self.cell * 0.9))
                spot.center = (round(x), round(y))
                self.spots.append((spot, token.creature))
                if token.pose not in (Pose.DEAD, Pose.DOWN):
                    places.take(spot.inflate(-round(self.cell * 0.25), -round(self.cell * 0.25)))
                self._draw_token(canvas, token, sides[token.side], (x, y), token is selected, token is actor)
            for strike in scene.strikes:
                if strike.attacker in centers and strike.target in centers:
                    strokes.draw(canvas, strike, centers[strike.attacker], centers[strike.target], self.cell)
            self._write(canvas, scene, tokens, centers, places)

    # --- the ground -----------------------------------------------------------------------------------------------

    def _fit(self, canvas: Canvas, rect: Rect, scene: Scene) -> None:
        left, top, right, bottom = scene.camera.shown or (0.0, 0.0, 12.0, 8.0)
        room = rect.inflate(-canvas.px(8), -canvas.px(8))
        if scene.verdict:
            hidden = canvas.px(RESULT_HEIGHT)
            room = Rect(room.x, room.y + hidden, room.w, room.h - hidden)
        self.cell = max(4.0, min(room.w / (right - left), room.h / (bottom - top), canvas.px(60)))
        x, y = room.centerx - self.cell * (left + right) / 2, room.centery - self.cell * (top + bottom) / 2
        field = scene.combat.battle.field
        self.origin = (
            _edged(x, self.cell, field.width, room.left, room.right),
            _edged(y, self.cell, field.height, room.top, room.bottom),
        )

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """Give the window's place of the middle of a cell."""
        return self.origin[0] + (x + 0.5) * self.cell, self.origin[1] + (y + 0.5) * self.cell

    # --- tokens ---------------------------------------------------------------------------------------------------

    def _center(self, scene: Scene, token: Token) -> tuple[float, float]:
        """Give where a token is drawn: attackers lean into their blow, those who dodge away from it."""
        x, y = token.at
        if token.vitals.out and any(other.cell == token.cell for other in scene.tokens.values() if other is not token):
            # Somebody stands over it: it lies aside, so that both can be seen.
            x, y = x + ASIDE * sin(token.creature * 2.4), y + ASIDE * cos(token.creature * 2.4)
        for strike in scene.strikes:
            swing = sin(pi * min(1.0, strike.age / (STRIKE_LASTS * 0.6)))
            other = {strike.attacker: strike.target, strike.target: strike.attacker}.get(token.creature)
            away = scene.tokens.get(other) if other is not None else None
            if away is None:
                continue
            dx, dy = away.at[0] - token.at[0], away.at[1] - token.at[1]
            length = max(1.0, (dx * dx + dy * dy) ** 0.5)
            if token.creature == strike.attacker:
                x, y = x + dx / length * LUNGE * swing, y + dy / length * LUNGE * swing
            elif strike.kind is Came.DODGED:
                x, y = x - dy / length * LUNGE * swing, y + dx / length * LUNGE * swing
            break
        return self._point(x, y)

    def _draw_token(
        self, canvas: Canvas, token: Token, side: SideView, at: tuple[float, float], selected: bool, acts: bool
    ) -> None:
        radius = round(self.cell * 0.4)
        pose = token.pose
        ground = badge(side.look, radius, pose, SELECTION if selected else None)
        canvas.surface.blit(ground, ground.get_rect(center=(round(at[0]), round(at[1]))))
        if acts:
            ring = halo(round(self.cell * 0.62), INK)
            canvas.surface.blit(ring, ring.get_rect(center=(round(at[0]), round(at[1]))))
        if pose in (Pose.STANDING, Pose.SHAKEN):
            self._draw_facing(canvas, token, side.look.color, at, radius)
        dress = Dress(token.anatomy, side.look, pose, token.facing, token.arms, token.severed)
        picture = body(dress, round(self.cell * (0.74 if pose in (Pose.STANDING, Pose.SHAKEN) else 0.84)))
        canvas.surface.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))
        if token.vitals.bleeding:
            canvas.drop(at[0] + self.cell * 0.4, at[1] - self.cell * 0.34, self.cell * 0.34, BLOOD)
        if pose is Pose.SHAKEN:
            for turn in range(3):
                lean = (turn - 1) * 0.7
                x, y = at[0] + sin(lean) * self.cell * 0.5, at[1] - cos(lean) * self.cell * 0.5
                canvas.polygon(STAR, x, y, self.cell * 0.26, SELECTION, INK, 0.6)

    def _draw_facing(self, canvas: Canvas, token: Token, color: Color, at: tuple[float, float], radius: int) -> None:
        lean = token.facing * pi / 4
        x, y = at[0] + sin(lean) * radius * 1.28, at[1] - cos(lean) * radius * 1.28
        tip = [(sin(lean + turn) / 2, -cos(lean + turn) / 2) for turn in (0, 2.3, -2.3)]
        canvas.polygon(tip, x, y, self.cell * 0.22, color)

    # --- words on the map -----------------------------------------------------------------------------------------

    def _write(
        self,
        canvas: Canvas,
        scene: Scene,
        tokens: list[Token],
        centers: dict[int, tuple[float, float]],
        places: Places,
    ) -> None:
        """Print what rises from tokens, then what state they are in, then their names, as far as there is room."""
        for words in reversed(scene.texts):
            if words.creature in centers:
                x, y = centers[words.creature]
                rise = self.cell * (0.75 + 0.5 * words.age / TEXT_LASTS)
                self._float(canvas, words.text, words.blood, (x, y - rise), places)
        for token in reversed(tokens):
            if token.label:
                self._pill(canvas, token, centers[token.creature], places)
        for body_spot, _ in self.spots:
            places.take(body_spot.inflate(-round(self.cell * 0.3), -round(self.cell * 0.3)))
        for token in reversed(tokens):
            if not token.label:
                x, y = centers[token.creature]
                name = canvas.fitted(token.name, round(self.cell * NAME_CELLS), TINY, Weight.SEMIBOLD)
                size = canvas.font(TINY, Weight.SEMIBOLD).size(name)
                spot = places.find(size, (x, y + self.cell * 0.56), (x, y - self.cell * 0.62 - size[1]))
                if name and spot is not None:
                    canvas.text(name, spot.x, spot.y, TINY, Weight.SEMIBOLD, MUTED)

    def _float(self, canvas: Canvas, text: str, blood: bool, at: tuple[float, float], places: Places) -> None:
        weight = Weight.BOLD if blood else Weight.SEMIBOLD
        w, h = canvas.font(SMALL, weight).size(text)
        size = (w + canvas.px(10), h)
        rises = [(at[0], at[1] - h - step * (h + 1)) for step in range(4)]
        falls = [(at[0], at[1] + 1.5 * self.cell + step * (h + 1)) for step in range(2)]
        spot = places.find(size, *rises, *falls)
        if spot is None:
            return
        canvas.box(spot, CARD, 4)
        canvas.text(text, spot.x + canvas.px(5), spot.y, SMALL, weight, BLOOD if blood else INK)

    def _pill(self, canvas: Canvas, token: Token, at: tuple[float, float], places: Places) -> None:
        """Label a state where there is room, with the name if there is room for that too."""
        name = canvas.fitted(token.name, round(self.cell * NAME_CELLS), TINY, Weight.SEMIBOLD)
        for words in (f"{name}: {token.label}", token.label):
            w, h = canvas.font(TINY, Weight.SEMIBOLD).size(words)
            size = (w + canvas.px(10), h)
            x, y = at
            beside = self.cell * 0.5 + size[0] / 2
            below, above = (x, y + self.cell * 0.42), (x, y - self.cell * 0.42 - h)
            spot = places.find(size, below, above, (x + beside, y - h / 2), (x - beside, y - h / 2))
            if spot is not None:
                fill, ink, outline = _PILLS[token.pose]
                canvas.box(spot, fill, h / 2 / canvas.unit, outline)
                canvas.text(words, spot.x + canvas.px(5), spot.y, TINY, Weight.SEMIBOLD, ink)
                return


_PILLS: dict[Pose, tuple[Color, Color, Color | None]] = {
    Pose.DEAD: (MUTED, CARD, None),
    Pose.DOWN: (DARK_BLOOD, CARD, None),
    Pose.PRONE: (CARD, INK, LINE),
    Pose.SHAKEN: (CARD, BLOOD, BLOOD),
    Pose.STANDING: (CARD, INK, LINE),
}
"""Fill, ink and outline of a state's label."""
