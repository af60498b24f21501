"""Fixed payouts for three sevens of one suit against a dealer's seven: to whoever wins by them, and to all others."""

from collections.abc import Mapping

from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Judged
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card
from pitboss.games.blackjack.held import DEALER, bettors, dealt_for, hands_in_play, held
from pitboss.games.blackjack.rules import Held, bonus_21
from pitboss.money import Award, cents

WAGER = "suited_sevens"
HOLDER, OTHERS = "holder", "other_player"
BRACKETS = ("from_25_dollars", "from_5_dollars")
SETTLES = {WAGER: Judged(f"{HOLDER} {OTHERS}", (*BRACKETS, OTHERS))}
TELLS = {
    "from_25_dollars": "three suited sevens against a seven, on a wager of the higher bracket",
    "from_5_dollars": "three suited sevens against a seven, on a wager of the lower bracket",
    OTHERS: "another player has three suited sevens against a seven",
}
SEVEN = 7


def is_paid_besides(hand: Held, up: Card) -> bool:
    """Three sevens of one suit against a seven of any; not where the hand was doubled or split.

    >>> from pitboss.equipment.cards import cards
    >>> is_paid_besides(Held(cards("7d 7d 7d")), Card("7c")), is_paid_besides(Held(cards("7d 7d 7d")), Card("8c"))
    (True, False)
    """
    suited = bonus_21(hand.cards) in ("suited_sevens", "sevens_of_spades")
    return suited and up.rank == SEVEN and not hand.doubled and not hand.split


def bracket_of(stake: int, least: Mapping[str, str]) -> str:
    """Which payout a wager of so many cents earns whoever holds the hand; empty where it is too small for any.

    >>> least = {"from_5_dollars": "5.00", "from_25_dollars": "25.00"}
    >>> [bracket_of(stake, least) for stake in (499, 500, 2499, 2500)]
    ['', 'from_5_dollars', 'from_5_dollars', 'from_25_dollars']
    """
    reached = {name: cents(amount) for name, amount in least.items() if cents(amount) <= stake}
    return max(reached, key=reached.__getitem__, default="")


def pay_fixed_payouts(t: Round) -> None:
    """For each such hand that won: whoever wagered on it by the wager, then every other person at the table once."""
    for hand in list(hands_in_play(t)):
        if is_paid_besides(held(t, hand), t.hands[DEALER][0]):
            winners = [bet for bet in _wagered(t, hand) if bet.outcome == "win"]
            if winners:
                _pay(t, winners)


def _wagered(t: Round, hand: Hand) -> list[Bet]:
    return [bet for seat in bettors(t, hand.owner or 0) for bet in dealt_for(t, hand, seat)]


def _pay(t: Round, winners: list[Bet]) -> None:
    term = t.term("fixed_payouts")
    earned = [bracket_of(bet.stake, term["from"]) for bet in winners]
    for bet, name in zip(winners, earned, strict=True):
        if name:
            _pay_line(t, bet.seat, HOLDER, name)
    if not any(earned) and term["others_need_it"]:
        return
    paid = {t.player(bet.seat) for bet in winners}
    for seat in t.seats:
        if t.player(seat) not in paid:
            paid.add(t.player(seat))
            _pay_line(t, seat, OTHERS, OTHERS)


def _pay_line(t: Round, seat: int, case: str, name: str) -> None:
    offer = t.setup.offers[WAGER]
    found = offer.pays.first([name]) if offer.pays is not None else None
    assert found is not None
    pay = found[1]
    assert isinstance(pay, Award)
    t.bonus(seat, WAGER, pay.amount, str(pay), name.replace("_", " "), offer.rulings[case][1])
