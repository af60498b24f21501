"""The players' turns of no-bust blackjack: insurance and even money, and what is done with each hand.

Several people may wager on one hand. One of them decides for it; the others say for themselves whether they double,
split and surrender.
"""

from collections.abc import Sequence
from dataclasses import replace

from pitboss.engine.fees import COLLECTION_FEE
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.round import Round
from pitboss.engine.script import Script, Talk
from pitboss.equipment.cards import known
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    bets_on,
    bettors,
    boxes,
    drop_those_behind,
    held,
    mark,
    note_before_split,
    stake_on,
    staked_on,
)
from pitboss.games.blackjack.no_bust import out_of_turn
from pitboss.games.blackjack.no_bust.no_bust_rules import (
    NoBustRules,
    dealer_draws,
    most_insurance,
    moves,
    players_natural,
)
from pitboss.games.blackjack.rules import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Held, named_up
from pitboss.games.poker.kit import clockwise_from
from pitboss.money import money

INSURE, NO_INSURANCE, EVEN_MONEY, COMPONENTS = "insure", "no_insurance", "even_money", "literal_components"
STAY, NO_DOUBLE, COVER, FIRST_HAND = "stay", "no_double", "cover", "first_hand"
GAVE_UP = "gave up"
PLAYER_DEALER, RIGHT = "player_dealer", "right"


def in_order(t: Round, places: Sequence[int], start: str, button: int | None = None) -> list[int]:
    """Places clockwise from the house dealer's left, the player-dealer's or the action button; or from the right."""
    assert t.player_dealer is not None
    if start == RIGHT:
        return sorted(places, reverse=True)
    first = t.player_dealer.seat + 1 if start == PLAYER_DEALER else button or 1
    return clockwise_from(sorted(places), first)


def held_by(t: Round, hand: Hand, seat: int) -> Held:
    """A hand as it stands for one of those who wager on it: given up or not."""
    return replace(held(t, hand), surrendered=(hand, seat) in t.scratch.get(GAVE_UP, ()))


def still_in(t: Round, hand: Hand) -> list[int]:
    """Who has a wager on a hand that is neither settled nor given up: the seated player first."""
    return [
        seat
        for seat in bettors(t, hand.owner or 0)
        if seat not in t.out
        and not held_by(t, hand, seat).surrendered
        and any(not bet.outcome for bet in staked_on(t, hand, seat))
    ]


def decides(t: Round, hand: Hand) -> int | None:
    """Who decides for a hand: the seated player, or whoever has the most money on it.

    Where several have the most, it is one who paid a collection, the seated player first.
    """
    seats = still_in(t, hand)
    if not seats or (t.term("behind") or {}).get("decides") != "most_money":
        return next(iter(seats), None)
    most = max(stake_on(t, hand, seat) for seat in seats)
    equal = [seat for seat in seats if stake_on(t, hand, seat) == most]
    paid = {fee.seat for fee in t.fees if fee.what == COLLECTION_FEE}
    return next((seat for seat in equal if seat in paid), equal[0])


# -- Insurance --------------------------------------------------------------------------------------------------------


def insure(t: Round) -> Script:
    """Against an ace every wager may be insured; a natural may take even money where that is offered."""
    known(t.hands[DEALER][:1], "the player-dealer's")
    if not t.term("insurance") or named_up(t.hands[DEALER][0]) != "ace":
        return
    for place in in_order(t, boxes(t), t.term("play")):
        for seat in bettors(t, place):
            yield from _insure_hand(t, t.hand(place), seat)


