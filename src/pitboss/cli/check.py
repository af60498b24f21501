"""``pitboss check``: a house's tables against the rulebook, each finding with its clause."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from pitboss.cli.settle import text_of
from pitboss.engine.reading import load_toml
from pitboss.games import game_of
from pitboss.money import dollars, money
from pitboss.rulebook.check import TableReport, check_house
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup
from pitboss.sheets.paper import Paper, cited, in_words, print_json


def print_check(file: str, as_json: bool) -> bool:
    """Check and print; True when every table is legal."""
    reports = check_house(load_toml(text_of(file), "standard input" if file == "-" else file), _examine)
    legal = all(report.legal for report in reports)
    if as_json:
        print_json({"legal": legal, "tables": [as_plain(report) for report in reports]})
        return legal
    paper = Paper()
    for report in reports:
        show_report(paper, report)
    bad = sum(not report.legal for report in reports)
    count = "1 table" if len(reports) == 1 else f"{len(reports)} tables"
    paper.line(f"{count}, {'all legal' if not bad else f'{bad} not legal'}.", "bold")
    return legal


def _examine(setup: Setup) -> Sequence[Finding]:
    return game_of(setup.entry).findings(setup)


def as_plain(report: TableReport) -> dict[str, Any]:
    """A table's report as ``pitboss check --json`` gives it."""
    return {
        "name": report.name,
        "rulebook": report.entry.rulebook,
        "game": report.entry.game,
        "legal": report.legal,
        "refused": [_finding(finding) for finding in report.refused],
        "notices": [_finding(finding) for finding in report.notices],
        "limits": {wager: {"min": _amount(low), "max": _amount(high)} for wager, (low, high) in report.limits.items()},
        "not_offered": {wager: {"text": rule.text, "cite": rule.cite} for wager, rule in report.barred.items()},
    }


def _finding(finding: Finding) -> dict[str, str]:
    return {"where": finding.where, "text": finding.text, "cite": finding.cite}


def _amount(amount: int | None) -> str | None:
    return None if amount is None else dollars(amount)


def show_report(paper: Paper, report: TableReport) -> None:
    verdict = Text("legal", "green") if report.legal else Text("not legal", "bold red")
    paper.line(Text.assemble((report.name, "bold"), f"  {report.entry.name}: ", verdict))
    for finding in report.refused:
        paper.bullet("✗", Text.assemble((f"{finding.where}: ", "bold"), cited(finding.text, finding.cite)))
    for finding in report.notices:
        told = cited(f"{finding.where}: {finding.text}", finding.cite)
        paper.bullet("!", Text.assemble(("notice: ", "yellow"), told))
    for wager, rule in report.barred.items():
        paper.bullet("•", cited(f"{in_words(wager)} is not offered here: {rule.text}", rule.cite))
    limits = "; ".join(f"{in_words(wager)} {_range(low, high)}" for wager, (low, high) in report.limits.items())
    if limits:
        paper.bullet("•", f"Limits: {limits}.")
    paper.line()


def _range(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return "any amount"
    if high is None or low is None:
        return f"from {money(low)}" if low is not None else f"up to {money(high or 0)}"
    return money(low) if low == high else f"{money(low)} to {money(high)}"
