"""Ratings of bots by the Plackett-Luce model (Weng and Lin, 2011), as openskill computes them."""

from collections.abc import Iterable

from rummy_fast.arena.job import DealPlayed


def rate(bots: int, played: Iterable[DealPlayed]) -> list[tuple[float, float]]:
    """Rate bots, round by round.

    A bot that sits in several seats of a round is updated once for each.

    Args:
        bots: The number of bots.
        played: The deals; ratings depend on their order.

    Returns:
        For each bot its rating, initially 25, and its standard deviation, initially 8.3.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415, only in the extra

    # Bots do not change, so old results count as much as new ones.
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(bots)]
    for deal in played:
        for one in deal.rounds:
            ranks = [float(seat not in one.winners) for seat in range(len(one.seating))]
            teams = [[model.rating(ratings[bot].mu, ratings[bot].sigma)] for bot in one.seating]
            after = model.rate(teams, ranks=ranks)
            before = {bot: (ratings[bot].mu, ratings[bot].sigma) for bot in deal.pair}
            for bot, (new,) in zip(one.seating, after, strict=True):
                mu, sigma = before[bot]
                ratings[bot].mu += new.mu - mu
                ratings[bot].sigma *= new.sigma / sigma
    return [(rating.mu, rating.sigma) for rating in ratings]
