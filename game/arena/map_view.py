"""The map: cells, rocks, blood, tokens, and the blows between them."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from pygame import Rect

from fleshwound.game.arena import strokes
from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.effects import STRIKE_LASTS, Came
from fleshwound.game.arena.ground import Ground
from fleshwound.game.arena.overlays import RESULT_HEIGHT, result_area
from fleshwound.game.arena.places import Places
from fleshwound.game.arena.scene import Scene
from fleshwound.game.arena.sides import SideView
from fleshwound.game.arena.sprites import Dress, badge, body, halo
from fleshwound.game.arena.tags import Tags, flag, pin
from fleshwound.game.arena.theme import BLOOD, INK, SELECTION, Color
from fleshwound.game.arena.tokens import Pose, Token

UPRIGHT = (Pose.STANDING, Pose.SHAKEN)

STAR = [(sin(pi * i / 5) * (0.2 if i % 2 else 0.5), -cos(pi * i / 5) * (0.2 if i % 2 else 0.5)) for i in range(10)]
"""Over whom something is the matter with."""

LUNGE = 0.3
"""Cells by which an attacker leans into a blow."""

CORNERS = ((0.3, 0.3), (-0.3, 0.3), (-0.3, -0.3), (0.3, -0.3))
"""Cells by which those who lie in a cell that somebody stands in are drawn aside of its middle."""

LYING_SMALL, LYING_ALONE = 0.5, 0.72
"""How large those are drawn who are out of the fight: beside somebody else, and alone in their cell."""

NEAREST = 84
"""A cell is never drawn larger, in the 1280 by 720 window."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where and how large a token is drawn, in pixels; `size` 1 as one that stands."""

    x: float
    y: float
    size: float
    aside: bool
    """It lies where somebody stands."""


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
            staged = scene.staged
            spots = self._spots(scene, staged)
            # Who lies alone lies under all; who lies where somebody stands is small and on top, so that both are seen.
            tokens = sorted(staged.values(), key=lambda t: _layer(t, spots[t.creature], scene))
            places = Places(rect.inflate(-canvas.px(4), -canvas.px(4)), canvas.px(3))
            if scene.verdict:
                places.take(result_area(canvas, rect))
            self.spots = []
            for token in tokens:
                spot = spots[token.creature]
                side = round(self.cell * 0.9 * spot.size)
                area = Rect(0, 0, side, side)
                area.center = (round(spot.x), round(spot.y))
                self.spots.append((area, token.creature))
                places.stand(area.inflate(-side // 10, -side // 10))
                if token.vitals.fleeing:
                    places.stand(_flag_area(spot, self.cell))
                self._draw_token(canvas, token, sides[token.side], spot, scene)
            for token in tokens:
                for holder in token.holders:
                    if holder in spots:
                        a, b = spots[holder], spots[token.creature]
                        strokes.chain(canvas, (a.x, a.y), (b.x, b.y), self.cell)
            for strike in scene.strikes:
                if strike.attacker in spots and strike.target in spots:
                    a, b = spots[strike.attacker], spots[strike.target]
                    strokes.draw(canvas, strike, (a.x, a.y), (b.x, b.y), self.cell)
            self._write(canvas, scene, tokens, places)

    def _write(self, canvas: Canvas, scene: Scene, tokens: list[Token], places: Places) -> None:
        areas = {creature: area for area, creature in self.spots}
        wanted = [one.creature for one in (scene.selected, scene.actor) if one is not None]
        staged = {token.creature: token for token in tokens}
        first = [staged[creature] for creature in dict.fromkeys(wanted) if creature in staged]
        Tags(canvas, places, areas, self.cell).write(tokens, scene.texts, first)
        if scene.chosen in areas:
            area = areas[scene.chosen]
            pin(canvas, area.left + area.w * 0.1, area.top, max(canvas.px(14), self.cell * 0.36))

    # --- the ground -----------------------------------------------------------------------------------------------

    def _fit(self, canvas: Canvas, rect: Rect, scene: Scene) -> None:
        left, top, right, bottom = scene.camera.shown or (0.0, 0.0, 12.0, 8.0)
        room = rect.inflate(-canvas.px(8), -canvas.px(8))
        if scene.verdict:
            hidden = canvas.px(RESULT_HEIGHT)
            room = Rect(room.x, room.y + hidden, room.w, room.h - hidden)
        self.cell = max(4.0, min(room.w / (right - left), room.h / (bottom - top), canvas.px(NEAREST)))
        x, y = room.centerx - self.cell * (left + right) / 2, room.centery - self.cell * (top + bottom) / 2
        self.origin = (x, y)

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """Give the window's place of the middle of a cell."""
        return self.origin[0] + (x + 0.5) * self.cell, self.origin[1] + (y + 0.5) * self.cell

    # --- tokens ---------------------------------------------------------------------------------------------------

    def _spots(self, scene: Scene, staged: dict[int, Token]) -> dict[int, Spot]:
        """Give where tokens are drawn; those who lie where somebody stands lie small in a corner of the cell."""
        standing = {_near(token) for token in staged.values() if token.pose in UPRIGHT}
        corners: dict[tuple[int, int], int] = {}
        spots: dict[int, Spot] = {}
        for token in staged.values():
            cell = _near(token)
            if token.pose not in UPRIGHT and (cell in standing or (token.vitals.out and cell in corners)):
                place = corners.get(cell, 0)
                corners[cell] = place + 1
                dx, dy = CORNERS[place % len(CORNERS)]
                x, y = self._point(token.at[0] + dx, token.at[1] + dy)
                spots[token.creature] = Spot(x, y, LYING_SMALL, aside=True)
                continue
            if token.vitals.out:
                corners[cell] = 0  # another body in the same cell lies aside of this one
            x, y = self._lean(scene, token)
            spots[token.creature] = Spot(x, y, LYING_ALONE if token.vitals.out else 1.0, aside=False)
        return spots

    def _lean(self, scene: Scene, token: Token) -> tuple[float, float]:
        """Give where a token is drawn: attackers lean into their blow, those who dodge away from it."""
        x, y = token.at
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

    def _draw_token(self, canvas: Canvas, token: Token, side: SideView, spot: Spot, scene: Scene) -> None:
        at = (round(spot.x), round(spot.y))
        cell = self.cell * spot.size
        radius = round(cell * 0.4)
        pose = token.pose
        selected = scene.selected is not None and scene.selected.creature == token.creature
        ground = badge(side.look, radius, pose, SELECTION if selected else None)
        canvas.surface.blit(ground, ground.get_rect(center=at))
        if scene.actor is not None and scene.actor.creature == token.creature:
            ring = halo(round(cell * 0.62), INK)
            canvas.surface.blit(ring, ring.get_rect(center=at))
        if pose in UPRIGHT:
            self._draw_facing(canvas, token, side.look.color, at, radius)
        dress = Dress(token.anatomy, side.look, pose, token.facing, token.arms, token.severed)
        picture = body(dress, max(2, round(cell * (0.74 if pose in UPRIGHT else 0.84))))
        canvas.surface.blit(picture, picture.get_rect(center=at))
        if token.vitals.bleeding:
            canvas.drop(at[0] + cell * 0.4, at[1] - cell * 0.34, max(cell * 0.34, self.cell * 0.24), BLOOD)
        if token.vitals.fleeing:
            area = _flag_area(spot, self.cell)
            flag(canvas, area.centerx, area.centery, area.h)
        elif pose is Pose.SHAKEN:
            for turn in range(3):
                lean = (turn - 1) * 0.7
                x, y = at[0] + sin(lean) * cell * 0.5, at[1] - cos(lean) * cell * 0.5
                canvas.polygon(STAR, x, y, cell * 0.26, SELECTION, INK, 0.6)

    def _draw_facing(self, canvas: Canvas, token: Token, color: Color, at: tuple[float, float], radius: int) -> None:
        lean = token.facing * pi / 4
        x, y = at[0] + sin(lean) * radius * 1.28, at[1] - cos(lean) * radius * 1.28
        tip = [(sin(lean + turn) / 2, -cos(lean + turn) / 2) for turn in (0, 2.3, -2.3)]
        canvas.polygon(tip, x, y, self.cell * 0.22, color)


def _flag_area(spot: Spot, cell: float) -> Rect:
    """Give where the flag of whoever flees is drawn: over its head."""
    size = max(1, round(cell * spot.size * 0.5))
    area = Rect(0, 0, size, size)
    area.center = (round(spot.x + size * 0.4), round(spot.y - size))
    return area


def _near(token: Token) -> tuple[int, int]:
    """Give the cell a token is drawn in, on its way or not."""
    return round(token.at[0]), round(token.at[1])


def _layer(token: Token, spot: Spot, scene: Scene) -> tuple[int, bool, int]:
    if spot.aside:
        return 3, False, token.creature
    lying = 0 if token.pose is Pose.DEAD else 1 if token.vitals.out or token.pose is Pose.PRONE else 2
    return lying, scene.actor is not None and scene.actor.creature == token.creature, token.creature
