"""The command `rummy-fast`: for people in colour, for programs as JSON lines."""

import sys


def main() -> None:
    """Run the command line, or say what it needs."""
    try:
        from rummy_fast.cli.app import app
    except ModuleNotFoundError as error:
        if error.name not in {"typer", "rich"}:
            raise
        sys.exit(f"rummy-fast needs {error.name}: pip install 'rummy_fast[cli]'")
    app()
