"""Bar charts on a logarithmic scale as small SVGs, the same for the same figures."""

import math
from html import escape
from typing import Final, NamedTuple

BLUE: Final = "#56b4e9"
ORANGE: Final = "#e69f00"
GREEN: Final = "#2fbf9b"

WIDTH: Final = 760
MARGIN: Final = 20
GAP: Final = 8
"""Between two rows."""


class Bar(NamedTuple):
    """One bar."""

    value: float
    color: str
    text: str = ""
    """Written after the bar."""


class Row(NamedTuple):
    """The bars of one label; without bars, a heading."""

    label: str
    bars: tuple[Bar, ...] = ()


class Scale(NamedTuple):
    """The horizontal scale: its ticks with their texts, and the space before and after it."""

    ticks: dict[float, str]
    left: int
    right: int

    def at(self, value: float) -> float:
        """Place a value, in pixels."""
        first, last = math.log(min(self.ticks)), math.log(max(self.ticks))
        part = (math.log(value) - first) / (last - first)
        return self.left + part * (WIDTH - self.right - self.left)


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}"{more}>{escape(text)}</text>'


def draw(
    title: str,
    rows: list[Row],
    scale: Scale,
    *,
    height: int,
    legend: tuple[tuple[str, str], ...] = (),
) -> str:
    """Draw a chart.

    Args:
        title: Its first line, and its name for screen readers.
        rows: From top to bottom.
        scale: The scale of the values.
        height: Height of a bar in pixels.
        legend: Colors and what they mean.

    Returns:
        The SVG, with its own dark background and the figures as its description.
    """
    parts: list[str] = []
    sentences: list[str] = []
    y = 42.0
    x = float(MARGIN)
    for color, meaning in legend:
        parts.append(f'<rect x="{x:.0f}" y="{y - 2:.0f}" width="12" height="12" fill="{color}"/>')
        parts.append(_text(x + 18, y + 9, meaning))
        x += 40 + 7 * len(meaning)
    y += 28 if legend else 0
    top = y
    for label, bars in rows:
        if not bars:
            parts.append(_text(MARGIN, y + 18, label, ' font-weight="600"'))
            y += 26
            continue
        middle = y + height * len(bars) / 2 + 5
        parts.append(_text(scale.left - 10, middle, label, ' text-anchor="end"'))
        for value, color, text in bars:
            width = max(scale.at(value) - scale.left, 1)
            parts.append(
                f'<rect x="{scale.left}" y="{y:.0f}" width="{width:.0f}" height="{height}" '
                f'fill="{color}"/>'
            )
            if text:
                parts.append(_text(scale.left + width + 8, y + height / 2 + 5, text))
            y += height
        y += GAP
        sentences.append(f"{label}: {', '.join(bar.text or f'{bar.value:g}' for bar in bars)}.")
    lines = "".join(
        f'<path d="M{scale.at(tick):.0f} {top:.0f}V{y:.0f}" stroke="#555" stroke-width="1"/>'
        + _text(scale.at(tick), y + 18, text, ' text-anchor="middle"')
        for tick, text in scale.ticks.items()
    )
    y += 34
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y:.0f}" role="img" '
        f'aria-label="{escape(title)}">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(' '.join(sentences))}</desc>\n"
        f'<rect width="{WIDTH}" height="{y:.0f}" rx="8" fill="#20252b"/>\n'
        '<g font-family="system-ui, sans-serif" font-size="14" fill="#f2f2f2">\n'
        f"{_text(MARGIN, 26, title)}\n{lines}\n" + "\n".join(parts) + "\n</g>\n</svg>\n"
    )
