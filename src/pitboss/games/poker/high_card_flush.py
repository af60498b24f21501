"""High Card Flush: seven cards each; the larger flush wins, and the larger a player's own the more may be raised."""

from collections.abc import Sequence
from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import RANKS, Card
from pitboss.errors import Refused
from pitboss.games.poker import kit
from pitboss.games.reading import of_size, played
from pitboss.hands.flush import (
    FLUSH_NAMES,
    STRAIGHT_FLUSH_NAMES,
    FlushHand,
    flush_cards,
    flush_hand,
    flush_names,
    longest_straight_flush,
    straight_flush_cards,
    straight_flush_names,
)
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.offers import Pays
from pitboss.rulebook.setup import Setup

SIZE = 7
PROGRESSIVE = "progressive"
ON_FLUSHES, ON_STRAIGHT_FLUSHES = ("flush_bonus",), ("straight_flush_bonus", PROGRESSIVE)
SIDES = (*ON_FLUSHES, *ON_STRAIGHT_FLUSHES)
SMALL, FIVE, LARGE = "with_up_to_four_of_a_suit", "with_five_of_a_suit", "with_six_or_seven_of_a_suit"
TOP_CARD_ONLY = "top_card_only"
NOT_SHOWN = "what_is_not_shown"
"""What a folded hand that wins nothing goes by: nobody learns what it was while others decide."""
RESULTS = " ".join(kit.SHOWDOWN)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from t.moment("decide")
    folded = yield from _raise_or_fold(t)
    yield from t.moment("reveal")
    dealer = t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    _settle(t, [seat for seat in kit.payout_order(t, t.term("settle_from")) if seat not in folded], dealer)


def _raise_or_fold(t: Round) -> Talk[set[int]]:
    """Clockwise; a hand that is folded is collected at once, its Flush and Straight Flush Bonus paid if they win."""
    folded: set[int] = set()
    for seat in t.live:
        gone = yield from kit.stay_or_fold(t, "raise", "decide", [seat], "raise", held=partial(_held, t))
        kit.forfeit(t, gone)
        for each in gone:
            folded.add(each)
            dues = [_due(t, bet, (), folded=True) for bet in kit.open_bets(t, each)]
            _show_winning_cards(t, each, [due.bet.wager for due in dues if due.outcome == "win"])
            _settle_dues(t, [due if due.outcome == "win" else due._replace(hand=(NOT_SHOWN,)) for due in dues])
    return folded


def _show_winning_cards(t: Round, seat: int, wagers: Sequence[str]) -> None:
    """Of a hand that is folded the cards are turned up that win a bonus; the rest are discards, face down."""
    hand = kit.cards_of(t, seat)
    winning = {card for wager in wagers for card in winning_cards(t.setup, wager, hand)}
    if winning:
        t.reveal(t.hand(seat), t.cite("fold"), at=[at for at, card in enumerate(hand, start=1) if card in winning])


def winning_cards(setup: Setup, wager: str, hand: kit.Cards) -> kit.Cards:
    """The cards that a bonus goes by."""
    return flush_cards(hand) if wager in ON_FLUSHES else straight_flush_cards(hand, ace_low(setup))


def _held(t: Round, seat: int) -> str:
    """The larger the flush the more may be raised; cards that a record does not tell are taken for a small one."""
    cards = kit.cards_of(t, seat)
    return holding(flush_hand(cards).size) if all(card.known for card in cards) else SMALL


def holding(size: int) -> str:
    """Under which name the amounts stand that may be raised with a flush of so many cards."""
    return SMALL if size <= 4 else FIVE if size == 5 else LARGE


def _settle(t: Round, order: list[int], dealer: kit.Cards) -> None:
    """From the dealer's right, each player's hand is turned up and its wagers are settled, the progressive last."""
    own_order = t.term("progressive_from") != t.term("settle_from")
    for seat in order:
        t.reveal(t.hand(seat), t.cite("reveal"))
        wagers = [wager for wager in t.term("settle_order") if not (own_order and wager == PROGRESSIVE)]
        _settle_dues(t, list(kit.dues(t, [seat], wagers, lambda bet: _due(t, bet, dealer))))
    later = [seat for seat in kit.payout_order(t, t.term("progressive_from")) if seat in order]
    _settle_dues(t, list(kit.dues(t, later, [PROGRESSIVE], lambda bet: _due(t, bet, dealer))))


