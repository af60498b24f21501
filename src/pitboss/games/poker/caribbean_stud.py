"""Caribbean Stud: five cards each; stay in for twice the ante, against a dealer who must hold ace and king."""

from functools import partial

from pitboss.engine.payoff import Due
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.games.poker import kit, settling, sides
from pitboss.games.poker.sides import OWN, ByWorth, Seen, Side, five_card_names, judged
from pitboss.games.reading import five_or_more
from pitboss.hands.poker import ALL_NAMES, HIGH_CARD, PAIR, PokerHand, best_hand
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

SIZE = 5
ACE_KING = (HIGH_CARD, (14, 13))
PAIR_OR_LESS, HIGH_CARD_WINS = "pair_or_less", "high_card_wins"
NAMES = (*ALL_NAMES, kit.TENS_OR_BETTER, PAIR_OR_LESS)
PROGRESSIVES = ("progressive", "progressive_payout", "multi_game_link")
ON_OWN_CARDS = ("caribbean_stud_bonus", "five_card_hand_bonus_player", *PROGRESSIVES)
ON_FIVE_CARDS = Side((Seen(OWN, SIZE),), ByWorth(kit.names_with_tens), NAMES)
SIDES = dict.fromkeys(ON_OWN_CARDS, ON_FIVE_CARDS) | {
    kit.ON_THE_DEALER: Side((Seen(kit.DEALER, SIZE),), five_card_names, NAMES)
}


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
    t.reveal(kit.DEALER, t.cite("reveal"))
    order = settling.order_of_payment(t)
    if t.term("reveal") == "dealer_then_players":
        _turn_up(t, order)
    yield from t.moment("settle")
    yield from _settle(t, order)


def staying_in(setup: Setup) -> str:
    """The wager of twice the ante with which a player stays in."""
    return next(name for name, offer in setup.offers.items() if offer.placed == "decision")


def _turn_up(t: Round, order: list[int]) -> None:
    """All, or only those with a progressive where a dealer's hand that does not count leaves the others as they lie."""
    everybody = t.term("turned_up_against_no_hand") is not False or qualifies(kit.worth(t, kit.DEALER, best_hand))
    for seat in order:
        wanted = everybody or any(t.bet(seat, wager) for wager in PROGRESSIVES)
        if wanted and kit.is_shown(t, seat, ON_OWN_CARDS):
            t.reveal(t.hand(seat), t.cite("reveal"))


def _settle(t: Round, order: list[int]) -> Script:
    """The wagers of every player, one player after the other or in rounds; then what is settled last."""
    dues = settling.results(t, order, SIDES, partial(_against_the_dealer, t))
    with_each_player = t.term("reveal") == "with_each_player"
    settling.turn_up_and_settle(
        t, order, dues, lambda seat: with_each_player and kit.is_shown(t, seat, ON_OWN_CARDS), settling.on_the_dealer
    )
    last = kit.payout_order(t, t.term("progressive_from") or t.term("settle_from"))
    dues = list(settling.dues(t, last, SIDES, wagers=t.term("settled_last") or ()))
    for at, due in enumerate(dues):
        if due.outcome == "win" and t.term("claim") == "announced":
            dues[at] = yield from _announced(t, due)
        settling.settle_due(t, dues[at], [each for each in dues if _shares_the_meter(t, each)])
    settling.envy(t, PROGRESSIVES, order, SIDES)
    hands = [*(t.hand(seat) for seat in kit.in_play(t)), kit.DEALER]
    highest = partial(settling.highest_of, t, hands, partial(kit.worth, t, of=best_hand))
    settling.settle_cover_all(t, order, len(t.seats) + 1, highest)


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    """With ace and king or better the dealer's hand counts."""
    theirs = kit.worth(t, kit.DEALER, best_hand)
    if not qualifies(theirs):
        return Due(bet, kit.UNQUALIFIED)
    ours = kit.worth(t, t.hand(bet.seat), best_hand)
    return Due(bet, showdown_case(bet.offer, kit.compare(ours, theirs), ours.category), bet_names(ours))


def qualifies(dealer: PokerHand) -> bool:
    return dealer >= ACE_KING


def qualifies_with(_: Setup) -> str:
    return "ace-king high"


def showdown_case(offer: Offer, case: str, category: int) -> str:
    """The case of a wager against the dealer: where it has one of its own for a hand without a pair that wins, that."""
    without_pair = case == kit.PLAYER_HIGHER and category == HIGH_CARD
    return HIGH_CARD_WINS if without_pair and HIGH_CARD_WINS in offer.rulings else case


def bet_names(hand: PokerHand) -> kit.Names:
    """The names that the table of the bet may know a hand by: its lowest line may take in what has no pair."""
    return (*hand.names, PAIR_OR_LESS) if hand.category <= PAIR else hand.names


def _shares_the_meter(t: Round, due: Due) -> bool:
    """Where the rulebook says so, those who win the whole meter in one round divide it equally."""
    return t.term("simultaneous_meter_hits") == "equal_shares" and settling.wins_of_meter(due, whole=True)


def _announced(t: Round, due: Due) -> Talk[Due]:
    """A player who holds a progressive hand tells the dealer; one who does not is not paid."""
    choice = yield from t.ask(due.bet.seat, [Action("announce"), Action("say_nothing")], t.cite("claim"))
    return due if choice == "announce" else Due(due.bet, "not_announced")


GAME = Game(
    play=play,
    asks="bet play announce say_nothing fold",
    only_with={"bet": "bet", "play": "double_bet", **dict.fromkeys(("announce", "say_nothing"), "claim")},
    moments=kit.DECIDED_ONCE,
    hands=(kit.DEALER,),
    reads=five_or_more,
    qualifies_with=qualifies_with,
    weighs=sides.weighs(SIDES),
    terms=(
        "deal up_card decide reveal settle_from settle_order settlement? settled_last? progressive_from? claim? "
        "simultaneous_meter_hits? turned_up_against_no_hand?"
    ),
    remedies=kit.FORFEIT,
    settles={
        "ante": Judged(f"fold {kit.SHOWDOWN_CASES}"),
        **dict.fromkeys(("double_bet", "bet"), Judged(f"{HIGH_CARD_WINS}? {kit.SHOWDOWN_CASES}", NAMES)),
        **judged(SIDES, "shown fold not_announced?"),
        "cover_all": Judged("shown fold not_announced?", NAMES),
    },
)
