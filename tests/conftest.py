"""What all tests share: how long a run may be, and where it runs.

Markers:
    bench      measures speed; run alone, in one process (`pytest -m bench`). All of tests/bench bears it.
    long       runs only with `--long` (or FLESHWOUND_LONG=1); for samples that take minutes.
    checkout   needs the project's files beside `tests/`; skipped where only the installed package is there.
    sample     plays many fights to count what comes of them; left out of a run against the wheel
               (FLESHWOUND_INSTALLED=1), which asks whether the wheel is whole: the same code was counted before.

Fixtures:
    long       whether this is a long run: a test that runs in both takes its sample size by it.
    checkout   the checkout's root.
    vectors    the folder of vectors from another implementation, `shared/vectors` beside the checkout, or within what
               FLESHWOUND_SHARED names. Skips where there is none.
    renew      whether golden files are to be written anew (`--renew`) instead of compared.

Hypothesis draws the same examples in every ordinary run; a long run draws twenty-five times as many, fresh each time,
and prints how to repeat a failure; a run against the wheel draws a quarter.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent
ROOT = TESTS.parent
IN_CHECKOUT = (ROOT / "pyproject.toml").is_file()
INSTALLED = os.environ.get("FLESHWOUND_INSTALLED") == "1"

# Modules that tests share (`toy`, `invariants`) lie beside this one.
sys.path.insert(0, str(TESTS))

settings.register_profile("ordinary", deadline=None, max_examples=40, derandomize=True, database=None)
settings.register_profile("installed", deadline=None, max_examples=10, derandomize=True, database=None)
settings.register_profile("long", deadline=None, max_examples=1_000, print_blob=True, database=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="full sample sizes, soak, fuzz; also FLESHWOUND_LONG=1")
    parser.addoption("--renew", action="store_true", help="write the golden files anew instead of comparing with them")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "bench: measures speed; run alone, in one process")
    config.addinivalue_line("markers", "long: runs only with --long")
    config.addinivalue_line("markers", "checkout: needs the project's files beside tests/")
    config.addinivalue_line("markers", "sample: plays many fights to count what comes of them")
    settings.load_profile("long" if is_long(config) else "installed" if INSTALLED else "ordinary")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if TESTS / "bench" in item.path.parents:
            item.add_marker(pytest.mark.bench)
        if item.get_closest_marker("long") and not is_long(config):
            item.add_marker(pytest.mark.skip(reason="takes minutes; runs with --long"))
        if item.get_closest_marker("sample") and INSTALLED:
            item.add_marker(pytest.mark.skip(reason="counts what was counted in the checkout already"))
        if item.get_closest_marker("checkout") and not IN_CHECKOUT:
            item.add_marker(pytest.mark.skip(reason="needs the checkout; only the installed package is here"))


def is_long(config: pytest.Config) -> bool:
    return bool(config.getoption("--long")) or os.environ.get("FLESHWOUND_LONG") == "1"


@pytest.fixture(scope="session")
def long(pytestconfig: pytest.Config) -> bool:
    return is_long(pytestconfig)


@pytest.fixture(scope="session")
def renew(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("--renew"))


@pytest.fixture(scope="session")
def checkout() -> Path:
    if not IN_CHECKOUT:
        pytest.skip("needs the checkout; only the installed package is here")
    return ROOT


@pytest.fixture(scope="session")
def vectors() -> Path:
    return _shared("vectors")


@pytest.fixture(scope="session")
def facts() -> Path:
    return _shared("facts")


def _shared(name: str) -> Path:
    named = os.environ.get("FLESHWOUND_SHARED")
    folder = (Path(named) if named else ROOT.parent / "shared") / name
    if not folder.is_dir():
        pytest.skip(f"no folder shared/{name} beside the checkout, and FLESHWOUND_SHARED names none")
    return folder
