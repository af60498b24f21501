"""Hands of every pot game played at random: PokerKit, dealt the same cards and actions, asks the same players, asks
for the same amounts and comes to the same chips.

What is not compared, because PokerKit is known to have other rules there or to be wrong:

- fees and rake; it asks its rake once per pot, and the comparison is dealt without any;
- odd chips; it mucks beaten hands first and then puts pots together that only the same players can still win, so that
  it finds fewer odd chips than there are pots to share. Amounts here divide evenly among up to nine winners;
- high-low with side pots of which some have a low hand and some have none: it gives such a low half away;
- Short Deck hands with both a straight and three of a kind: there the straight beats the three of a kind;
- raises of the bring in: it completes a bring in to the lower limit, where California adds the limit to it, and it
  takes no bring in as high as the limit;
- five-card stud that opens with an ace: its high card is razz's, where the ace is the lowest card;
- 2-7 low with A-2-3-4-5 as a straight, Chapter 4's own reading: it is dealt with the option by which it is none;
- spread and half-pot limits, which it does not have: the hands are played at no limit, and what may be bet is not
  compared; nor is the most where the house caps raises without limits;
- who has acted and then meets an all-in for less than a full bet or raise: it lets him raise, where that counts as a
  call here (A23 of Chapter 4);
- a big blind that is all in for less: it has only that to be called, and no player here has so few chips;
- a joker, Badugi's seventh seat and Chinese Poker, which it does not have;
- cards that run out: the games are dealt to so few that they last.
"""

import os
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from pitboss.engine.events import SURVEILLANCE
from pitboss.engine.round import Round
from pitboss.games.pot.contest import contest_of
from pitboss.games.pot.stakes import Stakes
from pot_play import Played, Said, free_table, random_hand, straight_and_three

pokerkit = pytest.importorskip("pokerkit")

HANDS = int(os.environ.get("PITBOSS_HANDS", "60"))
HIGH, OMAHA, LOW = ("StandardHighHand",), ("OmahaHoldemHand",), ("RegularLowHand",)
BOARD, STUD, DRAW = "board", "stud", "draw"
NO_CODE_FOR_LIMIT = ("spread_limit", "half_pot_limit")
DEEP_CAP = {"raises_per_round": 10}


@dataclass(frozen=True)
class Variant:
    """A game of ours and what PokerKit has to be told of it; ``part`` is how many of all hands are dealt."""

    entry: str
    options: Mapping[str, Any]
    kinds: tuple[str, ...]
    own: int = 2
    part: int = 1
    form: str = BOARD
    draws: int = 0
    most: int = 9
    deck: str = "STANDARD"
    opens: str = "LOW_CARD"
    shows: str = "HIGH_HAND"
    lifts_cap: bool = False
    avoided: tuple[str, ...] = field(default=("open", "bet_upper"))


def california(game: str, schedule: int, kinds: tuple[str, ...], capped: bool = False, **more: Any) -> Variant:
    lifted = {} if capped else {"raise_cap": "lifted"}
    return Variant(f"california/{game}", {"schedule_option": schedule, **lifted}, kinds, lifts_cap=True, **more)


def chapter4(variant: str, kinds: tuple[str, ...], structure: str = "no_limit", /, **more: Any) -> Variant:
    options = {"variant": variant, "betting_structure": structure, **more.pop("options", {})}
    if structure not in ("fixed_limit", "split_limit"):
        options |= DEEP_CAP
    return Variant("chapter4/poker", options, kinds, **more)


