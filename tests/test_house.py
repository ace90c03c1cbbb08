"""The structure of the code: which file may use which, and that the public names are complete."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import rummy_fast
from dependencies import (
    circle,
    python_dependencies,
    rust_dependencies,
    without_comments,
    without_tests,
)
from rummy_fast import _core

pytestmark = pytest.mark.source

ROOT = Path(__file__).parent.parent
SRC = ROOT / "src"
MODULES = [
    *("clock", "threads", "wording", "tile", "rules", "meld", "table", "turn", "solver", "steps"),
    *(
        "round",
        "serialization",
        "bots",
        "stats",
        "record",
        "matches",
        "review",
        "protocol",
        "engine",
    ),
    "python",
]
"""In order: a module uses only the modules to its left."""


def rust_files() -> list[tuple[str, Path]]:
    """Every source file with the module it is in."""
    apart = {SRC / "lib.rs", SRC / "bin" / "rummy-engine.rs"}
    files = [path for path in sorted(SRC.rglob("*.rs")) if path not in apart]
    assert len(files) > 15
    return [(path.relative_to(SRC).parts[0].removesuffix(".rs"), path) for path in files]


def code_of(path: Path) -> str:
    """A source file without its comments."""
    return without_comments(path.read_text(encoding="utf-8"))


def test_tests_import_the_installed_package() -> None:
    assert not Path(rummy_fast.__file__).is_relative_to(ROOT / "python")
    assert str(ROOT / "python") not in sys.path


def test_modules_use_only_modules_to_their_left() -> None:
    seen = 0
    for module, path in rust_files():
        assert module in MODULES, f"{path} is in no module of the list"
        code = code_of(path)
        used = set(re.findall(r"\bcrate::(\w+)", code))
        for group in re.findall(r"\bcrate::\{(.*?)\}", code, re.DOTALL):
            used |= set(re.findall(r"(?:^|,)\s*(\w+)", group))
        for other in used & set(MODULES):
            seen += 1
            assert MODULES.index(other) <= MODULES.index(module), f"{path} uses {other}"
        assert used <= set(MODULES), f"{path} uses {used - set(MODULES)}"
    assert seen > 30


def test_no_files_use_each_other_in_a_circle() -> None:
    for uses in (rust_dependencies(SRC), python_dependencies(Path(rummy_fast.__file__).parent)):
        assert sum(map(len, uses.values())) > 250
        assert not circle(uses)


def test_circles_are_found(tmp_path: Path) -> None:
    files = {
        "lib.rs": "mod room;",
        "room.rs": "mod one; mod two; pub use one::One; pub struct Shared;",
        "room/one.rs": "use super::{two::{self, Two}};",
        "room/two.rs": "pub(in crate::room) mod inner { use super::super::one; } // super::Shared",
    }
    for name, source in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source)
    assert {path.stem for path in circle(rust_dependencies(tmp_path))} == {"one", "two"}
    (tmp_path / "room/two.rs").write_text("#[cfg(test)] mod tests { use super::super::one; }")
    assert not circle(rust_dependencies(tmp_path))
    (tmp_path / "room/two.rs").write_text("use crate::room::Shared;")
    assert {path.stem for path in circle(rust_dependencies(tmp_path))} == {"room", "one", "two"}


def test_modules_are_all_named_in_lib() -> None:
    modules = set(
        re.findall(r"^(?:pub )?mod (\w+);", (SRC / "lib.rs").read_text("utf-8"), re.MULTILINE)
    )
    assert modules == {module for module, _ in rust_files()}


def test_only_the_python_room_names_pyo3() -> None:
    naming = {module for module, path in rust_files() if "pyo3" in code_of(path)}
    assert naming == {"python"}


def test_time_threads_and_processes_are_in_their_own_rooms() -> None:
    """WebAssembly has none of them: what the core needs there must compile and run without."""
    rooms = {
        r"\b(Instant|SystemTime)\b": {"clock"},
        r"\bprocess::": {"threads"},
        r"\bstd::thread\b|\brayon\b|\bmpsc\b": {"threads", "bots"},
    }
    for pattern, rooms_of_it in rooms.items():
        naming = {
            module
            for module, path in rust_files()
            if re.search(pattern, without_tests(code_of(path)))
        }
        assert naming - {"python", "engine", "bin"} == rooms_of_it, pattern


def test_every_class_is_frozen_and_named_for_users() -> None:
    attributes = [
        attribute
        for module, path in rust_files()
        if module == "python"
        for attribute in re.findall(r"#\[pyclass(\([^)]*\))?", code_of(path))
    ]
    assert len(attributes) >= 8
    for attribute in attributes:
        assert "frozen" in attribute, attribute
        assert 'module = "rummy_fast"' in attribute, attribute


def test_every_compiled_name_is_public_and_in_the_stub() -> None:
    compiled = {name for name in vars(_core) if not name.startswith("_")} | {"__version__"}
    assert len(compiled) >= 18
    lazy = set(rummy_fast._LAZY)  # noqa: SLF001, what is not compiled
    assert compiled == set(rummy_fast.__all__) - lazy
    assert lazy < set(rummy_fast.__all__)
    stub = (Path(rummy_fast.__file__).parent / "_core.pyi").read_text(encoding="utf-8")
    # A `TypedDict` is there for type checkers only.
    names = r"^(?:class|def) (\w+)\b(?!\((?:TypedDict|RuleOptions))|^(__version__):"
    written = set(re.findall(names, stub, re.MULTILINE))
    private = {name for name, _ in written if name.startswith("_")}
    assert compiled == {name for pair in written for name in pair if name} - private
    assert all(hasattr(_core, name) for name in private)


def documented(
    node: ast.Module | ast.ClassDef, owner: object, name: str
) -> Iterator[tuple[str, str | None, str | None]]:
    """The name of each class, function and property, its docstring in the stub and at run time."""
    for member in node.body:
        if isinstance(member, ast.ClassDef | ast.FunctionDef) and hasattr(owner, member.name):
            thing = getattr(owner, member.name)
            written, shown = ast.get_docstring(member), inspect.getdoc(thing)
            if written is not None or not member.name.startswith("_"):
                yield f"{name}.{member.name}", written, shown
            if isinstance(member, ast.ClassDef):
                yield from documented(member, thing, f"{name}.{member.name}")


def test_help_shows_what_the_stub_says() -> None:
    stub = ast.parse((Path(rummy_fast.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))
    assert ast.get_docstring(stub) == inspect.getdoc(_core), "run `make stub`"
    names = set()
    for name, written, shown in documented(stub, _core, "rummy_fast"):
        assert shown, f"{name} has no docstring"
        assert written == shown, f"{name}: run `make stub`"
        names.add(name)
    assert len(names) > 150


def test_every_public_name_and_member_has_a_docstring() -> None:
    for name in set(rummy_fast.__all__) - {"__version__"}:
        thing = getattr(rummy_fast, name)
        assert thing.__doc__, name
        for member in vars(thing) if isinstance(thing, type) else ():
            if not member.startswith("_") and getattr(thing, member) is not None:
                assert getattr(thing, member).__doc__, (name, member)


def test_dir_lists_the_public_names() -> None:
    assert dir(rummy_fast) == sorted(rummy_fast.__all__)


def test_version_is_that_of_the_crate() -> None:
    cargo = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.*)"', cargo, re.MULTILINE)
    assert version is not None
    assert rummy_fast.__version__ == version[1]
    assert f"## [{version[1]}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_import_is_light() -> None:
    script = "import sys, rummy_fast; print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    modules = set(re.findall(r"'([\w.]+)'", done.stdout))
    assert "rummy_fast._core" in modules
    ours = {f"rummy_fast.{part}" for part in ("reference", "cli", "words", "draw")}
    for heavy in ours | {"typer", "rich", "pydantic", "json", "dataclasses", "gettext"}:
        assert heavy not in modules, heavy


def test_reference_is_imported_on_first_use() -> None:
    assert rummy_fast.reference.solve("r6 r7 r8", "r5").proven
    assert "reference" in rummy_fast.__all__


def test_reference_stands_alone() -> None:
    files = sorted((Path(rummy_fast.__file__).parent / "reference").glob("*.py"))
    assert len(files) > 3
    for path in files:
        imports = re.findall(r"^\s*(?:from|import) ([\w.]+)", path.read_text("utf-8"), re.MULTILINE)
        for module in imports:
            root = module.split(".")[0]
            # The values of the presets and the ranges of the options are data, declared once.
            declared = (path.name, module) == ("rules.py", "rummy_fast._core")
            assert (
                declared
                or root in sys.stdlib_module_names
                or module.startswith(("rummy_fast.reference", "."))
            ), (path, module)


def test_no_file_is_too_long() -> None:
    python = sorted((ROOT / "python").rglob("*.py"))
    assert len(python) > 60
    for path in [*(path for _, path in rust_files()), *python]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(contributing.splitlines()) <= 80
    assert "tile -> rules -> meld -> table -> turn -> solver" in contributing


def test_ci_calls_make_test() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test" in script
