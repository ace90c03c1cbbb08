"""Reads a picture back: which cards are on it, where, and how they are marked."""

from collections import Counter
from typing import NamedTuple
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


class Card(NamedTuple):
    """A card of a picture."""

    word: str
    key: int
    mark: str | None


def document(text: str) -> ET.Element:
    """The root of an SVG document of ours."""
    root = ET.fromstring(text)  # noqa: S314
    assert root.tag == f"{SVG}svg"
    return root


class Seen:
    """A picture that was read back.

    Attributes:
        root: The document.
        parts: For each part its melds, as they are written, with their cards.
    """

    def __init__(self, text: str) -> None:
        """Read a document."""
        self.root = document(text)
        self.parts: dict[str, list[tuple[str, list[Card]]]] = {}
        for part in self.root.iterfind(f".//{SVG}g[@data-part]"):
            melds = [
                (
                    meld.attrib["data-meld"],
                    [_card(card) for card in meld if card.get("data-card")],
                )
                for meld in part.iterfind(f"{SVG}g[@data-meld]")
            ]
            self.parts[part.attrib["data-part"]] = melds
        everywhere = self.root.findall(".//*[@data-card]")
        assert len(everywhere) == sum(len(self.cards(name)) for name in self.parts)

    def cards(self, *names: str) -> list[Card]:
        """All cards of some parts."""
        return [card for name in names for _, cards in self.parts[name] for card in cards]

    def words(self, *names: str) -> Counter[str]:
        """All cards of some parts as they are written."""
        return Counter(card.word for card in self.cards(*names))

    def told(self, tag: str) -> str:
        """The text of the document's title or description."""
        found = self.root.find(f"{SVG}{tag}")
        assert found is not None
        return found.text or ""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return float(self.root.attrib["width"]), float(self.root.attrib["height"])


def _card(element: ET.Element) -> Card:
    get = element.attrib
    return Card(get["data-card"], int(get["data-key"]), get.get("data-mark"))
