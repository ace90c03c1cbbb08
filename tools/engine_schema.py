"""A hook of the documentation site: adds `engine.schema.json`, as the engine prints it."""

import subprocess
import sys

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

NAME = "engine.schema.json"


def text() -> str:
    """Return the schema as the site publishes it."""
    command = [sys.executable, "-m", "rummy_fast", "engine", "schema"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the schema to the files of the site; mkdocs calls this."""
    files.append(File.generated(config, NAME, content=text()))
    return files
