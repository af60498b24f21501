"""Ultimate Texas Hold'em: two cards and a shared board against the dealer; the sooner a player bets, the more."""

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.games.poker import holdem, kit, sides
from pitboss.games.poker.holdem import BOARD, FLOP, ON_FLOP, ON_SEVEN_CARDS, SHOWDOWN, SIZE
from pitboss.games.reading import five_or_more
from pitboss.hands.poker import ALL_NAMES

AGAINST_THE_DEALER = ("ante", "blind", "play")
ON_CARDS_AND_FLOP = ("progressive", "multi_game_link")
SIDES = {"trips": ON_SEVEN_CARDS, **dict.fromkeys(ON_CARDS_AND_FLOP, ON_FLOP)}


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    kit.lay_board(t, BOARD)
    yield from t.moment("deal")
    yield from holdem.bet_or_pass(t, "play", "before_flop", numbered=True)
    yield from t.moment("flop")
    kit.open_board(t, FLOP)
    yield from holdem.bet_or_pass(t, "play", "after_flop", numbered=True)
    yield from t.moment("river")
    kit.open_board(t, BOARD)
    folded = yield from holdem.bet_or_pass(t, "play", "after_river", numbered=True)
    yield from t.moment("reveal")
    t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    _settle(t, folded)


def _settle(t: Round, folded: set[int]) -> None:
    """One player after the other, then envy; Cover All is one result for the table and comes last."""
    order = kit.payout_order(t, t.term("settle_from"))
    own = list(kit.dues(t, order, t.term("settle_order"), lambda bet: _due(t, bet, bet.seat in folded)))
    dues = within_limits(t, [*own, *_cover_all(t, order, folded)])
    kit.turn_up_and_settle(t, order, dues[: len(own)], lambda seat: kit.is_shown(t, seat, folded, SIDES))
    holdem.pay_envy(t, ON_CARDS_AND_FLOP, order, ON_FLOP, SIDES)
    for due in dues[len(own) :]:
        due.settle(t)


def _due(t: Round, bet: Bet, folded: bool) -> Due:
    """A wager with its result."""
    if bet.wager in AGAINST_THE_DEALER and not folded:
        return Due(bet, holdem.compare(t, bet.seat), holdem.best(t, bet.seat).names)
    side = SIDES.get(bet.wager, ON_SEVEN_CARDS)
    return kit.by_hand(bet, folded, lambda: side.names(t, bet.seat))


def _cover_all(t: Round, order: list[int], folded: set[int]) -> list[Due]:
    """The highest hand at the table, folded ones aside, by the number of hands dealt, the dealer's included."""
    bets = kit.bets_in_order(t, "cover_all", order)
    if not bets:
        return []
    hands = {Hand(kit.DEALER): holdem.dealers_best(t)}
    hands |= {t.hand(seat): holdem.best(t, seat) for seat in t.live if seat not in folded}
    highest, column = hands[kit.highest_at_table(t, hands)], str(len(t.seats) + 1)
    return [Due(bet, "fold" if bet.seat in folded else "shown", highest.names, column=column) for bet in bets]


def _stand_once_decided(t: Round, call: Call) -> bool:
    """A card of the dealer that shows when every player has folded or made Play voids nothing."""
    if any(t.bet(seat, "play") is None for seat in kit.in_play(t)):
        return False
    rule, _ = t.setup.irregularities[call.id]
    t.event("remedy", rule.cite, "every player has folded or made Play: the hands stand")
    return True


def _settle_trips_only(t: Round, call: Call) -> RoundOver:
    rule, _ = t.setup.irregularities[call.id]
    return RoundOver("void", rule.trigger, rule.cite, alive=t.bets_on("trips"), settle=_settle_trips)


def _settle_trips(t: Round) -> None:
    """All other wagers are returned: the board is completed and every Trips wager settled."""
    bets = {bet.seat: bet for bet in t.bets_on("trips")}
    if not bets:
        return
    kit.open_board(t, FLOP)
    kit.open_board(t, BOARD)
    order = [seat for seat in kit.payout_order(t, t.term("settle_from")) if seat in bets]
    for due in within_limits(t, [Due(bets[seat], "hands_void", holdem.best(t, seat).names) for seat in order]):
        t.reveal(t.hand(due.bet.seat), t.cite("reveal"))
        due.settle(t)


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", *holdem.MOMENTS, "reveal", "settle"),
    hands=(kit.DEALER, kit.COMMUNITY, kit.BURN),
    reads=five_or_more,
    weighs=sides.weighs(SIDES),
    terms=(
        "deal board before_flop after_flop after_river reveal dealer_qualifies settle_from settle_order burn? forfeits?"
    ),
    remedies={"settle_trips_only": _settle_trips_only, "stand_once_decided": _stand_once_decided},
    settles={
        "ante": Judged(f"fold {' '.join(SHOWDOWN)}"),
        "blind": Judged(f"fold {' '.join(SHOWDOWN)}", ALL_NAMES),
        "play": Judged(" ".join(SHOWDOWN)),
        "trips": Judged("shown fold hands_void?", ALL_NAMES),
        **dict.fromkeys(("cover_all", *ON_CARDS_AND_FLOP), Judged("shown fold", ALL_NAMES)),
    },
)
