"""What was called at the tables and could touch cards or wagers, for those who mind the house."""

from html import escape
from typing import Any

from pitboss.house.audit.call_report import call_report
from pitboss.house.people import Person
from pitboss.web.desk import Desk, sentence
from pitboss.web.parts import Live, amount, button, cited, net, pill, tag, words
from pitboss.web.ruling import link_to

MOST = 50
CALLS = ("Table", "Round", "When (UTC)", "What", "Called by", "Confirmed by", "Note", "Who gained")


class Calls:
    """The newest calls, and what they come to for each dealer and each player. They are looked up when asked for."""

    def __init__(self, desk: Desk, person: Person) -> None:
        self.desk, self.person = desk, person
        with tag("section", "card stack", aria_label="Calls"):
            words("Calls that could touch cards or wagers", "h2")
            button("Look them up", self.look)
            self._told = Live("div", "scrolls", role="status", aria_live="polite")

    async def look(self) -> None:
        try:
            report = await self.desk.read(self.person, lambda store: call_report(store, limit=MOST).as_json())
        except Exception as error:
            self._told.show(cited(*sentence(error)))
            return
        self._told.show(_shown(report) if report["calls"] else '<p class="soft">Nothing of the kind was called.</p>')


def _shown(report: dict[str, Any]) -> str:
    dealers = [(row["person"], str(row["calls"]), str(row["unconfirmed"])) for row in report["dealers"]]
    winners = [(row["person"], str(row["calls"]), net(row["gained"])) for row in report["winners"]]
    return (
        _table(CALLS, [_line(called) for called in report["calls"]])
        + _table(("Dealer", "Calls", "Confirmed by nobody else"), [[escape(cell) for cell in row] for row in dealers])
        + _table(("Player", "Rounds with calls", "Gained by them"), [[escape(w), n, won] for w, n, won in winners])
    )


def _line(called: dict[str, Any]) -> list[str]:
    practice = pill("practice", "practice") if called["practice"] else ""
    return [
        escape(called["table"]),
        link_to(called["table"], called["round"], str(called["round"])) + practice,
        escape(called["at"][:19].replace("T", " ")),
        escape(f"{called['call']['id'].replace('_', ' ')} ({' and '.join(called['effects'])})"),
        escape(called["by"]),
        escape(called["confirmed_by"] or "nobody"),
        escape(called["note"]),
        _gained(called),
    ]


def _gained(called: dict[str, Any]) -> str:
    """What the round came to for each player, and without the call where it can be dealt again."""
    without = called["without"] or {}
    return "<br>".join(
        f"{escape(person)}: {amount(won)}" + (f", without it {amount(without[person])}" if person in without else "")
        for person, won in (called["net"] or {}).items()
    )


def _table(heads: tuple[str, ...], rows: list[list[str]]) -> str:
    top = "".join(f'<th scope="col">{head}</th>' for head in heads)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"
