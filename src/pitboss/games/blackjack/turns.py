"""The players' turns: insurance and even money, the switch, and what is done with each hand."""

from collections.abc import Sequence
from math import gcd

from pitboss.engine.events import NOBODY
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.equipment.cards import known
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    added_to,
    bets_on,
    bettors,
    boxes,
    drop_those_behind,
    held,
    mark,
    note_before_split,
    original_hands,
    stake_on,
    staked_on,
)
from pitboss.games.blackjack.irregularities import TURN
from pitboss.games.blackjack.rules import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Rules,
    bonus_hand,
    has_blackjack,
    most_insurance,
    moves,
    named_up,
)
from pitboss.games.blackjack.side_wagers import settling
from pitboss.hands.blackjack import count
from pitboss.money import money

INSURE, NO_INSURANCE, EVEN_MONEY = "insure", "no_insurance", "even_money"
SWITCH, KEEP = "switch", "keep"
DOUBLE_FACE_DOWN, NO_DOUBLE = "double_face_down", "no_double"
COVER, FIRST_HAND, SECOND_HAND = "cover", "first_hand", "second_hand"
NO_BLACKJACK = "the dealer has no blackjack"
ON_REQUEST = "on_request"


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
    t.rack(hand)


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
    for bet in staked_on(t, hand, seat):
        yield from t.moment("insurance")
        drop_those_behind(t)
        if seat in t.out or bet.outcome:
            continue
        spot = added_to(t, bet)
        which = f" against hand {spot}" if spot else ""
        most = most_insurance(rules, bet.stake)
        actions = [
            Action(NO_INSURANCE),
            Action(INSURE, most, f"that the dealer's second card counts ten{which}", step=rules.chip),
        ]
        if rules.even_money and has_blackjack(rules, held(t, hand)):
            actions.append(Action(EVEN_MONEY, text=f"be paid 1 to 1 now{which}"))
        reply = yield from t.ask(seat, actions, t.cite("insurance"), hand=hand)
        if reply.startswith(INSURE):
            t.add_bet(seat, INSURANCE, stake=amount_named(reply), hand=hand.number, on=spot)
        elif reply == EVEN_MONEY:
            t.settle(bet, "even_money")


# -- A player's hands -------------------------------------------------------------------------------------------------


def take_turns(t: Round) -> Script:
    """Each box in turn, from the dealer's left; then those whose card was forgotten."""
    own_turn = t.term("insurance").get("timing") == "own_turn"
    for box in boxes(t):
        if own_turn:
            yield from insure(t, [box])
        yield from _switch(t, box)
        for hand in original_hands(t, box):
            yield from _play_hand(t, hand)
    for hand in irregularities.late_hands(t):
        yield from _play_hand(t, hand)


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
        show(t, hand)
        mark(t, hand, switched=True)
    to_second, to_first = t.hands[first][1], t.hands[second][1]
    t.move([to_second], first, second, t.cite("switch"), kind="switch")
    t.move([to_first], second, first, t.cite("switch"), kind="switch")


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
        if not offered or seat in t.out or irregularities.is_late(t, hand):
            continue
        reply = yield from t.ask(seat, _actions(t, hand, offered), t.cite("play"), hand=hand)
        drop_those_behind(t)
        match reply.partition(" ")[0]:
            case "stand":
                break
            case "hit":
                t.deal(hand, t.cite("hit"))
                settling.settle_sevens(t, hand)
            case "double" | "double_face_down":
                yield from _double(t, hand, reply)
            case "surrender":
                _surrender(t, hand)
            case "split":
                yield from _play_split_hands(t, hand)
                return
    if seat not in t.out and not irregularities.is_late(t, hand):
        _finish(t, hand)


def _is_open(t: Round, hand: Hand) -> bool:
    """False for a hand that is paid already, and for one that is played when the others are done."""
    return any(not bet.outcome for bet in bets_on(t, hand)) and not irregularities.is_late(t, hand)


def _finish(t: Round, hand: Hand) -> None:
    """A hand over 21 is shown, racked and lost at once, whatever the dealer has."""
    if held(t, hand).face_down:
        return  # nobody knows what it counts
    settling.settle_sevens(t, hand)
    if count(t.hands[hand]).over:
        settle_at_once(t, hand, "over_21")


def _actions(t: Round, hand: Hand, offered: Sequence[str]) -> list[Action]:
    seat = hand.owner or 0
    stake = stake_on(t, hand)
    step = _double_step(t, hand, seat) if DOUBLE in offered else 0
    every = [
        Action(STAND),
        Action(HIT),
        Action(DOUBLE, stake, "for one more card", step=step),
        Action(SPLIT, stake, "for two hands"),
        Action(SURRENDER, text=f"give up {money(stake // 2)}"),
    ]
    found = [action for action in every if action.name in offered]
    if DOUBLE in offered and t.term("double_card") == ON_REQUEST:
        found.append(Action(DOUBLE_FACE_DOWN, stake, "for one more card, face down", step=step))
    return found


# -- Doubling ---------------------------------------------------------------------------------------------------------


def _double(t: Round, hand: Hand, reply: str) -> Script:
    """One more card and no other, for a wager of up to as much; those behind may double or leave it."""
    seat = hand.owner or 0
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


def _double_step(t: Round, hand: Hand, seat: int) -> int:
    """Over several spots the amount lies on each in proportion to its wager, in whole cents."""
    stakes = [bet.stake for bet in staked_on(t, hand, seat)]
    unit = t.setup.offer(DOUBLE_WAGER).unit
    return unit if len(stakes) < 2 else sum(stakes) // gcd(*stakes)


def _add_double(t: Round, hand: Hand, seat: int, amount: int) -> None:
    whole = stake_on(t, hand, seat)
    for bet in staked_on(t, hand, seat):
        stake = bet.stake * amount // whole
        t.add_bet(seat, DOUBLE_WAGER, stake=stake, hand=hand.number, on=added_to(t, bet))


# -- Surrendering and splitting ---------------------------------------------------------------------------------------


def _surrender(t: Round, hand: Hand) -> None:
    """Half is lost, at once where it is known that the dealer has no blackjack."""
    mark(t, hand, surrendered=True)
    settling.settle_sevens(t, hand)
    if t.term("at_once") and t.scratch.get(NO_BLACKJACK):
        settle_at_once(t, hand, "surrendered")


def _play_split_hands(t: Round, hand: Hand) -> Script:
    """The first hand gets its second card and is finished before the second one gets any."""
    seat = hand.owner
    assert seat is not None
    show(t, hand)
    note_before_split(t, hand)
    settling.settle_sevens(t, hand)
    began_as = held(t, hand).began_as
    other = t.split(hand, t.cite("split"))
    t.scratch["shown"].add(other)
    for bet in staked_on(t, hand, seat):
        t.add_bet(seat, SPLIT_WAGER, stake=bet.stake, hand=other.number, on=added_to(t, bet))
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
        Action(COVER, sum(bet.stake for bet in staked), "both hands"),
    )
    reply = yield from t.ask(seat, actions, t.cite("behind"), hand=hand)
    for bet in staked:
        if reply == COVER:
            t.add_bet(seat, SPLIT_WAGER, stake=bet.stake, hand=other.number, on=added_to(t, bet))
        elif reply == SECOND_HAND:
            bet.hand = other.number
