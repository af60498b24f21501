"""``pitboss check``: a house's tables against the rulebook, each finding with its clause, notices answered or open."""

from pathlib import Path

from rich.text import Text

from pitboss.answers import check
from pitboss.cli.settle import text_of
from pitboss.engine.reading import load_toml
from pitboss.files import check_writable, write_whole
from pitboss.numerals import count_words
from pitboss.rulebook.check import TableReport
from pitboss.rulebook.findings import Finding
from pitboss.sheets.house_page import MARKS, house_page, limits_in_words
from pitboss.sheets.paper import Paper, cited, in_words, print_json


def print_check(
    file: str, as_json: bool, strict: bool = False, at: str | None = None, html: Path | None = None
) -> bool:
    """Check and print; True when every table is legal and, where it is strict, no notice is open."""
    if html is not None:
        check_writable(html, "the report")
    found = check(load_toml(text_of(file), "standard input" if file == "-" else file), at)
    fine = found.legal and not (strict and found.open)
    if html is not None:
        write_whole(html, house_page(found))
    if as_json:
        print_json(found.as_json())
        return fine
    paper, reports = Paper(), found.tables
    for report in reports:
        show_report(paper, report)
    bad = sum(not report.legal for report in reports)
    count = count_words(len(reports), "table")
    paper.line(f"{count}, {'all legal' if not bad else f'{bad} not legal'}.", "bold")
    if found.open:
        paper.line("1 notice is open." if found.open == 1 else f"{found.open} notices are open.", "yellow")
    if html is not None:
        paper.line(f"The report is in {html}.")
    return fine


def show_report(paper: Paper, report: TableReport) -> None:
    verdict = Text("legal", "green") if report.legal else Text("not legal", "bold red")
    paper.line(Text.assemble((report.name, "bold"), f"  {report.entry.name}: ", verdict))
    for finding in report.refused:
        paper.bullet("✗", Text.assemble((f"{finding.where}: ", "bold"), cited(finding.text, finding.cite)))
    for finding in report.notices:
        _show_notice(paper, report, finding, "notice")
    for finding in report.standing:
        _show_notice(paper, report, finding, "always owed")
    for given in report.unused:
        paper.bullet("•", str(given))
    for wager, rule in report.barred.items():
        paper.bullet("•", cited(f"{in_words(wager)} is not offered here: {rule.text}", rule.cite))
    limits = "; ".join(f"{in_words(wager)} {limits_in_words(report, wager)}" for wager in report.limits)
    if limits:
        paper.bullet("•", f"Limits: {limits}.")
    paper.line()


def _show_notice(paper: Paper, report: TableReport, finding: Finding, kind: str) -> None:
    """What somebody is owed, with its clause, and under it each duty and what became of it."""
    told = cited(f"{finding.where}: {finding.text}", finding.cite)
    paper.bullet("!" if report.is_open(finding) else "•", Text.assemble((f"{kind}: ", "yellow"), told))
    for answer in report.answers.get(finding, ()):
        paper.bullet(MARKS[answer.status], Text(str(answer), "yellow" if answer.open else "green"), indent=4)
