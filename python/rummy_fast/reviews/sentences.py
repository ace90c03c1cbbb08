"""What a review says, for the page and the terminal."""

from rummy_fast.reviews import Review, TurnReview
from rummy_fast.words import N_, Words

LAPSES = {
    "blunder": N_("Turn {turn}, {name}: blunder, {before} to {after}."),
    "mistake": N_("Turn {turn}, {name}: mistake, {before} to {after}."),
    "inaccuracy": N_("Turn {turn}, {name}: inaccuracy, {before} to {after}."),
}
"""What a turn with each label is called."""


def percent(words: Words, share: float, decimals: int = 0) -> str:
    """Write a share in percent."""
    return words.gettext("{number} %", number=words.number(100 * share, decimals))


def called(review: Review) -> list[str]:
    """Add the seats to their names: bots may have the same name."""
    return [f"{name} ({seat})" for seat, name in enumerate(review.names)]


def lapse(words: Words, review: Review, turn: TurnReview) -> str:
    """Say what a labeled turn gave away."""
    values = {
        "turn": turn.turn,
        "name": called(review)[turn.seat],
        "before": percent(words, turn.before),
        "after": percent(words, turn.after),
    }
    return words.gettext(LAPSES[str(turn.label)], **values)


def better(words: Words, turn: TurnReview) -> str:
    """Say what would have been better than a labeled turn."""
    if turn.better is not None:
        tiles = " ".join(map(str, turn.better.tiles))
        return words.gettext("Better: play {tiles}.", tiles=tiles)
    if turn.better_kind == "draw":
        return words.gettext("Better: draw a tile.")
    return words.gettext("Better: pass.")


def did(words: Words, review: Review, turn: TurnReview) -> str:
    """Say what the seat did."""
    name = called(review)[turn.seat]
    if turn.tiles:
        tiles = " ".join(map(str, turn.tiles))
        return words.gettext("{name} plays {tiles}.", name=name, tiles=tiles)
    if turn.kind == "pass":
        return words.gettext("{name} passes.", name=name)
    return words.gettext("{name} draws a tile.", name=name)
