"""How long content takes to load."""

from typing import Any

from speed import in_time, pace

from fleshwound.game.content import catalog, load


def test_all_shipped_content_loads_within_a_quarter_of_a_second(benchmark: Any) -> None:
    def from_files() -> None:
        catalog._own_entries.cache_clear()
        load()

    before = pace()
    benchmark.pedantic(from_files, rounds=5, warmup_rounds=1)
    in_time(benchmark.stats["min"], 0.25, before)
