"""The wagers beside a hand of blackjack a second way: every card of a tiny deck through the script, and many rounds."""

import os
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from blackjack_variants import natural, played, total
from house_fixtures import dear
from pitboss.equipment.cards import Card, cards
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.blackjack import sides
from pitboss.solve.blackjack.pieces import Pack
from pitboss.solve.prices import Prices

BLACKJACK = "massachusetts-2020/blackjack"
FREE_BET = "massachusetts-2020/free-bet-blackjack"
DOUBLE_ATTACK = "massachusetts-2020/double-attack-blackjack"
SPANISH = "massachusetts-2020/spanish-21"
WHEEL = {40: 30, 50: 15, 75: 4, 500: 1}
STREAK = {"streak": True, "splits": 2, "surrender": True}
SPIN = {"bonus_spin": True, "bonus_wheel_sections": WHEEL}
FULL = pytest.mark.skipif(not os.environ.get("PITBOSS_FULL"), reason="takes long; PITBOSS_FULL=1 runs it")
ROUNDS = 60_000 if os.environ.get("PITBOSS_FULL") else 800
Options = dict[str, Any]


# -- Every card of a tiny deck ----------------------------------------------------------------------------------------


def solved(entry: str, options: Options, wager: str, pack: Pack, patch: pytest.MonkeyPatch) -> Fraction:
    """The edge by the mathematics, out of another pack than the entry's."""
    setup = Setup.of(load(entry), options)
    patch.setattr(sides.Pack, "of", classmethod(lambda cls, setup: pack))
    found = dict(sides.side_wager(setup, Prices(setup), wager, lambda: pytest.fail("nobody plays by a chart")))
    return found[wager].house_edge


def netted(entry: str, options: Options, wager: str, hand: str, dealer: str, *actions: str, **more: Any) -> Fraction:
    """What a wager of 5 netted by the script, as a part of it."""
    main = "main" if entry == SPANISH else "initial" if entry == DOUBLE_ATTACK else "blackjack"
    wagers = {main: 10, wager: 5} | ({"trilux": 5} if wager == "super3" else {})
    seat = {"wagers": wagers, "cards": hand, "actions": list(actions)}
    round = played(entry, {1: seat}, dealer, options=options, **more)
    return Fraction(next(row.net for row in round.settlements if row.wager == wager), 500)


def dealers(pack: Pack) -> Iterator[tuple[Fraction, tuple[Card, ...]]]:
    """Every hand of a dealer who stands on every 17, card by card, with its chance."""

    def go(hand: tuple[Card, ...], left: tuple[Card, ...], chance: Fraction) -> Iterator[tuple[Fraction, Any]]:
        if len(hand) >= 2 and total(hand) >= 17:
            yield chance, hand
            return
        for at, card in enumerate(left):
            yield from go((*hand, card), left[:at] + left[at + 1 :], chance / len(left))

    yield from go((), pack.deck * pack.decks, Fraction(1))


