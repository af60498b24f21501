"""A ruling on paper: the same lines for the terminal and the pages."""

from collections.abc import Iterable

from rich.text import Text

from pitboss.engine.events import Fee
from pitboss.engine.unreached import Unreached
from pitboss.equipment.cards import UNKNOWN
from pitboss.money import money, signed
from pitboss.rulebook.sources import told_once
from pitboss.sheets.paper import Paper, cited, in_words, told_cards
from pitboss.sheets.ruling import PotFee, Ruling, Told
from pitboss.sheets.story import Called

STYLES = {"win": "green", "lose": "red", "push": "yellow", "void": "yellow", "stays": "yellow"}


def show_ruling(paper: Paper, ruling: Ruling) -> None:
    """A settled record told in order, and then why each wager was paid."""
    paper.title(ruling.title, ruling.entry)
    paper.line(str(ruling.head), "dim")
    for told in ruling.steps:
        if len(ruling.steps) > 1:
            paper.heading(f"Step {told.step}")
        _show_told(paper, told)
    _show_net(paper, ruling)
    if ruling.rankings:
        paper.heading("How hands rank")
        for text, cite in ruling.rankings:
            paper.clause(text, cite)
    if ruling.readings:
        paper.heading("Readings that decided something")
        for id, text, cite in ruling.readings:
            paper.bullet(id, cited(text, cite))
    if ruling.words:
        paper.heading("The words of the clauses")
        for quote in told_once(quote for found in ruling.words.values() for quote in found):
            paper.bullet(quote.where, f"“{quote.text}”")


def show_irregularity(paper: Paper, each: Called, indent: int = 2) -> None:
    """What went wrong, what the rule says, and what it did here."""
    concerns = f" ({each.concerns})" if each.concerns else ""
    paper.line(
        Text.assemble(("Irregularity", "bold yellow"), f"{concerns}: ", cited(each.trigger, each.cite)), indent=indent
    )
    paper.line(f"The rule: {' '.join(each.rule.split())}", indent=indent + 2)
    done = "; ".join(line.text for line in each.done) or "nothing further had to be done"
    paper.line(f"Here: {done}.", indent=indent + 2)


def show_unreached(paper: Paper, unreached: Iterable[Unreached], indent: int = 2) -> None:
    """What the record gives and the round never came to, and why; the same of several decisions once."""
    for each in dict.fromkeys(unreached):
        paper.clause(f"{each}.", each.cite, indent, style="yellow")


def show_fees(paper: Paper, fees: list[Fee], indent: int = 2) -> None:
    """What was collected or given back besides the wagers, in a round or between rounds, and what it goes by."""
    for fee in fees:
        basis = "" if fee.basis is None else f" ({fee.basis})"
        paper.clause(f"Seat {fee.seat}: {fee.what} {signed(-fee.amount)}{basis}", fee.cite, indent)


def show_pot_fees(paper: Paper, fees: tuple[PotFee, ...], indent: int = 2) -> None:
    for fee in fees:
        basis = "" if fee.basis is None else f" ({fee.basis})"
        paper.clause(f"House: {fee.what} {money(fee.amount)}{basis}", fee.cite, indent)


def _show_told(paper: Paper, told: Told) -> None:
    if told.story:
        paper.subheading("What happened")
    for line in told.story:
        paper.clause(line.text, line.cite, indent=4, style="yellow" if line.irregular else "")
    if told.irregularities:
        paper.subheading("What went wrong")
    for each in told.irregularities:
        show_irregularity(paper, each, 4)
    show_unreached(paper, told.unreached, 4)
    show_hands(paper, told)
    if told.bank:
        paper.subheading(told.bank)
    if told.wagers:
        paper.subheading("The wagers")
    for ruled in told.wagers:
        row = ruled.row
        staked = f", {money(row.lammer or row.staked)}" if row.lammer or row.staked else ""
        head = (f"Seat {row.seat}, {ruled.title}{staked}: ", "bold")
        paper.line(Text.assemble(head, (row.came_to, STYLES[row.outcome]), f" {signed(row.net)}"), indent=4)
        paper.clause(f"{ruled.decided_by}; {', '.join(ruled.computation)}.", row.cite, indent=6)
    if told.fees or told.pot_fees:
        paper.subheading("The fees")
        show_fees(paper, list(told.fees), 4)
        show_pot_fees(paper, told.pot_fees, 4)


def show_hands(paper: Paper, told: Told, heading: bool = True) -> None:
    """The hands as they lay at the end, each by its name."""
    seen = [each for each in told.hands if set(each.pieces) != {UNKNOWN}]
    if seen and heading:
        paper.subheading("The hands")
    rows = [(each.hand, f"{told_cards(each.pieces)}  {each.reads}".rstrip()) for each in seen]
    paper.named(rows, indent=4 if heading else 2)


def _show_net(paper: Paper, ruling: Ruling) -> None:
    if ruling.net or ruling.meters:
        paper.heading("Net")
    for seat, amount in sorted(ruling.net.items()):
        who = f"Seat {seat}, who banked" if seat in ruling.banker else f"Seat {seat}"
        paper.line(Text.assemble((f"{who}: ", "bold"), signed(amount)), indent=2)
    for name, (before, after) in ruling.meters.items():
        held = f" held {money(before)} and" if before is not None else ""
        paper.line(f"Meter {in_words(name)}{held} now holds {money(after)}", indent=2)
