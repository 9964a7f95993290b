"""Places for words on the map: none over another, none out of the map."""

from __future__ import annotations

from pygame import Rect


class Places:
    """What is taken of an area, in pixels."""

    def __init__(self, area: Rect, apart: int = 0) -> None:
        """Begin with nothing taken; words stay `apart` pixels from each other to the left and right."""
        self.area = area
        self._apart = apart
        self._taken: list[Rect] = []

    def take(self, rect: Rect) -> None:
        """Keep a rectangle free of words."""
        self._taken.append(rect)

    def find(self, size: tuple[int, int], *wanted: tuple[float, float]) -> Rect | None:
        """Take the first free place of those wanted, each the middle of its upper edge; None where all are taken.

        A place that would stick out of the area is moved inside.
        """
        for x, y in wanted:
            rect = Rect(round(x - size[0] / 2), round(y), *size).clamp(self.area)
            if self.area.contains(rect) and rect.inflate(2 * self._apart, 0).collidelist(self._taken) < 0:
                self._taken.append(rect)
                return rect
        return None
