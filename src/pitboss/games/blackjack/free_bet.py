"""Free Bet Blackjack: the house pays for the good doubles and splits with lammers, and a dealer's 22 pushes."""

from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.admitting import admit, examine
from pitboss.games.blackjack.dealers_turn import play_dealers_hands
from pitboss.games.blackjack.first_deal import burn_card, counts_of, deal_first_cards, has_blackjack_early
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    FREE_DOUBLE_WAGER,
    FREE_SPLIT_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    boxes,
)
from pitboss.games.blackjack.rules import PLAYED_OUT, Rules, most_added
from pitboss.games.blackjack.side_wagers import settling
from pitboss.games.blackjack.turns import insure, pay_blackjack_in_turn, take_turns
from pitboss.games.shoe import reshuffle_after_cut_card

WAGER = "blackjack"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    burn_card(t)
    yield from t.moment("deal")
    if not boxes(t):
        return
    deal_first_cards(t)
    yield from insure(t, boxes(t))
    yield from t.moment("check")
    if not has_blackjack_early(t):
        yield from take_turns(t, pay_blackjack_in_turn)
    yield from t.moment("dealer")
    yield from play_dealers_hands(t)
    reshuffle_after_cut_card(t)


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "insurance", "check", "play", "dealer", "settle"),
    hands=(DEALER, "burn", "burned"),
    reads=counts_of,
    carries=carried("new_dealer"),
    terms=(
        "original_wagers burn deal faces show second_card insurance even_money peek play hit double split "
        "free_bets tuck surrender hole_card dealer blackjack bust_then_dealer_blackjack settlement cut_card"
    ),
    admit=admit,
    examine=examine,
    most_added=lambda setup, placed: most_added(Rules.of(setup), placed.get(WAGER, 0)),
    remedies=irregularities.OWN,
    settles={
        WAGER: Judged(f"{PLAYED_OUT} blackjack both_blackjack dealer_blackjack even_money"),
        **dict.fromkeys((SPLIT_WAGER, DOUBLE_WAGER, FREE_SPLIT_WAGER, FREE_DOUBLE_WAGER), Judged(PLAYED_OUT)),
        INSURANCE: Judged("hole_card_ten hole_card_not_ten"),
        settling.PUSH_22: settling.SETTLES[settling.PUSH_22],
    },
)
