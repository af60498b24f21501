"""Caribbean Stud: five cards each; stay in for twice the ante, against a dealer who must hold ace and king."""

from collections.abc import Iterator, Sequence
from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import BY_PLAYER, STAGES, Due, within_limits
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.games.poker import kit, sides
from pitboss.games.poker.sides import OWN, ByWorth, Seen, Side, five_card_names
from pitboss.games.reading import five_or_more
from pitboss.hands.poker import ALL_NAMES, HIGH_CARD, PAIR, PokerHand, best_hand
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

SIZE = 5
ACE, KING = 14, 13
PROGRESSIVES = ("progressive", "progressive_payout", "multi_game_link")
ON_OWN_CARDS = ("caribbean_stud_bonus", "five_card_hand_bonus_player", *PROGRESSIVES)
ON_FIVE_CARDS = Side((Seen(OWN, SIZE),), ByWorth(kit.names_with_tens))
SIDES = dict.fromkeys(ON_OWN_CARDS, ON_FIVE_CARDS) | {
    kit.ON_THE_DEALER: Side((Seen(kit.DEALER, SIZE),), five_card_names)
}
PAIR_OR_LESS = "pair_or_less"
HIGH_CARD_WINS = "high_card_wins"
RESULTS = " ".join(kit.SHOWDOWN)
NAMES = (*ALL_NAMES, kit.TENS_OR_BETTER, PAIR_OR_LESS)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE, up_card=t.term("up_card") == "dealt_face_up")
    yield from t.moment("deal")
    if t.term("up_card") and t.term("up_card") != "dealt_face_up":
        t.reveal(kit.DEALER, t.cite("up_card"), first=1)
    yield from t.moment("decide")
    word, _, _ = t.term("decide").partition("_")
    folded = yield from kit.stay_or_fold(t, staying_in(t.setup), "decide", t.live, word=word)
    kit.forfeit(t, folded)
    yield from t.moment("reveal")
    dealer = t.reveal(kit.DEALER, t.cite("reveal"))
    order = kit.payout_order(t, t.term("settle_from"))
    if t.term("reveal") == "dealer_then_players":
        _turn_up(t, _seats_to_turn_up(t, order, dealer), folded)
    yield from t.moment("settle")
    yield from _settle(t, order, folded, dealer)


def staying_in(setup: Setup) -> str:
    """The wager of twice the ante with which a player stays in."""
    return next(name for name, offer in setup.offers.items() if offer.placed == "decision")


def _seats_to_turn_up(t: Round, order: list[int], dealer: kit.Cards) -> list[int]:
    """All, or only those with a progressive where a dealer's hand that does not count leaves the others as they lie."""
    if t.term("turned_up_against_no_hand") is not False or qualifies(best_hand(dealer, "the dealer's")):
        return order
    return [seat for seat in order if any(t.bet(seat, wager) for wager in PROGRESSIVES)]


def _turn_up(t: Round, seats: Sequence[int], folded: set[int]) -> None:
    for seat in seats:
        if kit.is_shown(t, seat, folded, ON_OWN_CARDS):
            t.reveal(t.hand(seat), t.cite("reveal"))


def _settle(t: Round, order: list[int], folded: set[int], dealer: kit.Cards) -> Script:
    """The wagers of every player, one player after the other or in rounds; then what is settled last."""
    dues = within_limits(t, list(_dues(t, order, t.term("settle_order"), folded, dealer)))
    mode = t.term("settlement") or BY_PLAYER
    if mode == BY_PLAYER and t.term("reveal") == "with_each_player":
        for seat in order:
            _turn_up(t, [seat], folded)
            kit.settle_in_turn(t, dues, kit.on_the_dealer, seat)
    else:
        kit.settle_in_turn(t, sorted(dues, key=lambda due: STAGES[mode].get(due.outcome, 0)))
    last = kit.payout_order(t, t.term("progressive_from") or t.term("settle_from"))
    dues = list(_dues(t, last, t.term("settled_last") or (), folded, dealer))
    for at, due in enumerate(dues):
        if due.outcome == "win" and t.term("claim") == "announced":
            dues[at] = yield from _announced(t, due)
        kit.settle_in_turn(t, dues, lambda due: _shares_the_meter(t, due), due.bet.seat)
    kit.envy(t, PROGRESSIVES, order, [seat for seat in order if seat not in folded], partial(ON_FIVE_CARDS.names, t))
    column = len(t.seats) + 1
    kit.settle_cover_all(t, order, folded, column, lambda: _highest(t, folded, dealer).names)


