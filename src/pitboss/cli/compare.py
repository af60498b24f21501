"""``pitboss compare``: two entries of a game, or two rulebooks, side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path

from rich.text import Text

from pitboss.catalogue import part
from pitboss.cli.progress import progress_bar
from pitboss.errors import PitbossError
from pitboss.files import check_writable, write_whole
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup
from pitboss.sheets.choices import assume_required
from pitboss.sheets.comparison import (
    NONE,
    Comparison,
    Difference,
    GamePair,
    Side,
    compare_entries,
    compare_rulebooks,
    wagers_of_both,
)
from pitboss.sheets.paper import Paper, cited, print_json
from pitboss.solve import analyze
from pitboss.solve.figures import percent, wager_of
from pitboss.solve.report_style import CSS

IN_WORDS = ("equipment", "round", "readings")
"""Sections of sentences, of which those that only one entry has are told."""
WORDS = "The words of the clauses"
REWORDED = "In other words, and done alike at the table"
Edges = Mapping[str, tuple[str, str]]


def compare(first: str, second: str, as_json: bool, html: Path | None, edges: bool) -> None:
    """Compare two entries, or two rulebooks where no game is named."""
    if ("/" in first) != ("/" in second):
        raise PitbossError("name two entries, such as chapter4/craps, or two rulebooks")
    if html is not None:
        check_writable(html, "the comparison")
    if "/" not in first:
        if edges:
            raise PitbossError("--edges is for two entries: pitboss compare chapter4/craps oneida-2003/craps --edges")
        _compare_rulebooks(first, second, as_json, html)
        return
    found = compare_entries(load(first), load(second))
    both = _edges(first, second) if edges else {}
    if html is not None:
        write_whole(html, _page(found, both))
        print(f"The comparison of {first} and {second} is in {html}.")
    elif as_json:
        print_json(found.as_json() | {"house_edges": {name: list(pair) for name, pair in both.items()}})
    else:
        _show(Paper(), found, both)


def _compare_rulebooks(first: str, second: str, as_json: bool, html: Path | None) -> None:
    pairs = compare_rulebooks(first, second).games
    told = [(pair.game, *_stands(pair), "" if pair.differences is None else str(pair.differences)) for pair in pairs]
    if html is not None:
        games = "".join(
            f"<tr><th scope='row'>{escape(game)}</th>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
            for game, *cells in told
        )
        heads = "".join(f"<th scope='col'>{escape(head)}</th>" for head in (first, second, "Differences"))
        write_whole(html, _whole_page(first, second, _table("Games", heads, games)))
        print(f"The comparison of {first} and {second} is in {html}.")
        return
    if as_json:
        print_json([asdict(pair) for pair in pairs])
        return
    paper = Paper()
    paper.title(f"{first} and {second}")
    paper.line()
    paper.table(("Game", first, second, "Differences"), told, right=(3,), indent=0, whole=(0,))
    paper.line()
    paper.line(f"pitboss compare {first}/GAME {second}/GAME tells the differences of a game.")


def _stands(pair: GamePair) -> tuple[str, str]:
    """Whether a game is an entry of the first and of the second rulebook, or in which one it stands."""
    otherwise = f"in {pair.stands_in.partition('/')[2]}" if pair.stands_in else "–"
    return "yes" if pair.first else otherwise, "yes" if pair.second else otherwise


def _edges(first: str, second: str) -> Edges:
    """The house edge of every wager, by its title, where both entries are solved by their defaults."""
    both = (load(first), load(second))
    found: list[dict[str | None, str]] = []
    for entry in both:
        if not entry.wagers or part(entry.script, "solve") is None:
            return {}
        setup = Setup.of(entry, assume_required(entry, {})[0])
        try:
            with progress_bar(f"Solving {entry.name}") as told:
                analysis = analyze(setup, None, told, edges_only=True)
        except PitbossError:
            return {}  # a set-up that nothing is assumed for
        edges: dict[str | None, str] = {}
        for wager, each in analysis.wagers.items():
            edges.setdefault(wager_of(wager), percent(each.house_edge))
        found.append(edges)
    ours, theirs = found
    rows = [(title, ours.get(one, NONE), theirs.get(other, NONE)) for title, one, other in wagers_of_both(*both)]
    return {title: (one, other) for title, one, other in rows if (one, other) != (NONE, NONE)}


def _show(paper: Paper, found: Comparison, edges: Edges) -> None:
    paper.title(f"{found.first} and {found.second}")
    if found.remark:
        paper.line(found.remark)
    for section, apart, reworded in found.sections():
        paper.heading(section)
        if section in IN_WORDS:
            _show_sentences(paper, found, apart)
        elif apart:
            _show_sides(paper, found, apart)
        if reworded:
            paper.subheading(REWORDED)
            _show_sides(paper, found, reworded)
    if edges:
        paper.heading("House edge by the defaults of each")
        paper.table(("", found.first, found.second), [(name, *pair) for name, pair in edges.items()], right=(1, 2))
    for name, words in found.words.items():
        paper.heading(f"{WORDS} in {name}")
        for quote in words:
            paper.bullet(quote.where, f"“{quote.text}”")
    paper.line()
    paper.line(found.total())


def _show_sides(paper: Paper, found: Comparison, rows: Sequence[Difference]) -> None:
    told = [(each.name, _side(each.first), _side(each.second)) for each in rows]
    paper.table(("", found.first, found.second), told)


def _show_sentences(paper: Paper, found: Comparison, rows: Sequence[Difference]) -> None:
    """Sentences stand under the entry that alone has them."""
    ours = [(each.name, each.first.cite) for each in rows if each.first.cite]
    theirs = [(each.name, each.second.cite) for each in rows if each.second.cite]
    for name, only in ((found.first, ours), (found.second, theirs)):
        if only:
            paper.subheading(f"Only {name}")
        for text, cite in only:
            paper.clause(text, cite, indent=4)


def _side(side: Side) -> Text:
    return cited(side.text, side.cite)


def _page(found: Comparison, edges: Edges) -> str:
    """The comparison as one file that opens and prints without a network."""
    heads = f"<th scope='col'>{escape(found.first)}</th><th scope='col'>{escape(found.second)}</th>"
    parts = []
    for section, apart, reworded in found.sections():
        parts += [_table(section.capitalize(), heads, _rows(apart))] if apart else []
        parts += [_table(f"{section.capitalize()}: {REWORDED.lower()}", heads, _rows(reworded))] if reworded else []
    if edges:
        rows = "".join(
            f"<tr><th scope='row'>{escape(name)}</th>" + "".join(f"<td>{escape(edge)}</td>" for edge in pair) + "</tr>"
            for name, pair in edges.items()
        )
        parts.append(_table("House edge by the defaults of each", heads, rows))
    for name, words in found.words.items():
        rows = "".join(f"<tr><th scope='row'>{quote.where}</th><td>“{escape(quote.text)}”</td></tr>" for quote in words)
        parts.append(_table(f"{WORDS} in {name}", "<th scope='col'>As printed</th>", rows))
    remark = f"<p>{escape(found.remark)}</p>" if found.remark else ""
    return _whole_page(found.first, found.second, remark + "".join(parts) + f"<p>{escape(found.total())}</p>")


def _rows(differences: Sequence[Difference]) -> str:
    return "".join(
        f"<tr><th scope='row'>{escape(each.name)}</th>{_cell(each.first)}{_cell(each.second)}</tr>"
        for each in differences
    )


def _whole_page(first: str, second: str, sections: str) -> str:
    title = escape(f"{first} and {second}")
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>"
        f"<meta name='viewport' content='width=device-width'><style>{CSS}</style></head>"
        f"<body><header><p class='kind'>Comparison</p><h1>{title}</h1></header><main>{sections}</main></body></html>\n"
    )


def _table(title: str, heads: str, rows: str) -> str:
    return (
        f"<section><h2>{escape(title)}</h2><div class='scroll' tabindex='0'><table>"
        f"<thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div></section>"
    )


def _cell(side: Side) -> str:
    cite = f" <span class='cite'>[{escape(side.cite)}]</span>" if side.cite else ""
    return f"<td>{escape(side.text)}{cite}</td>"
