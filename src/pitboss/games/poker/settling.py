"""Settling the table: each wager with its result, hands turned up, what is won together, envy, one result for all.

A game says what each wager that is not on cards alone comes to; the order, the limits and the meters are the entry's.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import BY_PLAYER, EACH_PLAYERS_LOSERS_FIRST, STAGES, Due, within_limits
from pitboss.engine.progressive import pay_envy, share_meters
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet
from pitboss.games.poker.kit import (
    FOLD,
    ON_THE_DEALER,
    SHOWN,
    Names,
    bets_in_order,
    case_of,
    folded,
    payout_order,
    survives_fold,
    worth,
)
from pitboss.games.poker.sides import Named, Side, hand_names
from pitboss.money import MeterShare

AUTOMATIC = "automatic"
COVER_ALL = "cover_all"
Result = Callable[[Bet], Due]


# -- results ----------------------------------------------------------------------------------------------------------


def order_of_payment(t: Round) -> list[int]:
    """The seats in the order in which the rulebook pays them."""
    return payout_order(t, t.term("settle_from"))


def results(
    t: Round,
    seats: Iterable[int],
    sides: Mapping[str, Side],
    against: Result | None = None,
    wagers: Sequence[str] | None = None,
) -> list[Due]:
    """The open wagers of these seats with their results, seat by seat as the rulebook pays them, within its limits.

    One of the ``sides`` goes by the cards it sees, any other of a hand that is not folded by what it comes to
    ``against`` the dealer's.
    """
    return within_limits(t, list(dues(t, seats, sides, against, wagers)))


def dues(
    t: Round,
    seats: Iterable[int],
    sides: Mapping[str, Side],
    against: Result | None = None,
    wagers: Sequence[str] | None = None,
) -> Iterator[Due]:
    """The same before any limit: these ``wagers``, or those of the rulebook's order."""
    for seat in seats:
        for wager in t.term("settle_order") if wagers is None else wagers:
            bonus = wager if _is_automatic(t, wager) else ""
            bet = t.bet(seat, (t.setup.offers[wager].equals or "") if bonus else wager)
            if bet is None or bet.outcome or (bonus and seat in folded(t)):
                continue
            if wager in sides:
                due = by_hand(t, bet, partial(sides[wager].names, t, seat))
            elif seat in folded(t):
                due = Due(bet, FOLD)
            else:
                assert against is not None, f"{wager} is no wager on cards alone"
                due = against(bet)
            yield due._replace(bonus=bonus)


def _is_automatic(t: Round, wager: str) -> bool:
    """True for a bonus that is paid on the amount of another wager."""
    offer = t.setup.offers.get(wager)
    return offer is not None and offer.placed == AUTOMATIC


def by_hand(t: Round, bet: Bet, names: Callable[[], Names], column: str | None = None) -> Due:
    """A wager on a hand: by the names the hand goes by, unless a fold has decided it."""
    case = case_of(t, bet)
    if case != SHOWN and not survives_fold(bet, case):
        return Due(bet, case)
    return Due(bet, case, names(), column=column)


# -- turning up and paying --------------------------------------------------------------------------------------------


def turn_up_and_settle(
    t: Round,
    order: Sequence[int],
    dues: Sequence[Due],
    shown: Callable[[int], bool] = lambda seat: True,
    together: Callable[[Due], bool] = lambda due: False,
    then: Callable[[int], None] = lambda seat: None,
) -> None:
    """Turn up and settle the players' hands: one player after the other, or the whole table in rounds.

    Those that win ``together`` are settled when the first of them is due; ``then`` is done with each player last.
    """
    mode = t.term("settlement") or BY_PLAYER
    sharing = [due for due in dues if together(due)]
    for seats in [[seat] for seat in order] if mode in (BY_PLAYER, EACH_PLAYERS_LOSERS_FIRST) else [order]:
        for seat in seats:
            if shown(seat):
                t.reveal(t.hand(seat), t.cite("reveal"))
        due_now = [due for due in dues if due.bet.seat in seats]
        for due in sorted(due_now, key=lambda due: STAGES[mode].get(due.outcome, 0)):
            settle_due(t, due, sharing)
        for seat in seats:
            then(seat)


