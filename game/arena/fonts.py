"""The typeface: Source Sans Pro from its package, in three weights."""

from __future__ import annotations

import warnings
from enum import StrEnum
from functools import lru_cache
from importlib.resources import as_file, files

import pygame


class Weight(StrEnum):
    """Weights that emphasis is told by."""

    REGULAR = "Regular"
    SEMIBOLD = "Semibold"
    BOLD = "Bold"


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = Weight.REGULAR) -> pygame.font.Font:
    """Give the typeface at `size` pixels; pygame's own, with a warning, where the package is missing."""
    try:
        source = files("font_source_sans_pro") / "files" / f"SourceSansPro-{weight.value}.ttf"
    except ModuleNotFoundError:
        _warn()
        plain = pygame.font.Font(None, round(size * 1.25))
        plain.set_bold(weight is not Weight.REGULAR)
        return plain
    with as_file(source) as path:
        return pygame.font.Font(str(path), size)


@lru_cache(maxsize=1)
def _warn() -> None:
    warnings.warn(
        'font-source-sans-pro is missing, so the arena falls back to pygame\'s font; pip install "fleshwound[arena]"',
        stacklevel=2,
    )
