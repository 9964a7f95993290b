"""Events of care: treatment, healing, infection, what stays for good, rest (heroic H10, H13, H14)."""

from __future__ import annotations

from fleshwound.components.events.core import Event, Roll
from fleshwound.components.fact import fact


@fact
class TreatmentBegan(Event):
    """Somebody set about treating a wound; what comes of it is told when it is done."""

    creature: int
    """The patient."""
    by: int
    injury: int
    """Number of the wound; 0: the patient as a whole is nursed."""


@fact
class Treated(Event):
    """A wound was treated."""

    creature: int
    """The patient."""
    by: int
    injury: int
    method: str
    """`compress`, `clean`, `set`, `surgery`."""
    roll: Roll
    healing_rate: int | None
    """What it will heal at; None: it is healed at once."""
    permanent: bool
    """Whether something of it may stay for good."""


@fact
class BleedingBegan(Event):
    """A wound that didn't bleed does so now."""

    creature: int
    injury: int
    cause: str


@fact
class HealingTested(Event):
    """It was tested how a wound heals."""

    creature: int
    injury: int
    roll: Roll | None
    """None: its healing rate settles it without a test."""
    before: int
    """Injury level before."""
    after: int
    """And after it; 0: healed."""


@fact
class InfectionBegan(Event):
    """A wound became infected."""

    creature: int
    injury: int
    """Number of the X entry."""
    wound: int
    """Number of the infected wound."""
    healing_rate: int
    location: str


@fact
class InfectionTested(Event):
    """An infection took its course."""

    creature: int
    injury: int
    wound: int
    roll: Roll
    before: int
    """Healing rate before."""
    after: int


@fact
class InfectionEnded(Event):
    """An infection is over."""

    creature: int
    injury: int
    wound: int


@fact
class ImpairedForGood(Event):
    """A wound healed, and something of it stays."""

    creature: int
    injury: int
    """Number of the wound."""
    part: str
    days: int
    """Whole days from wound to healed."""
    penalty: int
    """What it comes to, below 0; the worst of a part holds."""


@fact
class ActivityChanged(Event):
    """A creature lay down to rest or sleep, woke, or was set in motion."""

    creature: int
    before: str
    """`fighting`, `moving`, `resting`, `sleeping`, `treating`."""
    after: str
