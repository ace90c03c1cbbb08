"""The tables of the rule book, from the code that they tell of; `make docs-fill` writes them."""

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import rummy_fast as rf
from rummy_fast.reference import PRESETS

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "rules.md"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    head = list(head)
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ["---"] * len(head), *rows))


def said_of_options() -> dict[str, str]:
    """What the stub says of each option."""
    stub = ast.parse((ROOT / "python" / "rummy_fast" / "_core.pyi").read_text("utf-8"))
    rules = next(
        node for node in stub.body if isinstance(node, ast.ClassDef) and node.name == "Rules"
    )
    said = {
        node.name: ast.get_docstring(node) or ""
        for node in rules.body
        if isinstance(node, ast.FunctionDef)
    }
    return {option: said[option].rstrip(".") for option in rf.Rules().to_dict()}


def told(said: str) -> tuple[str, str]:
    """What an option means, and its rules, linked."""
    meaning, rules, more = re.split(r"(?:, \d+ to \d+)? \(rules? ([\d and]+)\)", said)
    return meaning + more, re.sub(r"\d+", r"[\g<0>](#rule-\g<0>)", rules)


def may_be(option: str) -> str:
    """What an option may be, as the rules say when it is something else."""
    try:
        rf.Rules(**{option: -1})
    except rf.InvalidRulesError as error:
        said = str(error).partition(": must be ")[2].removeprefix("a whole number from ")
    choices = said.removeprefix("one of ")
    if choices != said:
        return ", ".join(f"`{choice}`" for choice in choices.split(", "))
    try:
        rf.Rules(**{option: None})
    except rf.InvalidRulesError:
        return said
    return f"{said}, or `None`"


def shown(value: object) -> str:
    """An option's value as a cell."""
    if isinstance(value, list):
        return "-".join(map(str, value))
    return f"`{value}`" if isinstance(value, str | bool | None) else str(value)


def options() -> str:
    """Every option: what it means, and what it may be."""
    rows = (
        (f"`{option}`", *told(said), may_be(option)) for option, said in said_of_options().items()
    )
    return table(("option", "what", "rule", "may be"), rows)


def presets() -> str:
    """Every option under every preset; bold where it is not that of the default."""
    values = [rf.Rules(preset).to_dict() for preset in PRESETS]
    rows = (
        (
            f"`{option}`",
            *(
                shown(one[option]) if one[option] == usual else f"**{shown(one[option])}**"
                for one in values
            ),
        )
        for option, usual in values[0].items()
    )
    return table(("option", *(f"`{preset}`" for preset in PRESETS)), rows)


PARTS: Final[dict[str, Callable[[], str]]] = {"options": options, "presets": presets}


def filled(page: str) -> str:
    """A page with its tables as the code has them."""
    for part, make in PARTS.items():
        block = re.compile(rf"(<!-- {part} -->\n).*?(<!-- end -->)", re.DOTALL)
        text = f"\n{make()}\n"
        page, found = block.subn(lambda match, text=text: f"{match[1]}{text}{match[2]}", page)  # type: ignore[misc]
        if found != 1:
            message = f"{PAGE} has {found} blocks for {part}, not one"
            raise ValueError(message)
    return page


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
