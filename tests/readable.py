"""What can be read on a frame: no text over another, none out of its panel or of the window."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pygame

from fleshwound.game.arena.canvas import Printed


def assert_readable(printed: Sequence[Printed], size: tuple[int, int]) -> None:
    """Fail where a text is cut, hidden or outside."""
    window = pygame.Rect((0, 0), size)
    for text in printed:
        assert text.panel_rect.contains(text.rect), f"{text.text!r} leaves the {text.panel}"
        assert window.contains(text.rect), f"{text.text!r} leaves the window"
    for a, b in combinations(printed, 2):
        if a.layer == b.layer:
            assert not a.rect.colliderect(b.rect), f"{a.text!r} ({a.panel}) lies over {b.text!r} ({b.panel})"
