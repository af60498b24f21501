"""Spanish 21 and Double Attack Blackjack at random, with people behind others' boxes and things that go wrong.

Every round is replayed, and what the first bettor of each box won on the hands is worked out once more from the cards
alone, as the rulebook's table of results has it.
"""

import contextlib
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from blackjack_variants import table
from dealing import random_call
from pitboss import settle
from pitboss.engine.round import Round
from pitboss.errors import Refused

SPANISH, ATTACK = "massachusetts-2020/spanish-21", "massachusetts-2020/double-attack-blackjack"
ON_HANDS = ("main", "initial", "double_attack", "split", "double_down")
VALUES = {**{str(pips): pips for pips in range(2, 10)}, **dict.fromkeys("JQK", 10), "A": 11}
SHARED = {"bettors_per_box": 3}


def total(hand: Sequence[str]) -> int:
    count = sum(VALUES[card[0]] for card in hand)
    aces = sum(card[0] == "A" for card in hand)
    while count > 21 and aces:
        count, aces = count - 10, aces - 1
    return count


def bonus_odds(hand: Sequence[str]) -> Fraction:
    """Section 5(f) of Spanish 21, for a hand that won undoubled."""
    ranks, suits = "".join(sorted(card[0] for card in hand)), {card[1] for card in hand}
    if ranks in ("678", "777"):
        return Fraction(3, 2) if len(suits) > 1 else Fraction(3) if suits == {"s"} else Fraction(2)
    by_number = {5: Fraction(3, 2), 6: Fraction(2)}
    return Fraction(1) if len(hand) < 5 or total(hand) < 21 else by_number.get(len(hand), Fraction(3))


class Box:
    """The hands of a box and what its first bettor did with them."""

    def __init__(self, round: Round, seat: int) -> None:
        self.hands = [[str(card) for card in round.hands[hand]] for hand in round.hands_of(seat)]
        self.rows = [row for row in round.settlements if row.seat == seat and row.wager in ON_HANDS]
        self.first = next(row.staked for row in self.rows if row.wager in ("main", "initial"))

    def staked(self, number: int, *wagers: str) -> int:
        rows = (row for row in self.rows if row.hand == number)
        return sum(row.staked for row in rows if not wagers or row.wager in wagers)

    def came_to(self, number: int, word: str) -> bool:
        return any(row.hand == number and word in row.reason for row in self.rows)

    @property
    def net(self) -> int:
        return sum(row.net for row in self.rows)


def spanish_by_hand(box: Box, dealer: Sequence[str], literal: bool) -> Fraction:
    wager, theirs = Fraction(box.first), total(dealer)
    split, blackjack = len(box.hands) > 1, len(dealer) == 2 and theirs == 21
    nets, lost_before = [], Fraction(0)
    for number, hand in enumerate(box.hands, start=1):
        ours, double = total(hand), box.staked(number, "double_down")
        if box.came_to(number, "rescued"):
            lost_before += wager
            nets.append(-wager)
        elif ours > 21:
            lost_before += wager + double
            nets.append(-wager - double)
        elif box.came_to(number, "surrendered"):
            nets.append(-wager / 2)
        elif ours == 21 and len(hand) == 2 and not split:
            nets.append(wager * (1 if literal and theirs != 21 else Fraction(3, 2)))
        elif blackjack:
            nets.append(Fraction(0))
        elif ours == 21 and len(hand) == 2 and theirs == 21 and literal:
            nets.append(wager * Fraction(3, 2))
        elif theirs > 21 or ours > theirs or ours == 21:
            nets.append(Fraction(wager + double) if double else wager * bonus_odds(hand))
        else:
            nets.append(Fraction(0) if ours == theirs else -wager - double)
    dealt = not split and len(box.hands[0]) == 2 and total(box.hands[0]) == 21
    if blackjack and not dealt:
        return -max(wager, lost_before)
    return sum(nets, Fraction(0))


def attack_by_hand(box: Box, dealer: Sequence[str], literal: bool) -> Fraction:
    theirs, split = total(dealer), len(box.hands) > 1
    if len(dealer) == 2 and theirs == 21:
        given_up = any(box.came_to(number, "surrendered") for number in range(1, len(box.hands) + 1))
        dealt = not split and len(box.hands[0]) == 2 and total(box.hands[0]) == 21
        return Fraction(0 if dealt and not given_up else -box.first)
    net = Fraction(0)
    for number, hand in enumerate(box.hands, start=1):
        stakes, ours = Fraction(box.staked(number)), total(hand)
        dealt = not split and len(hand) == 2 and ours == 21
        if ours > 21:
            net -= stakes
        elif box.came_to(number, "surrendered"):
            net -= stakes / 2
        elif theirs > 21 or ours > theirs or dealt:
            net += stakes
        elif ours < theirs:
            net -= stakes
    return net


def deal_at_random(sat: Any, main: str, rng: random.Random, call_rate: float) -> Round:
    boxes = rng.sample(range(1, 7), rng.randint(1, 3))
    wagers = {box: {main: rng.choice(["10", "25", "3.50"])} for box in boxes}
    behind = {8 + number: rng.choice(boxes) for number in range(rng.randint(0, 2))}
    wagers |= {seat: {main: "20"} for seat in behind}
    round: Round = sat.deal(wagers, says={seat: [f"behind {box}"] for seat, box in behind.items()})
    while round.asking:
        ask = rng.choice(round.asking)
        if rng.random() < call_rate and (call := random_call(sat.setup, sorted(boxes), wagers, rng)) is not None:
            with contextlib.suppress(Refused):
                round.call(call)
            continue
        gladly = next((name for name in ("split", "double_attack", "double") if name in ask.names), "")
        round.act(gladly if gladly and rng.random() < 0.6 else ask.random_answer(rng), ask.seat)
    return round


@pytest.mark.parametrize("mode", ("no_hole", "hole_down", "hole_down_reader"))
@pytest.mark.parametrize("entry", (SPANISH, ATTACK))
def test_rounds_on_shared_boxes_come_out_as_the_cards_say_and_replay(entry: str, mode: str) -> None:
    rng = random.Random(f"{entry} {mode}")
    by_hand = spanish_by_hand if entry == SPANISH else attack_by_hand
    main = "main" if entry == SPANISH else "initial"
    literal = {"two_card_21_pay": "literal_5e"} if entry == SPANISH and mode == "hole_down" else {}
    sat = table(entry, 3, second_card=mode, **SHARED, **literal)
    rounds, compared = [], 0
    for number in range(70):
        calm = number % 3 > 0
        round = deal_at_random(sat, main, rng, 0 if calm else 0.1)
        assert sum(round.ledger.values()) == 0
        rounds.append(round)
        if calm and not round.void:
            dealer = [str(card) for card in round.hands["dealer"]]
            for seat in [seat for seat in round.seats if seat < 8]:
                box = Box(round, seat)
                assert box.net == by_hand(box, dealer, bool(literal)), (box.hands, dealer, box.rows)
                compared += 1
    assert compared > 60
    for (_, replayed), played in zip(settle(sat.record().to_toml()).rounds, rounds, strict=True):
        assert replayed.events == played.events
        assert replayed.settlements == played.settlements
