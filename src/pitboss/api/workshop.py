"""Processes that work out what machines ask, beside the house: bounded in time, in number and in memory.

The house's thread settles its own rounds and nothing else. What a stranger's record, house or set-up takes is taken by
worker processes: those for quick questions, which answer in milliseconds, and those for long ones, which solve games.
"""

import asyncio
import json
import logging
import signal
import sys
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import orjson

from pitboss.api.problems import Problem

log = logging.getLogger("pitboss")
MOST_CACHED = 32 * 1024 * 1024
"""Bytes of answers that are kept."""
LONGEST_ANSWER = 64 * 1024 * 1024
ENDING = 5.0
"""Seconds until it is known why a worker ended."""
STARTING = 60.0
"""Seconds that a worker may take to start, where a machine is busy."""


@dataclass(frozen=True, slots=True)
class Lane:
    """Questions of a kind: how many are worked on at once, how long each may take, how many wait, and of one person.

    ``seconds`` go by the clock; ``processor`` are those that it may work, which a busy machine does not make fewer.
    ``patience`` is how long one waits for its turn, ``module`` what its processes run.
    """

    does: tuple[str, ...]
    seconds: float
    processor: float = 0.0
    workers: int = 1
    waiting: int = 64
    each: int = 8
    patience: float = 30.0
    module: str = "pitboss.api.worker"


QUICK = Lane(("settle", "explain", "check"), seconds=60.0, processor=10.0)
LONG = Lane(("analyze",), seconds=60.0, waiting=8, each=2, patience=120.0)


@dataclass(slots=True)
class _Bench:
    """A lane at work: its processes that have nothing to do, and who waits.

    A person's questions go in a line of their own, ``lines``, and one of them waits for a turn at a time: so nobody
    waits for more than one question of anybody else.
    """

    lane: Lane
    turns: asyncio.Semaphore
    idle: list["Worker"] = field(default_factory=list)
    asking: Counter[str] = field(default_factory=Counter)
    lines: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))

    def forget(self, person: str) -> None:
        """A question of somebody's is answered, or was given up."""
        self.asking[person] -= 1
        if not self.asking[person]:
            del self.asking[person]
            self.lines.pop(person, None)


