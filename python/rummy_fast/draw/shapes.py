"""The shapes on tiles: marks of colors, jokers and moves, as SVG paths around (0, 0).

A color's mark fills about the square from -1 to 1 and can be recognized by its outline alone.
"""

from typing import Final

from rummy_fast.draw.scene import Mark

MARKS: Final = {
    "r": "M0-1A1 1 0 1 0 0 1 1 1 0 1 0 0-1Z",
    "y": "M0-1.02 1.08 .86H-1.08Z",
    "g": "M-.88-.88H.88V.88H-.88Z",
    "b": "M0-1.14 .94 0 0 1.14-.94 0Z",
    "k": "M-.95-.47-.47-.95 0-.48 .47-.95 .95-.47 .48 0 .95 .47 .47 .95 0 .48-.47 .95-.95 .47"
    "-.48 0Z",
    "o": "M.42-1A1.02 1.02 0 1 0 .42 1 1.25 1.25 0 0 1 .42-1Z",
    "p": "M0 .98C-.5 .55-1.08 .1-1.08-.4-1.08-.78-.8-.98-.54-.98-.3-.98-.1-.84 0-.62 .1-.84 .3-.98"
    " .54-.98 .8-.98 1.08-.78 1.08-.4 1.08 .1 .5 .55 0 .98Z",
    "w": "M0-1A1 1 0 1 0 0 1 1 1 0 1 0 0-1ZM0-.5A.5 .5 0 1 1 0 .5 .5 .5 0 1 1 0-.5Z",
}
"""Disc, triangle, square, diamond, cross, moon, heart and ring, by the letter of the color."""

STAR: Final = "M0-1.08 .29-.34 1.05-.31 .45 .17 .66 .92 0 .48-.66 .92-.45 .17-1.05-.31-.29-.34Z"
"""The mark of a joker."""

SIGNS: Final[dict[Mark, str]] = {
    "played": "M-.5 0H.5M0-.5V.5",
    "moved": "M-.52 0H.48M.12-.36 .5 0 .12 .36",
    "freed": "M-.48-.22H.42M.2-.5 .48-.22M.48 .24H-.42M-.2 .52-.48 .24",
}
"""Plus, arrow, and arrows both ways, for the badge of a tile that a turn moves."""
