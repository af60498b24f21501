"""Blackjack: nearer to 21 than the dealer, and not over. With two hands whose second cards may be switched, as well.

Wagers on the side have four points of the round at which a rulebook may settle them: when everybody has two cards, when
the hole card is turned up, when a hand is finished, and with the hands at the end.
"""

from collections.abc import Sequence

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.equipment.cards import known
from pitboss.errors import Refused
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    bets_on,
    held,
    mark,
    original_hands,
    original_wagers,
    put_on_hands,
    stake_on,
)
from pitboss.games.blackjack.irregularities import DEALER_LAST, SECOND_LAST, TURN
from pitboss.games.blackjack.rules import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Rules,
    case_of,
    dealer_draws,
    draw_matters,
    insurance_case,
    most_added,
    most_insurance,
    moves,
    named_up,
)
from pitboss.games.shoe import burn, reshuffle_after_cut_card
from pitboss.hands.blackjack import count, is_blackjack
from pitboss.money import money
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup

SHOW_BURN_CARD = "show_burn_card"
INSURE = "insure"
SWITCH, KEEP = "switch", "keep"
RESULTS = "player_higher dealer_higher tie over_21 dealer_over_21 dealer_push_total? split_dealer_blackjack"
"""How any hand may come out, one that was split too."""
ORIGINAL_ONLY = "blackjack both_blackjack dealer_blackjack"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _burn(t)
    yield from t.moment("deal")
    if not t.live:
        return
    _deal(t)
    yield from _insure(t)
    if not _looks_and_has_blackjack(t):
        for seat in t.live:
            yield from _switch(t, seat)
            for hand in original_hands(t, seat):
                yield from _play_hand(t, hand)
    yield from t.moment("dealer")
    _turn_up_hole_card(t)
    _draw(t)
    _settle(t)
    reshuffle_after_cut_card(t)


# -- The deal ---------------------------------------------------------------------------------------------------------


def _burn(t: Round) -> None:
    """The first card of a shoe, or a new dealer's, goes to the rack unseen; it may be shown to whoever asks."""
    burns = t.term("burn")
    new_dealer = t.carry.pop("new_dealer", False)
    if (t.draws.fresh_shoe and burns["fresh_shoe"]) or (new_dealer and burns["new_dealer"]):
        burn(t, 1, "burn")
        if any(SHOW_BURN_CARD in words for words in t.says.values()) and "burn" in t.hands:
            t.reveal("burn", t.cite("burn"))


def _deal(t: Round) -> None:
    """Two cards to each hand and two to the dealer in turn, the dealer's first face up and the second face down."""
    hands = [hand for seat in t.live for hand in original_hands(t, seat)]
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
    t.deal(DEALER, t.cite("deal"), seen_by=NOBODY)


def _show(t: Round, hand: Hand) -> None:
    """Turn up what was dealt face down to a hand."""
    down = tuple(place for place, up in enumerate(t.term("faces"), start=1) if not up)
    shown: set[Hand] = t.scratch.setdefault("shown", set())
    if down and hand not in shown:
        shown.add(hand)
        t.reveal(hand, t.cite("show"), at=down)


# -- Insurance, and the dealer's look at the hole card ----------------------------------------------------------------


def _insure(t: Round) -> Script:
    """Against a dealer's ace every hand may be insured, before anything else is decided."""
    known(t.hands[DEALER][:1], "the dealer's")
    if named_up(t.hands[DEALER][0]) != t.term("insurance")["against"]:
        return
    rules = Rules.of(t.setup)
    for seat in t.live:
        for hand in original_hands(t, seat):
            yield from t.moment("insurance")
            most = most_insurance(rules, stake_on(t, hand))
            insure = Action(INSURE, most, "that the hole card counts ten", step=rules.chip)
            reply = yield from t.ask(seat, (Action("no_insurance"), insure), t.cite("insurance"), hand=hand)
            if reply.startswith(INSURE):
                t.add_bet(seat, INSURANCE, stake=amount_named(reply), hand=hand.number)


def _looks_and_has_blackjack(t: Round) -> bool:
    """Under an ace or a ten the dealer may look at the hole card; with a blackjack nobody decides anything."""
    dealer = t.hands[DEALER]
    if named_up(dealer[0]) not in Rules.of(t.setup).looks_under:
        return False
    known(dealer, "the dealer's")
    found = is_blackjack(dealer)
    t.event("peek", t.cite("peek"), f"the dealer looks at the hole card: {'a' if found else 'no'} blackjack")
    return found


# -- The players' turns -----------------------------------------------------------------------------------------------


def _switch(t: Round, seat: int) -> Script:
    """A player with two hands may exchange their second cards before playing the first of them."""
    if not t.term("switch") or seat in t.out:
        return
    yield from t.moment("switch")
    actions = (Action(KEEP), Action(SWITCH, text="exchange the second cards"))
    if (yield from t.ask(seat, actions, t.cite("switch"))) != SWITCH:
        return
    first, second = original_hands(t, seat)
    for hand in (first, second):
        _show(t, hand)
        mark(t, hand, switched=True)
    to_second, to_first = t.hands[first][1], t.hands[second][1]
    t.move([to_second], first, second, t.cite("switch"), kind="switch")
    t.move([to_first], second, first, t.cite("switch"), kind="switch")


