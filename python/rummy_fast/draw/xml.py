"""SVG elements: text is escaped, and numbers are formatted the same on every platform."""

import re
from xml.etree.ElementTree import Element, SubElement, tostring

UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, such as control characters and lone surrogates."""


def clean(text: str) -> str:
    """Replace what XML cannot hold."""
    return UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def number(value: float) -> str:
    """Format a number, rounded to two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def attributes(given: dict[str, str | float]) -> dict[str, str]:
    """Turn keyword arguments into SVG attributes: `stroke_width` becomes `stroke-width`."""
    return {
        name.rstrip("_").replace("_", "-"): clean(value)
        if isinstance(value, str)
        else number(value)
        for name, value in given.items()
    }


def node(tag: str, /, **given: str | float) -> Element:
    """Create an element."""
    return Element(tag, attributes(given))


def add(parent: Element, tag: str, text: str = "", /, **given: str | float) -> Element:
    """Append a child to an element.

    Args:
        parent: The element.
        tag: The child's tag.
        text: The child's text.
        given: The child's attributes.

    Returns:
        The child.
    """
    child = SubElement(parent, tag, attributes(given))
    child.text = clean(text) or None
    return child


def written(root: Element) -> str:
    """Serialize a document."""
    return tostring(root, encoding="unicode") + "\n"
