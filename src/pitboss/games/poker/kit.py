"""What poker games against the dealer or a pay table share: dealing, staying in or folding, comparing, paying in order.

A game is a script of its own that reads like its round of play; it calls these by name and hands them what is its own.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import BY_PLAYER, Due, settle_all
from pitboss.engine.progressive import pay_envy, share_meters
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Talk
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card
from pitboss.hands.four_card import FourCardHand
from pitboss.hands.poker import PAIR, PokerHand
from pitboss.money import MeterShare

DEALER, COMMUNITY, BURN = "dealer", "community", "burn"
PLAYER_HIGHER, TIE, DEALER_HIGHER = COMPARED = ("player_higher", "tie", "dealer_higher")
UNQUALIFIED = "dealer_does_not_qualify"
SHOWDOWN = (UNQUALIFIED, *COMPARED)
"""The cases of a hand against the dealer's, where a dealer who does not qualify is not compared with."""
GIVES_UP = ("fold", "surrender")
ON_THE_DEALER = "five_card_hand_bonus_dealer"
Names = tuple[str, ...]
Cards = tuple[Card, ...]


# -- dealing ----------------------------------------------------------------------------------------------------------


def cards_of(t: Round, seat: int) -> Cards:
    return tuple(t.hands[t.hand(seat)])


def community(t: Round) -> Cards:
    return tuple(t.hands.get(COMMUNITY, ()))


def deal_hands(t: Round, size: int, dealer: bool = True, up_card: bool = False) -> None:
    """So many cards to each seat and, last, to the dealer: one at a time in rotation, or as stacks; face down.

    With an ``up_card`` the dealer's first one goes face up.
    """
    for hand in _in_turn(t, size, DEALER if dealer else None):
        face_up = up_card and hand == DEALER and hand not in t.hands
        t.deal(hand, t.cite("deal"), seen_by=None if face_up else OWNER)


def deal_hands_and_board(t: Round, size: int) -> None:
    """So many cards to each seat and as many to the community area, where the dealer's would lie; all face down."""
    for hand in _in_turn(t, size, COMMUNITY):
        t.deal(hand, t.cite("deal"), seen_by=NOBODY if hand == COMMUNITY else OWNER)


def _in_turn(t: Round, size: int, last: str | None) -> list[Hand]:
    """The hands in the order of their cards: in rotation or as stacks, clockwise from the dealer's left."""
    hands = [*(t.hand(seat) for seat in t.live), *([] if last is None else [Hand(last)])]
    return hands * size if t.term("deal") == "rotation" else [hand for hand in hands for _ in range(size)]


def deal_stack(t: Round, hand: str, size: int) -> None:
    """So many cards to one hand in one go."""
    for _ in range(size):
        t.deal(hand, t.cite("deal"), seen_by=OWNER)


def lay_board(t: Round, size: int) -> None:
    """Where the rulebook has it so, the community cards lie face down since the deal."""
    if t.term("board") == "face_down_with_the_deal":
        for _ in range(size):
            t.deal(COMMUNITY, t.cite("board"), seen_by=NOBODY)


def open_board(t: Round, up_to: int) -> None:
    """Turn up community cards up to this number: they lie face down since the deal, or are dealt now after a burn."""
    opened = t.scratch.get("board", 0)
    if opened >= up_to:
        return
    t.scratch["board"] = up_to
    if t.term("board") == "face_down_with_the_deal":
        t.reveal(COMMUNITY, t.cite("board"), first=up_to)
        return
    for _ in range(t.term("burn")):
        t.deal(BURN, t.cite("burn"), seen_by=NOBODY)
    for _ in range(up_to - opened):
        t.deal(COMMUNITY, t.cite("board"))


# -- staying in or folding --------------------------------------------------------------------------------------------


