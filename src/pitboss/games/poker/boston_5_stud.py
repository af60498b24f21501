"""Boston 5 Stud: three cards, then two more for a second wager; five cards against the dealer's, no hand needed."""

from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, settle_all
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.games.poker import kit, settling, sides
from pitboss.games.poker.sides import OWN, Seen, Side
from pitboss.games.reading import five_or_more, three_cards
from pitboss.hands.poker import ALL_NAMES, best_hand
from pitboss.hands.three_card import THREE_CARD_NAMES, three_card_names
from pitboss.rulebook.setup import Setup

FIRST, LAST = 3, 2
"""How many cards are dealt before and after the second wager."""
ANTE_BONUS, OPTIONAL_BONUS, SECOND_WAGER = "ante_bonus", "optional_bonus", "second_wager"
SIDES = {OPTIONAL_BONUS: Side((Seen(OWN, FIRST),), three_card_names)}
VOID = "hands_void"
EXPOSE = Action("expose", text="show the three cards")
HIDE = Action("hide", text="keep them hidden, and lose the bonus wager")
KEEP = Action("keep", text="go on")
TAKE_BACK = Action("take_back", text="take the second wager back, and fold")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, FIRST)
    yield from t.moment("deal")
    yield from t.moment("expose")
    exposed = yield from kit.show_or_hide(t, OPTIONAL_BONUS, t.cite("expose"), EXPOSE, HIDE)
    bonuses = [_optional_bonus(t, bet, bet.seat in exposed) for bet in kit.bets_in_order(t, OPTIONAL_BONUS, t.live)]
    settle_all(t, bonuses, t.term("settlement_of_bonus"))
    yield from t.moment("decide")
    folded = yield from kit.stay_or_fold(t, SECOND_WAGER, "decide", t.live, word=SECOND_WAGER)
    folded |= yield from _take_back(t)
    kit.forfeit(t, folded)
    if not kit.in_play(t):
        return
    yield from t.moment("final_deal")
    for hand in [*(t.hand(seat) for seat in kit.in_play(t)), kit.DEALER]:
        kit.deal_stack(t, hand, LAST)
    yield from t.moment("settle")
    t.reveal(kit.DEALER, t.cite("reveal"))
    order = [seat for seat in settling.order_of_payment(t) if seat in kit.in_play(t)]
    settling.turn_up_and_settle(t, order, settling.results(t, order, {}, partial(_against_the_dealer, t)))


def _optional_bonus(t: Round, bet: Bet, exposed: bool) -> Due:
    """The bonus wager goes by the three cards where they were shown."""
    return Due(bet, "exposed", _first_cards(t, bet.seat)) if exposed else Due(bet, "hidden")


def _take_back(t: Round) -> Talk[set[int]]:
    """Until the last cards are dealt a second wager may be taken back, which is a fold; who took it back."""
    made = {bet.seat: bet for bet in kit.bets_in_order(t, SECOND_WAGER, kit.in_play(t))}
    questions, defaults = {seat: [KEEP, TAKE_BACK] for seat in made}, dict.fromkeys(made, KEEP.name)
    answers = yield from t.ask_all(questions, t.cite("take_back"), defaults)
    taken = {seat for seat, answer in answers.items() if answer == TAKE_BACK.name}
    for seat in sorted(taken):
        t.take_back(made[seat], "withdrawn")
        kit.folded(t)[seat] = kit.FOLD
    return taken


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    """Every hand counts, the dealer's too."""
    ours = kit.worth(t, t.hand(bet.seat), best_hand)
    return Due(bet, kit.showdown(t, bet.seat, best_hand), ours.names)


def _pay_three_card_hands(t: Round, call: Call) -> RoundOver:
    """A remedy: all hands are void, except that bonuses which the first three cards have won are paid."""
    dealt = [seat for seat in settling.order_of_payment(t) if t.hand(seat) in t.hands]
    dues = [Due(bet, VOID, _first_cards(t, bet.seat)) for bet in kit.bets_in_order(t, OPTIONAL_BONUS, dealt)]
    paid = {due.bet.seat: due for due in dues if due.outcome == "win"}

    def settle(t: Round) -> None:
        for seat in dealt:
            if seat in paid:
                paid[seat].settle(t)
            ante, names = t.bet(seat, "ante"), _first_cards(t, seat)
            if ante is not None and names == ("three_of_a_kind",):  # no other bonus is won with three
                t.bonus_by_table(ante, ANTE_BONUS, VOID, names)

    return kit.void_but(t, call, [due.bet for due in paid.values()], settle, decided_stands=True)


def _first_cards(t: Round, seat: int) -> kit.Names:
    """What the first three cards are called."""
    return three_card_names(kit.cards_of(t, seat)[:FIRST], f"seat {seat}'s")


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What three cards come to, and then all five."""
    return {**three_cards(setup, held), **five_or_more(setup, held)}


GAME = Game(
    play=play,
    asks="second_wager expose hide keep take_back fold",
    moments=("bets", "shuffle", "deal", "expose", "decide", "final_deal", "settle"),
    hands=(kit.DEALER,),
    reads=_reads,
    weighs=sides.weighs(SIDES),
    tells={"hidden": "the cards were not shown"},
    terms="deal expose settlement_of_bonus decide take_back reveal settle_from settle_order",
    remedies={"pay_three_card_hands": _pay_three_card_hands},
    settles={
        **dict.fromkeys(("ante", "first_wager"), Judged(f"fold {kit.COMPARED_CASES}")),
        SECOND_WAGER: Judged(f"withdrawn {kit.COMPARED_CASES}"),
        ANTE_BONUS: Judged(f"{VOID} {kit.COMPARED_CASES}", ALL_NAMES),
        OPTIONAL_BONUS: Judged(f"exposed hidden {VOID}", THREE_CARD_NAMES),
    },
)
