"""What poker games against the dealer or a pay table share: dealing, staying in or folding, comparing, in which order.

A game is a script of its own that reads like its round of play; it calls these by name and hands them what is its own.
How the table is then settled is in ``settling``.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import RANKS, Card
from pitboss.hands.poker import PAIR, RANKS_IN_WORDS, PokerHand
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

DEALER, COMMUNITY, BURN = "dealer", "community", "burn"
DECIDED_ONCE = ("bets", "shuffle", "deal", "decide", "reveal", "settle")
"""The moments of a round with one decision."""
PLAYER_HIGHER, TIE, DEALER_HIGHER = COMPARED = ("player_higher", "tie", "dealer_higher")
UNQUALIFIED = "dealer_does_not_qualify"
SHOWDOWN = (UNQUALIFIED, *COMPARED)
"""The cases of a hand against the dealer's, where a dealer who does not qualify is not compared with."""
COMPARED_CASES, SHOWDOWN_CASES = " ".join(COMPARED), " ".join(SHOWDOWN)
"""The same as a wager declares what it may be settled by."""
SHOWN, FOLD = "shown", "fold"
GIVES_UP = (FOLD, "surrender")
ON_THE_DEALER = "five_card_hand_bonus_dealer"
Names = tuple[str, ...]
Cards = tuple[Card, ...]
Worth = TypeVar("Worth")


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


def lay_community(t: Round, size: int, term: str = "deal") -> None:
    """So many community cards face down."""
    for _ in range(size):
        t.deal(COMMUNITY, t.cite(term), seen_by=NOBODY)


def lay_board(t: Round, size: int) -> None:
    """Where the rulebook has it so, the community cards lie face down since the deal."""
    if t.term("board") == "face_down_with_the_deal":
        lay_community(t, size, "board")


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


def turn_up_the_dealer(t: Round) -> Script:
    """When everybody has decided the dealer's hand is turned up, and the table can be settled."""
    yield from t.moment("reveal")
    t.reveal(DEALER, t.cite("reveal"))
    yield from t.moment("settle")


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
    """Clockwise, each seat makes a wager at a multiple of the one it hangs on, or does not; returns who now folded.

    Where only one multiple is allowed the action is the word alone, else ``bet_1x``, ``bet_2x``, as it always is where
    they are ``numbered``; where any amount between is allowed, or any up to it, the player names it. Where the
    multiples go by what a seat holds, ``held`` says under which name they stand. Who has made the wager already is not
    asked again.
    """
    gone = set()
    offer = t.setup.offer(wager)
    for seat in seats:
        base = t.bet(seat, offer.equals or "")
        if base is None or seat in t.out or t.bet(seat, wager) is not None:
            continue
        stand_under = when if held is None else held(seat)
        multiples = offer.times.get(stand_under, (1,))
        bets = {f"{word}_{times}x" if numbered or len(multiples) > 1 else word: times for times in multiples}
        most_with = "" if held is None else stand_under.replace("_", " ")
        offered = partial(_multiples, t, offer, seat, bets, word, otherwise, most_with)
        choice = yield from t.ask(seat, offered, t.cite(when))
        if choice in GIVES_UP:
            gone.add(seat)
            folded(t)[seat] = choice
        elif choice.startswith(f"{word} "):
            t.add_bet(seat, wager, stake=amount_named(choice))
        elif choice in bets:
            t.add_bet(seat, wager, bets[choice])
    return gone


def _multiples(
    t: Round, offer: Offer, seat: int, bets: Mapping[str, int], word: str, otherwise: str, most_with: str
) -> list[Action]:
    """The wager at each multiple of what the one that it hangs on is now, or at any amount between; or none."""
    base = t.bet(seat, offer.equals or "")
    stake = 0 if base is None else base.stake
    told = "" if offer.title.lower().replace(" ", "_") == word else offer.title
    if offer.any_between or offer.or_less:
        least, most = stake * min(bets.values()), stake * max(bets.values())
        least = 0 if offer.or_less else least
        cite = offer.amount_cite if most_with else ""
        wager = Action(word, most, told, step=offer.unit, least=least, most_with=most_with, most_cite=cite)
        return [wager, Action(otherwise)]
    return [*(Action(name, stake * times, told) for name, times in bets.items()), Action(otherwise)]


