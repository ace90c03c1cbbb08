"""The files of the page that `rummy-fast serve` sends, with their types and policies."""

import gzip
from pathlib import Path

import pytest
from rummy_fast.serve.page import NO_PAGE_POLICY, POLICY, TYPES, Page
from starlette.requests import Request
from starlette.responses import Response

INDEX = b"<!doctype html>\n<html>\n  <head>\n    <title>page</title></head></html>"


def request(path: str = "", **headers: str) -> Request:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": given, "path_params": {"path": path}})


@pytest.fixture
def page(tmp_path: Path) -> Page:
    (tmp_path / "client").mkdir()
    files = {"index.html": INDEX, "main.js": b"x" * 5000, "client/rummy_fast.wasm": b"\0asm"}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    return Page(tmp_path)


def test_files_have_their_types(page: Page) -> None:
    main = page.file(request("main.js"))
    assert (main.body, main.headers["content-type"]) == (b"x" * 5000, TYPES[".js"])
    assert page.file(request("client/rummy_fast.wasm")).headers["content-type"] == TYPES[".wasm"]
    assert page.index(request()).headers["content-type"] == TYPES[".html"]
    assert page.index(request()).body == INDEX


@pytest.mark.parametrize("path", ["nothing", "../page.py", "client", "client/", "/etc/passwd", ""])
def test_nothing_else_is_sent(page: Page, path: str) -> None:
    assert page.file(request(path)).status_code == 404


def test_files_are_packed_for_who_reads_that(page: Page) -> None:
    packed = page.file(request("main.js", accept_encoding="br, gzip"))
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < 500
    assert gzip.decompress(bytes(packed.body)) == b"x" * 5000
    assert "content-encoding" not in page.file(request("main.js")).headers


def test_a_file_that_is_known_is_not_sent_again(page: Page) -> None:
    first = page.file(request("main.js"))
    assert first.headers["cache-control"] == "no-cache"
    again = page.file(request("main.js", if_none_match=f'"x", {first.headers["etag"]}'))
    assert (again.status_code, again.body) == (304, b"")
    assert page.file(request("main.js", if_none_match='"x"')).status_code == 200


def test_a_room_finds_the_files_of_the_page(page: Page) -> None:
    room = page.room(request())
    assert room.body == INDEX.replace(b"<head>", b'<head>\n    <base href="../">')


def policy(response: Response) -> str:
    return response.headers["content-security-policy"]


def test_the_policy_lets_nothing_in(page: Page) -> None:
    for response in (page.index(request()), page.room(request()), page.file(request("main.js"))):
        assert policy(response) == POLICY
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"


def test_without_the_page_there_is_one_that_says_so(tmp_path: Path) -> None:
    page = Page(tmp_path / "missing")
    shown = page.index(request())
    assert policy(shown) == NO_PAGE_POLICY
    text = bytes(shown.body).decode()
    assert "make web" in text
    assert "/ws" in text
    assert "<script" not in text
    assert "http" not in text
    assert page.file(request("index.html")).status_code == 404
