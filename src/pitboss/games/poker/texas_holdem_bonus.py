"""Texas Hold'em Bonus Poker: two cards and a shared board; stay in for twice the ante, then bet more or check."""

from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import known
from pitboss.games.poker import holdem, kit, sides
from pitboss.games.poker.holdem import BOARD, FLOP, ON_FLOP, SIZE, TURN
from pitboss.games.poker.royal import ROYAL_NAMES, royal_by_street
from pitboss.games.poker.sides import OWN, Seen, Side
from pitboss.games.reading import five_or_more
from pitboss.hands.hole_cards import ACE, HOLE_CARD_NAMES, PAIR_OF_ACES, hole_card_names
from pitboss.hands.poker import ALL_NAMES, NAMES, PokerHand
from pitboss.rulebook.setup import Setup

RAISES = ("flop", "turn", "river")
ON_HOLE_CARDS = Side((Seen(OWN, SIZE),), hole_card_names)
BY_STREET = Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, BOARD)), royal_by_street)
SIDES = {"bonus": ON_HOLE_CARDS, "progressive": BY_STREET, "multi_game_link": ON_FLOP}
DOUBLE_ACES = "double_aces"
HIGHER, HIGHER_BELOW = kit.PLAYER_HIGHER, "player_higher_below"
ANTE = (HIGHER, HIGHER_BELOW, kit.TIE, kit.DEALER_HIGHER)


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
    _settle(t)


def _needs_board(t: Round) -> bool:
    """Somebody is in, or a wager that a fold has not lost looks at the board."""
    on_board = [bet for wager in ("progressive", "multi_game_link") for bet in t.bets_on(wager)]
    return bool(kit.in_play(t)) or any(kit.survives_fold(bet) and not bet.outcome for bet in on_board)


def _settle(t: Round) -> None:
    """One player after the other from the dealer's right, then envy."""
    order = kit.payout_order(t, t.term("settle_from"))
    dues = within_limits(t, list(kit.dues(t, order, t.term("settle_order"), lambda bet: _due(t, bet))))
    for seat in order:
        if kit.is_shown(t, seat, kit.folded(t), SIDES):
            t.reveal(t.hand(seat), t.cite("reveal"))
        for due in dues:
            if due.bet.seat == seat:
                due.settle(t)
    holdem.pay_envy(t, ["multi_game_link"], order, ON_FLOP, SIDES)


def _due(t: Round, bet: Bet) -> Due:
    """A wager with its result."""
    folded = bet.seat in kit.folded(t)
    if bet.wager == "bonus":
        return kit.by_hand(bet, folded, lambda: _bonus_names(t, bet.seat))
    if bet.wager in SIDES:
        return kit.by_hand(bet, folded, lambda: SIDES[bet.wager].names(t, bet.seat))
    ours = holdem.best(t, bet.seat)
    result = kit.compare(ours, holdem.dealers_best(t))
    return Due(bet, ante_case(t.setup, ours, result) if bet.wager == "ante" else result)


def ante_case(setup: Setup, ours: PokerHand, result: str) -> str:
    """A higher hand wins the Ante only from the rank on that the house has chosen."""
    paid = ours.category >= NAMES.index(setup.term("ante_paid_from"))
    return result if result != HIGHER or paid else HIGHER_BELOW


def _pays_double_aces(setup: Setup) -> bool:
    offer = setup.offers.get("bonus")
    return offer is not None and offer.pays is not None and DOUBLE_ACES in offer.pays.lines


def _bonus_names(t: Round, seat: int) -> tuple[str, ...]:
    """The names of a seat's two cards; against a dealer's aces, where that is paid, two aces have one more."""
    names = ON_HOLE_CARDS.names(t, seat)
    if names[0] != PAIR_OF_ACES or not _pays_double_aces(t.setup):
        return names
    dealer = t.hands[kit.DEALER]
    known(dealer, "the dealer's")
    return (DOUBLE_ACES, *names) if all(card.rank == ACE for card in dealer) else names


def _void_but_hole_cards(t: Round, call: Call) -> RoundOver:
    rule, _ = t.setup.irregularities[call.id]
    return RoundOver("void", rule.trigger, rule.cite, alive=t.bets_on("bonus"), settle=_settle_bonus)


def _settle_bonus(t: Round) -> None:
    """All other wagers are returned; the dealer's cards are not both seen, so that two aces are only themselves."""
    bets = {bet.seat: bet for bet in t.bets_on("bonus")}
    order = [seat for seat in kit.payout_order(t, t.term("settle_from")) if seat in bets]
    for due in within_limits(t, [Due(bets[seat], "hands_void", ON_HOLE_CARDS.names(t, seat)) for seat in order]):
        t.reveal(t.hand(due.bet.seat), t.cite("reveal"))
        due.settle(t)


GAME = Game(
    play=play,
    moments=(
        "bets",
        "shuffle",
        "deal",
        "before_flop",
        "flop",
        "after_flop",
        "turn",
        "after_turn",
        "river",
        "reveal",
        "settle",
    ),
    hands=(kit.DEALER, kit.COMMUNITY, kit.BURN),
    reads=five_or_more,
    weighs=sides.weighs(SIDES),
    terms=("deal board burn before_flop after_flop after_turn reveal ante_paid_from settle_from settle_order forfeits"),
    remedies={"void_but_hole_cards": _void_but_hole_cards},
    settles={
        "ante": Judged(f"fold {' '.join(ANTE)}"),
        **dict.fromkeys(RAISES, Judged(" ".join(kit.COMPARED))),
        "bonus": Judged("shown fold hands_void", (DOUBLE_ACES, *HOLE_CARD_NAMES)),
        "progressive": Judged("shown fold", (*ROYAL_NAMES, *ALL_NAMES)),
        "multi_game_link": Judged("shown fold", ALL_NAMES),
    },
)
