"""The dealer's turn: the second card, what is drawn and the settlement, for one hand of the dealer's or several."""

from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import BY_PLAYER, Due, settle_all
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.equipment.cards import known
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLES,
    INSURANCE,
    hands_in_play,
    held,
    open_bets_on,
    spot_of,
    spots,
)
from pitboss.games.blackjack.rules import (
    HOLE_DOWN,
    NO_HOLE,
    Rules,
    case_of,
    dealer_draws,
    draw_matters,
    insurance_case,
    result_of,
)
from pitboss.games.blackjack.side_wagers import settling
from pitboss.games.blackjack.turns import show

MORE_HANDS = ("dealer_2", "dealer_3")
"""Where the dealer's further hands lie that begin with the same up card."""


def play_dealers_hands(t: Round) -> Script:
    """One hand after the other, each against the wagers on its spot."""
    before = DEALER
    for spot, hand in enumerate((DEALER, *MORE_HANDS)[: spots(t)], start=1):
        if spot > 1:
            if not _is_open(t, spot):
                continue
            t.move([t.hands[before][0]], before, hand, t.cite("up_card_moves"), kind="move")
            t.rack(before)
            before = hand
        _second_card(t, hand)
        _settle_insurance(t, hand, spot)
        _settle_surrenders(t, hand, spot)
        if spot == 1:
            settling.settle_optional_bonus(t, partial(_draw_card, t, hand))
            settling.settle_with_second_card(t)
        _draw(t, hand, spot)
        if spot == 1:
            yield from t.moment("settle")
            settling.collect_on_final_total(t)
        _settle(t, hand, spot)
        if spot == 1:
            settling.pay_on_final_total(t)
            settling.settle_with_hands(t)
            settling.settle_buster(t, partial(_draw_card, t, hand))
    irregularities.burn_waiting_cards(t)


def _is_open(t: Round, spot: int) -> bool:
    """Whether anything is wagered against this hand of the dealer's that is not decided."""
    insured = any(not bet.outcome and spot_of(t, bet) == spot for bet in t.bets_on(INSURANCE))
    return insured or any(open_bets_on(t, hand, spot) for hand in hands_in_play(t))


def _second_card(t: Round, hand: str) -> None:
    """Dealt now, or turned up where it was dealt face down before."""
    match Rules.of(t.setup).second_card:
        case mode if mode == NO_HOLE:
            t.event("announced", t.cite("hole_card"), '"Dealer\'s Card"')
            _draw_card(t, hand)
        case mode if mode == HOLE_DOWN:
            t.reveal(hand, t.cite("hole_card"))
    known(t.hands[hand], "the dealer's")


def _settle_insurance(t: Round, hand: str, spot: int) -> None:
    """By the second card, before the dealer draws any other."""
    for bet in t.bets_on(INSURANCE):
        if not bet.outcome and spot_of(t, bet) == spot:
            t.settle(bet, insurance_case(t.hands[hand]))


def _settle_surrenders(t: Round, hand: str, spot: int) -> None:
    """Where the rules say so, a surrendered hand is settled when the second card is seen, before any other is drawn."""
    if t.term("surrender").get("with_second_card"):
        for each in hands_in_play(t):
            if open_bets_on(t, each, spot) and held(t, each).surrendered:
                settle_all(t, _dues(t, each, hand, spot), BY_PLAYER)


def _draw(t: Round, hand: str, spot: int) -> None:
    """The dealer draws as the rules say, unless that can change no outcome."""
    rules = Rules.of(t.setup)
    undecided = [held(t, each) for each in hands_in_play(t) if open_bets_on(t, each, spot)]
    always = t.term("dealer").get("always_draws") or settling.waits_for_final_total(t)
    if always or draw_matters(rules, undecided):
        while dealer_draws(rules, t.hands[hand]):
            _draw_card(t, hand)


def _draw_card(t: Round, hand: str) -> None:
    if not irregularities.give_waiting_card(t, hand):
        t.deal(hand, t.cite("dealer"))
    known(t.hands[hand], "the dealer's")


def _settle(t: Round, hand: str, spot: int) -> None:
    """From the dealer's right, as the cards are picked up: hand by hand, or the losers first, as the house says."""
    dues = [due for each in hands_in_play(t) for due in _dues(t, each, hand, spot)]
    settle_all(t, dues, t.term("settlement") or BY_PLAYER)


def _dues(t: Round, hand: Hand, dealer: str, spot: int) -> list[Due]:
    """What becomes of the wagers on a hand, which is shown now."""
    rules, bets = Rules.of(t.setup), open_bets_on(t, hand, spot)
    if bets:
        show(t, hand)
    dues = []
    for bet in bets:
        found = held(t, hand, bet.seat)
        if bet.wager in DOUBLES:
            dues.append(Due(bet, case_of(rules, found, t.hands[dealer])))
        else:
            dues.append(Due(bet, *result_of(rules, found, t.hands[dealer])))
    return dues
