"""The chips of a live table: where a round puts them, and whether a seat can pay for what it wants."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pitboss.engine import fees
from pitboss.engine.accounts import BOX, POT, Account
from pitboss.engine.round import Round
from pitboss.errors import PitbossError, Refused
from pitboss.house import ledger
from pitboss.house.ledger import Posting
from pitboss.money import signed

if TYPE_CHECKING:
    from pitboss.house.live.live_table import LiveTable


def totals(live: "LiveTable", played: Round | None) -> Mapping[str, int]:
    """Where the chips of this table are, as far as a round moves them."""
    found: defaultdict[str, int] = defaultdict(int)
    over = played is None or played.over
    for bet in live.table.standing if over or played is None else played.bets:
        if over or not bet.outcome:
            found[ledger.bets(live.id)] += bet.stake
            found[chips_of(live, bet.seat)] -= bet.stake
    for move in played.movements if played is not None else ():
        found[_posted_to(live, move.payer)] -= move.amount
        found[_posted_to(live, move.payee)] += move.amount
    return found


def _posted_to(live: "LiveTable", account: Account) -> str:
    """The house's account of what a round moves."""
    if account.seat is not None:
        return chips_of(live, account.seat)
    if account.meter is not None:
        return ledger.meter(live.meters[account.meter].id)
    return {BOX: ledger.box, POT: ledger.bets}.get(account, ledger.bank)(live.id)


def chips_of(live: "LiveTable", seat: int) -> str:
    """The account of the chips in front of a seat."""
    return ledger.chips(live.id, live.seated(seat).person)


def must_be_bought(live: "LiveTable", held: int, amount: int) -> None:
    """Refuse what nobody buys in for, with so many chips in front of the seat already."""
    if amount <= 0:
        raise Refused("a buy-in is more than zero")
    if live.table.game.may_buy_in is not None:
        live.table.game.may_buy_in(live.setup, held + amount)


def take(live: "LiveTable", postings: Sequence[Posting]) -> None:
    """Bring the chips in front of the players up to date."""
    purses = {ledger.chips(live.id, seated.person): seated.purse for seated in live.seats.values()}
    after = {account: purse.chips for account, purse in purses.items()}
    for posting in postings:
        if posting.account in after:
            after[posting.account] += posting.amount
    for account, held in after.items():
        if held < 0 and held != purses[account].chips:
            raise PitbossError(f"{account} would owe {money(-held)}; nothing was done")
    for account, held in after.items():
        purses[account].chips = held


def must_afford(live: "LiveTable", seat: int, trial: Round) -> int:
    """What the wagers of a seat take of its chips, with all it owes and the fees; refused if it has not so many."""
    needed = owed(live, seat) - sum(bet.stake for bet in live.table.standing if bet.seat == seat)
    for bet in trial.bets:
        if bet.seat == seat:
            needed += bet.stake
            if live.table.game.charges is not None:
                needed += sum(fee.amount for fee in live.table.game.charges(live.setup, bet))
    needed += sum(fee.amount for fee in fees.due(trial) if fee.seat == seat)
    if trial.player_dealer is not None and trial.player_dealer.seat == seat:
        needed += trial.player_dealer.wager
    have = live.seated(seat).chips - elsewhere(live, seat)
    if needed > have:
        raise Refused(f"seat {seat} has {money(have)}, and these wagers take {money(needed)}")
    return needed


def elsewhere(live: "LiveTable", seat: int) -> int:
    """What the same person has put up at other seats of the table, or owes there."""
    person = live.seated(seat).person
    others = [other for other, seated in live.seats.items() if seated.person == person and other != seat]
    return sum(live.put_up.get(other, owed(live, other)) for other in others)


def owed(live: "LiveTable", seat: int) -> int:
    """Commission that was marked and is collected later."""
    amount: int = live.table.carry.get("owed", {}).get(str(seat), 0)
    return amount


def money(amount: int) -> str:
    return signed(amount).lstrip("+")
