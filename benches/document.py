"""Fill measured figures into `docs/performance.md`, so that none is typed by hand."""

import re
from pathlib import Path

DOCUMENT = Path(__file__).parent.parent / "docs" / "performance.md"


def fill(part: str, text: str) -> None:
    """Replace the block of a part with new output."""
    document = DOCUMENT.read_text(encoding="utf-8")
    block = re.compile(rf"(<!-- {part} -->\n+```text\n).*?(```\n)", re.DOTALL)
    filled, found = block.subn(lambda match: f"{match[1]}{text.strip()}\n{match[2]}", document)
    assert found == 1, f"{DOCUMENT} has one block for {part}"
    DOCUMENT.write_text(filled, encoding="utf-8")
