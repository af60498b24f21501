"""Colorado Hold 'Em: two of three dealt cards with the three that all share, by a pay table; or an instant winner."""

from collections.abc import Sequence
from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.questions import Action, Picks, groups_named
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card
from pitboss.games.poker import kit, settling
from pitboss.games.reading import COMMUNITY, played
from pitboss.hands.poker import ALL_NAMES, PAIR, PokerHand, best_hand
from pitboss.hands.three_card import STRAIGHT_FLUSH, THREE_OF_A_KIND, three_card_hand
from pitboss.rulebook.setup import Setup

ANTE, BET, BONUS = WAGERS = ("ante", "bet", "bonus")
SIZE, KEPT = 3, 2
PLAY, WITH_BET, WITHOUT_BET, FOLD = "play", "play_with_bet", "play_without_bet", "fold"
DECLARE, DISCARD = "declare_instant_winner", "discard"
INSTANT_WINNER, SHOWN = "instant_winner", "shown"
INSTANT = {STRAIGHT_FLUSH: "three_card_straight_flush", THREE_OF_A_KIND: "instant_three_of_a_kind"}
TENS, NINES, SEVENS_TO_NINES = "pair_of_tens", "pair_of_nines", "pair_of_sevens_to_nines"
NAMES = (*ALL_NAMES, *INSTANT.values(), kit.JACKS_OR_BETTER, kit.TENS_OR_BETTER, TENS, NINES, SEVENS_TO_NINES)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands_and_board(t, SIZE)
    yield from t.moment("deal")
    yield from t.moment("decide")
    for seat in t.live:
        yield from _decide(t, seat)
    yield from t.moment("reveal")
    t.reveal(kit.COMMUNITY, t.cite("reveal"))
    yield from t.moment("settle")
    order = [seat for seat in settling.order_of_payment(t) if kit.open_bets(t, seat)]
    settling.turn_up_and_settle(t, order, settling.results(t, order, {}, partial(_by_table, t), WAGERS))


def _decide(t: Round, seat: int) -> Script:
    """The dealer asks the player to play, to fold where that is allowed, or to declare an instant winner."""
    cost = {PLAY: _ante(t, seat), WITH_BET: _ante(t, seat)}
    names = [*t.term("decide"), *([DECLARE] if instant_names(t.setup, kit.cards_of(t, seat)) else [])]
    choice = yield from t.ask(seat, [Action(name, cost.get(name, 0)) for name in names], t.cite("decide"))
    if choice == FOLD:
        kit.folded(t)[seat] = FOLD
        kit.forfeit(t, [seat])
        t.rack(t.hand(seat))
    elif choice == DECLARE:
        _pay_instant_winner(t, seat)
    elif choice:
        if choice in cost:
            t.add_bet(seat, BET)
        yield from _discard(t, seat)


def _ante(t: Round, seat: int) -> int:
    bet = t.bet(seat, ANTE)
    assert bet is not None
    return bet.stake


def _discard(t: Round, seat: int) -> Script:
    """One of the three cards goes face down into the area before the player."""
    hand = t.hand(seat)
    cards = kit.cards_of(t, seat)
    picks = Picks(hand, cards, {DISCARD: (1, 1)}, unsaid={DISCARD: (least_of(cards),)})
    answer = yield from t.ask(seat, [Action(DISCARD, text="name one card", picks=picks)], t.cite("discard"))
    if answer:
        gone = groups_named(answer, picks)[DISCARD]
        t.move(gone, hand, hand.part(DISCARD), t.cite("discard"), seen_by=(seat,))


def _pay_instant_winner(t: Round, seat: int) -> None:
    """The cards are turned up, verified and paid at once, and are out of the round before the board is seen."""
    names = instant_names(t.setup, t.reveal(t.hand(seat), t.cite("instant_winner")))
    for due in within_limits(t, [Due(bet, INSTANT_WINNER, names) for bet in kit.open_bets(t, seat)]):
        due.settle(t)
    t.rack(t.hand(seat))


