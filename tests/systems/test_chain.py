"""Chains: nothing breaks where all that was due at a moment is too improbable to be followed."""

from __future__ import annotations

from fleshwound.systems.chain import LEAST, NEVER, Chain, State, View

VIEWS = (View("none"), View("dead"))


def test_a_moment_at_which_only_the_dropped_would_act_passes_and_what_was_dropped_is_told() -> None:
    rare = LEAST / 2

    def step(state: State) -> list[tuple[State, float]]:
        return [((20, 0), rare), ((NEVER, 0), 1 - rare)] if state == (10, 0) else [((NEVER, 1), 1.0)]

    prognosis = Chain((10, 0), step, VIEWS, "dead").prognosis(0, 30)
    assert prognosis.dropped == rare
    assert prognosis.moments[-1].dead == 0


def test_a_moment_whose_states_were_all_pruned_passes() -> None:
    def step(state: State) -> list[tuple[State, float]]:
        if state == (10, 0):
            return [((20, 0), 0.3), ((30, 0), 0.7)]
        return [((NEVER, 1), 1.0)]

    prognosis = Chain((10, 0), step, VIEWS, "dead", most=1).prognosis(0, 40)
    assert prognosis.dropped == 0.3
    assert prognosis.moments[-1].dead == 0.7
