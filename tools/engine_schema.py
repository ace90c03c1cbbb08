"""Write docs/engine.schema.json, the JSON Schema of every message of the engine."""

import json
from pathlib import Path

from rummy_fast.engine.schema import schema

TARGET = Path(__file__).parent.parent / "docs" / "engine.schema.json"


def text() -> str:
    """What the file holds."""
    return json.dumps(schema(), indent=1) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