ANTE = {"ante": "2520.00"}
FIVE_DOWN = {"form": DRAW, "own": 5, "draws": 1, "most": 5}
SEVEN_CARDS = {"form": STUD, "own": 3, "most": 6, "options": ANTE}
VARIANTS = {
    "hold'em, no limit": california("texas-holdem", 38, HIGH),
    "hold'em, pot limit": california("texas-holdem", 57, HIGH),
    "hold'em, limit": california("texas-holdem", 4, HIGH, capped=True, part=4),
    "Omaha, pot limit": california("omaha", 23, OMAHA, own=4, part=6),
    "Omaha, no limit": california("omaha", 31, OMAHA, own=4, part=8),
    "Omaha high-low, limit": california(
        "omaha-high-low-split", 4, (*OMAHA, "OmahaEightOrBetterLowHand"), capped=True, own=4, part=8
    ),
    "Omaha high-low, no limit": california(
        "omaha-high-low-split", 31, (*OMAHA, "OmahaEightOrBetterLowHand"), own=4, part=8
    ),
    "Big O, no limit": california("big-o-high-low-split", 4, (*OMAHA, "OmahaEightOrBetterLowHand"), own=5, part=12),
    "Short Deck, no limit": california(
        "short-deck-holdem", 2, ("ShortDeckHoldemHand",), deck="SHORT_DECK_HOLDEM", part=4
    ),
    "stud": california("seven-card-stud", 3, HIGH, capped=True, form=STUD, own=3, most=7, part=6),
    "stud high-low": california(
        "seven-card-stud-high-low-split",
        3,
        (*HIGH, "EightOrBetterLowHand"),
        capped=True,
        form=STUD,
        own=3,
        most=7,
        part=6,
    ),
    "Chapter 4 hold'em, split limit": chapter4("texas_holdem", HIGH, "split_limit", part=4),
    "Chapter 4 hold'em, fixed limit": chapter4("texas_holdem", HIGH, "fixed_limit", part=4),
    "Chapter 4 hold'em, no limit with antes": chapter4("texas_holdem", HIGH, part=3, options=ANTE),
    "Chapter 4 hold'em, pot limit": chapter4("texas_holdem", HIGH, "pot_limit", part=3),
    "Chapter 4 hold'em, half pot limit": chapter4("texas_holdem", HIGH, "half_pot_limit", part=4),
    "Chapter 4 hold'em, flexible limit": chapter4("texas_holdem", HIGH, "flexible_limit", part=4),
    "Chapter 4 Omaha, pot limit": chapter4("omaha", OMAHA, "pot_limit", own=4, part=6),
    "Chapter 4 Big Omaha, no limit": chapter4("omaha", OMAHA, own=5, part=10, options={"omaha_hole_cards": 5}),
    "Crazy Pineapple, no limit": chapter4("crazy_pineapple", HIGH, part=4),
    "five-card draw, no limit": chapter4("five_card_high_draw", HIGH, part=3, **FIVE_DOWN),
    "five-card draw, split limit": chapter4("five_card_high_draw", HIGH, "split_limit", part=4, **FIVE_DOWN),
    "five-card low draw, A-5": chapter4("five_card_low_draw", LOW, part=3, **FIVE_DOWN),
    "five-card low draw, 2-7, three draws": chapter4(
        "five_card_low_draw",
        ("StandardLowHand",),
        "split_limit",
        part=4,
        **(FIVE_DOWN | {"draws": 3, "most": 3}),
        options={"low_method": "27", "deuce_seven_wheel_is_straight": False, "draws": 3},
    ),
    "five-card high-low draw": chapter4("five_card_high_low_draw", (*HIGH, *LOW), part=4, **FIVE_DOWN),
    "Badugi, split limit": chapter4(
        "badugi", ("BadugiHand",), "split_limit", form=DRAW, own=4, draws=3, most=4, part=4
    ),
    "five-card stud": chapter4(
        "five_card_stud", HIGH, part=2, form=STUD, own=2, most=9, opens="HIGH_CARD", options=ANTE
    ),
    "seven-card high stud": chapter4("seven_card_high_stud", HIGH, part=4, **SEVEN_CARDS),
    "seven-card high stud, split limit": chapter4("seven_card_high_stud", HIGH, "split_limit", part=6, **SEVEN_CARDS),
    "seven-card low stud": chapter4(
        "seven_card_low_stud", LOW, part=4, opens="HIGH_CARD", shows="LOW_HAND", **SEVEN_CARDS
    ),
    "seven-card high-low stud": chapter4("seven_card_high_low_stud", (*HIGH, *LOW), part=6, **SEVEN_CARDS),
}


