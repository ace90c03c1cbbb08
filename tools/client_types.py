"""Writes `web/client/protocol.d.ts`: the messages in TypeScript, from their JSON Schema."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from engine_schema import text

PATH = Path(__file__).parent.parent / "web" / "client" / "protocol.d.ts"
HEADER = "// Made by `make client-types` from the JSON Schema of the protocol. Do not edit.\n"
FRAMES = re.compile(r"(Request|Response|Notification|Batch|Message)$|^Failure$")
"""What carries the messages: the client deals with that."""
NAMES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
NAMES |= {"null": "null", "object": "Record<string, unknown>", "array": "unknown[]"}

Schema = dict[str, Any]


def comment(schema: Schema, indent: str = "") -> str:
    """Return the description as a comment of its own line."""
    described = schema.get("description")
    return f"{indent}/** {' '.join(described.split())} */\n" if described else ""


def fields(schema: Schema, indent: str) -> str:
    """Return the fields of an object between braces."""
    required = schema.get("required", [])
    lines = [
        f"{comment(field, indent + '  ')}{indent}  {name}{'' if name in required else '?'}:"
        f" {type_of(field, indent + '  ')};\n"
        for name, field in schema["properties"].items()
    ]
    return "{\n" + "".join(lines) + indent + "}"


def either(schemas: list[Schema], indent: str) -> str:
    """Return the type of what is one of several."""
    return " | ".join(dict.fromkeys(type_of(schema, indent) for schema in schemas))


def of_kind(kind: str, schema: Schema, indent: str) -> str:
    """Return the type of what a schema says of values of one JSON type."""
    if kind == "array" and "items" in schema:
        item = type_of(schema["items"], indent)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object" and schema.get("properties"):
        return fields(schema, indent)
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"Record<string, {type_of(schema['additionalProperties'], indent)}>"
    return NAMES[kind]


def type_of(schema: Schema, indent: str = "") -> str:
    """Return a type as TypeScript writes it."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema or "enum" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    if choices := schema.get("anyOf", schema.get("oneOf")):
        found = either(choices, indent)
        return f"{fields(schema, indent)} & ({found})" if schema.get("properties") else found
    kinds = schema.get("type")
    if kinds is None:
        return "unknown"
    each = [kinds] if isinstance(kinds, str) else kinds
    return " | ".join(of_kind(kind, schema, indent) for kind in each)


def methods(defined: dict[str, Schema]) -> str:
    """Return the params and the result of each method."""
    lines = []
    for name, request in defined.items():
        if not name.endswith("Request"):
            continue
        method = request["properties"]["method"]["const"]
        params = request["properties"]["params"]
        result = defined[f"{name.removesuffix('Request')}Response"]["properties"]["result"]
        lines.append(
            f"  {json.dumps(method)}: {{ params: {type_of(params)}; result: {type_of(result)} }};\n"
        )
    return (
        "/** The methods of the protocol. */\nexport interface Methods {\n" + "".join(lines) + "}\n"
    )


def types(schema: Schema) -> str:
    """Return the whole file."""
    defined: dict[str, Schema] = schema["$defs"]
    parts = [HEADER]
    for name, one in defined.items():
        if not FRAMES.search(name):
            parts.append(f"{comment(one)}export type {name} = {type_of(one)};\n")
    return "\n".join([*parts, methods(defined)])


if __name__ == "__main__":
    PATH.write_text(types(json.loads(text())), encoding="utf-8")
    sys.stdout.write(f"{PATH}\n")
