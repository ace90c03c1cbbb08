"""A review as a page of HTML that needs nothing else."""

from typing import Final
from xml.etree.ElementTree import Element, fromstring, tostring

from rummy_fast import draw
from rummy_fast.draw.xml import add, node, number
from rummy_fast.palette import INKS
from rummy_fast.reviews import LABELS, Review, TurnReview
from rummy_fast.reviews.sentences import better, called, did, lapse, percent
from rummy_fast.words import Words

WIDTH, HEIGHT = 720.0, 240.0
"""The size of a chart."""
LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 10.0, 26.0
"""What is beside its lines."""

LINES: Final = ("b", "r", "g", "p", "o", "k", "y", "w")
"""The colors of the seats' lines, as letters of the palette."""
DASHES: Final = ("", "7 4", "2 3", "9 3 2 3")

STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
table { border-collapse: collapse; }
td, th { padding: 0.1rem 0.7rem; text-align: right; }
td:first-child, th:first-child { text-align: left; }
thead th { border-bottom: 1px solid; }
svg { height: auto; max-width: 100%; }
.wide { overflow-x: auto; }
.blunder, .mistake, .inaccuracy { font-weight: bold; }
section { border-top: 1px solid #8888; margin-top: 1.5rem; }
"""


def page(review: Review, words: Words) -> str:
    """Write a review as a page of HTML.

    Args:
        review: The review.
        words: The language.

    Returns:
        The page.
    """
    _ = words.gettext
    title = _("Review: {names}", names=", ".join(review.names))
    root = node("html", lang=words.language)
    head = add(root, "head")
    add(head, "meta", charset="utf-8")
    add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    add(head, "title", title)
    add(head, "style", STYLE)
    body = add(root, "body")
    add(body, "h1", title)
    _add_seats(body, review, words)
    add(body, "p", _how(review, words))
    for round_number in sorted({turn.round for turn in review.turns}):
        _add_round(body, review, round_number, words)
    return "<!doctype html>\n" + _written(root)


def _how(review: Review, words: Words) -> str:
    if review.hidden:
        return words.gettext(
            "The chances are estimates that know the tiles of all hands, but not the pool."
        )
    return words.gettext("The chances are estimates from what each seat could see at its turn.")


def _row(parent: Element, tag: str, cells: list[str]) -> None:
    row = add(parent, "tr")
    for cell in cells:
        add(row, tag, cell)


def _add_seats(body: Element, review: Review, words: Words) -> None:
    """Add the accuracy of each seat."""
    _ = words.gettext
    table = add(body, "table")
    labels = {"blunder": _("blunders"), "mistake": _("mistakes"), "inaccuracy": _("inaccuracies")}
    names = [_("player"), _("accuracy"), *(labels[label] for label in LABELS)]
    _row(add(table, "thead"), "th", names)
    rows = add(table, "tbody")
    for seat, name in enumerate(called(review)):
        kept = review.accuracy[seat]
        counts = [str(review.count(seat, label)) for label in LABELS]
        _row(rows, "td", [name, "-" if kept is None else percent(words, kept, 1), *counts])


def _add_round(body: Element, review: Review, number_of_round: int, words: Words) -> None:
    _ = words.gettext
    turns = [turn for turn in review.turns if turn.round == number_of_round]
    part = add(body, "section")
    add(part, "h2", _("Round {round}", round=number_of_round))
    part.append(_chart(review, turns, words))
    labeled = [turn for turn in turns if turn.label is not None]
    if not labeled:
        add(part, "p", _("No turn gave away significantly much."))
    for turn in labeled:
        _add_lapse(part, review, turn, words)
    details = add(part, "details")
    add(details, "summary", _("All turns"))
    table = add(add(details, "div", class_="wide"), "table")
    names = [_("turn"), _("player"), _("chance before"), _("chance after"), _("given away")]
    _row(add(table, "thead"), "th", names)
    rows = add(table, "tbody")
    for turn in turns:
        chances = [percent(words, turn.before, 1), percent(words, turn.after, 1)]
        lost = percent(words, turn.lost, 1) + " ± " + percent(words, turn.error, 1)
        player = called(review)[turn.seat]
        _row(rows, "td", [str(turn.turn), player, *chances, lost if turn.choices > 1 else "-"])


def _add_lapse(part: Element, review: Review, turn: TurnReview, words: Words) -> None:
    """Add a turn that gave away much, and the better one."""
    add(part, "h3", lapse(words, review, turn), class_=str(turn.label))
    add(part, "p", did(words, review, turn) + " " + better(words, turn))
    if turn.better is None:
        part.append(_picture(draw.hand(turn.hand, rules=review.rules, lang=words.language)))
        return
    part.append(_picture(draw.play(turn.better, lang=words.language)))
    steps = add(part, "ol")
    for step in turn.better.steps():
        add(steps, "li", words.translate(step))


def _picture(svg: str) -> Element:
    """A picture as an element of the page."""
    part = node("div", class_="wide")
    picture = fromstring(svg)  # noqa: S314, our own picture
    for one in picture.iter():
        # HTML knows SVG without its namespace.
        one.tag = one.tag.rpartition("}")[2]
    part.append(picture)
    return part


def _chart(review: Review, turns: list[TurnReview], words: Words) -> Element:
    """Draw the chance of each seat after its turns."""
    _ = words.gettext
    title = _("Chance to win after each turn")
    figure = node("figure")
    chart = add(
        figure,
        "svg",
        viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
        role="img",
        fill="none",
        stroke="currentColor",
        font_size="12",
    )
    add(chart, "title", title)
    first, last = turns[0].turn, max(turns[-1].turn, turns[0].turn + 1)

    def point(turn: int, chance: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (turn - first) / (last - first)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)

    for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
        (x, y), (end, _y) = point(first, chance), point(last, chance)
        add(chart, "line", x1=x, y1=y, x2=end, y2=y, stroke_opacity="0.25")
        _label(chart, percent(words, chance), x - 6, y + 4, "end")
    for edge in (first, last):
        x, y = point(edge, 0.0)
        _label(chart, str(edge), x, y + 18, "middle")
    legend = add(figure, "figcaption", title + ": ")
    names = called(review)
    for seat, name in enumerate(names):
        own = [turn for turn in turns if turn.seat == seat]
        color = INKS[LINES[seat % len(LINES)]].ground
        dash = DASHES[seat % len(DASHES)]
        places = [point(turn.turn, turn.after) for turn in own]
        line = " ".join(f"{number(x)},{number(y)}" for x, y in places)
        add(chart, "polyline", points=line, stroke=color, stroke_width=2.5, stroke_dasharray=dash)
        for turn in own:
            if turn.label is not None:
                x, y = point(turn.turn, turn.after)
                spot = add(chart, "circle", cx=x, cy=y, r=5.0, fill=color)
                add(spot, "title", lapse(words, review, turn))
        sample = add(legend, "svg", viewBox="0 0 36 8", width=36.0, height=8.0)
        add(sample, "path", d="M0 4H36", stroke=color, stroke_width=2.5, stroke_dasharray=dash)
        sample.tail = f" {name}" + ("" if seat + 1 == len(names) else ", ")
    return figure


def _label(chart: Element, text: str, x: float, y: float, anchor: str) -> None:
    add(chart, "text", text, x=x, y=y, text_anchor=anchor, fill="currentColor", stroke="none")


def _written(root: Element) -> str:
    return tostring(root, encoding="unicode", method="html") + "\n"
