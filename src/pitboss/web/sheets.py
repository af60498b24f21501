"""What is always one click away: the rule sheet, the pay tables, each wager with its limits, odds and house edge."""

import asyncio
from collections.abc import Callable, Mapping
from html import escape

from pitboss.games import game_of
from pitboss.rulebook.setup import Setup
from pitboss.sheets.offers import pays_of
from pitboss.web.circles import limits_in_words
from pitboss.web.parts import Live, button, dialog
from pitboss.web.rule_sheet import pay_tables, rule_sheet

PLACED = {"before_deal": "", "decision": "made during the round", "automatic": "paid of itself"}


class Sheets:
    """Two buttons, each of which opens a dialog; the sheets are written when they are first wanted."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def buttons(self) -> None:
        for label, write in (("Rules", rule_sheet), ("Pay tables", pay_tables)):
            self._button(label, write)

    def _button(self, label: str, write: Callable[[Setup], str]) -> None:
        whole, body = dialog(f"{label}: {self.setup.entry.title}")
        with body:
            text = Live("div", "sheet-text")

        async def show() -> None:
            text.show(await asyncio.to_thread(kept, self.setup, label, write))
            whole.open()

        button(label, show, aria_haspopup="dialog")


def kept(setup: Setup, label: str, write: Callable[[Setup], str]) -> str:
    """A sheet, written once for each set-up."""
    found: str | None = setup.worked_out.get(f"sheet {label}")
    if found is None:
        found = setup.worked_out[f"sheet {label}"] = write(setup)
    return found


def areas_of(setup: Setup) -> dict[str, str]:
    """Every place to bet before the deal, with its title: ``{"split 8-11": "Split 8-11"}``."""
    game = game_of(setup.entry)
    found = {}
    for offer in setup.offers.values():
        if offer.placed == "before_deal":
            for spot in game.places(setup, offer):
                found[f"{offer.id} {spot}".strip()] = f"{offer.title} {spot}".strip()
    return found


def wager_table(setup: Setup, edges: Mapping[str, str]) -> str:
    """The wagers on offer: limits, odds, edge where it is known, clause."""
    rows = []
    for offer in setup.offers.values():
        mine = [edge for name, edge in edges.items() if name.partition(" ")[0] == offer.id]
        edge = edges.get(offer.id) or (_span(mine) if mine else "")
        when = PLACED[offer.placed]
        rows.append(
            f"<tr><td><b>{escape(offer.title)}</b>{f'<br><span class=soft>{when}</span>' if when else ''}</td>"
            f"<td>{escape(limits_in_words(offer, setup) if offer.placed != 'automatic' else '')}</td>"
            f'<td>{escape(pays_of(offer))} <span class="cite">[{escape(offer.cite)}]</span></td>'
            f'<td class="number">{escape(edge)}</td></tr>'
        )
    head = '<th scope="col">Wager</th><th scope="col">Limits</th><th scope="col">Pays</th>'
    return (
        f'<table><thead><tr>{head}<th scope="col" class="number">House edge</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _span(edges: list[str]) -> str:
    """The least and the most of several edges."""
    ordered = sorted(edges, key=lambda edge: float(edge.rstrip(" %")))
    return ordered[0] if ordered[0] == ordered[-1] else f"{ordered[0]} to {ordered[-1]}"
