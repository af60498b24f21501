"""The ruling of a round that is over: as a page of its own, to be read, linked to and printed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from pitboss.house.audit.resettle import rules_of, settled_again
from pitboss.house.how_played import HowPlayed, how_played
from pitboss.house.live.pace import CLOCK
from pitboss.house.storage.store import Store
from pitboss.sheets.paper import in_words
from pitboss.sheets.ruling import Ruling, ruling_of
from pitboss.sheets.ruling_sheet import show_ruling
from pitboss.web.parts import MARK, capital
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


@dataclass(frozen=True, slots=True)
class RoundRuled:
    """A round out of the journal, dealt and settled again and told, and how it came about."""

    kept: Kept
    ruling: Ruling
    how: HowPlayed

    @property
    def people(self) -> set[str]:
        """Everybody who is named."""
        signed = {by for call in self.how.calls for by in (call.get("by", ""), call.get("confirmed_by", ""))}
        return {*self.kept.body["players"].values(), *(turn.by for turn in self.how.ended), *signed}


def ruling_of_round(store: Store, table: str, number: int) -> RoundRuled | None:
    """A round that is over, by its number."""
    for kept in find(store, table, number=number, most=1):
        return RoundRuled(kept, ruling_of(settled_again(kept.body)), how_played(store, table, kept.body))
    return None


def ruling_html(ruling: Ruling) -> str:
    """A ruling as a part of a page: the same lines that the command prints."""
    page = Page()
    show_ruling(page, ruling)
    return page.html


def how_html(found: RoundRuled, names: Mapping[str, str]) -> str:
    """How a round came about, as a part of a page; nothing where everybody decided for themselves."""
    lines = [*_turns(found, names), *_calls(found, names)]
    if not lines:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<section class="how" aria-label="How it came about"><h2>How it came about</h2><ul>{items}</ul></section>'


def _turns(found: RoundRuled, names: Mapping[str, str]) -> Iterator[str]:
    for turn in found.how.ended:
        by = "the clock" if turn.by == CLOCK else names.get(turn.by, turn.by) or "somebody else"
        yield f"Seat {turn.seat}: {in_words(turn.action)}, decided by {by}: {turn.reason}."


def _calls(found: RoundRuled, names: Mapping[str, str]) -> Iterator[str]:
    known = rules_of(found.kept.body)[0].irregularities
    for signed in found.how.calls:
        call = signed["call"]
        what = known[call["id"]][0].trigger if call["id"] in known else in_words(call["id"])
        concerns = f" (seat {call['seat']})" if "seat" in call else ""
        by, confirmed = signed.get("by", ""), signed.get("confirmed_by", "")
        agreed = f"confirmed by {names.get(confirmed, confirmed)}" if confirmed else "which needed nobody to confirm it"
        told = f"{capital(what)}{concerns}: called by {names.get(by, by)}, {agreed}."
        yield f"{told} Noted: “{signed['note']}”" if signed.get("note") else told


def ruling_page(found: RoundRuled, names: Mapping[str, str], head: str) -> str:
    """A ruling as a page by itself, which prints as it is; ``names`` are the people's names by their ids."""
    kept, ruling = found.kept, found.ruling
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
        f'<p class="hash">{escape(kept.hash)}</p><dl class="seats">{seats}</dl>{how_html(found, names)}'
        f'<article class="sheet-text">{ruling_html(ruling)}</article></main></body></html>'
    )
