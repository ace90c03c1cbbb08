"""Write THIRD-PARTY.md: the licenses of the crates linked into the wheel."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

TARGETS = (
    *("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-unknown-linux-musl"),
    *("aarch64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin"),
    *("x86_64-pc-windows-msvc", "aarch64-pc-windows-msvc"),
)
"""The platforms of wheels and binaries, as in the workflow."""

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "THIRD-PARTY.md"
HEAD = """# Third-party licenses

`make third-party` writes this file. The compiled module of the wheel holds code of the crates named
here, and so does the binary `rummy-engine`. Each may be used under the license below it; most are
offered under others, too. Both also hold parts of Rust's standard library, © The Rust Project
Contributors, MIT or Apache-2.0, <https://www.rust-lang.org>. `rummy_fast` itself is under
LICENSE-MIT or LICENSE-APACHE. The wheel's `sboms/rummy_fast.cyclonedx.json` lists the crates for
programs.
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
    """List the crates linked on some platform, as `cargo metadata` describes them."""
    targets = (word for target in TARGETS for word in ("--target", target))
    edges = ("--edges", "normal,no-proc-macro", *targets)
    tree = cargo("tree", *edges, "--prefix", "none", "--format", "{p}")
    names = {tuple(line.split()[:2]) for line in tree.splitlines()}
    packages = json.loads(cargo("metadata", "--format-version", "1"))["packages"]
    return [one for one in packages if (one["name"], f"v{one['version']}") in names]


def license_of(crate: dict[str, Any]) -> str:
    """Read the license to use of a crate, copyright notice included.

    Raises:
        SystemExit: If the crate is not offered under MIT; a person must decide what to do.
    """
    folder, names = Path(crate["manifest_path"]).parent, crate["license"] or ""
    # A crate that is under MIT alone may have it in a file without a name of its own.
    files = sorted(folder.glob("LICENSE-MIT*")) or sorted(folder.glob("LICENSE"))
    words = names.replace("/", " ").replace("(", " ").replace(")", " ").split()
    parts = files[:1]
    if "AND" in words:  # data of Unicode
        parts += sorted(folder.glob("LICENSE-UNICODE"))
        words = words if len(parts) == 2 and names.endswith(" AND Unicode-3.0") else []  # noqa: PLR2004
    if "MIT" not in words or not files:
        sys.exit(f"{crate['name']}: {names}, {files}: check the license by hand")
    texts = [part.read_text("utf-8").strip().splitlines() for part in parts]
    return "\n\n".join("\n".join(line.rstrip() for line in lines) for lines in texts)


def text() -> str:
    """Write each license once, with the crates that are under it."""
    under: dict[str, list[str]] = {}
    for crate in sorted(linked(), key=lambda crate: str(crate["name"])):
        if crate["source"]:
            under.setdefault(license_of(crate), []).append(f"- {crate['name']} {crate['version']}")
    parts = ["\n".join(names) + f"\n\n```text\n{words}\n```\n" for words, names in under.items()]
    return "\n".join([HEAD, *parts])


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
