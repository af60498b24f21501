"""Hands of every pot game played at random: PokerKit, dealt the same cards and actions, comes to the same chips.

What is not compared, because PokerKit is known to have other rules there or to be wrong:

- fees; it asks its rake once per pot, and the comparison is dealt without any;
- odd chips; it mucks beaten hands first and then puts pots together that only the same players can still win, so that
  it finds fewer odd chips than there are pots to share. Amounts here divide evenly among up to nine winners;
- high-low with side pots of which some have a low hand and some have none: it gives such a low half away;
- Short Deck hands with both a straight and three of a kind: there the straight beats the three of a kind;
- raises of the bring in: it completes a bring in to the lower limit, where California adds the limit to it, and it
  takes no bring in as high as the limit.
"""

import os
import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pitboss.engine.hands import Hand
from pitboss.engine.questions import Ask
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.games.pot.contest import contest_of
from pitboss.games.pot.stakes import Stakes
from pitboss.hands.made import fives
from pitboss.hands.short_deck import short_deck_hand
from pitboss.money import dollars
from pitboss.rulebook import Setup, load

pokerkit = pytest.importorskip("pokerkit")

HANDS = int(os.environ.get("PITBOSS_HANDS", "60"))
CHIP = SMALL = 2520
BIG = 2 * CHIP


@dataclass(frozen=True)
class Variant:
    """A game of ours and what PokerKit has to be told of it; ``part`` is how many of all hands are dealt."""

    name: str
    schedule: int
    own: int
    kinds: tuple[str, ...]
    part: int = 1
    stud: bool = False
    deck: str = "STANDARD"
    options: tuple[tuple[str, Any], ...] = ()


HIGH, OMAHA = ("StandardHighHand",), ("OmahaHoldemHand",)
LIFTED = (("raise_cap", "lifted"),)
VARIANTS = {
    "hold'em, no limit": Variant("texas-holdem", 38, 2, HIGH, options=LIFTED),
    "hold'em, pot limit": Variant("texas-holdem", 57, 2, HIGH, options=LIFTED),
    "hold'em, limit": Variant("texas-holdem", 4, 2, HIGH, 4),
    "Omaha, pot limit": Variant("omaha", 23, 4, OMAHA, 6, options=LIFTED),
    "Omaha, no limit": Variant("omaha", 31, 4, OMAHA, 8, options=LIFTED),
    "Omaha high-low, limit": Variant("omaha-high-low-split", 4, 4, (*OMAHA, "OmahaEightOrBetterLowHand"), 8),
    "Omaha high-low, no limit": Variant(
        "omaha-high-low-split", 31, 4, (*OMAHA, "OmahaEightOrBetterLowHand"), 8, options=LIFTED
    ),
    "Big O, no limit": Variant("big-o-high-low-split", 4, 5, (*OMAHA, "OmahaEightOrBetterLowHand"), 12, options=LIFTED),
    "Short Deck, no limit": Variant(
        "short-deck-holdem", 2, 2, ("ShortDeckHoldemHand",), 4, deck="SHORT_DECK_HOLDEM", options=LIFTED
    ),
    "stud": Variant("seven-card-stud", 3, 3, HIGH, 6, stud=True),
    "stud high-low": Variant("seven-card-stud-high-low-split", 3, 3, (*HIGH, "EightOrBetterLowHand"), 6, stud=True),
}


