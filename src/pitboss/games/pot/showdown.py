"""The showdown: the hands are turned up in order, compared, and the pots go to the best."""

from collections.abc import Callable, Iterator, Sequence

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Held
from pitboss.engine.weighing import Against, Weighed
from pitboss.games.pot.contest import COMMUNITY, POT, Contest, Rake, contest_of
from pitboss.games.reading import against_best, played
from pitboss.hands.made import SIZE, Worth, best_made
from pitboss.rulebook.setup import Setup

LOW = "low"
SHOWN = ("best_hand", "split", "lower_hand", "high_half", "low_half", "both_halves")
"""What a hand that was shown down may come to."""
POINTS = "points"
OTHER = {"high": "low", "low": "high"}
FIRST_TO_ACT = "last_aggressor_or_first_to_act"
"""Where nobody bet in the last round of wagering, whoever acted first in it shows first."""


def showdown(contest: Contest, rake: Callable[[int], Rake] | None = None) -> None:
    """The hands are shown in order; then each pot goes to the best hand, or by halves to the best high and low hand."""
    t = contest.t
    for seat in showing_order(contest):
        t.reveal(t.hand(seat), t.cite("showdown"))
    high = {seat: worth(t, contest, seat, "best_hand") for seat in contest.active}
    low = {seat: worth(t, contest, seat, "best_low") for seat in contest.active} if t.term("best_low") else None
    contest.award(high, low, rake)


def showing_order(contest: Contest) -> list[int]:
    """Whoever bet or raised last shows first; else the first to act, or the first from the left of the button."""
    last = contest.wagering
    first = None if last is None else last.aggressor
    if first is None and last is not None and contest.t.term("showdown") == FIRST_TO_ACT:
        first = last.first
    order = contest.order if first is None else contest.starting_with(first)
    return [seat for seat in order if seat in contest.active]


def worth(t: Round, contest: Contest, seat: int, term: str) -> Worth | None:
    """What a seat's cards and those for all come to by the ranking that a term names."""
    held = t.hands[t.hand(seat)]
    return best_made(ranking(t.setup, term), held, contest.board, t.term("hole_cards_played") or None, f"seat {seat}'s")


def ranking(setup: Setup, term: str) -> str:
    """The ranking that a term names: itself, or where it is low as the house designates; with a joker where one is."""
    found: str = setup.term(term)
    found = setup.term(LOW) if found == LOW else found
    if found == "deuce_to_seven" and setup.term("wheel") is False:
        found = "deuce_to_seven_wheel_low"
    return f"{found}_with_joker" if setup.term("joker") else found


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """A hand that was shown against the best of the others: high, and low where it counts."""
    if row.case and any(event.kind == POINTS for event in t.events):
        told = [event.text for event in t.events_before(row) if event.kind == POINTS and row.seat in event.value]
        return Weighed(fact=", ".join(told))
    if row.wager != POT or row.case not in SHOWN:
        return None
    contest = contest_of(t)
    pairs = [
        pair
        for pot, seats in contest.shown_for
        if row.seat in seats
        for pair in _shown(t, contest, row, seats, pot if len(contest.shown_for) > 1 else "")
    ]
    return Weighed(tuple(pairs)) if pairs else None


def _shown(t: Round, contest: Contest, row: Settlement, seats: Sequence[int], pot: str) -> Iterator[Against]:
    """A hand against the best of the others that could win a pot, by its halves."""
    for term, half in (("best_hand", "high"), ("best_low", "low")):
        if not t.setup.term(term) or (not pot and row.case.removesuffix("_half") == OTHER[half]):
            continue
        worths = {seat: worth(t, contest, seat, term) for seat in seats}
        ours = worths.pop(row.seat, None)
        if ours is not None:
            part = half if t.setup.term("best_low") else ""
            others = [each for each in worths.values() if each is not None]
            yield from (pair._replace(part=part, pot=pot) for pair in against_best(ours, others))


def reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each hand comes to with the cards for all, once there are enough of both: high, and low where it counts."""
    board, of_own = held.get(Hand(COMMUNITY), ()), setup.term("hole_cards_played") or None
    found = {}
    for hand, cards in played(held).items():
        if len(cards) + len(board) < (setup.term("hand_size") or SIZE) or (
            of_own is not None and len(board) < SIZE - of_own
        ):
            continue
        rankings = [ranking(setup, term) for term in ("best_hand", "best_low") if setup.term(term)]
        worths = [best_made(ranking, cards, board, of_own) for ranking in rankings]
        found[hand] = "; ".join(each.in_words for each in worths if each is not None)
    return found
