"""Four Card Poker: the best four of a player's five cards against the best four of the dealer's six."""

from functools import partial

from pitboss.engine.events import NOBODY
from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.games.poker import kit, settling, sides
from pitboss.games.poker.sides import OWN, Seen, Side, five_card_names, judged
from pitboss.games.reading import best_four
from pitboss.hands.four_card import FOUR_CARD_NAMES, four_card_hand, four_card_names

KEEPS_THE_HAND, FOLD_KEPT = "aces_up", "fold_kept"
SIZE, DEALERS_SIZE = 5, 6
ON_FOUR_CARDS = Side((Seen(OWN, SIZE),), four_card_names, FOUR_CARD_NAMES)
SIDES = {
    "ante_bonus": ON_FOUR_CARDS,
    "aces_up": ON_FOUR_CARDS,
    "four_card_progressive": ON_FOUR_CARDS,
    "multi_game_link": Side((Seen(OWN, SIZE),), five_card_names),
}
PROGRESSIVES = ("four_card_progressive", "multi_game_link")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    _turn_up_a_card(t)
    yield from t.moment("deal")
    yield from t.moment("decide")
    folded = yield from kit.stay_or_fold(t, "play", "decide", t.live, word="play")
    _keep_hands(t, folded)
    kit.forfeit(t, sorted(folded))
    yield from kit.turn_up_the_dealer(t)
    order = settling.order_of_payment(t)
    shown = [seat for seat in order if kit.folded(t).get(seat) != kit.FOLD]
    dues = settling.results(t, order, SIDES, lambda bet: Due(bet, kit.showdown(t, bet.seat, four_card_hand)))
    settling.turn_up_and_settle(t, order, dues, lambda seat: seat in shown)
    settling.envy(t, PROGRESSIVES, order, SIDES, lambda seat: seat in shown)
    hands = [*map(t.hand, shown), kit.DEALER]
    highest = partial(settling.highest_by_table, t, hands, four_card_names)
    settling.settle_cover_all(t, order, len(t.seats) + 1, highest)


def _turn_up_a_card(t: Round) -> None:
    """The dealer's sixth card goes face up; where it comes off a stack, the rest of that stack is discarded unseen."""
    t.deal(kit.DEALER, t.cite("up_card"))
    for _ in range(t.term("discarded_with_up_card")):
        t.deal(kit.BURN, t.cite("up_card"), seen_by=NOBODY)


def _keep_hands(t: Round, folded: set[int]) -> None:
    """A hand that is folded is kept where its player has made Aces Up."""
    for seat in folded:
        if t.bet(seat, KEEPS_THE_HAND) is not None:
            kit.folded(t)[seat] = FOLD_KEPT


GAME = Game(
    play=play,
    asks="play fold",
    moments=kit.DECIDED_ONCE,
    hands=(kit.DEALER, kit.BURN),
    reads=best_four,
    weighs=sides.weighs(SIDES),
    terms="deal up_card discarded_with_up_card decide reveal settle_from settlement settle_order",
    settles={
        "ante": Judged(f"fold {kit.COMPARED_CASES}"),
        "play": Judged(kit.COMPARED_CASES),
        **judged(SIDES, "shown fold fold_kept"),
        "cover_all": Judged("shown fold fold_kept", FOUR_CARD_NAMES),
        "ante_bonus": Judged("shown", FOUR_CARD_NAMES),
        "aces_up": Judged("shown fold_kept", FOUR_CARD_NAMES),
    },
)
