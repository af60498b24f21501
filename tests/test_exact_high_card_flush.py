"""The mathematics of High Card Flush: counts by another way, closed forms, and what is published."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.equipment.cards import RANKS, SUITS, Card
from pitboss.games.poker.flushes import decisive, qualifies
from pitboss.games.poker.kit import UNQUALIFIED, compare
from pitboss.hands.flush import flush_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker import high_card_flush
from pitboss.solve.poker.opponents import CASES
from pitboss.solve.poker.raised import average
from pitboss.solve.prices import Prices

ENTRY = "massachusetts-2020/high-card-flush"


def solved(wager: str = "ante", **options: Any) -> Any:
    return analyze(Setup.of(load(ENTRY), options), wagers=[wager])


def edge(wager: str, **options: Any) -> Fraction:
    found: Fraction = solved(wager, **options).wagers[wager].house_edge
    return found


def masks_of(hand: Any) -> list[int]:
    return [sum(1 << card.rank - 2 for card in hand if card.suit == suit) for suit in SUITS]


@pytest.mark.parametrize("tiebreak", ["card_by_card", "top_card_only"])
def test_dealers_are_counted_suit_by_suit_as_listing_them_does(tiebreak: str) -> None:
    """Seven cards against seven out of sixteen, four ranks of each suit, every dealer's hand dealt."""
    from pitboss.solve.poker.flush_kernel import compare_with_dealers

    setup = Setup.of(load(ENTRY), {"tiebreak": tiebreak})
    deck = [Card(rank + suit) for rank in "38TJ" for suit in SUITS]
    every = sum(1 << RANKS.index(rank) for rank in "38TJ")
    rng = random.Random(7)
    for _ in range(60):
        hand = rng.sample(deck, 7)
        ours = flush_hand(hand)
        listed = [0] * len(CASES)
        for dealers in combinations([card for card in deck if card not in hand], 7):
            theirs = flush_hand(dealers)
            case = compare(decisive(setup, ours), decisive(setup, theirs)) if qualifies(setup, theirs) else UNQUALIFIED
            listed[CASES.index(case)] += 1
        masks = masks_of(hand)
        flush = max(mask for mask in masks if mask.bit_count() == ours.size)
        counts = np.zeros(4, dtype=np.int64)
        left = np.array([every & ~mask for mask in masks], dtype=np.int64)
        top_only, nine = tiebreak == "top_card_only", 1 << RANKS.index("9")
        ways = np.zeros((4, 8), dtype=np.int64)
        compare_with_dealers(left, ours.size, flush, comb(9, 7), 3, nine, top_only, ways, counts)
        assert counts.tolist() == listed, hand


def test_hands_have_flushes_and_straight_flushes_as_often_as_closed_forms_say() -> None:
    setup = Setup.of(load(ENTRY))
    names = high_card_flush.counted(setup, high_card_flush.raises(Prices(setup)), lambda done: None).names
    assert names.sum() == comb(52, 7)
    sizes = names.sum(axis=(1, 2, 3)).tolist()
    assert sizes[4:] == [4 * comb(13, size) * comb(39, 7 - size) for size in (4, 5, 6, 7)]
    high, low = names.sum(axis=(0, 2, 3)), names.sum(axis=(0, 1, 3))
    assert (high[7], low[7]) == (4 * 7, 4 * 8), "by their top cards"
    # Six in a row, and a seventh card that does not go on with them at either end.
    assert (high[6], low[6]) == (4 * (2 * 45 + 6 * 44), 4 * (2 * 45 + 7 * 44))


def test_the_best_play_loses_266_basis_points_of_the_ante() -> None:
    """Published is 2.64% (Wizard of Odds, High Card Flush). Counted exactly, and listed for single hands, the rules
    come to 2.66%: the published figure is met to two hundredths of a percent and not to its last digit."""
    ante = solved().wagers["ante"]
    assert f"{float(ante.house_edge):.2%}" == "2.66%" and abs(float(ante.house_edge) - 0.0264) < 0.0003
    assert f"{float(ante.element_of_risk):.2%}" == "1.56%"


def test_raising_ten_eight_six_or_better_costs_about_what_is_published() -> None:
    """C. Mousseau's rule costs 0.06% of the Ante, says the same page; counted it costs 0.05%."""
    costs = {rule: float(row["costs"]) for rule, row in solved().strategy["simple_rules"].items()}
    rule = min(costs, key=lambda each: costs[each])
    assert "T-8-6" in rule and f"{costs[rule]:.2%}" == "0.05%"


def test_jack_high_is_always_raised_and_nine_high_never() -> None:
    rule = solved().strategy["rule"]
    assert "J-3-2 or better" in rule and "fold less than three cards of a suit, T-3-2" in rule


def test_the_flush_bonus_is_a_matter_of_counting() -> None:
    counts = [4 * comb(13, size) * comb(39, 7 - size) for size in (7, 6, 5, 4)]
    for table, pays in {"A": (300, 100, 10, 1), "D": (300, 75, 5, 2), "H": (1000, 50, 10, 1)}.items():
        won = sum(count * (pay + 1) for count, pay in zip(counts, pays, strict=True))
        assert edge("flush_bonus", flush_bonus=table) == 1 - Fraction(won, comb(52, 7))


def test_the_straight_flush_bonus_fits_what_is_published_with_a_low_ace_only() -> None:
    """13.11% is published for table A (Wizard of Odds, High Card Flush); counted it is 13.09% with a low ace, and
    20.51% without one, so that the published game has the ace low as well."""
    low = edge("straight_flush_bonus", straight_flush_bonus="A", ace_low_in_straight_flush=True)
    high = edge("straight_flush_bonus", straight_flush_bonus="A")
    assert (f"{float(low):.2%}", f"{float(high):.2%}") == ("13.09%", "20.51%")
    assert abs(float(low) - 0.1311) < 0.0003


def test_the_progressive_is_lost_with_the_hands_that_are_folded() -> None:
    """Against the same hands never folded: what the fold of three small cards in sequence costs."""
    wager = solved("progressive", progressive="A").wagers["progressive"]
    assert "would win it and are folded" in wager.note and 0 < wager.house_edge < 1


def test_rounds_dealt_agree_with_the_exact_edge_of_raising_always() -> None:
    setup = Setup.of(load(ENTRY))
    priced = high_card_flush.raises(Prices(setup))
    deals = high_card_flush.counted(setup, priced, lambda done: None)
    exact = -average(high_card_flush.by_rule(priced, deals, lowest=0b11), priced)
    plan = plan_of(ENTRY, rounds=1_000, seed=3, wagers={"ante": 10}, strategy="first")
    found = simulate(plan, workers=1, engine="script").together
    assert abs(float(found.house_edge) - float(exact)) < 4 * float(found.standard_error or 0)