def stay_or_fold(
    t: Round,
    wager: str,
    when: str,
    seats: Iterable[int],
    word: str = "bet",
    otherwise: str = "fold",
    numbered: bool = False,
    held: Callable[[int], str] | None = None,
) -> Talk[set[int]]:
    """Clockwise, each seat makes a wager at a multiple of the one it hangs on, or does not; returns who folded.

    Where only one multiple is allowed the action is the word alone, else ``bet_1x``, ``bet_2x``, as it always is where
    they are ``numbered``; where any amount between is allowed, or any up to it, the player names it. Where the
    multiples go by what a seat holds, ``held`` says under which name they stand. Who has made the wager already is not
    asked again.
    """
    folded = set()
    offer = t.setup.offer(wager)
    for seat in seats:
        base = t.bet(seat, offer.equals or "")
        if base is None or seat in t.out or t.bet(seat, wager) is not None:
            continue
        multiples = offer.times.get(when if held is None else held(seat), (1,))
        bets = {f"{word}_{times}x" if numbered or len(multiples) > 1 else word: times for times in multiples}
        told = "" if offer.title.lower().replace(" ", "_") == word else offer.title
        actions = [Action(name, base.stake * times, told) for name, times in bets.items()]
        if offer.any_between or offer.or_less:
            least, most = base.stake * min(multiples), base.stake * max(multiples)
            actions = [Action(word, most, told, step=offer.unit, least=0 if offer.or_less else least)]
        choice = yield from t.ask(seat, [*actions, Action(otherwise)], t.cite(when))
        if choice in GIVES_UP:
            folded.add(seat)
        elif choice.startswith(f"{word} "):
            t.add_bet(seat, wager, stake=amount_named(choice))
        elif choice in bets:
            t.add_bet(seat, wager, bets[choice])
    return folded


def folded(t: Round) -> set[int]:
    """The seats that have folded so far, where a round has several chances to."""
    seats: set[int] = t.scratch.setdefault("folded", set())
    return seats


def in_play(t: Round) -> list[int]:
    return [seat for seat in t.live if seat not in folded(t)]


def show_or_hide(t: Round, wager: str, cite: str, show: Action, hide: Action) -> Talk[set[int]]:
    """Clockwise, who made a wager on cards shown early shows them, or loses it; who showed them."""
    shown = set()
    for bet in bets_in_order(t, wager, t.live):
        if (yield from t.ask(bet.seat, [show, hide], cite)) == show.name:
            t.reveal(t.hand(bet.seat), cite)
            shown.add(bet.seat)
    return shown


def survives_fold(bet: Bet, case: str = "fold") -> bool:
    """True for a wager that the cards still decide after its hand was folded."""
    return bet.offer.rulings[case][0].kind == "table"


def is_shown(t: Round, seat: int, folded: Container[int], on_own_cards: Container[str]) -> bool:
    """A folded hand is turned up only if a wager on its own cards is still alive."""
    return seat not in folded or any(
        survives_fold(bet) for bet in t.bets if bet.seat == seat and bet.wager in on_own_cards
    )


def forfeit(t: Round, seats: Iterable[int]) -> None:
    """Collect what these seats lose by folding."""
    for seat in seats:
        for bet in open_bets(t, seat):
            if bet.offer.rulings["fold"][0].kind == "lose":
                t.settle(bet, "fold")


def open_bets(t: Round, seat: int) -> list[Bet]:
    """A seat's wagers that are not settled yet."""
    return [bet for bet in t.bets if bet.seat == seat and not bet.outcome]


def forfeit_wagers(t: Round, call: Call) -> bool:
    """A remedy: the player gives up every wager of the round, and the hand is out."""
    rule, _ = t.setup.irregularities[call.id]
    assert call.seat is not None
    for bet in open_bets(t, call.seat):
        t.forfeit(bet, rule.trigger, rule.cite)
    t.out.add(call.seat)
    return False


# -- in which order ---------------------------------------------------------------------------------------------------


