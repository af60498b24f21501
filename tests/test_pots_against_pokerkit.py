"""Hands of no limit and pot limit hold'em with random all-ins: PokerKit comes to the same chips, to the cent."""

import os
import random
from typing import Any

import pytest

from pitboss import open_table
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Ask
from pitboss.engine.round import Round
from pitboss.money import dollars

pokerkit = pytest.importorskip("pokerkit")

HANDS = int(os.environ.get("PITBOSS_HANDS", "250"))
CHIP = SMALL = 2520
BIG = 2 * CHIP
"""Amounts that up to ten winners share without odd cents: PokerKit mucks beaten hands first, and then puts pots
together that only the same players can still win, so that it finds fewer odd chips than there are pots to share."""
FORMS = {"no_limit": 38, "pot_limit": 57}
"""Schedules that take no fee from the pot."""


@pytest.mark.parametrize("form", FORMS)
def test_pots_and_winners_are_those_that_pokerkit_finds(form: str) -> None:
    rng = random.Random(form)
    amounts = {"small_blind": dollars(SMALL), "big_blind": dollars(BIG), "smallest_chip": "0.01"}
    options = {"schedule_option": FORMS[form], "raise_cap": "lifted", **amounts}
    table = open_table("california/texas-holdem", options=options, seed=5)
    side_pots = showdowns = split = 0
    for _ in range(HANDS):
        seats = sorted(rng.sample(range(1, 11), rng.randint(3, 9)))
        stacks = {seat: CHIP * rng.choice([rng.randint(2, 16), rng.randint(2, 120)]) for seat in seats}
        played = table.deal(
            {seat: {} for seat in seats}, stacks={seat: dollars(stack) for seat, stack in stacks.items()}
        )
        said = []
        while played.asking:
            ask = played.asking[0]
            word = answer(ask, rng)
            if word == "fold" and ("check" in ask.names or rng.random() < 0.6):
                word = ask.names[0]  # PokerKit lets nobody fold who may check
            said.append((ask.seat, word, ask.reply(word)[1]))
            played.act(word)
        wanted = dealt_again(form, played, stacks, said)
        assert {seat: stacks[seat] + net for seat, net in played.net.items()} == wanted
        pots = [event.text for event in played.events if event.kind == "award"]
        side_pots += len(pots) > 1
        split += any(text.count("to seat") > 1 for text in pots)
        showdowns += any(event.kind == "reveal" for event in played.events)
    assert side_pots > HANDS / 10 and showdowns > HANDS / 4 and split > HANDS / 200


def answer(ask: Ask, rng: random.Random) -> str:
    """Something that a seat may do, with an amount in whole chips."""
    action = rng.choice(ask.actions)
    least, most = -(-action.least // CHIP), action.cost // CHIP
    if not action.step:
        return action.name
    return f"{action.name} {dollars(CHIP * rng.randint(least, most))}" if least <= most else ask.names[0]


def dealt_again(form: str, played: Round, stacks: dict[int, int], said: list[tuple[int, str, int]]) -> dict[int, int]:
    """The chips of every seat after the same hand was dealt by PokerKit."""
    first = next(event.seat for event in played.events if event.kind == "blind")
    seats = sorted(stacks)
    order = seats[seats.index(first) :] + seats[: seats.index(first)]
    state = new_state(form, [stacks[seat] for seat in order])
    held = {Hand(name): cards for name, cards in played.hands.items()}
    for place in range(2):
        for seat in order:
            state.deal_hole(held[Hand.of(seat)][place])
    answers = list(said)
    board = list(held.get(Hand("community"), []))
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            count = state.board_dealing_count
            state.deal_board("".join(board[:count]))
            del board[:count]
        elif state.actor_index is not None:
            if not answers or answers[0][0] != order[state.actor_index]:
                assert state.checking_or_calling_amount == 0, "PokerKit asks a big blind that can only check"
                state.check_or_call()
                continue
            _, word, cost = answers.pop(0)
            match word.split()[0]:
                case "fold":
                    state.fold()
                case "check" | "call":
                    state.check_or_call()
                case _:
                    state.complete_bet_or_raise_to(state.bets[state.actor_index] + cost)
    assert not answers
    return {seat: int(state.stacks[at]) for at, seat in enumerate(order)}


def new_state(form: str, stacks: list[int]) -> Any:
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
    kind = pokerkit.NoLimitTexasHoldem
    if form == "pot_limit":
        kind = type("PotLimitTexasHoldem", (kind,), {"betting_structure": pokerkit.BettingStructure.POT_LIMIT})
    return kind.create_state(by_itself, True, 0, (SMALL, BIG), BIG, stacks, len(stacks))
