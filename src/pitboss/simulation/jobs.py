"""The work of a simulation, cut into chunks whose results do not depend on who computes them, or in which order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from threading import Event
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing
from pitboss.simulation.plan import Plan, most_at_risk
from pitboss.simulation.script import Dealt, Policy, Seat
from pitboss.simulation.strategies import RANDOM, policy_of
from pitboss.simulation.sums import Sums, added

KERNEL_CHUNK = 1 << 20
SCRIPT_CHUNK = 200
# Sessions may end early, so a chunk of them may be of more rounds than it will play.
SESSIONS_CHUNK = 1 << 25
SESSIONS_A_CHUNK = 1 << 12
BLOCK = 1 << 13
WALK = 1 << 20
# Chunk number i owns the counters from i * 2^40 on: more than it can ever use.
COUNTERS = 1 << 40
NO_GOAL = (1 << 62) - 1
TIME_UP, RUINED, ON_TARGET = range(3)


@dataclass(frozen=True)
class Part:
    """What came out of some chunks. ``counts`` are rounds by class, priced at the end; sessions are kept by chunk."""

    rounds: int = 0
    fees: int = 0
    sums: dict[str, Sums] = field(default_factory=dict)
    counts: NDArray[np.int64] | None = None
    sessions: dict[int, NDArray[np.int64]] = field(default_factory=dict)

    @property
    def rows(self) -> NDArray[np.int64]:
        """The sessions in the order of their chunks."""
        if not self.sessions:
            return np.zeros((0, 5), dtype=np.int64)
        return np.concatenate([self.sessions[number] for number in sorted(self.sessions)])


def gather(parts: Iterable[Part]) -> Part:
    """Parts in any order, in one."""
    rounds = fees = 0
    sums: dict[str, Sums] = {}
    counts: NDArray[np.int64] | None = None
    sessions: dict[int, NDArray[np.int64]] = {}
    for part in parts:
        rounds += part.rounds
        fees += part.fees
        sums = added(sums, part.sums)
        if part.counts is not None:
            counts = part.counts if counts is None else counts + part.counts
        sessions |= part.sessions
    return Part(rounds, fees, sums, counts, sessions)


def _cut(plan: Plan, rounds: int, session_rounds: int) -> tuple[int, int]:
    """How many chunks there are, and how many rounds, or sessions, each but the last has."""
    if plan.session is None:
        return -(-plan.rounds // rounds), rounds
    each = min(SESSIONS_A_CHUNK, max(1, session_rounds // plan.session.rounds))
    return -(-plan.sessions // each), each


def _size(plan: Plan, each: int, number: int) -> int:
    """The rounds, or sessions, of a chunk."""
    return min(each, (plan.rounds if plan.session is None else plan.sessions) - number * each)


def _limits(plan: Plan, needs: int) -> tuple[int, int]:
    """Below which result a session is ruined, and at which it is on target."""
    session = plan.session
    if session is None or session.bankroll is None:
        return -NO_GOAL, NO_GOAL
    goal = NO_GOAL if session.target is None else session.target - session.bankroll
    return needs - session.bankroll, goal


@dataclass(frozen=True)
class KernelJob:
    """Rounds dealt by a kernel. It holds arrays and whole numbers only: a worker needs no rulebook to do it."""

    plan: Plan
    dealing: Dealing
    engine: ClassVar[str] = "kernel"
    note: ClassVar[str] = ""

    def __reduce__(self) -> tuple[Any, ...]:
        return KernelJob, (self.plan, self.dealing)

    @property
    def rule(self) -> str:
        return self.dealing.rule

    @property
    def chunks(self) -> int:
        return _cut(self.plan, KERNEL_CHUNK, SESSIONS_CHUNK)[0]

    def chunk(self, number: int, stop: Event | None = None) -> Part:
        """Deal a chunk; a chunk can be long, so it looks now and then whether it is still wanted."""
        from pitboss.simulation import kernels

        deal = _kernel(self.dealing.kernel)
        size = _size(self.plan, _cut(self.plan, KERNEL_CHUNK, SESSIONS_CHUNK)[1], number)
        counts = np.zeros(len(self._nets), dtype=np.int64)
        classes = np.empty(BLOCK, dtype=np.uint16)
        memory = np.zeros(2, dtype=np.int64)
        stream = np.array([(self._key + number * COUNTERS) % (1 << 64)], dtype=np.uint64)
        if self.plan.session is None:
            for start in range(0, size, BLOCK):
                block = classes[: min(BLOCK, size - start)]
                deal(block, stream, memory, *self.dealing.tables)
                kernels.tally(block, counts)
            return Part(size, size * self.dealing.fee, counts=counts)
        sessions = np.zeros((size, 5), dtype=np.int64)
        now = np.zeros(6, dtype=np.int64)
        limits = (self.plan.session.rounds, *_limits(self.plan, self.dealing.needs))
        over = False
        while not over and not (stop is not None and stop.is_set()):
            if self.dealing.walker:
                over = self._walker(
                    WALK, stream, memory, *self.dealing.tables, self._nets, self._staked, *limits, now, sessions, counts
                )
                continue
            deal(classes, stream, memory, *self.dealing.tables)
            over = kernels.walk(classes, self._nets, self._staked, *limits, now, sessions, counts)
        rounds = int(counts.sum())
        return Part(rounds, rounds * self.dealing.fee, counts=counts, sessions={number: sessions})

    def finish(self, total: Part) -> Part:
        assert total.counts is not None
        return replace(total, sums=self.dealing.price(total.counts))

    @cached_property
    def _walker(self) -> Any:
        return _kernel(self.dealing.walker)

    @cached_property
    def _key(self) -> int:
        return int.from_bytes(sha256(f"pitboss {self.plan.seed}".encode()).digest()[:8], "big")

    @cached_property
    def _nets(self) -> NDArray[np.int64]:
        return self.dealing.nets

    @cached_property
    def _staked(self) -> NDArray[np.int64]:
        return self.dealing.staked


def _kernel(dotted: str) -> Any:
    home, _, name = dotted.rpartition(".")
    return getattr(import_module(home), name)


def _part(dealt: Dealt) -> Part:
    return Part(1, dealt.fee, dealt.sums())


@dataclass(frozen=True)
class ScriptJob:
    """Rounds played at real tables, a fresh table for every chunk and every session.

    ``note`` says why no kernel deals them, where one was wanted.
    """

    plan: Plan
    note: str = ""
    engine: ClassVar[str] = "script"

    def __reduce__(self) -> tuple[Any, ...]:
        return ScriptJob, (self.plan, self.note)

    @property
    def rule(self) -> str:
        return ""

    def try_one_round(self) -> None:
        """Play a round, so that the table itself says what it does not take."""
        self._seat("trial").deal()

    @property
    def chunks(self) -> int:
        return _cut(self.plan, SCRIPT_CHUNK, SCRIPT_CHUNK)[0]

    def chunk(self, number: int) -> Part:
        each = _cut(self.plan, SCRIPT_CHUNK, SCRIPT_CHUNK)[1]
        size = _size(self.plan, each, number)
        if self.plan.session is None:
            seat = self._seat(f"{self.plan.seed}/{number}")
            return gather(_part(seat.deal()) for _ in range(size))
        rows: list[list[int]] = []
        which = range(number * each, number * each + size)
        played = gather(part for session in which for part in self._session(session, rows))
        return replace(played, sessions={number: np.array(rows, dtype=np.int64)})

    def _session(self, number: int, rows: list[list[int]]) -> Iterator[Part]:
        """Play a session, and enter its row once it is over."""
        assert self.plan.session is not None
        seat = self._seat(f"{self.plan.seed}/{number}")
        floor, goal = _limits(self.plan, most_at_risk(self._setup, self.plan.wagers, self.plan.strategy))
        result = rounds = coin_in = run = longest = 0
        ended = TIME_UP
        while ended == TIME_UP and rounds < self.plan.session.rounds:
            dealt = seat.deal()
            yield _part(dealt)
            rounds += 1
            result += dealt.net
            coin_in += dealt.staked
            run = run + 1 if dealt.net < 0 else 0
            longest = max(longest, run)
            ended = ON_TARGET if result >= goal else RUINED if result < floor else TIME_UP
        rows.append([result, rounds, coin_in, longest, ended])

    def finish(self, total: Part) -> Part:
        return total

    def _seat(self, seed: str) -> Seat:
        return Seat(self.plan, self._setup, self._policy(seed), seed)

    def _policy(self, seed: str) -> Policy:
        return self._fixed_policy or policy_of(self._setup, self.plan.strategy, seed)

    @cached_property
    def _fixed_policy(self) -> Policy | None:
        """The strategy, worked out once, where chance has no part in it."""
        return None if self.plan.strategy == RANDOM else policy_of(self._setup, self.plan.strategy, "")

    @cached_property
    def _setup(self) -> Setup:
        return self.plan.setup()


Job = KernelJob | ScriptJob
"""Something that can be done chunk by chunk."""


def some(job: Job, numbers: Iterable[int]) -> Part:
    """Do several chunks."""
    return gather(job.chunk(number) for number in numbers)
