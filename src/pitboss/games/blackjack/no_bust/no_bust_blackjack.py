"""No-bust blackjack: a hand that goes over waits for the player-dealer's, and may push with it.

A player banks the game. Paying and collecting goes as far as that player's wager covers, in the order that the rulebook
gives. The order of play is here; ``no_bust_rules`` are the rules as pure functions, ``no_bust_turns`` what players
decide, ``no_bust_settlement`` who is paid when, ``no_bust_irregularities`` what goes wrong.
"""

from pitboss.engine.backline import WORDS
from pitboss.engine.events import NOBODY, Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import known
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    boxes,
    drop_those_behind,
    original_wagers,
)
from pitboss.games.blackjack.no_bust import no_bust_irregularities as irregularities
from pitboss.games.blackjack.no_bust import no_bust_settlement as settlement
from pitboss.games.blackjack.no_bust import out_of_turn
from pitboss.games.blackjack.no_bust.no_bust_rules import (
    BONUS_NAMES,
    BUSTER_NAMES,
    NO_BONUS,
    NO_PAIR,
    NOT_OVER,
    PAIR_NAMES,
    NoBustRules,
    dealer_draws,
    dealers_natural,
    draw_matters,
    has_joker,
    most_added,
    natural_of,
    total_of,
)
from pitboss.games.blackjack.no_bust.no_bust_turns import held_by, in_order, insure, take_turns
from pitboss.games.blackjack.no_bust.no_bust_why_not import why_not_asked
from pitboss.games.blackjack.rules import HOLE_DOWN, HOLE_UP, NO_HOLE, named_up
from pitboss.games.shoe import burn, burn_first_card, reshuffle_after_cut_card
from pitboss.rulebook.setup import Setup

RESULTS = "player_higher dealer_higher tie over both_over over_push dealer_over second_joker?"
"""How any hand may come out, one that was split too."""
ORIGINAL_ONLY = "natural joker_joker? both_natural dealer_natural? even_money? surrendered"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    if t.term("burn"):
        burn_first_card(t)
    yield from t.moment("deal")
    drop_those_behind(t)
    if not boxes(t):
        return
    _deal(t)
    yield from insure(t)
    if not _natural_is_found(t):
        yield from _play_hands(t)
    yield from t.moment("dealer")
    if boxes(t):
        yield from _player_dealers_hand(t)
    if t.scratch.get(out_of_turn.BURN_AT_END):
        burn(t, t.term("burn"), "burn")
    reshuffle_after_cut_card(t)


def _deal(t: Round) -> None:
    """One card face up to each position and the player-dealer, then a second; his face down, or when all have acted."""
    places = in_order(t, boxes(t), t.term("deal"))
    for place in places:
        t.deal(t.hand(place), t.cite("deal"))
    t.deal(DEALER, t.cite("deal"))
    for place in places:
        if place not in t.scratch.get(out_of_turn.SECOND_IN_TURN, ()):
            t.deal(t.hand(place), t.cite("deal"))
    if t.term("second_card") != NO_HOLE:
        t.deal(DEALER, t.cite("second_card"), seen_by=None if t.term("second_card") == HOLE_UP else NOBODY)


def _natural_is_found(t: Round) -> bool:
    """The house dealer looks under the up card where the rulebook says so; with a natural nobody draws."""
    rules, dealer = NoBustRules.of(t.setup), t.hands[DEALER]
    if named_up(dealer[0]) not in rules.looks_under:
        return False
    known(dealer, "the player-dealer's")
    found = bool(dealers_natural(rules, dealer))
    called = t.term("natural")["called"]
    t.event("peek", t.cite("peek"), f"the down card is checked: {'a' if found else 'no'} {called}")
    return found


def _play_hands(t: Round) -> Script:
    """Nobody draws against a joker; otherwise each position acts in turn."""
    if named_up(t.hands[DEALER][0]) in NoBustRules.of(t.setup).looks_under:
        settlement.settle_insurance_at_once(t)
    settlement.pay_naturals_at_once(t)
    no_draw = t.term("joker_up") == "no_draw" and has_joker(t.hands[DEALER][:1])
    if no_draw:
        t.event("announced", t.cite("joker_up"), "the up card is a Joker: there is no draw")
    yield from take_turns(t, no_draw)


