"""Ultimate Texas Hold'em: two cards and a shared board against the dealer; the sooner a player bets, the more."""

from functools import partial

from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.games.poker import holdem, kit, settling, sides
from pitboss.games.poker.holdem import BOARD, FLOP, ON_FLOP, ON_SEVEN_CARDS, SIZE
from pitboss.games.poker.sides import judged
from pitboss.games.reading import five_or_more
from pitboss.hands.poker import ALL_NAMES

ON_CARDS_AND_FLOP = ("progressive", "multi_game_link")
SIDES = {"trips": ON_SEVEN_CARDS, **dict.fromkeys(ON_CARDS_AND_FLOP, ON_FLOP)}


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    kit.lay_board(t, BOARD)
    yield from t.moment("deal")
    yield from holdem.bet_once(t, "play")
    yield from kit.turn_up_the_dealer(t)
    _settle(t)


def _settle(t: Round) -> None:
    """One player after the other, then envy; Cover All is one result for the table and comes last."""
    order = settling.order_of_payment(t)
    own = list(settling.dues(t, order, SIDES, partial(_against_the_dealer, t)))
    hands = [*map(t.hand, kit.in_play(t)), kit.DEALER]
    highest = partial(settling.highest_of, t, hands, partial(holdem.best, t))
    dues = within_limits(t, [*own, *settling.cover_all(t, order, len(t.seats) + 1, highest)])
    shown = partial(kit.is_shown, t, on_own_cards=SIDES)
    settling.turn_up_and_settle(t, order, dues[: len(own)], shown)
    settling.envy(t, ON_CARDS_AND_FLOP, order, SIDES, shown)
    for due in dues[len(own) :]:
        due.settle(t)


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    return Due(bet, holdem.compare(t, bet.seat), holdem.best(t, t.hand(bet.seat)).names)


def _stand_once_decided(t: Round, call: Call) -> bool:
    """A card of the dealer that shows when every player has folded or made Play voids nothing."""
    if any(t.bet(seat, "play") is None for seat in kit.in_play(t)):
        return False
    rule, _ = t.setup.irregularities[call.id]
    t.event("remedy", rule.cite, "every player has folded or made Play: the hands stand")
    return True


def _settle_trips_only(t: Round, call: Call) -> RoundOver:
    return kit.void_but(t, call, t.bets_on("trips"), _settle_trips)


def _settle_trips(t: Round) -> None:
    """All other wagers are returned: the board is completed and every Trips wager settled."""
    if t.bets_on("trips"):
        kit.open_board(t, FLOP)
        kit.open_board(t, BOARD)
        settling.settle_of_void(t, "trips", partial(ON_SEVEN_CARDS.names, t))


GAME = Game(
    play=play,
    asks="play_4x play_3x play_2x play_1x check fold",
    moments=("bets", "shuffle", "deal", *holdem.MOMENTS, "reveal", "settle"),
    hands=(kit.DEALER, kit.COMMUNITY, kit.BURN),
    reads=five_or_more,
    qualifies_with=holdem.qualifies_with,
    weighs=sides.weighs(SIDES),
    terms=(
        "deal board before_flop after_flop after_river reveal dealer_qualifies settle_from settle_order burn? forfeits?"
    ),
    remedies={"settle_trips_only": _settle_trips_only, "stand_once_decided": _stand_once_decided},
    settles={
        "ante": Judged(f"fold {holdem.SHOWDOWN_CASES}"),
        "blind": Judged(f"fold {holdem.SHOWDOWN_CASES}", ALL_NAMES),
        "play": Judged(holdem.SHOWDOWN_CASES),
        **judged(SIDES),
        "trips": Judged("shown fold hands_void?", ALL_NAMES),
        "cover_all": Judged("shown fold", ALL_NAMES),
    },
)
