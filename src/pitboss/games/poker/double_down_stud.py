"""Double Down Stud: one card of one's own and four that all share; double before the last of them is turned up."""

from pitboss.engine.events import NOBODY
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.games.poker import kit, settling
from pitboss.games.reading import COMMUNITY, five_or_more
from pitboss.hands.poker import ALL_NAMES, best_hand
from pitboss.rulebook.setup import Setup

HOLE = "hole"
UP = 3
WAGERS = ("wager", "double_down")
NAMES = (*ALL_NAMES, kit.JACKS_OR_BETTER, kit.SIXES_TO_TENS)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _deal(t)
    yield from t.moment("deal")
    yield from t.moment("double_down")
    yield from kit.stay_or_fold(t, "double_down", "double_down", t.live, word="double_down", otherwise="stand")
    yield from t.moment("reveal")
    t.reveal(HOLE, t.cite("reveal"))
    yield from t.moment("settle")
    _settle(t)


def _deal(t: Round) -> None:
    """One card face up to each player; then before the dealer the hole card face down and three cards face up."""
    for seat in t.live:
        t.deal(t.hand(seat), t.cite("deal"))
    t.deal(HOLE, t.cite("hole"), seen_by=NOBODY)
    for _ in range(UP):
        t.deal(kit.COMMUNITY, t.cite("hole"))


def _settle(t: Round) -> None:
    """From the dealer's right, hand by hand, both wagers by the same table."""
    order = settling.order_of_payment(t)
    for due in settling.results(t, order, {}, lambda bet: Due(bet, "shown", _names(t, bet.seat)), WAGERS):
        due.settle(t)


def _names(t: Round, seat: int) -> kit.Names:
    """What a seat's card goes by with the four that all share."""
    cards = (*kit.cards_of(t, seat), *t.hands[HOLE], *kit.community(t))
    return kit.names_by_pair(best_hand(cards, f"seat {seat}'s, the hole and the community"))


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each player's card and the four before the dealer come to, once the hole card is turned up."""
    shared = (*held.get(COMMUNITY, ()), *held.get(Hand(HOLE), ()))
    return five_or_more(setup, {**held, COMMUNITY: shared})


GAME = Game(
    play=play,
    asks="double_down stand",
    moments=("bets", "shuffle", "deal", "double_down", "reveal", "settle"),
    hands=(kit.COMMUNITY, HOLE),
    reads=_reads,
    terms="deal hole double_down reveal settle_from",
    settles=dict.fromkeys(WAGERS, Judged("shown", NAMES)),
)
