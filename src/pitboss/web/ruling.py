"""The ruling of a round that is over: as a page of its own, to be read, linked to and printed."""

from collections.abc import Mapping
from html import escape
from urllib.parse import quote

from pitboss.house.audit.resettle import settled_again
from pitboss.house.storage.store import Store
from pitboss.sheets.ruling import Ruling, ruling_of
from pitboss.sheets.ruling_sheet import show_ruling
from pitboss.web.parts import MARK
from pitboss.web.rounds import Kept, find
from pitboss.web.rule_sheet import Page

MAY_READ = ("auditor", "floor")
"""Who sees every card of a round once it is over, and so its ruling."""


def address_of(table: str, number: int) -> str:
    """Where the ruling of a round is, for good."""
    return f"/table/{quote(table, safe='')}/rounds/{number}/ruling"


def link_to(table: str, number: int, words: str) -> str:
    """A link to the ruling of a round."""
    label = f"The ruling of round {number} of table {table}"
    return f'<a href="{address_of(table, number)}" aria-label="{escape(label)}">{escape(words)}</a>'


def ruling_of_round(store: Store, table: str, number: int) -> tuple[Kept, Ruling] | None:
    """A round out of the journal, dealt and settled again and told."""
    found = find(store, table, number=number, most=1)
    return (found[0], ruling_of(settled_again(found[0].body))) if found else None


def ruling_html(ruling: Ruling) -> str:
    """A ruling as a part of a page: the same lines that the command prints."""
    page = Page()
    show_ruling(page, ruling)
    return page.html


def ruling_page(kept: Kept, ruling: Ruling, names: Mapping[str, str], head: str) -> str:
    """A ruling as a page by itself, which prints as it is; ``names`` are the people's names by their ids."""
    title = f"Ruling: table {kept.table}, round {kept.number}"
    when = kept.at[:19].replace("T", " ")
    seats = "".join(
        f"<dt>Seat {escape(seat)}</dt><dd>{escape(names.get(player, player))}</dd>"
        for seat, player in kept.body["players"].items()
    )
    practice = "<p>A round of a practice house.</p>" if kept.body.get("practice") else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} · pitboss</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{head}</head>'
        f'<body class="ruling"><header class="top"><a class="brand" href="/audit">{MARK}pitboss</a></header>'
        f"<main><h1>{escape(title)}</h1>"
        f'<p class="back"><a href="/table/{quote(kept.table, safe="")}">Table {escape(kept.table)}</a> · '
        f'<a href="/audit">Rounds of the house</a></p>'
        f"<p>Dealt {escape(when)} UTC; entry {kept.entry} of the table's journal.</p>{practice}"
        f'<p class="hash">{escape(kept.hash)}</p><dl class="seats">{seats}</dl>'
        f'<article class="sheet-text">{ruling_html(ruling)}</article></main></body></html>'
    )
