"""Heads Up Hold'em: two cards and a shared board against the dealer; the Odds pay a bad beat as well as a good hand."""

from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.games.poker import holdem, kit, sides
from pitboss.games.poker.holdem import BOARD, FLOP, ON_SEVEN_CARDS, SHOWDOWN, SIZE
from pitboss.games.poker.sides import OWN, Seen, Side
from pitboss.games.reading import five_or_more
from pitboss.hands.hole_cards import HOLE_CARD_NAMES, hole_card_names
from pitboss.hands.poker import ALL_NAMES

SIDES = {"trips_plus": ON_SEVEN_CARDS, "pocket_bonus": Side((Seen(OWN, SIZE),), hole_card_names)}
BEATEN = "beaten"
BEATEN_NAMES = tuple(f"{BEATEN}_{name}" for name in ALL_NAMES)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.lay_board(t, BOARD)
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from holdem.bet_or_pass(t, "raise", "before_flop", numbered=True)
    yield from t.moment("flop")
    kit.open_board(t, FLOP)
    yield from holdem.bet_or_pass(t, "raise", "after_flop", numbered=True)
    yield from t.moment("river")
    kit.open_board(t, BOARD)
    yield from holdem.bet_or_pass(t, "raise", "after_river", numbered=True)
    yield from t.moment("reveal")
    t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    _settle(t)


def _settle(t: Round) -> None:
    """One player after the other, each one's wagers in the order of the house."""
    order = kit.payout_order(t, t.term("settle_from"))
    for seat in order:
        if kit.is_shown(t, seat, kit.folded(t), SIDES):
            t.reveal(t.hand(seat), t.cite("reveal"))
        for due in kit.dues(t, [seat], t.term("settle_order"), lambda bet: _due(t, bet)):
            due.settle(t)


def _due(t: Round, bet: Bet) -> Due:
    """A wager with its result."""
    if bet.wager in SIDES:
        return kit.by_hand(bet, bet.seat in kit.folded(t), lambda: SIDES[bet.wager].names(t, bet.seat))
    case = holdem.compare(t, bet.seat)
    return Due(bet, case, odds_names(case, holdem.best(t, bet.seat).names))


def odds_names(case: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """What the table of the Odds knows a hand by: a beaten one as such.

    >>> odds_names("qualified_dealer_higher", ("flush",)), odds_names("qualified_player_higher", ("flush",))
    (('beaten_flush',), ('flush',))
    """
    return tuple(f"{BEATEN}_{name}" for name in names) if case.endswith(kit.DEALER_HIGHER) else names


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", *holdem.MOMENTS, "reveal", "settle"),
    hands=(kit.DEALER, kit.COMMUNITY, kit.BURN),
    reads=five_or_more,
    weighs=sides.weighs(SIDES),
    terms=(
        "deal board burn before_flop after_flop after_river reveal dealer_qualifies settle_from settle_order forfeits"
    ),
    settles={
        "ante": Judged(f"fold {' '.join(SHOWDOWN)}"),
        "odds": Judged(f"fold {' '.join(SHOWDOWN)}", (*ALL_NAMES, *BEATEN_NAMES)),
        "raise": Judged(" ".join(SHOWDOWN)),
        "trips_plus": Judged("shown fold", ALL_NAMES),
        "pocket_bonus": Judged("shown fold", HOLE_CARD_NAMES),
    },
)