@pytest.mark.parametrize("title", VARIANTS)
def test_pots_and_winners_are_those_that_pokerkit_finds(title: str) -> None:
    variant, rng = VARIANTS[title], random.Random(title)
    table = table_without_fees(variant)
    limit = Stakes.of(table.setup).form == "limit"
    seen: Counter[str] = Counter()
    hands = HANDS // variant.part
    for _ in range(hands):
        most = 7 if variant.stud else min(table.setup.seats, 9)
        seats = sorted(rng.sample(range(1, table.setup.seats + 1), rng.randint(3, most)))
        deep = 1_000 if limit else 0
        stacks = {seat: CHIP * (deep or rng.choice([rng.randint(2, 16), rng.randint(2, 120)])) for seat in seats}
        played = table.deal({seat: {} for seat in seats}, stacks={s: dollars(stack) for s, stack in stacks.items()})
        said = []
        while played.asking:
            ask = played.asking[0]
            word = answer(ask, rng, first_round=len(played.hands[Hand.of(ask.seat)]) == 3 and variant.stud)
            said.append((ask.seat, word, ask.reply(word)[1]))
            played.act(word)
        pots = [event.text for event in played.events if event.kind == "award"]
        seen["side pots"] += any(text.startswith("side") for text in pots)
        seen["split"] += any(text.count("to seat") > 1 for text in pots)
        seen["showdown"] += any(event.kind == "reveal" for event in played.events)
        seen["low"] += any(", low" in text for text in pots)
        if why := not_compared(variant, played, pots):
            seen[why] += 1
            continue
        wanted = dealt_again(variant, played, stacks, said)
        assert {seat: stacks[seat] + net for seat, net in played.net.items()} == wanted
        seen["compared"] += 1
    assert seen["compared"] > hands / 2 and seen["showdown"] > hands / 4, seen
    if not limit:
        assert seen["side pots"] > hands / 10, seen
    if len(variant.kinds) > 1:
        assert seen["low"] > hands / 20, seen


def table_without_fees(variant: Variant) -> Table:
    entry = load(f"california/{variant.name}")
    options: dict[str, Any] = {"schedule_option": variant.schedule, "smallest_chip": "0.01", **dict(variant.options)}
    if "big_blind" in entry.options:
        options |= {"small_blind": dollars(SMALL), "big_blind": dollars(BIG)}
    setup = Setup.of(entry, options)
    assert setup.schedule is not None
    free = {"pot": {}, "half_hour": [], "small_blind": "0", "players": None}
    setup = replace(setup, schedule=setup.schedule.model_copy(update=free), worked_out={})
    stakes = Stakes.of(setup)
    if stakes.form == "limit":
        setup.worked_out["stakes"] = replace(
            stakes,
            lower=BIG,
            upper=2 * BIG,
            ante=CHIP if variant.stud else 0,
            bring_in=CHIP if variant.stud else 0,
        )
    return Table(setup, game_of(entry), seed=5)