class Workshop:
    """Answers questions by worker processes; the same question is worked out once, and its answer is kept."""

    def __init__(self, lanes: tuple[Lane, ...] = (QUICK, LONG)) -> None:
        self._benches = [_Bench(lane, asyncio.Semaphore(lane.workers)) for lane in lanes]
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0
        self._underway: dict[str, asyncio.Task[bytes]] = {}
        self._workers: set[Worker] = set()

    async def answer(self, do: str, asked: Mapping[str, Any], person: str) -> bytes:
        """The answer to a question as JSON; a problem where it is refused, takes too long, or too many are asked."""
        try:
            line = orjson.dumps({"do": do, "asked": asked}, option=orjson.OPT_SORT_KEYS)
        except orjson.JSONEncodeError as error:
            raise Problem(
                422, "the request cannot be read: half a letter, a number that is too long, or lists too deep"
            ) from error
        if b"null" in line:
            _must_be_finite(asked)
        key = sha256(line).hexdigest()
        if (known := self._answers.get(key)) is not None:
            self._answers.move_to_end(key)
            return known
        task = self._underway.get(key)
        if task is None:
            bench = next(bench for bench in self._benches if do in bench.lane.does)
            self._must_have_room(bench, person)
            bench.asking[person] += 1  # now, and not when its task begins: many come at once
            task = asyncio.create_task(self._worked_out(bench, line, person))
            self._underway[key] = task
            task.add_done_callback(lambda done: self._keep(key, done))
            task.add_done_callback(lambda done: bench.forget(person))
        return await asyncio.shield(task)  # whoever hangs up, others may have asked the same

    async def stop(self) -> None:
        """End every process, whatever it is at."""
        for task in list(self._underway.values()):
            task.cancel()
        for task in list(self._underway.values()):
            with suppress(asyncio.CancelledError, Exception):
                await task
        for worker in list(self._workers):
            await worker.end()

    @property
    def waiting(self) -> int:
        """How many questions are worked on, or wait for that."""
        return sum(bench.asking.total() for bench in self._benches)

    @property
    def pids(self) -> list[int]:
        """The processes that there are now."""
        return [worker.pid for worker in self._workers if not worker.has_ended]

    def _must_have_room(self, bench: _Bench, person: str) -> None:
        lane = bench.lane
        if bench.asking[person] >= lane.each:
            raise Problem(429, f"{lane.each} questions of yours are being worked out already", Retry_After="5")
        if bench.asking.total() >= lane.waiting:
            raise Problem(503, "too many questions are being worked out; come back later", Retry_After="10")

    async def _worked_out(self, bench: _Bench, line: bytes, person: str) -> bytes:
        async with AsyncExitStack() as turn:
            try:
                async with asyncio.timeout(bench.lane.patience):
                    await turn.enter_async_context(bench.lines[person])
                    await turn.enter_async_context(bench.turns)
            except TimeoutError:
                raise Problem(
                    503, "too many questions are being worked out; come back later", Retry_After="10"
                ) from None
            return _told(await self._by_a_worker(bench, line))

    async def _by_a_worker(self, bench: _Bench, line: bytes) -> bytes:
        for dead in [worker for worker in bench.idle if worker.has_ended]:  # killed by somebody, or for its memory
            bench.idle.remove(dead)
            self._workers.discard(dead)
        worker = bench.idle.pop() if bench.idle else await self._hired(bench.lane)
        try:
            found = await worker.ask(line, bench.lane.seconds)
        except BaseException:
            self._workers.discard(worker)
            await worker.end()
            raise
        bench.idle.append(worker)
        return found

    async def _hired(self, lane: Lane) -> "Worker":
        worker = await Worker.started(lane)
        self._workers.add(worker)
        return worker

    def _keep(self, key: str, done: asyncio.Task[bytes]) -> None:
        self._underway.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._answers[key] = answer = done.result()
        self._bytes += len(answer)
        while self._bytes > MOST_CACHED:
            self._bytes -= len(self._answers.popitem(last=False)[1])


class Worker:
    """A process that answers questions, one after the other, a line each."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def started(cls, lane: Lane) -> "Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            lane.module,
            str(lane.seconds),
            str(lane.processor),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LONGEST_ANSWER,
            start_new_session=True,  # Ctrl-C is for the house, which ends its workers
        )
        worker = cls(process)
        try:
            await worker._line(STARTING)
        except BaseException:
            await worker.end()
            raise
        return worker

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        return self._process.returncode is not None

    async def ask(self, line: bytes, seconds: float) -> bytes:
        assert self._process.stdin is not None
        with suppress(ConnectionError):  # it has died, which is seen by its silence
            self._process.stdin.write(line + b"\n")
            await self._process.stdin.drain()
        return await self._line(seconds)

    async def end(self) -> None:
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()

    async def _line(self, seconds: float) -> bytes:
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                line = await self._process.stdout.readline()
        except (TimeoutError, ValueError):
            raise Problem(504, f"this takes more than the {seconds:g} seconds that a question has here") from None
        if not line.endswith(b"\n"):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), ENDING)
            if self._process.returncode == -signal.SIGPROF:
                raise Problem(504, "this takes more seconds of the processor than a question has here")
            raise Problem(504, "this takes more time or memory than a question has here")
        return line


def _must_be_finite(asked: Mapping[str, Any]) -> None:
    """Refuse a number that no computer holds: it would be written as if nothing had been given."""
    try:
        json.dumps(asked, allow_nan=False, default=str)
    except ValueError as error:
        raise Problem(422, "something in the request is NaN, or more than any number that is counted with") from error


def _told(line: bytes) -> bytes:
    """The answer that a worker wrote, or the problem."""
    kind, _, rest = line.rstrip().partition(b" ")
    if kind == b"answer":
        return rest
    if kind == b"problem":
        problem = orjson.loads(rest)
        raise Problem(problem["status"], problem["sentence"], problem["cite"])
    log.error("a worker made a mistake that nobody foresaw: %s", rest.decode(errors="replace"))
    raise Problem(500, "the service made a mistake; it is logged")
