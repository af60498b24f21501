"""Progressive wagers: who wins which meter, and the envy of the others."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.money import MeterShare, exact

if TYPE_CHECKING:
    from pitboss.engine.round import Round
    from pitboss.engine.wagers import Bet


def settle_progressive(
    t: "Round", bets: Sequence["Bet"], cases: Mapping[int, str], hands: Mapping[int, Sequence[str]], split: bool
) -> None:
    """Settle a progressive wager for every seat that made it.

    When several win the same meter, ``split`` shares it out evenly; otherwise the first in line takes it and the next
    takes what it is reseeded with.
    """
    meters = {bet.seat: _meter(bet, cases[bet.seat], hands[bet.seat]) for bet in bets}
    for position, bet in enumerate(bets):
        meter = meters[bet.seat]
        later = sum(1 for other in bets[position + 1 :] if meter and meters[other.seat] == meter)
        share = Fraction(1, 1 + later) if split else Fraction(1)
        t.settle(bet, cases[bet.seat], hands[bet.seat], share=share)


def _meter(bet: "Bet", case: str, hand: Sequence[str]) -> str | None:
    result, _ = bet.offer.rulings[case]
    found = bet.offer.pays.first(hand) if bet.offer.pays and result.kind == "table" else None
    if found is not None and isinstance(found[1], MeterShare) and found[1].percent == 1:
        return found[1].meter
    return None


def pay_envy(t: "Round", bets: Sequence["Bet"], shown: Mapping[int, Sequence[str]]) -> None:
    """Pay each bettor the envy of every qualifying hand shown by another player; amounts are for a dollar."""
    for holder, names in shown.items():
        for bet in bets:
            pays = bet.offer.pays
            if pays is None or t.player(bet.seat) == t.player(holder):
                continue
            name = next((name for name in names if name in pays.lines), "")
            amount = pays.envy.get(name, 0)
            if amount:
                due = exact(Fraction(amount * bet.stake, 100))
                reason = f"envy of seat {holder}'s {name.replace('_', ' ')}"
                t.bonus(bet.seat, f"{bet.wager}_envy", due, "", reason, pays.cite)