def _insure_hand(t: Round, hand: Hand, seat: int) -> Script:
    assert t.player_dealer is not None
    rules = NoBustRules.of(t.setup)
    yield from t.moment("insurance")
    drop_those_behind(t)
    for bet in staked_on(t, hand, seat):
        most = most_insurance(rules, bet.stake)
        step = 0 if rules.insured_exactly else t.setup.offer(INSURANCE).unit
        actions = [Action(NO_INSURANCE)]
        if most:
            actions.append(Action(INSURE, most, "that the player-dealer's second card counts ten", step=step))
        if rules.even_money and players_natural(rules, held(t, hand)):
            actions.append(Action(EVEN_MONEY, *_even_money(rules, bet.stake)))
        reply = yield from t.ask(seat, actions, t.cite("insurance"), hand=hand)
        if reply == EVEN_MONEY and rules.even_money != COMPONENTS:
            if not t.player_dealer.exhausted:  # else it has no action, as everything that is settled later
                t.settle(bet, EVEN_MONEY)
        elif reply == EVEN_MONEY:
            t.add_bet(seat, INSURANCE, stake=bet.stake // 2, hand=hand.number)
        elif reply.startswith(INSURE):
            t.add_bet(seat, INSURANCE, stake=amount_named(reply) if step else most, hand=hand.number)


def _even_money(rules: NoBustRules, stake: int) -> tuple[int, str]:
    """What even money costs, and how it is put."""
    return (stake // 2, "as insurance for half") if rules.even_money == COMPONENTS else (0, "be paid 1 to 1 now")


# -- A player's hands -------------------------------------------------------------------------------------------------


def take_turns(t: Round, no_draw: bool = False) -> Script:
    """Each position in turn; then those that were skipped. Without a draw, only cards that are missing are dealt."""
    for place in in_order(t, boxes(t), t.term("play")):
        if place in t.scratch.get(out_of_turn.SECOND_IN_TURN, ()) and place not in t.out:
            t.deal(t.hand(place), t.cite("hit"))
        if not no_draw:
            yield from play_hand(t, t.hand(place))
    for hand in out_of_turn.skipped_hands(t):
        yield from play_hand(t, hand)


def play_hand(t: Round, hand: Hand, only: Sequence[str] = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)) -> Script:
    """Hit, stand, double, split or surrender as the chart lets, until the hand is finished.

    ``only`` is what may be done first, where that is less than the rules allow.
    """
    rules = NoBustRules.of(t.setup)
    while _moves(t, rules, hand):
        t.scratch[out_of_turn.TURN] = hand
        yield from t.moment("play")
        drop_those_behind(t)
        if not (offered := [move for move in _moves(t, rules, hand) if move in only]):
            return
        if SURRENDER in offered and not (yield from _others_may_surrender(t, hand)):
            continue
        seat = decides(t, hand)
        if seat is None or out_of_turn.is_skipped(t, hand):
            continue
        if out_of_turn.is_absent(t, seat):
            reply = HIT if dealer_draws(rules, t.hands[hand]) else STAND
            t.event("remedy", t.cite("dealer"), f"the hand is played by the Banker's rule: {reply}", seat=seat)
        else:
            reply = yield from t.ask(seat, _actions(t, hand, seat, offered), t.cite("play"), hand=hand)
        drop_those_behind(t)
        if not reply:
            continue
        only = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)
        out_of_turn.note_act(t, hand, reply.partition(" ")[0])
        match reply.partition(" ")[0]:
            case "stand":
                return
            case "hit":
                t.deal(hand, t.cite("hit"))
            case "double":
                yield from _double(t, hand, seat, reply)
            case "surrender":
                t.scratch.setdefault(GAVE_UP, set()).add((hand, seat))
            case "split":
                yield from _play_split_hands(t, hand, seat)
                return


def _moves(t: Round, rules: NoBustRules, hand: Hand) -> tuple[str, ...]:
    """What may be done with a hand; nothing for one that is settled, given up, or played later."""
    if hand.owner in t.out or out_of_turn.is_skipped(t, hand) or not still_in(t, hand):
        return ()
    return moves(rules, held(t, hand))


def _actions(t: Round, hand: Hand, seat: int, offered: Sequence[str]) -> list[Action]:
    stake = stake_on(t, hand, seat)
    every = [
        Action(STAND),
        Action(HIT),
        Action(DOUBLE, stake, "for one more card", step=_double_step(t)),
        Action(SPLIT, stake, "for two hands"),
        Action(SURRENDER, text=f"give up half of {money(stake)}"),
    ]
    return [action for action in every if action.name in offered]