def _dues(t: Round, order: list[int], wagers: Sequence[str], folded: set[int], dealer: kit.Cards) -> Iterator[Due]:
    """These wagers with their results; with ace and king or better the dealer's hand counts."""

    def result(bet: Bet) -> Due:
        if bet.wager in SIDES:
            return kit.by_hand(bet, bet.seat in folded, partial(SIDES[bet.wager].names, t, bet.seat))
        theirs = best_hand(dealer, "the dealer's")
        if not qualifies(theirs):
            return Due(bet, kit.UNQUALIFIED)
        ours = _hand(t, bet.seat)
        return Due(bet, showdown_case(bet.offer, kit.compare(ours, theirs), ours.category), bet_names(ours))

    return kit.dues(t, order, wagers, result)


def qualifies(dealer: PokerHand) -> bool:
    """With ace and king or better the dealer's hand counts."""
    return dealer.category > HIGH_CARD or dealer.ranks[:2] == (ACE, KING)


def showdown_case(offer: Offer, case: str, category: int) -> str:
    """The case of a wager against the dealer: where it has one of its own for a hand without a pair that wins, that."""
    without_pair = case == kit.PLAYER_HIGHER and category == HIGH_CARD
    return HIGH_CARD_WINS if without_pair and HIGH_CARD_WINS in offer.rulings else case


def bet_names(hand: PokerHand) -> kit.Names:
    """The names that the table of the bet may know a hand by: its lowest line may take in what has no pair."""
    return (*hand.names, PAIR_OR_LESS) if hand.category <= PAIR else hand.names


def _shares_the_meter(t: Round, due: Due) -> bool:
    """Where the rulebook says so, those who win the whole meter in one round divide it equally."""
    return t.term("simultaneous_meter_hits") == "equal_shares" and kit.wins_of_meter(due, whole=True)


def _announced(t: Round, due: Due) -> Talk[Due]:
    """A player who holds a progressive hand tells the dealer; one who does not is not paid."""
    choice = yield from t.ask(due.bet.seat, [Action("announce"), Action("say_nothing")], t.cite("claim"))
    return due if choice == "announce" else Due(due.bet, "not_announced")


def _highest(t: Round, folded: set[int], dealer: kit.Cards) -> PokerHand:
    hands = {t.hand(seat): _hand(t, seat) for seat in t.live if seat not in folded}
    hands[Hand(kit.DEALER)] = best_hand(dealer, "the dealer's")
    return hands[kit.highest_at_table(t, hands)]


def _hand(t: Round, seat: int) -> PokerHand:
    return best_hand(kit.cards_of(t, seat), f"seat {seat}'s")


BET = Judged(f"{HIGH_CARD_WINS}? {RESULTS}", NAMES)
SIDE = Judged("shown fold not_announced?", NAMES)
GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"),
    hands=(kit.DEALER,),
    reads=five_or_more,
    weighs=sides.weighs(SIDES),
    terms=(
        "deal up_card decide reveal settle_from settle_order settlement? settled_last? progressive_from? claim? "
        "simultaneous_meter_hits? turned_up_against_no_hand?"
    ),
    remedies={"forfeit_wagers": kit.forfeit_wagers},
    settles={
        "ante": Judged(f"fold {RESULTS}"),
        "double_bet": BET,
        "bet": BET,
        **dict.fromkeys((*ON_OWN_CARDS, kit.ON_THE_DEALER, "cover_all"), SIDE),
    },
)
