"""Free Bet Blackjack: the house pays for the good doubles and splits with lammers, and a dealer's 22 pushes."""

from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.admitting import admit, examine
from pitboss.games.blackjack.first_deal import counts_of
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    FREE_DOUBLE_WAGER,
    FREE_SPLIT_WAGER,
    INSURANCE,
    SPLIT_WAGER,
)
from pitboss.games.blackjack.plain_round import one_hand_against_all
from pitboss.games.blackjack.rules import PLAYED_OUT, Rules, most_added
from pitboss.games.blackjack.side_wagers import settling
from pitboss.games.blackjack.turns import ASKED_ONLY_WITH, ASKS, no_more_cards, pay_blackjack_in_turn
from pitboss.games.blackjack.weighing import TELLS, weighs
from pitboss.games.blackjack.why_not import why_not_asked

WAGER = "blackjack"


def play(t: Round) -> Script:
    """The round of play."""
    yield from one_hand_against_all(t, pay_blackjack_in_turn)


GAME = Game(
    play=play,
    asks=f"{ASKS} free_double free_split",
    only_with=ASKED_ONLY_WITH,
    moments=("bets", "shuffle", "deal", "insurance", "check", "play", "dealer", "settle"),
    hands=(DEALER, "burn", "burned"),
    reads=counts_of,
    weighs=weighs,
    tells=TELLS,
    why_not_asked=why_not_asked,
    no_more_cards=no_more_cards,
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
