"""A policy as a bot, so that what was trained here plays in a match or an arena."""

from collections.abc import Callable
from typing import SupportsIndex

from rummy_fast._core import Turn, View
from rummy_fast.env.choices import CANDIDATES, check_candidates, choices
from rummy_fast.env.encoding import Observation, encoding

Policy = Callable[[Observation], SupportsIndex]
"""Picks a legal action."""


class PolicyBot:
    """A bot that does what a policy says; it sees what a seat of the environment observes.

    Args:
        policy: Picks a legal action for an observation. To be a fair bot it should draw no chance
            but from a seed.
        candidates: How many plays are listed at most, as the policy was trained.
        name: What the bot is called.

    Raises:
        RummyError: If `candidates` is out of range.
        TypeError: If it is no whole number.
    """

    def __init__(
        self, policy: Policy, candidates: int = CANDIDATES, *, name: str = "policy"
    ) -> None:
        """Keep the policy."""
        self._policy = policy
        self._candidates = check_candidates(candidates)
        self._name = name

    @property
    def name(self) -> str:
        """What it is called."""
        return self._name

    def choose(self, view: View, limit: float | None = None) -> Turn:
        """Decide a turn.

        Args:
            view: What the bot sees; it must be its turn.
            limit: Not looked at: the policy takes the time it takes.

        Returns:
            The turn.

        Raises:
            RummyError: If it is not the turn of this seat, or the policy picks an action that is
                not legal.
            TypeError: If the policy picks what is no whole number.
        """
        del limit
        listed = choices(view, self._candidates)
        how = encoding(view.rules, view.seats, self._candidates)
        return listed.turn(self._policy(how.encode(listed)))