def clockwise_from(seats: Sequence[int], first: int) -> list[int]:
    """Seats clockwise, beginning with this place or the next one that is there.

    >>> clockwise_from([1, 2, 5, 6], 3)
    [5, 6, 1, 2]
    """
    return [seat for seat in seats if seat >= first] + [seat for seat in seats if seat < first]


def payout_order(t: Round, start: str, button: int | None = None) -> list[int]:
    """The seats in the order in which they are paid: from the dealer's ``left`` or ``right``, from the left of the
    ``player_dealer``, or from the seat with the ``action_button``."""
    if start == "right":
        return t.live[::-1]
    if start == "player_dealer":
        return t.live[::-1] if t.player_dealer is None else clockwise_from(t.live, t.player_dealer.seat + 1)
    if start == "action_button" and button is not None:
        return clockwise_from(t.live, button)
    return list(t.live)


# -- what hands are called --------------------------------------------------------------------------------------------

TENS_OR_BETTER = "pair_of_tens_or_better"


def names_with_tens(hand: PokerHand) -> Names:
    """The names a pay table may know a hand by that begins with a pair of tens.

    >>> names_with_tens(PokerHand(PAIR, (10, 9, 5, 2))), names_with_tens(PokerHand(PAIR, (9, 8, 4, 2)))
    (('pair_of_tens_or_better', 'pair'), ('pair',))
    """
    return (TENS_OR_BETTER, *hand.names) if hand.category == PAIR and hand.ranks[0] >= 10 else hand.names


JACK = 11
JACKS_OR_BETTER, SIXES_TO_TENS, SIXES_OR_BETTER = PAIRS = (
    "pair_of_jacks_or_better",
    "pair_of_sixes_to_tens",
    "pair_of_sixes_or_better",
)


def names_by_pair(hand: PokerHand) -> Names:
    """The names a pay table may know a hand by, finest first, where pairs are told apart.

    >>> names_by_pair(PokerHand(PAIR, (11, 9, 5, 2))), names_by_pair(PokerHand(PAIR, (5, 9, 4, 2)))
    (('pair_of_jacks_or_better', 'pair_of_sixes_or_better', 'pair'), ('pair',))
    """
    if hand.category != PAIR or hand.ranks[0] < 6:
        return hand.names
    return (JACKS_OR_BETTER if hand.ranks[0] >= JACK else SIXES_TO_TENS, SIXES_OR_BETTER, *hand.names)


# -- comparing and paying ---------------------------------------------------------------------------------------------


def compare(ours: Any, theirs: Any) -> str:
    """The case of a player's hand against the dealer's."""
    return TIE if ours == theirs else PLAYER_HIGHER if ours > theirs else DEALER_HIGHER


def highest(hands: Mapping[int, Any]) -> list[int]:
    """Who holds the highest hand, or several who hold equal ones."""
    best = max(hands.values())
    return [seat for seat, hand in hands.items() if hand == best]


def bets_in_order(t: Round, wager: str, order: Iterable[int]) -> list[Bet]:
    """The open bets on one wager, seat by seat."""
    return [bet for seat in order for bet in t.bets_on(wager) if bet.seat == seat and not bet.outcome]


def dues(t: Round, seats: Iterable[int], wagers: Sequence[str], due: Callable[[Bet], Due]) -> Iterator[Due]:
    """These wagers of these seats with their results, seat by seat, each seat's in this order."""
    for seat in seats:
        for wager in wagers:
            bet = t.bet(seat, wager)
            if bet is not None and not bet.outcome:
                yield due(bet)


def by_hand(bet: Bet, folded: bool, names: Callable[[], Names], column: str | None = None) -> Due:
    """A wager on a hand: by the names the hand goes by, unless a fold has decided it."""
    if folded and not survives_fold(bet):
        return Due(bet, "fold")
    return Due(bet, "fold" if folded else "shown", names(), column=column)


