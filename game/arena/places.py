"""Places for words on the map: none over another, none out of the map, none over a body if that can be helped."""

from __future__ import annotations

from collections.abc import Iterable

from pygame import Rect


class Places:
    """What is taken of an area, in pixels."""

    def __init__(self, area: Rect, apart: int = 0) -> None:
        """Begin with nothing taken; words stay `apart` pixels from each other to the left and right."""
        self.area = area
        self._apart = apart
        self._taken: list[Rect] = []
        self._bodies: list[Rect] = []

    def take(self, rect: Rect) -> None:
        """Keep a rectangle free of words."""
        self._taken.append(rect)

    def stand(self, rect: Rect) -> None:
        """Keep a rectangle free of words that can be put elsewhere."""
        self._bodies.append(rect)

    def find(
        self, size: tuple[int, int], wanted: Iterable[tuple[float, float]], *, over_bodies: bool = False
    ) -> Rect | None:
        """Take the first free place of those wanted, each the middle of the words; None where all are taken.

        A place that would stick out of the area is moved inside.
        """
        for x, y in wanted:
            rect = Rect(round(x - size[0] / 2), round(y - size[1] / 2), *size).clamp(self.area)
            if not self.area.contains(rect) or rect.inflate(2 * self._apart, 0).collidelist(self._taken) >= 0:
                continue
            if over_bodies or rect.collidelist(self._bodies) < 0:
                self._taken.append(rect)
                return rect
        return None
