"""A hook of the documentation site: adds `engine.schema.json`, made from the models."""

import json

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from rummy_fast.engine.schema import schema

NAME = "engine.schema.json"


def text() -> str:
    """Return the schema as the site publishes it."""
    return json.dumps(schema(), indent=1) + "\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the schema to the files of the site; mkdocs calls this."""
    files.append(File.generated(config, NAME, content=text()))
    return files
