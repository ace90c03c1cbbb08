"""The page that people use, which `make web` builds; without it, a page that says so."""

import gzip
import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'self'; "
    "form-action 'none'; frame-ancestors 'none'; object-src 'none'"
)
"""The page loads nothing from elsewhere, and tells no other page the id of a room."""

NO_PAGE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"

HEADERS: Final = {
    "Cache-Control": "no-cache",  # kept, but asked for each time: the answer is mostly 304
    "Referrer-Policy": "no-referrer",
    "Rummy-Rooms": "yes",  # tells the page that it does not come from a static host
    "Vary": "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
}

TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
"""The types of the files, whatever the system says; browsers refuse modules of other types."""


class _File(NamedTuple):
    """A file as it is sent."""

    content: bytes
    packed: bytes
    type: str
    tag: str

    @classmethod
    def of(cls, content: bytes, name: str) -> "_File":
        """Prepare a file."""
        tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        kind = TYPES.get(PurePosixPath(name).suffix, "text/plain; charset=utf-8")
        return cls(content, gzip.compress(content, mtime=0), kind, tag)

    def response(self, request: Request, policy: str) -> Response:
        """Answer a request for it."""
        headers = {**HEADERS, "Content-Security-Policy": policy, "ETag": self.tag}
        known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
        if self.tag in known:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.type)
        return Response(self.content, headers=headers, media_type=self.type)


def _files(folder: Traversable, below: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= _files(entry, f"{below}{entry.name}/")
        else:
            found[below + entry.name] = entry.read_bytes()
    return found


class Page:
    """The files of the page, in memory."""

    def __init__(self, folder: Traversable | None = None) -> None:
        """Read the page.

        Args:
            folder: Where it is; what came with the package if None.
        """
        here = files("rummy_fast.serve")
        folder = here / "page" if folder is None else folder
        found = _files(folder) if folder.is_dir() else {}
        self._files = {name: _File.of(content, name) for name, content in found.items()}
        index = found.get("index.html")
        self.policy = NO_PAGE_POLICY if index is None else POLICY
        """The content security policy of the page."""
        content = (here / "no_page.html").read_bytes() if index is None else index
        self._index = _File.of(content, "index.html")
        # The link of a room is one folder below the files.
        below = content.replace(b"<head>", b'<head>\n    <base href="../">', 1)
        self._room = _File.of(below, "index.html")

    def index(self, request: Request) -> Response:
        """Show the page."""
        return self._index.response(request, self.policy)

    def room(self, request: Request) -> Response:
        """Show the page to who comes by the link of a room."""
        return self._room.response(request, self.policy)

    def file(self, request: Request) -> Response:
        """Send a file of the page."""
        found = self._files.get(request.path_params["path"])
        if found is None:
            return Response("there is no such page\n", 404, media_type="text/plain")
        return found.response(request, self.policy)
