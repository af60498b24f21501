"""``pitboss check``: a house's tables against the rulebook, each finding with its clause."""

from rich.text import Text

from pitboss.answers import check
from pitboss.cli.settle import text_of
from pitboss.engine.reading import load_toml
from pitboss.money import money
from pitboss.rulebook.check import TableReport
from pitboss.sheets.paper import Paper, cited, in_words, print_json


def print_check(file: str, as_json: bool) -> bool:
    """Check and print; True when every table is legal."""
    found = check(load_toml(text_of(file), "standard input" if file == "-" else file))
    if as_json:
        print_json(found.as_json())
        return found.legal
    paper, reports = Paper(), found.tables
    for report in reports:
        show_report(paper, report)
    bad = sum(not report.legal for report in reports)
    count = "1 table" if len(reports) == 1 else f"{len(reports)} tables"
    paper.line(f"{count}, {'all legal' if not bad else f'{bad} not legal'}.", "bold")
    return found.legal


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
