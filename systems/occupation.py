"""Occupation: what a host may set a creature to do, whatever the rules."""

from __future__ import annotations

from typing import Final

from fleshwound.components.creature import Doing
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.systems.battle import Battle

PEACEFUL: Final = (Doing.RESTING, Doing.SLEEPING, Doing.MOVING)
"""What a host may have creatures be at."""


def check_occupation(battle: Battle, doing: Doing) -> None:
    """Refuse to set a creature to something that isn't for peace, or while there is none.

    Raises:
        IntentRefused: an encounter is on.
        BadValue: it is none of `PEACEFUL`.
    """
    if battle.encounter is not None:
        raise IntentRefused(Refusal.FIGHTING, "a fight is on; expected peace")
    if doing not in PEACEFUL:
        raise BadValue(f"doing is {doing}; expected one of {', '.join(PEACEFUL)}")
