"""Four Card Poker: the best four of a player's five cards against the best four of the dealer's six."""

from collections.abc import Iterator
from functools import partial

from pitboss.engine.events import NOBODY
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.games.poker import kit, sides
from pitboss.games.poker.sides import OWN, Seen, Side, five_card_names
from pitboss.games.reading import best_four
from pitboss.hands.four_card import FOUR_CARD_NAMES, FourCardHand, four_card_hand, four_card_names
from pitboss.hands.poker import ALL_NAMES

AGAINST_THE_DEALER = ("ante", "play")
KEEPS_THE_HAND = "aces_up"
SIZE, DEALERS_SIZE = 5, 6
RESULTS = " ".join(kit.COMPARED)
ON_FOUR_CARDS = Side((Seen(OWN, SIZE),), four_card_names)
SIDES = {
    "ante_bonus": ON_FOUR_CARDS,
    "aces_up": ON_FOUR_CARDS,
    "four_card_progressive": ON_FOUR_CARDS,
    "multi_game_link": Side((Seen(OWN, SIZE),), five_card_names),
}
PROGRESSIVES = ("four_card_progressive", "multi_game_link")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    _turn_up_a_card(t)
    yield from t.moment("deal")
    yield from t.moment("decide")
    folded = yield from kit.stay_or_fold(t, "play", "decide", t.live, word="play")
    _collect_forfeits(t, folded)
    yield from t.moment("reveal")
    dealer = t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    order = kit.payout_order(t, t.term("settle_from"))
    dues = [due for seat in order for due in _dues(t, seat, _choice(t, seat, folded), dealer)]
    kit.turn_up_and_settle(t, order, dues, lambda seat: _choice(t, seat, folded) != "fold")
    _settle_envy_and_cover_all(t, order, folded, dealer)


def _turn_up_a_card(t: Round) -> None:
    """The dealer's sixth card goes face up; where it comes off a stack, the rest of that stack is discarded unseen."""
    t.deal(kit.DEALER, t.cite("up_card"))
    for _ in range(t.term("discarded_with_up_card")):
        t.deal(kit.BURN, t.cite("up_card"), seen_by=NOBODY)


def _choice(t: Round, seat: int, folded: set[int]) -> str:
    """The case of a seat: in, folded with a hand that is still kept for Aces Up, or folded altogether."""
    if seat not in folded:
        return "shown"
    return "fold_kept" if t.bet(seat, KEEPS_THE_HAND) is not None else "fold"


def _collect_forfeits(t: Round, folded: set[int]) -> None:
    """What a fold loses is collected before the dealer's cards are turned up."""
    for seat in sorted(folded):
        for bet in kit.open_bets(t, seat):
            case = "fold" if bet.wager in AGAINST_THE_DEALER else _choice(t, seat, folded)
            if not kit.survives_fold(bet, case):
                t.settle(bet, case)


def _dues(t: Round, seat: int, choice: str, dealer: kit.Cards) -> Iterator[Due]:
    """A seat's wagers with their results, in the order the rulebook pays them."""
    for wager in t.term("settle_order"):
        bet = t.bet(seat, "ante" if wager == "ante_bonus" else wager)
        if bet is None or bet.outcome:
            continue
        if wager == "ante_bonus":
            yield Due(bet, choice, SIDES[wager].names(t, seat), bonus=wager)
        elif wager in AGAINST_THE_DEALER:
            yield Due(bet, kit.compare(_hand(t, seat), four_card_hand(dealer, "the dealer's")))
        else:
            yield Due(bet, choice, SIDES[wager].names(t, seat))


def _settle_envy_and_cover_all(t: Round, order: list[int], folded: set[int], dealer: kit.Cards) -> None:
    """Hands that are shown make others envious; Cover All is one result for the table and comes last."""
    shown = [seat for seat in order if _choice(t, seat, folded) != "fold"]
    for wager in PROGRESSIVES:
        kit.envy(t, [wager], order, shown, partial(SIDES[wager].names, t))

    bets = kit.bets_in_order(t, kit.COVER_ALL, order)
    if not bets:
        return
    hands = {t.hand(seat): _hand(t, seat) for seat in shown}
    hands[Hand(kit.DEALER)] = four_card_hand(dealer, "the dealer's")
    highest = kit.highest_by_table(t, hands)
    for bet in bets:
        t.settle(bet, _choice(t, bet.seat, folded), highest, column=str(len(t.seats) + 1))


def _hand(t: Round, seat: int) -> FourCardHand:
    return four_card_hand(kit.cards_of(t, seat), f"seat {seat}'s")


SIDE = Judged("shown fold fold_kept", FOUR_CARD_NAMES)
GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"),
    hands=(kit.DEALER, kit.BURN),
    reads=best_four,
    weighs=sides.weighs(SIDES),
    terms="deal up_card discarded_with_up_card decide reveal settle_from settlement settle_order",
    settles={
        "ante": Judged(f"fold {RESULTS}"),
        "play": Judged(RESULTS),
        "ante_bonus": Judged("shown", FOUR_CARD_NAMES),
        "aces_up": Judged("shown fold_kept", FOUR_CARD_NAMES),
        "cover_all": SIDE,
        "four_card_progressive": SIDE,
        "multi_game_link": Judged("shown fold fold_kept", ALL_NAMES),
    },
)
