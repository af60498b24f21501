"""The auditor's view: find a round, replay it step by step, verify the chains, take the records away."""

from collections.abc import Mapping
from functools import partial
from html import escape

from nicegui import ui
from nicegui.element import Element

from pitboss.api.queries import one_round
from pitboss.api.views import View, Viewer
from pitboss.engine.picture import hands_seen
from pitboss.house.audit.resettle import as_decided, rules_of, settled_again
from pitboss.house.how_played import how_played
from pitboss.house.people import Person
from pitboss.money import dollars
from pitboss.rulebook.rewritten import edition_of
from pitboss.rulebook.setup import Setup
from pitboss.sheets.ruling import ruling_of
from pitboss.web import cards, table_html
from pitboss.web.background import aside
from pitboss.web.betting import cents_of
from pitboss.web.call_report import Calls
from pitboss.web.desk import Desk, sentence
from pitboss.web.parts import Live, Rows, button, capital, cited, field, frame, markup, net, tag, words
from pitboss.web.rounds import Kept, find
from pitboss.web.rule_sheet import record_text
from pitboss.web.ruling import RoundRuled, how_html, link_to, ruling_html

MOST = 50
MOST_SECONDS = 3600


class AuditPage:
    """An auditor's page."""

    def __init__(self, desk: Desk, person: Person) -> None:
        self.desk, self.person = desk, person
        self.wanted = {"table": "", "person": "", "number": "", "day": ""}
        self.kept: Kept | None = None
        self.whole: View | None = None
        self.setup: Setup | None = None
        self.step = 0
        self._searches = 0

    async def build(self) -> None:
        with frame(self.person, "Audit", "Audit"):
            words("Audit", "h1", "head")
            with tag("section", "card stack", aria_label="Verify and export"), tag("div", "row"):
                self.verify = button("Verify everything", self._verify, "main")
                for what, kind in (("rounds", "csv"), ("ledger", "csv"), ("rounds", "parquet"), ("ledger", "parquet")):
                    label = f"{what.capitalize()} ({'CSV' if kind == 'csv' else 'Parquet'})"
                    markup(label, "a", "button", href=f"/audit/export/{what}.{kind}", download="")
                self.verdict = Live("div", role="status", aria_live="polite")
            with tag("div", "two-columns"):
                with tag("section", "card stack", aria_label="Find a round"):
                    words("Find a round", "h2")
                    self._search()
                    self.trouble = Live("div", "trouble", role="alert")
                    self._list()
                with tag("section", "card stack", aria_label="Replay") as self.replay:
                    self._player()
            Calls(self.desk, self.person)
        await self._find()

    # -- finding -------------------------------------------------------------------------------------------------

    def _search(self) -> None:
        with tag("div", "form"), tag("div", "two"):
            for name, label, more in (
                ("table", "Table", {}),
                ("number", "Round", {"inputmode": "numeric"}),
                ("person", "Player", {}),
                ("day", "Day", {"type": "date"}),
            ):
                whole = field(label, partial(self._want, name), **more)
                whole.on("keydown.enter", self._find)
        button("Find", self._find, "main")

    def _list(self) -> None:
        self.nothing = words("No round fits.", classes="soft")
        with tag("div", "scrolls") as self.found, tag("table"):
            heads = ("Table", "Round", "Game", "When (UTC)", "Players", "House")
            markup(f"<tr>{''.join(f'<th scope=col>{head}</th>' for head in heads)}</tr>", "thead")
            self.lines = Rows(tag("tbody"))

    def _want(self, name: str, value: str) -> None:
        self.wanted[name] = value.strip()

    async def _find(self) -> None:
        wanted = dict(self.wanted)
        if wanted["number"] and not wanted["number"].isdecimal():
            self.trouble.show("A round is found by its number.")
            return
        self.trouble.show("")
        number = int(wanted["number"]) if wanted["number"] else None
        self._searches = search = self._searches + 1
        rounds = await self.desk.read(
            self.person, lambda store: find(store, wanted["table"], wanted["person"], number, wanted["day"], MOST)
        )
        if search != self._searches:  # something else is looked for by now
            return
        self.nothing.set_visibility(not rounds)
        self.found.set_visibility(bool(rounds))
        self.lines.show({(kept.table, kept.entry): partial(self._line, kept) for kept in rounds})

    def _line(self, kept: Kept) -> Element:
        with tag("tr") as line:
            words(kept.table, "td")
            with tag("td"):
                label = f"Replay round {kept.number} of table {kept.table}"
                button(str(kept.number), lambda: self._open(kept), "quiet", aria_label=label)
            words(kept.game, "td")
            words(kept.at[:19].replace("T", " "), "td")
            players = [kept.body["players"].get(seat, f"seat {seat}") for seat in kept.body["net"]]
            words(", ".join(dict.fromkeys(players)), "td")
            markup(net(_house(kept)), "td", "number")
        return line

    # -- replaying -----------------------------------------------------------------------------------------------

    def _player(self) -> None:
        self.title = Live("h2")
        self.title.show("Replay")
        self.facts = Live("div", "small stack")
        self.table = Live("div", "cloth stage")
        with tag("div", "row") as self.keys:
            button("First", lambda: self._to(0), aria_label="First step")
            button("Back", lambda: self._to(self.step - 1), aria_label="One step back")
            button("Next", lambda: self._to(self.step + 1), "main", aria_label="One step on")
            button("Last", lambda: self._to(10**9), aria_label="Last step")
            self.where = Live("span", "soft", role="status", aria_live="polite")
        self.steps = Live("div")
        self.outcome = Live("div")
        with tag("details") as self.why:
            words("The ruling", "summary")
            self.link = Live("p")
            self.ruling = Live("div", "sheet-text")
        with tag("details") as self.raw:
            words("The record", "summary")
            self.record = Live("pre", "hash")
        for part in (self.table, self.keys, self.why, self.raw):
            part.set_visibility(False)
        self.facts.show('<p class="soft">Choose a round to deal it again from its record.</p>')

    async def _open(self, kept: Kept) -> None:
        viewer = Viewer.of(self.person)
        try:
            self.whole = await self.desk.read(
                self.person, lambda store: one_round(store, kept.table, kept.number, viewer)
            )
            settled, how = await self.desk.read(
                self.person, lambda store: (settled_again(kept.body), how_played(store, kept.table, kept.body))
            )
        except Exception as error:
            self.trouble.show(cited(*sentence(error)))
            return
        self.kept = kept
        self.setup, _ = rules_of(kept.body)
        edition = edition_of(kept.body)
        same = as_decided(settled.as_json()["settlements"], edition) == as_decided(kept.body["settlements"], edition)
        verdict = (
            '<p class="good">Dealt again from its record, it settles as it was settled.</p>'
            if same
            else '<p class="trouble">Dealt again from its record, it settles otherwise. Verify the chain.</p>'
        )
        self.title.show(f"Table {escape(kept.table)}, round {kept.number}")
        self.facts.show(
            f"<p>{escape(kept.game)} · {escape(kept.at[:19].replace('T', ' '))} · entry {kept.entry} of the chain</p>"
            f'<p class="hash">{escape(kept.hash)}</p>{verdict}'
        )
        self.link.show(link_to(kept.table, kept.number, "By itself, to link to and to print"))
        found = RoundRuled(kept, ruling_of(settled), how)
        self.ruling.show(how_html(found, self.desk.names_of(found.people)) + ruling_html(found.ruling))
        self.record.show(escape(record_text(self.whole["record"] if self.whole is not None else {})))
        for part in (self.table, self.keys, self.why, self.raw):
            part.set_visibility(True)
        self._to(0)
        ui.run_javascript(f"getHtmlElement({self.replay.id}).scrollIntoView({{block: 'nearest'}})")

    def _to(self, step: int) -> None:
        """Show the round after so many steps."""
        if self.whole is None or self.setup is None:
            return
        events = self.whole["events"]
        self.step = max(0, min(step, len(events) - 1))
        seen = events[: self.step + 1]
        held = hands_seen(seen)
        reads = table_html.read(held, self.setup)
        seats = "".join(
            f"<figure>{cards.hand(each, hand)}<figcaption>{escape(_caption(hand, reads))}</figcaption></figure>"
            for hand, each in held.items()
            if hand.startswith("seat ")
        )
        self.table.show(table_html.stage(seen, self.setup) + seats)
        self.where.show(f"step {self.step + 1} of {len(events)}")
        lines = []
        for number, event in enumerate(events):
            kind = "now" if number == self.step else "ahead" if number > self.step else ""
            current = ' aria-current="step"' if kind == "now" else ""
            lines.append(f'<li class="{kind}"{current}>{table_html.event_line(event)}</li>')
        self.steps.show(f'<ol class="replay-steps">{"".join(lines)}</ol>')
        last = self.step == len(events) - 1
        self.outcome.show(table_html.outcomes(self.whole["settlements"], self.setup, with_seat=True) if last else "")

    # -- verifying -----------------------------------------------------------------------------------------------

    async def _verify(self) -> None:
        self.desk.must_be_there(self.person)
        self.verdict.show('<p class="soft">Every chain, the ledger and every round are checked…</p>')
        self.verify.props["disabled"] = ""
        self.verify.update()
        runner, kept = self.desk.runner, self.desk.runner.checkpoints
        files = [str(kept.file)] if kept is not None and kept.file.is_file() else []
        wanted = {"url": runner.url, "secret": str(runner.secret_file or ""), "checkpoints": files}
        wanted["shares"] = [] if kept is None else [str(runner.share)]
        report = await aside("audit", wanted, MOST_SECONDS)
        del self.verify.props["disabled"]
        self.verify.update()
        if "error" in report:
            self.verdict.show(f'<p class="trouble">{escape(str(report["error"]))}</p>')
            return
        counted = f"{report['entries']:,} entries in {report['chains']} chains, {report['rounds']:,} rounds dealt again"
        if report["clean"]:
            self.verdict.show(f'<p class="good">All is as it must be: {counted}, in {report["seconds"]:.1f} s.</p>')
            return
        lines = "".join(
            f"<li>{escape(' '.join(str(part) for part in (row['chain'], row['entry'], row['where']) if part))}: "
            f"{escape(row['text'])}</li>"
            for row in report["findings"]
        )
        self.verdict.show(f'<div class="trouble"><p>{counted}. Found:</p><ul>{lines}</ul></div>')


def _caption(hand: str, reads: Mapping[str, str]) -> str:
    """Whose hand it is, and what it comes to once all of it is seen."""
    return capital(f"{hand}: {reads[hand]}" if reads.get(hand) else hand)


def _house(kept: Kept) -> str:
    return dollars(-sum(cents_of(amount) for amount in kept.body["net"].values()))
