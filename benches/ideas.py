"""What each idea of the search gives, switched off one at a time: `make bench-ideas`.

The switches are a patch to one commit, so that the solver itself carries none.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import document
from crowds import crowded

COMMIT = "4d082ad"
"""The patch applies to this commit, and its figures are of it."""
PATCH = Path(__file__).parent / "ideas.patch"
IDEAS = (
    "nothing",
    "a bound for each budget of jokers",
    "budgets of half jokers",
    "forgetting long runs that end",
    "the memo",
    "best bound first",
    "nodes that can do no more than another",
    "jokers only where needed (parking)",
    "no joker beside a tile in a group (swaps)",
    "leaving out splits by their bound",
    "splits of the best bound first",
    "one way is enough while there is hope",
    "leaving out tiles that make no group",
    "keeping what follows a number",
    "bounds side by side in a register",
    "beginning again from the other end",
)
"""By the number of the switch; the first switches nothing off."""
CROWDED = 100
HARD = (1030272, 1077021, 1025611, 1068810, 1056758, 1068933, 1091152)
"""Random crowded positions that take the most nodes from one end under `schmidt`."""


def _output(*command: str | Path, at: Path | None = None, **environment: str) -> str:
    done = subprocess.run(  # noqa: S603
        command, check=True, text=True, capture_output=True, cwd=at, env=os.environ | environment
    )
    return done.stdout + done.stderr


def build(tree: Path) -> Path:
    """Check the commit out, patch it, and build the program with the switches."""
    if not tree.exists():
        _output("git", "clone", "--quiet", ".", tree)
    _output("git", "checkout", "--quiet", "--force", COMMIT, at=tree)
    _output("git", "clean", "--quiet", "--force", "-d", "benches", at=tree)
    _output("git", "apply", PATCH, at=tree)
    for name, seeds in (("crowded", range(CROWDED)), ("hard", HARD)):
        lines = [
            {"opened": True, "table": table.split(" | "), "hand": hand, "max_tiles": None}
            for table, hand in map(crowded, seeds)
        ]
        text = "\n".join(map(json.dumps, lines))
        (tree / "tests" / "data" / f"{name}.jsonl").write_text(text + "\n", encoding="utf-8")
    said = _output("cargo", "bench", "--bench", "phases", "--no-run", at=tree)
    found = re.search(r"Executable .*\((.*)\)", said)
    assert found, said
    return (tree / found[1]).resolve()


def measure(program: Path, tree: Path, idea: int, file: str, preset: str) -> tuple[int, int]:
    """Nodes and instructions of the solves of a file."""
    command = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    said = _output(
        *command, "--toggle-collect=*best_in*", program, preset, at=tree, OFF=str(idea), FILE=file
    )
    nodes = re.search(r"(\d+) nodes", said)
    instructions = re.search(r"refs: +([\d,]+)", said)
    assert nodes, said
    assert instructions, said
    return int(nodes[1]), int(instructions[1].replace(",", ""))


def main() -> None:
    """Print the table, and put it into the document."""
    tree = Path(os.environ.get("CARGO_TARGET_DIR", "target")).resolve() / "ideas"
    program = build(tree)
    kinds = (
        ("selfplay", "schmidt"),
        ("selfplay", "free_jokers"),
        ("crowded", "free_jokers"),
        ("hard", "schmidt"),
    )
    lines = [" " * 40 + "".join(f"{f'{file}, {preset}':>24}" for file, preset in kinds)]
    lines.append(f"{'switched off':40}" + f"{'nodes':>10}{'instructions':>14}" * len(kinds))
    base = [measure(program, tree, 0, *kind) for kind in kinds]
    shown = "".join(f"{nodes:10,}{count / 1e6:12,.0f} M" for nodes, count in base)
    lines.append(f"{IDEAS[0]:40}{shown}")
    for idea, name in list(enumerate(IDEAS))[1:]:
        found = [measure(program, tree, idea, *kind) for kind in kinds]
        pairs = zip(found, base, strict=True)
        ratios = "".join(f"{n / bn:8.2f} x{i / bi:12.2f} x" for (n, i), (bn, bi) in pairs)
        lines.append(f"{name:40}{ratios}")
        sys.stdout.write(f"{lines[-1]}\n")
        sys.stdout.flush()
    sys.stdout.write("\n".join(lines) + "\n")
    document.fill("ideas", "\n".join(lines))


if __name__ == "__main__":
    main()
