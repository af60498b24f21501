"""The players' turns: insurance and even money, the switch, and what is done with each hand."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from math import gcd

from pitboss.engine.events import NOBODY
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import UNKNOWN, known
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    FREE_DOUBLE_WAGER,
    FREE_SPLIT_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    added_to,
    added_wagers,
    bets_on,
    bettors,
    box_of,
    boxes,
    dealt_for,
    drop_those_behind,
    hands_dealt,
    held,
    mark,
    note_before_split,
    original_hands,
    rescue,
    split_for,
    stake_on,
    staked_on,
)
from pitboss.games.blackjack.irregularities import TURN
from pitboss.games.blackjack.rules import (
    DOUBLE,
    RESCUE,
    SPLIT,
    STAND,
    SURRENDER,
    Rules,
    bonus_hand,
    dealer_draws,
    doubles_free,
    has_blackjack,
    may_rescue,
    most_insurance,
    moves,
    named_up,
    splits_free,
)
from pitboss.games.blackjack.side_wagers import settling
from pitboss.hands.blackjack import count
from pitboss.money import money

INSURE, NO_INSURANCE, EVEN_MONEY = "insure", "no_insurance", "even_money"
SWITCH, KEEP = "switch", "keep"
DOUBLE_FACE_DOWN, NO_DOUBLE = "double_face_down", "no_double"
FREE_DOUBLE, FREE_SPLIT, TAKE_BACK = "free_double", "free_split", "take_back"
COVER, FIRST_HAND, SECOND_HAND = "cover", "first_hand", "second_hand"
NO_BLACKJACK = "the dealer has no blackjack"
AGAIN = "played again"
ON_REQUEST = "on_request"
ASKS = (
    "stand hit double double_face_down no_double split surrender insure no_insurance even_money cover first_hand "
    "second_hand take_card no_card accept refuse late_card hand_dead stay leave"
)
"""What players are asked in every game of this kind, by an irregularity too."""
ASKED_ONLY_WITH = {
    "surrender": "surrendered",
    "even_money": "even_money",
    "double_face_down": "double_card",
    **dict.fromkeys(("no_double", "cover", "first_hand", "second_hand"), "behind"),
    **dict.fromkeys(("take_card", "no_card"), "third_seven"),
    **dict.fromkeys(("accept", "refuse"), "offer_exposed_card"),
    **dict.fromkeys(("late_card", "hand_dead"), "late_second_card late_draw_card"),
    **dict.fromkeys(("stay", "leave"), "player_may_leave"),
}
"""Of those, what only some entries have use for: by which term, case of a wager or remedy."""


# -- What is settled at once ------------------------------------------------------------------------------------------


def show(t: Round, hand: Hand) -> None:
    """Turn up what was dealt face down to a hand."""
    shown: set[Hand] = t.scratch.setdefault("shown", set())
    down = [] if hand in shown else [place for place, up in enumerate(t.term("faces"), start=1) if not up]
    shown.add(hand)
    turned: set[Hand] = t.scratch.setdefault("turned", set())
    if held(t, hand).face_down and hand not in turned:
        turned.add(hand)
        down.append(len(t.hands[hand]))
    if down:
        t.reveal(hand, t.cite("show"), at=tuple(down))


def settle_at_once(t: Round, hand: Hand, case: str) -> None:
    """A hand that is decided before the others: its wagers are settled and its cards taken."""
    show(t, hand)
    for bet in bets_on(t, hand):
        if not bet.outcome:
            t.settle(bet, case)
    _take_cards(t, hand)


def _take_cards(t: Round, hand: Hand) -> None:
    """The cards of a hand that is decided go to the rack; a blackjack's may be tucked under a wager that is not."""
    tuck = t.term("tuck") or {"under": ()}
    under = [bet for bet in t.bets if bet.seat == hand.owner and bet.wager in tuck["under"] and not bet.outcome]
    if under and has_blackjack(Rules.of(t.setup), held(t, hand)):
        text = f"the cards are tucked under {under[0].offer.title}"
        t.event("tuck", t.cite("tuck"), text, seat=hand.owner)
    else:
        t.rack(hand)


