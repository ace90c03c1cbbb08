"""Problems and answers as JSON lines.

Each line of input gives a line of output, in order. A bad line is answered with an error, and the
next one is read. Blank lines are skipped and unknown fields are ignored.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BufferedReader
from typing import Any, BinaryIO, Literal, NamedTuple, NoReturn, cast

import rummy_fast as rf
from rummy_fast.codes import code_of

LONGEST_LINE = 1 << 20
"""The most bytes of a line; real positions are far shorter."""
CHUNK = 1 << 16
"""The most bytes read at a time. They are answered before more are read."""

FIELDS = ("table", "hand", "rules", "opened", "objective", "tidy", "limit")

Record = dict[str, Any]


@dataclass(frozen=True)
class Defaults:
    """The values of fields that a line leaves out."""

    rules: rf.Rules
    opened: bool = True
    objective: Literal["tiles", "points"] = "tiles"
    tidy: bool = False
    limit: float | None = None

    def check(self) -> None:
        """Check the values before any line is read.

        Raises:
            RummyError: If a default is wrong.
        """
        rf.solve_many([], rules=self.rules, objective=self.objective, limit=self.limit)


class Line(NamedTuple):
    """A line of input: its object, and the error if it has one."""

    record: Record
    error: Record | None = None

    def answer(self, answer: Record) -> bytes:
        """Write the line of output, with the id of the line of input."""
        named = {"id": self.record["id"], **answer} if "id" in self.record else answer
        return json.dumps(named).encode() + b"\n"


def _error(code: str, message: str) -> Record:
    return {"error": {"code": code, "message": message}}


def _refusal(error: Exception) -> Record:
    return _error(code_of(error), str(error))


def _no_constant(name: str) -> NoReturn:
    message = f"{name} is not JSON"
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
    """Read one line; if it cannot be parsed, its id is null."""
    unknown: Record = {"id": None}
    try:
        record = _record(raw)
    except (ValueError, RecursionError) as error:
        return Line(unknown, _error("invalid_json", _complaint(error)))
    if not isinstance(record, dict):
        return Line(unknown, _error("invalid_problem", "a line must be a JSON object"))
    if not isinstance(record.get("rules"), str | dict | None):
        message = "rules must be the name of a preset or an object of options"
        return Line(record, _error("invalid_rules", message))
    return Line(record)


def solve(raw: list[bytes], defaults: Defaults, threads: int | None = None) -> list[bytes]:
    """Solve problems on all cores.

    Args:
        raw: The lines of input.
        defaults: The values of fields that a line leaves out.
        threads: The number of threads; one per core if None.

    Returns:
        The lines of output, in order.
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
    """Check turns.

    Args:
        raw: The lines of input.
        defaults: The values of fields that a line leaves out.

    Returns:
        The lines of output, in order.
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
    fields = {"code": reason.code, "message": reason.message}
    return fields if reason.subject is None else {**fields, "subject": reason.subject}


def _batches(source: BinaryIO) -> Iterator[list[bytes]]:
    """Yield the lines available so far, waiting only for the first."""
    # `read1` returns what a pipe holds at the moment, or a part of a file.
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
            # Keep only enough of an endless line to know that it is too long.
            too_long = len(pending) > LONGEST_LINE
    if pending:
        yield [pending]


def stream(
    source: BinaryIO, target: BinaryIO, answer: Callable[[list[bytes]], list[bytes]]
) -> None:
    """Answer the lines of `source` on `target`, as soon as they arrive.

    Args:
        source: The input, a buffered binary stream.
        target: The output.
        answer: Answers some lines of input.
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
