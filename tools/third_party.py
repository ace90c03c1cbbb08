"""Write THIRD-PARTY.md: the licenses of the crates linked into the wheel."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "THIRD-PARTY.md"
HEAD = """# Third-party licenses

`make third-party` writes this file. The compiled module of the wheel holds code of the crates named
here. Each may be used under the MIT license below it; most are offered under others, too. It also
holds parts of Rust's standard library, © The Rust Project Contributors, MIT or Apache-2.0,
<https://www.rust-lang.org>. `rummy_fast` itself is under LICENSE-MIT or LICENSE-APACHE. The wheel's
`sboms/rummy_fast.cyclonedx.json` lists the crates for programs.
"""


def cargo(*words: str) -> str:
    """Run cargo with the locked dependencies, and return its output."""
    return subprocess.run(
        ["cargo", *words, "--locked", "--features", "python"],  # noqa: S607 - cargo is in PATH
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def linked() -> list[dict[str, Any]]:
    """List the crates linked on any platform, as `cargo metadata` describes them."""
    edges = ("--edges", "normal,no-proc-macro", "--target", "all")
    tree = cargo("tree", *edges, "--prefix", "none", "--format", "{p}")
    names = {tuple(line.split()[:2]) for line in tree.splitlines()}
    packages = json.loads(cargo("metadata", "--format-version", "1"))["packages"]
    return [one for one in packages if (one["name"], f"v{one['version']}") in names]


def mit_license(crate: dict[str, Any]) -> str:
    """Read the MIT license of a crate, copyright notice included.

    Raises:
        SystemExit: If the crate is not offered under MIT; a person must decide what to do.
    """
    files = sorted(Path(crate["manifest_path"]).parent.glob("LICENSE-MIT*"))
    if "MIT" not in (crate["license"] or "").replace("/", " ").split() or not files:
        sys.exit(f"{crate['name']}: {crate['license']}, {files}: check the license by hand")
    return "\n".join(line.rstrip() for line in files[0].read_text("utf-8").strip().splitlines())


def text() -> str:
    """Write each license once, with the crates that are under it."""
    under: dict[str, list[str]] = {}
    for crate in sorted(linked(), key=lambda crate: str(crate["name"])):
        if crate["source"]:
            under.setdefault(mit_license(crate), []).append(f"- {crate['name']} {crate['version']}")
    parts = ["\n".join(names) + f"\n\n```text\n{words}\n```\n" for words, names in under.items()]
    return "\n".join([HEAD, *parts])


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
