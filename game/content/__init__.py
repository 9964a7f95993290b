"""Content: what the files under `assets/`, and a host's own, say of bodies, creatures, weapons, armour, scenarios."""

from fleshwound.game.content.catalog import Content, faults, load, shipped

__all__ = ["Content", "faults", "load", "shipped"]
