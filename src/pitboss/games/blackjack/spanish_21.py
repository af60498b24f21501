"""Spanish 21: blackjack without tens, where every 21 beats a dealer's of three or more cards and some are paid better.

Any number of cards may be doubled, and a double rescued. The order of play is here; what differs from blackjack in the
rules is in ``rules``, the fixed payouts for three suited sevens and the bonus spin are among the ``side_wagers``.
"""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.engine.backline import BEHIND
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.admitting import SHOW_BURN_CARD, admit
from pitboss.games.blackjack.dealers_turn import play_dealers_hands
from pitboss.games.blackjack.first_deal import burn_card, counts_of, deal_first_cards, has_blackjack_early
from pitboss.games.blackjack.held import DEALER, DOUBLE_WAGER, INSURANCE, SPLIT_WAGER, boxes, drop_those_behind
from pitboss.games.blackjack.rules import BONUS_21, BONUS_21_NAMES, RESULTS, Rules, most_added
from pitboss.games.blackjack.side_wagers import bonus_spin, fixed_payouts, settling
from pitboss.games.blackjack.turns import ASKED_ONLY_WITH, ASKS, insure, no_more_cards, take_turns
from pitboss.games.blackjack.weighing import TELLS, weighs
from pitboss.games.blackjack.why_not import why_not_asked
from pitboss.games.shoe import reshuffle_after_cut_card
from pitboss.money import To
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup

MAIN = "main"
PAID_BETTER = f"{BONUS_21} two_card_21_against_21"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    burn_card(t)
    yield from t.moment("deal")
    drop_those_behind(t)
    if not boxes(t):
        return
    deal_first_cards(t)
    settling.settle_on_first_cards(t)
    bonus_spin.settle_on_first_cards(t)
    yield from insure(t, boxes(t))
    yield from t.moment("check")
    if not has_blackjack_early(t):
        yield from take_turns(t)
    yield from t.moment("dealer")
    yield from play_dealers_hands(t)
    fixed_payouts.pay_fixed_payouts(t)
    yield from bonus_spin.spin_the_wheel(t)
    reshuffle_after_cut_card(t)


def examine(setup: Setup) -> Sequence[Finding]:
    """Each card that matches the dealer's is paid by itself: odds for two of them are the sum."""
    offer = setup.offers.get(settling.MATCH)
    if offer is None or offer.pays is None:
        return []
    pays = offer.pays
    odds = {name: Fraction(pay.wins, pay.per) for name, pay in pays.lines.items() if isinstance(pay, To)}
    one, suited = odds["one_unsuited_match"], odds["one_suited_match"]
    sums = {
        "two_unsuited_matches": 2 * one,
        "one_suited_and_one_unsuited_match": one + suited,
        "two_suited_matches": 2 * suited,
    }
    return [
        Finding("refused", f"pay table {pays.id}", f"{name.replace('_', ' ')}: the odds of both add up", pays.cite)
        for name, both in sums.items()
        if odds[name] != both
    ]


GAME = Game(
    play=play,
    asks=f"{ASKS} rescue",
    only_with=ASKED_ONLY_WITH,
    moments=("bets", "shuffle", "deal", "insurance", "check", "play", "dealer", "settle", "bonus"),
    hands=(DEALER, "burn", "burned"),
    reads=counts_of,
    weighs=weighs,
    tells=TELLS | fixed_payouts.TELLS,
    why_not_asked=why_not_asked,
    no_more_cards=no_more_cards,
    draws=(bonus_spin.WHEEL,),
    carries=carried("new_dealer"),
    terms=(
        "original_wagers burn deal faces show second_card insurance peek play hit double rescue split surrender "
        "dead_hand hole_card dealer blackjack bust_then_dealer_blackjack bonus_hands fixed_payouts spin settlement "
        "cut_card behind behind_at_most"
    ),
    says=(SHOW_BURN_CARD, BEHIND),
    admit=admit,
    examine=examine,
    most_added=lambda setup, placed: most_added(Rules.of(setup), placed.get(MAIN, 0)),
    remedies=irregularities.OWN,
    settles={
        MAIN: Judged(
            f"{RESULTS} blackjack both_blackjack dealer_blackjack {PAID_BETTER} rescued surrendered", BONUS_21_NAMES
        ),
        SPLIT_WAGER: Judged(f"{RESULTS} {PAID_BETTER} rescued", BONUS_21_NAMES),
        DOUBLE_WAGER: Judged(f"{RESULTS} dealer_blackjack rescued"),
        INSURANCE: Judged("hole_card_ten hole_card_not_ten"),
        settling.MATCH: settling.SETTLES[settling.MATCH],
        **fixed_payouts.SETTLES,
        **bonus_spin.SETTLES,
    },
)
