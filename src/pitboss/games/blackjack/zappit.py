"""Zappit Blackjack: two cards that count a hard 15 to 18 may be exchanged for two others, and a dealer's 22 pushes."""

from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.admitting import admit, examine
from pitboss.games.blackjack.first_deal import totals_of
from pitboss.games.blackjack.held import DEALER, DOUBLE_WAGER, INSURANCE, SPLIT_WAGER, held, mark
from pitboss.games.blackjack.plain_round import one_hand_against_all
from pitboss.games.blackjack.rules import PLAYED_OUT, Rules, may_zap, most_added
from pitboss.games.blackjack.turns import ASKED_ONLY_WITH, ASKS, KEEP, no_more_cards, pay_blackjack_in_turn
from pitboss.games.blackjack.weighing import TELLS, weighs
from pitboss.games.blackjack.why_not import why_not_asked

WAGER, ZAP = "blackjack", "zap"


def play(t: Round) -> Script:
    """The round of play."""
    yield from one_hand_against_all(t, _blackjack_or_zap)


def _blackjack_or_zap(t: Round, box: int) -> Script:
    """A blackjack is paid; two cards of some hard totals may be exchanged, once and for nothing."""
    yield from pay_blackjack_in_turn(t, box)
    hand = t.hand(box)
    if box in t.out or not may_zap(Rules.of(t.setup), held(t, hand)):
        return
    yield from t.moment("zap")
    actions = (Action(KEEP), Action(ZAP, text="both cards for two others"))
    if (yield from t.ask(box, actions, t.cite("zap"), hand=hand)) != ZAP:
        return
    t.exchange(hand, 2, t.cite("zap"))
    mark(t, hand, zapped=True)
    for _ in range(2):
        t.deal(hand, t.cite("zap"))


GAME = Game(
    play=play,
    asks=f"{ASKS} keep zap",
    only_with=ASKED_ONLY_WITH,
    moments=("bets", "shuffle", "deal", "insurance", "check", "zap", "play", "dealer", "settle"),
    hands=(DEALER, "burn", "burned"),
    reads=totals_of,
    weighs=weighs,
    tells=TELLS,
    why_not_asked=why_not_asked,
    no_more_cards=no_more_cards,
    carries=carried("new_dealer"),
    terms=(
        "original_wagers burn deal faces show second_card insurance even_money peek zap play hit double split "
        "surrender hole_card dealer blackjack bust_then_dealer_blackjack settlement cut_card"
    ),
    admit=admit,
    examine=examine,
    most_added=lambda setup, placed: most_added(Rules.of(setup), placed.get(WAGER, 0)),
    remedies=irregularities.OWN,
    settles={
        WAGER: Judged(f"{PLAYED_OUT} blackjack both_blackjack dealer_blackjack even_money"),
        **dict.fromkeys((SPLIT_WAGER, DOUBLE_WAGER), Judged(PLAYED_OUT)),
        INSURANCE: Judged("hole_card_ten hole_card_not_ten"),
    },
)
