"""Play deals in other processes; a deal lost with a dying process is played again."""

import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from rummy_fast.arena.job import ArenaError, DealPlayed, Job, failed_deal, play_deal
from rummy_fast.clock import describe, one_line
from rummy_fast.words import N_, refusal, wording

TRIES: Final = 3
"""How often a deal is tried in a process of its own before the arena stops."""
AHEAD: Final = 2
"""Deals that wait in our own pool, so that no process runs idle."""
IN_FLIGHT: Final = 1000
"""Deals submitted at once to an executor whose number of workers is unknown."""


class _Lost(NamedTuple):
    """Deals that an executor did not play because it broke or takes no more work."""

    error: Exception
    jobs: list[Job]


class WorkerPool:
    """Plays deals in processes on this machine, or through any executor.

    Args:
        executor: The executor to use. If None, processes are started here.
        workers: How many processes to start.
    """

    def __init__(self, executor: Executor | None, workers: int) -> None:
        """Start no process yet."""
        self._executor = executor
        self._workers = workers

    def run(self, jobs: Iterable[Job]) -> Generator[DealPlayed]:
        """Play deals.

        An executor given from outside is expected to do its own retries, as Dask does.

        Args:
            jobs: The deals.

        Yields:
            Each deal as soon as it is finished, in no particular order.

        Raises:
            ArenaError: If a deal cannot be played, or the executor takes no more work.
        """
        waiting = iter(jobs)
        if self._executor is None:
            while lost := (yield from _play_here(waiting, self._workers)):
                for job in sorted(lost.jobs, key=lambda job: (job.deal, job.pair)):
                    yield from _play_alone(job)
        elif lost := (yield from _play(self._executor, waiting, IN_FLIGHT)):
            template = N_("the executor takes no more work: {error}")
            raise refusal(ArenaError, template, error=one_line(describe(lost.error)))


def available_cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _play_alone(job: Job) -> Generator[DealPlayed]:
    """Play one deal in a process of its own, so that a process that dies names its deal."""
    error: Exception | None = None
    for _ in range(TRIES):
        lost = yield from _play_here(iter([job]), 1)
        if lost is None:
            return
        error = lost.error
    template = N_("its worker was lost {count} times: {error}")
    reason = wording(template, count=TRIES, error=one_line(describe(error)) if error else "")
    raise failed_deal(job, reason)


def _play_here(jobs: Iterator[Job], workers: int) -> Generator[DealPlayed, None, _Lost | None]:
    """Play deals in new processes until none is left or a process dies."""
    with _processes(workers) as executor:
        return (yield from _play(executor, jobs, workers + AHEAD))


def _play(
    executor: Executor, jobs: Iterator[Job], most: int
) -> Generator[DealPlayed, None, _Lost | None]:
    """Play deals, at most `most` at a time; return those lost if the executor stops."""
    under_way: dict[Future[DealPlayed], Job] = {}
    lost: _Lost | None = None
    failure: ArenaError | None = None
    try:
        while True:
            if lost is None:
                lost = _submit(executor, jobs, most, under_way)
            if not under_way:
                return lost
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                job = under_way.pop(future)
                match _outcome(future, job):
                    case DealPlayed() as played:
                        yield played
                    case ArenaError() as error:
                        failure = failure or error
                    case error:
                        lost = lost or _Lost(error, [])
                        lost.jobs.append(job)
            if failure is not None:
                raise failure
    finally:
        for future in under_way:
            future.cancel()


def _submit(
    executor: Executor, jobs: Iterator[Job], most: int, under_way: dict[Future[DealPlayed], Job]
) -> _Lost | None:
    """Submit deals until `most` are under way; return the deal that the executor refuses."""
    while len(under_way) < most and (job := next(jobs, None)):
        try:
            under_way[executor.submit(play_deal, job)] = job
        except Exception as error:  # noqa: BLE001, executors raise anything
            return _Lost(error, [job])
    return None


def _outcome(future: Future[DealPlayed], job: Job) -> DealPlayed | ArenaError | BrokenExecutor:
    """Get the result of a deal, or why there is none."""
    try:
        return future.result()
    except (ArenaError, BrokenExecutor) as error:
        return error
    except (Exception, CancelledError) as error:  # noqa: BLE001, executors raise anything
        return failed_deal(job, one_line(describe(error)))


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Start processes that end with the block, even in the middle of a deal."""
    # Spawned, not forked: the caller may have threads.
    context = get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    with reader:
        executor = ProcessPoolExecutor(workers, context, _begin, (reader,))
        try:
            yield executor
        finally:
            writer.close()
            executor.shutdown(cancel_futures=True)


def _begin(lifeline: Connection) -> None:
    """Set up a worker process; it exits when the lifeline closes, also if its parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with suppress(EOFError, OSError):
            lifeline.recv_bytes()
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="rummy_fast lifeline").start()
