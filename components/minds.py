"""Minds: by what a creature that thinks for itself weighs what it does."""

from __future__ import annotations

from typing import Final

SIMPLE: Final = "simple"
"""By the ruleset's own ranking of strikes and defences."""

ODDS: Final = "odds"
"""By what each strike and each defence is expected to come to, from its exact odds."""

MINDS: Final = (SIMPLE, ODDS)