@pytest.mark.parametrize("table", ["A", "B"])
def test_push_22_of_a_tiny_deck_comes_to_what_every_dealers_hand_is_paid(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fives, sevens and tens of four suits: 5-7-T and 5-5-5-7 are 22, of one suit, one colour, or neither."""
    pack, options = Pack(tuple(Card(rank + suit) for rank in "57T" for suit in "shdc"), 1), {"push_22_table": table}

    @cache
    def paid(hand: tuple[str, ...]) -> Fraction:
        return netted(FREE_BET, options, "push_22", "Th 9d", " ".join(hand), "stand")

    whole = lost = Fraction(0)
    for chance, hand in dealers(pack):
        whole += chance
        # Whatever does not come to 22 is lost: one hand of each number of cards stands for all of them.
        lost -= chance * paid(hand if total(hand) == 22 else ("Ts", "7s") if len(hand) == 2 else ("Ts", "5s", "5h"))
    assert whole == 1
    assert solved(FREE_BET, options, "push_22", pack, monkeypatch) == lost


@pytest.mark.parametrize("entry", [BLACKJACK, DOUBLE_ATTACK])
def test_the_optional_bonus_of_a_tiny_deck_comes_to_what_every_third_card_is_paid(
    entry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Soft 17 stands, a dealer's blackjack loses, and three eights of one suit or colour are paid by themselves."""
    pack = Pack(cards("As Kh 6d 8s 8c 9h"), 3)
    options: Options = {"optional_bonus": True} if entry == BLACKJACK else {}
    first = () if entry == BLACKJACK else ("no_double_attack",)

    @cache
    def paid(dealer: tuple[str, ...]) -> Fraction:
        insured = ("no_insurance",) if dealer[0] == "As" else ()
        while total([Card(card) for card in dealer]) < 17:  # the hand goes on for the other wager
            dealer = (*dealer, "Kh")
        return netted(entry, options, "optional_bonus", "Kd 9d", " ".join(dealer), *first, *insured, "stand")

    lost, deals = Fraction(0), 0
    for three in permutations(pack.deck * pack.decks, 3):
        lost -= paid(three[:2] if total(three[:2]) >= 17 else three)
        deals += 1
    assert solved(entry, options, "optional_bonus", pack, monkeypatch) == lost / deals


@pytest.mark.parametrize("returned", [False, True])
def test_the_bonus_spin_of_a_tiny_deck_comes_to_what_every_two_cards_and_section_win(
    returned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack, options = Pack(cards("As Kd Qs 9h"), 2), SPIN | {"bonus_spin_stake_returned": returned}

    @cache
    def paid(two: tuple[str, ...]) -> Fraction:
        hand = " ".join(two)
        if not natural([Card(card) for card in two]):
            return netted(SPANISH, options, "bonus_spin", hand, "9c Jh", "stand")
        spun = (
            many * netted(SPANISH, options, "bonus_spin", hand, "9c Jh", bonus_wheel=str(prize))
            for prize, many in WHEEL.items()
        )
        return sum(spun, Fraction(0)) / sum(WHEEL.values())

    deals = list(permutations(pack.deck * pack.decks, 2))
    lost = -sum((paid(two) for two in deals), Fraction(0)) / len(deals)
    assert solved(SPANISH, options, "bonus_spin", pack, monkeypatch) == lost


SEVEN_EIGHT_NINE = Pack(cards("7s 8s 9s 9h"), 3)
"""Straights, flushes, three of a kind, each of one suit too, spreads and matches; no blackjack."""


@pytest.mark.parametrize(
    ("options", "wager"),
    [
        ({"trilux": "2"}, "trilux"),
        ({"trilux": "1", "super_3": True}, "super3"),
        *(pytest.param({"trilux": table}, "trilux", marks=FULL) for table in "134"),
        pytest.param({"twenty_one_plus_three": "B"}, "twenty_one_plus_three", marks=FULL),
        pytest.param({"match_the_dealer": "6_deck"}, "match_the_dealer", marks=FULL),
        pytest.param({"in_between": "A"}, "in_between", marks=FULL),
    ],
)
def test_two_cards_and_the_up_card_of_a_tiny_deck_come_to_what_every_deal_is_paid(
    options: Options, wager: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    @cache
    def paid(two: tuple[str, ...], up: str) -> Fraction:
        return netted(BLACKJACK, options, wager, " ".join(two), f"{up} Td", "stand")

    deals = list(permutations(SEVEN_EIGHT_NINE.deck * SEVEN_EIGHT_NINE.decks, 3))
    lost = -sum((paid(tuple(sorted(deal[:2])), deal[2]) for deal in deals), Fraction(0)) / len(deals)
    assert solved(BLACKJACK, options, wager, SEVEN_EIGHT_NINE, monkeypatch) == lost


# -- Many rounds ------------------------------------------------------------------------------------------------------


@dear
@pytest.mark.parametrize(
    ("entry", "options", "wager"),
    [
        (FREE_BET, {}, "push_22"),
        (BLACKJACK, {"optional_bonus": True}, "optional_bonus"),
        (SPANISH, SPIN, "bonus_spin"),
        (BLACKJACK, STREAK, "streak_2"),
        (BLACKJACK, STREAK, "streak_5"),
        pytest.param(BLACKJACK, STREAK, "streak_3", marks=FULL),
        pytest.param(BLACKJACK, STREAK, "streak_4", marks=FULL),
        pytest.param(BLACKJACK, {"buster": "A"}, "buster", marks=FULL),
        pytest.param(BLACKJACK, {"additional_wager": "same_suit"}, "same_suit", marks=FULL),
        pytest.param(SPANISH, {}, "match_the_dealer", marks=FULL),
    ],
)
def test_rounds_by_the_script_come_to_the_exact_edge(entry: str, options: Options, wager: str) -> None:
    """Within four standard errors; hands are played by the chart, streaks go on from round to round."""
    main = "main" if entry == SPANISH else "blackjack"
    plan = plan_of(entry, options, rounds=ROUNDS, seed=22, wagers={main: 10, wager: 5})
    found = simulate(plan, engine="script", workers=1).wagers[wager]
    exact = analyze(Setup.of(load(entry), options), wagers=[wager]).wagers[wager]
    assert found.sums.decided > ROUNDS / 5 and found.hit_frequency > 0
    assert found.standard_error is not None
    assert abs(float(found.house_edge - exact.house_edge)) < 4 * float(found.standard_error)