@pytest.mark.parametrize("title", VARIANTS)
def test_pots_and_winners_are_those_that_pokerkit_finds(title: str) -> None:
    variant, rng = VARIANTS[title], random.Random(title)
    table = free_table(variant.entry, variant.options)
    limit = Stakes.of(table.setup).form == "limit"
    seen: Counter[str] = Counter()
    hands = HANDS // variant.part
    for _ in range(hands):
        for name in ("small_blind", "in_game"):  # PokerKit knows no dead blinds and nobody who comes in later
            table.carry.pop(name, None)
        hand = random_hand(table, rng, most=variant.most, avoided=variant.avoided)
        pots = [event.text for event in hand.played.events if event.kind == "award"]
        seen["side pots"] += any(text.startswith("side") for text in pots)
        seen["split"] += any(text.count("to seat") > 1 for text in pots)
        seen["showdown"] += any(event.kind == "reveal" for event in hand.played.events)
        seen["low"] += any(", low" in text for text in pots)
        if why := not_compared(variant, hand.played, pots):
            seen[why] += 1
            continue
        wanted = dealt_again(variant, hand)
        assert {seat: hand.stacks[seat] + net for seat, net in hand.played.net.items()} == wanted
        seen["compared"] += 1
    assert seen["compared"] > hands / 2 and seen["showdown"] > hands / 4, seen
    if not limit:
        assert seen["side pots"] > hands / 10, seen
    if len(variant.kinds) > 1:
        assert seen["low"] > hands / 20, seen


def not_compared(variant: Variant, played: Round, pots: list[str]) -> str:
    """Why PokerKit is known to come to something else."""
    if len(variant.kinds) > 1 and len({"low" in text for text in pots if not text.startswith("the pot")}) > 1:
        lows = {text.split(":")[0].split(",")[0] for text in pots if ", low" in text}
        every = {text.split(":")[0].split(",")[0] for text in pots}
        if lows != every:
            return "a side pot without a low hand"
    if variant.deck != "STANDARD" and straight_and_three(played):
        return "a straight and three of a kind"
    if variant.own == 2 and variant.form == STUD and any(up[0][0] == "A" for up in contest_of(played).up.values()):
        return "an ace opens"
    return ""


def dealt_again(variant: Variant, hand: Played) -> dict[int, int]:
    """The chips of every seat after the same hand was dealt by PokerKit, which asks the same on the way."""
    contest = contest_of(hand.played)
    order = contest.order
    state = new_state(variant, contest.stakes, [hand.stacks[seat] for seat in order])
    dealt, discards, board = all_that_was_dealt(variant, hand)
    wagers = [said for said in hand.said if said.words.split()[0] not in ("pat", "discard")]
    street, acted = None, set[int]()
    while state.status:
        if state.street_index != street and state.actor_index is not None:
            street, acted = state.street_index, set[int]()
            if variant.lifts_cap:
                lift_cap(state, sum(state.statuses))
        if state.can_burn_card():
            state.burn_card("??")
        elif state.stand_patter_or_discarder_index is not None:
            state.stand_pat_or_discard("".join(discards[order[state.stand_patter_or_discarder_index]].pop(0)))
        elif state.can_deal_hole():
            state.deal_hole(dealt[order[state.hole_dealee_index]].pop(0))
        elif state.can_deal_board():
            count = state.board_dealing_count
            state.deal_board("".join(board[:count]))
            del board[:count]
        elif state.actor_index is not None:
            if not wagers or wagers[0].seat != order[state.actor_index]:
                if state.can_post_bring_in():
                    state.post_bring_in()
                    continue
                assert state.checking_or_calling_amount == 0, "PokerKit asks a blind that can only check"
                state.check_or_call()
                continue
            said = wagers.pop(0)
            asks_the_same(state, contest.stakes.form, said, said.seat in acted)
            acted.add(said.seat)
            match said.words.split()[0]:
                case "fold":
                    state.fold()
                case "check" | "call":
                    state.check_or_call()
                case "bring_in":
                    state.post_bring_in()
                case _:
                    state.complete_bet_or_raise_to(state.bets[state.actor_index] + said.cost)
    assert not wagers
    return {seat: int(state.stacks[at]) for at, seat in enumerate(order)}


