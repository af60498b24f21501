"""Pai Gow Poker with bonus wagers: seven cards set into five and two, against a dealer or a player who takes the bank.

Seven hands are dealt whoever plays; dice, a number or a button say where the deal begins. The house banks the bonus
wagers in any case. In some variants a worthless hand of the dealer's returns every wager on the hands.
"""

from collections.abc import Iterator
from functools import partial

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk, carried
from pitboss.equipment.cards import Card
from pitboss.games import laid_out
from pitboss.games.pai_gow import against_bank, bonus_wagers, cards_in_two, offered_bank
from pitboss.games.pai_gow.against_bank import DEALER, DISCARD, SURRENDER, bank_hand, players
from pitboss.games.pai_gow.bonuses import FIRST_THREE, RETURNING
from pitboss.games.pai_gow.cards_in_two import SIZE
from pitboss.games.pai_gow.offered_bank import DEALERS_CASES, DEALERS_WAGER, banker
from pitboss.games.pai_gow.setting import (
    BOTH_HIGHER,
    HIGH,
    LOW,
    Parts,
    house_sets,
    players_set_in_turn,
    setting_of,
    show,
)
from pitboss.games.pai_gow.start import (
    BUTTON,
    DICE,
    NUMBER,
    in_order_of_the_deal,
    move_button,
    order_from,
    position_words,
    starting_position,
)
from pitboss.rulebook.remedies import REMEDIES

MAIN = "pai_gow_poker"
POSITIONS = 7
FOULED, RETURNED, LOST = "fouled_hand", "dealer_returns_all", "lost"
BANK_MISSET = "bank_hand_misset"
STACK, THREE_THEN_FOUR, BACK_AND_FORTH = "stack_", "three_then_four", "back_and_forth"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    yield from offered_bank.announce(t, MAIN)
    yield from _deal(t)
    yield from t.moment("hands")
    yield from _set(t)
    yield from t.moment("house_set")
    yield from _reset_bank(t)
    given_up = yield from against_bank.surrender(t, bonus_wagers.may_surrender(t, players(t, MAIN)))
    against_bank.dealer_against_bank(t, parts_of(t))
    _expose(t, given_up)
    yield from t.moment("bonuses")
    _settle_bonuses(t, given_up)
    offered_bank.close(t)
    offered_bank.pass_on(t, MAIN)
    move_button(t, POSITIONS)


# -- dealing ----------------------------------------------------------------------------------------------------------


def _deal(t: Round) -> Script:
    """To every position, clockwise from the first; but three and four cards only to those who wagered."""
    if t.term("deal") == THREE_THEN_FOUR:
        yield from _three_then_four(t)
    elif t.term("deal") == BACK_AND_FORTH or (banker(t) and t.term("bank_picks_stack")):
        yield from t.moment("deal")
        t.event("dealt", t.cite("deal"), "seven stacks of seven cards lie before the dealer")
        first_stack = yield from _pick_stack(t)
        yield from t.moment("start")
        _deal_from(t, _start(t), first_stack)
    else:
        yield from t.moment("start")
        start = _start(t)
        yield from t.moment("deal")
        _deal_from(t, start)


def _pick_stack(t: Round) -> Talk[int]:
    """A player who banks picks the stack that goes first; counted from the left, from 0."""
    if not banker(t) or not t.term("bank_picks_stack"):
        return 0
    stacks = [Action(f"{STACK}{number}") for number in range(1, POSITIONS + 1)]
    answer = yield from t.ask(banker(t), stacks, t.cite("bank_picks_stack"), default=stacks[0].name)
    return int(answer.removeprefix(STACK)) - 1


def _start(t: Round) -> int | None:
    """Where the deal begins, and with it the wagers on the number; None where a record does not tell."""
    start = starting_position(t, POSITIONS, banker(t))
    if start is not None:
        t.event("first hand", t.cite("start"), f"the first hand goes to {position_words(start)}")
    drawn = start is not None and t.term("start") == NUMBER
    bonus_wagers.settle_numbers(t, (start - banker(t)) % POSITIONS + 1 if drawn and start is not None else None)
    return start


