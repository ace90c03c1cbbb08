"""Problems and answers as JSON lines.

A line in gives a line out, in order. A bad line is answered with an error and the next one goes on;
blank lines are passed over. Fields that mean nothing here are left alone, so records that carry
more can be read as they are.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BufferedReader
from typing import Any, BinaryIO, Literal, NamedTuple, NoReturn, cast

import rummy_fast as rf
from rummy_fast.codes import code_of

LONGEST_LINE = 1 << 20
"""Bytes of a line beyond which it is not read; no position comes near."""
CHUNK = 1 << 16
"""Bytes asked for at a time. What is there is answered before more is waited for."""

FIELDS = ("table", "hand", "rules", "opened", "objective", "tidy", "limit")

Record = dict[str, Any]


@dataclass(frozen=True)
class Defaults:
    """What a line has when it does not say."""

    rules: rf.Rules
    opened: bool = True
    objective: Literal["tiles", "points"] = "tiles"
    tidy: bool = False
    limit: float | None = None

    def check(self) -> None:
        """Refuse a limit that is none before any line is read.

        Raises:
            RummyError: If a default is wrong.
        """
        rf.solve_many([], rules=self.rules, objective=self.objective, limit=self.limit)


class Line(NamedTuple):
    """A line that was read: its record, or what is wrong with it."""

    record: Record
    error: Record | None = None

    def answer(self, answer: Record) -> bytes:
        """The line out, with the id of the line in."""
        named = {"id": self.record["id"], **answer} if "id" in self.record else answer
        return json.dumps(named).encode() + b"\n"


def _error(code: str, message: str) -> Record:
    return {"error": {"code": code, "message": message}}


def _refusal(error: Exception) -> Record:
    return _error(code_of(error), str(error))


def _no_constant(name: str) -> NoReturn:
    message = f"{name} is no JSON"
    raise ValueError(message)


def _record(raw: bytes) -> object:
    if len(raw) > LONGEST_LINE:
        message = f"longer than {LONGEST_LINE} bytes"
        raise ValueError(message)
    return json.loads(raw.decode("utf-8"), parse_constant=_no_constant)


def _complaint(error: Exception) -> str:
    match error:
        case UnicodeDecodeError():
            return f"the line is not UTF-8: {error.reason}"
        case RecursionError():
            return "the line is not JSON: nested too deeply"
        case _:
            return f"the line is not JSON: {error}"


def _read(raw: bytes) -> Line:
    """Read one line; what cannot be read has the id null."""
    unknown: Record = {"id": None}
    try:
        record = _record(raw)
    except (ValueError, RecursionError) as error:
        return Line(unknown, _error("invalid_json", _complaint(error)))
    if not isinstance(record, dict):
        return Line(unknown, _error("invalid_problem", "a line is a JSON object"))
    if not isinstance(record.get("rules"), str | dict | None):
        message = "rules is the name of a preset or an object of options"
        return Line(record, _error("invalid_rules", message))
    return Line(record)


def solve(raw: list[bytes], defaults: Defaults, threads: int | None = None) -> list[bytes]:
    """Answer problems, on all cores.

    Args:
        raw: The lines in.
        defaults: What a line has when it does not say.
        threads: How many threads to use; all cores if None.

    Returns:
        The lines out, in order.
    """
    read = [_read(line) for line in raw]
    problems = [
        {name: line.record[name] for name in FIELDS if name in line.record}
        for line in read
        if line.error is None
    ]
    plays = iter(
        rf.solve_many(
            problems,
            rules=defaults.rules,
            opened=defaults.opened,
            objective=defaults.objective,
            tidy=defaults.tidy,
            limit=defaults.limit,
            threads=threads,
        )
    )
    return [line.answer(line.error or _answer(next(plays))) for line in read]


def _answer(play: rf.Play | Exception) -> Record:
    if isinstance(play, Exception):
        return _refusal(play)
    tiles = [str(tile) for tile in play.tiles]
    return {
        "tiles": tiles,
        "count": len(tiles),
        "points": play.points,
        "table": [str(meld) for meld in play.table],
        "proven": play.proven,
    }


def check(raw: list[bytes], defaults: Defaults) -> list[bytes]:
    """Rule on finished turns.

    Args:
        raw: The lines in.
        defaults: What a line has when it does not say.

    Returns:
        The lines out, in order.
    """
    read = [_read(line) for line in raw]
    return [line.answer(line.error or _verdict(line.record, defaults)) for line in read]


def _verdict(record: Record, defaults: Defaults) -> Record:
    for name in ("table", "hand", "after"):
        if name not in record:
            return _error("invalid_problem", f'the problem has no "{name}"')
    try:
        verdict = rf.check_turn(
            record["table"],
            record["hand"],
            record["after"],
            rules=defaults.rules if record.get("rules") is None else record["rules"],
            opened=record.get("opened", defaults.opened),
        )
    except (rf.RummyError, TypeError) as error:
        return _refusal(error)
    return {"legal": verdict.legal, "reasons": [_reason(reason) for reason in verdict.reasons]}


def _reason(reason: rf.Reason) -> Record:
    said = {"code": reason.code, "message": reason.message}
    return said if reason.subject is None else {**said, "subject": reason.subject}


def _batches(source: BinaryIO) -> Iterator[list[bytes]]:
    """The lines that have come in, without waiting for more than the first."""
    # One read gives what a pipe holds at the moment, or a stretch of a file.
    read = cast("BufferedReader", source).read1
    pending = b""
    too_long = False
    while data := read(CHUNK):
        *whole, rest = data.split(b"\n")
        if whole:
            whole[0] = pending + whole[0]
            yield whole
            pending, too_long = rest, False
        elif not too_long:
            pending += rest
            # No more of an endless line is kept than shows that it is too long.
            too_long = len(pending) > LONGEST_LINE
    if pending:
        yield [pending]


def stream(
    source: BinaryIO, target: BinaryIO, answer: Callable[[list[bytes]], list[bytes]]
) -> None:
    """Answer the lines of `source` on `target`, as soon as they come.

    Args:
        source: Where lines come from, a buffered binary stream.
        target: Where answers go.
        answer: Gives the lines out for some lines in.
    """
    first = True
    for batch in _batches(source):
        if first:
            batch[0] = batch[0].removeprefix(b"\xef\xbb\xbf")
            first = False
        lines = [line for line in batch if line.strip()]
        if lines:
            target.writelines(answer(lines))
            target.flush()
