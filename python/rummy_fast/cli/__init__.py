"""The command `rummy-fast`: for people in color, for programs as JSON lines."""

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command line, or name the package that is missing."""
    if isinstance(sys.stdout, TextIOWrapper):
        # Print question marks where the terminal's encoding lacks a character.
        sys.stdout.reconfigure(errors="replace")
    try:
        from rummy_fast.cli.app import app
    except ModuleNotFoundError as error:
        if error.name not in {"typer", "rich"}:
            raise
        sys.exit(f"rummy-fast needs {error.name}: pip install 'rummy_fast[cli]'")
    app()
