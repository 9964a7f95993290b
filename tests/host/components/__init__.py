"""The toy host's own components."""

from dataclasses import dataclass


@dataclass(slots=True)
class Torch:
    """Burns down by one at each of the host's ticks."""

    left: int
