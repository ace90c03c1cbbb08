"""Review a match: what each turn gave away beside the best turn found.

>>> from io import StringIO
>>> import rummy_fast as rf
>>> text = StringIO()
>>> result = rf.Match(["greedy", "greedy"], seed=7, record=text).play()
>>> review = rf.review(rf.Record.parse(text.getvalue()), samples=10)
>>> len(review.turns) == review.turns[-1].turn
True

`docs/review.md` explains the figures; `page` writes them as a page of HTML.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rummy_fast._core import Cancellation, Hand, Play, Rules, Table, Tile
from rummy_fast.arguments import check_count, check_seed
from rummy_fast.record import Record
from rummy_fast.words import wrong_type

SAMPLES = 200
"""The default number of samples."""
FEWEST, MOST = 10, 10_000
"""The least and the most samples."""

LABELS = ("blunder", "mistake", "inaccuracy")
"""What a turn may be called, the gravest first."""


@dataclass(frozen=True)
class TurnReview:
    """A turn and what it was worth."""

    turn: int
    """The number of the turn in the match, from 1."""
    round: int
    """The number of the round, from 1."""
    seat: int
    """The seat, from 0."""
    kind: str
    """`"play"`, `"draw"`, `"pass"`, `"timeout"` or `"forfeit"`."""
    table: Table
    """The table before the turn."""
    hand: Hand
    """The hand before the turn."""
    opened: bool
    """Whether the seat had opened (rule 11)."""
    tiles: tuple[Tile, ...]
    """The tiles played."""
    before: float
    """The chance to win the round before the turn: that of the best turn found."""
    after: float
    """The chance to win the round after the turn."""
    error: float
    """The standard error of the difference."""
    choices: int
    """How many turns were compared; 1 if the seat had no choice."""
    label: str | None
    """`"inaccuracy"`, `"mistake"` or `"blunder"` if the turn gave away significantly much."""
    better_kind: str | None
    """What the better turn is: `"play"`, `"draw"` or `"pass"`; None if none was found."""
    better: Play | None
    """The better turn if it is a play; it knows its `steps`."""

    @property
    def lost(self) -> float:
        """The chance to win that the turn gave away."""
        return self.before - self.after


@dataclass(frozen=True)
class Review:
    """The review of a match."""

    names: tuple[str, ...]
    """The names of the seats."""
    rules: Rules
    """The rules."""
    accuracy: tuple[float | None, ...]
    """How much of its chances each seat kept when it had a choice, 0 to 1; None if it had none."""
    turns: tuple[TurnReview, ...]
    """All turns."""
    samples: int
    """The samples on which turns were compared."""
    seed: int
    """The seed of the samples."""
    hidden: bool
    """Whether the tiles of all hands were used."""
    _fields: dict[str, Any] = field(repr=False, compare=False)

    def __repr__(self) -> str:
        """Show who played, and how many turns are labeled."""
        labeled = sum(turn.label is not None for turn in self.turns)
        return f"<Review of {', '.join(self.names)}; turns: {len(self.turns)}, labeled: {labeled}>"

    def count(self, seat: int, label: str) -> int:
        """Count the turns of a seat with a label."""
        return sum(turn.seat == seat and turn.label == label for turn in self.turns)

    def to_dict(self) -> dict[str, Any]:
        """Convert to a dict for JSON."""
        options = {"samples": self.samples, "seed": self.seed, "hidden": self.hidden}
        return {**options, **self._fields}

    def html(self, *, lang: str | None = "en") -> str:
        """Write the review as a page of HTML that needs nothing else.

        Args:
            lang: The language of its words; the locale's if None.

        Returns:
            The page.

        Raises:
            RummyError: If the language is unknown.
        """
        from rummy_fast.reviews.page import page  # noqa: PLC0415, it imports this module
        from rummy_fast.words import words_for  # noqa: PLC0415, as above

        return page(self, words_for(lang))


def _turn(fields: dict[str, Any], rules: Rules) -> TurnReview:
    table, hand = Table(fields["table"], rules), Hand(fields["hand"], rules)
    better, play = fields["better"], None
    if better is not None and better["kind"] == "play":
        after = Table(better["table"], rules)
        held = list(after.tiles)
        for tile in table.tiles:
            held.remove(tile)
        played = Hand(held, rules)
        points = sum(rules.joker_penalty if one.is_joker else one.value or 0 for one in held)
        play = Play(
            played,
            after,
            points,
            proven=False,
            before=table,
            hand=hand,
            opened=fields["opened"],
            rules=rules,
        )
    return TurnReview(
        **{name: fields[name] for name in ("turn", "round", "seat", "kind", "opened")},
        **{name: fields[name] for name in ("before", "after", "error", "choices", "label")},
        table=table,
        hand=hand,
        tiles=Hand(fields["tiles"], rules).tiles,
        better_kind=better and better["kind"],
        better=play,
    )


def review(
    record: Record,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    hidden: bool = False,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
    cancel: Cancellation | None = None,
) -> Review:
    """Review a match: what each turn gave away beside the best turn found.

    The chances are those of the bot `Search`: it samples the hidden tiles in agreement with what
    the seat had seen, and plays on. The same seed gives the same review, on any number of threads.

    Args:
        record: The record of the match, complete or not.
        samples: The samples on which each turn and the best one found are compared, from 10 to
            10,000. Four times as many halve the errors.
        seed: The seed of the samples, from 0 to 2**64 - 1.
        hidden: Whether to use the tiles of all hands, which the seats could not see.
        threads: The number of threads, from 1 to 1024.
        progress: Called with the number of turns that are done.
        cancel: A `Cancellation` that stops the review from another thread; None means none.

    Returns:
        The review.

    Raises:
        RummyError: If a number is out of range.
        SearchCancelledError: If a `Cancellation` stopped the review.
        TypeError: If an argument is of the wrong type.
    """
    if not isinstance(record, Record):
        raise wrong_type("record", "a Record", record)
    if not isinstance(hidden, bool):
        raise wrong_type("hidden", "True or False", hidden)
    samples = check_count("samples", samples, FEWEST, MOST)
    seed = check_seed(seed)
    threads = check_count("threads", threads, 1, 1024)
    text = record._verified.review(  # noqa: SLF001, a part of the package
        samples, seed, threads, hidden=hidden, progress=progress, cancel=cancel
    )
    fields = json.loads(text)
    names = record.names
    return Review(
        names,
        record.rules,
        tuple(fields["accuracy"]),
        tuple(_turn(one, record.rules) for one in fields["turns"]),
        samples,
        seed,
        hidden,
        fields,
    )