def held_by(t: Round, named: Callable[[Cards], str], untold: str, seat: int) -> str:
    """Under which name the multiples stand for what a seat holds; cards that a record does not tell are ``untold``."""
    cards = cards_of(t, seat)
    return named(cards) if all(card.known for card in cards) else untold


def folded(t: Round) -> dict[int, str]:
    """The seats that have folded so far, and how: ``fold``, or a case of the game's own."""
    seats: dict[int, str] = t.scratch.setdefault("folded", {})
    return seats


def in_play(t: Round) -> list[int]:
    return [seat for seat in t.live if seat not in folded(t)]


def case_of(t: Round, bet: Bet) -> str:
    """``shown``, or how the hand was folded; plainly, where that is all the same to the wager."""
    choice = folded(t).get(bet.seat, SHOWN)
    return choice if choice == SHOWN or choice in bet.offer.rulings else FOLD


def show_or_hide(t: Round, wager: str, cite: str, show: Action, hide: Action) -> Talk[set[int]]:
    """Clockwise, who made a wager on cards shown early shows them, or loses it; who showed them."""
    shown = set()
    for bet in bets_in_order(t, wager, t.live):
        if bet.outcome:  # given back while others were asked
            continue
        if (yield from t.ask(bet.seat, [show, hide], cite, about=bet)) == show.name:
            t.reveal(t.hand(bet.seat), cite)
            shown.add(bet.seat)
    return shown


def survives_fold(bet: Bet, case: str = FOLD) -> bool:
    """True for a wager that the cards still decide after its hand was folded."""
    return bet.offer.rulings[case][0].kind == "table"


def is_shown(t: Round, seat: int, on_own_cards: Container[str]) -> bool:
    """A folded hand is turned up only if a wager on its own cards is still alive."""
    return seat not in folded(t) or any(
        survives_fold(bet) for bet in t.bets if bet.seat == seat and bet.wager in on_own_cards
    )


def forfeit(t: Round, seats: Iterable[int]) -> None:
    """Collect what these seats lose by folding."""
    for seat in seats:
        for bet in open_bets(t, seat):
            case = case_of(t, bet)
            if case in bet.offer.rulings and bet.offer.rulings[case][0].kind == "lose":
                t.settle(bet, case)


def open_bets(t: Round, seat: int) -> list[Bet]:
    """A seat's wagers that are not settled yet."""
    return [bet for bet in t.bets if bet.seat == seat and not bet.outcome]


def bets_in_order(t: Round, wager: str, order: Iterable[int]) -> list[Bet]:
    """The open bets on one wager, seat by seat."""
    return [bet for seat in order for bet in t.bets_on(wager) if bet.seat == seat and not bet.outcome]


# -- remedies ---------------------------------------------------------------------------------------------------------


def forfeit_wagers(t: Round, call: Call) -> bool:
    """The player gives up every wager of the round, and the hand is out."""
    rule, _ = t.setup.irregularities[call.id]
    assert call.seat is not None
    for bet in open_bets(t, call.seat):
        t.forfeit(bet, rule.trigger, rule.cite)
    t.out.add(call.seat)
    return False


FORFEIT = {"forfeit_wagers": forfeit_wagers}


def void_but(
    t: Round, call: Call, alive: Sequence[Bet], settle: Callable[[Round], None], decided_stands: bool = False
) -> RoundOver:
    """All hands are void and wagers go back, but those that stay ``alive``, which are settled."""
    rule, _ = t.setup.irregularities[call.id]
    return RoundOver("void", rule.trigger, rule.cite, alive=alive, settle=settle, decided_stands=decided_stands)


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

