"""Fast = reference = brute force on random small positions; `make soak` tries many more."""

import pytest
from agreement import run


@pytest.mark.parametrize("seed", range(4))
def test_fast_reference_and_brute_force_agree(seed: int) -> None:
    laid, wrong = run(seed, 500)
    assert wrong == []
    assert laid > 150, "the positions are no use if hardly anything can be laid"
