"""Elements of SVG. What a caller gives is escaped; numbers are written the same everywhere."""

import re
from xml.etree.ElementTree import Element, SubElement, tostring

UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no place for, such as control characters and half characters."""


def clean(text: str) -> str:
    """A text with what XML cannot hold replaced."""
    return UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def number(value: float) -> str:
    """A number to two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def attributes(given: dict[str, str | float]) -> dict[str, str]:
    """Attributes by their names in SVG: `stroke_width` is `stroke-width`."""
    return {
        name.rstrip("_").replace("_", "-"): clean(value)
        if isinstance(value, str)
        else number(value)
        for name, value in given.items()
    }


def node(tag: str, /, **given: str | float) -> Element:
    """An element."""
    return Element(tag, attributes(given))


def add(parent: Element, tag: str, text: str = "", /, **given: str | float) -> Element:
    """Add an element to another.

    Args:
        parent: The other.
        tag: What it is.
        text: What it says.
        given: Its attributes.

    Returns:
        The element.
    """
    child = SubElement(parent, tag, attributes(given))
    child.text = clean(text) or None
    return child


def written(root: Element) -> str:
    """A document as text."""
    return tostring(root, encoding="unicode") + "\n"
