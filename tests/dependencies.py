"""Which source files use which, and the first circle among them."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

Module = tuple[str, ...]
"""The path of a Rust module below the crate, such as `("meld", "run")`."""

TEST_MODULE = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*mod \w+ \{")
INLINE_MODULE = re.compile(r"\bmod (\w+) \{")


def without_comments(source: str) -> str:
    """Rust code without its comments."""
    return re.sub(r"//.*", "", source)


def end_of_block(code: str, opening: int) -> int:
    """The index after the brace that closes the one at `opening`."""
    depth = 0
    for index in range(opening, len(code)):
        depth += {"{": 1, "}": -1}.get(code[index], 0)
        if not depth:
            return index + 1
    return len(code)


def without_tests(code: str) -> str:
    """Rust code without its test modules, which may use anything, and without visibilities."""
    code = re.sub(r"\bpub\([^)]*\)", "pub", code)
    while found := TEST_MODULE.search(code):
        code = code[: found.start()] + code[end_of_block(code, found.end() - 1) :]
    return code


def leaves(tree: str) -> Iterator[list[str]]:
    """The paths of a use tree: `a::{b, c::d}` has `a::b` and `a::c::d`."""
    head, brace, rest = tree.partition("{")
    start = [part.strip() for part in head.split("::") if part.strip()]
    if not brace:
        yield [part.split(" as ")[0].strip() for part in start]
        return
    inside = rest[: end_of_block("{" + rest, 0) - 2]
    depth, item = 0, ""
    for letter in inside + ",":
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and not depth:
            if item.strip():
                yield from ([*start, *path] for path in leaves(item.strip()))
            item = ""
        else:
            item += letter


def paths_in(code: str, children: set[str]) -> Iterator[tuple[int, list[str]]]:
    """Every path that starts at `crate`, `super`, `self` or a child module, and where it is."""
    starts = "|".join(("crate", "super", "self", *sorted(children)))
    for found in re.finditer(rf"(?<![\w:])(?:{starts})::", code):
        end = found.end()
        while step := re.compile(r"\w+(?:::)?|\*").match(code, end):
            end = step.end()
            if not step[0].endswith("::"):
                break
        if code[end : end + 1] == "{":
            end = end_of_block(code, end)
        for path in leaves(code[found.start() : end]):
            yield found.start(), path


def rust_dependencies(src: Path) -> dict[Path, set[Path]]:
    """For each Rust file, the files of its module that it uses."""
    modules: dict[Module, Path] = {}
    for path in sorted(src.rglob("*.rs")):
        parts = path.relative_to(src).with_suffix("").parts
        modules[parts[:-1] if parts[-1] == "mod" else parts] = path
    modules.pop(("lib",))
    uses: dict[Path, set[Path]] = {path: set() for path in modules.values()}
    for module, file in modules.items():
        code = without_tests(without_comments(file.read_text(encoding="utf-8")))
        children = {name for (*parent, name) in modules if tuple(parent) == module}
        inline = [
            (found[1], found.start(), end_of_block(code, found.end() - 1))
            for found in INLINE_MODULE.finditer(code)
        ]
        for place, names in paths_in(code, children):
            here = [*module, *(name for name, start, end in inline if start < place < end)]
            for name in names:
                if name in {"crate", "super", "self"}:
                    here = {"crate": [], "super": here[:-1], "self": here}[name]
                elif (*here, name) in modules:
                    here.append(name)
                else:
                    break
            used = modules.get(tuple(here))
            if used and used != file and here[:1] == [module[0]]:
                uses[file].add(used)
    return uses


def python_dependencies(package: Path) -> dict[Path, set[Path]]:
    """For each Python file, the files of the package that it imports when it is imported."""
    modules: dict[str, Path] = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    uses: dict[Path, set[Path]] = {path: set() for path in modules.values()}
    for file in modules.values():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [
                    whole if (whole := f"{node.module}.{alias.name}") in modules else node.module
                    for alias in node.names
                ]
            uses[file] |= {modules[name] for name in names if name in modules} - {file}
    return uses


def circle(uses: Mapping[Path, set[Path]]) -> list[Path]:
    """The files of a circle, in the order of use; empty if there is none."""
    finished: set[Path] = set()
    way: list[Path] = []

    def visit(file: Path) -> list[Path]:
        if file in way:
            return way[way.index(file) :]
        if file in finished:
            return []
        way.append(file)
        for used in sorted(uses[file]):
            if found := visit(used):
                return found
        finished.add(way.pop())
        return []

    for file in sorted(uses):
        if found := visit(file):
            return found
    return []
