"""Blackjack: nearer to 21 than the dealer, and not over.

With two hands whose second cards may be switched, as well, and with one hand against several of the dealer's. The order
of play is here; ``rules`` are the rules as pure functions, ``first_deal`` how the first cards come, ``turns`` what
players decide, ``dealers_turn`` what the dealer does, ``held`` the hands and their wagers, ``side_wagers`` what is
wagered beside them.
"""

from pitboss.engine.backline import BEHIND
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.admitting import SHOW_BURN_CARD, admit, examine
from pitboss.games.blackjack.dealers_turn import MORE_HANDS, play_dealers_hands
from pitboss.games.blackjack.first_deal import burn_card, counts_of, deal_first_cards, has_blackjack_early
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    boxes,
    drop_those_behind,
    hands_dealt,
    original_wagers,
    put_on_hands,
)
from pitboss.games.blackjack.rules import RESULTS, Rules, most_added
from pitboss.games.blackjack.side_wagers import bonus_button, settling, streak
from pitboss.games.blackjack.turns import (
    ASKED_ONLY_WITH,
    ASKS,
    insure,
    no_more_cards,
    pay_blackjacks_at_once,
    take_turns,
)
from pitboss.games.blackjack.weighing import TELLS, weighs
from pitboss.games.blackjack.why_not import why_not_asked
from pitboss.games.must_hit import TRIGGER, WINNER, set_trigger, settle_must_hit
from pitboss.games.shoe import reshuffle_after_cut_card

BONUS_HANDS = "suited_6_7_8? three_sevens? five_card_21?"
ORIGINAL_ONLY = "blackjack both_blackjack dealer_blackjack designated_blackjack? even_money?"
ORIGINALS = ("main", "switch_main_1", "switch_main_2", "blackjack", *(f"multiple_action_{spot}" for spot in (1, 2, 3)))


def play(t: Round) -> Script:
    """The round of play."""
    set_trigger(t, settling.SUPER_4)
    yield from t.moment("shuffle")
    burn_card(t)
    yield from t.moment("deal")
    drop_those_behind(t)
    streak.begin_streaks(t)
    if not boxes(t):
        return
    deal_first_cards(t)
    settling.settle_on_first_cards(t)
    pay_blackjacks_at_once(t)
    if t.term("insurance").get("timing") != "own_turn":
        yield from insure(t, boxes(t))
    yield from t.moment("check")
    if has_blackjack_early(t):
        yield from settling.offer_third_card(t)
    else:
        yield from take_turns(t)
    yield from t.moment("dealer")
    yield from play_dealers_hands(t)
    yield from bonus_button.press_buttons(t)
    settle_must_hit(t, settling.SUPER_4)
    reshuffle_after_cut_card(t)


GAME = Game(
    play=play,
    asks=f"{ASKS} keep switch",
    moments=("bets", "shuffle", "deal", "insurance", "check", "switch", "play", "dealer", "settle", "bonus"),
    hands=(DEALER, *MORE_HANDS, "burn", "burned"),
    first_hands=hands_dealt,
    reads=counts_of,
    weighs=weighs,
    tells=TELLS,
    why_not_asked=why_not_asked,
    no_more_cards=no_more_cards,
    draws=(bonus_button.AMOUNT, TRIGGER, WINNER),
    only_with={
        **ASKED_ONLY_WITH,
        **dict.fromkeys(("keep", "switch"), "switch_main_1"),
        **{hand: f"multiple_action_{spot}" for spot, hand in enumerate(MORE_HANDS, start=2)},
        bonus_button.AMOUNT: bonus_button.WAGER,
        TRIGGER: "must_hit",
        WINNER: "must_hit",
        streak.STREAKS: "streak",
    },
    carries={
        **carried("new_dealer"),
        **carried(streak.STREAKS, public=True, personal=True),
        **carried(TRIGGER, secret=True),
    },
    terms=(
        "original_wagers burn deal faces show second_card insurance peek switch play hit double split surrender "
        "hole_card dealer blackjack bust_then_dealer_blackjack cut_card at_once? behind? behind_at_most? bonus? "
        "bonus_hands? bounty_for_dealer? buster? double_card? even_money? lights? lucky_george? must_hit? "
        "same_suit? streak? super_4? third_seven? twenty_point_cap? up_card_moves?"
    ),
    says=(SHOW_BURN_CARD, BEHIND),
    arrange=put_on_hands,
    release=streak.released,
    shown=streak.told_streak,
    admit=admit,
    examine=examine,
    most_added=lambda setup, placed: sum(
        most_added(Rules.of(setup), placed.get(wager, 0)) for wager in original_wagers(setup)
    ),
    remedies=irregularities.OWN,
    settles={
        **dict.fromkeys(ORIGINALS, Judged(f"{RESULTS} {ORIGINAL_ONLY} {BONUS_HANDS} surrendered")),
        SPLIT_WAGER: Judged(f"{RESULTS} {BONUS_HANDS} surrendered?"),
        DOUBLE_WAGER: Judged(f"{RESULTS} dealer_blackjack"),
        INSURANCE: Judged("hole_card_ten hole_card_not_ten"),
        **settling.SETTLES,
    },
)
