"""Open rounds, with a secret token for each seat.

Only its token names a seat: there are no round numbers to try, and every unknown token gets the
same error. Only the thread that reads messages uses this module, so turns happen in the order of
their requests.
"""

import secrets
from typing import Final, NamedTuple

import rummy_fast as rf
from rummy_fast.engine.errors import RefusalError

TOKEN_BYTES: Final = 24
"""The random bytes of a token: 192 bits."""
SEED_BITS: Final = 64


class OpenRound(NamedTuple):
    """A round and its tokens."""

    round: rf.Round
    host: str
    tokens: tuple[str, ...]


class Seat(NamedTuple):
    """A seat of a round."""

    round: rf.Round
    number: int


class Rounds:
    """All open rounds."""

    def __init__(self, most: int) -> None:
        """Start without rounds.

        Args:
            most: The most rounds open at once.
        """
        self.most = most
        self._hosts: dict[str, OpenRound] = {}
        self._seats: dict[str, Seat] = {}

    def __len__(self) -> int:
        """Count the open rounds."""
        return len(self._hosts)

    def deal(
        self, seats: int, rules: rf.Rules | None, seed: int | None, starter: int | None
    ) -> OpenRound:
        """Deal a round.

        Args:
            seats: The number of seats.
            rules: The rules; `schmidt` if None.
            seed: The seed of the deal; random if None.
            starter: The seat that plays first; random if None.

        Returns:
            The round with its tokens.

        Raises:
            RefusalError: If too many rounds are open.
            RummyError: If such a round cannot be dealt.
        """
        if len(self) >= self.most:
            message = f"{self.most} rounds are open, the most allowed: close one first"
            raise RefusalError("too_many_rounds", message)
        drawn = secrets.randbits(SEED_BITS) if seed is None else seed
        dealt = rf.Round.deal(seats, seed=drawn, rules=rules, starter=starter)
        tokens = tuple(secrets.token_urlsafe(TOKEN_BYTES) for _ in range(dealt.seats))
        opened = OpenRound(dealt, secrets.token_urlsafe(TOKEN_BYTES), tokens)
        self._hosts[opened.host] = opened
        self._seats |= {token: Seat(dealt, number) for number, token in enumerate(tokens)}
        return opened

    def seat(self, token: str) -> Seat:
        """Find the seat of a token.

        Args:
            token: The token of a seat.

        Returns:
            The seat.

        Raises:
            RefusalError: If no seat has this token.
        """
        seat = self._seats.get(token)
        if seat is None:
            raise RefusalError("unknown_token", "no seat of an open round has this token")
        return seat

    def hosted(self, host: str) -> OpenRound:
        """Find the round of a host.

        Args:
            host: The token of a host.

        Returns:
            The round.

        Raises:
            RefusalError: If no host has this token.
        """
        opened = self._hosts.get(host)
        if opened is None:
            raise RefusalError("unknown_token", "no host of an open round has this token")
        return opened

    def close(self, host: str) -> None:
        """Remove a round and its tokens.

        Args:
            host: The token of its host.

        Raises:
            RefusalError: If no host has this token.
        """
        opened = self.hosted(host)
        del self._hosts[host]
        for token in opened.tokens:
            del self._seats[token]