def _play_hand(t: Round, hand: Hand) -> Script:
    """A player stands, draws, doubles, splits or surrenders until the hand is finished."""
    seat = hand.owner
    assert seat is not None
    rules = Rules.of(t.setup)
    while seat not in t.out and moves(rules, held(t, hand)):
        t.scratch[TURN] = hand
        yield from t.moment("play")
        offered = moves(rules, held(t, hand))
        if not offered or seat in t.out:
            continue
        reply = yield from t.ask(seat, _actions(t, hand, offered), t.cite("play"), hand=hand)
        match reply.partition(" ")[0]:
            case "stand":
                break
            case "hit":
                t.deal(hand, t.cite("hit"))
            case "double":
                t.add_bet(seat, DOUBLE_WAGER, stake=amount_named(reply), hand=hand.number)
                mark(t, hand, doubled=True)
                t.deal(hand, t.cite("double"))
            case "surrender":
                mark(t, hand, surrendered=True)
            case "split":
                yield from _play_split_hands(t, hand)
                return
    _collect_if_over(t, hand)


def _actions(t: Round, hand: Hand, offered: Sequence[str]) -> list[Action]:
    stake = stake_on(t, hand)
    step = t.setup.offer(DOUBLE_WAGER).unit if DOUBLE in offered else 0
    every = (
        Action(STAND),
        Action(HIT),
        Action(DOUBLE, stake, "for one more card", step=step),
        Action(SPLIT, stake, "for two hands"),
        Action(SURRENDER, text=f"give up {money(stake // 2)}"),
    )
    return [action for action in every if action.name in offered]


def _play_split_hands(t: Round, hand: Hand) -> Script:
    """The first hand gets its second card and is finished before the second one gets any."""
    assert hand.owner is not None
    _show(t, hand)
    stake, began_as = stake_on(t, hand), held(t, hand).began_as
    other = t.split(hand, t.cite("split"))
    t.scratch["shown"].add(other)
    t.add_bet(hand.owner, SPLIT_WAGER, stake=stake, hand=other.number)
    for each in (hand, other):
        mark(t, each, split=True, began_as=began_as)
    for each in (hand, other):
        if not held(t, each).closed:
            t.deal(each, t.cite("split"))
        yield from _play_hand(t, each)


def _collect_if_over(t: Round, hand: Hand) -> None:
    """A hand over 21 is shown, racked and lost at once, whatever the dealer has."""
    if hand.owner in t.out or not count(t.hands[hand]).over:
        return
    _show(t, hand)
    for bet in bets_on(t, hand):
        t.settle(bet, "over_21")
    t.rack(hand)


# -- The dealer's turn ------------------------------------------------------------------------------------------------


def _turn_up_hole_card(t: Round) -> None:
    """Insurance is settled by the hole card, before the dealer draws."""
    dealer = t.reveal(DEALER, t.cite("hole_card"))
    known(dealer, "the dealer's")
    for bet in t.bets_on(INSURANCE):
        t.settle(bet, insurance_case(dealer))


def _draw(t: Round) -> None:
    """The dealer draws as the rules say, unless that can change no outcome."""
    rules = Rules.of(t.setup)
    if draw_matters(rules, [held(t, hand) for seat in t.live for hand in t.hands_of(seat)]):
        while dealer_draws(rules, t.hands[DEALER]):
            if not irregularities.give_waiting_card(t):
                t.deal(DEALER, t.cite("dealer"))
            known(t.hands[DEALER], "the dealer's")
    irregularities.burn_waiting_cards(t)


def _settle(t: Round) -> None:
    """Hand by hand, from the dealer's right, as the cards are picked up."""
    dealer = t.hands[DEALER]
    for seat in reversed(t.live):
        for hand in t.hands_of(seat):
            _show(t, hand)
            case = case_of(Rules.of(t.setup), held(t, hand), dealer)
            for bet in bets_on(t, hand):
                if not bet.outcome:
                    t.settle(bet, case)


# -- What only the script can judge -----------------------------------------------------------------------------------


def _admit(t: Round) -> None:
    if t.says and not t.term("burn")["shown"]:
        raise Refused("burned cards are not shown at this table", t.cite("burn"))


def _examine(setup: Setup) -> Sequence[Finding]:
    """A number of decks that is chosen and not the one in play."""
    if setup.chosen.get("decks") is None or setup.decks == setup.options["decks"]:
        return []
    text = f"this game is played with {setup.decks} deck, and not with {setup.options['decks']}"
    return [Finding("refused", "option decks", text, setup.entry.cards.cite if setup.entry.cards else "")]


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "insurance", "switch", "play", "dealer"),
    hands=(DEALER, "burn"),
    first_hands=lambda setup: len(original_wagers(setup)),
    carries=carried("new_dealer"),
    terms=(
        "original_wagers burn deal faces show insurance peek switch play hit double split surrender hole_card "
        "dealer blackjack cut_card"
    ),
    says=(SHOW_BURN_CARD,),
    arrange=put_on_hands,
    admit=_admit,
    examine=_examine,
    most_added=lambda setup, placed: sum(
        most_added(Rules.of(setup), placed.get(wager, 0)) for wager in original_wagers(setup)
    ),
    remedies=irregularities.OWN,
    settles={
        **dict.fromkeys(("main", "switch_main_1", "switch_main_2"), Judged(f"{RESULTS} {ORIGINAL_ONLY} surrendered")),
        SPLIT_WAGER: Judged(f"{RESULTS} surrendered"),
        DOUBLE_WAGER: Judged(f"{RESULTS} dealer_blackjack"),
        INSURANCE: Judged("hole_card_ten hole_card_not_ten"),
    },
)
