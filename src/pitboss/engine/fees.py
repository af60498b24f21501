"""Collection fees of a card room: flat amounts taken before the deal, by the posted schedule."""

from typing import TYPE_CHECKING

from pitboss.engine.backline import PROMOTIONAL_CHIPS, numbers_said
from pitboss.engine.events import Fee
from pitboss.money import cents
from pitboss.rulebook.model import Band

if TYPE_CHECKING:
    from pitboss.engine.round import Round


def collect(t: "Round") -> list[Fee]:
    """The round's fees: players' per base wager and promotional chip, the player-dealer's per hand or by the action."""
    rules, schedule = t.setup.entry.fees, t.setup.schedule
    if rules is None or schedule is None:
        return []
    taken = []
    each = cents(schedule.player)
    if each:
        taken = [Fee(bet.seat, "collection fee", each, schedule.cite) for bet in t.bets if bet.wager == rules.per]
    for seat, chips in numbers_said(PROMOTIONAL_CHIPS, t.says).items():
        amount = chips * cents(schedule.promotional_chip)
        if amount:
            taken.append(Fee(seat, "promotional chip fee", amount, schedule.cite))
    if t.player_dealer is not None:
        action = sum(bet.stake for bet in t.bets if bet.wager in rules.action)
        amount = bank_fee(schedule.bank, action)
        if amount:
            taken.append(Fee(t.player_dealer.seat, "player-dealer's collection fee", amount, schedule.cite))
    return taken


def bank_fee(fee: str | list[Band], action: int) -> int:
    """A flat fee, or the fee of the band that the total table action falls into.

    >>> bank_fee([Band(up_to="50", fee="2"), Band(fee="3")], 5050)
    300
    """
    if isinstance(fee, str):
        return cents(fee)
    return next(cents(band.fee) for band in fee if band.up_to is None or action <= cents(band.up_to))
