"""Chase the Flush by a rule that a player can keep in mind, at a real table: no kernel deals it."""

from collections.abc import Callable, Sequence

from pitboss.engine.round import Round
from pitboss.equipment.cards import DECK, SUITS, Card
from pitboss.games.poker.chase_the_flush import FLOP
from pitboss.games.poker.flushes import decisive
from pitboss.games.poker.kit import cards_of, community
from pitboss.hands.flush import FlushHand, flush_cards, flush_hand
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.chase_the_flush import MOST_OUTS

STRATEGIES = ("charted", "printed")
TEN, JACK, KING = 10, 11, 13
Cards = Sequence[Card]


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``charted`` is what the charts of the solver come to, ``printed`` the strategy that a casino prints."""
    bets = charted if name == "charted" else printed

    def answer(t: Round) -> str:
        bet, wait = t.asking[0].names
        return bet if bets(setup, cards_of(t, SEAT), community(t)) else wait

    return answer


def charted(setup: Setup, own: Cards, board: Cards, deck: Cards = DECK) -> bool:
    """Whether the rule bets that the solver calls by what its charts come to."""
    ours = flush_hand((*own, *board))
    if not board:
        return ours.size == 3 or (ours.size == 2 and ours.ranks[0] >= KING)
    if len(board) == FLOP:
        yours = sum(card in own for card in flush_cards((*own, *board)))
        return ours.size >= 4 or (ours.size == 3 and (yours >= 2 or ours.ranks[0] >= TEN))
    unseen = [card for card in deck if card not in own and card not in board]
    return sum(decisive(setup, flush_hand((card, *board))) > decisive(setup, ours) for card in unseen) <= MOST_OUTS


def printed(setup: Setup, own: Cards, board: Cards) -> bool:
    """Whether the strategy bets that a casino prints."""
    ours = flush_hand((*own, *board))
    if not board:
        return ours.size == 3 or (ours.size == 2 and ours >= FlushHand(2, (12, 9)))
    if len(board) == FLOP or ours.size != 3:
        return ours.size >= (3 if len(board) == FLOP else 4)
    suit = flush_cards((*own, *board))[0].suit
    against = [
        sorted((card.rank for card in board if card.suit == each), reverse=True) for each in SUITS if each != suit
    ]
    return ours.ranks[0] >= JACK and not any(len(held) >= 2 and tuple(held) > ours.ranks for held in against)