TEN, JACK = 10, 11
TENS_OR_BETTER = "pair_of_tens_or_better"
JACKS_OR_BETTER, SIXES_TO_TENS, SIXES_OR_BETTER = PAIRS = (
    "pair_of_jacks_or_better",
    "pair_of_sixes_to_tens",
    "pair_of_sixes_or_better",
)


def names_with_tens(hand: PokerHand) -> Names:
    """The names a pay table may know a hand by that begins with a pair of tens.

    >>> names_with_tens(PokerHand(PAIR, (10, 9, 5, 2))), names_with_tens(PokerHand(PAIR, (9, 8, 4, 2)))
    (('pair_of_tens_or_better', 'pair'), ('pair',))
    """
    return (TENS_OR_BETTER, *hand.names) if hand.category == PAIR and hand.ranks[0] >= TEN else hand.names


def names_with_jacks(hand: PokerHand) -> Names:
    """The same where it begins with a pair of jacks."""
    return (JACKS_OR_BETTER, *hand.names) if hand.category == PAIR and hand.ranks[0] >= JACK else hand.names


def names_by_pair(hand: PokerHand) -> Names:
    """The names a pay table may know a hand by, finest first, where pairs are told apart.

    >>> names_by_pair(PokerHand(PAIR, (11, 9, 5, 2))), names_by_pair(PokerHand(PAIR, (5, 9, 4, 2)))
    (('pair_of_jacks_or_better', 'pair_of_sixes_or_better', 'pair'), ('pair',))
    """
    if hand.category != PAIR or hand.ranks[0] < 6:
        return hand.names
    return (JACKS_OR_BETTER if hand.ranks[0] >= JACK else SIXES_TO_TENS, SIXES_OR_BETTER, *hand.names)


# -- comparing --------------------------------------------------------------------------------------------------------


def worth(t: Round, hand: str, of: Callable[[Cards, str], Worth]) -> Worth:
    """What the cards of a player's or of the dealer's hand are worth."""
    return of(tuple(t.hands[hand]), _whose(hand))


def worth_with_board(t: Round, hand: str, of: Callable[[Cards, str], Worth]) -> Worth:
    """What they are worth with the cards that all share."""
    return of((*t.hands[hand], *community(t)), f"{_whose(hand)} and the community")


def _whose(hand: str) -> str:
    return f"{'the dealer' if hand == DEALER else hand}'s"


def qualifies(setup: Setup, dealer: tuple[int, tuple[int, ...]]) -> bool:
    """With a card of the rulebook's rank or better the dealer's hand counts."""
    return dealer >= (0, (RANKS.index(setup.term("dealer_qualifies")) + 2,))


def qualifies_with(setup: Setup) -> str:
    return f"{rank_in_words(setup.term('dealer_qualifies'))} high"


def rank_in_words(letter: str) -> str:
    """The rank of a card in words.

    >>> rank_in_words("Q")
    'queen'
    """
    return RANKS_IN_WORDS[RANKS.index(letter) + 2]


def compare(ours: Any, theirs: Any) -> str:
    """The case of a player's hand against the dealer's."""
    return TIE if ours == theirs else PLAYER_HIGHER if ours > theirs else DEALER_HIGHER


def showdown(
    t: Round, seat: int, of: Callable[[Cards, str], Any], counts: Callable[[Any], bool] = lambda dealer: True
) -> str:
    """The case of a seat's hand against the dealer's, if that ``counts``."""
    theirs = worth(t, DEALER, of)
    return compare(worth(t, t.hand(seat), of), theirs) if counts(theirs) else UNQUALIFIED


def highest(hands: Mapping[int, Any]) -> list[int]:
    """Who holds the highest hand, or several who hold equal ones."""
    best = max(hands.values())
    return [seat for seat, hand in hands.items() if hand == best]
