"""When the table settles which of the wagers beside a hand: on the first cards, as a hand is played, with the dealer's
second card or third one, with the hands, and when the dealer has drawn for the last of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from pitboss.engine.accounts import HOUSE, TIPS
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.progressive import share_meters
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Judged, Script
from pitboss.engine.verdict import Cap
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card, known
from pitboss.games.blackjack.held import DEALER, as_dealt, boxes, original_hands, was_split
from pitboss.games.blackjack.rules import Rules, dealer_draws, named_up
from pitboss.games.blackjack.side_wagers import (
    bonus_button,
    dealers_hand,
    first_cards,
    four_cards,
    sevens_and_aces,
    streak,
)
from pitboss.games.blackjack.side_wagers import with_the_up_card as up_card
from pitboss.games.blackjack.side_wagers.first_cards import Names
from pitboss.hands.blackjack import is_blackjack
from pitboss.money import Award, MeterShare, cents, money

TWENTY_POINT, KINGS_BOUNTY, FOR_THE_DEALER = "twenty_point_bonus", "kings_bounty", "kings_bounty_dealer"
SEVENS, BLAZING, ACES, SUPER_4 = "sevens", "blazing_7s", "progressive_blackjack", "super4"
OPTIONAL_BONUS, BUSTER, FREE_BONUS = "optional_bonus", "buster", "buster_free_bonus"
PUSH_22 = "push_22"
MATCH, TRILUX, SAME_SUIT = "match_the_dealer", "trilux", "same_suit"
TAKE_CARD, NO_CARD = "take_card", "no_card"
WON, LOST = "winning_hand", "no_winning_hand"
EITHER = f"{WON} {LOST}"
BY_THREE_CARDS: dict[str, Callable[[Sequence[Card], Card], Names]] = {
    MATCH: up_card.match_the_dealer,
    "in_between": up_card.in_between,
    "twenty_one_plus_three": up_card.three_card_poker,
    TRILUX: up_card.three_card_poker,
    "super3": up_card.super_3,
    "over_13": lambda cards, _: first_cards.over_13(cards),
    "under_13": lambda cards, _: first_cards.under_13(cards),
    SAME_SUIT: lambda cards, _: first_cards.same_suit(cards),
}
"""Wagers that a player's first two cards and the dealer's up card decide, in the order in which they are settled."""
FROM_METERS = (BLAZING, ACES, SUPER_4)

SETTLES = {
    MATCH: Judged(EITHER, up_card.MATCH_NAMES),
    "in_between": Judged(EITHER, up_card.IN_BETWEEN_NAMES),
    **dict.fromkeys(("twenty_one_plus_three", TRILUX), Judged(EITHER, up_card.POKER_NAMES)),
    "super3": Judged(EITHER, up_card.SUPER_3_NAMES),
    **dict.fromkeys(("over_13", "under_13"), Judged(EITHER)),
    SAME_SUIT: Judged(EITHER, first_cards.SAME_SUIT_NAMES),
    TWENTY_POINT: Judged(EITHER, first_cards.TWENTY_POINT_NAMES),
    **dict.fromkeys((KINGS_BOUNTY, FOR_THE_DEALER), Judged(EITHER, first_cards.KINGS_BOUNTY_NAMES)),
    SEVENS: Judged(EITHER, sevens_and_aces.SEVENS_NAMES),
    BLAZING: Judged(EITHER, sevens_and_aces.BLAZING_NAMES),
    ACES: Judged(EITHER, sevens_and_aces.ACES_NAMES),
    SUPER_4: Judged(EITHER, dealers_hand.SUPER_4_NAMES),
    OPTIONAL_BONUS: Judged(EITHER, dealers_hand.OPTIONAL_BONUS_NAMES),
    BUSTER: Judged(EITHER, dealers_hand.BUSTER_NAMES),
    four_cards.WAGER: Judged(EITHER, four_cards.MATCH_NAMES),
    PUSH_22: Judged(EITHER, dealers_hand.PUSH_22_NAMES),
    FREE_BONUS: Judged(WON, dealers_hand.BUSTER_NAMES),
    bonus_button.WAGER: Judged("blackjack no_blackjack not_shown"),
    **dict.fromkeys(streak.WINS, Judged("won_in_a_row hand_lost abandoned undecided")),
}


def side_wagers() -> tuple[str, ...]:
    return tuple(SETTLES)


# -- On the first cards -----------------------------------------------------------------------------------------------


def settle_on_first_cards(t: Round) -> None:
    """Before any card reader is used and any further card is dealt, from the dealer's far right."""
    up = t.hands[DEALER][0]
    for wager, judge in BY_THREE_CARDS.items():
        results = [(bet, judge(_two(t, bet), up)) for bet in _open(t, wager)]
        for bet, names in sorted(results, key=lambda result: wager == MATCH and bool(result[1])):
            _settle(t, bet, names)
            if wager == TRILUX and names:
                _pay_lucky_george(t, names[0])
    _settle_from_meters(t, [_due(bet, sevens_and_aces.blazing_sevens(_two(t, bet), up)) for bet in _open(t, BLAZING)])
    for bet in _open(t, SEVENS):
        if not sevens_and_aces.has_two_sevens(_two(t, bet)):
            _settle(t, bet, sevens_and_aces.sevens(_two(t, bet)))
    for bet in _open(t, bonus_button.WAGER):
        if not is_blackjack(_two(t, bet)):
            t.settle(bet, "no_blackjack")
    may_be_blackjack = named_up(up) != "low"
    for bet in _open(t, TWENTY_POINT):
        if not (may_be_blackjack and first_cards.is_queens_of_hearts(_two(t, bet))):
            _settle(t, bet, first_cards.twenty_point(_two(t, bet)))
    for bet in _bounties(t):
        if not (may_be_blackjack and first_cards.is_kings_of_spades(_two(t, bet))):
            _settle_bounty(t, bet, dealer_blackjack=False)