def _three_then_four(t: Round) -> Script:
    """From the far left, the dealer last; whoever wagered on three cards is settled with before the other four."""
    order = [*sorted({*players(t, MAIN), banker(t)} - {0}, reverse=True), 0]
    yield from t.moment("deal")
    _deal_to(t, [position for position in order for _ in range(FIRST_THREE)])
    bonus_wagers.settle_three_cards(t)
    yield from t.moment("second_deal")
    _deal_to(t, [position for position in order for _ in range(SIZE - FIRST_THREE)])


def _deal_from(t: Round, start: int | None, first_stack: int = 0) -> None:
    order = order_from(start or 0, POSITIONS, clockwise=True)
    _deal_to(t, in_order_of_the_deal(t.term("deal"), order[-first_stack:] + order[:-first_stack], SIZE))


def _deal_to(t: Round, positions: Iterator[int] | list[int]) -> None:
    for position in positions:
        hand = against_bank.hand_at(t, position, MAIN)
        empty = hand == DISCARD
        t.deal(hand, t.cite("empty_positions" if empty else "deal"), seen_by=NOBODY if empty else OWNER)


# -- setting ----------------------------------------------------------------------------------------------------------


def parts_of(t: Round) -> Parts:
    """Five cards and two, as this rulebook ranks them and this house sets them."""
    return cards_in_two.parts_of(t.setup)


def _set(t: Round) -> Script:
    """The players set, then the bank; but where the dealer's hand is played face up, it comes first."""
    if t.term("dealer_sets") != "first":
        yield from against_bank.set_hands(t, parts_of(t), MAIN)
        _tell_if_returned(t)
        return
    house_sets(t, parts_of(t), DEALER, t.cite("house_sets"))
    _tell_if_returned(t)
    yield from t.moment("hands")  # what is called from here on strikes when the dealer's hand lies open
    wagered = {bet.seat: bet.stake for bet in t.bets_on(MAIN)}
    yield from players_set_in_turn(t, parts_of(t), wagered, t.cite("set"))


def _reset_bank(t: Round) -> Script:
    """A player who banks cannot foul his hand: the dealer sets it again."""
    if banker(t) and parts_of(t).foul(setting_of(t, bank_hand(t))):
        yield from t.found(BANK_MISSET)


# -- settling ---------------------------------------------------------------------------------------------------------


def _expose(t: Round, given_up: list[int]) -> None:
    """Hands are exposed from the dealer's right, and settled with; winners at once, or when all are exposed."""
    for seat in given_up:
        _settle(t, seat, SURRENDER)
    cases = {seat: _case(t, seat) for seat in players(t, MAIN) if seat not in given_up}
    wait = banker(t) or t.term("pay_winners") == "last"
    last = [seat for seat in cases if wait and cases[seat] == BOTH_HIGHER]
    for seat in [*(seat for seat in cases if seat not in last), *last]:
        _settle(t, seat, cases[seat])


def _case(t: Round, seat: int) -> str:
    """What a hand comes to once it is turned up; what of the dealer's hand returns all wagers comes first."""
    hand, case = against_bank.shown_case(t, parts_of(t), seat)
    if _returns_all(t):
        return RETURNED
    if seat in t.scratch.get(LOST, {}):
        return str(t.scratch[LOST][seat])
    return FOULED if parts_of(t).foul(hand) else case


def _returns_all(t: Round) -> bool:
    """True where the dealer's hand is the one with which this variant returns every wager on the hands."""
    name = t.term("dealer_returns_all")
    dealer = setting_of(t, DEALER)
    return bool(name) and RETURNING[name].holds((*dealer[HIGH], *dealer[LOW]), dealer[LOW])


def _tell_if_returned(t: Round) -> None:
    if _returns_all(t):
        what = RETURNING[t.term("dealer_returns_all")].words
        t.event("push", t.cite("dealer_returns_all"), f"the dealer has {what}: wagers on the hands push")


def _settle(t: Round, seat: int, case: str) -> None:
    bet = t.bet(seat, MAIN)
    assert bet is not None
    t.settle(bet, case)


def _settle_bonuses(t: Round, given_up: list[int]) -> None:
    """The house's wagers on the cards; a hand that was given up is looked at only where one of its own hangs on it."""
    seats = players(t, MAIN)
    envied = [*seats, *([banker(t)] if banker(t) and (t.term("envy") or {}).get("of_bank") else [])]
    for seat in given_up:
        if bonus_wagers.on_own_cards(t, seat):
            show(t, Hand.of(seat), t.cite("compare"))
    holders = [seat for seat in envied if seat not in given_up or bonus_wagers.on_own_cards(t, seat)]
    bonus_wagers.settle_bonuses(t, seats, partial(_seven, t), holders)


