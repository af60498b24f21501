"""Texas Hold'em Bonus Poker: two cards and a shared board; stay in for twice the ante, then bet more or check."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pitboss.engine.payoff import Due
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card, known
from pitboss.games.poker import holdem, kit, settling, sides
from pitboss.games.poker.holdem import BOARD, FLOP, ON_FLOP, SIZE, TURN
from pitboss.games.poker.royal import ROYAL_NAMES, royal_by_street
from pitboss.games.poker.sides import OWN, Seen, Side, judged
from pitboss.games.reading import five_or_more
from pitboss.hands.hole_cards import ACE, HOLE_CARD_NAMES, PAIR_OF_ACES, hole_card_names
from pitboss.hands.poker import ALL_NAMES, NAMES, PokerHand
from pitboss.rulebook.setup import Setup

RAISES = ("flop", "turn", "river")
DOUBLE_ACES = "double_aces"
ON_HOLE_CARDS = Side((Seen(OWN, SIZE),), hole_card_names, (DOUBLE_ACES, *HOLE_CARD_NAMES))
BY_STREET = Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, BOARD)), royal_by_street, (*ROYAL_NAMES, *ALL_NAMES))
SIDES = {"bonus": ON_HOLE_CARDS, "progressive": BY_STREET, "multi_game_link": ON_FLOP}
HIGHER_BELOW = "player_higher_below"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from holdem.bet_or_pass(t, "flop", "before_flop")
    if _needs_board(t):
        yield from t.moment("flop")
        kit.open_board(t, FLOP)
        yield from holdem.bet_or_pass(t, "turn", "after_flop")
        yield from t.moment("turn")
        kit.open_board(t, TURN)
        yield from holdem.bet_or_pass(t, "river", "after_turn")
        yield from t.moment("river")
        kit.open_board(t, BOARD)
    yield from t.moment("reveal")
    if kit.in_play(t) or _pays_double_aces(t.setup):
        t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    order = settling.order_of_payment(t)
    shown = partial(kit.is_shown, t, on_own_cards=SIDES)
    dues = settling.results(t, order, _sides(t), partial(_against_the_dealer, t))
    settling.turn_up_and_settle(t, order, dues, shown)
    settling.envy(t, ["multi_game_link"], order, SIDES, shown)


def _needs_board(t: Round) -> bool:
    """Somebody is in, or a wager that a fold has not lost looks at the board."""
    on_board = [bet for wager in ("progressive", "multi_game_link") for bet in t.bets_on(wager)]
    return bool(kit.in_play(t)) or any(kit.survives_fold(bet) and not bet.outcome for bet in on_board)


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    ours = holdem.best(t, t.hand(bet.seat))
    result = kit.compare(ours, holdem.best(t, kit.DEALER))
    return Due(bet, ante_case(t.setup, ours, result) if bet.wager == "ante" else result)


def ante_case(setup: Setup, ours: PokerHand, result: str) -> str:
    """A higher hand wins the Ante only from the rank on that the house has chosen."""
    paid = ours.category >= NAMES.index(setup.term("ante_paid_from"))
    return result if result != kit.PLAYER_HIGHER or paid else HIGHER_BELOW


def _pays_double_aces(setup: Setup) -> bool:
    offer = setup.offers.get("bonus")
    return offer is not None and offer.pays is not None and DOUBLE_ACES in offer.pays.lines


def _sides(t: Round) -> dict[str, Side]:
    """Against a dealer's aces, where that is paid, two aces have one more name."""
    if not _pays_double_aces(t.setup):
        return SIDES
    return {**SIDES, "bonus": replace(ON_HOLE_CARDS, named=partial(_beside, tuple(t.hands[kit.DEALER])))}


def _beside(dealer: kit.Cards, cards: Sequence[Card], whose: str) -> kit.Names:
    names = hole_card_names(cards, whose)
    if names[0] != PAIR_OF_ACES:
        return names
    known(dealer, "the dealer's")
    return (DOUBLE_ACES, *names) if all(card.rank == ACE for card in dealer) else names


def _void_but_hole_cards(t: Round, call: Call) -> RoundOver:
    """The dealer's cards are not both seen, so that two aces are only themselves."""
    settle = partial(settling.settle_of_void, wager="bonus", names=partial(ON_HOLE_CARDS.names, t))
    return kit.void_but(t, call, t.bets_on("bonus"), settle)


ANTE = ("fold", kit.PLAYER_HIGHER, HIGHER_BELOW, kit.TIE, kit.DEALER_HIGHER)
STREETS = ("before_flop", "flop", "after_flop", "turn", "after_turn", "river")
GAME = Game(
    play=play,
    asks="flop turn river check fold",
    moments=("bets", "shuffle", "deal", *STREETS, "reveal", "settle"),
    hands=(kit.DEALER, kit.COMMUNITY, kit.BURN),
    reads=five_or_more,
    weighs=sides.weighs(SIDES),
    tells={HIGHER_BELOW: "player higher, with a hand below what the Ante is paid for"},
    terms="deal board burn before_flop after_flop after_turn reveal ante_paid_from settle_from settle_order forfeits",
    remedies={"void_but_hole_cards": _void_but_hole_cards},
    settles={
        "ante": Judged(" ".join(ANTE)),
        **dict.fromkeys(RAISES, Judged(kit.COMPARED_CASES)),
        **judged(SIDES),
        "bonus": Judged("shown fold hands_void", ON_HOLE_CARDS.lines),
    },
)
