"""The page in a real browser: where it is, and how people see it."""

import os
import shutil
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import axe_core_python
from playwright.sync_api import Page

DIST = Path(os.environ.get("RUMMY_WEB", Path(__file__).parents[1] / "web" / "dist"))
AXE = next(Path(axe_core_python.__file__).parent.rglob("axe.min.js"))
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
DEADLINE = 30_000
"""Milliseconds after which something is missing, ample on a busy machine."""
PROFILES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 900}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}

Open = Callable[..., Page]


class Files(SimpleHTTPRequestHandler):
    """Sends the files of the page, as a static host does."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002, the name is the base's
        """Write no log."""


def serious(page: Page) -> list[Any]:
    """What axe finds that keeps people out."""
    page.add_script_tag(path=AXE)
    found: list[Any] = page.evaluate("axe.run().then(({ violations }) => violations)")
    return [
        (fault["id"], [node["html"] for node in fault["nodes"]])
        for fault in found
        if fault["impact"] in {"serious", "critical"}
    ]
