"""A match as text: read, found good, replayed, gone on with.

>>> from io import StringIO
>>> import rummy_fast as rf
>>> text = StringIO()
>>> result = rf.Match(["greedy", "greedy"], seed=7, record=text).play()
>>> record = rf.Record.parse(text.getvalue())
>>> record.complete, record.result == result
(True, True)
>>> record.resume(20).play() == result
True

The text itself is told in `rummy_fast.writing.script`.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from rummy_fast._core import Rules, RummyError
from rummy_fast.arguments import check_count, check_seats
from rummy_fast.clock import Clock
from rummy_fast.match import Match, Player, Witness
from rummy_fast.result import Happening, MatchResult
from rummy_fast.words import N_, wrong_type
from rummy_fast.writing.damage import RecordError, compare, damaged, excerpt
from rummy_fast.writing.header import read_header
from rummy_fast.writing.scribe import Scribe, Target
from rummy_fast.writing.script import lines_of, read_turn

__all__ = ["Record", "RecordError"]


class Record:
    """A match that was written down, found good: every turn was made again.

    A record may end anywhere after its first round began: what is missing has not been played, or
    was lost in a crash.

    Args:
        text: The record.

    Raises:
        RecordError: If it is damaged or was edited; says in which line, and why.
        TypeError: If it is no text.
    """

    def __init__(self, text: str) -> None:
        """Read a record."""
        if not isinstance(text, str):
            raise wrong_type("text", "the text of a record", text)
        lines = text.replace("\r\n", "\n").split("\n")
        if lines.pop():
            template = N_('the line is cut: no end of line after "{found}"')
            raise damaged(len(lines) + 1, template, found=excerpt(text[text.rfind("\n") + 1 :]))
        self._header = read_header(lines)
        self._lines = lines
        try:
            match = self._follow(None, None)
        except RecordError:
            raise
        except RummyError as error:
            # So many cannot play by these rules, or with this deck.
            raise damaged(len(self._header.lines()), "{reason}", reason=error) from None
        self._turns = match.turns
        self._result = match.result
        self._complete = match.over

    @classmethod
    def parse(cls, text: str, *, salvage: bool = False) -> "Record":
        """Read a record.

        Args:
            text: The record.
            salvage: Whether to leave out a last line that is cut: that of a turn in which whoever
                wrote it crashed.

        Returns:
            The record.

        Raises:
            RecordError: If it is damaged or was edited; says in which line, and why.
            TypeError: If it is no text.
        """
        return cls(text[: text.rfind("\n") + 1] if salvage and isinstance(text, str) else text)

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, salvage: bool = False) -> "Record":
        """Read a record from a file.

        Args:
            path: The file.
            salvage: As for `parse`.

        Returns:
            The record.

        Raises:
            RecordError: As for `parse`.
            OSError: If the file cannot be read.
        """
        raw = Path(path).read_bytes()
        if salvage:
            raw = raw[: raw.rfind(b"\n") + 1]
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            raise damaged(line, N_("the line is not UTF-8")) from None
        return cls(text)

    def write(self, target: Target) -> None:
        """Write the record; the text is that which was read.

        Args:
            target: The name of a file, or one that is open.

        Raises:
            OSError: If it cannot be written.
        """
        Scribe(target).begin(self._lines)

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
        """How many rounds were to be played."""
        return self._header.rounds

    @property
    def limit(self) -> float | None:
        """Seconds a bot was told that it might take for a turn."""
        return self._header.limit

    @property
    def bots(self) -> tuple[str | None, ...]:
        """For each seat the name of its bot; None for a guest."""
        return self._header.bots

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self._header.called()

    @property
    def turns(self) -> int:
        """How many turns were taken."""
        return self._turns

    @property
    def complete(self) -> bool:
        """Whether all rounds were played."""
        return self._complete

    @property
    def result(self) -> MatchResult:
        """What the rounds that ended come to."""
        return self._result

    def replay(self, turns: int | None = None, on_event: Witness | None = None) -> Match:
        """Make the turns again.

        Args:
            turns: How many; all of them if None.
            on_event: Is told of everything that happens, as for `Match`.

        Returns:
            The match as it was then, with a guest in every seat. What happens in it from here on
            is not written down.

        Raises:
            RummyError: If there are not so many turns.
            TypeError: If an argument is of the wrong type.
        """
        return self._follow(self._checked(turns), on_event)

    def resume(
        self,
        turns: int | None = None,
        *,
        bots: Sequence[Player] | None = None,
        clock: Clock = monotonic,
        record: Target | None = None,
        on_event: Witness | None = None,
    ) -> Match:
        """Go on with the match from any turn.

        Args:
            turns: After how many turns to go on; after the last if None.
            bots: Who sits in each seat from here on; if None, guests and new built-in bots of the
                same names as before.
            clock: As for `Match`.
            record: The file to write the record to, with what was played before. It may be the one
                that this record was read from.
            on_event: Is told of everything that happens from here on, as for `Match`.

        Returns:
            The match, which goes on with the next turn.

        Raises:
            RummyError: If there are not so many turns, a bot is no built-in bot, or there is not one
                for each seat.
            TypeError: If an argument is of the wrong type.
            OSError: If the record cannot be written.
        """
        asked = self._checked(turns)
        header = self._header
        players = header.bots if bots is None else check_seats("bots", bots, len(header.bots))
        lines: list[str] = []
        match = self._begin(players, header.names, clock, lines)
        self._go_on(match, asked, lines)
        match.attend(record, [*match.header.lines(), *lines], on_event)
        return match

    def _follow(self, turns: int | None, on_event: Witness | None) -> Match:
        """Make the turns again with guests in all seats."""
        lines: list[str] = []
        guests = [None] * len(self._header.bots)
        match = self._begin(guests, self._header.called(), monotonic, lines, on_event)
        self._go_on(match, turns, lines)
        return match

    def _begin(
        self,
        bots: Sequence[Player],
        names: Sequence[str | None],
        clock: Clock,
        lines: list[str],
        on_event: Witness | None = None,
    ) -> Match:
        """The match before its first turn. What happens in it is written to `lines`."""
        header = self._header

        def hear(match: Match, happening: Happening) -> None:
            lines.extend(lines_of(happening))
            if on_event is not None:
                on_event(match, happening)

        return Match(
            bots,
            header.rules,
            rounds=header.rounds,
            seed=header.seed,
            names=names,
            limit=header.limit,
            clock=clock,
            on_event=hear,
        )

    def _go_on(self, match: Match, turns: int | None, same: list[str]) -> None:
        """Make so many turns as they were written down, and see that all is written the same."""
        begin = len(self._header.lines())
        for at, line in enumerate(self._lines[begin:]):
            number = begin + at + 1
            if at >= len(same):
                if match.turns == turns:
                    return
                self._make(match, number, line)
            compare(number, line, same[at])

    def _make(self, match: Match, number: int, line: str) -> None:
        """Make the turn of a line, or deal the next round."""
        if match.over:
            template = N_('the match is over, but the record goes on with "{found}"')
            raise damaged(number, template, found=excerpt(line))
        if match.round.over:
            match.begin_round()
            return
        said = read_turn(number, line, self.rules)
        try:
            match.repeat(said)
        except RummyError as error:
            raise damaged(number, "{reason}", reason=error) from None

    def _checked(self, turns: object) -> int | None:
        return None if turns is None else check_count("turns", turns, 0, self._turns)
