"""Build and test what is released, the way users get it: `make wheels`.

    python tools/wheels.py build    build a manylinux2014 wheel (linked by zig) and the sdist
    python tools/wheels.py check    check their contents; run abi3audit, auditwheel and twine
    python tools/wheels.py source   build a wheel from the unpacked sdist alone
    python tools/wheels.py test     run the tests in new environments, for every Python found
    python tools/wheels.py peer     compare sizes with rummikub-solver

`test` uses the wheel in dist/ that pip picks for each Python, so the workflows can call it too.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
TRIES: Final = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "tries"
"""Where environments and unpacked distributions go; nothing in it is kept."""
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

GLIBC: Final = "manylinux2014"
"""The oldest that Rust's standard library supports: glibc 2.17."""
PEER: Final = "rummikub-solver==1.0.0"
LICENSES: Final = ("LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.md")
HIDDEN: Final = shutil.ignore_patterns(
    ".*", "dist", "python", "site", "src", "target", "__pycache__"
)
"""What the tests must not see: the source and anything built from it."""
CORE: Final = (
    *("answers", "batch", "candidates", "counts", "match", "notation", "properties", "record"),
    *("round", "rules", "values", "verdict"),
)
"""Tests that need no extra, for platforms where the extras are not available."""
ENGINE: Final = (
    "engine",
    "engine_docs",
    "engine_mixed",
    "engine_process",
    "engine_rounds",
    "lines",
)
"""Tests of the engine as a process, which need only its extra."""
EXTRAS: Final = ("arena", "cli", "engine", "play")
"""The extras that the whole suite needs; `make wheel` installs the same."""
THREADED: Final = ("answers", "notation", "round", "values", "verdict")
"""Tests that run in four threads at once, as in `make test-python`."""
FIRST: Final = """
import rummy_fast as rf
play = rf.solve("g2 g3 g4 g5", "g6 y2 b2")
assert len(play.tiles) == 3 and play.proven, play
"""
"""A user's first lines, with the answer that the README gives."""
ASK: Final = """
import ensurepip, sys, sysconfig, venv
threads = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
print("%d.%d.%d" % sys.version_info[:3] + threads, sys.version_info >= (3, 11))
"""
"""Prints a Python's version, with a t if free-threaded, and whether it is recent enough."""


class WheelsError(Exception):
    """A check failed; the message says which."""


def report(line: str) -> None:
    """Print a line at once, so that it is in order with the output of the programs called."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run(
    *command: str | Path,
    where: Path = ROOT,
    variables: dict[str, str] | None = None,
    shown: bool = False,
) -> str:
    """Run a program and return its output.

    Args:
        command: The program and its arguments.
        where: The folder to run it in.
        variables: Environment variables to set for it.
        shown: Whether to show the output at once instead of returning it. If not, it is shown only
            if the program fails.

    Raises:
        WheelsError: If the program fails.
    """
    words = [str(word) for word in command]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        words,
        cwd=where,
        env={**os.environ, "PATH": path} | (variables or {}),
        stdin=subprocess.DEVNULL,
        stdout=None if shown else subprocess.PIPE,
        stderr=None if shown else subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.stdout.write(done.stdout or "")
        raise WheelsError(f"{' '.join(words)}: ended with {done.returncode}")
    return done.stdout or ""


def pip(python: str | Path, *words: str | Path, variables: dict[str, str] | None = None) -> None:
    """Run pip in the environment of a Python."""
    run(python, "-m", "pip", "--quiet", "--disable-pip-version-check", *words, variables=variables)


def only(pattern: str, folder: Path = DIST) -> Path:
    """Find the one file that matches a pattern."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise WheelsError(
            f"{folder}: {len(found)} files match {pattern}: there must be exactly one"
        )
    return found[0]


