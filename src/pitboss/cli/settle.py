"""``pitboss settle``: what became of each wager of a record, and the clause behind it."""

import sys
from pathlib import Path

from rich.text import Text

from pitboss.engine.events import Event, Fee, Settlement
from pitboss.engine.reading import read_file, read_text
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.errors import RecordError
from pitboss.money import money, signed
from pitboss.sheets.paper import Paper, cited, in_words, pretty_cards, print_json
from pitboss.sheets.ruling import Ruling, Told, ruling_of
from pitboss.sheets.wording import plain_words
from pitboss.tables import settle

STYLES = {"win": "green", "lose": "red", "push": "yellow", "void": "yellow", "stays": "yellow"}


def print_settlement(file: str, as_json: bool, explain: bool = False) -> None:
    settled = settle(text_of(file))
    if explain:
        ruling = ruling_of(settled)
        if as_json:
            print_json(ruling.as_json())
        else:
            show_ruling(Paper(), ruling)
        return
    if as_json:
        print_json(settled.as_json())
        return
    paper = Paper()
    paper.title(settled.table.setup.entry.title, settled.record.entry)
    many = len(settled.record.steps) > 1
    rounds = dict(settled.rounds)
    for step in sorted({*rounds, *(at for at, _ in settled.fees)}):
        collected = [fee for at, fee in settled.fees if at == step]
        if many:
            paper.heading(f"Step {step}")
        if step in rounds:
            show_round(paper, rounds[step], collected)
        else:
            paper.line()
            show_fees(paper, collected)
    _show_net(paper, settled)
    if not settled.table.setup.entry.wagers:
        paper.heading("What carries on")
        paper.named((in_words(name), plain_words(value) or "none") for name, value in settled.table.carry.items())


def show_ruling(paper: Paper, ruling: Ruling) -> None:
    """A settled record told in order, and then why each wager was paid."""
    paper.title(ruling.title, ruling.entry)
    paper.line(str(ruling.head), "dim")
    for told in ruling.steps:
        if len(ruling.steps) > 1:
            paper.heading(f"Step {told.step}")
        _show_told(paper, told)
    paper.heading("Net")
    for seat, amount in sorted(ruling.net.items()):
        paper.line(Text.assemble((f"Seat {seat}: ", "bold"), signed(amount)), indent=2)
    for name, (before, after) in ruling.meters.items():
        held = f" held {money(before)} and" if before is not None else ""
        paper.line(f"Meter {in_words(name)}{held} now holds {money(after)}", indent=2)
    if ruling.readings:
        paper.heading("Readings that decided something")
        for id, text, cite in ruling.readings:
            paper.bullet(id, cited(text, cite))
    if ruling.words:
        paper.heading("The words of the clauses")
        for quote in dict.fromkeys(quote for found in ruling.words.values() for quote in found):
            paper.bullet(quote.where, f"“{quote.text}”")


def _show_told(paper: Paper, told: Told) -> None:
    if told.story:
        paper.subheading("What happened")
    for line in told.story:
        paper.clause(line.text, line.cite, indent=4, style="yellow" if line.irregular else "")
    if any(each.reads for each in told.hands):
        paper.subheading("The hands")
        paper.named(((each.hand, f"{pretty_cards(each.pieces)}  {each.reads}") for each in told.hands), indent=4)
    if told.bank:
        paper.subheading(told.bank)
    if told.wagers:
        paper.subheading("The wagers")
    for ruled in told.wagers:
        row = ruled.row
        head = (f"Seat {row.seat}, {ruled.title}, {money(row.lammer or row.staked)}: ", "bold")
        paper.line(Text.assemble(head, (row.outcome, STYLES[row.outcome]), f" {signed(row.net)}"), indent=4)
        paper.clause(f"{ruled.decided_by}; {', '.join(ruled.computation)}.", row.cite, indent=6)
    show_fees(paper, list(told.fees))


def text_of(file: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    if file != "-":
        return read_file(Path(file))
    if sys.stdin is None:
        raise RecordError("standard input is closed; there is no record to read")
    try:
        return read_text(sys.stdin.buffer, "standard input")
    except (OSError, ValueError) as error:
        raise RecordError("standard input cannot be read") from error


def show_round(paper: Paper, played: Round, collected: list[Fee]) -> None:
    """The wagers of a round, its fees and its irregularities; without wagers, everything that happened."""
    paper.line()
    if not played.setup.entry.wagers:
        show_happenings(paper, played)
        return
    show_settlements(paper, played.settlements)
    show_fees(paper, [*played.fees, *collected])
    for event in played.events_of_pot_fees:
        paper.clause(f"House: {event.text} {money(-(event.amount or 0))}", event.cite)
    for event in played.events:
        if event.kind == "irregularity":
            show_irregularity(paper, event)


def show_fees(paper: Paper, fees: list[Fee]) -> None:
    """What was collected or given back besides the wagers, in a round or between rounds."""
    for fee in fees:
        paper.clause(f"Seat {fee.seat}: {fee.what} {signed(-fee.amount)}", fee.cite)


def show_happenings(paper: Paper, played: Round) -> None:
    """What happened under a section that has no wagers, each thing with its clause."""
    for event in played.events:
        if event.kind == "irregularity":
            show_irregularity(paper, event)
        elif event.text:
            head = event.kind.capitalize() if event.seat is None else f"Patron {event.seat}"
            amount = f" {signed(event.amount)}" if event.amount is not None else ""
            paper.clause(f"{head}: {in_words(event.text)}{amount}", event.cite)


def show_settlements(paper: Paper, rows: list[Settlement], with_seat: bool = True) -> None:
    """A row per wager: staked, outcome, net, and why."""
    heads = ("Seat", "Wager", "Staked", "Outcome", "Net", "Why")
    table = [
        (
            str(row.seat),
            in_words(row.wager) + (f" {row.on}" if row.on else "") + (f" (hand {row.hand})" if row.hand > 1 else ""),
            f"lammer {money(row.lammer)}" if row.lammer else money(row.staked),
            Text(_outcome(row), STYLES[row.outcome]),
            signed(row.net),
            cited(row.reason, row.cite),
        )
        for row in rows
    ]
    if with_seat:
        paper.table(heads, table, right=(2, 4))
    else:
        paper.table(heads[1:], [row[1:] for row in table], right=(1, 3))


def _outcome(row: Settlement) -> str:
    return f"{row.outcome} at {row.odds}" if row.odds and row.odds != row.outcome else row.outcome


def show_irregularity(paper: Paper, event: Event) -> None:
    where = f" (seat {event.seat})" if event.seat is not None else ""
    paper.line(Text.assemble(("Irregularity", "bold yellow"), f"{where}: ", cited(event.text, event.cite)), indent=2)


def _show_net(paper: Paper, settled: Settled) -> None:
    banker = {played.player_dealer.seat for _, played in settled.rounds if played.player_dealer is not None}
    role = "the bank" if settled.table.setup.entry.bank.kind == "alternating" else "player-dealer"
    paper.line()
    for seat, amount in sorted(settled.net.items()):
        place = "Seat" if settled.table.setup.entry.wagers else "Patron"
        who = f"{place} {seat}" + (f" ({role})" if seat in banker else "")
        paper.line(Text.assemble((f"{who}: ", "bold"), signed(amount)), indent=2)
    for name, held in settled.meters.items():
        paper.line(f"Meter {in_words(name)} now holds {money(held)}", indent=2)
