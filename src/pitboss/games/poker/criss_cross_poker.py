"""Criss-Cross Poker: two cards make one hand with the row of a cross and one with its column; bet on both or fold."""

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import Card
from pitboss.games.poker import kit, settling
from pitboss.games.poker.cross import COLUMN, CROSS, ROW, axis
from pitboss.games.poker.sides import ByWorth, Seen, Side, judged
from pitboss.games.reading import COMMUNITY, played
from pitboss.hands.poker import ALL_NAMES, PAIR, PokerHand, best_hand
from pitboss.rulebook.setup import Setup

OWN = 2
STAGES = {"across_bet": (2, 4), "down_bet": (1, 5), "middle_bet": (3,)}
"""Each bet in its turn, and the places of the cross that are turned up after it."""
AXES = {"ante_across": ROW, "across_bet": ROW, "ante_down": COLUMN, "down_bet": COLUMN}
ANTES = ("ante_across", "ante_down")
NAMES = (*ALL_NAMES, *kit.PAIRS)
SIDES = {"five_card_bonus": Side((Seen(kit.COMMUNITY, len(CROSS)),), ByWorth(kit.names_by_pair), NAMES)}


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.lay_community(t, len(CROSS), "cross")
    kit.deal_hands(t, OWN, dealer=False)
    yield from t.moment("deal")
    for bet, places in STAGES.items():
        yield from t.moment(bet)
        gone = yield from kit.stay_or_fold(t, bet, bet, kit.in_play(t))
        kit.forfeit(t, gone)
        if kit.in_play(t) or t.bets_on("five_card_bonus"):
            t.reveal(kit.COMMUNITY, t.cite("reveal"), at=places)
    yield from t.moment("settle")
    order = settling.order_of_payment(t)
    dues = settling.results(t, order, SIDES, lambda bet: Due(bet, "shown", _names(t, bet)))
    settling.turn_up_and_settle(t, order, dues, lambda seat: seat not in kit.folded(t))


def _names(t: Round, bet: Bet) -> kit.Names:
    """A wager goes by its axis, the Middle Bet by the higher hand."""
    best, _ = _best(t, bet.seat, bet.wager)
    return ante_names(best) if bet.wager in ANTES else kit.names_by_pair(best)


def _best(t: Round, seat: int, wager: str) -> tuple[PokerHand, kit.Cards]:
    """The hand that a wager goes by, and its five cards: along its axis, or the higher one of both."""
    axes = [AXES[wager]] if wager in AXES else [ROW, COLUMN]
    cross, whose = kit.community(t), f"seat {seat}'s and the community"
    hands = [(*kit.cards_of(t, seat), *axis(cross, places)) for places in axes]
    best = max(hands, key=lambda cards: best_hand(cards, whose))
    return best_hand(best, whose), best


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """The five cards of the axis that the wager goes by; of the bonus, the cross."""
    if not row.line:
        return None
    if row.wager in SIDES:
        return Weighed(on=SIDES[row.wager].cards(t, row.seat))
    hand, cards = _best(t, row.seat, row.wager)
    return Weighed(on=cards, made=hand.in_words)


def ante_names(hand: PokerHand) -> kit.Names:
    """An Ante knows nothing finer than jacks or better, whatever is above it.

    >>> ante_names(PokerHand(PAIR + 1, (9, 4, 2))), ante_names(PokerHand(PAIR, (7, 9, 4, 2)))[:1]
    (('pair_of_jacks_or_better',), ('pair_of_sixes_to_tens',))
    """
    return (kit.JACKS_OR_BETTER,) if hand.category > PAIR else kit.names_by_pair(hand)


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each player's two cards come to across and down, and the cross by itself where a wager goes by it."""
    cross = held.get(COMMUNITY, ())
    if len(cross) != len(CROSS):
        return {}
    told = {hand: _both_ways(cards, cross) for hand, cards in played(held).items() if len(cards) == OWN}
    return {**told, **({COMMUNITY: best_hand(cross).in_words} if SIDES.keys() & setup.offers.keys() else {})}


def _both_ways(own: tuple[Card, ...], cross: tuple[Card, ...]) -> str:
    across, down = (best_hand((*own, *axis(cross, places))).in_words for places in (ROW, COLUMN))
    return f"across {across}; down {down}"


GAME = Game(
    play=play,
    asks="bet bet_1x bet_2x bet_3x fold",
    moments=("bets", "shuffle", "deal", *STAGES, "settle"),
    hands=(kit.COMMUNITY,),
    lies={kit.COMMUNITY: CROSS},
    reads=_reads,
    weighs=weighs,
    terms="cross deal across_bet down_bet middle_bet reveal settle_from settle_order",
    remedies=kit.FORFEIT,
    settles={
        **dict.fromkeys(ANTES, Judged("shown fold", (kit.JACKS_OR_BETTER, kit.SIXES_TO_TENS))),
        **dict.fromkeys(STAGES, Judged("shown fold", NAMES)),
        **judged(SIDES),
    },
)
