"""How long content takes to load."""

from typing import Any

from fleshwound.game.content import catalog, load


def test_all_shipped_content_loads_within_a_quarter_of_a_second(benchmark: Any) -> None:
    def from_files() -> None:
        catalog._own_entries.cache_clear()
        load()

    benchmark.pedantic(from_files, rounds=5, warmup_rounds=1)
    assert benchmark.stats["mean"] <= 0.25
