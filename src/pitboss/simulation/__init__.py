"""Simulation: rounds by the million from kernels, or one by one at a real table; sessions and bankrolls."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pitboss.errors import Refused

if TYPE_CHECKING:
    from pitboss.rulebook.setup import Setup
    from pitboss.simulation.jobs import Job, Part
    from pitboss.simulation.plan import Plan
    from pitboss.simulation.result import Figures, Result

Engine = Literal["auto", "kernel", "script"]
MOST_SCRIPT_ROUNDS = 10**9


def simulate(
    plan: "Plan",
    engine: Engine = "auto",
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> "Result":
    """Simulate a plan: by a kernel where there is one, otherwise at real tables.

    The figures depend on the plan and the engine, never on the workers or the machine.

    >>> from pitboss.simulation.plan import plan_of
    >>> plan = plan_of("chapter4/roulette", rounds=400, seed=7, wagers={"red": 10})
    >>> found = simulate(plan, engine="script", workers=1)
    >>> found.engine, found.rounds, found.wagers["red"].sums.decided
    ('script', 400, 400)
    """
    from pitboss.simulation import workers as local
    from pitboss.simulation.jobs import KernelJob
    from pitboss.simulation.plan import rows_of
    from pitboss.simulation.result import Figures, Result
    from pitboss.simulation.sessions import Sessions
    from pitboss.simulation.sums import Sums

    many = local.usual_workers() if workers is None else local.check_workers(workers)
    begun = time.perf_counter()
    setup = plan.setup()
    job = job_of(plan, setup, engine)
    many = local.useful(job, many)
    _warm_up(job)
    ready = time.perf_counter()
    finished = 0

    def done(chunks: int) -> None:
        nonlocal finished
        finished += chunks
        if progress is not None:
            progress(min(1.0, finished / job.chunks))

    if cluster is not None:
        from pitboss.simulation.cluster import run as run_on_cluster

        total = run_on_cluster(job, cluster, done)
    else:
        total = local.run(job, many, done)
    seconds = time.perf_counter() - ready
    units = rows_of(setup, plan.wagers)
    return Result(
        plan=job.plan,
        setup=setup,
        engine=job.engine,
        rule=job.rule,
        note=job.note,
        rounds=total.rounds,
        fees=total.fees,
        wagers={name: Figures(total.sums.get(name, Sums()), unit) for name, unit in units.items()},
        together=Figures(total.sums.get("", Sums()), sum(units.values())),
        sessions=Sessions(plan.session, total.rows) if plan.session is not None else None,
        seconds=seconds,
        preparation=ready - begun,
        groups=_groups(job, total, sum(units.values())),
        fresh_edge=job.dealing.fresh_edge if isinstance(job, KernelJob) else None,
        by={"cluster": cluster} if cluster is not None else {"workers": many},
    )


def job_of(plan: "Plan", setup: "Setup", engine: Engine = "auto") -> "Job":
    """The work to be done; refuses wagers that the table would not take, and what the engine named cannot do."""
    from pitboss.simulation.dealing import NoKernel, dealing_of
    from pitboss.simulation.jobs import KernelJob, ScriptJob
    from pitboss.simulation.strategies import chosen

    plan = replace(plan, strategy=chosen(setup, plan.strategy))
    note = ""
    if engine == "script" and (plan.count or plan.penetration is not None):
        raise Refused(
            "a count and a penetration of one's own are for the kernel; the script engine deals the entry's shoe"
        )
    ScriptJob(plan).try_one_round()
    if engine != "script":
        try:
            return KernelJob(plan, dealing_of(plan, setup))
        except NoKernel as reason:
            if engine == "kernel" or plan.count or plan.penetration is not None:
                raise
            note = reason.sentence
    if plan.rounds > MOST_SCRIPT_ROUNDS:
        raise Refused(f"more than {MOST_SCRIPT_ROUNDS:,} rounds are not played through the script engine")
    return ScriptJob(plan, note)


def _groups(job: "Job", total: "Part", unit: int) -> "dict[str, Figures]":
    """What rounds came to by the groups that a kernel tells apart."""
    from pitboss.simulation.jobs import KernelJob
    from pitboss.simulation.result import Figures

    if not isinstance(job, KernelJob) or total.counts is None:
        return {}
    return {name: Figures(sums, unit) for name, sums in job.dealing.by_group(total.counts).items()}


def _warm_up(job: "Job") -> None:
    """Have the kernels compiled, so that their time is not taken for the rounds'."""
    from pitboss.simulation.jobs import KernelJob

    if isinstance(job, KernelJob):
        session = job.plan.session
        short = replace(session, rounds=1) if session is not None else None
        KernelJob(replace(job.plan, rounds=1, session=short), job.dealing).chunk(0)
