"""Getting jobs done by an executor; what a worker loses when it dies is done again."""

import os
import signal
import threading
from collections import Counter, deque
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
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Final

from rummy_fast.arena.job import ArenaError, DealPlayed, Job, lost, play_deal
from rummy_fast.clock import one_line, told
from rummy_fast.words import N_, refusal, wording

TRIES: Final = 3
"""How often a job is tried that its worker loses."""
AHEAD: Final = 2
"""Jobs that wait in our own pool, beside those that are being done."""
ABROAD: Final = 1000
"""Jobs given at once to an executor of which nobody knows how many workers it has."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin(lifeline: Connection) -> None:
    """Make a process a worker, which goes when whoever needs it lets the lifeline go, or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    ends: list[Connection | int] = [lifeline]
    if parent is not None:
        ends.append(parent.sentinel)

    def watch() -> None:
        wait_for(ends)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="rummy_fast lifeline").start()


class _Pool:
    """Processes of our own on this machine."""

    def __init__(self, workers: int) -> None:
        # Not forked: whoever calls may have threads.
        context = get_context("spawn")
        self._theirs, self._ours = context.Pipe(duplex=False)
        self.executor: Executor = ProcessPoolExecutor(
            workers, context, initializer=_begin, initargs=(self._theirs,)
        )

    def close(self) -> None:
        """Send everyone home, whatever they are at."""
        self._ours.close()
        self.executor.shutdown(wait=True, cancel_futures=True)
        self._theirs.close()


class Crew:
    """Does jobs.

    Args:
        executor: Who does them; processes of our own if None.
        workers: How many processes.
    """

    def __init__(self, executor: Executor | None, workers: int) -> None:
        """Hire nobody yet."""
        self._given = executor
        self._workers = workers
        self._pool: _Pool | None = None
        self._broken = False
        self._refusal: ArenaError | None = None
        self._under_way: dict[Future[DealPlayed], Job] = {}
        self._again: deque[Job] = deque()
        self._tries: Counter[tuple[int, tuple[int, int]]] = Counter()

    def run(self, jobs: Iterable[Job]) -> Generator[DealPlayed]:
        """Do jobs.

        Args:
            jobs: What is to be done.

        Yields:
            What has been done, as soon as it is, in no order.

        Raises:
            ArenaError: If one cannot be done, or the executor takes no more.
        """
        waiting = iter(jobs)
        try:
            while self._fill(waiting):
                yield from self._gather()
        finally:
            for future in self._under_way:
                future.cancel()
            self._under_way.clear()
            self._dismiss()

    def _gather(self) -> Iterator[DealPlayed]:
        """Wait until something is done."""
        done = wait(self._under_way, return_when=FIRST_COMPLETED).done
        trouble = None
        while done:
            for future in done:
                job = self._under_way.pop(future)
                try:
                    played = future.result()
                except (Exception, CancelledError) as error:  # noqa: BLE001, executors raise anything
                    trouble = self._lose(job, error) or trouble
                else:
                    yield played
            if self._broken:
                # All that a pool had in hand ends when it breaks.
                done = wait(self._under_way).done
            else:
                # Before we give up, what else is finished.
                done = wait(self._under_way, timeout=0).done if trouble else set()
        if trouble:
            raise trouble

    def _dismiss(self) -> None:
        self._broken = False
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _executor(self) -> Executor:
        if self._given is not None:
            return self._given
        if self._broken and not self._under_way:
            self._dismiss()
        if self._pool is None:
            self._pool = _Pool(self._workers)
        return self._pool.executor

    def _fill(self, waiting: Iterator[Job]) -> bool:
        """Hand out jobs; false if there are none. What was lost is done first and one at a time.

        So it is known which job it is that no worker survives, and the others do not suffer. When
        the executor takes no more, what is under way may still come to its end.
        """
        most = ABROAD if self._given is not None else self._workers + AHEAD
        while True:
            if self._refusal is not None:
                if not self._under_way:
                    raise self._refusal
                return True
            suspect = self._again or any(self._tried(job) for job in self._under_way.values())
            if len(self._under_way) >= (1 if suspect else most):
                return True
            job = self._again.popleft() if self._again else next(waiting, None)
            if job is None:
                return bool(self._under_way)
            self._submit(job)

    def _tried(self, job: Job) -> int:
        return self._tries[job.deal, job.pair]

    def _submit(self, job: Job) -> None:
        try:
            future = self._executor().submit(play_deal, job, self._tried(job))
        except Exception as error:  # noqa: BLE001, executors raise anything
            if isinstance(error, BrokenExecutor) and self._given is None:
                # It broke since we last looked. This job had no part in it.
                self._broken = True
                self._again.appendleft(job)
            else:
                self._refusal = _refused(error)
        else:
            self._under_way[future] = job

    def _lose(self, job: Job, error: BaseException) -> ArenaError | None:
        """Note that a job is lost. It is done again, unless it has been often enough."""
        if isinstance(error, ArenaError):
            return error
        if isinstance(error, BrokenExecutor):
            if self._given is not None:
                return _refused(error)
            self._broken = True
        self._tries[job.deal, job.pair] += 1
        if self._tried(job) < TRIES:
            self._again.append(job)
            return None
        template = N_("its worker was lost {count} times: {error}")
        return lost(job, wording(template, count=TRIES, error=one_line(told(error))))


def _refused(error: Exception) -> ArenaError:
    """What is wrong with an executor."""
    template = N_("the executor takes no more work: {error}")
    return refusal(ArenaError, template, error=one_line(told(error)))
