"""Saving: a combat as text, and back."""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from fleshwound.components.edits import Edit
from fleshwound.components.hazards import Hazard
from fleshwound.components.inputs import Input
from fleshwound.components.intents import Intent
from fleshwound.game.content import Content
from fleshwound.game.saving.codec import Codec


@lru_cache(8)
def codec_of(content: Content) -> Codec:
    """Make the codec of a content; what it compiles for each kind is kept with it."""
    codec = Codec(content)
    for family in (Intent, Edit, Hazard, Input):
        codec.family(family, get_args(family))
    return codec
