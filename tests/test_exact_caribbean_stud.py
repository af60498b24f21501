"""The mathematics of Caribbean Stud: published figures, and the counts by another way."""

import os
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.equipment.cards import DECK, cards
from pitboss.games.poker.caribbean_stud import qualifies
from pitboss.hands.evaluator import RANK_KEYS, card_number, rank_of, rank_tables
from pitboss.hands.kernels import rank_hands
from pitboss.hands.poker import best_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker.caribbean_stud import lowest_qualifying, side_wagers, stakes
from pitboss.solve.poker.opponents import against_one_hand, against_the_dealer, player_hands
from pitboss.solve.prices import Prices

HANDS = ("As Kd Jc 8h 3d", "2c 2d 7h 9s Tc", "4h 5h 6h 7h 9h", "Ah Kh Qh Jh Th", "Ac Kc 4d 3h 2s")


def by_listing(hand: str, up: str | None) -> list[int]:
    """The dealer's hands by their case, every one of them dealt."""
    held = cards(hand)
    left = sorted(card_number(card) for card in DECK if card not in held and card != up)
    fixed = [card_number(cards(up)[0])] if up else []
    chosen = np.array(list(combinations(left, 5 - len(fixed))), dtype=np.int8)
    if fixed:
        chosen = np.concatenate([np.full((len(chosen), 1), fixed[0], dtype=np.int8), chosen], axis=1)
    tables = rank_tables(5)
    theirs = rank_hands(chosen, np.array(RANK_KEYS, dtype=np.int64), tables.rows, tables.ranks, tables.flushes)
    ours, lowest = rank_of(held), lowest_qualifying()
    counted = theirs >= lowest
    return [
        int((~counted).sum()),
        int((counted & (theirs < ours)).sum()),
        int((counted & (theirs == ours)).sum()),
        int((counted & (theirs > ours)).sum()),
    ]


@pytest.mark.parametrize("hand", HANDS)
def test_removal_counts_the_dealers_hands_as_listing_them_does(hand: str) -> None:
    up = "5c"
    assert against_one_hand(cards(hand), lowest_qualifying(), cards(up)[0]).tolist() == by_listing(hand, up)


def test_without_an_up_card_every_dealers_hand_is_counted() -> None:
    assert against_one_hand(cards(HANDS[0]), lowest_qualifying()).tolist() == by_listing(HANDS[0], None)
    counts, players = against_the_dealer(lowest_qualifying()), player_hands()
    assert set(counts.sum(axis=1)) == {1_533_939}
    totals = [sum(int(a) * int(b) for a, b in zip(column, players.weights, strict=True)) for column in counts.T]
    # A player and a dealer who both count win equally often; what does not qualify is the same for either.
    assert sum(totals) == 2_598_960 * 1_533_939
    assert totals[0] == 1_533_939 * _unqualified_hands()


def _unqualified_hands() -> int:
    """Hands below ace and king among all: no pair, no straight, no flush, and not both of these."""
    ranks = [trio for trio in combinations(range(2, 15), 5) if not {14, 13} <= set(trio)]
    straights = sum(1 for trio in ranks if trio[4] - trio[0] == 4 or trio == (2, 3, 4, 5, 14))
    return (len(ranks) - straights) * (4**5 - 4)


def test_the_dealer_needs_ace_and_king() -> None:
    assert qualifies(best_hand(cards("As Kd 4c 3h 2d")))
    assert not qualifies(best_hand(cards("As Qd Jc Th 8d")))


def test_by_chapter_4s_own_reading_no_card_is_seen_and_the_edge_is_higher() -> None:
    analysis = analyze(Setup.of(load("chapter4/caribbean-stud")))
    ante = analysis.wagers["ante"]
    assert ante.total == 2_598_960 * 1_533_939
    assert ante.house_edge == Fraction(1605628741, 30201864420)
    assert analysis.strategy is not None and analysis.strategy["rule"].startswith("play A-K-J-8-3 or better")


def test_the_progressive_is_worth_what_its_lines_come_to() -> None:
    setup = Setup.of(load("chapter4/caribbean-stud"))
    edge = analyze(setup, {"progressive": 26_322_000}).wagers["progressive"].house_edge
    # 4 royal flushes, 36 straight flushes, 624, 3,744 and 5,108 others of 2,598,960 hands, for a dollar.
    won = 4 * 263220 + 36 * Fraction(263220, 10) + 624 * 500 + 3744 * 100 + 5108 * 50
    assert edge == 1 - Fraction(won) / 2_598_960


def test_a_table_agrees_with_the_mathematics() -> None:
    """The script's own rounds by the best strategy, within four standard errors."""
    plan = plan_of("chapter4/caribbean-stud", rounds=3_000, seed=5, wagers={"ante": 10})
    figures = simulate(plan, engine="script", workers=1).wagers["ante"]
    assert abs(float(figures.house_edge) - 0.053163) < 4 * float(figures.standard_error or 0)


@pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="every up card takes most of a minute: make verify")
def test_with_a_card_up_the_edge_is_the_published_one() -> None:
    """5.2243 % per ante, as published: 1,041,372,912,372 lost of 19,933,230,517,200 deals."""
    setup = Setup.of(load("chapter4/caribbean-stud"), {"dealer_card_exposed": True})
    ante = analyze(setup).wagers["ante"]
    assert ante.total == 19_933_230_517_200
    assert ante.house_edge == Fraction(1_041_372_912_372, 19_933_230_517_200)


@pytest.mark.parametrize("rulebook", ["massachusetts-2014", "massachusetts-2020", "oneida-2003"])
def test_where_the_bet_is_paid_alike_the_mathematics_is_the_same(rulebook: str) -> None:
    known = Setup.of(load("chapter4/caribbean-stud"), {"dealer_card_exposed": True})
    setup = Setup.of(load(f"{rulebook}/caribbean-stud"))
    assert setup.term("up_card") and stakes(Prices(setup)) == stakes(Prices(known))


@pytest.mark.parametrize(("table", "lost"), [("A", 80_820), ("B", 135_732), ("C", 186_732)])
def test_the_bonus_is_worth_what_its_lines_come_to(table: str, lost: int) -> None:
    setup = Setup.of(load("massachusetts-2014/caribbean-stud"), {"caribbean_stud_bonus": table})
    assert side_wagers(setup, Prices(setup))["caribbean_stud_bonus"].house_edge == Fraction(lost, 2_598_960)


def test_cover_all_by_hands_keeps_a_like_edge_in_every_column() -> None:
    """Counting the dealer's hand, as the entry reads the columns, each returns about 89 to 94 percent."""
    setup = Setup.of(load("massachusetts-2020/caribbean-stud"), {"cover_all": True})
    found = side_wagers(setup, Prices(setup))
    assert len(found) == 7
    assert all(0.055 < float(wager.house_edge) < 0.105 for wager in found.values())