def settle_due(t: Round, due: Due, sharing: Sequence[Due] = ()) -> None:
    """Settle a wager, and with it those that it shares with; one that is settled already is left alone."""
    if due.bet.outcome and not due.bonus:
        return
    if due in sharing:
        t.settle_together([(each.bet, each.case) for each in sharing], due.hand)
    else:
        due.settle(t)


def settle_of_void(t: Round, wager: str, names: Callable[[int], Names]) -> None:
    """Of a round whose hands are void, a wager that the cards dealt decide nevertheless."""
    bets = bets_in_order(t, wager, order_of_payment(t))
    for due in within_limits(t, [Due(bet, "hands_void", names(bet.seat)) for bet in bets]):
        t.reveal(t.hand(due.bet.seat), t.cite("reveal"))
        due.settle(t)


# -- meters -----------------------------------------------------------------------------------------------------------


def wins_of_meter(due: Due, whole: bool = False) -> bool:
    """True for a wager that wins a part of a meter, or the ``whole`` of it."""
    pay = due.line[1] if due.line is not None else None
    return isinstance(pay, MeterShare) and (pay.percent == 1 or not whole)


def on_the_dealer(due: Due) -> bool:
    """A part of the meter that the dealer's hand wins is divided among all who wagered on that hand."""
    return due.bet.wager == ON_THE_DEALER and wins_of_meter(due)


def shared(t: Round, dues: list[Due]) -> list[Due]:
    """Several meters hit in a round: each winner takes what it then holds, or they share as the house has filed."""
    return share_meters(dues) if t.term("simultaneous_meter_hits") == "split" else dues


def envy(
    t: Round,
    wagers: Iterable[str],
    order: Sequence[int],
    sides: Mapping[str, Side],
    shown: Callable[[int], bool] = lambda seat: True,
) -> None:
    """A hand that is shown and could win a progressive pays the others who made the same wager."""
    for wager in wagers:
        offer = t.setup.offers.get(wager)
        if offer is None:
            continue
        could_win = [seat for seat in order if offer.rulings[folded(t).get(seat, SHOWN)][0].kind == "table"]
        bets = [bet for seat in order for bet in t.bets_on(wager) if bet.seat == seat]
        pay_envy(t, bets, [seat for seat in could_win if shown(seat)], partial(sides[wager].names, t))


# -- one result for the table -----------------------------------------------------------------------------------------


def cover_all(t: Round, order: Iterable[int], hands: int, highest: Callable[[], Names]) -> list[Due]:
    """The wagers on the highest hand at the table, by the names it goes by and the number of ``hands`` dealt."""
    names = cache(highest)
    return [by_hand(t, bet, names, column=str(hands)) for bet in bets_in_order(t, COVER_ALL, order)]


def settle_cover_all(t: Round, order: Iterable[int], hands: int, highest: Callable[[], Names]) -> None:
    for due in cover_all(t, order, hands, highest):
        due.settle(t)


def highest_at_table(t: Round, hands: Iterable[str], of: Callable[[str], Any]) -> str:
    """The highest of these hands by what it is worth: it decides Cover All, and the table is told whose it is."""
    best = max(hands, key=of)
    _tell_highest(t, best)
    return best


def highest_of(
    t: Round, hands: Sequence[str], of: Callable[[str], Any], named: Callable[[Any], Names] = hand_names
) -> Names:
    """What the highest of these hands is called, by what it is worth; nothing where every hand was folded."""
    return named(of(highest_at_table(t, hands, of))) if hands else ("nothing",)


def highest_by_table(t: Round, hands: Iterable[str], named: Named) -> Names:
    """Of these hands by their names, the one whose line is first in the table; nothing where none has a line."""
    pays = t.setup.offer(COVER_ALL).pays
    places = {name: place for place, name in enumerate(pays.lines if pays is not None else ())}
    listed = {hand: tuple(name for name in worth(t, hand, named) if name in places) for hand in hands}
    found = {hand: names for hand, names in listed.items() if names}
    if not found:
        return ()
    best = min(found, key=lambda hand: places[found[hand][0]])
    _tell_highest(t, best)
    return found[best]


def _tell_highest(t: Round, hand: str) -> None:
    offer, owner = t.setup.offer(COVER_ALL), Hand(hand).owner
    whose = "the dealer's" if owner is None else f"seat {owner}'s"
    t.event("highest hand", offer.cite, f"{offer.title} goes by {whose} hand", seat=owner, value=str(hand))
