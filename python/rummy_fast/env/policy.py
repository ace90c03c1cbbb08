"""A policy as a bot, so that a trained policy can play in a match or an arena."""

from collections.abc import Callable
from typing import SupportsIndex

from rummy_fast._core import Turn, View
from rummy_fast.env.choices import CANDIDATES, check_candidates, choices
from rummy_fast.env.encoding import Observation, encoding

Policy = Callable[[Observation], SupportsIndex]
"""Picks a legal action."""


class PolicyBot:
    """A bot that follows a policy, which observes what a seat of the environment observes.

    Args:
        policy: Picks a legal action for an observation. Any randomness should come from a seed, so
            that matches can be reproduced.
        candidates: The most plays to list, as in training.
        name: The bot's name.

    Raises:
        RummyError: If `candidates` is out of range.
        TypeError: If it is not a whole number.
    """

    def __init__(
        self, policy: Policy, candidates: int = CANDIDATES, *, name: str = "policy"
    ) -> None:
        """Store the policy."""
        self._policy = policy
        self._candidates = check_candidates(candidates)
        self._name = name

    @property
    def name(self) -> str:
        """The bot's name."""
        return self._name

    def choose(self, view: View, limit: float | None = None) -> Turn:
        """Decide a turn.

        Args:
            view: What the bot sees; it must be its turn.
            limit: Ignored: a policy cannot be stopped.

        Returns:
            The turn.

        Raises:
            RummyError: If it is not this seat's turn, or the policy picks an illegal action.
            TypeError: If the policy does not return a whole number.
        """
        del limit
        listed = choices(view, self._candidates)
        encoder = encoding(view.rules, view.seats, self._candidates)
        return listed.turn(self._policy(encoder.encode(listed)))
