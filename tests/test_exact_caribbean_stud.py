"""The mathematics of Caribbean Stud: published figures, and the counts by another way."""

import os
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from house_fixtures import dear
from pitboss.equipment.cards import DECK, cards
from pitboss.games.poker.caribbean_stud import qualifies
from pitboss.games.poker.kit import names_with_tens
from pitboss.hands.evaluator import RANK_KEYS, card_number, categories, every_rank, rank_of, rank_tables
from pitboss.hands.kernels import rank_hands
from pitboss.hands.poker import best_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.dealing import Dealing, dealing_of
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker.caribbean_stud import CATEGORY_OF, best_choices, lowest_qualifying, side_wagers, stakes
from pitboss.solve.poker.opponents import against_one_hand, against_the_dealer, five_card_opponents, player_hands
from pitboss.solve.poker.showdown import RESULTS
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


@dear
def test_a_table_agrees_with_the_mathematics() -> None:
    """The script's own rounds by the best strategy, within four standard errors."""
    plan = plan_of("chapter4/caribbean-stud", rounds=3_000, seed=5, wagers={"ante": 10})
    figures = simulate(plan, engine="script", workers=1).wagers["ante"]
    assert abs(float(figures.house_edge) - 0.053163) < 4 * float(figures.standard_error or 0)


def test_with_a_card_up_the_edge_is_the_published_one() -> None:
    """5.22 %, with a standard deviation of 2.24: wizardofodds.com/gambling/house-edge."""
    setup = Setup.of(load("chapter4/caribbean-stud"), {"dealer_card_exposed": True})
    ante = analyze(setup, wagers=["ante"]).wagers["ante"]
    assert ante.total == DEALS
    assert ante.house_edge == Fraction(PUBLISHED["perfect strategy"][0], DEALS)
    assert f"{float(ante.standard_deviation):.2f}" == "2.24"


DEALS = 19_933_230_517_200
"""A player's hand, a dealer's, and which of its cards is up."""
PUBLISHED = {
    "perfect strategy": (1_041_372_912_372, "5.224%", "2.555%"),
    "three rules of thumb": (1_041_417_758_724, "5.225%", "2.554%"),
    "ace/king/jack/8/3 or better": (1_059_715_400_580, "5.316%", "2.596%"),
    "matching rank": (1_063_176_931_284, "5.334%", "2.616%"),
    "any pair or better": (1_090_272_101_460, "5.470%", "2.738%"),
    "any ace/king or better": (1_132_600_203_540, "5.682%", "2.672%"),
    "playing blind": (3_310_360_338_060, "16.607%", "5.536%"),
}
"""What each strategy loses over all deals, of the Ante and of all that is bet: M. Shackleford, Caribbean Stud Poker,
Strategy Statistics (as copied at toho-talent.com/2022/04/14/caribbean-stud-poker-strategy); to two digits also in his
"The Wizard of Odds Analyzes the New Casino Games", Contingencies, November/December 2000."""


@pytest.mark.parametrize("strategy", PUBLISHED)
def test_the_seven_published_strategies_lose_what_is_published(strategy: str) -> None:
    """Without the card that is up all hands are counted at once; with it only hands of ace and king are in question."""
    lost = staked = 0
    nets = stakes(Prices(Setup.of(load("chapter4/caribbean-stud")))).whole
    assert nets[0].tolist() == [1, 3, 0, -3, -1]
    players, lowest = player_hands(), lowest_qualifying()
    worth = nets[categories()[players.ranks]]
    ace_king = (players.ranks >= lowest) & (categories()[players.ranks] == 0)
    least = {"ace/king/jack/8/3 or better": rank_of(cards("As Kd Jc 8h 3d")), "playing blind": 0}
    if strategy in (*least, "any ace/king or better"):
        played = players.ranks >= least.get(strategy, lowest)
    else:
        played = (players.ranks >= lowest) & ~ace_king
    counts = against_the_dealer(lowest).astype(np.int64)
    won = np.where(played, (counts * worth[:, :4]).sum(axis=1), counts.sum(axis=1) * worth[:, 4])
    bet = np.where(played, 3, 1) * counts.sum(axis=1)
    by_up_card = strategy in BY_UP_CARD
    decided = ~ace_king if by_up_card else np.ones_like(ace_king)
    lost -= 5 * int((won * players.weights)[decided].sum())
    staked += 5 * int((bet * players.weights)[decided].sum())
    if by_up_card:
        hands, ranks, weights = players.hands[ace_king], players.ranks[ace_king], players.weights[ace_king]
        for up in range(52):
            counts = five_card_opponents().against(hands, ranks, lowest, up).astype(np.int64)
            raised, folded = (counts * nets[0, :4]).sum(axis=1), counts.sum(axis=1) * nets[0, 4]
            played = BY_UP_CARD[strategy](hands >> 2, up >> 2, raised > folded)
            lost -= int((np.where(played, raised, folded) * weights).sum())
            staked += int((np.where(played, 3, 1) * counts.sum(axis=1) * weights).sum())
    total, edge, risk = PUBLISHED[strategy]
    assert (lost, f"{lost / DEALS:.3%}", f"{lost / staked:.3%}") == (total, edge, risk)


