"""Who is paid when: the action button, insurance, naturals that are paid at once, and the way round the table.

Everything goes as far as the player-dealer's wager covers. What is reached when that is used up has no action and goes
back; where the rulebook gives it a free collection button, its fee is credited.
"""

from collections.abc import Iterator

from pitboss.engine import fees
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card
from pitboss.games.action_button import button_on
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    as_dealt,
    bets_on,
    boxes,
    original_wagers,
    was_split,
)
from pitboss.games.blackjack.no_bust.no_bust_rules import (
    NO_ACTION,
    SURRENDERED,
    NoBustRules,
    added_has_action,
    bonus_names,
    buster_names,
    case_of,
    insurance_case,
    pair_names,
    players_natural,
)
from pitboss.games.blackjack.no_bust.no_bust_turns import held_by, in_order
from pitboss.games.blackjack.rules import named_up
from pitboss.hands.blackjack import ACE, value

HANDS, BONUS, BUSTER, PAIRS = "hands", "bonus", "buster", "perfect_pairs"
ACTION_BUTTON = "action_button"


# -- In which order ---------------------------------------------------------------------------------------------------


def button_number(card: Card) -> int:
    """The number of a down card: an ace is one, tens and faces are ten."""
    return 1 if card.rank == ACE else value(card)


def place_button(t: Round) -> int | None:
    """Where the rulebook has an action button, the second card says on which seat it is put."""
    if t.term("settle")["from"] != ACTION_BUTTON:
        return None
    assert t.player_dealer is not None
    places = [seat for seat in range(1, t.setup.seats + 1) if seat != t.player_dealer.seat]
    _, button = button_on(places, boxes(t), button_number(t.hands[DEALER][1]))
    t.event("action button", t.cite("action_button"), f"on seat {button}", seat=button, value=button)
    return button


def _seats(t: Round, button: int | None) -> list[int]:
    """Everybody with wagers in the order of settlement; whoever bets behind a seat comes after it."""
    places = in_order(t, boxes(t), t.term("settle")["from"], button)
    return sorted(t.live, key=lambda seat: (places.index(t.place(seat)), seat))


# -- Before the others ------------------------------------------------------------------------------------------------


def settle_insurance_at_once(t: Round) -> None:
    """Lost when the down card is checked; where the button says who is first, once that card is turned up."""
    if t.term("settle")["from"] != ACTION_BUTTON:
        settle_insurance(t, None)


def settle_insurance(t: Round, button: int | None) -> None:
    """By the second card, before any other wager."""
    case = insurance_case(t.hands[DEALER])
    for seat in _seats(t, button):
        for bet in t.bets_on(INSURANCE):
            if bet.seat == seat and not bet.outcome:
                _settle(t, Due(bet, case))


def pay_naturals_at_once(t: Round) -> None:
    """Where the player-dealer has no natural or can have none, a player's is paid and its cards are put away."""
    if not t.term("at_once"):
        return
    rules, up = NoBustRules.of(t.setup), named_up(t.hands[DEALER][0])
    if up != "low" and up not in rules.looks_under:
        return
    for seat in _seats(t, None):
        hand = t.hand(t.place(seat))
        if players_natural(rules, found := held_by(t, hand, seat)):
            case = case_of(rules, found, t.hands[DEALER][:1])
            for bet in bets_on(t, hand):
                if bet.seat == seat and not bet.outcome:
                    _settle(t, Due(bet, case))
            t.rack(hand)


# -- The way round the table ------------------------------------------------------------------------------------------


def open_hands(t: Round) -> Iterator[tuple[Hand, Bet]]:
    """Every hand with each wager on it that is not settled."""
    for place in boxes(t):
        for hand in t.hands_of(place):
            for bet in bets_on(t, hand):
                if not bet.outcome:
                    yield hand, bet


def settle_all(t: Round, button: int | None) -> None:
    """Round by round as the rulebook orders them, seat by seat: all wagers on hands, or one of those on the side."""
    seats = _seats(t, button)
    dues: list[Due] = []
    for steps in t.term("settle")["rounds"]:
        for seat in seats:
            for step in steps:
                dues += _hands(t, seat) if step == HANDS else _side(t, seat, step)
    for due in within_limits(t, dues):
        _settle(t, due)


def _hands(t: Round, seat: int) -> Iterator[Due]:
    rules, dealer = NoBustRules.of(t.setup), t.hands[DEALER]
    for hand, bet in open_hands(t):
        if bet.seat == seat:
            case = case_of(rules, held_by(t, hand, seat), dealer)
            added = bet.wager in (SPLIT_WAGER, DOUBLE_WAGER) and case != SURRENDERED
            yield Due(bet, NO_ACTION if added and not added_has_action(rules, dealer) else case)


def _side(t: Round, seat: int, wager: str) -> Iterator[Due]:
    bet = t.bet(seat, wager)
    if bet is None or bet.outcome or seat in t.out:
        return
    rules, place = NoBustRules.of(t.setup), t.place(seat)
    match wager:
        case "bonus":
            names = bonus_names(rules, t.hands[t.hand(place)], was_split(t, place))
        case "buster":
            names = buster_names(rules, t.hands[DEALER])
        case _:
            names = pair_names(as_dealt(t, place)[:2])
    yield Due(bet, "shown", names)


def _settle(t: Round, due: Due) -> None:
    """Once the player-dealer's wager is used up nothing has action, a tie as little as a win."""
    assert t.player_dealer is not None
    if t.player_dealer.exhausted:
        t.not_covered(due.bet)
    else:
        due.settle(t)
    rule = t.setup.entry.fees
    no_action = due.bet.outcome == "void" and t.player_dealer.exhausted
    if no_action and due.bet.wager in original_wagers(t.setup) and rule is not None and rule.free_collection:
        fees.give_back(t, due.bet.seat, rule.free_collection)
