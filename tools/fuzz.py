"""Fuzz every target for its share of the time, and report the figures: `make fuzz`.

`python tools/fuzz.py --corpus` minimizes the seeds and all findings into `fuzz/corpus`.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FUZZ = ROOT / "fuzz"
CARGO = ["cargo", "+nightly", "fuzz"]
PLAIN = ["--sanitizer", "none"]
WORDS = f"-dict={FUZZ / 'notation.dict'}"
TARGETS = {
    "notation": ["-max_len=200", WORDS],
    "drafts": ["-max_len=400", WORDS],
    "solve": ["-max_len=48"],
    "replay": ["-max_len=160"],
}
"""The options of each target: the greatest length of its inputs, and their dictionary."""
PYTHON = ["lines", "engine_lines", "edited_records", "rules", "anything", "copies", "dicts"]
"""Tests of `tests/test_fuzz.py`, which share the time of one target."""
SLOW = 20
"""Seconds after which an input counts as a hang."""
ROW = "{:22} {:>7} {:>10} {:>8} {:>8} {:>8} {:>6} {:>7}"
FIGURES = [
    r"number_of_executed_units: (\d+)",
    r"average_exec_per_sec: *(\d+)",
    r" cov: (\d+)",
    r" ft: (\d+)",
    r" corp: (\d+)/",
]


class Ran(NamedTuple):
    """The outcome of running a target."""

    name: str
    seconds: int
    log: str
    crashed: bool

    def __str__(self) -> str:
        """A row of the table."""
        figures = [(re.findall(figure, self.log) or ["-"])[-1] for figure in FIGURES]
        return ROW.format(self.name, self.seconds, *figures, int(self.crashed))


def report(text: str) -> None:
    """Print at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def missing() -> str | None:
    """Name what must be installed first, if anything."""
    for command, install in (
        ([*CARGO[:2], "--version"], "rustup toolchain install nightly"),
        ([*CARGO, "--version"], "cargo install --locked cargo-fuzz"),
    ):
        found = shutil.which("cargo") is not None
        if not found or subprocess.run(command, capture_output=True, check=False).returncode:
            return f"`{' '.join(command[:-1])}` is missing: {install}"
    return None


def run(name: str, seconds: int, command: list[str]) -> Ran:
    """Run one target; show its output if it crashes."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    ran = Ran(name, seconds, done.stdout, done.returncode != 0)
    report(str(ran))
    if ran.crashed:
        report(ran.log[-6000:])
    return ran


def fuzz(budget: int) -> int:
    """Run everything; return the number of targets that crashed."""
    share = max(1, budget // (len(TARGETS) + 1))
    each = max(1, share // len(PYTHON))
    heads = ["target", "seconds", "executions", "a second", "coverage", "features", "corpus"]
    report(ROW.format(*heads, "crashes"))
    ran = []
    for name, options in TARGETS.items():
        found = FUZZ / "found" / name
        found.mkdir(parents=True, exist_ok=True)
        command = [*CARGO, "run", *PLAIN, name, str(found), str(FUZZ / "corpus" / name), "--"]
        flags = [f"-max_total_time={share}", f"-timeout={SLOW}", "-print_final_stats=1"]
        ran.append(run(name, share, [*command, *options, *flags]))
    for name in PYTHON:
        command = [sys.executable, str(ROOT / "tools" / "fuzz_python.py"), name, str(each)]
        ran.append(run(f"test_fuzz.py {name}", each, command))
    return sum(one.crashed for one in ran)


def keep() -> int:
    """Minimize the seeds and all findings into the corpora."""
    for name in TARGETS:
        corpus = FUZZ / "corpus" / name
        for file in sorted((FUZZ / "found" / name).glob("*")):
            shutil.copy(file, corpus)
        subprocess.run([*CARGO, "cmin", *PLAIN, name, str(corpus)], cwd=ROOT, check=True)
        sizes = [file.stat().st_size for file in corpus.iterdir()]
        report(f"{name}: {len(sizes)} files, {sum(sizes)} bytes")
    return 0


def main() -> int:
    """Build and run, unless something is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=300, help="for all targets together")
    parser.add_argument(
        "--corpus", action="store_true", help="minimize the findings into the corpora"
    )
    asked = parser.parse_args()
    if (install := missing()) is not None:
        report(install)
        return 2
    subprocess.run([*CARGO, "build", *PLAIN], cwd=ROOT, check=True)
    return keep() if asked.corpus else int(fuzz(asked.seconds) > 0)


if __name__ == "__main__":
    sys.exit(main())