def _settle_dues(t: Round, dues: Sequence[Due]) -> None:
    """What a limit for the whole round leaves depends on what was paid before."""
    paid: list[Due] = t.scratch.setdefault("paid", [])
    for due in within_limits(t, [*paid, *dues])[len(paid) :]:
        due.settle(t)
    paid.extend(dues)


def _due(t: Round, bet: Bet, dealer: kit.Cards, folded: bool = False) -> Due:
    """A wager with its result; all seven cards decide a bonus, whichever of them play against the dealer."""
    cards, whose = kit.cards_of(t, bet.seat), f"seat {bet.seat}'s"
    if bet.wager in SIDES:
        return kit.by_hand(bet, folded, lambda: side_names(t.setup, bet.wager, cards, whose))
    theirs = flush_hand(dealer, "the dealer's")
    if not qualifies(t.setup, theirs):
        return Due(bet, kit.UNQUALIFIED)
    return Due(bet, kit.compare(decisive(t.setup, flush_hand(cards, whose)), decisive(t.setup, theirs)))


def side_names(setup: Setup, wager: str, cards: Sequence[Card], whose: str = "the") -> kit.Names:
    """What the cards go by for a bonus or the progressive, the highest name first."""
    if wager in ON_FLUSHES:
        return flush_names(flush_hand(cards, whose).size)
    return straight_flush_names(longest_straight_flush(cards, ace_low(setup), whose))


def ace_low(setup: Setup) -> bool:
    """Whether A-2-3 of a suit is a straight flush."""
    return bool(setup.term("ace_in_straight_flush") == "high_or_low")


def qualifies(setup: Setup, dealer: FlushHand) -> bool:
    """With so many cards of a suit and a card of the rulebook's rank, or better, the dealer's hand counts."""
    high = RANKS.index(setup.term("dealer_qualifies_high")) + 2
    return dealer >= FlushHand(setup.term("dealer_qualifies_cards"), (high,))


def decisive(setup: Setup, hand: FlushHand) -> FlushHand:
    """What of a hand decides against another: all its cards, or where the house reads it so, the highest."""
    return hand._replace(ranks=hand.ranks[:1]) if setup.term("tiebreak") == TOP_CARD_ONLY else hand


def reads(setup: Setup, held: Held) -> dict[Hand, str]:
    return of_size(SIZE, flush_hand, played(held))


def examine(setup: Setup) -> list[Finding]:
    """Warn of a table whose amounts nobody has set."""
    if (pays := _not_set(setup)) is None:
        return []
    text = "the licensee sets the amounts of this table; until it has, the wager is not taken"
    return [Finding("notice", f"pay table {pays.id}", text, pays.cite)]


def _not_set(setup: Setup) -> Pays | None:
    """The table of the Straight Flush Bonus, where its amounts are the licensee's and it has set none."""
    offer = setup.offers.get("straight_flush_bonus")
    return offer.pays if offer is not None and offer.pays is not None and not offer.pays.lines else None


def _insist_on_amounts(t: Round) -> None:
    if t.bets_on("straight_flush_bonus") and (pays := _not_set(t.setup)):
        raise Refused("the licensee has set no amounts for the Straight Flush Bonus: it is not taken", pays.cite)


GAME = Game(
    play=play,
    examine=examine,
    admit=_insist_on_amounts,
    moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"),
    hands=(kit.DEALER,),
    reads=reads,
    terms=(
        "deal decide fold reveal dealer_qualifies_cards dealer_qualifies_high tiebreak ace_in_straight_flush "
        "settle_from progressive_from settle_order"
    ),
    remedies={"forfeit_wagers": kit.forfeit_wagers},
    settles={
        "ante": Judged(f"fold {RESULTS}"),
        "raise": Judged(RESULTS),
        "flush_bonus": Judged("shown fold", FLUSH_NAMES),
        "straight_flush_bonus": Judged("shown fold", STRAIGHT_FLUSH_NAMES),
        PROGRESSIVE: Judged("shown fold", STRAIGHT_FLUSH_NAMES),
    },
)
