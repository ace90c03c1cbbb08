"""The colors of the tiles: distinct under color blindness, with legible print on them."""

import math
import re
from itertools import combinations, product
from pathlib import Path

import pytest
import rummy_fast as rf
from rummy_fast.draw import ansi
from rummy_fast.draw.shapes import MARKS
from rummy_fast.palette import BOX, INKS, JOKER, LETTERS, SCHEMES, Ink, channels, ink, inks

Color = tuple[float, ...]

SIGHTS: dict[str, tuple[Color, Color, Color]] = {
    "full color vision": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Simulation matrices on linear sRGB, severity 1.0: Machado, Oliveira and Fernandes, A
Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE Transactions on
Visualization and Computer Graphics 15 (2009),
https://www.inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation/"""

APART = 15
"""The least distance in CIELAB (1976) between two colors; 2.3 is just noticeable."""
GROUNDS = {letter: one.ground for letter, one in INKS.items()} | {"J": JOKER.ground}
PAIRS = [pair for pair in combinations(GROUNDS, 2) if pair != ("w", "J")]
"""White tiles and jokers differ in what is printed on them."""
LEGIBLE = 4.5
"""The least contrast of print and background (WCAG 2.2, 1.4.3)."""


def linear(color: str) -> Color:
    """Convert to linear sRGB (IEC 61966-2-1), each from 0 to 1."""
    parts = (part / 255 for part in channels(color))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def times(matrix: tuple[Color, Color, Color], color: Color) -> Color:
    return tuple(sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)


def lab(color: Color) -> Color:
    """Convert to CIELAB under D65."""
    to_xyz = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    white = (0.95047, 1, 1.08883)
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (a / b for a, b in zip(times(to_xyz, color), white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str, sight: str) -> float:
    """The distance of two colors for a kind of color vision."""
    seen = [
        lab(tuple(min(1, max(0, part)) for part in times(SIGHTS[sight], linear(color))))
        for color in (one, other)
    ]
    return math.dist(*seen)


def luminance(color: str) -> float:
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def shown(number: int) -> str:
    """The color of a number in a terminal's 256-color palette."""
    colors = list(product(ansi.LEVELS, repeat=3)) + [(gray, gray, gray) for gray in ansi.GRAYS]
    return "#" + bytes(colors[number - 16]).hex()


def test_the_measure_finds_colors_that_some_people_confuse() -> None:
    assert apart("#000000", "#ffffff", "full color vision") == pytest.approx(100, abs=0.01)
    assert apart("#d55e00", "#8c8000", "full color vision") > 40
    assert apart("#d55e00", "#8c8000", "deuteranopia") < APART
    assert apart("#0072b2", "#007f86", "full color vision") > APART
    assert apart("#0072b2", "#007f86", "tritanopia") < APART


@pytest.mark.parametrize("sight", SIGHTS)
def test_all_colors_are_distinct(sight: str) -> None:
    assert len(PAIRS) == 35
    for one, other in PAIRS:
        assert apart(GROUNDS[one], GROUNDS[other], sight) > APART, (one, other)


@pytest.mark.parametrize("sight", SIGHTS)
def test_all_colors_are_distinct_in_a_terminal(sight: str) -> None:
    near = {letter: shown(ansi.nearest(ground)) for letter, ground in GROUNDS.items()}
    for one, other in PAIRS:
        assert apart(near[one], near[other], sight) > APART, (one, other)


@pytest.mark.parametrize("letter", [*INKS, "J"])
def test_the_print_is_legible(letter: str) -> None:
    printed = JOKER if letter == "J" else INKS[letter]
    assert contrast(printed.ground, printed.print) > LEGIBLE
    ground, on_it = shown(ansi.nearest(printed.ground)), shown(ansi.nearest(printed.print))
    assert contrast(ground, on_it) > LEGIBLE


@pytest.mark.parametrize("letter", BOX)
def test_the_print_is_legible_on_the_colors_of_the_box(letter: str) -> None:
    printed = BOX[letter]
    assert contrast(printed.ground, printed.print) > LEGIBLE
    ground, on_it = shown(ansi.nearest(printed.ground)), shown(ansi.nearest(printed.print))
    assert contrast(ground, on_it) > LEGIBLE


def test_red_is_red_and_orange_is_orange() -> None:
    levels = {letter: channels(BOX[letter].ground) for letter in "rgbo"}
    for place, letter in enumerate("rgb"):
        others = [level for at, level in enumerate(levels[letter]) if at != place]
        assert levels[letter][place] > 1.5 * max(others), letter
    red, green, blue = levels["o"]
    assert red > green > blue
    assert green > 100 > max(levels["r"][1:])


def test_the_environment_chooses_the_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUMMY_FAST_COLORS", raising=False)
    assert inks() is BOX
    for name, scheme in SCHEMES.items():
        monkeypatch.setenv("RUMMY_FAST_COLORS", name)
        assert inks() is scheme
        assert ink(rf.Tile("r6")) == scheme["r"]
        assert list(scheme) == list(LETTERS)
    monkeypatch.setenv("RUMMY_FAST_COLORS", "pink")
    with pytest.raises(rf.RummyError, match="pink: the colors are box, okabe-ito"):
        inks()


def test_every_color_of_a_deck_has_an_ink_and_a_mark() -> None:
    rules = rf.Rules(colors=8)
    for letter in "rygbkopw":
        assert isinstance(ink(rf.Tile(f"{letter}1", rules)), Ink)
    assert ink(rf.Tile("J")) == JOKER
    assert LETTERS == "rygbkopw"
    assert list(MARKS) == list(INKS)
    assert len(set(MARKS.values())) == 8


def test_the_page_has_the_colors_of_the_box() -> None:
    script = Path(__file__).parents[1] / "web/page/draw.js"
    found = re.findall(
        r'^  ([a-z]): \["(#\w+)", "(#\w+)"\],$', script.read_text("utf-8"), re.MULTILINE
    )
    assert {letter: Ink(*colors) for letter, *colors in found} == BOX


def test_colors_are_defined_in_one_place() -> None:
    package = Path(rf.__file__).parent
    files = [path for path in package.rglob("*.py") if path.name != "palette.py"]
    assert len(files) > 60
    for path in files:
        code = path.read_text("utf-8").lower()
        grounds = [one.ground for scheme in SCHEMES.values() for one in scheme.values()]
        assert not [ground for ground in grounds if ground in code], path
