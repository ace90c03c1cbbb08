"""Builds `web/dist/`: the page, the client, the engine as WebAssembly, and the translations."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
DIST = WEB / "dist"
SERVED = ROOT / "python" / "rummy_fast" / "serve" / "page"
"""What the wheel carries for `rummy-fast serve`."""
LOCALES = ROOT / "python" / "rummy_fast" / "words" / "locale"
WASM = "wasm32-unknown-unknown"
SIMD = "-Ctarget-feature=+simd128"

MISSING = (
    "to build the page install WebAssembly for Rust: `rustup target add wasm32-unknown-unknown`,"
    " or on Debian `apt-get install rustc-web rust-web-src lld-22`"
)


def sysroot(rustc: str) -> Path | None:
    """Where a compiler has its libraries; none if there is no such compiler."""
    try:
        found = subprocess.run([rustc, "--print", "sysroot"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return Path(found.stdout.decode().strip())


def compiler() -> tuple[list[str], dict[str, str]] | None:
    """Find what compiles to WebAssembly.

    Returns:
        Options for cargo and its environment; none if there is no compiler.
    """
    root = sysroot(os.environ.get("RUSTC", "rustc"))
    if root and (root / "lib" / "rustlib" / WASM / "lib").is_dir():
        return [], {"RUSTFLAGS": SIMD}
    # Debian's compiler has no standard library for WebAssembly, but the sources of its own.
    debian = Path("/usr/bin/rustc")
    root = sysroot(str(debian))
    linkers = sorted(Path("/usr/bin").glob("wasm-ld*"))
    if root and linkers and (root / "lib" / "rustlib" / "src" / "rust" / "library").is_dir():
        name = WASM.upper().replace("-", "_")
        environment = {
            "RUSTC": str(debian),
            "RUSTC_BOOTSTRAP": "1",
            f"CARGO_TARGET_{name}_LINKER": linkers[-1].name,
            f"CARGO_TARGET_{name}_RUSTFLAGS": SIMD,
        }
        return ["-Zbuild-std=std,panic_abort"], environment
    return None


def build(target: Path) -> Path:
    """Compile the engine.

    Returns:
        The module.
    """
    found = compiler()
    if found is None:
        sys.exit(MISSING)
    options, environment = found
    command = ["cargo", "build", "--quiet", "--release", "--locked", "--target", WASM, *options]
    command += ["--manifest-path", str(WEB / "wasm" / "Cargo.toml"), "--target-dir", str(target)]
    subprocess.run(command, check=True, env=os.environ | environment)
    return target / WASM / "release" / "rummy_fast_wasm.wasm"


def without_names(module: bytes) -> bytes:
    """Drop the custom sections of a module: the names of functions, which only a debugger reads."""
    kept, at = [module[:8]], 8
    while at < len(module):
        # The length is in LEB128: seven bits in each byte, the last of which has no highest bit.
        end = at + 1
        while module[end] & 0x80:
            end += 1
        end += 1
        length = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(module[at + 1 : end]))
        if module[at] != 0:
            kept.append(module[at : end + length])
        at = end + length
    return b"".join(kept)


def locales() -> dict[str, dict[str, str | list[str]]]:
    """Return the sentences that the core and the page say, with their translations, by language."""
    said: dict[str, dict[str, str | list[str]]] = {}
    for path in sorted(LOCALES.glob("*/LC_MESSAGES/rummy_fast.po")):
        with path.open("rb") as file:
            catalog = read_po(file)
        language = path.parent.parent.name
        sentences: dict[str, str | list[str]] = {}
        for message in catalog:
            if any(re.match(r"(src|web)/", place) for place, _ in message.locations):
                if isinstance(message.id, str):
                    sentences[message.id] = str(message.string)
                else:
                    sentences[message.id[0]] = list(message.string or ())
        if language != "en":
            said[language] = sentences
    return said


def assemble(module: Path) -> None:
    """Put everything together."""
    shutil.rmtree(DIST, ignore_errors=True)
    page = WEB / "page"
    if page.is_dir():
        shutil.copytree(page, DIST, ignore=shutil.ignore_patterns("*.md"))
    client = DIST / "client"
    client.mkdir(parents=True)
    for path in sorted((WEB / "client").iterdir()):
        if path.suffix == ".js" or path.name.endswith(".d.ts") or path.name == "package.json":
            shutil.copy(path, client)
    (client / "rummy_fast.wasm").write_bytes(without_names(module.read_bytes()))
    (DIST / "locale").mkdir()
    for language, sentences in locales().items():
        text = json.dumps(sentences, ensure_ascii=False, indent=0, sort_keys=True)
        (DIST / "locale" / f"{language}.json").write_text(text + "\n", encoding="utf-8")
    shutil.rmtree(SERVED, ignore_errors=True)
    if page.is_dir():
        shutil.copytree(DIST, SERVED)


def pack(folder: Path) -> None:
    """Make the npm package of the client that was built."""
    with tempfile.TemporaryDirectory() as temporary:
        package = Path(temporary) / "package"
        shutil.copytree(DIST / "client", package)
        for name in ("LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md"):
            shutil.copy(ROOT / name, package)
        shutil.copy(WEB / "client" / "README.md", package)
        command = ["npm", "pack", "--silent", "--pack-destination", str(folder.resolve())]
        subprocess.run(command, check=True, cwd=package)


def main() -> None:
    """Build it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", type=Path, default=ROOT / "target" / "web")
    parser.add_argument(
        "--check", action="store_true", help="say what is missing, and build nothing"
    )
    parser.add_argument("--pack", type=Path, help="make the npm package in this folder")
    arguments = parser.parse_args()
    if arguments.pack:
        pack(arguments.pack)
        return
    if arguments.check:
        if compiler() is None:
            sys.exit(MISSING)
        return
    assemble(build(arguments.target.resolve()))


if __name__ == "__main__":
    main()
