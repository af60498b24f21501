"""Blackjack Switch: two hands whose second cards may be switched, against a dealer whose 22 pushes."""

from pitboss.engine.backline import BEHIND
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.admitting import SHOW_BURN_CARD, admit, examine
from pitboss.games.blackjack.dealers_turn import play_dealers_hands
from pitboss.games.blackjack.first_deal import burn_card, deal_first_cards, has_blackjack_early, totals_of
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    boxes,
    drop_those_behind,
    hands_dealt,
    held,
    original_hands,
    original_wagers,
    put_on_hands,
)
from pitboss.games.blackjack.rules import RESULTS, STAND, Rules, most_added, moves
from pitboss.games.blackjack.side_wagers import four_cards, settling
from pitboss.games.blackjack.turns import (
    ASKED_ONLY_WITH,
    ASKS,
    TAKE_BACK,
    exchange_second_cards,
    insure,
    may_take_back,
    no_more_cards,
    switch_cards,
    take_turns,
)
from pitboss.games.blackjack.weighing import TELLS, weighs
from pitboss.games.blackjack.why_not import why_not_asked
from pitboss.games.shoe import reshuffle_after_cut_card
from pitboss.hands.blackjack import count

HANDS = ("hand_1", "hand_2")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    burn_card(t)
    yield from t.moment("deal")
    drop_those_behind(t)
    if not boxes(t):
        return
    deal_first_cards(t)
    settling.settle_match(t)
    yield from insure(t, boxes(t))
    yield from t.moment("check")
    if not has_blackjack_early(t):
        yield from take_turns(t, _offer_switch)
    yield from t.moment("dealer")
    yield from play_dealers_hands(t)
    reshuffle_after_cut_card(t)


def _offer_switch(t: Round, box: int) -> Script:
    """The first hand's total is announced with the offer; who has nothing left to decide may still take it back."""
    hands = original_hands(t, box)
    if len(hands) == len(HANDS) and box not in t.out:
        total = count(t.hands[hands[0]]).in_words
        t.event("announced", t.cite("switch"), f'"{total} or switch?"', seat=box)
    yield from switch_cards(t, box)
    rules = Rules.of(t.setup)
    if not hands or not may_take_back(t, hands[0]) or any(moves(rules, held(t, hand)) for hand in hands):
        return
    actions = (Action(STAND), Action(TAKE_BACK, text="the second cards go back"))
    if (yield from t.ask(box, actions, t.cite("take_back"))) == TAKE_BACK:
        exchange_second_cards(t, box, switched=False)


GAME = Game(
    play=play,
    asks=f"{ASKS} keep switch take_back",
    only_with=ASKED_ONLY_WITH,
    moments=("bets", "shuffle", "deal", "insurance", "check", "switch", "play", "dealer", "settle"),
    hands=(DEALER, "burn", "burned"),
    first_hands=hands_dealt,
    reads=totals_of,
    weighs=weighs,
    tells=TELLS,
    why_not_asked=why_not_asked,
    no_more_cards=no_more_cards,
    carries=carried("new_dealer"),
    terms=(
        "original_wagers burn deal faces show second_card insurance peek switch take_back play hit double split "
        "surrender hole_card dealer blackjack bust_then_dealer_blackjack cut_card behind behind_at_most behind_wagers"
    ),
    says=(SHOW_BURN_CARD, BEHIND),
    arrange=put_on_hands,
    admit=admit,
    examine=examine,
    most_added=lambda setup, placed: sum(
        most_added(Rules.of(setup), placed.get(wager, 0)) for wager in original_wagers(setup)
    ),
    remedies=irregularities.OWN,
    settles={
        **dict.fromkeys(HANDS, Judged(f"{RESULTS} blackjack both_blackjack dealer_blackjack surrendered")),
        SPLIT_WAGER: Judged(RESULTS),
        DOUBLE_WAGER: Judged(f"{RESULTS} dealer_blackjack"),
        INSURANCE: Judged("hole_card_ten hole_card_not_ten"),
        four_cards.WAGER: settling.SETTLES[four_cards.WAGER],
    },
)
