"""The rule sheet as HTML: the same sheet the command line prints, on a paper that a page can show."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from pitboss.money import money
from pitboss.rulebook.setup import Setup
from pitboss.sheets.paper import CITE, Paper, cited
from pitboss.sheets.sheet import print_sheet

STYLES = {CITE: "cite", "bold": "strong", "yellow": "notice", "green": "in-force", "bold cyan": "strong"}


def rule_sheet(setup: Setup) -> str:
    """Everything the entry of a table says, with what is in force there."""
    page = Page()
    print_sheet(page, setup.entry, setup, {})
    return page.html


class Page(Paper):
    """Paper whose lines become HTML."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    @property
    def html(self) -> str:
        return "".join(self._parts)

    def put(self, what: RenderableType, indent: int = 0) -> None:
        self._parts.append(f"<p>{marked(what)}</p>")

    def line(self, text: str | Text = "", style: str = "", indent: int = 0) -> None:
        whole = Text(text, style) if isinstance(text, str) else text
        if whole.plain.strip():
            self._parts.append(f'<p class="in-{indent}">{marked(whole)}</p>')

    def title(self, text: str, beside: str = "") -> None:
        self._parts.append(f'<h2>{escape(text)} <span class="cite">{escape(beside)}</span></h2>')

    def heading(self, text: str) -> None:
        self._parts.append(f'<h3 id="sheet-{escape(text.lower().replace(" ", "-"))}">{escape(text)}</h3>')

    def subheading(self, text: str | Text) -> None:
        self._parts.append(f"<h4>{marked(text)}</h4>")

    def clause(self, text: str, cite: str = "", indent: int = 2, style: str = "") -> None:
        self._parts.append(f'<p class="in-{indent}">{marked(cited(text, cite, style))}</p>')

    def bullet(self, mark: str, text: str | Text, indent: int = 2) -> None:
        kind = "" if mark.strip() == "•" else f"<b>{escape(mark.strip())}</b> "
        self._parts.append(f'<p class="item in-{indent}">{kind}{marked(text)}</p>')

    def named(self, rows: Iterable[tuple[str, str | Text]], indent: int = 2) -> None:
        lines = "".join(f"<dt>{escape(name)}</dt><dd>{marked(text)}</dd>" for name, text in rows)
        if lines:
            self._parts.append(f'<dl class="in-{indent}">{lines}</dl>')

    def table(
        self,
        heads: Sequence[str],
        rows: Iterable[Sequence[RenderableType]],
        right: Sequence[int] = (),
        indent: int = 2,
        whole: Sequence[int] = (),
    ) -> None:
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
        body = "".join(
            f"<tr>{''.join(_cell(cell, number in right) for number, cell in enumerate(row))}</tr>" for row in rows
        )
        self._parts.append(
            f'<div class="scrolls"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        )


def _cell(cell: RenderableType, right: bool) -> str:
    return f"<td{' class=number' if right else ''}>{marked(cell)}</td>"


def marked(text: RenderableType) -> str:
    """A text with its marks: clauses, notices, what is in force."""
    if not isinstance(text, Text):
        return escape(str(text))
    pieces = []
    for piece in text.divide(sorted({offset for span in text.spans for offset in (span.start, span.end)})):
        style = str(piece.spans[-1].style) if piece.spans else str(text.style)
        kind = STYLES.get(style)
        words = escape(piece.plain)
        pieces.append(f'<span class="{kind}">{words}</span>' if kind else words)
    return "".join(pieces)


def pay_tables(setup: Setup) -> str:
    """The pay tables in force at a table, each with the wagers it pays."""
    used: dict[str, list[str]] = {}
    for offer in setup.offers.values():
        if offer.pays is not None:
            used.setdefault(offer.pays.id, []).append(offer.title)
    by_id = {offer.pays.id: offer.pays for offer in setup.offers.values() if offer.pays is not None}
    page = Page()
    for name, wagers in used.items():
        table = by_id[name]
        page.subheading(Text.assemble((table.title, "bold"), f" · {', '.join(wagers)} ", (f"[{table.cite}]", CITE)))
        page.table(("Result", "Pays"), [(_words(line), _pay(pay)) for line, pay in table.lines.items()])
        if table.envy:
            envy = [(_words(line), money(pay)) for line, pay in table.envy.items()]
            page.table(("Envy bonus", "Pays"), envy)
    plain = [(offer.title, case, ruling) for offer in setup.offers.values() for case, ruling in offer.rulings.items()]
    rows = [
        (title, _words(case), "by the pot" if result.kind == "pot" else str(result.pays), Text(cite, CITE))
        for title, case, (result, cite) in plain
        if result.pays is not None or result.kind == "pot"
    ]
    if rows:
        page.subheading("Paid by the pot" if any(row[2] == "by the pot" for row in rows) else "Paid at fixed odds")
        page.table(("Wager", "When", "Pays", "Clause"), rows)
    return page.html


def _words(name: str) -> str:
    return name.replace("_", " ")


def _pay(pay: Any) -> str:
    return ", ".join(f"{_words(key)}: {each}" for key, each in pay.items()) if isinstance(pay, Mapping) else str(pay)


def record_text(record: Mapping[str, Any]) -> str:
    """A record as somebody would write it by hand."""
    import tomli_w

    return tomli_w.dumps(record)
