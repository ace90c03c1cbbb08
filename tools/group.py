"""Print the packages of a dependency group of pyproject.toml as arguments for pip."""

import shlex
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
sys.stdout.write(shlex.join(project["dependency-groups"][sys.argv[1]]) + "\n")