def pay_blackjack_in_turn(t: Round, box: int) -> Script:
    """Once it is known that the dealer has none, a player's blackjack is announced and paid when its turn comes."""
    yield from ()
    hand = t.hand(box)
    if any(not bet.outcome for bet in bets_on(t, hand)) and has_blackjack(Rules.of(t.setup), held(t, hand)):
        t.event("announced", t.cite("blackjack"), "blackjack", seat=box)
        settle_at_once(t, hand, "blackjack")


def pay_blackjacks_at_once(t: Round) -> None:
    """Where the dealer's up card makes no blackjack, a player's is paid before anybody gets a third card."""
    rules = Rules.of(t.setup)
    if not t.term("at_once") or named_up(t.hands[DEALER][0]) != "low":
        return
    for box in boxes(t):
        if has_blackjack(rules, found := held(t, t.hand(box))):
            settle_at_once(t, t.hand(box), bonus_hand(rules, found, "blackjack") or "blackjack")


# -- Insurance --------------------------------------------------------------------------------------------------------


def insure(t: Round, seats: Sequence[int]) -> Script:
    """Against a dealer's ace every hand may be insured; where it is offered, a blackjack may take even money."""
    known(t.hands[DEALER][:1], "the dealer's")
    if named_up(t.hands[DEALER][0]) != t.term("insurance")["against"]:
        return
    rules = Rules.of(t.setup)
    for box in seats:
        for hand in original_hands(t, box):
            for seat in bettors(t, box):
                yield from _insure_hand(t, rules, hand, seat)


def _insure_hand(t: Round, rules: Rules, hand: Hand, seat: int) -> Script:
    for bet in dealt_for(t, hand, seat):
        yield from t.moment("insurance")
        drop_those_behind(t)
        if seat in t.out or bet.outcome:
            continue
        spot = added_to(t, bet)
        which = f" against hand {spot}" if spot else ""
        most = most_insurance(rules, bet.stake)
        actions = [
            Action(NO_INSURANCE),
            Action(INSURE, most, f"that the dealer's second card counts ten{which}", step=rules.chip, in_chips=True),
        ]
        if rules.even_money and has_blackjack(rules, held(t, hand)):
            actions.append(Action(EVEN_MONEY, text=f"be paid 1 to 1 now{which}"))
        reply = yield from t.ask(seat, actions, t.cite("insurance"), hand=hand)
        if reply.startswith(INSURE):
            t.add_bet(seat, INSURANCE, stake=amount_named(reply), hand=hand.number, on=spot)
        elif reply == EVEN_MONEY:
            t.settle(bet, "even_money")
            if all(each.outcome for each in bets_on(t, hand)):
                _take_cards(t, hand)


# -- A player's hands -------------------------------------------------------------------------------------------------


def take_turns(t: Round, begin: Callable[[Round, int], Script] | None = None) -> Script:
    """Each box in turn, from the dealer's left; then those whose card was forgotten.

    ``begin`` is what a box decides before it plays its hands: to switch their second cards, unless it is given.
    """
    own_turn = t.term("insurance").get("timing") == "own_turn"
    for box in boxes(t):
        if own_turn:
            yield from insure(t, [box])
        yield from (begin or switch_cards)(t, box)
        yield from _play_hands(t, original_hands(t, box))
    for hand in irregularities.late_hands(t):
        yield from _play_hands(t, [hand])
    drop_those_behind(t)


def _play_hands(t: Round, hands: Sequence[Hand]) -> Script:
    """One after the other; when a switch is taken back, both hands of the box from the first on."""
    for hand in hands:
        yield from _play_hand(t, hand)
        if t.scratch.pop(AGAIN, False):
            yield from _play_hands(t, original_hands(t, hand.owner or 0))
            return


def switch_cards(t: Round, seat: int) -> Script:
    """A player with two hands may exchange their second cards before playing the first of them."""
    if not t.term("switch") or seat in t.out or len(original_hands(t, seat)) < 2:
        return
    yield from t.moment("switch")
    actions = (Action(KEEP), Action(SWITCH, text="exchange the second cards"))
    if (yield from t.ask(seat, actions, t.cite("switch"))) != SWITCH:
        return
    exchange_second_cards(t, seat, switched=True)