def _rules_of_thumb(own: NDArray[np.int8], up: int, better: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Ranks count from 0, and a hand's rise: the fourth highest card is the second."""
    queen, jack = ((own == rank).any(axis=1) for rank in (10, 9))
    matches = (own == up).any(axis=1)
    if up >= 11:
        return queen | jack
    return matches | (~matches & queen & (up < own[:, 1]))


BY_UP_CARD: dict[str, Callable[[NDArray[np.int8], int, NDArray[np.bool_]], NDArray[np.bool_]]] = {
    "perfect strategy": lambda own, up, better: better,
    "three rules of thumb": _rules_of_thumb,
    "matching rank": lambda own, up, better: (own == up).any(axis=1),
}


# -- The kernel --------------------------------------------------------------------------------------------------------


def kernel_counts(options: dict[str, Any], strategy: str, chunks: int) -> tuple[NDArray[np.int64], Dealing]:
    """Rounds of each class, dealt by the kernel."""
    from pitboss.simulation.five_cards_kernel import deal_caribbean_stud

    plan = plan_of("chapter4/caribbean-stud", options, rounds=1, seed=1, wagers={"ante": 10}, strategy=strategy)
    dealt = dealing_of(plan, Setup.of(load("chapter4/caribbean-stud"), options))
    classes, counts = np.zeros(1 << 16, dtype=np.uint16), np.zeros(len(dealt.nets), dtype=np.int64)
    stream, memory = np.array([7], dtype=np.uint64), np.zeros(8, dtype=np.int64)
    for _ in range(chunks):
        deal_caribbean_stud(classes, stream, memory, *dealt.tables)
        counts += np.bincount(classes, minlength=len(counts))
    return counts, dealt


def by_category(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Classes by category, those of a pair of tens or better with the other pairs."""
    found = np.zeros((len(CATEGORY_OF) - 1, len(RESULTS)), dtype=np.int64)
    kinds = dict.fromkeys(names_with_tens(hand) for hand in every_rank())
    for names, row in zip(kinds, counts.reshape(len(kinds), -1), strict=True):
        found[CATEGORY_OF[names]] += row
    return found


@pytest.mark.parametrize("strategy", ["best", "ace_king"])
def test_the_kernel_deals_hands_as_often_as_the_solver_counts_them(strategy: str) -> None:
    setup = Setup.of(load("chapter4/caribbean-stud"))
    found = by_category(kernel_counts({}, strategy, 40)[0])
    players, lowest = player_hands(), lowest_qualifying()
    counts = against_the_dealer(lowest).astype(np.int64)
    played = players.ranks >= lowest
    if strategy == "best":
        worth = stakes(Prices(setup)).whole[categories()[players.ranks]]
        played = (counts * worth[:, :4]).sum(axis=1) > counts.sum(axis=1) * worth[:, 4]
    often = np.zeros(found.shape)
    for result in range(4):
        np.add.at(often[:, result], categories()[players.ranks], played * counts[:, result] * players.weights * 1.0)
    np.add.at(often[:, 4], categories()[players.ranks], ~played * counts.sum(axis=1) * players.weights * 1.0)
    assert_as_often(found, often)


@pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="every up card takes most of a minute: make verify")
def test_the_kernel_looks_at_the_card_that_is_up_as_the_solver_does() -> None:
    options = {"dealer_card_exposed": True}
    found = by_category(kernel_counts(options, "best", 160)[0])
    chosen, stays, _ = best_choices(setup := Setup.of(load("chapter4/caribbean-stud"), options), Prices(setup))
    ante = analyze(setup, wagers=["ante"]).wagers["ante"]
    folds = sum(outcome.combinations for outcome in ante.outcomes if outcome.result == "fold")
    assert abs(found[:, 4].sum() / found.sum() - folds / ante.total) < 4 * (0.25 / found.sum()) ** 0.5
    assert chosen[:, :, 1].sum() == (stays * player_hands().weights[:, None]).sum()


def assert_as_often(found: NDArray[np.int64], often: NDArray[Any]) -> None:
    expected = often / often.sum() * found.sum()
    assert not found[often == 0].any()
    seen = expected > 5
    assert (abs(found - expected)[seen] < 5 * np.sqrt(expected[seen])).all()


def test_solver_and_kernel_price_every_class_alike() -> None:
    setup = Setup.of(load("chapter4/caribbean-stud"))
    dealt = kernel_counts({}, "ace_king", 0)[1]
    kinds = list(dict.fromkeys(names_with_tens(hand) for hand in every_rank()))
    nets = dealt.nets.reshape(len(kinds), -1)
    for names, row in zip(kinds, nets.tolist(), strict=True):
        assert [Fraction(net, 1000) for net in row] == list(stakes(Prices(setup)).nets[CATEGORY_OF[names]])


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