def build() -> None:
    """Build the Linux wheel and the source distribution."""
    shutil.rmtree(DIST, ignore_errors=True)
    cargo = os.environ.get("CARGO_HOME", Path.home() / ".cargo")
    flags = [f"--remap-path-prefix={cargo}=/cargo", f"--remap-path-prefix={ROOT}=/rummy_fast"]
    # Replaces the builder's own flags, such as target-cpu, which must stay out of the wheel.
    run(
        *("maturin", "build", "--release", "--zig", "--compatibility", GLIBC),
        *("--interpreter", sys.executable, "--out", DIST),
        variables={"CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags)},
    )
    run("maturin", "sdist", "--out", DIST)
    for path in sorted(DIST.iterdir()):
        report(f"{path.name}: {megabytes(path.stat().st_size)}")


def check() -> None:
    """Check the contents of everything in dist/, and run the auditing tools on it."""
    wheels, source = sorted(DIST.glob("*.whl")), only("*.tar.gz")
    if not wheels:
        raise WheelsError(f"{DIST}: no wheel")
    check_source(source)
    run("twine", "check", "--strict", source, *wheels)
    report(f"twine check --strict: {1 + len(wheels)} files pass")
    for wheel in wheels:
        check_wheel(wheel)
        if "-abi3-" in wheel.name:
            run("abi3audit", "--strict", wheel)
            report("  abi3audit --strict: uses only the stable ABI of its tag")
        tags = re.findall(r"(?:many|musl)linux_\d+_\d+_\w+?(?=\.|$)", wheel.stem)
        if tags:
            shown = run("auditwheel", "show", wheel)
            if f'"{tags[0]}"' not in " ".join(shown.split()):
                raise WheelsError(f"{wheel.name}: auditwheel does not find {tags[0]}:\n{shown}")
            report(f"  auditwheel show: {tags[0]}")


def check_wheel(path: Path) -> None:
    """Check that a wheel holds the files it should and no others."""
    with zipfile.ZipFile(path) as file:
        held = set(file.namelist())
        modules = [name for name in held if re.fullmatch(r"rummy_fast/_core\..*(so|pyd)", name)]
        if len(modules) != 1:
            raise WheelsError(f"{path.name}: expected one compiled module, found {modules}")
        module = file.read(modules[0])
    ours = {one.relative_to(ROOT / "python").as_posix() for one in package()}
    info = re.sub(r"^(\w+-[\d.]+)-.*", r"\1.dist-info", path.name)
    wanted = {
        *modules,
        *(f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")),
        *(f"{info}/licenses/{name}" for name in LICENSES),
        f"{info}/sboms/rummy_fast.cyclonedx.json",
    }
    compare(path, ours | wanted, held)
    if str(Path.home()).encode() in module or bytes(ROOT) in module:
        raise WheelsError(f"{path.name}: the compiled module contains paths of this machine")


def package() -> list[Path]:
    """List the files of the Python package, with the page if `make web` has built it."""
    files = (ROOT / "python" / "rummy_fast").rglob("*")
    return [one for one in files if one.is_file() and one.suffix not in {".pyc", ".so", ".pyd"}]


def check_source(path: Path) -> None:
    """Check that a source distribution holds what a build needs, and no test data."""
    with tarfile.open(path) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    tree = [*(ROOT / "src").rglob("*.rs"), *package()]
    wanted = {one.relative_to(ROOT).as_posix() for one in tree} | {
        *LICENSES,
        *("Cargo.lock", "Cargo.toml", "CHANGELOG.md", "PKG-INFO", "README.md", "pyproject.toml"),
    }
    also = {name for name in held if re.match(r"benches/\w+\.rs", name)}
    compare(path, wanted | also, held)


def compare(path: Path, wanted: set[str], held: set[str]) -> None:
    """Check that a distribution holds exactly the wanted files."""
    missing, more = sorted(wanted - held), sorted(held - wanted)
    if missing or more:
        raise WheelsError(f"{path.name}: missing {missing}; should not hold {more}")
    report(f"{path.name}: {len(held)} files, exactly those expected")


def source() -> None:
    """Build a wheel from the source distribution alone."""
    folder = TRIES / "source"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(only("*.tar.gz")) as file:
        file.extractall(folder, filter="data")
    # With build isolation, pip fetches the build backend itself, as it does for a user.
    pip(
        *(sys.executable, "wheel", "--no-deps", "--wheel-dir", folder, only("*/", folder)),
        variables={"CARGO_TARGET_DIR": str(TRIES / "cargo"), "MATURIN_PEP517_ARGS": "--locked"},
    )
    report(f"from the source distribution alone: {only('*.whl', folder).name}")


def pythons(names: list[str]) -> Iterator[tuple[str, str]]:
    """Find the Pythons to test, with their versions: the newest of each minor version.

    Args:
        names: The Pythons to test; if empty, all in PATH and those of pyenv and uv.
    """
    homes = (Path.home() / ".pyenv/versions", Path.home() / ".local/share/uv/python")
    places = [place for home in homes for place in sorted(home.glob("*/bin"), reverse=True)]
    places += [Path(one) for one in os.environ["PATH"].split(os.pathsep)]
    every = [one for place in places for one in sorted(place.glob("python3*"))]
    found = [str(one) for one in every if re.fullmatch(r"python3(\.\d+t?)?", one.name)]
    seen = set()
    for name in names or found:
        done = subprocess.run([name, "-c", ASK], capture_output=True, text=True, check=False)
        version, _, new = done.stdout.strip().partition(" ")
        minor = re.sub(r"^(\d+\.\d+)\.\d+", r"\1", version)
        if names and new != "True":
            raise WheelsError(f"{name}: not a Python 3.11 or later with venv\n{done.stderr}")
        if new == "True" and minor not in seen:
            seen.add(minor)
            yield version, name


def test(names: list[str], *, core: bool, engine: bool) -> None:
    """Test the wheel in new environments.

    Args:
        names: The Pythons to test. If empty, all that are found; then only the newest runs the
            whole suite, since `make test` runs it under the oldest.
        core: Whether to test only the library, without extras.
        engine: Whether to test only the engine as a process.
    """
    found = list(pythons(names))
    if not found:
        raise WheelsError("no Python 3.11 or later was found")
    newest = max(version for version, _ in found)
    for version, name in found:
        home = TRIES / version
        shutil.rmtree(home, ignore_errors=True)
        run(name, "-m", "venv", home)
        python = next(one for one in home.glob("*/python*") if one.stem == "python")
        alone(version, python)
        core = core or not (names or version == newest)
        if engine:
            some_tests(
                version, python, ENGINE, PROJECT["project"]["optional-dependencies"]["engine"]
            )
        else:
            tests(version, python, core=core)


def alone(version: str, python: Path) -> None:
    """Install the wheel without extras, and time its first answer."""
    before = measure(python)
    pip(python, "install", "--no-index", "--find-links", DIST, "rummy_fast")
    start = time.perf_counter()
    run(python, "-c", FIRST, where=TRIES)
    seconds = time.perf_counter() - start
    size = megabytes(measure(python) - before)
    report(f"Python {version}: {size} installed; the first answer {seconds:.2f} s after pip ended")


def some_tests(version: str, python: Path, names: tuple[str, ...], extra: list[str]) -> None:
    """Run some test files in a folder that has neither `src/` nor `python/`."""
    wanted = PROJECT["dependency-groups"]["test"]
    wanted = [one for one in wanted if one.startswith(("hypothesis", "jsonschema", "pytest"))]
    pip(python, "install", *wanted, *extra)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "no-source"
        shutil.copytree(ROOT, folder, ignore=HIDDEN)
        chosen = [f"tests/test_{one}.py" for one in names]
        command = (str(python), "-m", "pytest", "-q", "-m", "not source", *chosen)
        run(*command, where=folder, shown=True)
    report(f"Python {version}: {', '.join(names)} pass")


def tests(version: str, python: Path, *, core: bool) -> None:
    """Run the tests in a folder that has neither `src/` nor `python/`."""
    wanted = PROJECT["dependency-groups"]["test"]
    if core:
        wanted = [one for one in wanted if one.startswith(("hypothesis", "pytest"))]
    else:
        extras = PROJECT["project"]["optional-dependencies"]
        wanted = [*wanted, *(one for name in EXTRAS for one in extras[name])]
    pip(python, "install", *wanted)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "no-source"
        shutil.copytree(ROOT, folder, ignore=HIDDEN)
        pytest = [str(python), "-m", "pytest", "-q", "-m", "not source"]
        path = {"PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
        chosen = [f"tests/test_{one}.py" for one in CORE] if core else []
        run(*pytest, *chosen, where=folder, variables=path, shown=True)
        chosen = [f"tests/test_{one}.py" for one in THREADED]
        run(*pytest, "--parallel-threads=4", *chosen, where=folder, variables=path, shown=True)
    report(f"Python {version}: all tests pass{' (the library alone)' if core else ''}")


def peer() -> None:
    """Print the download and installed sizes of our package and of the peer."""
    for name, wanted in (("rummy_fast", str(only("*.whl"))), ("the peer", PEER)):
        home, fetched = TRIES / "peer", TRIES / "peer-fetched"
        for folder in (home, fetched):
            shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, "-m", "venv", home)
        python = home / "bin" / "python"
        before = measure(python)
        pip(python, "download", "--dest", fetched, wanted)
        pip(python, "install", "--no-index", "--find-links", fetched, wanted)
        files = [one.stat().st_size for one in fetched.iterdir()]
        report(
            f"{name}: {len(files)} packages, {megabytes(sum(files))} fetched, "
            f"{megabytes(measure(python) - before)} installed"
        )


def measure(python: Path) -> int:
    """Sum the sizes of all files in an environment, in bytes."""
    return sum(one.stat().st_size for one in python.parent.parent.rglob("*") if one.is_file())


def megabytes(size: int) -> str:
    """Format a size in megabytes of a million bytes."""
    return f"{size / 1e6:.1f} MB"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("build", "check", "source", "test", "peer"))
    parser.add_argument(
        "--core", action="store_true", help="test: only the library, without extras"
    )
    parser.add_argument("--engine", action="store_true", help="test: only the engine as a process")
    parser.add_argument(
        "--python", action="append", default=[], help="test: a Python to use (repeatable)"
    )
    given = parser.parse_args()
    TRIES.mkdir(parents=True, exist_ok=True)
    try:
        if given.what == "test":
            test(given.python, core=given.core, engine=given.engine)
        else:
            {"build": build, "check": check, "source": source, "peer": peer}[given.what]()
    except WheelsError as error:
        sys.exit(f"wheels: {error}")


if __name__ == "__main__":
    main()
