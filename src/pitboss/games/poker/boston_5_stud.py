"""Boston 5 Stud: three cards, then two more for a second wager; five cards against the dealer's, no hand needed."""

from collections.abc import Iterator

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, settle_all, within_limits
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.games.poker import kit, sides
from pitboss.games.poker.sides import OWN, Seen, Side
from pitboss.games.reading import five_or_more, three_cards
from pitboss.hands.poker import ALL_NAMES, PokerHand, best_hand
from pitboss.hands.three_card import THREE_CARD_NAMES, three_card_names
from pitboss.rulebook.setup import Setup

FIRST, LAST = 3, 2
"""How many cards are dealt before and after the second wager."""
ANTE_BONUS, OPTIONAL_BONUS, SECOND_WAGER = "ante_bonus", "optional_bonus", "second_wager"
SIDES = {OPTIONAL_BONUS: Side((Seen(OWN, FIRST),), three_card_names)}
RESULTS = " ".join(kit.COMPARED)
VOID = "hands_void"
THREE_OF_A_KIND = "three_of_a_kind"
EXPOSE = Action("expose", text="show the three cards")
HIDE = Action("hide", text="keep them hidden, and lose the bonus wager")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, FIRST)
    yield from t.moment("deal")
    yield from t.moment("expose")
    exposed = yield from kit.show_or_hide(t, OPTIONAL_BONUS, t.cite("expose"), EXPOSE, HIDE)
    settle_all(t, _optional_bonuses(t, exposed), t.term("settlement_of_bonus"))
    yield from t.moment("decide")
    folded = yield from kit.stay_or_fold(t, SECOND_WAGER, "decide", t.live, word=SECOND_WAGER)
    folded |= yield from _take_back(t, [seat for seat in t.live if seat not in folded])
    kit.forfeit(t, folded)
    if all(seat in folded for seat in t.live):
        return
    yield from t.moment("final_deal")
    for hand in [*(t.hand(seat) for seat in t.live if seat not in folded), kit.DEALER]:
        kit.deal_stack(t, hand, LAST)
    yield from t.moment("settle")
    _settle(t, [seat for seat in kit.payout_order(t, t.term("settle_from")) if seat not in folded])


def _optional_bonuses(t: Round, exposed: set[int]) -> Iterator[Due]:
    """The bonus wagers with their results: by the three cards where they were shown."""
    for bet in kit.bets_in_order(t, OPTIONAL_BONUS, t.live):
        if bet.seat in exposed:
            yield Due(bet, "exposed", _first_cards(t, bet.seat))
        else:
            yield Due(bet, "hidden")


def _take_back(t: Round, seats: list[int]) -> Talk[set[int]]:
    """Until the last cards are dealt a second wager may be taken back, which is a fold; who took it back."""
    made = {seat: bet for seat in seats if (bet := t.bet(seat, SECOND_WAGER)) is not None}
    actions = [Action("keep", text="go on"), Action("take_back", text="take the second wager back, and fold")]
    answers = yield from t.ask_all(
        dict.fromkeys(made, actions), t.cite("take_back"), defaults=dict.fromkeys(made, "keep")
    )
    taken = {seat for seat, answer in answers.items() if answer == "take_back"}
    for seat in sorted(taken):
        t.take_back(made[seat], "withdrawn")
    return taken


def _settle(t: Round, order: list[int]) -> None:
    """One player after the other; every hand counts, the dealer's too."""
    dealer = best_hand(t.reveal(kit.DEALER, t.cite("reveal")), "the dealer's")
    dues = within_limits(t, [due for seat in order for due in _dues(t, seat, dealer)])
    kit.turn_up_and_settle(t, order, dues)


def _dues(t: Round, seat: int, dealer: PokerHand) -> Iterator[Due]:
    """A seat's wagers with their results, in the order in which they are paid."""
    ours = best_hand(kit.cards_of(t, seat), f"seat {seat}'s")
    case = kit.compare(ours, dealer)
    for wager in t.term("settle_order"):
        if wager == ANTE_BONUS:
            yield Due(_ante(t, seat), case, ours.names, bonus=ANTE_BONUS)
        else:
            bet = t.bet(seat, wager)
            assert bet is not None
            yield Due(bet, case)


def _ante(t: Round, seat: int) -> Bet:
    ante = t.bet(seat, "ante")
    assert ante is not None
    return ante


def _pay_three_card_hands(t: Round, call: Call) -> RoundOver:
    """A remedy: all hands are void, except that bonuses which the first three cards have won are paid."""
    rule, _ = t.setup.irregularities[call.id]
    dealt = [seat for seat in t.live if t.hand(seat) in t.hands]
    dues = [Due(bet, VOID, _first_cards(t, bet.seat)) for bet in kit.bets_in_order(t, OPTIONAL_BONUS, dealt)]
    paid = {due.bet.seat: due for due in dues if due.outcome == "win"}

    def settle(t: Round) -> None:
        for seat in kit.payout_order(t, t.term("settle_from")):
            if seat in paid:
                paid[seat].settle(t)
            if seat in dealt and _first_cards(t, seat) == (THREE_OF_A_KIND,):  # no other bonus is won with three
                t.bonus_by_table(_ante(t, seat), ANTE_BONUS, VOID, (THREE_OF_A_KIND,))

    alive = [due.bet for due in paid.values()]
    return RoundOver("void", rule.trigger, rule.cite, alive=alive, settle=settle, decided_stands=True)


def _first_cards(t: Round, seat: int) -> kit.Names:
    """What the first three cards are called."""
    return three_card_names(kit.cards_of(t, seat)[:FIRST], f"seat {seat}'s")


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What three cards come to, and then all five."""
    return {**three_cards(setup, held), **five_or_more(setup, held)}


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "expose", "decide", "final_deal", "settle"),
    hands=(kit.DEALER,),
    reads=_reads,
    weighs=sides.weighs(SIDES),
    terms="deal expose settlement_of_bonus decide take_back reveal settle_from settle_order",
    remedies={"pay_three_card_hands": _pay_three_card_hands},
    settles={
        "ante": Judged(f"fold {RESULTS}"),
        "first_wager": Judged(f"fold {RESULTS}"),
        SECOND_WAGER: Judged(f"withdrawn {RESULTS}"),
        ANTE_BONUS: Judged(f"{VOID} {RESULTS}", ALL_NAMES),
        OPTIONAL_BONUS: Judged(f"exposed hidden {VOID}", THREE_CARD_NAMES),
    },
)
