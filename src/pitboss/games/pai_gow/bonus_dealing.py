"""Dealing Pai Gow Poker with bonus wagers: where the deal begins, in what order, and what is settled on the way."""

from collections.abc import Iterator

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Script, Talk
from pitboss.games.pai_gow import against_bank, bonus_wagers
from pitboss.games.pai_gow.against_bank import DISCARD, players
from pitboss.games.pai_gow.bonus_wagers import MAIN
from pitboss.games.pai_gow.bonuses import FIRST_THREE
from pitboss.games.pai_gow.cards_in_two import SIZE
from pitboss.games.pai_gow.offered_bank import banker
from pitboss.games.pai_gow.start import NUMBER, in_order_of_the_deal, order_from, position_words, starting_position

POSITIONS = 7
STACK, THREE_THEN_FOUR, BACK_AND_FORTH = "stack_", "three_then_four", "back_and_forth"
STACKS = tuple(f"{STACK}{number}" for number in range(1, POSITIONS + 1))
TERMS = "start dice deal empty_positions bank_picks_stack?"
"""The terms of an entry that are needed here."""


def deal(t: Round) -> Script:
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
    stacks = [Action(stack) for stack in STACKS]
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
