"""Reads a picture back: which tiles it shows, where, and with which marks."""

from collections import Counter
from typing import NamedTuple
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


class Tile(NamedTuple):
    """A tile in a picture."""

    word: str
    key: int
    mark: str | None


def document(text: str) -> ET.Element:
    """Parse an SVG document."""
    root = ET.fromstring(text)  # noqa: S314
    assert root.tag == f"{SVG}svg"
    return root


class Seen:
    """A picture that was read back.

    Attributes:
        root: The document.
        parts: For each part, the texts of its melds with their tiles.
    """

    def __init__(self, text: str) -> None:
        """Read a document."""
        self.root = document(text)
        self.parts: dict[str, list[tuple[str, list[Tile]]]] = {}
        for part in self.root.iterfind(f".//{SVG}g[@data-part]"):
            melds = [
                (
                    meld.attrib["data-meld"],
                    [_tile(tile) for tile in meld if tile.get("data-tile")],
                )
                for meld in part.iterfind(f"{SVG}g[@data-meld]")
            ]
            self.parts[part.attrib["data-part"]] = melds
        everywhere = self.root.findall(".//*[@data-tile]")
        assert len(everywhere) == sum(len(self.tiles(name)) for name in self.parts)

    def tiles(self, *names: str) -> list[Tile]:
        """All tiles of some parts."""
        return [tile for name in names for _, tiles in self.parts[name] for tile in tiles]

    def words(self, *names: str) -> Counter[str]:
        """All tiles of some parts as text."""
        return Counter(tile.word for tile in self.tiles(*names))

    def text_of(self, tag: str) -> str:
        """The document's title or description."""
        found = self.root.find(f"{SVG}{tag}")
        assert found is not None
        return found.text or ""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return float(self.root.attrib["width"]), float(self.root.attrib["height"])


def _tile(element: ET.Element) -> Tile:
    get = element.attrib
    return Tile(get["data-tile"], int(get["data-key"]), get.get("data-mark"))