def settle_in_turn(
    t: Round, dues: Sequence[Due], together: Callable[[Due], bool] = lambda due: False, seat: int | None = None
) -> None:
    """Settle wager by wager, of all or of one seat; those that win ``together`` when the first of them is due."""
    sharing = [due for due in dues if together(due)]
    for due in dues:
        if due.bet.outcome or seat not in (None, due.bet.seat):
            continue
        if due in sharing:
            t.settle_together([(each.bet, each.case) for each in sharing], due.hand)
        else:
            due.settle(t)


def turn_up_and_settle(
    t: Round, order: Sequence[int], dues: Sequence[Due], shown: Callable[[int], bool] = lambda seat: True
) -> None:
    """Turn up and settle the players' hands: one player after the other, or the whole table in rounds."""
    mode = t.term("settlement") or BY_PLAYER
    for seats in [[seat] for seat in order] if mode == BY_PLAYER else [order]:
        for seat in seats:
            if shown(seat):
                t.reveal(t.hand(seat), t.cite("reveal"))
        settle_all(t, [due for due in dues if due.bet.seat in seats], mode)


def wins_of_meter(due: Due, whole: bool = False) -> bool:
    """True for a wager that wins a part of a meter, or the ``whole`` of it."""
    pay = due.line[1] if due.line is not None else None
    return isinstance(pay, MeterShare) and (pay.percent == 1 or not whole)


def on_the_dealer(due: Due) -> bool:
    """A part of the meter that the dealer's hand wins is divided among all who wagered on that hand."""
    return due.bet.wager == ON_THE_DEALER and wins_of_meter(due)


COVER_ALL = "cover_all"


def highest_at_table(t: Round, hands: Mapping[Hand, Any]) -> Hand:
    """The highest hand of the table, by what each is worth: it decides Cover All, and the table is told whose it is."""
    best = max(hands, key=lambda hand: hands[hand])
    _tell_highest(t, best)
    return best


def highest_by_table(t: Round, hands: Mapping[Hand, FourCardHand]) -> Names:
    """The names of the hand whose line is first in the table of Cover All; where none has a line, of the highest."""
    pays = t.setup.offer(COVER_ALL).pays
    places = {name: place for place, name in enumerate(pays.lines if pays is not None else ())}
    found = {hand: min(at) for hand, worth in hands.items() if (at := [places[n] for n in worth.names if n in places])}
    best = min(found, key=lambda hand: found[hand]) if found else max(hands, key=lambda hand: hands[hand])
    _tell_highest(t, best)
    return hands[best].names


def _tell_highest(t: Round, hand: Hand) -> None:
    offer = t.setup.offer(COVER_ALL)
    whose = "the dealer's" if hand.owner is None else f"seat {hand.owner}'s"
    t.event("highest hand", offer.cite, f"{offer.title} goes by {whose} hand", seat=hand.owner, value=str(hand))


def settle_cover_all(
    t: Round, order: Iterable[int], folded: Container[int], column: int, highest: Callable[[], Names]
) -> None:
    """One result for the whole table: the names of its highest hand, by the number of hands dealt."""
    names = cache(highest)
    for bet in bets_in_order(t, COVER_ALL, order):
        by_hand(bet, bet.seat in folded, names, column=str(column)).settle(t)


def shared(t: Round, dues: list[Due]) -> list[Due]:
    """Several meters hit in a round: each winner takes what it then holds, or they share as the house has filed."""
    return share_meters(dues) if t.term("simultaneous_meter_hits") == "split" else dues


def envy(
    t: Round, wagers: Iterable[str], order: Sequence[int], holders: Sequence[int], names: Callable[[int], Names]
) -> None:
    """A hand that wins a progressive pays the others who made the same wager."""
    for wager in wagers:
        bets = [bet for seat in order for bet in t.bets_on(wager) if bet.seat == seat]
        pay_envy(t, bets, holders, names)
