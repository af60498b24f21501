"""Two Card Joker Poker: two cards each; call for as much as the Ante, against a dealer who needs a queen."""

from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import RANKS
from pitboss.games.poker import kit
from pitboss.games.reading import of_size, played
from pitboss.hands.two_card import HIGH_CARD, TWO_CARD_NAMES, TwoCardHand, two_card_hand
from pitboss.rulebook.setup import Setup

SIZE = 2
ON_OWN_CARDS = ("pair_up", "super_flush_bonus")
AGAINST_THE_DEALER = ("ante", "call")
RESULTS = " ".join(kit.SHOWDOWN)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from t.moment("decide")
    folded = yield from kit.stay_or_fold(t, "call", "decide", t.live, word="call")
    yield from t.moment("bonus")
    order = kit.payout_order(t, t.term("settle_from"))
    for seat in order:
        _settle_bonuses(t, seat, seat in folded)
        kit.forfeit(t, folded & {seat})
    yield from t.moment("reveal")
    dealer = t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    for seat in order:
        _settle_against(t, seat, dealer)


def _settle_bonuses(t: Round, seat: int, folded: bool) -> None:
    """The wagers on a player's own cards, which are turned up for them, are settled before the dealer's are."""
    names = partial(_names, t, seat)
    dues = list(kit.dues(t, [seat], ON_OWN_CARDS, lambda bet: kit.by_hand(bet, folded, names)))
    if dues:
        t.reveal(t.hand(seat), t.cite("bonus"))
    kit.settle_in_turn(t, dues)


def _names(t: Round, seat: int) -> kit.Names:
    return two_card_hand(kit.cards_of(t, seat), f"seat {seat}'s").names


def _settle_against(t: Round, seat: int, dealer: kit.Cards) -> None:
    """Ante and Call; a hand that no bonus has turned up is shown only to a dealer who qualifies."""

    def due(bet: Bet) -> Due:
        theirs = two_card_hand(dealer, "the dealer's")
        if not qualifies(t.setup, theirs):
            return Due(bet, kit.UNQUALIFIED)
        t.reveal(t.hand(seat), t.cite("settle_from"))
        ours = two_card_hand(kit.cards_of(t, seat), f"seat {seat}'s")
        return Due(bet, kit.compare(ours, theirs), ours.names)

    kit.settle_in_turn(t, list(kit.dues(t, [seat], AGAINST_THE_DEALER, due)))


def qualifies(setup: Setup, dealer: TwoCardHand) -> bool:
    """With a card of the rulebook's rank or better the dealer's hand counts."""
    lowest = RANKS.index(setup.term("dealer_qualifies")) + 2
    return dealer.category > HIGH_CARD or dealer.ranks[0] >= lowest


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    return of_size(SIZE, two_card_hand, played(held))


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "decide", "bonus", "reveal", "settle"),
    hands=(kit.DEALER,),
    reads=_reads,
    terms="deal decide bonus reveal dealer_qualifies settle_from",
    settles={
        "ante": Judged(f"fold {RESULTS}"),
        "call": Judged(RESULTS, TWO_CARD_NAMES),
        **dict.fromkeys(ON_OWN_CARDS, Judged("shown fold", TWO_CARD_NAMES)),
    },
)
