"""Run one test of `tests/test_fuzz.py` for some seconds: `python tools/fuzz_python.py rules 60`.

Atheris guides the tests of Python code by coverage; hypothesis draws the examples for tests of the
compiled core. A failure is shown as a call, and hypothesis stores it, so that pytest tries it first
from then on. The figures are printed in libFuzzer's format.
"""

import importlib.util
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import seed

ROOT = Path(__file__).parent.parent
GUIDED = ("edited_records",)
"""Tests of Python code."""
LONGEST = 4096
"""Bytes from which hypothesis makes one example; fewer do not suffice."""


def guided_by_coverage(name: str, seconds: int) -> None:
    """Pass the bytes of libFuzzer to hypothesis."""
    import atheris  # noqa: PLC0415, not available everywhere

    with atheris.instrument_imports(include=["rummy_fast"]):
        import rummy_fast.record  # noqa: F401, PLC0415, imports here are instrumented
    with tempfile.TemporaryDirectory() as folder:
        chance = random.Random(1)  # noqa: S311, it keeps no secrets
        for number in range(32):
            Path(folder, str(number)).write_bytes(chance.randbytes(LONGEST))
        flags = ["-timeout=60", "-len_control=0", f"-max_len={LONGEST}", "-print_final_stats=1"]
        atheris.Setup(
            [sys.argv[0], folder, f"-max_total_time={seconds}", *flags],
            test_of(name).hypothesis.fuzz_one_input,
        )
        atheris.Fuzz()


def drawn_by_hypothesis(name: str, seconds: int) -> None:
    """Let hypothesis draw, with a new seed each time."""
    test = test_of(name)
    inner: Callable[..., None] = test.hypothesis.inner_test
    runs = 0

    def counted(*args: object, **kwargs: object) -> None:
        nonlocal runs
        runs += 1
        inner(*args, **kwargs)

    test.hypothesis.inner_test = counted
    begin = time.monotonic()
    number = 0
    while time.monotonic() < begin + seconds:
        seed(number)(test)()
        number += 1
    each = int(runs / (time.monotonic() - begin))
    sys.stdout.write(f"number_of_executed_units: {runs}\naverage_exec_per_sec: {each}\n")


def test_of(name: str) -> Any:  # noqa: ANN401, hypothesis adds to it
    """Find a test by name."""
    sys.path.insert(0, str(ROOT / "tests"))
    import test_fuzz  # noqa: PLC0415, not on the path before

    return getattr(test_fuzz, f"test_{name}")


def main() -> None:
    """Run the test named on the command line."""
    name, seconds = sys.argv[1], int(sys.argv[2])
    guided = name in GUIDED and importlib.util.find_spec("atheris") is not None
    (guided_by_coverage if guided else drawn_by_hypothesis)(name, seconds)


if __name__ == "__main__":
    main()
