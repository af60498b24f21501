"""What hold'em against the dealer shares: bets street by street, the best five of a hand and the board, envy."""

from collections.abc import Container, Sequence
from functools import partial

from pitboss.engine.round import Round
from pitboss.engine.script import Talk
from pitboss.games.poker import kit
from pitboss.games.poker.sides import OWN, Seen, Side, five_card_names
from pitboss.hands.poker import NAMES, PokerHand, best_hand
from pitboss.rulebook.setup import Setup

SIZE, FLOP, TURN, BOARD = 2, 3, 4, 5
MOMENTS = ("before_flop", "flop", "after_flop", "river", "after_river")
"""Those between the deal and the reveal, where the turn and the river come together."""
ON_SEVEN_CARDS = Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, BOARD)), five_card_names)
ON_FLOP = Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, FLOP)), five_card_names)
SHOWDOWN = tuple(f"{dealer}_{result}" for dealer in ("qualified", "unqualified") for result in kit.COMPARED)
"""The cases where a hand is compared with the dealer's whether that qualifies or not."""


# -- bets -------------------------------------------------------------------------------------------------------------


def bet_or_pass(t: Round, wager: str, when: str, numbered: bool = False) -> Talk[set[int]]:
    """Clockwise, who has not made this wager may, or else checks or folds, as the entry's term has it. Who folded?"""
    yield from t.moment(when)
    for seat in kit.in_play(t):
        gone = yield from kit.stay_or_fold(t, wager, when, [seat], wager, t.term(when), numbered=numbered)
        kit.folded(t).update(gone)
        if t.term("forfeits") == "at_once":
            kit.forfeit(t, gone)
    return set(kit.folded(t))


# -- hands ------------------------------------------------------------------------------------------------------------


def best(t: Round, seat: int) -> PokerHand:
    """A seat's best five of its own cards and the board."""
    return best_hand((*kit.cards_of(t, seat), *kit.community(t)), f"seat {seat}'s and the community")


def dealers_best(t: Round) -> PokerHand:
    return best_hand((*t.hands[kit.DEALER], *kit.community(t)), "the dealer's and the community")


def qualifies(setup: Setup, dealer: PokerHand) -> bool:
    """With the rulebook's category or better the dealer's hand counts."""
    return dealer.category >= NAMES.index(setup.term("dealer_qualifies"))


def compare(t: Round, seat: int) -> str:
    """The case of a hand against the dealer's: one of ``SHOWDOWN``."""
    dealer = dealers_best(t)
    return f"{'qualified' if qualifies(t.setup, dealer) else 'unqualified'}_{kit.compare(best(t, seat), dealer)}"


# -- envy -------------------------------------------------------------------------------------------------------------


def pay_envy(t: Round, wagers: Sequence[str], order: list[int], side: Side, on_own_cards: Container[str]) -> None:
    """A hand that is shown and could win the wager pays the others who made it; a folded one where it survives that."""
    for wager in wagers:
        offer = t.setup.offers.get(wager)
        if offer is None:
            continue
        survives = offer.rulings["fold"][0].kind == "table"
        shown = [seat for seat in order if kit.is_shown(t, seat, kit.folded(t), on_own_cards)]
        holders = [seat for seat in shown if survives or seat not in kit.folded(t)]
        kit.envy(t, [wager], order, holders, partial(side.names, t))
