"""The shipped constants of `cities`, and creatures to try its rules on."""

from __future__ import annotations

from importlib.resources import files
from tomllib import loads

import cattrs
import pytest

from fleshwound.systems.cities.tables import Tables


@pytest.fixture(scope="session")
def tables() -> Tables:
    text = (files("fleshwound.assets") / "rulesets" / "cities.toml").read_text(encoding="utf-8")
    return cattrs.structure(loads(text), Tables)
