"""What hold'em against the dealer shares: bets street by street, and the best five of a hand and the board."""

from pitboss.engine.round import Round
from pitboss.engine.script import Script, Talk
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
SHOWDOWN_CASES = " ".join(SHOWDOWN)


# -- bets -------------------------------------------------------------------------------------------------------------


def bet_or_pass(t: Round, wager: str, when: str, numbered: bool = False) -> Talk[None]:
    """Clockwise, who has not made this wager may, or else checks or folds, as the entry's term has it."""
    yield from t.moment(when)
    for seat in kit.in_play(t):
        gone = yield from kit.stay_or_fold(t, wager, when, [seat], wager, t.term(when), numbered=numbered)
        if t.term("forfeits") == "at_once":
            kit.forfeit(t, gone)


def bet_once(t: Round, wager: str, flop: int = FLOP, board: int = BOARD) -> Script:
    """One wager and three chances to make it: before the flop, after it, and when the whole board lies open."""
    yield from bet_or_pass(t, wager, "before_flop", numbered=True)
    yield from t.moment("flop")
    kit.open_board(t, flop)
    yield from bet_or_pass(t, wager, "after_flop", numbered=True)
    yield from t.moment("river")
    kit.open_board(t, board)
    yield from bet_or_pass(t, wager, "after_river", numbered=True)


# -- hands ------------------------------------------------------------------------------------------------------------


def best(t: Round, hand: str) -> PokerHand:
    """The best five of a hand's own cards and the board."""
    return kit.worth_with_board(t, hand, best_hand)


def qualifies(setup: Setup, dealer: PokerHand) -> bool:
    """With the rulebook's category or better the dealer's hand counts."""
    return dealer.category >= NAMES.index(setup.term("dealer_qualifies"))


def qualifies_with(setup: Setup) -> str:
    return f"a {setup.term('dealer_qualifies').replace('_', ' ')}"


def compare(t: Round, seat: int) -> str:
    """The case of a hand against the dealer's: one of ``SHOWDOWN``."""
    dealer = best(t, kit.DEALER)
    counts = "qualified" if qualifies(t.setup, dealer) else "unqualified"
    return f"{counts}_{kit.compare(best(t, t.hand(seat)), dealer)}"
