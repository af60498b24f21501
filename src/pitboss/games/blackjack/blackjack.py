"""Blackjack: nearer to 21 than the dealer, and not over.

With two hands whose second cards may be switched, as well, and with one hand against several of the dealer's. The order
of play is here; ``rules`` are the rules as pure functions, ``turns`` what players decide, ``dealers_turn`` what the
dealer does, ``held`` the hands and their wagers, ``side_wagers`` what is wagered beside them.
"""

from pitboss.engine.backline import BEHIND
from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.equipment.cards import known
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.admitting import SHOW_BURN_CARD, admit, examine
from pitboss.games.blackjack.dealers_turn import MORE_HANDS, play_dealers_hands
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    boxes,
    drop_those_behind,
    hands_dealt,
    original_hands,
    original_wagers,
    put_on_hands,
)
from pitboss.games.blackjack.irregularities import DEALER_LAST, NO_READER, SECOND_LAST
from pitboss.games.blackjack.rules import HOLE_UP, NO_HOLE, Rules, most_added, named_up
from pitboss.games.blackjack.side_wagers import bonus_button, settling, streak
from pitboss.games.blackjack.turns import NO_BLACKJACK, insure, pay_blackjacks_at_once, take_turns
from pitboss.games.must_hit import TRIGGER, WINNER, set_trigger, settle_must_hit
from pitboss.games.reading import Held
from pitboss.games.shoe import burn, reshuffle_after_cut_card
from pitboss.hands.blackjack import count, is_blackjack
from pitboss.rulebook.setup import Setup

RESULTS = (
    "player_higher dealer_higher tie over_21 dealer_over_21 dealer_push_total? "
    "split_dealer_blackjack bust_before_dealer_blackjack"
)
"""How any hand may come out, one that was split too."""
BONUS_HANDS = "suited_6_7_8? three_sevens? five_card_21?"
ORIGINAL_ONLY = "blackjack both_blackjack dealer_blackjack designated_blackjack? even_money?"
ORIGINALS = ("main", "switch_main_1", "switch_main_2", "blackjack", *(f"multiple_action_{spot}" for spot in (1, 2, 3)))


def play(t: Round) -> Script:
    """The round of play."""
    set_trigger(t, settling.SUPER_4)
    yield from t.moment("shuffle")
    _burn(t)
    yield from t.moment("deal")
    drop_those_behind(t)
    streak.begin_streaks(t)
    if not boxes(t):
        return
    _deal(t)
    settling.settle_on_first_cards(t)
    pay_blackjacks_at_once(t)
    if t.term("insurance").get("timing") != "own_turn":
        yield from insure(t, boxes(t))
    yield from t.moment("check")
    if _has_blackjack_early(t):
        yield from settling.offer_third_card(t)
    else:
        yield from take_turns(t)
    yield from t.moment("dealer")
    yield from play_dealers_hands(t)
    yield from bonus_button.press_buttons(t)
    settle_must_hit(t, settling.SUPER_4)
    reshuffle_after_cut_card(t)


def _burn(t: Round) -> None:
    """The first card of a shoe, or a new dealer's, goes to the rack unseen; it may be shown to whoever asks."""
    burns = t.term("burn")
    new_dealer = t.carry.pop("new_dealer", False)
    if (t.draws.fresh_shoe and burns["fresh_shoe"]) or (new_dealer and burns["new_dealer"]):
        burn(t, 1, "burn")
        if any(SHOW_BURN_CARD in words for words in t.says.values()) and "burn" in t.hands:
            t.reveal("burn", t.cite("burn"))


def _deal(t: Round) -> None:
    """Two cards to each hand and two to the dealer in turn; the dealer's second face down, face up, or later."""
    hands = [hand for box in boxes(t) for hand in original_hands(t, box)]
    dealer_last = t.scratch.get(DEALER_LAST, False)
    late = t.scratch.get(SECOND_LAST, set())
    first_up, second_up = t.term("faces")
    for hand in hands:
        t.deal(hand, t.cite("deal"), seen_by=None if first_up else OWNER)
    if not dealer_last:
        t.deal(DEALER, t.cite("deal"))
    for hand in sorted(hands, key=lambda hand: hand.owner in late):
        t.deal(hand, t.cite("deal"), seen_by=None if second_up else OWNER)
    if dealer_last:
        t.deal(DEALER, t.cite("deal"))
    mode = Rules.of(t.setup).second_card
    if mode != NO_HOLE:
        t.deal(DEALER, t.cite("deal"), seen_by=None if mode == HOLE_UP else NOBODY)


def _has_blackjack_early(t: Round) -> bool:
    """Whether it is known before anybody decides that the dealer has a blackjack: then nobody decides anything.

    It is where both cards lie open, and where the dealer looks, or has a device look, under an ace or a ten.
    """
    dealer, rules = t.hands[DEALER], Rules.of(t.setup)
    low = named_up(dealer[0]) == "low"
    t.scratch[NO_BLACKJACK] = low
    if rules.second_card == HOLE_UP:
        known(dealer, "the dealer's")
        return is_blackjack(dealer)
    if named_up(dealer[0]) not in rules.looks_under or t.scratch.get(NO_READER):
        return False
    known(dealer, "the dealer's")
    found = is_blackjack(dealer)
    t.event("peek", t.cite("peek"), f"the dealer looks at the hole card: {'a' if found else 'no'} blackjack")
    if not found:
        t.scratch[NO_BLACKJACK] = True
        settling.settle_without_blackjack(t)
    return found


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each hand counts; an ace and a ten that came to a split hand are no blackjack."""
    told = {}
    for hand, cards in held.items():
        if hand.owner is not None or hand in (DEALER, *MORE_HANDS):
            split = hand.owner is not None and sum(other.owner == hand.owner for other in held) > hands_dealt(setup)
            told[hand] = "blackjack" if is_blackjack(cards) and not split else count(cards).in_words
    return told


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "insurance", "check", "switch", "play", "dealer", "settle", "bonus"),
    hands=(DEALER, *MORE_HANDS, "burn", "burned"),
    first_hands=hands_dealt,
    reads=_reads,
    draws=(bonus_button.AMOUNT, TRIGGER, WINNER),
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
