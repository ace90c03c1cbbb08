"""Fuzz every target for its share of the time, and report the figures: `make fuzz`.

`python tools/fuzz.py --corpus` chooses a small `fuzz/corpus` from it, the seeds and all findings.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
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
MOST_FILES = 75
"""Inputs of each target that the corpus keeps."""
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


def features(name: str, folders: list[Path]) -> dict[Path, set[int]]:
    """Run a target over inputs and read the coverage of each.

    Args:
        name: The target.
        folders: Where the inputs are.

    Returns:
        The features that libFuzzer counts, by input.
    """
    with tempfile.TemporaryDirectory() as scratch:
        control = Path(scratch, "control")
        command = [*CARGO, "run", *PLAIN, name, scratch, *map(str, folders), "--"]
        merge = ["-merge=1", "-set_cover_merge=1", f"-merge_control_file={control}"]
        folders[-1].mkdir(parents=True, exist_ok=True)
        subprocess.run([*command, *merge], cwd=ROOT, check=True, capture_output=True)
        lines = control.read_text("utf-8").splitlines()
    files = [Path(line) for line in lines[2 : 2 + int(lines[0])]]
    found = (line.split() for line in lines if line.startswith("FT "))
    return {files[int(number)]: set(map(int, covered)) for _, number, *covered in found}


def cover(covered: dict[Path, set[int]], most: int) -> list[Path]:
    """Choose inputs greedily, each the one that adds most coverage; of equal ones the smallest."""
    chosen: list[Path] = []
    seen: set[int] = set()
    left = sorted(covered, key=lambda file: (file.stat().st_size, file.name))
    while left and len(chosen) < most:
        best = max(left, key=lambda file: len(covered[file] - seen))
        if covered[best] <= seen:
            break
        seen |= covered[best]
        chosen.append(best)
        left.remove(best)
    return chosen


def keep() -> int:
    """Keep the inputs that cover most, of the corpora, the seeds and the findings."""
    for name in TARGETS:
        corpus, found = FUZZ / "corpus" / name, FUZZ / "found" / name
        covered = features(name, [corpus, found])
        chosen = {file.name: file.read_bytes() for file in cover(covered, MOST_FILES)}
        for file in corpus.iterdir():
            file.unlink()
        for number, data in chosen.items():
            (corpus / number).write_bytes(data)
        every = len(set().union(*covered.values()))
        kept = len(set().union(*(covered[file] for file in covered if file.name in chosen)))
        report(f"{name}: {len(chosen)} of {len(covered)} files cover {kept} of {every} features")
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
