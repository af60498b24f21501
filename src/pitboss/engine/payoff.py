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

BY_PLAYER, LOSERS_FIRST = "by_player", "by_step"
STAGES: Mapping[str, Mapping[Outcome, int]] = {
    BY_PLAYER: {},
    LOSERS_FIRST: {"lose": 0, "push": 1, "win": 1},
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
            t.bonus_by_table(self.bet, self.bonus, self.case, self.hand)
        else:
            t.settle(self.bet, self.case, self.hand, self.column, self.share, cap=self.cap)

    def gain(self, t: "Round") -> int:
        """What the wager will win, a share of a meter aside."""
        if self.bonus:
            return 0
        verdict = judge(t.setup, self.bet.offer, self.bet.stake, self.case, self.hand, self.column)
        return capped(verdict, self.cap).gain


def settle_all(t: "Round", dues: Iterable[Due], mode: str) -> None:
    """Collect and pay, in the order given and in as many rounds as the mode has."""
    stages = STAGES[mode]
    for due in sorted(dues, key=lambda due: stages.get(due.outcome, 0)):
        due.settle(t)


def within_limits(t: "Round", dues: Sequence[Due]) -> list[Due]:
    """Cut what each hand wins to the payout limits of the rulebook; the dues are all of the round's."""
    kept = list(dues)
    for limit in t.setup.payout_limits:
        for seat in {due.bet.seat for due in kept}:
            _keep_within(t, kept, seat, limit)
    return kept


def _keep_within(t: "Round", dues: list[Due], seat: int, limit: LimitRule) -> None:
    won = [
        (limit.wagers.index(due.bet.wager), at, due.gain(t))
        for at, due in enumerate(dues)
        if due.bet.seat == seat and due.bet.wager in limit.wagers and due.outcome == "win"
        if not limit.lines or (due.line is not None and due.line[0] in limit.lines)
    ]
    over = sum(gain for _, _, gain in won) - limit.amount
    for _, at, gain in sorted(won):
        if over > 0:
            cut = min(over, gain)
            dues[at] = dues[at]._replace(cap=Cap(gain - cut, limit.cite))
            over -= cut