def exchange_second_cards(t: Round, seat: int, switched: bool) -> None:
    first, second = original_hands(t, seat)
    for hand in (first, second):
        show(t, hand)
        mark(t, hand, switched=switched)
    to_second, to_first = t.hands[first][1], t.hands[second][1]
    t.move([to_second], first, second, t.cite("switch"), kind="switch")
    t.move([to_first], second, first, t.cite("switch"), kind="switch")


def may_take_back(t: Round, hand: Hand) -> bool:
    """A switch may be taken back until a further card is dealt to either hand, where the rules let it be at all."""
    seat = hand.owner or 0
    if not t.term("take_back") or not (found := held(t, hand)).switched or found.split:
        return False
    both = original_hands(t, seat)
    if len(both) != hands_dealt(t.setup):
        return False  # with one of them dead there is nothing to exchange
    untouched = all(len(t.hands[each]) == 2 and len(box_of(t, each)) == 1 for each in both)
    return untouched and all(not bet.outcome for each in both for bet in bets_on(t, each))


def _play_hand(t: Round, hand: Hand) -> Script:
    """A player stands, draws, doubles, splits or surrenders until the hand is finished."""
    seat = hand.owner
    assert seat is not None
    rules = Rules.of(t.setup)
    while seat not in t.out and _is_open(t, hand) and moves(rules, held(t, hand)):
        t.scratch[TURN] = hand
        yield from t.moment("play")
        drop_those_behind(t)
        offered = moves(rules, held(t, hand))
        if not offered or seat in t.out or (t.calls and not _is_open(t, hand)):
            continue
        reply = yield from t.ask(seat, partial(_actions, t, hand, offered), t.cite("play"), hand=hand)
        drop_those_behind(t)
        match reply.partition(" ")[0]:
            case "stand":
                break
            case "hit":
                t.deal(hand, t.cite("hit"))
                settling.settle_sevens(t, hand)
            case "double" | "double_face_down" | "free_double":
                yield from _double(t, hand, reply)
            case "surrender":
                _surrender(t, hand)
            case "split" | "free_split":
                yield from _play_split_hands(t, hand)
                return
            case "take_back":
                exchange_second_cards(t, seat, switched=False)
                t.scratch[AGAIN] = True
                return
    if seat not in t.out and not irregularities.is_late(t, hand):
        _finish(t, hand)


def _is_open(t: Round, hand: Hand) -> bool:
    """False for a hand that is paid already, and for one that is played when the others are done."""
    return any(not bet.outcome for bet in bets_on(t, hand)) and not irregularities.is_late(t, hand)


def _finish(t: Round, hand: Hand) -> None:
    """A hand over 21 is shown, racked and lost at once, unless a dealer's blackjack could still make a difference."""
    if held(t, hand).face_down:
        return  # nobody knows what it counts
    settling.settle_sevens(t, hand)
    waits = Rules.of(t.setup).bust_waits and not t.scratch.get(NO_BLACKJACK)
    if not count(t.hands[hand]).over or waits:
        return
    if _is_tucked(t, hand):
        mark(t, hand, tucked=True)
        t.event("tuck", t.cite("tuck"), "the cards are tucked under the wager", seat=hand.owner)
    else:
        settle_at_once(t, hand, "over_21")
    _collect_tucked(t, hand)


def _is_tucked(t: Round, hand: Hand) -> bool:
    """Whether a hand that went over lies on under the original wager, which shows what a lammer of its box is worth."""
    box = box_of(t, hand)
    keeps = (t.term("tuck") or {}).get("busts", False) and hand == box[0]
    return keeps and any(bet.lammer for each in box for bet in bets_on(t, each))


def _collect_tucked(t: Round, hand: Hand) -> None:
    """When every hand of a box has gone over, what was tucked is lost too."""
    box = box_of(t, hand)
    if all(count(t.hands[each]).over for each in box):
        for each in box:
            if held(t, each).tucked:
                settle_at_once(t, each, "over_21")