def asks_the_same(state: Any, form: str, said: Said, has_acted: bool) -> None:
    """What is to be called, whether it may be raised and between what amounts, are what PokerKit has."""
    actions = {action.name: action for action in said.ask.actions}
    if state.bring_in and state.street_index == 0:
        return
    to_call = actions["call"].cost if "call" in actions else 0
    assert to_call == state.checking_or_calling_amount
    mine = state.bets[state.actor_index]
    named = actions.get("raise") or actions.get("bet")
    may_raise = named is not None or "all_in" in actions
    assert may_raise == state.can_complete_bet_or_raise_to() or (has_acted and not may_raise), said
    if named is None or form in NO_CODE_FOR_LIMIT:
        return
    least = named.least if named.step else mine + named.cost
    most = named.cost if named.step else mine + named.cost
    assert least == state.min_completion_betting_or_raising_to_amount, (said, mine)
    assert most == state.max_completion_betting_or_raising_to_amount, (said, mine)


def all_that_was_dealt(
    variant: Variant, hand: Played
) -> tuple[dict[int, list[str]], dict[int, list[list[str]]], list[str]]:
    """The cards of each seat in the order in which they came, its discards of each draw, and the board.

    A card that is returned in Crazy Pineapple might as well never have been dealt.
    """
    order = contest_of(hand.played).order
    dealt: dict[int, list[str]] = {seat: [] for seat in order}
    discards: dict[int, list[list[str]]] = {seat: [] for seat in order}
    for event in hand.played.view(SURVEILLANCE):
        if event.kind == "deal" and event.seat is not None:
            dealt[event.seat] += event.cards
        elif event.kind == "decision" and event.text == "pat":
            discards[event.seat or 0].append([])
        elif event.kind == "discard" and event.seat is not None:
            if variant.draws:
                discards[event.seat].append([*event.cards])
            else:
                dealt[event.seat].remove(event.cards[0])
    return dealt, discards, [*hand.played.hands.get("community", ())]


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
    structures = {"limit": "FIXED_LIMIT", "pot_limit": "POT_LIMIT"}
    return pokerkit.State(
        by_itself,
        getattr(pokerkit.Deck, variant.deck),
        tuple(getattr(pokerkit, kind) for kind in variant.kinds),
        streets_of(variant, stakes),
        getattr(pokerkit.BettingStructure, structures.get(stakes.form, "NO_LIMIT")),
        True,
        stakes.ante,
        (stakes.small, stakes.big) if stakes.big else 0,
        stakes.bring_in,
        stacks,
        len(stacks),
    )


def streets_of(variant: Variant, stakes: Stakes) -> tuple[Any, ...]:
    """What is dealt before each round of betting, who opens it, and by how much it is bet and raised."""
    limit, opening = stakes.form == "limit", pokerkit.Opening
    cap, first_cap = (4, 3) if limit else (None, None)
    dealt: list[tuple[tuple[bool, ...], int, bool]]
    match variant.form:
        case "stud":
            down = variant.own - 1
            later = [((True,), 0, False)] * 3 + ([((False,), 0, False)] if down == 2 else [])
            dealt, opens, then = [((*(False,) * down, True), 0, False), *later], variant.opens, variant.shows
        case "draw":
            dealt = [((False,) * variant.own, 0, False), *[((), 0, True)] * variant.draws]
            opens = then = "POSITION"
        case _:
            dealt = [((False,) * variant.own, 0, False), ((), 3, False), ((), 1, False), ((), 1, False)]
            opens = then = "POSITION"
    found = []
    for number, (hole, board, draws) in enumerate(dealt):
        least = stakes.size("lower" if number < len(dealt) // 2 else "upper")
        most = first_cap if number == 0 and stakes.big else cap
        who = getattr(opening, then if number else opens)
        found.append(pokerkit.Street(number > 0, hole, board, draws, who, least, most))
    return tuple(found)
