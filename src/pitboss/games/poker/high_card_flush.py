"""High Card Flush: seven cards each; the larger flush wins, and the larger a player's own the more may be raised."""

from collections.abc import Sequence
from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card
from pitboss.games import amounts_to_set
from pitboss.games.poker import kit, settling
from pitboss.games.poker.flushes import ace_low, decisive_hand, qualifies, qualifies_with
from pitboss.games.poker.sides import OWN, Seen, Side
from pitboss.games.reading import of_size, played
from pitboss.hands.flush import (
    FLUSH_NAMES,
    STRAIGHT_FLUSH_NAMES,
    flush_cards,
    flush_hand,
    flush_names,
    longest_straight_flush,
    straight_flush_cards,
    straight_flush_names,
)
from pitboss.rulebook.setup import Setup

SIZE = 7
PROGRESSIVE = "progressive"
ON_FLUSHES, ON_STRAIGHT_FLUSHES = ("flush_bonus",), ("straight_flush_bonus", PROGRESSIVE)
SIDES = (*ON_FLUSHES, *ON_STRAIGHT_FLUSHES)
SMALL, FIVE, LARGE = "with_up_to_four_of_a_suit", "with_five_of_a_suit", "with_six_or_seven_of_a_suit"
NOT_SHOWN = "what_is_not_shown"
"""What a folded hand that wins nothing goes by: nobody learns what it was while others decide."""


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from t.moment("decide")
    held = partial(kit.held_by, t, lambda cards: holding(flush_hand(cards).size), SMALL)
    for seat in t.live:
        folded = yield from kit.stay_or_fold(t, "raise", "decide", [seat], "raise", held=held)
        kit.forfeit(t, folded)
        if folded:
            _settle_folded(t, seat)
    yield from kit.turn_up_the_dealer(t)
    _settle(t)


def holding(size: int) -> str:
    """Under which name the amounts stand that may be raised with a flush of so many cards: the larger, the more."""
    return SMALL if size <= 4 else FIVE if size == 5 else LARGE


def _settle_folded(t: Round, seat: int) -> None:
    """A hand that is folded is collected at once, its Flush and Straight Flush Bonus paid if they win.

    The cards are turned up that win a bonus; the rest are discards, face down.
    """
    hand = kit.cards_of(t, seat)
    dues = list(settling.dues(t, [seat], sides_of(t.setup)))
    won = [due.bet.wager for due in dues if due.outcome == "win"]
    winning = {card for wager in won for card in winning_cards(t.setup, wager, hand)}
    if winning:
        t.reveal(t.hand(seat), t.cite("fold"), at=[at for at, card in enumerate(hand, start=1) if card in winning])
    _settle_dues(t, [due if due.bet.wager in won else due._replace(hand=(NOT_SHOWN,)) for due in dues])


def winning_cards(setup: Setup, wager: str, hand: kit.Cards) -> kit.Cards:
    """The cards that a bonus goes by."""
    return flush_cards(hand) if wager in ON_FLUSHES else straight_flush_cards(hand, ace_low(setup))


def _settle(t: Round) -> None:
    """From the dealer's right, each player's hand is turned up and its wagers are settled, the progressive last."""
    own_order = t.term("progressive_from") != t.term("settle_from")
    wagers = [wager for wager in t.term("settle_order") if not (own_order and wager == PROGRESSIVE)]
    result = partial(settling.dues, t, sides=sides_of(t.setup), against=partial(_against_the_dealer, t))
    for seat in settling.order_of_payment(t):
        if seat in kit.in_play(t):
            t.reveal(t.hand(seat), t.cite("reveal"))
            _settle_dues(t, list(result([seat], wagers=wagers)))
    later = [seat for seat in kit.payout_order(t, t.term("progressive_from")) if seat in kit.in_play(t)]
    _settle_dues(t, list(result(later, wagers=[PROGRESSIVE])))


def _settle_dues(t: Round, dues: Sequence[Due]) -> None:
    """What a limit for the whole round leaves depends on what was paid before."""
    paid: list[Due] = t.scratch.setdefault("paid", [])
    for due in within_limits(t, [*paid, *dues])[len(paid) :]:
        due.settle(t)
    paid.extend(dues)


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    return Due(bet, kit.showdown(t, bet.seat, partial(decisive_hand, t.setup), partial(qualifies, t.setup)))


def sides_of(setup: Setup) -> dict[str, Side]:
    """All seven cards decide a bonus, whichever of them play against the dealer."""
    seven = (Seen(OWN, SIZE),)
    on_straight_flushes = Side(seven, partial(_straight_flush_names, setup), STRAIGHT_FLUSH_NAMES)
    return {"flush_bonus": Side(seven, _flush_names, FLUSH_NAMES)} | dict.fromkeys(
        ON_STRAIGHT_FLUSHES, on_straight_flushes
    )


def _flush_names(cards: Sequence[Card], whose: str) -> kit.Names:
    return flush_names(flush_hand(cards, whose).size)


def _straight_flush_names(setup: Setup, cards: Sequence[Card], whose: str) -> kit.Names:
    return straight_flush_names(longest_straight_flush(cards, ace_low(setup), whose))


def reads(setup: Setup, held: Held) -> dict[Hand, str]:
    return of_size(SIZE, flush_hand, played(held))


GAME = Game(
    play=play,
    asks="raise fold",
    examine=amounts_to_set.examine,
    admit=amounts_to_set.admit,
    moments=kit.DECIDED_ONCE,
    hands=(kit.DEALER,),
    reads=reads,
    qualifies_with=qualifies_with,
    terms=(
        "deal decide fold reveal dealer_qualifies_cards dealer_qualifies_high tiebreak ace_in_straight_flush "
        "settle_from progressive_from settle_order"
    ),
    remedies=kit.FORFEIT,
    settles={
        "ante": Judged(f"fold {kit.SHOWDOWN_CASES}"),
        "raise": Judged(kit.SHOWDOWN_CASES),
        "flush_bonus": Judged("shown fold", FLUSH_NAMES),
        **dict.fromkeys(ON_STRAIGHT_FLUSHES, Judged("shown fold", STRAIGHT_FLUSH_NAMES)),
    },
)
