"""Let It Ride: three equal bets on three cards and two that all share; two of the bets may be taken back on the way."""

from collections.abc import Iterator

from pitboss.engine.events import NOBODY
from pitboss.engine.payoff import BY_PLAYER, LOSERS_FIRST, Due, settle_all, within_limits
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call, with_card
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.games.poker import kit, sides
from pitboss.games.poker.sides import OWN, Seen, Side
from pitboss.games.reading import five_or_more
from pitboss.hands.poker import ALL_NAMES, PokerHand, best_hand
from pitboss.hands.three_card import THREE_CARD_NAMES, three_card_names

SIZE = 3
DECISIONS = {"first_decision": "bet_1", "second_decision": "bet_2"}
"""At which point of the round which bet may be taken back; the third always stays."""
BETS = (*DECISIONS.values(), "bet_3")
PROGRESSIVES = ("progressive", "multi_game_link")
SIDES = {"three_card_bonus": Side((Seen(OWN, SIZE),), three_card_names)}
AREA = (kit.BURN, kit.COMMUNITY, kit.COMMUNITY)
"""The three cards before the dealer, in the order dealt: the first is burned."""
NAMES = (*ALL_NAMES, kit.TENS_OR_BETTER)


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
    _settle(t)


def _deal(t: Round) -> None:
    """Three cards each and three before the dealer, one at a time or as stacks; face down."""
    if t.term("deal") == "rotation":
        for place in AREA:
            kit.deal_hands(t, 1, dealer=False)
            t.deal(place, t.cite("deal"), seen_by=NOBODY)
        return
    kit.deal_hands(t, SIZE, dealer=False)
    for place in AREA:
        t.deal(place, t.cite("deal"), seen_by=NOBODY)


def _ride_or_withdraw(t: Round, wager: str, moment: str) -> Script:
    """Clockwise, each seat lets the bet ride, as it does who says nothing, or takes it back."""
    for seat in t.live:
        bet = t.bet(seat, wager)
        if bet is None or seat in t.out or bet.outcome:
            continue
        actions = [
            Action("ride", text=f"{bet.offer.title} rides"),
            Action("withdraw", text=f"take {bet.offer.title} back"),
        ]
        choice = yield from t.ask(seat, actions, t.cite(moment), default="ride")
        if choice == "withdraw":
            t.take_back(bet, "withdrawn")


def _settle(t: Round) -> None:
    """From the dealer's right, one player after the other or losers first; then Cover All, one result for the table."""
    order = kit.payout_order(t, t.term("settle_from"))
    mode = t.term("settlement") or BY_PLAYER
    dues = within_limits(t, [due for seat in order for due in _dues(t, seat)])
    for seats in [order] if mode == LOSERS_FIRST else [[seat] for seat in order]:
        for seat in seats:
            t.reveal(t.hand(seat), t.cite("reveal"))
        settle_all(t, [due for due in dues if due.bet.seat in seats], BY_PLAYER if mode == BY_PLAYER else LOSERS_FIRST)
    kit.envy(t, PROGRESSIVES, order, order, lambda seat: hand_names(t, seat))
    kit.settle_cover_all(t, order, (), len(t.seats), lambda: _highest(t, order).names)


def _dues(t: Round, seat: int) -> Iterator[Due]:
    """A seat's wagers that are still up with their results, in the order in which they are paid."""
    for wager in t.term("settle_order"):
        bet = t.bet(seat, wager)
        if bet is not None and not bet.outcome:
            names = SIDES[wager].names(t, seat) if wager in SIDES else hand_names(t, seat)
            yield Due(bet, "shown", names)


def _highest(t: Round, order: list[int]) -> PokerHand:
    hands = {t.hand(seat): five_cards(t, seat) for seat in order}
    return hands[kit.highest_at_table(t, hands)]


def five_cards(t: Round, seat: int) -> PokerHand:
    """A seat's three cards and the two that all share."""
    return best_hand((*kit.cards_of(t, seat), *kit.community(t)), f"seat {seat}'s and the community")


def hand_names(t: Round, seat: int) -> kit.Names:
    return kit.names_with_tens(five_cards(t, seat))


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
    moments=("bets", "shuffle", "deal", *DECISIONS, "settle"),
    hands=(kit.COMMUNITY, kit.BURN),
    reads=five_or_more,
    weighs=sides.weighs(SIDES),
    terms="deal first_decision second_decision burn reveal settle_from settle_order settlement?",
    remedies={"forfeit_wagers": kit.forfeit_wagers, "burn_exposed_card": _burn_exposed_card},
    settles={
        **dict.fromkeys(DECISIONS.values(), Judged("shown withdrawn", NAMES)),
        "three_card_bonus": Judged("shown", THREE_CARD_NAMES),
        **dict.fromkeys(("bet_3", "let_it_ride_bonus", "bonus", "cover_all", *PROGRESSIVES), Judged("shown", NAMES)),
    },
)