def _actions(t: Round, hand: Hand, offered: Sequence[str]) -> list[Action]:
    free = _for_lammers(t, hand, offered)
    found = [free[move] if move in free else _action(t, hand, move) for move in offered]
    if may_take_back(t, hand):
        found.append(Action(TAKE_BACK, text="the second cards go back"))
    if DOUBLE in offered and t.term("double_card") == ON_REQUEST:
        found.append(_action(t, hand, DOUBLE)._replace(name=DOUBLE_FACE_DOWN, text="for one more card, face down"))
    return found


def _action(t: Round, hand: Hand, move: str) -> Action:
    """A move, and what it costs."""
    seat = hand.owner or 0
    if move == DOUBLE:
        return Action(DOUBLE, stake_on(t, hand), "for one more card", step=_double_step(t, hand, seat))
    if move == SPLIT:
        return Action(SPLIT, sum(bet.plays_for for bet in split_for(t, hand, seat)), "for two hands")
    if move == SURRENDER:
        whole = sum(bet.stake for bet in bets_on(t, hand) if bet.seat == seat)
        return Action(SURRENDER, text=f"give up {money(whole // 2)}")
    return Action(move)


def _for_lammers(t: Round, hand: Hand, offered: Sequence[str]) -> dict[str, Action]:
    """What is done without another wager: the house puts a lammer down for it."""
    rules = Rules.of(t.setup)
    if not rules.free_doubles and not rules.free_splits:
        return {}
    found, lammer = held(t, hand), money(stake_on(t, hand))
    free = {}
    if DOUBLE in offered and doubles_free(rules, found):
        free[DOUBLE] = Action(FREE_DOUBLE, text=f"one more card, and a lammer for {lammer}")
    if SPLIT in offered and splits_free(rules, found):
        free[SPLIT] = Action(FREE_SPLIT, text=f"two hands, and a lammer for {lammer}")
    return free


# -- Doubling ---------------------------------------------------------------------------------------------------------


def no_more_cards(t: Round, hand: Hand) -> tuple[str, str] | None:
    """Why the dealer draws no more, and the clause."""
    if hand != DEALER or UNKNOWN in t.hands.get(hand, (UNKNOWN,)) or dealer_draws(Rules.of(t.setup), t.hands[hand]):
        return None
    return f"the dealer stands on {count(t.hands[hand]).in_words}", t.cite("dealer")


def _double(t: Round, hand: Hand, reply: str) -> Script:
    """One more card and no other, for a wager of up to as much; those behind may double or leave it."""
    seat = hand.owner or 0
    if reply == FREE_DOUBLE:
        t.add_lammer(seat, FREE_DOUBLE_WAGER, stake_on(t, hand), t.cite("free_bets"), hand.number)
    else:
        _add_double(t, hand, seat, amount_named(reply))
    for behind in bettors(t, seat)[1:]:
        if stake := stake_on(t, hand, behind):
            double = Action(DOUBLE, stake, "for the one card", step=_double_step(t, hand, behind))
            answer = yield from t.ask(behind, (Action(NO_DOUBLE), double), t.cite("behind"), hand=hand)
            if answer.startswith(f"{DOUBLE} "):
                _add_double(t, hand, behind, amount_named(answer))
    if seat in t.out:
        return
    face_down = reply.startswith(DOUBLE_FACE_DOWN) or t.term("double_card") == "face_down"
    mark(t, hand, doubled=True, face_down=face_down)
    t.deal(hand, t.cite("double"), seen_by=NOBODY if face_down else None)
    yield from _offer_rescue(t, hand)


def _double_step(t: Round, hand: Hand, seat: int) -> int:
    """Over several spots the amount lies on each in proportion to its wagers, in whole cents."""
    stakes = list(_stakes_by_spot(t, hand, seat).values())
    unit = t.setup.offer(DOUBLE_WAGER).unit
    return unit if len(stakes) < 2 else sum(stakes) // gcd(*stakes)


