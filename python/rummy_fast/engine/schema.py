"""The JSON Schema of every message, generated from the models."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, create_model
from pydantic.json_schema import models_json_schema

from rummy_fast.engine import messages as m
from rummy_fast.engine.methods import METHODS


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid")

    jsonrpc: Literal["2.0"]


def name_of(method: str) -> str:
    """Convert a method to its part of model names: `round/new` is `RoundNew`."""
    return "".join(part.title() for part in method.split("/"))


def _field(kind: object, default: object = ...) -> tuple[Any, Any]:
    return kind, default


def models() -> dict[str, tuple[type[BaseModel], str]]:
    """List every message by name, with its model and its sender."""
    found: dict[str, tuple[type[BaseModel], str]] = {}
    for method, declared in METHODS.items():
        params, result = declared.params, declared.result
        name = name_of(method)
        needed = any(field.is_required() for field in params.model_fields.values())
        request = create_model(
            f"{name}Request",
            __base__=_Message,
            __doc__=f"Calls `{method}`. Without an id it is a notification, which gets no answer.",
            id=_field(m.Id, None),
            method=_field(Literal[method]),
            params=_field(params) if needed else _field(params | None, None),
        )
        response = create_model(
            f"{name}Response",
            __base__=_Message,
            __doc__=f"Answers `{method}`.",
            id=_field(m.Id),
            result=_field(result),
        )
        found[request.__name__] = (request, "client")
        found[response.__name__] = (response, "engine")
    progress = create_model(
        "ProgressNotification",
        __base__=_Message,
        __doc__="Reports the progress of a long call.",
        method=_field(Literal["progress"]),
        params=_field(m.ProgressParams),
    )
    found["ProgressNotification"] = (progress, "engine")
    found["ErrorResponse"] = (m.Failure, "engine")
    return found


def schema() -> dict[str, Any]:
    """Make the schema of all messages, grouped by sender."""
    known = models()
    places, whole = models_json_schema(
        [(model, "validation") for model, _ in known.values()],
        ref_template="#/$defs/{model}",
    )
    sent: dict[str, list[Any]] = {"client": [], "engine": []}
    for model, sender in known.values():
        sent[sender].append(places[model, "validation"])
    definitions = whole["$defs"]
    for sender, refs in sent.items():
        name = f"{sender.title()}Message"
        definitions[name] = {"title": name, "anyOf": refs}
        definitions[f"{sender.title()}Batch"] = {
            "title": f"{sender.title()}Batch",
            "type": "array",
            "items": {"$ref": f"#/$defs/{name}"},
            "minItems": 1,
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "rummy-fast engine",
        "description": "Every line of the protocol. docs/engine.md describes them.",
        "anyOf": [
            {"$ref": f"#/$defs/{sender}{kind}"}
            for sender in ("Client", "Engine")
            for kind in ("Message", "Batch")
        ],
        "$defs": dict(sorted(definitions.items())),
    }
