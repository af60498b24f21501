"""Progressive wagers: who wins how much of which meter, and the envy of the others."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.engine.payoff import Due
from pitboss.money import MeterShare, Plus, exact

if TYPE_CHECKING:
    from pitboss.engine.round import Round
    from pitboss.engine.wagers import Bet


def share_meters(dues: Sequence[Due]) -> list[Due]:
    """Share out every meter that several win in one round; the other dues stay as they are.

    A percentage is of what the meter showed before anybody was paid; those who win all of it divide evenly what the
    percentages leave. The dues are paid in this order, and an odd cent goes to the last on a meter that is emptied.
    """
    shared = list(dues)
    for claims in _claims(dues).values():
        partial = sum((percent for percent in claims.values() if percent < 1), Fraction(0))
        whole = sum(1 for percent in claims.values() if percent == 1)
        left = Fraction(1)
        for at, percent in claims.items():
            part = percent if percent < 1 else (1 - partial) / whole
            shared[at] = dues[at]._replace(share=part / left / percent)
            left -= part
    return shared


def _claims(dues: Sequence[Due]) -> dict[str, dict[int, Fraction]]:
    """By meter, which of the dues win what part of it."""
    claims: dict[str, dict[int, Fraction]] = {}
    for at, due in enumerate(dues):
        pay = due.line[1] if due.line is not None else None
        share = pay.share if isinstance(pay, Plus) else pay
        if isinstance(share, MeterShare):
            claims.setdefault(share.meter, {})[at] = share.percent
    return claims


def pay_envy(
    t: "Round",
    bets: Sequence["Bet"],
    holders: Iterable[int],
    names_of: Callable[[int], Sequence[str]],
    within: Callable[["Bet", int], int] | None = None,
) -> None:
    """Pay every bettor the envy of each qualifying hand that another player holds: for a dollar, or a fixed sum.

    A player with several positions is envious of none of them, and a holder need not have made the wager. ``within``
    cuts an envy to what a limit leaves of it.
    """
    for holder in holders:
        for bet in bets:
            pays = bet.offer.pays
            if pays is None or not pays.envy or t.player(bet.seat) == t.player(holder):
                continue
            line = pays.first(names_of(holder))
            amount = pays.envy.get(line[0], 0) if line else 0
            if pays.envy_from is not None and bet.stake < pays.envy_from:
                continue
            if line and amount:
                due = exact(Fraction(amount * bet.stake, 100)) if pays.envy_from is None else amount
                due = due if within is None else within(bet, due)
                reason = f"envy of seat {holder}'s {line[0].replace('_', ' ')}"
                t.bonus(bet.seat, f"{bet.wager}_envy", due, "", reason, pays.envy_cite, bet, line[0])
