"""A settled record in short: the hands and what chance decided, a row for each wager, fees, irregularities, the net."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from pitboss.engine.events import Basis, Settlement, on_hand
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.money import money, signed
from pitboss.sheets.decided import decided_by, weigh
from pitboss.sheets.paper import Paper, cited, in_words
from pitboss.sheets.ruling import Ruling, Told, fee_as_json, ruling_of
from pitboss.sheets.ruling_sheet import STYLES, show_fees, show_hands, show_irregularity, show_pot_fees, show_unreached
from pitboss.sheets.story import Line
from pitboss.sheets.wording import plain_words

FACTS = ("returned", "uncalled", "free collection", "match", "up card", "exposed", "peek", "bank")
"""Events that are told in short besides those that have a value."""
NOT_FACTS = ("pot", "decision", "irregularity")


def settlement_as_json(settled: Settled) -> dict[str, Any]:
    """A settled record as values: its rows with what decided and computed each, the hands, what chance decided."""
    ruling, found = ruling_of(settled), settled.as_json()
    ruled = [each for told in ruling.steps for each in told.wagers]
    found["settlements"] = [row | each.as_values() for row, each in zip(found["settlements"], ruled, strict=True)]
    many = len(settled.record.steps) > 1
    fees = [({"step": told.step} if many else {}) | fee_as_json(fee) for told in ruling.steps for fee in told.fees]
    fees += [({"step": told.step} if many else {}) | fee.as_json() for told in ruling.steps for fee in told.pot_fees]
    if fees:
        found["fees"] = fees
    hands = [{"step": told.step} | each.as_json() for told in ruling.steps for each in told.hands]
    facts = [{"step": told.step} | line.as_json() for told in ruling.steps for line in facts_of(told)]
    wrong = [{"step": told.step} | each.as_json() for told in ruling.steps for each in told.irregularities]
    more = {"hands": hands, "facts": facts, "irregularities": wrong}
    return found | {name: listed for name, listed in more.items() if listed}


def show_settlement(paper: Paper, settled: Settled) -> None:
    """A settled record on paper."""
    ruling, entry, rounds = ruling_of(settled), settled.table.setup.entry, dict(settled.rounds)
    paper.title(entry.title, settled.record.entry)
    for told in ruling.steps:
        if len(settled.record.steps) > 1:
            paper.heading(f"Step {told.step}")
        paper.line()
        if entry.wagers:
            _show_round(paper, told)
        elif (played := rounds.get(told.step)) is not None:
            show_happenings(paper, played, told)
    _show_net(paper, settled, ruling)
    if not entry.wagers:
        paper.heading("What carries on")
        paper.named((in_words(name), plain_words(value) or "none") for name, value in settled.table.carry.items())


def facts_of(told: Told) -> list[Line]:
    """What chance decided, what the dealer counted and announced, what went back: all but cards and decisions."""
    return [
        line
        for line in told.story
        if line.kind in FACTS or (line.value is not None and line.kind not in NOT_FACTS and not line.irregular)
    ]


def show_settlements(paper: Paper, played: Round, seat: int, rows: Sequence[Settlement]) -> None:
    """A row per wager of a seat: staked, outcome, net, and why, as far as the seat sees it."""
    why = [f"{decided_by(played, row, weigh(played, row, seat))}{_note(row)}" for row in rows]
    _show_rows(paper, list(zip(rows, why, strict=True)), with_seat=False)


def show_happenings(paper: Paper, played: Round, told: Told) -> None:
    """What happened under a section that has no wagers, each thing with its clause."""
    wrong = iter(told.irregularities)
    for event in played.events:
        if event.kind == "irregularity":
            show_irregularity(paper, next(wrong))
        elif event.text:
            head = event.kind.capitalize() if event.seat is None else f"Patron {event.seat}"
            amount = f" {signed(event.amount)}" if event.amount is not None else ""
            basis = f" ({event.value})" if isinstance(event.value, Basis) else ""
            paper.clause(f"{head}: {in_words(event.text)}{amount}{basis}", event.cite)


def _show_round(paper: Paper, told: Told) -> None:
    show_hands(paper, told, heading=False)
    for line in facts_of(told):
        paper.clause(line.text, line.cite)
    if told.bank:
        paper.line(told.bank, indent=2)
    if told.hands or facts_of(told) or told.bank:
        paper.line()
    if told.wagers:
        _show_rows(paper, [(each.row, f"{each.decided_by}{_note(each.row)}") for each in told.wagers])
    show_fees(paper, list(told.fees))
    show_pot_fees(paper, told.pot_fees)
    for each in told.irregularities:
        show_irregularity(paper, each)
    show_unreached(paper, told.unreached)


def _show_rows(paper: Paper, rows: Sequence[tuple[Settlement, str]], with_seat: bool = True) -> None:
    heads = ("Seat", "Wager", "Staked", "Outcome", "Net", "Why")
    table = [
        (
            str(row.seat),
            on_hand(in_words(row.on_spot), row.hand),
            f"lammer {money(row.lammer)}" if row.lammer else money(row.staked),
            Text(_outcome(row), STYLES[row.outcome]),
            signed(row.net),
            cited(why, row.cite),
        )
        for row, why in rows
    ]
    if with_seat:
        paper.table(heads, table, right=(2, 4))
    else:
        paper.table(heads[1:], [row[1:] for row in table], right=(1, 3))


def _note(row: Settlement) -> str:
    """That less was paid than the odds come to, and why."""
    if row.computed is None or row.outcome == "void":
        return ""
    covered = ", covered in part" if row.computed.uncovered else ""
    return (", cut to the payout limit" if row.computed.cut else "") + covered


def _outcome(row: Settlement) -> str:
    return f"{row.came_to} at {row.odds}" if row.odds and row.odds != row.outcome else row.came_to


def _show_net(paper: Paper, settled: Settled, ruling: Ruling) -> None:
    role = "the bank" if settled.table.setup.entry.bank.kind == "alternating" else "player-dealer"
    paper.line()
    for seat, amount in sorted(settled.net.items()):
        place = "Seat" if settled.table.setup.entry.wagers else "Patron"
        who = f"{place} {seat}" + (f" ({role})" if seat in ruling.banker else "")
        paper.line(Text.assemble((f"{who}: ", "bold"), signed(amount)), indent=2)
    for name, held in settled.meters.items():
        paper.line(f"Meter {in_words(name)} now holds {money(held)}", indent=2)
