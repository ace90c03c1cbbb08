"""A match as text: read, verify, replay, resume.

>>> from io import StringIO
>>> import rummy_fast as rf
>>> text = StringIO()
>>> result = rf.Match(["greedy", "greedy"], seed=7, record=text).play()
>>> record = rf.Record.parse(text.getvalue())
>>> record.complete, record.result == result
(True, True)
>>> record.resume(20).play() == result
True

`src/record.rs` describes the text.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from rummy_fast._core import Cancellation, RecordError, Rules, _VerifiedRecord
from rummy_fast.arguments import check_count, check_seats
from rummy_fast.clock import Clock
from rummy_fast.match import Listener, Match
from rummy_fast.result import Fault, Happening, MatchResult, RoundResult
from rummy_fast.seats import Player
from rummy_fast.words import wrong_type
from rummy_fast.writing.header import Header
from rummy_fast.writing.script import RecordedTurn, lines_of
from rummy_fast.writing.writer import RecordWriter, Target

__all__ = ["Record", "RecordError"]


class Record:
    """The record of a match, verified by replaying every turn.

    A record may end anywhere after the start of its first round: the rest was not played, or was
    lost in a crash.

    Args:
        text: The text of the record.
        cancel: A `Cancellation` that stops the checks from another thread; None means none.

    Raises:
        RecordError: If it is damaged or was edited; the error names the line and the reason.
        SearchCancelledError: If a `Cancellation` stopped a check.
        TypeError: If it is not text.
    """

    def __init__(self, text: str, *, cancel: Cancellation | None = None) -> None:
        """Parse and verify a record."""
        if not isinstance(text, str):
            raise wrong_type("text", "the text of a record", text)
        # A lone surrogate becomes bytes that are not UTF-8.
        self._verify(text.encode("utf-8", "surrogatepass"), cancel)

    def _verify(self, raw: bytes, cancel: Cancellation | None) -> None:
        self._verified: _VerifiedRecord = _VerifiedRecord(raw, cancel)
        self._header = Header(*self._verified.header)
        self._lines = raw.decode().replace("\r\n", "\n").split("\n")[:-1]

    def __repr__(self) -> str:
        """Show who played, and how far."""
        state = "complete" if self.complete else "incomplete"
        return f"<Record of {', '.join(self.names)}; turns: {self.turns}, {state}>"

    @classmethod
    def parse(
        cls, text: str, *, salvage: bool = False, cancel: Cancellation | None = None
    ) -> "Record":
        """Parse a record.

        Args:
            text: The text of the record.
            salvage: Whether to drop an incomplete last line, which a crash may leave.
            cancel: A `Cancellation` that stops the checks from another thread; None means none.

        Returns:
            The record.

        Raises:
            RecordError: If it is damaged or was edited; the error names the line and the reason.
            SearchCancelledError: If a `Cancellation` stopped a check.
            TypeError: If it is not text.
        """
        whole = text[: text.rfind("\n") + 1] if salvage and isinstance(text, str) else text
        return cls(whole, cancel=cancel)

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        salvage: bool = False,
        cancel: Cancellation | None = None,
    ) -> "Record":
        """Read a record from a file.

        Args:
            path: The file.
            salvage: As for `parse`.
            cancel: As for `parse`.

        Returns:
            The record.

        Raises:
            RecordError: As for `parse`.
            SearchCancelledError: As for `parse`.
            OSError: If the file cannot be read.
        """
        raw = Path(path).read_bytes()
        if salvage:
            raw = raw[: raw.rfind(b"\n") + 1]
        record = cls.__new__(cls)
        record._verify(raw, cancel)  # noqa: SLF001, it is one of this class
        return record

    def write(self, target: Target) -> None:
        """Write the record exactly as it was read.

        Args:
            target: The name of a file, or an open text file.

        Raises:
            OSError: If it cannot be written.
        """
        RecordWriter(target).begin(self._lines)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._header.rules

    @property
    def seed(self) -> int:
        """The seed of the match."""
        return self._header.seed

    @property
    def rounds(self) -> int:
        """The number of rounds of the whole match."""
        return self._header.rounds

    @property
    def limit(self) -> float | None:
        """The seconds a bot could take for a turn; None for no limit."""
        return self._header.limit

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The name of the bot in each seat; None for a guest."""
        return self._header.bots

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self._header.called()

    @property
    def turns(self) -> int:
        """The number of turns taken."""
        return self._verified.turns

    @property
    def complete(self) -> bool:
        """Whether all rounds were played."""
        return self._verified.complete

    @property
    def result(self) -> MatchResult:
        """The result of the finished rounds."""
        rounds = (RoundResult(*one) for one in self._verified.ended)
        faults = (Fault(*one) for one in self._verified.faults)
        return MatchResult(self.names, self.rules, self.seed, tuple(rounds), tuple(faults))

    def replay(
        self,
        turns: int | None = None,
        on_event: Listener | None = None,
        *,
        cancel: Cancellation | None = None,
    ) -> Match:
        """Replay the match.

        Args:
            turns: The number of turns to replay; all if None.
            on_event: Called with everything that happens, as for `Match`.
            cancel: A `Cancellation` that stops the checks from another thread; None means none.

        Returns:
            The match at that point, with a guest in every seat. It writes no record.

        Raises:
            RummyError: If the record has fewer turns.
            SearchCancelledError: If a `Cancellation` stopped a check.
            TypeError: If an argument is of the wrong type.
        """
        asked = self._checked(turns)
        guests = [None] * len(self._header.bots)
        match = self._begin(guests, self.names, monotonic, on_event)
        self._repeat(match, asked, cancel)
        return match

    def resume(
        self,
        turns: int | None = None,
        *,
        bots: Sequence[Player] | None = None,
        clock: Clock = monotonic,
        record: Target | None = None,
        on_event: Listener | None = None,
        cancel: Cancellation | None = None,
    ) -> Match:
        """Resume the match after any turn.

        Args:
            turns: The number of turns to replay first; all if None.
            bots: Who sits in each seat from here on; if None, guests, and built-in bots with the
                same names as before.
            clock: As for `Match`.
            record: The file to write the record to, including the turns so far. It may be the file
                that this record was read from.
            on_event: Called with everything that happens from here on, as for `Match`.
            cancel: A `Cancellation` that stops the checks from another thread; None means none.

        Returns:
            The match, ready for its next turn.

        Raises:
            RummyError: If the record has fewer turns, a name is not that of a built-in bot, or
                there is not one entry for each seat.
            SearchCancelledError: If a `Cancellation` stopped a check.
            TypeError: If an argument is of the wrong type.
            OSError: If the record cannot be written.
        """
        asked = self._checked(turns)
        header = self._header
        players = header.bots if bots is None else check_seats("bots", bots, len(header.bots))
        lines: list[str] = []

        def listen(_: Match, happening: Happening) -> None:
            lines.extend(lines_of(happening))

        match = self._begin(players, header.names, clock, listen)
        self._repeat(match, asked, cancel)
        match.attend(record, [*match.header.lines(), *lines], on_event)
        return match

    def _begin(
        self,
        bots: Sequence[Player],
        names: Sequence[str | None],
        clock: Clock,
        on_event: Listener | None,
    ) -> Match:
        """Make the match before its first turn."""
        header = self._header
        return Match(
            bots,
            header.rules,
            rounds=header.rounds,
            seed=header.seed,
            names=names,
            limit=header.limit,
            clock=clock,
            on_event=on_event,
        )

    def _repeat(self, match: Match, turns: int | None, cancel: Cancellation | None) -> None:
        """Replay turns."""
        for index in range(self.turns if turns is None else turns):
            if match.round.over:
                match.begin_round()
            match.repeat(RecordedTurn(*self._verified.turn(index)), cancel)
        if turns is None and match.round_number < self._verified.begun:
            match.begin_round()

    def _checked(self, turns: object) -> int | None:
        return None if turns is None else check_count("turns", turns, 0, self.turns)
