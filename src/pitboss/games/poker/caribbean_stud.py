"""Caribbean Stud: five cards each; stay in for twice the ante, against a dealer who must hold ace and king."""

from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.games.poker import kit
from pitboss.hands.poker import ALL_NAMES, HIGH_CARD, PokerHand, best_hand

SIZE = 5
ACE, KING = 14, 13
AGAINST_THE_DEALER = ("ante", "double_bet")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    if t.term("up_card"):
        t.reveal(kit.DEALER, t.cite("up_card"), first=1)
    yield from t.moment("decide")
    folded = yield from kit.stay_or_fold(t, "double_bet", "decide", t.live, word="play")
    kit.forfeit(t, folded)
    yield from t.moment("reveal")
    dealer = t.reveal(kit.DEALER, t.cite("reveal"))
    for seat in t.live:
        if seat not in folded:
            t.reveal(t.hand(seat), t.cite("reveal"))
    yield from t.moment("settle")
    _settle_against_the_dealer(t, folded, dealer)
    yield from _settle_progressive(t, folded)


def _settle_against_the_dealer(t: Round, folded: set[int], dealer: kit.Cards) -> None:
    """Antes and double bets; with ace and king or better the dealer's hand counts."""
    in_play = [seat for seat in kit.payout_order(t, t.term("settle_from")) if seat not in folded]

    def result(bet: Bet) -> Due:
        ours, theirs = _hand(t, bet.seat), best_hand(dealer, "the dealer's")
        case = kit.compare(ours, theirs) if qualifies(theirs) else "dealer_does_not_qualify"
        if bet.wager == "double_bet" and case == "player_higher" and ours.category == HIGH_CARD:
            return Due(bet, "high_card_wins")
        return Due(bet, case, ours.names)

    for due in within_limits(t, list(kit.dues(t, in_play, AGAINST_THE_DEALER, result))):
        due.settle(t)


def qualifies(dealer: PokerHand) -> bool:
    """With ace and king or better the dealer's hand counts."""
    return dealer.category > HIGH_CARD or dealer.ranks[:2] == (ACE, KING)


def _settle_progressive(t: Round, folded: set[int]) -> Script:
    """From the dealer's right, each by what the meter holds when its turn comes."""
    for seat in kit.payout_order(t, t.term("progressive_from")):
        bet = t.bet(seat, "progressive")
        if bet is None or bet.outcome:
            continue
        due = kit.by_hand(bet, seat in folded, lambda seat=seat: _hand(t, seat).names)  # type: ignore[misc]
        if due.outcome == "win" and t.term("claim") == "announced":
            due = yield from _announced(t, due)
        due.settle(t)


def _announced(t: Round, due: Due) -> Talk[Due]:
    """A player who holds a progressive hand tells the dealer; one who does not is not paid."""
    choice = yield from t.ask(due.bet.seat, [Action("announce"), Action("say_nothing")], t.cite("claim"))
    return due if choice == "announce" else Due(due.bet, "not_announced")


def _hand(t: Round, seat: int) -> PokerHand:
    return best_hand(kit.cards_of(t, seat), f"seat {seat}'s")


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"),
    hands=(kit.DEALER,),
    terms="deal up_card decide reveal settle_from progressive_from claim",
    settles={
        "ante": Judged("fold dealer_does_not_qualify dealer_higher player_higher tie"),
        "double_bet": Judged("dealer_does_not_qualify dealer_higher player_higher high_card_wins tie", ALL_NAMES),
        "progressive": Judged("shown fold not_announced?", ALL_NAMES),
    },
)