def settle_match(t: Round) -> None:
    """On the four cards as they were dealt to a player's two hands: losers are collected, then winners are paid."""
    results = [(bet, four_cards.match(_four(t, bet))) for bet in _open(t, four_cards.WAGER)]
    for bet, names in sorted(results, key=lambda result: bool(result[1])):
        _settle(t, bet, names)


def _pay_lucky_george(t: Round, name: str) -> None:
    """A fixed sum beside a winning wager, on a line of its own and not the player's."""
    george = t.term("lucky_george")
    if george["paid"] and name in george["amounts"]:
        amount = cents(george["amounts"][name])
        t.transfer(HOUSE, TIPS, amount, t.cite("lucky_george"))
        t.event("lucky george", t.cite("lucky_george"), f"Lucky George: {money(amount)}", amount=amount)


def settle_without_blackjack(t: Round) -> None:
    """A card reader has found no blackjack: two queens of hearts are paid before any other card is dealt."""
    for bet in _open(t, TWENTY_POINT):
        _settle(t, bet, first_cards.twenty_point(_two(t, bet)))


# -- As hands are played ----------------------------------------------------------------------------------------------


def settle_sevens(t: Round, hand: Hand) -> None:
    """Two sevens are paid once the player has decided: with the third card, where one was drawn to the pair."""
    for bet in t.bets_on(SEVENS):
        if bet.seat == hand.owner and not bet.outcome:
            cards = as_dealt(t, bet.seat)
            _settle(t, bet, sevens_and_aces.sevens(cards[:2] if was_split(t, bet.seat) else cards))


def offer_third_card(t: Round) -> Script:
    """A dealer's blackjack ends the hand, but two sevens may still become three."""
    actions = (Action(NO_CARD), Action(TAKE_CARD, text="a third card for the wager on sevens"))
    for bet in t.bets_on(SEVENS):
        if not bet.outcome and (yield from t.ask(bet.seat, actions, t.cite("third_seven"))) == TAKE_CARD:
            t.deal(t.hand(bet.seat), t.cite("third_seven"))
        settle_sevens(t, t.hand(bet.seat))


# -- With the dealer's cards ------------------------------------------------------------------------------------------


def settle_with_second_card(t: Round) -> None:
    """Super 4 goes by whether the dealer has a blackjack; then the others envy a royal flush."""
    dealer = tuple(t.hands[DEALER][:2])
    bets = _open(t, SUPER_4)
    if not bets:
        return
    suit = t.term("super_4")["suit"]
    dues = [_due(bet, dealers_hand.super_4(_two(t, bet), dealer, suit)) for bet in bets]
    _settle_from_meters(t, dues)
    for due in dues:
        line = due.line
        envy = due.bet.offer.pays.envy.get(line[0], 0) if line and due.bet.offer.pays else 0
        for other in bets if envy else ():
            if t.player(other.seat) != t.player(due.bet.seat) and line:
                reason = f"envy of seat {due.bet.seat}'s {line[0].replace('_', ' ')}"
                t.bonus(other.seat, f"{SUPER_4}_envy", envy, "", reason, t.cite("super_4"))


def settle_optional_bonus(t: Round, draw: Callable[[], None]) -> None:
    """On two cards of 17 or more, or on a third card, which is drawn for these wagers whatever else is open."""
    bets = _open(t, OPTIONAL_BONUS)
    if bets and dealer_draws(replace(Rules.of(t.setup), hits_soft=()), t.hands[DEALER]):
        draw()
    for bet in bets:
        _settle(t, bet, dealers_hand.optional_bonus(t.hands[DEALER]))


def waits_for_final_total(t: Round) -> bool:
    """Whether the dealer completes the hand whatever the players have: something is wagered on its total."""
    return bool(_open(t, PUSH_22))


def collect_on_final_total(t: Round) -> None:
    """Push 22 loses before the hands are settled."""
    if not dealers_hand.push_22(t.hands[DEALER]):
        for bet in _open(t, PUSH_22):
            _settle(t, bet, ())


def pay_on_final_total(t: Round) -> None:
    """Push 22 wins after the wagers have gone back."""
    for bet in _open(t, PUSH_22):
        _settle(t, bet, dealers_hand.push_22(t.hands[DEALER]))


