"""Let It Ride: three equal bets on three cards and two that all share; two of the bets may be taken back on the way."""

from functools import partial

from pitboss.engine.events import NOBODY
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call, with_card
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.games.poker import kit, settling, sides
from pitboss.games.poker.sides import OWN, ByWorth, Seen, Side, judged
from pitboss.games.reading import five_or_more
from pitboss.hands.poker import ALL_NAMES, best_hand
from pitboss.hands.three_card import THREE_CARD_NAMES, three_card_names

SIZE, SHARED = 3, 2
DECISIONS = {"first_decision": "bet_1", "second_decision": "bet_2"}
"""At which point of the round which bet may be taken back; the third always stays."""
BETS = (*DECISIONS.values(), "bet_3")
PROGRESSIVES = ("progressive", "multi_game_link")
AREA = (kit.BURN, kit.COMMUNITY, kit.COMMUNITY)
"""The three cards before the dealer, in the order dealt: the first is burned."""
NAMES = (*ALL_NAMES, kit.TENS_OR_BETTER)
ON_FIVE_CARDS = Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, SHARED)), ByWorth(kit.names_with_tens), NAMES)
ON_OWN_CARDS = {"three_card_bonus": Side((Seen(OWN, SIZE),), three_card_names, THREE_CARD_NAMES)}
SIDES = dict.fromkeys((*BETS, "let_it_ride_bonus", "bonus", *PROGRESSIVES), ON_FIVE_CARDS) | ON_OWN_CARDS


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _deal(t)
    yield from t.moment("deal")
    for opened, (moment, bet) in enumerate(DECISIONS.items(), start=1):
        yield from t.moment(moment)
        yield from _ride_or_withdraw(t, bet, moment)
        if opened == 1:
            t.event("burn", t.cite("burn"), "one of the three cards goes face down to the discard rack")
            t.rack(kit.BURN)
        t.reveal(kit.COMMUNITY, t.cite("reveal"), first=opened)
    yield from t.moment("settle")
    order = settling.order_of_payment(t)
    settling.turn_up_and_settle(t, order, settling.results(t, order, SIDES))
    settling.envy(t, PROGRESSIVES, order, SIDES)
    worth = partial(kit.worth_with_board, t, of=best_hand)
    settling.settle_cover_all(t, order, len(t.seats), lambda: settling.highest_of(t, [*map(t.hand, t.live)], worth))


def _deal(t: Round) -> None:
    """Three cards each and three before the dealer, one at a time or as stacks; face down."""
    rounds = [AREA] if t.term("deal") != "rotation" else [(place,) for place in AREA]
    for places in rounds:
        kit.deal_hands(t, len(places), dealer=False)
        for place in places:
            t.deal(place, t.cite("deal"), seen_by=NOBODY)


def _ride_or_withdraw(t: Round, wager: str, moment: str) -> Script:
    """Clockwise, each seat lets the bet ride, as it does who says nothing, or takes it back."""
    for bet in kit.bets_in_order(t, wager, t.live):
        if bet.seat in t.out or bet.outcome:  # it may have gone back while another seat was asked
            continue
        title = bet.offer.title
        actions = [Action("ride", text=f"{title} rides"), Action("withdraw", text=f"take {title} back")]
        choice = yield from t.ask(bet.seat, actions, t.cite(moment), default="ride", about=bet)
        if choice == "withdraw":
            t.take_back(bet, "withdrawn")


def _burn_exposed_card(t: Round, call: Call) -> bool:
    """An exposed card before the dealer is burned in place of the first; the other two keep their order."""
    rule, _ = t.setup.irregularities[call.id]
    first, (left, right) = t.hands[kit.BURN][0], t.hands[kit.COMMUNITY]
    card = call.card if call.card in (first, left, right) else left
    assert card is not None
    t.calls = [with_card(made, card) if made is call else made for made in t.calls]
    if card == first:
        t.reveal(kit.BURN, rule.cite)
        return False
    t.move([card], kit.COMMUNITY, kit.BURN, rule.cite, kind="burn")
    t.move([first], kit.BURN, kit.COMMUNITY, rule.cite, seen_by=NOBODY)
    t.move([right if card == left else left], kit.COMMUNITY, kit.COMMUNITY, rule.cite, seen_by=NOBODY)
    return False


GAME = Game(
    play=play,
    asks="ride withdraw",
    moments=("bets", "shuffle", "deal", *DECISIONS, "settle"),
    hands=(kit.COMMUNITY, kit.BURN),
    reads=five_or_more,
    weighs=sides.weighs(ON_OWN_CARDS),
    terms="deal first_decision second_decision burn reveal settle_from settle_order settlement?",
    remedies={**kit.FORFEIT, "burn_exposed_card": _burn_exposed_card},
    settles={
        **judged(SIDES, "shown"),
        **dict.fromkeys(DECISIONS.values(), Judged("shown withdrawn", NAMES)),
        "cover_all": Judged("shown", NAMES),
    },
)