def _others_may_surrender(t: Round, hand: Hand) -> Talk[bool]:
    """Whoever wagers on the hand and does not decide for it may give up by himself; the others play on.

    False where something was called in between that may have changed the hand: then everybody is asked again.
    """
    for seat in _others(t, hand, decides(t, hand)):
        give_up = Action(SURRENDER, text=f"give up half of {money(stake_on(t, hand, seat))}")
        answer = yield from t.ask(seat, (Action(STAY), give_up), t.cite("behind"), hand=hand, default=STAY)
        if answer == SURRENDER:
            t.scratch.setdefault(GAVE_UP, set()).add((hand, seat))
        elif not answer:
            return False
    return True


def _others(t: Round, hand: Hand, decider: int | None) -> list[int]:
    """Those who wager on a hand, are there, and do not decide for it."""
    return [seat for seat in still_in(t, hand) if seat != decider and not out_of_turn.is_absent(t, seat)]


def _follows(t: Round, hand: Hand, seat: int, actions: tuple[Action, Action]) -> Talk[str]:
    """Whether somebody else who wagers on a hand does as was decided for it; asked again if something is called."""
    answer = ""
    while not answer and seat not in t.out:
        answer = yield from t.ask(seat, actions, t.cite("behind"), hand=hand)
    return answer


# -- Doubling and splitting -------------------------------------------------------------------------------------------


def _double_step(t: Round) -> int:
    """Where a double may be for less, the amount is named."""
    return t.setup.offer(DOUBLE_WAGER).unit if NoBustRules.of(t.setup).double_for_less else 0


def _double(t: Round, hand: Hand, decider: int, reply: str) -> Script:
    """One more card and no other; whoever else wagers on the hand doubles as well, or takes the card for nothing."""
    _add_double(t, hand, decider, reply)
    for seat in _others(t, hand, decider):
        double = Action(DOUBLE, stake_on(t, hand, seat), "for the one card", step=_double_step(t))
        answer = yield from _follows(t, hand, seat, (Action(NO_DOUBLE), double))
        if answer.partition(" ")[0] == DOUBLE:
            _add_double(t, hand, seat, answer)
    if hand.owner in t.out:
        return
    mark(t, hand, doubled=True)
    t.deal(hand, t.cite("double"))


def _add_double(t: Round, hand: Hand, seat: int, reply: str) -> None:
    amount = amount_named(reply) if _double_step(t) else stake_on(t, hand, seat)
    t.add_bet(seat, DOUBLE_WAGER, stake=amount, hand=hand.number)


def _play_split_hands(t: Round, hand: Hand, decider: int) -> Script:
    """The first hand gets its second card and is finished before the second one gets any.

    Whoever else wagers on the hand covers both, or plays only the first hand to act.
    """
    note_before_split(t, hand)
    began_as = held(t, hand).began_as
    others = _others(t, hand, decider)
    other = t.split(hand, t.cite("split"))
    for each in (hand, other):
        mark(t, each, split=True, began_as=began_as)
    _cover(t, hand, other, decider)
    for seat in others:
        actions = (
            Action(FIRST_HAND, text="play only the first hand"),
            Action(COVER, stake_on(t, hand, seat), "both hands"),
        )
        if (yield from _follows(t, hand, seat, actions)) == COVER:
            _cover(t, hand, other, seat)
    for each in (hand, other):
        if hand.owner in t.out:
            return
        if any(not bet.outcome for bet in bets_on(t, each)):
            t.deal(each, t.cite("split"))
            yield from play_hand(t, each)


def _cover(t: Round, hand: Hand, other: Hand, seat: int) -> None:
    t.add_bet(seat, SPLIT_WAGER, stake=stake_on(t, hand, seat), hand=other.number)
