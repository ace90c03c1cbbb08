"""One test of `tests/test_fuzz.py` for some seconds: `python tools/fuzz_python.py rules 60`.

Where Python code decides, atheris leads the test by the lines it reaches; where the compiled core
does, hypothesis draws by itself. What fails is told as a call, and hypothesis keeps it, so that
pytest tries it first from then on. The figures are told in the words of libFuzzer.
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
LED = ("lines", "engine_lines", "edited_records")
"""Tests of what is written in Python."""
LONGEST = 4096
"""Bytes that hypothesis makes one example of; with few it makes none."""


def led(name: str, seconds: int) -> None:
    """Hand the bytes of libFuzzer to hypothesis."""
    import atheris  # noqa: PLC0415, it is not everywhere

    with atheris.instrument_imports(include=["rummy_fast"]):
        import rummy_fast.cli.lines  # noqa: PLC0415, what is imported here is watched
        import rummy_fast.engine.dispatch  # noqa: PLC0415
        import rummy_fast.record  # noqa: F401, PLC0415
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


def drawn(name: str, seconds: int) -> None:
    """Let hypothesis draw, from another seed each time."""
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
    """The test of this name."""
    sys.path.insert(0, str(ROOT / "tests"))
    import test_fuzz  # noqa: PLC0415, it is not on the path before

    return getattr(test_fuzz, f"test_{name}")


def main() -> None:
    """Run the test that is asked for."""
    name, seconds = sys.argv[1], int(sys.argv[2])
    guided = name in LED and importlib.util.find_spec("atheris") is not None
    (led if guided else drawn)(name, seconds)


if __name__ == "__main__":
    main()