def settle_with_hands(t: Round) -> None:
    """What is paid when the hands are: aces, and the pairs that waited for the dealer's second card."""
    found = is_blackjack(t.hands[DEALER])
    _settle_from_meters(t, [_due(bet, sevens_and_aces.aces(_run_of_cards(t, bet))) for bet in _open(t, ACES)])
    for bet in _open(t, SEVENS):
        settle_sevens(t, t.hand(bet.seat))
    twenty = _open(t, TWENTY_POINT)
    for bet, cap in zip(twenty, _capped_together(t, twenty, found), strict=True):
        t.settle(bet, WON, first_cards.twenty_point(_two(t, bet), found), cap=cap)
    for bet in _bounties(t):
        _settle_bounty(t, bet, found)
    for box in reversed(boxes(t)):
        streak.settle_streak(t, box)


def settle_buster(t: Round, draw: Callable[[], None]) -> None:
    """The dealer completes the hand for these wagers, soft 17 too, once the others are decided."""
    bets = _open(t, BUSTER)
    if not bets:
        return
    if not is_blackjack(t.hands[DEALER]):
        rules = replace(Rules.of(t.setup), hits_soft=tuple(t.term("buster")["hits_soft"]))
        while dealer_draws(rules, t.hands[DEALER]):
            draw()
    names = dealers_hand.buster(t.hands[DEALER])
    for bet in bets:
        _settle(t, bet, names)
        if names and is_blackjack(_two(t, bet)):
            _pay_free_bonus(t, bet, names)


def _pay_free_bonus(t: Round, bet: Bet, names: Names) -> None:
    """A blackjack beside a wager large enough, and a dealer who needed many cards to go over."""
    offer = t.setup.offers.get(FREE_BONUS)
    found = offer.pays.first(names) if offer is not None and offer.pays is not None else None
    if offer is not None and found is not None and bet.stake >= cents(t.term("buster")["free_bonus_from"]):
        name, pay = found
        assert isinstance(pay, Award)
        t.bonus(bet.seat, FREE_BONUS, pay.amount, str(pay), name.replace("_", " "), offer.rulings[WON][1])


# -- Helpers ----------------------------------------------------------------------------------------------------------


def _open(t: Round, wager: str) -> list[Bet]:
    """A wager's bets that are not settled yet, from the dealer's far right."""
    return [bet for bet in reversed(t.bets_on(wager)) if not bet.outcome]


def _four(t: Round, bet: Bet) -> list[Card]:
    cards = [card for hand in original_hands(t, t.place(bet.seat)) for card in t.hands[hand]]
    known(cards, f"seat {bet.seat}'s")
    return cards


def _two(t: Round, bet: Bet) -> tuple[Card, ...]:
    return as_dealt(t, bet.seat)[:2]


def _run_of_cards(t: Round, bet: Bet) -> tuple[Card, ...]:
    """The first cards of a hand as they were dealt; a split leaves it at two."""
    cards = as_dealt(t, bet.seat)
    return cards[:2] if was_split(t, bet.seat) else cards


def _settle(t: Round, bet: Bet, names: Names) -> None:
    column = str(t.term(SAME_SUIT)) if bet.wager == SAME_SUIT else None
    t.settle(bet, WON if names else LOST, names, column)


def _due(bet: Bet, names: Names) -> Due:
    return Due(bet, WON if names else LOST, names)


def _settle_from_meters(t: Round, dues: Sequence[Due]) -> None:
    """In turn, each by what the meter then shows; those who win all of one share it when the first of them is paid."""
    paid: set[int] = set()
    for due in dues:
        if id(due) in paid:
            continue
        alike = [other for other in dues if _whole(other) and _whole(other) == _whole(due)] or [due]
        for shared in share_meters(alike):
            shared.settle(t)
        paid.update(map(id, alike))


def _whole(due: Due) -> str:
    """The meter of which a wager wins all; empty where it does not."""
    pay = due.line[1] if due.line is not None else None
    return pay.meter if isinstance(pay, MeterShare) and pay.percent == 1 else ""


def _bounties(t: Round) -> list[Bet]:
    return [*_open(t, KINGS_BOUNTY), *_open(t, FOR_THE_DEALER)]


def _settle_bounty(t: Round, bet: Bet, dealer_blackjack: bool) -> None:
    names = first_cards.kings_bounty(_two(t, bet), dealer_blackjack)
    t.settle(bet, WON if names else LOST, names, to=TIPS if bet.wager == FOR_THE_DEALER else None)


def _capped_together(t: Round, bets: Sequence[Bet], dealer_blackjack: bool) -> list[Cap | None]:
    """A posted limit on what all of them win with a dealer's blackjack is shared by the amounts of the wagers."""
    limit: int | None = t.term("twenty_point_cap")
    if limit is None or not dealer_blackjack or not bets:
        return [None] * len(bets)
    staked = sum(bet.stake for bet in bets)
    return [Cap(int(Fraction(limit * bet.stake, staked)), t.cite("twenty_point_cap")) for bet in bets]
