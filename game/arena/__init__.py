"""The arena: watch a fight in a window, or render a picture of one moment. Needs the extra `arena` (pygame).

Nothing here asks which ruleset runs: what is shown comes from vitals, sheets, events, odds and prognoses. Only the
glossary of the help page knows rulesets by name.
"""

import os

from fleshwound.components.errors import FleshwoundError


class MissingExtra(FleshwoundError, ImportError):
    """An optional dependency that isn't installed; the message names the extra that brings it."""


os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    from fleshwound.game.arena.pictures import render
    from fleshwound.game.arena.window import NoDisplay, watch
except ModuleNotFoundError as missing:
    if missing.name != "pygame":
        raise
    raise MissingExtra('the arena needs pygame; install it with: pip install "fleshwound[arena]"') from missing

__all__ = ["MissingExtra", "NoDisplay", "render", "watch"]
