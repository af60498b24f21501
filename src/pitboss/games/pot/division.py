"""How a pot is divided: among equal hands, by halves between high and low, and who gets the chips that are odd."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.engine import pot
from pitboss.hands.made import Worth, cards_of

if TYPE_CHECKING:
    from pitboss.games.pot.contest import Contest

HIGH, LOW, WHOLE = "high", "low", ""
LEFT_OF_BUTTON, TO_HIGH = "left_of_button", "high"
HIGHEST_SUIT, LOWEST_SUIT, HIGHEST_CARD = "highest_suit", "lowest_suit", "highest_card"


@dataclass(frozen=True, slots=True)
class Winners:
    """The seats with the best hand of those that can win a pot; none where nobody has a hand that counts."""

    seats: tuple[int, ...]

    @classmethod
    def of(cls, able: Collection[int], worths: Mapping[int, Worth | None]) -> "Winners":
        held = {seat: worth for seat in able if (worth := worths.get(seat)) is not None}
        best: Worth | None = None
        for worth in held.values():
            best = worth if best is None or worth > best else best
        return cls(tuple(seat for seat, worth in held.items() if worth == best))


@dataclass(frozen=True, slots=True)
class PotPart:
    """A pot or half of one, as it is shared; ``odd`` is what is in a share because it could not be divided."""

    half: str
    shares: Mapping[int, int]
    odd: Mapping[int, int]


class Division:
    """Divides pots as an entry says it in its term ``odd_chips``.

    The term names who gets them, for every case alike or by ``halves``, ``whole``, ``high`` and ``low``:
    ``left_of_button``, ``highest_suit`` or ``lowest_suit`` of the hand, ``highest_card`` of all that are held, and of
    the halving ``high`` as well. One gets all of them, unless it says ``one_each``.
    """

    def __init__(self, contest: "Contest") -> None:
        self.contest = contest
        rule = contest.t.term("odd_chips")
        self.rule: Mapping[str, str] = rule if isinstance(rule, Mapping) else {}
        self.default = self.rule.get("else", LEFT_OF_BUTTON) if self.rule else rule
        self.one_each = bool(self.rule.get("one_each"))

    def parts(self, amount: int, high: Winners, low: Winners) -> Iterator[PotPart]:
        """The whole pot, or its halves."""
        if not low.seats or not high.seats:
            yield self._shared(amount, high if high.seats else low, WHOLE, self._to("whole"))
            return
        chip = self.contest.stakes.chip
        half = amount // 2 // chip * chip
        odd = amount - 2 * half
        to_high = self._to("halves") == TO_HIGH or self._first((*high.seats, *low.seats)) in high.seats
        yield self._shared(half + (odd if to_high else 0), high, HIGH, self._to(HIGH))
        yield self._shared(half + (0 if to_high else odd), low, LOW, self._to(LOW))

    def _to(self, case: str) -> str:
        return self.rule.get(case, self.default)

    def _first(self, seats: Collection[int]) -> int:
        return next(seat for seat in self.contest.order if seat in seats)

    def _shared(self, amount: int, winners: Winners, half: str, to: str) -> PotPart:
        chip = self.contest.stakes.chip
        seats = self._in_order(winners, half, to) if len(winners.seats) > 1 else list(winners.seats)
        each = amount // len(seats) // chip * chip
        shares = pot.shared(amount, seats, chip, self.one_each)
        odd = {seat: share - each for seat, share in shares.items() if share > each and len(seats) > 1}
        return PotPart(half, {seat: shares[seat] for seat in self.contest.order if seat in shares}, odd)

    def _in_order(self, winners: Winners, half: str, to: str) -> list[int]:
        """The winners as they come for odd chips."""
        contest, t = self.contest, self.contest.t
        clockwise = [seat for seat in contest.order if seat in winners.seats]
        if to not in (HIGHEST_SUIT, LOWEST_SUIT, HIGHEST_CARD):
            return clockwise
        suits: str = t.term("suits")
        if to == HIGHEST_CARD:
            if t.term("button"):
                return clockwise
            order = suits if t.term("odd_chip_suits") is not False else ""
            best = {
                seat: max((card.rank, -order.find(card.suit)) for card in t.hands[t.hand(seat)]) for seat in clockwise
            }
            return sorted(clockwise, key=best.__getitem__, reverse=True)
        ranking, of_own = t.term("best_low" if half == LOW else "best_hand"), t.term("hole_cards_played")
        played = {seat: cards_of(ranking, t.hands[t.hand(seat)], contest.board, of_own, suits) for seat in clockwise}
        by_suit = {seat: [suits.index(card.suit) for card in cards] for seat, cards in played.items()}
        return sorted(clockwise, key=by_suit.__getitem__, reverse=to == LOWEST_SUIT)
