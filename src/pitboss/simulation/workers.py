"""Who does the chunks on this machine: threads for kernels, which run beside one another, processes for scripts."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice

from pitboss.errors import PitbossError, Refused, quoted
from pitboss.pools import may_have_workers, outliving_workers, serving
from pitboss.simulation.jobs import Job, KernelJob, Part, ScriptJob, gather

MOST_WORKERS = 256
CHUNKS_A_PROCESS = 10
GLANCE = 0.2
"""Seconds between two looks whether a chunk is finished."""
Done = Callable[[int], None]
"""Told how many chunks have just been finished."""
Task = Callable[[int], Part]
"""Does the chunk of that number."""


def usual_workers() -> int:
    """As many as this process may use processors."""
    if hasattr(os, "sched_getaffinity"):
        return min(MOST_WORKERS, len(os.sched_getaffinity(0)))
    return min(MOST_WORKERS, os.cpu_count() or 1)


def check_workers(workers: int) -> int:
    if type(workers) is not int or not 1 <= workers <= MOST_WORKERS:
        raise Refused(f"{quoted(workers)} workers cannot be had; give a number from 1 to {MOST_WORKERS}")
    return workers


def useful(job: Job, workers: int) -> int:
    """How many of the workers have enough to do; to start a process takes as long as some chunks of a script."""
    share = 1 if isinstance(job, KernelJob) else CHUNKS_A_PROCESS
    return max(1, min(workers, job.chunks // share))


def run(job: Job, workers: int, done: Done) -> Part:
    """Do all chunks of a job."""
    if workers == 1 or not (isinstance(job, KernelJob) or may_have_workers()):
        return job.finish(gather(_alone(job, done)))
    try:
        helpers = _threads(job, workers) if isinstance(job, KernelJob) else _processes(job, workers)
        with helpers as (pool, task):
            return job.finish(gather(_shared(pool, task, job.chunks, workers, done)))
    except BrokenProcessPool as error:
        raise PitbossError("a worker process ended before its work was done") from error


def _alone(job: Job, done: Done) -> Iterator[Part]:
    for number in range(job.chunks):
        yield job.chunk(number)
        done(1)


def _shared(pool: Executor, task: Task, chunks: int, workers: int, done: Done) -> Iterator[Part]:
    """Keep every worker busy, and only so many chunks waiting."""
    coming: Iterator[int] = iter(range(chunks))
    pending: set[Future[Part]] = set()
    while True:
        for number in islice(coming, 4 * workers - len(pending)):
            with _uninterrupted():
                pending.add(pool.submit(task, number))
        if not pending:
            return
        finished, pending = wait(pending, timeout=GLANCE, return_when=FIRST_COMPLETED)
        if not finished:
            done(0)  # a chunk may take long, and Ctrl-C is heard only when progress is told
        for future in finished:
            yield future.result()
            done(1)


@contextmanager
def _threads(job: KernelJob, workers: int) -> Iterator[tuple[Executor, Task]]:
    stop = threading.Event()
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield pool, partial(job.chunk, stop=stop)
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _processes(job: ScriptJob, workers: int) -> Iterator[tuple[Executor, Task]]:
    context = serving("pitboss.simulation.jobs")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start, initargs=(job,))
    with outliving_workers(), pool:
        try:
            yield pool, _chunk
        except BaseException:
            _send_home(pool)
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _send_home(pool: ProcessPoolExecutor) -> None:
    """End processes whose work is no longer wanted; a pool has no such word of its own before Python 3.14."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Start workers undisturbed by Ctrl-C, and deaf to it: whoever started them hears it and sends them home."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
        if heard:
            raise KeyboardInterrupt


_job: Job | None = None


def _start(job: Job) -> None:
    global _job
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _job = job


def _chunk(number: int) -> Part:
    assert _job is not None
    return _job.chunk(number)
