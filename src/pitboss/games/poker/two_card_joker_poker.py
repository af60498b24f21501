"""Two Card Joker Poker: two cards each; call for as much as the Ante, against a dealer who needs a queen."""

from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.games.poker import kit, settling
from pitboss.games.poker.sides import OWN, Seen, Side, judged
from pitboss.games.reading import of_size, played
from pitboss.hands.two_card import TWO_CARD_NAMES, two_card_hand, two_card_names
from pitboss.rulebook.setup import Setup

SIZE = 2
ON_OWN_CARDS = ("pair_up", "super_flush_bonus")
AGAINST_THE_DEALER = ("ante", "call")
SIDES = dict.fromkeys(ON_OWN_CARDS, Side((Seen(OWN, SIZE),), two_card_names, TWO_CARD_NAMES))


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from t.moment("decide")
    folded = yield from kit.stay_or_fold(t, "call", "decide", t.live, word="call")
    yield from t.moment("bonus")
    order = settling.order_of_payment(t)
    for seat in order:
        _settle_bonuses(t, seat)
        kit.forfeit(t, folded & {seat})
    yield from kit.turn_up_the_dealer(t)
    for seat in order:
        for due in settling.results(t, [seat], {}, partial(_against_the_dealer, t), AGAINST_THE_DEALER):
            due.settle(t)


def _settle_bonuses(t: Round, seat: int) -> None:
    """The wagers on a player's own cards, which are turned up for them, are settled before the dealer's are."""
    dues = settling.results(t, [seat], SIDES, wagers=ON_OWN_CARDS)
    if dues:
        t.reveal(t.hand(seat), t.cite("bonus"))
    for due in dues:
        due.settle(t)


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    """Ante and Call; a hand that no bonus has turned up is shown only to a dealer who qualifies."""
    case = kit.showdown(t, bet.seat, two_card_hand, partial(kit.qualifies, t.setup))
    if case == kit.UNQUALIFIED:
        return Due(bet, case)
    t.reveal(t.hand(bet.seat), t.cite("settle_from"))
    return Due(bet, case, kit.worth(t, t.hand(bet.seat), two_card_names))


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    return of_size(SIZE, two_card_hand, played(held))


GAME = Game(
    play=play,
    asks="call fold",
    moments=("bets", "shuffle", "deal", "decide", "bonus", "reveal", "settle"),
    hands=(kit.DEALER,),
    reads=_reads,
    qualifies_with=kit.qualifies_with,
    terms="deal decide bonus reveal dealer_qualifies settle_from",
    settles={
        "ante": Judged(f"fold {kit.SHOWDOWN_CASES}"),
        "call": Judged(kit.SHOWDOWN_CASES, TWO_CARD_NAMES),
        **judged(SIDES),
    },
)