def answer(ask: Ask, rng: random.Random, first_round: bool) -> str:
    """Something that a seat may do, with an amount in whole chips; PokerKit lets nobody fold who may check."""
    able = [action for action in ask.actions if action.name not in ("open", "bet_upper")]
    if first_round:  # see above: how a bring in is raised
        able = [action for action in able if action.name in ("bring_in", "call", "fold")]
    action = rng.choice(able)
    if action.name == "fold" and ("check" in ask.names or rng.random() < 0.6):
        action = able[0]
    least, most = -(-action.least // CHIP), action.cost // CHIP
    if not action.step:
        return action.name
    return f"{action.name} {dollars(CHIP * rng.randint(least, most))}" if least <= most else ask.names[0]


def not_compared(variant: Variant, played: Round, pots: list[str]) -> str:
    """Why PokerKit is known to come to something else."""
    if len(variant.kinds) > 1 and len({"low" in text for text in pots if not text.startswith("the pot")}) > 1:
        lows = {text.split(":")[0].split(",")[0] for text in pots if ", low" in text}
        every = {text.split(":")[0].split(",")[0] for text in pots}
        if lows != every:
            return "a side pot without a low hand"
    if variant.deck != "STANDARD" and len(contest_of(played).active) > 1:
        board = played.hands["community"]
        held = [played.hands[Hand.of(seat)] for seat in contest_of(played).active]
        names = {name for cards in held for five in fives(cards, board, None) for name in short_deck_hand(five).names}
        if {"straight", "three_of_a_kind"} <= names:
            return "a straight and three of a kind"
    return ""


def dealt_again(
    variant: Variant, played: Round, stacks: dict[int, int], said: list[tuple[int, str, int]]
) -> dict[int, int]:
    """The chips of every seat after the same hand was dealt by PokerKit."""
    contest = contest_of(played)
    order = contest.order
    state = new_state(variant, contest.stakes, [stacks[seat] for seat in order])
    held = {Hand(name): list(cards) for name, cards in played.hands.items()}
    answers = list(said)
    board = held.get(Hand("community"), [])
    street = None
    while state.status:
        if state.street_index != street and state.actor_index is not None:
            street = state.street_index
            lift_cap(state, sum(state.statuses))
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_hole():
            seat = order[state.hole_dealee_index]
            state.deal_hole(held[Hand.of(seat)].pop(0))
        elif state.can_deal_board():
            count = state.board_dealing_count
            state.deal_board("".join(board[:count]))
            del board[:count]
        elif state.actor_index is not None:
            if not answers or answers[0][0] != order[state.actor_index]:
                if state.can_post_bring_in():
                    state.post_bring_in()
                    continue
                assert state.checking_or_calling_amount == 0, "PokerKit asks a blind that can only check"
                state.check_or_call()
                continue
            _, word, cost = answers.pop(0)
            match word.split()[0]:
                case "fold":
                    state.fold()
                case "check" | "call":
                    state.check_or_call()
                case "bring_in":
                    state.post_bring_in()
                case _:
                    state.complete_bet_or_raise_to(state.bets[state.actor_index] + cost)
    assert not answers
    return {seat: int(state.stacks[at]) for at, seat in enumerate(order)}


def lift_cap(state: Any, players: int) -> None:
    """No cap of raises in a round that only two players begin."""
    if players == 2:
        streets = list(state.streets)
        streets[state.street_index] = replace(state.street, max_completion_betting_or_raising_count=None)
        state.streets = tuple(streets)


def new_state(variant: Variant, stakes: Stakes, stacks: list[int]) -> Any:
    automation = pokerkit.Automation
    by_itself = (
        automation.ANTE_POSTING,
        automation.BET_COLLECTION,
        automation.BLIND_OR_STRADDLE_POSTING,
        automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        automation.HAND_KILLING,
        automation.CHIPS_PUSHING,
        automation.CHIPS_PULLING,
    )
    structure = {"limit": "FIXED_LIMIT", "no_limit": "NO_LIMIT", "pot_limit": "POT_LIMIT"}[stakes.form]
    limit = stakes.form == "limit"
    low, high = (stakes.lower, stakes.upper) if limit else (stakes.big, stakes.big)
    opening, cap = pokerkit.Opening, 4 if limit else None
    if variant.stud:
        down, up = opening.LOW_CARD, opening.HIGH_HAND
        streets = (
            pokerkit.Street(False, (False, False, True), 0, False, down, low, cap),
            pokerkit.Street(True, (True,), 0, False, up, low, cap),
            *(pokerkit.Street(True, (True,), 0, False, up, high, cap) for _ in range(2)),
            pokerkit.Street(True, (False,), 0, False, up, high, cap),
        )
    else:
        at = opening.POSITION
        streets = (
            pokerkit.Street(False, (False,) * variant.own, 0, False, at, low, 3 if limit else None),
            pokerkit.Street(True, (), 3, False, at, low, cap),
            *(pokerkit.Street(True, (), 1, False, at, high, cap) for _ in range(2)),
        )
    return pokerkit.State(
        by_itself,
        getattr(pokerkit.Deck, variant.deck),
        tuple(getattr(pokerkit, kind) for kind in variant.kinds),
        streets,
        getattr(pokerkit.BettingStructure, structure),
        True,
        stakes.ante,
        (stakes.small, stakes.big) if stakes.big else 0,
        stakes.bring_in,
        stacks,
        len(stacks),
    )
