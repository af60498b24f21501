"""The dealer's way round the table: results are worked out first, then collected and paid in the rulebook's order."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.engine.events import Outcome
from pitboss.engine.verdict import Cap, capped, judge
from pitboss.money import Pay, Push
from pitboss.rulebook.payout_limits import LimitRule

if TYPE_CHECKING:
    from pitboss.engine.round import Round
    from pitboss.engine.wagers import Bet

DOLLAR = 100
BY_PLAYER, LOSERS_FIRST = "by_player", "by_step"
EACH_PLAYERS_LOSERS_FIRST = "losers_first_of_each_player"
STAGES: Mapping[str, Mapping[Outcome, int]] = {
    BY_PLAYER: {},
    LOSERS_FIRST: {"lose": 0, "push": 1, "win": 1},
    EACH_PLAYERS_LOSERS_FIRST: {"lose": 0, "push": 1, "win": 1},
    "losers_pushes_winners": {"lose": 0, "push": 1, "win": 2},
}
"""When the dealer comes to a wager, by its outcome: a player's wagers in one go, or the table's in several rounds."""


class Due(NamedTuple):
    """A wager whose result is known and which the dealer has not come to yet.

    ``bonus`` names a bonus paid on the amount of ``bet``, which is then not itself settled. The rest is as in
    ``Round.settle``.
    """

    bet: "Bet"
    case: str
    hand: tuple[str, ...] = ()
    bonus: str = ""
    share: Fraction = Fraction(1)
    column: str | None = None
    cap: Cap | None = None

    @property
    def wager(self) -> str:
        """What is due: the bonus that is paid on the wager, or the wager."""
        return self.bonus or self.bet.wager

    @property
    def line(self) -> tuple[str, Pay] | None:
        """The line of the wager's pay table that decides, and what it pays; None when no line does."""
        pays = self.bet.offer.pays
        if self.bonus or pays is None or self.bet.offer.rulings[self.case][0].kind != "table":
            return None
        return pays.first(self.hand or (self.bet.offer.line or "",), self.column)

    @property
    def outcome(self) -> Outcome:
        """How the wager will come out."""
        if self.bonus:
            return "win"
        match self.bet.offer.rulings[self.case][0].kind:
            case "lose" | "lose_half" | "lose_nothing":
                return "lose"
            case "push" | "void" | "stays":
                return "push"
            case "table":
                if self.line is None:
                    return self.bet.offer.rulings[self.case][0].otherwise
                return "push" if isinstance(self.line[1], Push) else "win"
            case _:
                return "win"

    def settle(self, t: "Round") -> None:
        if self.bonus:
            t.bonus_by_table(self.bet, self.bonus, self.case, self.hand, self.cap)
        else:
            t.settle(self.bet, self.case, self.hand, self.column, self.share, cap=self.cap)

    def gain(self, t: "Round") -> int:
        """What the wager will win, a share of a meter aside."""
        offer = t.setup.offers.get(self.wager)
        if offer is None:
            return 0
        verdict = judge(t.setup, offer, self.bet.plays_for, self.case, self.hand, self.column)
        return capped(verdict, self.cap).gain


def settle_all(t: "Round", dues: Iterable[Due], mode: str) -> None:
    """Collect and pay, in the order given and in as many rounds as the mode has."""
    stages = STAGES[mode]
    for due in sorted(dues, key=lambda due: stages.get(due.outcome, 0)):
        due.settle(t)


def within_limits(t: "Round", dues: Sequence[Due]) -> list[Due]:
    """Cut what each hand wins to the payout limits of the rulebook; the dues are all of the round's, in order."""
    kept = list(dues)
    for limit in t.setup.payout_limits:
        won = _won_by_seat(t, kept, limit)
        by_seat = {seat: sum(gains.values()) for seat, gains in won.items()}
        of_all = limit.in_turn or limit.pro_rata is not None
        for seat, most in _most_by_seat(limit, by_seat).items():
            under_it = sum(by_seat.values()) if of_all else by_seat[seat]
            for at, gain in (_evenly if limit.evenly else _one_after_another)(won[seat], most).items():
                kept[at] = kept[at]._replace(cap=Cap(gain, limit.cite, limit.amount, under_it))
    return kept


def _won_by_seat(t: "Round", dues: Sequence[Due], limit: LimitRule) -> dict[int, dict[int, int]]:
    """By seat, in the order of payment, what its wagers win that a limit holds for, in the order of the limit.

    Where a limit is for a player, the first of his seats stands for all, and what is paid last comes first.
    """
    found: dict[int, dict[int, int]] = {}
    first: dict[str, int] = {}
    for due in dues:
        first.setdefault(t.player(due.bet.seat), due.bet.seat)
    order = range(len(dues))[::-1] if limit.per_player else range(len(dues))
    for at in sorted(order, key=lambda at: _place(limit, dues[at])):
        due = dues[at]
        held = not limit.lines or (due.line is not None and due.line[0] in limit.lines)
        if held and due.wager in limit.wagers and due.outcome == "win":
            seat = first[t.player(due.bet.seat)] if limit.per_player else due.bet.seat
            found.setdefault(seat, {})[at] = due.gain(t)
    return {seat: found[seat] for seat in dict.fromkeys(due.bet.seat for due in dues) if seat in found}


def _place(limit: LimitRule, due: Due) -> int:
    return limit.wagers.index(due.wager) if due.wager in limit.wagers else 0


def _most_by_seat(limit: LimitRule, won: Mapping[int, int]) -> dict[int, int]:
    """What a limit leaves to each seat that won more: the limit itself, or its part of one for the whole table."""
    if limit.in_turn:
        left, most = limit.amount, {}
        for seat, amount in won.items():
            if amount > left:
                most[seat] = left
            left -= min(left, amount)
        return most
    if limit.pro_rata is None:
        return {seat: limit.amount for seat, amount in won.items() if amount > limit.amount}
    total = sum(won.values())
    if total <= limit.amount:
        return {}
    return in_proportion(won, limit.amount, DOLLAR if limit.pro_rata == "whole_dollars" else None)


def in_proportion(won: Mapping[int, int], amount: int, unit: int | None = None) -> dict[int, int]:
    """Share an amount out in proportion to what each won.

    In whole units, those that are left over go to the largest fractions, the first where they are equal; without a unit
    each is rounded down to the cent.

    >>> in_proportion({1: 7_500_000, 2: 400_000, 3: 225_000}, 2_500_000, unit=100)
    {1: 2307700, 2: 123100, 3: 69200}
    """
    total, per = sum(won.values()), unit or 1
    exactly = {seat: Fraction(each * amount, total * per) for seat, each in won.items()}
    shares = {seat: int(share) for seat, share in exactly.items()}
    if unit is not None:
        left = amount // per - sum(shares.values())
        for seat in sorted(won, key=lambda seat: shares[seat] - exactly[seat])[:left]:
            shares[seat] += 1
    return {seat: share * per for seat, share in shares.items()}


def _one_after_another(gains: Mapping[int, int], most: int) -> dict[int, int]:
    """The wagers that are cut, one after the other, until the limit is kept; and what is left of each."""
    over = sum(gains.values()) - most
    found = {}
    for at, gain in gains.items():
        if over > 0:
            found[at] = gain - min(over, gain)
            over -= min(over, gain)
    return found


def _evenly(gains: Mapping[int, int], most: int) -> dict[int, int]:
    """All wagers cut to equal parts, odd cents to the first."""
    each, odd = divmod(most, len(gains))
    return {at: each + (number < odd) for number, at in enumerate(gains)}
