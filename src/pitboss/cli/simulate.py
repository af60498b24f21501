"""``pitboss simulate``: rounds by the million, and what they come to."""

import re
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

from pitboss.cli.choices import assume_required, pairs, read_options
from pitboss.cli.paper import Paper, in_words, print_json
from pitboss.errors import PitbossError, Refused, suggest
from pitboss.money import cents, signed
from pitboss.rulebook.loader import load
from pitboss.simulate import Engine, simulate
from pitboss.simulate.output import check_files, write_parquet, write_plot
from pitboss.simulate.plan import Plan, Session, plan_of
from pitboss.simulate.plot import figures
from pitboss.simulate.result import Figures, Result

INTERRUPTED = 130
_COUNT = re.compile(r"([+-]?\d[\d,_]*)(?:e(\d{1,3}))?", re.IGNORECASE)


def print_simulation(
    entry: str,
    options: Iterable[str] | None,
    *,
    rounds: str,
    seed: str | None,
    workers: int | None,
    wagers: Iterable[str] | None,
    strategy: str | None,
    engine: str,
    meters: Iterable[str] | None,
    session_rounds: str | None,
    bankroll: str | None,
    target: str | None,
    parquet: Path | None,
    plot: Path | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Simulate and print; the exit code is 130 when somebody interrupted it."""
    chosen, assumed = assume_required(load(entry), read_options(options))
    session = _session(session_rounds, bankroll, target)
    check_files(parquet, plot, session is not None)
    plan = plan_of(
        entry,
        chosen,
        rounds=read_count(rounds, "rounds"),
        seed=seed if seed is not None else secrets.randbits(48),
        wagers=pairs(wagers, "wager"),
        strategy=strategy or "",
        session=session,
        meters=pairs(meters, "meter"),
    )
    try:
        with _progress(not as_json) as progress:
            result = simulate(plan, _engine(engine), workers, cluster, progress)
        if parquet is not None:
            write_parquet(result, parquet)
        if plot is not None:
            write_plot(result, plot)
    except KeyboardInterrupt:
        print("pitboss: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    if as_json:
        print_json(result.as_json())
    else:
        _show(result, assumed)
    return 0


def read_count(text: str, what: str) -> int:
    """A number of rounds as people write it.

    >>> read_count("1,000,000", "rounds"), read_count("2e9", "rounds")
    (1000000, 2000000000)
    """
    match = _COUNT.fullmatch(text.strip())
    if match is None:
        raise PitbossError(f'"{text[:40]}" is not a number of {what}; write it like 1000000 or 1e6')
    digits = re.sub("[,_]", "", match[1])
    if len(digits) + int(match[2] or 0) > 30:
        raise PitbossError(f"{text[:40]} is more {what} than anybody can play")
    return int(digits) * 10 ** int(match[2] or 0)


def _session(rounds: str | None, bankroll: str | None, target: str | None) -> Session | None:
    if rounds is None:
        if bankroll is not None or target is not None:
            raise PitbossError("a bankroll and a target belong to sessions; say how long one is with --session-rounds")
        return None
    return Session(
        read_count(rounds, "rounds"),
        None if bankroll is None else cents(bankroll),
        None if target is None else cents(target),
    )


def _engine(name: str) -> Engine:
    for known in get_args(Engine):
        if name == known:
            found: Engine = known
            return found
    raise Refused(f'there is no engine "{name}"; {suggest(name, get_args(Engine))}')


@contextmanager
def _progress(wanted: bool) -> Iterator[Callable[[float], None] | None]:
    """A progress bar on a terminal, on the error stream so that the output stays clean; none anywhere else."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("dealing", total=1.0)
        yield lambda done: bar.update(task, completed=done)


def _show(result: Result, assumed: dict[str, str]) -> None:
    paper = Paper()
    paper.title(result.setup.entry.title, result.setup.entry.name)
    paper.line(_what(result), indent=2)
    for name, value in assumed.items():
        paper.line(f"the house must choose {name}; {value} is assumed", "yellow", indent=2)
    paper.line()
    rows = [_row(name, each) for name, each in result.wagers.items()]
    if len(rows) > 1:
        rows.append(_row("together", result.together))
    heads = ("Wager", "A unit", "Result per unit", "House edge", "Standard error", "Hits", "Element of risk")
    paper.table(heads, rows, right=range(1, 7))
    if result.fees:
        each = signed(round(result.fees / result.rounds)).lstrip("+")
        paper.line()
        paper.line(f"Collection fees of {each} a round come on top.", indent=2)
    if result.sessions is not None:
        paper.heading("Sessions")
        paper.named(figures(result))
    paper.line()
    paper.line(_speed(result), "dim", indent=2)


def _what(result: Result) -> str:
    plan = result.plan
    rule = f" ({result.rule})" if result.rule else ""
    strategy = f", strategy {in_words(plan.strategy)}{rule}" if _decides(result) else ""
    return f"{result.rounds:,} rounds by the {result.engine} engine{strategy}, seed {plan.seed}"


def _decides(result: Result) -> bool:
    """Whether a strategy makes a difference at all."""
    return bool(result.rule) or result.engine == "script"


def _row(name: str, each: Figures) -> list[Any]:
    return [
        in_words(name),
        signed(each.unit).lstrip("+"),
        f"{float(each.mean):+.6f}",
        f"{float(each.house_edge):.4%}",
        f"{float(each.standard_error):.4%}",
        f"{float(each.hit_frequency):.2%}",
        f"{float(each.element_of_risk):.4%}",
    ]


def _speed(result: Result) -> str:
    by = result.by
    who = f"on the cluster at {by['cluster']}" if "cluster" in by else f"{by['workers']} workers"
    if by.get("workers") == 1:
        who = "1 worker"
    return (
        f"{result.rounds_per_second:,.0f} rounds a second, {who}, {result.seconds:.2f} s; "
        f"preparation {result.preparation:.2f} s"
    )


__all__ = ["Plan", "print_simulation", "read_count"]