def _by_table(t: Round, bet: Bet) -> Due:
    """Ante, Bet and Bonus of a player who kept two cards."""
    names = names_of(kit.worth_with_board(t, t.hand(bet.seat), best_hand))
    return Due(bet, case_of(t.setup, bet.wager, names), names)


# -- Hands -------------------------------------------------------------------------------------------------------------


def names_of(worth: PokerHand) -> kit.Names:
    """The names that a pay table may know a hand by, finest first, pairs by what they are paid.

    >>> names_of(PokerHand(PAIR, (10, 9, 5, 2))), names_of(PokerHand(PAIR, (8, 9, 5, 2)))
    (('pair_of_tens', 'pair_of_tens_or_better', 'pair'), ('pair_of_sevens_to_nines', 'pair'))
    """
    if worth.category != PAIR or worth.ranks[0] < 7:
        return worth.names
    if worth.ranks[0] >= 10:
        return (kit.JACKS_OR_BETTER if worth.ranks[0] >= kit.JACK else TENS, kit.TENS_OR_BETTER, *worth.names)
    return (*([NINES] if worth.ranks[0] == 9 else []), SEVENS_TO_NINES, *worth.names)


def case_of(setup: Setup, wager: str, names: kit.Names) -> str:
    """A hand that is shown; one that the rules of the version name apart from the pay table has a case of its own."""
    return names[0] if wager != BONUS and names[0] in setup.term("named_apart") else SHOWN


def instant_names(setup: Setup, cards: Sequence[Card]) -> kit.Names:
    """What three dealt cards are as an instant winner; nothing where they are none."""
    worth = three_card_hand(cards, "the")
    wheel = {card.rank for card in cards} == {14, 2, 3}
    if worth.category not in INSTANT or (wheel and not setup.term("ace_low_three_card")):
        return ()
    return (INSTANT[worth.category],)


def least_of(cards: Sequence[Card]) -> Card:
    """The card that is discarded for somebody who does not say: the lowest that is in no pair.

    >>> from pitboss.equipment.cards import cards
    >>> least_of(cards("4s 4d Kh")), least_of(cards("9s 4d Kh"))
    (Card('Kh'), Card('4d'))
    """
    ranks = [card.rank for card in cards]
    return min(cards, key=lambda card: (ranks.count(card.rank), card.rank))


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What two kept cards come to with the three that all share."""
    board = held.get(COMMUNITY, ())
    whole = {hand: cards for hand, cards in played(held).items() if len(cards) == KEPT and len(board) == SIZE}
    return {hand: best_hand((*cards, *board)).in_words for hand, cards in whole.items()}


# -- Irregularities ----------------------------------------------------------------------------------------------------


def _forfeit_initial_wager(t: Round, call: Call) -> bool:
    """A hand was declared that is no instant winner: it is void, and the Ante is lost."""
    rule, _ = t.setup.irregularities[call.id]
    assert call.seat is not None
    bet = t.bet(call.seat, ANTE)
    undecided = bet is not None and not bet.outcome and call.seat not in t.actions
    if bet is None or not undecided or instant_names(t.setup, kit.cards_of(t, call.seat)):
        why = "the player has decided already" if not undecided else "the three cards are an instant winner"
        t.event("remedy", rule.cite, f"{why}, and nothing is forfeited", seat=call.seat)
        return False
    t.reveal(t.hand(call.seat), rule.cite)
    t.forfeit(bet, rule.trigger, rule.cite)
    t.void_undecided(call.seat, rule.trigger, rule.cite)
    return False


GAME = Game(
    play=play,
    asks="play play_with_bet play_without_bet declare_instant_winner discard fold",
    moments=kit.DECIDED_ONCE,
    hands=(kit.COMMUNITY,),
    reads=_reads,
    terms="deal decide discard instant_winner ace_low_three_card named_apart reveal settle_from",
    remedies={"forfeit_initial_wager": _forfeit_initial_wager},
    settles={
        ANTE: Judged(f"{FOLD} {INSTANT_WINNER} {SHOWN} {TENS}", NAMES),
        BET: Judged(f"{SHOWN} {TENS}", NAMES),
        BONUS: Judged(f"{FOLD} {INSTANT_WINNER} {SHOWN}", NAMES),
    },
)
