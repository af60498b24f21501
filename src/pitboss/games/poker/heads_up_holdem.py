"""Heads Up Hold'em: two cards and a shared board against the dealer; the Odds pay a bad beat as well as a good hand."""

from functools import partial

from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.games.poker import holdem, kit, settling, sides
from pitboss.games.poker.holdem import BOARD, ON_SEVEN_CARDS, SIZE
from pitboss.games.poker.sides import OWN, Seen, Side, judged
from pitboss.games.reading import five_or_more
from pitboss.hands.hole_cards import HOLE_CARD_NAMES, hole_card_names
from pitboss.hands.poker import ALL_NAMES

SIDES = {"trips_plus": ON_SEVEN_CARDS, "pocket_bonus": Side((Seen(OWN, SIZE),), hole_card_names, HOLE_CARD_NAMES)}
BEATEN = "beaten"
BEATEN_NAMES = tuple(f"{BEATEN}_{name}" for name in ALL_NAMES)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.lay_board(t, BOARD)
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from holdem.bet_once(t, "raise")
    yield from kit.turn_up_the_dealer(t)
    order = settling.order_of_payment(t)
    dues = settling.results(t, order, SIDES, partial(_against_the_dealer, t))
    settling.turn_up_and_settle(t, order, dues, partial(kit.is_shown, t, on_own_cards=SIDES))


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    case = holdem.compare(t, bet.seat)
    return Due(bet, case, odds_names(case, holdem.best(t, t.hand(bet.seat)).names))


def odds_names(case: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """What the table of the Odds knows a hand by: a beaten one as such.

    >>> odds_names("qualified_dealer_higher", ("flush",)), odds_names("qualified_player_higher", ("flush",))
    (('beaten_flush',), ('flush',))
    """
    return tuple(f"{BEATEN}_{name}" for name in names) if case.endswith(kit.DEALER_HIGHER) else names


GAME = Game(
    play=play,
    asks="raise_3x raise_2x raise_1x check fold",
    moments=("bets", "shuffle", "deal", *holdem.MOMENTS, "reveal", "settle"),
    hands=(kit.DEALER, kit.COMMUNITY, kit.BURN),
    reads=five_or_more,
    qualifies_with=holdem.qualifies_with,
    weighs=sides.weighs(SIDES),
    terms=(
        "deal board burn before_flop after_flop after_river reveal dealer_qualifies settle_from settle_order forfeits"
    ),
    settles={
        "ante": Judged(f"fold {holdem.SHOWDOWN_CASES}"),
        "odds": Judged(f"fold {holdem.SHOWDOWN_CASES}", (*ALL_NAMES, *BEATEN_NAMES)),
        "raise": Judged(holdem.SHOWDOWN_CASES),
        **judged(SIDES),
    },
)
