"""The check of a house as a page for the file: one HTML file that opens and prints without a network."""

from collections.abc import Sequence
from html import escape

from pitboss.money import money
from pitboss.rulebook.check import HouseReport, TableReport
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.notices import Answer, shown
from pitboss.rulebook.sources import head_of
from pitboss.sheets.paper import in_words
from pitboss.solve.report_style import CSS

MARKS = {"given": "✓", "does not apply": "–", "waiting": "☐", "late": "✗", "open": "☐"}
SIGNED = ("Checked by", "Date", "Signature")
OWN_CSS = """
.bad { color: var(--loss); font-weight: 650; } .good { color: var(--gain); font-weight: 650; }
ul.duties { list-style: none; margin: 0; padding: 0; } ul.duties li { padding-left: 1.3em; text-indent: -1.3em; }
.duties .mark { display: inline-block; width: 1.3em; text-indent: 0; }
.signed { display: flex; flex-wrap: wrap; gap: 2rem; margin-top: 3.5rem; }
.signed div { flex: 1 1 12rem; border-top: 1px solid var(--soft); color: var(--soft); font-size: .85rem; }
@media print { section.table { break-before: page; } }
"""


def house_page(report: HouseReport) -> str:
    """The report as it goes on file: every table, what is refused, what is owed to whom and what was given."""
    title = escape(report.title or "House")
    when = f"<p class='soft'>As it is on {shown(report.at)}.</p>" if report.at is not None else ""
    parts = [
        f"<header><p class='kind'>Check of a house</p><h1>{title}</h1>{when}</header><main>",
        _summary(report),
        *(_table(table) for table in report.tables),
        "<div class='signed'>" + "".join(f"<div>{what}</div>" for what in SIGNED) + "</div></main>",
    ]
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}: check</title>"
        f"<meta name='viewport' content='width=device-width'><style>{CSS}{OWN_CSS}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _summary(report: HouseReport) -> str:
    rows = [
        (escape(table.name), escape(table.entry.title), escape(table.entry.name), _verdict(table), _open(table))
        for table in report.tables
    ]
    return f"<section><h2>Tables</h2>{_rows(('Table', 'Game', 'Entry', 'Verdict', 'Notices'), rows)}</section>"


def _verdict(table: TableReport) -> str:
    return "<span class='good'>legal</span>" if table.legal else "<span class='bad'>not legal</span>"


def _open(table: TableReport) -> str:
    owed = [finding for finding in table.owed if finding.owed]
    if not owed:
        return "none owed"
    if table.open:
        return f"<span class='bad'>{len(table.open)} of {len(owed)} open</span>"
    return f"<span class='good'>all {len(owed)} given</span>"


def _table(table: TableReport) -> str:
    head = escape(str(head_of(table.entry.rulebook)))
    parts = [
        f"<section class='table'><h2>{escape(table.name)} <span class='beside'>{escape(table.entry.title)}, "
        f"{escape(table.entry.name)}</span></h2><p class='soft'>{head}</p><p>{_verdict(table)}</p>"
    ]
    if table.refused:
        rows = [(escape(each.where), _cited(each.text, each.cite)) for each in table.refused]
        parts.append(f"<h3>Not legal</h3>{_rows(('Where', 'Why'), rows)}")
    for title, findings in (("Notices for what is in force", table.notices), ("Always owed", table.standing)):
        if findings:
            told = [
                (escape(each.where), _cited(each.text, each.cite), _duties(table, each), _mark(table, each))
                for each in findings
            ]
            parts.append(f"<h3>{title}</h3>{_rows(('About', 'What the rulebook says', 'To whom and when', ''), told)}")
    if table.barred:
        barred = [(escape(in_words(wager)), _cited(rule.text, rule.cite)) for wager, rule in table.barred.items()]
        parts.append(f"<h3>Not offered here</h3>{_rows(('Wager', 'Why'), barred)}")
    if table.unused:
        unused = [(escape(", ".join(given.about)) or "–", escape(str(given))) for given in table.unused]
        parts.append(f"<h3>Given and not owed</h3>{_rows(('About', ''), unused)}")
    if table.limits:
        limits = [(escape(in_words(wager)), escape(limits_in_words(table, wager))) for wager in table.limits]
        parts.append(f"<h3>Limits</h3>{_rows(('Wager', 'Limits'), limits)}")
    return "".join((*parts, "</section>"))


def _duties(table: TableReport, finding: Finding) -> str:
    answers = table.answers.get(finding, ())
    return f"<ul class='duties'>{''.join(map(_duty, answers))}</ul>" if answers else "–"


def _duty(answer: Answer) -> str:
    return f"<li><span class='mark'>{MARKS[answer.status]}</span>{escape(str(answer))}</li>"


def _mark(table: TableReport, finding: Finding) -> str:
    if not table.answers.get(finding):
        return ""
    return "<span class='bad'>open</span>" if table.is_open(finding) else "<span class='good'>done</span>"


def limits_in_words(table: TableReport, wager: str) -> str:
    """A wager's limits as people say them, and how many times another one it may be."""
    (low, high), multiple = table.limits[wager], table.multiples.get(wager, "")
    if low is None and high is None:
        return multiple or "any amount"
    if high is None or low is None:
        told = f"from {money(low)}" if low is not None else f"up to {money(high or 0)}"
    else:
        told = money(low) if low == high else f"{money(low)} to {money(high)}"
    return f"{told}, {multiple}" if multiple else told


def _cited(text: str, cite: str) -> str:
    return f"{escape(text)} <span class='cite'>[{escape(cite)}]</span>"


def _rows(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th scope='col'>{head}</th>" for head in heads)
    body = "".join(
        f"<tr><th scope='row'>{first}</th>{''.join(f'<td>{cell}</td>' for cell in rest)}</tr>" for first, *rest in rows
    )
    return f"<div class='scroll' tabindex='0'><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
