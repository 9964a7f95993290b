"""Composition: the public interface of fleshwound."""

from fleshwound.components.events import Event, Injured
from fleshwound.components.intents import Move, PickUp, Stand, StopBleeding, Strike, Wait
from fleshwound.game.combat import Combat

__all__ = ["Combat", "Event", "Injured", "Move", "PickUp", "Stand", "StopBleeding", "Strike", "Wait"]
