"""The tables of the rule book, filled from the declared options; `make docs-fill` runs this."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import rummy_fast as rf

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "rules.md"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    head = list(head)
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ["---"] * len(head), *rows))


def rules_of(schema: dict[str, Any]) -> str:
    """The rules an option belongs to, as links."""
    return ", ".join(f"[{rule}](#rule-{rule})" for rule in schema["rules"])


def values_of(schema: dict[str, Any]) -> str:
    """The values an option takes."""
    if "enum" in schema:
        return ", ".join(map(shown, schema["enum"]))
    if schema["type"] == "boolean":
        return f"{shown(value=True)}, {shown(value=False)}"
    numbers = schema.get("items", schema)
    most = f"{numbers['minimum']} to {numbers['maximum']}"
    return f"{most}, or {shown(None)}" if "null" in schema["type"] else most


def shown(value: object) -> str:
    """An option's value as a cell."""
    if isinstance(value, list):
        return "-".join(map(str, value))
    return f"`{value}`" if isinstance(value, str | bool | None) else str(value)


def options() -> str:
    """A row for each option: what it means, its rules, and the values it takes."""
    rows = (
        (f"`{option}`", schema["description"], rules_of(schema), values_of(schema))
        for option, schema in rf.Rules.options().items()
    )
    return table(("option", "what it means", "rule", "values"), rows)


def presets() -> str:
    """A row for each option with its value in each preset; bold where it is not the default."""
    presets = rf.Rules.presets()
    values = [dict(rf.Rules(preset).to_dict()) for preset in presets]
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
    return table(("option", *(f"`{preset}`" for preset in presets)), rows)


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
