"""Copy the docstrings of the compiled module into the stub; `make stub` runs it.

The text is written once, as doc comments in `src/python`; signatures are written by hand in the
stub, except for the presets and options of `Rules`, which are declared in `src/rules`. A name that
the stub lacks is reported by stubtest and by `tests/test_house.py`.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rummy_fast import _core

STUB: Final = Path(__file__).parent.parent / "python" / "rummy_fast" / "_core.pyi"

Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def documented(
    node: ast.Module | ast.ClassDef, owner: object, indent: str
) -> Iterator[tuple[Documented, str, str]]:
    """Find what has a docstring.

    Args:
        node: A module or class of the stub.
        owner: The same at run time.
        indent: The indentation of its members.

    Yields:
        The node, the docstring at run time, and the indentation of the docstring.
    """
    for member in node.body:
        if not isinstance(member, ast.ClassDef | ast.FunctionDef) or not hasattr(
            owner, member.name
        ):
            # An alias, or a class for type checkers only.
            continue
        thing: object = getattr(owner, member.name)
        written = ast.get_docstring(member) is not None
        doc = inspect.getdoc(thing)
        if doc and (written or not member.name.startswith("_")):
            yield member, doc, indent + "    "
        if isinstance(member, ast.ClassDef):
            yield from documented(member, thing, indent + "    ")


def quoted(doc: str, indent: str) -> list[str]:
    """Write a docstring as lines of source."""
    text = '"""' + doc + ("\n" if "\n" in doc else "") + '"""'
    prefix = "r" if "\\" in doc else ""
    return [(indent + line).rstrip() for line in (prefix + text).split("\n")]


def filled(source: str) -> str:
    """Replace the docstrings of a stub by those of the compiled module."""
    lines = source.split("\n")
    tree = ast.parse(source)
    found: list[tuple[Documented, str, str]] = list(documented(tree, _core, ""))
    if _core.__doc__:
        found.append((tree, inspect.cleandoc(_core.__doc__), ""))
    # From the end, so that line numbers stay right.
    for node, doc, indent in sorted(found, key=lambda entry: -entry[0].body[0].lineno):
        first = node.body[0]
        if ast.get_docstring(node) is not None:
            start, end = first.lineno - 1, first.end_lineno or first.lineno
            lines[start:end] = quoted(doc, indent)
        elif isinstance(node, ast.FunctionDef):
            # The body is `...` on the line of the signature.
            place = first.lineno - 1
            lines[place] = lines[place][: first.col_offset].rstrip()
            lines[place + 1 : place + 1] = quoted(doc, indent)
        else:
            lines[first.lineno - 1 : first.lineno - 1] = quoted(doc, indent)
    return "\n".join(lines)


def annotation(schema: dict[str, Any]) -> str:
    """Return the type of an option's property."""
    if "enum" in schema:
        return f"Literal[{', '.join(map(json.dumps, schema['enum']))}]"
    match schema["type"]:
        case "integer":
            return "int"
        case "boolean":
            return "bool"
        case "array":
            return "tuple[int, int]"
        case ["integer", "string"]:
            return "int | str"
        case _:
            return "int | None"


def argument(schema: dict[str, Any]) -> str:
    """Return the type of an option as an argument."""
    if "enum" in schema:
        return annotation(schema)
    match schema["type"]:
        case "integer":
            return "SupportsIndex"
        case "boolean":
            return "bool"
        case "array":
            return "SupportsIndex | str | Sequence[SupportsIndex]"
        case ["integer", "string"]:
            return "SupportsIndex | str"
        case _:
            return "SupportsIndex | None"


def value(schema: dict[str, Any]) -> str:
    """Return the type of an option in a dict ready for JSON."""
    return "list[int]" if schema.get("type") == "array" else annotation(schema)


def declared(source: str) -> str:
    """Write what the declaration of the rules says.

    That is a static method for each preset, a property for each option, and the types of the
    options as arguments and in dicts.
    """
    schemas = _core.Rules.options()
    fields = "".join(f"    {name}: {argument(schema)}\n" for name, schema in schemas.items())
    values = "".join(f"    {name}: {value(schema)}\n" for name, schema in schemas.items())
    for name, lines in (("RuleOptions", fields), ("RuleValues", values)):
        source = re.sub(rf"(class {name}\(.*\n)(?:    .*\n)*", rf"\g<1>{lines}", source)
    head, begin, rest = source.partition("\nclass Rules:")
    rules, end, tail = rest.partition("\n@final\n")
    presets = "".join(
        f"    @staticmethod\n    def {preset}() -> Rules: ...\n\n"
        for preset in _core.Rules.presets()
    )
    options = "".join(
        f"    @property\n    def {option}(self) -> {annotation(schema)}: ...\n\n"
        for option, schema in schemas.items()
    )
    signature = r"(def __new__\((?s:.*?) -> Rules: \.\.\.\n)"
    rules = re.sub(
        rf"{signature}(?s:.*?)(?=    @staticmethod\n    def presets)", rf"\1{presets}", rules
    )
    rules = re.sub(r"    @property\n(?s:.*)(?=    def __eq__)", options, rules)
    return head + begin + rules + end + tail


def main() -> None:
    """Rewrite the stub."""
    STUB.write_text(filled(declared(STUB.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
