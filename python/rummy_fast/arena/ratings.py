"""Ratings of bots that have met, by the model of Plackett and Luce (Weng and Lin, 2011)."""

from collections.abc import Iterable

from rummy_fast.arena.job import DealPlayed


def rate(bots: int, played: Iterable[DealPlayed]) -> list[tuple[float, float]]:
    """Rate bots, round by round.

    A bot that sits in several seats of a round learns from each.

    Args:
        bots: How many there are.
        played: The deals; ratings depend on their order.

    Returns:
        For each bot its rating, 25 at first, and how unsure it is, 8.3 at first.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415, of an extra

    # The bots do not change, so nothing is forgotten.
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
