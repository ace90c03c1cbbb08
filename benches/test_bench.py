"""The Python API under pytest-benchmark: `pytest benches --benchmark-only`."""

from collections.abc import Callable

import pytest
from solvers import REFERENCE, SETS, SOLVERS

SLOW_EVERY = 40


@pytest.mark.parametrize("positions", SETS)
@pytest.mark.parametrize("solver", SOLVERS)
def test_solve(
    benchmark: Callable[[Callable[[], list[int]]], list[int]], solver: str, positions: str
) -> None:
    chosen = SETS[positions]()
    assert len(chosen) > 50
    if not solver.startswith("rummy_fast"):
        chosen = chosen[::SLOW_EVERY]
    answers = [SOLVERS[solver](position) for position in chosen]
    found = benchmark(lambda: [answer() for answer in answers])
    if solver.startswith("rummy_fast") or solver == REFERENCE:
        known = [position.most for position in chosen]
        assert all(most in {None, tiles} for most, tiles in zip(known, found, strict=True))
