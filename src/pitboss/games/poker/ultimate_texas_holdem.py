"""Ultimate Texas Hold'em: two cards and a shared board against the dealer; the sooner a player bets, the more."""

from functools import partial

from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.games.poker import kit
from pitboss.games.poker.sides import OWN, Seen, Side, five_card_names
from pitboss.games.reading import five_or_more
from pitboss.hands.poker import ALL_NAMES, NAMES, PokerHand, best_hand
from pitboss.rulebook.setup import Setup

AGAINST_THE_DEALER = ("ante", "blind", "play")
ON_CARDS_AND_FLOP = ("progressive", "multi_game_link")
SIZE, FLOP, BOARD = 2, 3, 5
ON_SEVEN_CARDS = Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, BOARD)), five_card_names)
ON_FLOP = Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, FLOP)), five_card_names)
SIDES = {"trips": ON_SEVEN_CARDS, **dict.fromkeys(ON_CARDS_AND_FLOP, ON_FLOP)}
SHOWDOWN = tuple(f"{dealer}_{result}" for dealer in ("qualified", "unqualified") for result in kit.COMPARED)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    kit.lay_board(t, BOARD)
    yield from t.moment("deal")
    yield from _bet_or_pass(t, "before_flop")
    yield from t.moment("flop")
    kit.open_board(t, FLOP)
    yield from _bet_or_pass(t, "after_flop")
    yield from t.moment("river")
    kit.open_board(t, BOARD)
    folded = yield from _bet_or_pass(t, "after_river")
    yield from t.moment("reveal")
    t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    _settle(t, folded)


def _bet_or_pass(t: Round, when: str) -> Talk[set[int]]:
    """Clockwise, who has not bet may: Play at a multiple of the Ante, or else check, in the end fold. Who folded?"""
    yield from t.moment(when)
    folded = t.scratch.setdefault("folded", set())
    for seat in t.live:
        gone = yield from kit.stay_or_fold(t, "play", when, [seat], "play", t.term(when), numbered=True)
        folded |= gone
        if t.term("forfeits") == "at_once":
            kit.forfeit(t, gone)
    return set(folded)


def _settle(t: Round, folded: set[int]) -> None:
    """One player after the other, then envy; Cover All is one result for the table and comes last."""
    order = kit.payout_order(t, t.term("settle_from"))
    own = list(kit.dues(t, order, t.term("settle_order"), lambda bet: _due(t, bet, bet.seat in folded)))
    dues = within_limits(t, [*own, *_cover_all(t, order, folded)])
    for seat in order:
        if kit.is_shown(t, seat, folded, SIDES):
            t.reveal(t.hand(seat), t.cite("reveal"))
        for due in dues[: len(own)]:
            if due.bet.seat == seat:
                due.settle(t)
    _pay_envy(t, order, folded)
    for due in dues[len(own) :]:
        due.settle(t)


def _due(t: Round, bet: Bet, folded: bool) -> Due:
    """A wager with its result."""
    if bet.wager in AGAINST_THE_DEALER and not folded:
        return Due(bet, _compare(t, bet.seat), _best(t, bet.seat).names)
    side = SIDES.get(bet.wager, ON_SEVEN_CARDS)
    return kit.by_hand(bet, folded, lambda: side.names(t, bet.seat))


def _compare(t: Round, seat: int) -> str:
    dealer = _dealers_best(t)
    return f"{'qualified' if qualifies(t.setup, dealer) else 'unqualified'}_{kit.compare(_best(t, seat), dealer)}"


def qualifies(setup: Setup, dealer: PokerHand) -> bool:
    """With the rulebook's category or better the dealer's hand counts."""
    return dealer.category >= NAMES.index(setup.term("dealer_qualifies"))


def _cover_all(t: Round, order: list[int], folded: set[int]) -> list[Due]:
    """The highest hand at the table, folded ones aside, by the number of hands dealt, the dealer's included."""
    bets = kit.bets_in_order(t, "cover_all", order)
    if not bets:
        return []
    highest = max([_dealers_best(t), *(_best(t, seat) for seat in t.live if seat not in folded)])
    column = str(len(t.seats) + 1)
    return [Due(bet, "fold" if bet.seat in folded else "shown", highest.names, column=column) for bet in bets]


def _pay_envy(t: Round, order: list[int], folded: set[int]) -> None:
    """A hand that is shown and could win the progressive pays the others who wagered on it."""
    for wager in ON_CARDS_AND_FLOP:
        offer = t.setup.offers.get(wager)
        if offer is None:
            continue
        survives = offer.rulings["fold"][0].kind == "table"
        shown = [seat for seat in order if kit.is_shown(t, seat, folded, SIDES)]
        holders = [seat for seat in shown if survives or seat not in folded]
        kit.envy(t, [wager], order, holders, partial(ON_FLOP.names, t))


def _stand_once_decided(t: Round, call: Call) -> bool:
    """A card of the dealer that shows when every player has folded or made Play voids nothing."""
    folded = t.scratch.get("folded", ())
    if any(t.bet(seat, "play") is None and seat not in folded for seat in t.live):
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
    for due in within_limits(t, [Due(bets[seat], "hands_void", _best(t, seat).names) for seat in order]):
        t.reveal(t.hand(due.bet.seat), t.cite("reveal"))
        due.settle(t)


def _best(t: Round, seat: int) -> PokerHand:
    return best_hand((*kit.cards_of(t, seat), *kit.community(t)), f"seat {seat}'s and the community")


def _dealers_best(t: Round) -> PokerHand:
    return best_hand((*t.hands[kit.DEALER], *kit.community(t)), "the dealer's and the community")


GAME = Game(
    play=play,
    moments=(
        "bets",
        "shuffle",
        "deal",
        "before_flop",
        "flop",
        "after_flop",
        "river",
        "after_river",
        "reveal",
        "settle",
    ),
    hands=(kit.DEALER, kit.COMMUNITY, kit.BURN),
    reads=five_or_more,
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
