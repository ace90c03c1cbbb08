"""Open rounds, each seat behind a token of its own.

A token is all there is to name a seat with: there is no number of a round that could be tried, and
a token that opens nothing is refused in the same words whatever it is. Nothing here is shared
between threads; the one that reads messages makes all turns, so they come in the order asked for.
"""

import secrets
from typing import Final, NamedTuple

import rummy_fast as rf
from rummy_fast.engine.errors import RefusalError

TOKEN_BYTES: Final = 24
"""Random bytes of a token: 192 bits, which nobody guesses."""
SEED_BITS: Final = 64


class OpenRound(NamedTuple):
    """A round and the tokens that reach it."""

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
        """Begin with none.

        Args:
            most: How many may be open at once.
        """
        self.most = most
        self._hosts: dict[str, OpenRound] = {}
        self._seats: dict[str, Seat] = {}

    def __len__(self) -> int:
        """How many are open."""
        return len(self._hosts)

    def deal(
        self, seats: int, rules: rf.Rules | None, seed: int | None, starter: int | None
    ) -> OpenRound:
        """Deal a round.

        Args:
            seats: How many play.
            rules: The rules; `schmidt` if None.
            seed: Of the deal; drawn if None.
            starter: The seat that begins; drawn at random if None.

        Returns:
            The round with its tokens.

        Raises:
            RefusalError: If too many are open.
            RummyError: If there is no such deal.
        """
        if len(self) >= self.most:
            message = f"{self.most} rounds are open, which is the most: close one first"
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
            token: That of a seat.

        Returns:
            The seat.

        Raises:
            RefusalError: If it is none.
        """
        seat = self._seats.get(token)
        if seat is None:
            raise RefusalError("unknown_token", "this token opens no seat of an open round")
        return seat

    def hosted(self, host: str) -> OpenRound:
        """Find the round of a host.

        Args:
            host: The token of a host.

        Returns:
            The round.

        Raises:
            RefusalError: If it is none.
        """
        opened = self._hosts.get(host)
        if opened is None:
            raise RefusalError("unknown_token", "this token is that of no host of an open round")
        return opened

    def close(self, host: str) -> None:
        """Forget a round and its tokens.

        Args:
            host: The token of its host.

        Raises:
            RefusalError: If it is none.
        """
        opened = self.hosted(host)
        del self._hosts[host]
        for token in opened.tokens:
            del self._seats[token]
