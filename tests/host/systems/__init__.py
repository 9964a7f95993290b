"""The toy host's own processor."""

import esper

from components import Torch


class Burning(esper.Processor):
    """Burns every torch of the world being processed, and counts how often it was called."""

    def __init__(self) -> None:
        self.calls = 0

    def process(self, seconds: float) -> None:
        self.calls += 1
        for _, torch in esper.get_component(Torch):
            torch.left -= 1
