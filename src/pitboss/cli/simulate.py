"""``pitboss simulate``: rounds by the million, and what they come to."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from rich.text import Text

from pitboss.cli.progress import progress_bar
from pitboss.errors import PitbossError, Refused, suggest
from pitboss.money import cents, money
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup
from pitboss.sheets.choices import assume_required, pairs, read_house
from pitboss.sheets.paper import Paper, in_words, print_json
from pitboss.simulation import Engine, simulate
from pitboss.simulation.output import check_files, write_parquet, write_plot
from pitboss.simulation.plan import Session, plan_of
from pitboss.simulation.plot import figures
from pitboss.simulation.result import Figures, Result
from pitboss.simulation.strategies import ANY_GAME, FIRST

_COUNT = re.compile(r"([+-]?\d[\d,_]*)(?:e(\d{1,3}))?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for beside the entry and its options, as it was typed."""

    options: Path | None
    rounds: str
    seed: str | None
    workers: int | None
    wagers: Sequence[str] | None
    strategy: str | None
    engine: str
    meters: Sequence[str] | None
    session_rounds: str | None
    bankroll: str | None
    target: str | None
    count: str | None
    penetration: str | None
    parquet: Path | None
    plot: Path | None
    cluster: str | None
    as_json: bool
    players: int | None = None


def simulate_entry(name: str, words: Sequence[str] | None, wanted: Wanted) -> None:
    """Simulate an entry, and print and write what was asked for."""
    chosen, pay_tables = read_house(words, wanted.options)
    options, assumed = assume_required(load(name), chosen)
    engine = _engine(wanted.engine)
    if load(name).family == "pot_poker":
        from pitboss.cli.pot_simulation import simulate_pot_entry

        simulate_pot_entry(Setup.of(load(name), options), wanted, read_count(wanted.rounds, "hands"))
        return
    if wanted.players is not None:
        raise PitbossError("--players is for poker for a pot; other games are dealt to one player")
    session = _session(wanted)
    check_files(wanted.parquet, wanted.plot, session is not None)
    plan = plan_of(
        name,
        options,
        rounds=read_count(wanted.rounds, "rounds"),
        seed=secrets.randbits(48) if wanted.seed is None else wanted.seed,
        wagers=pairs(wanted.wagers, "wager"),
        strategy=wanted.strategy or "",
        session=session,
        meters=pairs(wanted.meters, "meter"),
        pay_tables=pay_tables,
        count=wanted.count or "",
        penetration=wanted.penetration,
    )
    decides = any(offer.placed == "decision" for offer in plan.setup().offers.values())
    with progress_bar(f"Dealing {name}{', its strategy worked out first' if decides else ''}") as told:
        result = simulate(plan, engine, wanted.workers, wanted.cluster, told)
    if wanted.parquet is not None:
        write_parquet(result, wanted.parquet)
    if wanted.plot is not None:
        write_plot(result, wanted.plot)
    if wanted.as_json:
        print_json(result.as_json())
        return
    paper = Paper()
    _show(paper, result, assumed)
    for file in filter(None, (wanted.parquet, wanted.plot)):
        paper.line(f"The sessions are in {file}.", indent=2)


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
    return int(digits + "0" * int(match[2] or 0))


def _session(wanted: Wanted) -> Session | None:
    bankroll = None if wanted.bankroll is None else cents(wanted.bankroll)
    target = None if wanted.target is None else cents(wanted.target)
    if wanted.session_rounds is not None:
        return Session(read_count(wanted.session_rounds, "rounds"), bankroll, target)
    if bankroll is not None or target is not None:
        raise PitbossError("a bankroll and a target belong to sessions; say how long one is with --session-rounds")
    return None


def _engine(name: str) -> Engine:
    for known in get_args(Engine):
        if name == known:
            found: Engine = known
            return found
    raise Refused(f'there is no engine "{name}"; {suggest(name, get_args(Engine))}')


def _show(paper: Paper, result: Result, assumed: dict[str, str]) -> None:
    paper.title(result.setup.entry.title, result.setup.entry.name)
    paper.line(_what(result), indent=2)
    if result.note:
        paper.line(result.note, "yellow", indent=2)
    if _answers_blindly(result):
        how = "takes the answer that is offered first" if result.plan.strategy == FIRST else "answers by chance"
        told = f"strategy {result.plan.strategy} {how}, whatever the cards: good play loses less"
        paper.line(told, "yellow", indent=2)
    for name, value in assumed.items():
        paper.line(f"the house must choose {name}; {value} is assumed", "yellow", indent=2)
    paper.line()
    rows = [_row(name, each) for name, each in result.wagers.items()]
    if len(rows) > 1:
        rows.append(_row("together", result.together))
    heads = ("Wager", "Unit", "Mean", "House edge", "Std error", "Hits", "Element of risk")
    paper.table(heads, rows, right=range(1, 7))
    if result.fees:
        each = money(round(result.fees / result.rounds))
        paper.line()
        paper.line(f"Collection fees of {each} a round come on top.", indent=2)
    if result.fresh_edge is not None:
        paper.line()
        paper.line(_shoe(result), indent=2)
    if result.groups:
        paper.heading(f"By the true count, {in_words(result.plan.count)}")
        paper.table(("True count", "Share", "House edge", "Std error"), _by_count(result), right=range(1, 4))
    if result.sessions is not None:
        paper.heading("Sessions")
        paper.named(figures(result))
    paper.line()
    paper.line(_speed(result), "dim", indent=2)


def _shoe(result: Result) -> str:
    """What the cut card does: a shoe is left sooner when many small cards came, and rounds are not alike."""
    assert result.fresh_edge is not None and result.cut_card_effect is not None
    error = result.together.standard_error
    within = "" if error is None else f" (± {float(error):.4%})"
    return (
        f"Off a fresh shoe this strategy loses {float(result.fresh_edge):.4%} exactly; dealt to the cut card the house "
        f"held {float(result.cut_card_effect):+.4%}{within} more."
    )


def _by_count(result: Result) -> list[list[str]]:
    return [
        [
            name,
            f"{each.sums.decided / result.rounds:.4%}",
            f"{float(each.house_edge):.3%}",
            "unknown" if each.standard_error is None else f"{float(each.standard_error):.3%}",
        ]
        for name, each in result.groups.items()
    ]


def _what(result: Result) -> str:
    plan = result.plan
    rule = f" ({result.rule})" if result.rule else ""
    strategy = f", strategy {in_words(plan.strategy)}{rule}" if _decides(result) else ""
    rounds = "1 round" if result.rounds == 1 else f"{result.rounds:,} rounds"
    return f"{rounds} by the {result.engine} engine{strategy}, seed {plan.seed}"


def _decides(result: Result) -> bool:
    """Whether a strategy makes a difference at all."""
    return bool(result.rule) or result.engine == "script"


def _answers_blindly(result: Result) -> bool:
    """Whether decisions that cost money were made without looking at the cards."""
    decides = any(offer.placed == "decision" for offer in result.setup.offers.values())
    return decides and result.engine == "script" and result.plan.strategy in ANY_GAME


def _row(name: str, each: Figures) -> list[Any]:
    return [
        Text(in_words(name), no_wrap=True),
        money(each.unit),
        f"{float(each.mean):+.6f}",
        f"{float(each.house_edge):.4%}",
        "unknown" if each.standard_error is None else f"{float(each.standard_error):.4%}",
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
