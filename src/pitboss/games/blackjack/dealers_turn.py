"""The dealer's turn: the second card, what is drawn and the settlement, for one hand of the dealer's or several."""

from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.equipment.cards import known
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
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
    bonus_hand,
    case_of,
    dealer_draws,
    draw_matters,
    insurance_case,
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
        if spot == 1:
            settling.settle_optional_bonus(t, partial(_draw_card, t, hand))
            settling.settle_with_second_card(t)
        _draw(t, hand, spot)
        if spot == 1:
            yield from t.moment("settle")
        _settle(t, hand, spot)
        if spot == 1:
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


def _draw(t: Round, hand: str, spot: int) -> None:
    """The dealer draws as the rules say, unless that can change no outcome."""
    rules = Rules.of(t.setup)
    undecided = [held(t, each) for each in hands_in_play(t) if open_bets_on(t, each, spot)]
    if draw_matters(rules, undecided):
        while dealer_draws(rules, t.hands[hand]):
            _draw_card(t, hand)


def _draw_card(t: Round, hand: str) -> None:
    if not irregularities.give_waiting_card(t, hand):
        t.deal(hand, t.cite("dealer"))
    known(t.hands[hand], "the dealer's")


def _settle(t: Round, hand: str, spot: int) -> None:
    """Hand by hand, from the dealer's right, as the cards are picked up."""
    for each in hands_in_play(t):
        if open_bets_on(t, each, spot):
            _settle_hand(t, each, hand, spot)


def _settle_hand(t: Round, hand: Hand, dealer: str, spot: int) -> None:
    rules = Rules.of(t.setup)
    show(t, hand)
    found = held(t, hand)
    case = case_of(rules, found, t.hands[dealer])
    bonus = bonus_hand(rules, found, case)
    for bet in open_bets_on(t, hand, spot):
        t.settle(bet, bonus if bonus and bet.wager != DOUBLE_WAGER else case)