def _add_double(t: Round, hand: Hand, seat: int, amount: int) -> None:
    stakes = _stakes_by_spot(t, hand, seat)
    for spot, stake in stakes.items():
        t.add_bet(seat, DOUBLE_WAGER, stake=stake * amount // sum(stakes.values()), hand=hand.number, on=spot)


def _stakes_by_spot(t: Round, hand: Hand, seat: int) -> Counter[str | None]:
    found: Counter[str | None] = Counter()
    for bet in staked_on(t, hand, seat):
        found[added_to(t, bet)] += bet.plays_for
    return found


def _offer_rescue(t: Round, hand: Hand) -> Script:
    """Everybody who doubled may take the double back and give up the wager instead."""
    for seat in bettors(t, hand.owner or 0):
        doubled = any(bet.seat == seat and bet.wager == DOUBLE_WAGER and not bet.outcome for bet in bets_on(t, hand))
        if not doubled or not may_rescue(Rules.of(t.setup), held(t, hand)):
            continue
        stake = stake_on(t, hand, seat)
        actions = (Action(STAND), Action(RESCUE, text=f"take the double back and give up {money(stake)}"))
        if (yield from t.ask(seat, actions, t.cite("rescue"), hand=hand)) == RESCUE:
            rescue(t, hand, seat)


# -- Surrendering and splitting ---------------------------------------------------------------------------------------


def _surrender(t: Round, hand: Hand) -> None:
    """Half is lost, at once where it is known that the dealer has no blackjack."""
    mark(t, hand, surrendered=True)
    settling.settle_sevens(t, hand)
    match t.term("surrender").get("at_once", "no_blackjack" if t.term("at_once") else "never"):
        case "no_blackjack":
            at_once = bool(t.scratch.get(NO_BLACKJACK))
        case "low_card":
            at_once = named_up(t.hands[DEALER][0]) == "low"
        case _:
            at_once = False
    if at_once:
        settle_at_once(t, hand, "surrendered")


def _play_split_hands(t: Round, hand: Hand) -> Script:
    """The first hand gets its second card and is finished before the second one gets any."""
    seat = hand.owner
    assert seat is not None
    show(t, hand)
    note_before_split(t, hand)
    settling.settle_sevens(t, hand)
    began_as, free = held(t, hand).began_as, splits_free(Rules.of(t.setup), held(t, hand))
    other = t.split(hand, t.cite("split"))
    t.scratch["shown"].add(other)
    if free:
        t.add_lammer(seat, FREE_SPLIT_WAGER, stake_on(t, hand), t.cite("free_bets"), other.number)
    for bet in () if free else split_for(t, hand, seat):
        _add_for_split(t, bet, other)
    for each in (hand, other):
        mark(t, each, split=True, began_as=began_as)
    for behind in bettors(t, seat)[1:]:
        yield from _follow_split(t, hand, other, behind)
    for each in (hand, other):
        if seat in t.out:
            return
        if not held(t, each).closed:
            t.deal(each, t.cite("split"))
        yield from _play_hand(t, each)


def _follow_split(t: Round, hand: Hand, other: Hand, seat: int) -> Script:
    """Whoever wagers behind covers both hands, or says to which of them the wager goes."""
    staked = staked_on(t, hand, seat)
    if not staked:
        return
    actions = (
        Action(FIRST_HAND, text="the wager goes with the first hand"),
        Action(SECOND_HAND, text="the wager goes with the second hand"),
        Action(COVER, sum(bet.stake for bet in split_for(t, hand, seat)), "both hands"),
    )
    reply = yield from t.ask(seat, actions, t.cite("behind"), hand=hand)
    if reply == COVER:
        for bet in split_for(t, hand, seat):
            _add_for_split(t, bet, other)
    elif reply == SECOND_HAND:
        for bet in staked:
            bet.hand = other.number


def _add_for_split(t: Round, bet: Bet, other: Hand) -> None:
    """As much once more on the hand that was split off."""
    wager = bet.wager if bet.wager in added_wagers(t.setup) else SPLIT_WAGER
    t.add_bet(bet.seat, wager, stake=bet.plays_for, hand=other.number, on=added_to(t, bet))
