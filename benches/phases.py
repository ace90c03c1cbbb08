"""Instructions by phase of a solve, over the self-play file: `make bench-phases`.

Runs `benches/phases.rs` under callgrind. Instructions do not depend on the machine's load.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import document
import rummy_fast as rf

PRESETS = tuple(rf.Rules.presets())
POSITIONS = 444
FIRST, WARM = "first_pass", "warm_pass"
"""The program solves all positions twice: with a new solver, and when it has met them before."""
PHASES = {
    "solve": "Solver>::best_in ",
    "prepare: scenarios and color graphs": "Solver>::prepare ",
    "search": "branch_and_bound::BranchAndBound::run ",
}
"""Functions, as callgrind names them; a function that was inlined is left out."""
TRANSITIONS = "transitions that were not cached"
FIRST_PHASES = {"solve, first pass of a new solver": "solve", "  of that, transitions": TRANSITIONS}
FLOOR = "one pass over tables and hand"
CHECKS = {
    FLOOR: "phases::one_pass ",
    "check, after as a table": "phases::check_table ",
    "check, after as text": "phases::check_text ",
}
"""The same for what is done with each play."""


def _output(*command: str) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return done.stdout


def program() -> str:
    """Build the program and return its path."""
    build = ("cargo", "bench", "--locked", "--bench", "phases", "--no-run")
    messages = map(json.loads, _output(*build, "--message-format", "json").splitlines())
    found = [
        str(message["executable"])
        for message in messages
        if message.get("executable") and message["target"]["name"] == "phases"
    ]
    return found[0]


def instructions(path: str, preset: str, within: str) -> dict[str, int]:
    """The instructions of each phase and of the checks within a function of the program."""
    with tempfile.TemporaryDirectory() as scratch:
        counts = str(Path(scratch) / "callgrind.out")
        only = f"--toggle-collect=*{within}*"
        valgrind = ("valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={counts}")
        _output(*valgrind, only, path, preset)
        listing = _output("callgrind_annotate", "--inclusive=yes", "--threshold=100", counts)
    # Of the lines of a function, one counts it whole; the others are what was inlined elsewhere.
    lines = re.findall(r"^ *([\d,]+) \([^)]*\) +(.*) \[.*deps/phases", listing, re.MULTILINE)
    found = {}
    for phase, name in (PHASES | CHECKS | {TRANSITIONS: "ColorGraphs::generate "}).items():
        counted = [
            int(count.replace(",", "")) for count, text in lines if f"{text} ".endswith(name)
        ]
        if counted:
            found[phase] = max(counted)
    found["the rest: scenarios, melds, the answer"] = (
        found["solve"] - found["prepare: scenarios and color graphs"] - found["search"]
    )
    return found


def main() -> None:
    """Print what each preset costs, and put it into the document."""
    path = program()
    lines = []
    for preset in PRESETS:
        lines.append(_output(path, preset).strip())
        plays = int(re.findall(r"(\d+) plays", lines[-1])[0])
        found = instructions(path, preset, WARM)
        first = instructions(path, preset, FIRST)
        checks = {check: found.pop(check) / plays for check in CHECKS}
        found.pop(TRANSITIONS, None)
        for phase, count in found.items():
            part = count / found["solve"]
            lines.append(f"  {phase:38}{count / POSITIONS:10,.0f} instructions a solve {part:7.1%}")
        for title, phase in FIRST_PHASES.items():
            mean = first.get(phase, 0) / POSITIONS
            lines.append(f"  {title:38}{mean:10,.0f} instructions a solve")
        solve, one_pass = found["solve"] / POSITIONS, checks[FLOOR]
        for check, each in checks.items():
            multiples = f"{each / solve:5.1%} of a solve, {each / one_pass:.1f} passes"
            lines.append(f"  {check:38}{each:10,.0f} instructions a play, {multiples}")
        lines.append(f"  a solve is {solve / one_pass:.1f} passes")
    sys.stdout.write("\n".join(lines) + "\n")
    document.fill("phases", "\n".join(lines))


if __name__ == "__main__":
    main()
