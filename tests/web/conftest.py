"""The page in a real browser: Debian's Chromium, on a desktop and on a phone.

Without Chromium, or before `make web`, these tests are skipped.
"""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browsers import CHROMIUM, DEADLINE, DIST, PROFILES, Files, Open
from playwright.sync_api import Browser, Page, expect, sync_playwright

expect.set_options(timeout=DEADLINE)


@pytest.fixture(scope="session")
def static_host() -> Iterator[str]:
    """The address of the page on a static host."""
    if not (DIST / "client" / "rummy_fast.wasm").exists():
        pytest.skip("the page is not built: make web")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(DIST)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser."""
    if not Path(CHROMIUM).exists():
        pytest.skip("there is no browser: apt-get install chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Browser, static_host: str) -> Iterator[Open]:
    """Opens the page in a new window: `open_page("#solve", profile="phone", locale="de")`.

    Afterwards it checks that the page reported no error and asked no other host for anything,
    unless it was opened with `watched=False`.
    """
    contexts = []
    faults: list[str] = []

    def heard(request: Any) -> None:
        if urlsplit(request.url).netloc != urlsplit(static_host).netloc:
            faults.append(f"asked for {request.url}")

    def told(message: Any) -> None:
        if message.type == "error":
            faults.append(message.text)

    def open_it(
        address: str = "", *, profile: str = "desktop", watched: bool = True, **options: Any
    ) -> Page:
        given = {"locale": "en-US", "reduced_motion": "reduce"}
        context = browser.new_context(**PROFILES[profile], **{**given, **options})
        context.set_default_timeout(DEADLINE)
        contexts.append(context)
        page = context.new_page()
        if watched:
            page.on("request", heard)
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", told)
        page.goto(static_host + address)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert not faults