def _player_dealers_hand(t: Round) -> Script:
    """The second card, the action button, what is drawn, and the settlement."""
    second_card(t)
    yield from t.moment("second_card")
    yield from irregularities.deal_with_skipped(t, second_card)
    button = settlement.place_button(t)
    settlement.settle_insurance(t, button)
    _draw(t)
    yield from t.moment("settle")
    settlement.settle_all(t, button)


def second_card(t: Round) -> None:
    """Dealt now, or turned up where it lies face down."""
    if t.term("second_card") == NO_HOLE:
        t.deal(DEALER, t.cite("second_card"))
    elif t.term("second_card") == HOLE_DOWN:
        t.reveal(DEALER, t.cite("second_card"))
    known(t.hands[DEALER], "the player-dealer's")


def _draw(t: Round) -> None:
    """The player-dealer's hand is completed, unless that can change nothing."""
    rules = NoBustRules.of(t.setup)
    undecided = [held_by(t, hand, bet.seat) for hand, bet in settlement.open_hands(t)]
    buster = any(not bet.outcome for bet in t.bets_on(settlement.BUSTER))
    if buster or draw_matters(rules, undecided, t.hands[DEALER]):
        while dealer_draws(rules, t.hands[DEALER]):
            t.deal(DEALER, t.cite("dealer"))
            known(t.hands[DEALER], "the player-dealer's")


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each hand counts; two cards that a split brought together are a natural only where the rules say so.

    Two cards that are paid like a natural need not be called one.
    """
    rules, told, term = NoBustRules.of(setup), {}, setup.term("natural")
    for hand, cards in held.items():
        split = sum(other.owner == hand.owner for other in held) > 1
        if hand.owner is not None or hand == DEALER:
            naturals = rules.dealer_naturals if hand == DEALER else rules.naturals
            natural = natural_of(cards, naturals) if not split or rules.split_naturals or hand == DEALER else ""
            called = term.get("others", {}).get(natural, term["called"])
            told[hand] = called if natural else total_of(rules, cards).in_words
    return told


SAVED = "over_push"


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """Of a wager beside the hand, the cards that it was judged on."""
    if row.wager in (INSURANCE, "buster"):
        return Weighed(on=held.get(Hand(DEALER), ()))
    if row.case == SAVED:
        return Weighed(on=held.get(Hand(DEALER), ()), fact="the cards of the player-dealer, who is over as well")
    if not row.line:
        return None
    cards = held.get(t.hand(t.place(row.seat)), ())
    return Weighed(on=cards[:2] if row.wager == settlement.PAIRS else cards)


GAME = Game(
    play=play,
    asks="stand hit double no_double split surrender insure no_insurance even_money stay cover first_hand",
    only_with={
        **dict.fromkeys(("insure", "no_insurance"), "insurance"),
        "even_money": "even_money",
        **dict.fromkeys(("no_double", "stay", "cover", "first_hand"), "behind"),
    },
    weighs=weighs,
    tells={
        "natural": "paid for its two cards",
        "over": "the player is over",
        SAVED: "both are over, and the player's hand is saved",
    },
    why_not_asked=why_not_asked,
    moments=("bets", "shuffle", "deal", "insurance", "play", "dealer", "second_card", "settle"),
    hands=(DEALER, "burn", "burned", "dead"),
    reads=_reads,
    terms=(
        "original_wagers deal second_card count natural both_over peek play chart hit double split surrender dealer "
        "added settle cut_card action_button? at_once? behind? burn? even_money? insurance? joker_up? second_joker?"
    ),
    says=WORDS,
    most_added=lambda setup, placed: sum(
        most_added(NoBustRules.of(setup), placed.get(wager, 0)) for wager in original_wagers(setup)
    ),
    remedies=irregularities.OWN,
    settles={
        **dict.fromkeys(("base", "game"), Judged(f"{RESULTS} {ORIGINAL_ONLY}")),
        SPLIT_WAGER: Judged(f"{RESULTS} natural? dealer_natural? surrendered? no_action?"),
        DOUBLE_WAGER: Judged(f"{RESULTS} dealer_natural? no_action?"),
        INSURANCE: Judged("second_card_ten second_card_not_ten"),
        settlement.BONUS: Judged("shown", (*BONUS_NAMES, NO_BONUS)),
        settlement.BUSTER: Judged("shown", (*BUSTER_NAMES, NOT_OVER)),
        settlement.PAIRS: Judged("shown", (*PAIR_NAMES, NO_PAIR)),
    },
)
