"""A hook of the documentation site: adds the page as `play/`, if `make web` has built it."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation

DIST = Path(__file__).parent.parent / "web" / "dist"
FOLDER = "play"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files of the page to those of the site; mkdocs calls this."""
    for path in sorted(DIST.rglob("*")):
        if path.is_file():
            name = f"{FOLDER}/{path.relative_to(DIST).as_posix()}"
            files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:  # noqa: ARG001
    """Name the page in the navigation; mkdocs calls this."""
    if (DIST / "index.html").exists():
        nav.items.insert(1, Link("Play", f"{FOLDER}/index.html"))
    return nav