def _seven(t: Round, seat: int) -> tuple[Card, ...]:
    setting = setting_of(t, Hand.of(seat))
    return (*setting[HIGH], *setting[LOW])


# -- irregularities ---------------------------------------------------------------------------------------------------


def _hand_loses(t: Round, call: Call) -> bool:
    """The hand was set so that it loses of itself."""
    rule, _ = t.setup.irregularities[call.id]
    t.scratch.setdefault(LOST, {})[call.seat] = call.id
    t.event("remedy", rule.cite, REMEDIES["hand_loses"].sentence, seat=call.seat)
    return False


def _refuse(t: Round, call: Call) -> bool:
    """A wager that is not allowed goes back; whoever has none on the hands is then out of the round."""
    rule, _ = t.setup.irregularities[call.id]
    laid_out.refuse(t, call)
    main = t.bet(call.seat or 0, MAIN)
    if main is not None and main.outcome == "void":
        t.void_undecided(main.seat, rule.trigger, rule.cite)
    return False


def _reset_house_hand(t: Round, call: Call) -> bool:
    return against_bank.reset_house_hand(t, call, parts_of(t))


def _reset_bank_hand(t: Round, call: Call) -> bool:
    """The dealer sets the hand of a player who banks as he would his own."""
    rule, _ = t.setup.irregularities[call.id]
    if banker(t):
        against_bank.set_anew(t, parts_of(t), bank_hand(t), rule.cite)
    return False


def _play_or_void(t: Round, call: Call) -> Script:
    """The player plays the hand, or takes back whatever is not decided; a bank's takes the round with it."""
    rule, _ = t.setup.irregularities[call.id]
    seat = call.seat or 0
    if seat == banker(t):
        _reverse_contributions(t, call)
        raise RoundOver("void", rule.trigger, rule.cite, decided_stands=True)
    keep, void = Action("keep_hand", text="the hand stands"), Action("void_hand", text="the hand is void")
    if (yield from t.ask(seat, (keep, void), rule.cite)) == void.name:
        for bet in [bet for bet in t.bets if bet.seat == seat and not bet.outcome]:
            t.unfeed(bet, rule.cite)
        t.void_undecided(seat, rule.trigger, rule.cite)


def _reverse_contributions(t: Round, call: Call) -> bool:
    """Wagers that go back have added nothing to a meter."""
    rule, _ = t.setup.irregularities[call.id]
    for bet in [bet for bet in t.bets if not bet.outcome]:
        t.unfeed(bet, rule.cite)
    return False


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "start", "second_deal", "hands", "house_set", "bonuses"),
    hands=(DEALER, DISCARD),
    reads=cards_in_two.reads,
    advise=cards_in_two.advise,
    draws=(DICE, NUMBER, "house_set"),
    carries=offered_bank.CARRIED | carried(BUTTON, public=True),
    terms=(
        f"{offered_bank.TERMS} {against_bank.TERMS} {cards_in_two.TERMS} {bonus_wagers.TERMS} start dice deal "
        "empty_positions pay_winners bank_picks_stack? dealer_sets? dealer_returns_all?"
    ),
    settles={
        MAIN: Judged(
            "both_higher high_only low_only copy both_lower fouled_hand wrong_split surrender dealer_returns_all?"
        ),
        DEALERS_WAGER: Judged(DEALERS_CASES),
        **bonus_wagers.SETTLES,
    },
    spots=bonus_wagers.spots,
    spot=bonus_wagers.spot,
    left=offered_bank.left,
    shown=offered_bank.shown,
    admit=partial(offered_bank.admit, main=MAIN),
    may_bank=offered_bank.may_bank,
    remedies={
        "refuse": _refuse,
        "hand_loses": _hand_loses,
        "reset_house_hand": _reset_house_hand,
        "reset_bank_hand": _reset_bank_hand,
        "play_or_void_hand": _play_or_void,
        "reverse_contributions": _reverse_contributions,
    },
)
