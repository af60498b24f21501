"""The mathematics of Let It Ride: published figures, and the counts by another way."""

from fractions import Fraction
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from house_fixtures import dear
from pitboss.equipment.cards import DECK, cards
from pitboss.games.poker.kit import names_with_tens
from pitboss.hands.poker import best_hand
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.dealing import dealing_of
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker.let_it_ride import BETS, LEFT, PAIRS, best_play, deals, nets_of, rides
from pitboss.solve.prices import Prices

ENTRIES = ["chapter4/let-it-ride", "massachusetts-2020/let-it-ride", "oneida-2003/let-it-ride"]


@pytest.mark.parametrize("name", ENTRIES)
def test_the_edge_is_the_published_one(name: str) -> None:
    """3.51 % of one bet: wizardofodds.com/gambling/house-edge."""
    analysis = analyze(Setup.of(load(name)))
    bets = analysis.wagers["bet_1"]
    assert bets.total == 22_100 * 49 * 48
    assert bets.house_edge == Fraction(37_963, 1_082_900)
    assert f"{float(bets.house_edge):.2%}" == "3.51%"


@dear
def test_where_a_bet_that_is_worth_nothing_rides_the_published_deviation_comes_out() -> None:
    """5.17 (wizardofodds.com/gambling/house-edge), and 1.23 bets with 2.85 % of them lost (J. Grochowski, Let It Ride
    Redux, casinocitytimes.com, 10 December 2020): played so, an outside straight rides, which is worth nothing."""
    nets, dealt = nets_of(Prices(Setup.of(load(ENTRIES[0])))), deals()
    worth, played = nets[dealt.classes], best_play(nets)
    holds = np.zeros((len(PAIRS), LEFT), dtype=np.int64)
    holds[np.arange(len(PAIRS)), PAIRS[:, 0]] = holds[np.arange(len(PAIRS)), PAIRS[:, 1]] = 1
    found = []
    for second in (played.second, worth @ holds >= 0):
        bets = np.stack([1 + played.first[:, None] + second[:, PAIRS[:, column]] for column in (0, 1)])
        deals_of_each = np.broadcast_to(dealt.weights[:, None], bets.shape)
        total = int(deals_of_each.sum())
        mean, square, staked = (
            int((each * deals_of_each).sum()) / total for each in (bets * worth, (bets * worth) ** 2, bets)
        )
        found.append((f"{sqrt(square - mean**2):.2f}", f"{staked:.2f}", f"{-mean / staked:.2%}"))
    assert found == [("5.16", "1.22", "2.86%"), ("5.17", "1.23", "2.85%")]
    assert analyze(Setup.of(load(ENTRIES[0]))).wagers["bet_1"].standard_deviation.startswith("5.158")


FIRST_THREE = {
    "high pair": (1440, 1689, "0.09358205"),
    "three of a kind": (52, 6360, "0.01272509"),
    "spread 3, 0 high": (20, 252, "0.00019392"),
    "spread 3, 1 high": (4, 480, "0.00007388"),
    "spread 3, 2 high": (4, 708, "0.00010897"),
    "spread 4, 1 high": (12, 198, "0.00009142"),
    "spread 4, 2 high": (12, 426, "0.00019669"),
    "spread 5, 2 high": (24, 144, "0.00013298"),
    "royal, queen highest": (4, 1736, "0.00026718"),
    "royal, king highest": (12, 1454, "0.00067135"),
    "royal, ace highest": (24, 1172, "0.00108228"),
}
"""Hands of three cards with which the first bet rides: how many there are, what they win over all 1,176 pairs of cards
that may come, and that by how often they are dealt: wizardofodds.com/games/let-it-ride/appendix/1."""


def test_the_published_first_decisions_come_out_hand_by_hand() -> None:
    nets, dealt = nets_of(Prices(Setup.of(load(ENTRIES[0])))), deals()
    riding = best_play(nets).first
    found: dict[str, tuple[int, int]] = {}
    winnings = nets[dealt.classes[riding]].sum(axis=1)
    for own, many, won in zip(dealt.own[riding], dealt.weights[riding], winnings, strict=True):
        name = three_cards_named(own.tolist())
        before = found.get(name, (0, int(won)))
        assert before[1] == won, f"not every {name} wins alike"
        found[name] = (before[0] + int(many), int(won))
    assert found == {name: figures[:2] for name, figures in FIRST_THREE.items()}
    weighed = {name: Fraction(many * won, 22_100 * 1176) for name, (many, won) in found.items()}
    assert {name: f"{float(each):.8f}" for name, each in weighed.items()} == {
        name: figures[2] for name, figures in FIRST_THREE.items()
    }
    assert f"{float(sum(weighed.values())):.8f}" == "0.10912580"
    assert f"{float(Fraction(int(dealt.weights[riding].sum()), 22_100)):.8f}" == "0.07276018"


def three_cards_named(own: list[int]) -> str:
    """What the published table calls a hand that rides."""
    ranks = sorted(card >> 2 for card in own)
    if len(set(ranks)) < 3:
        return "three of a kind" if len(set(ranks)) == 1 else "high pair"
    high = sum(rank >= 8 for rank in ranks)
    if high == 3:
        return f"royal, {('queen', 'king', 'ace')[ranks[2] - 10]} highest"
    return f"spread {ranks[2] - ranks[0] + 1}, {high} high"


@pytest.mark.parametrize(("table", "edge"), [("A", "2.3167"), ("C", "7.2760"), ("D", "2.1357"), ("F", "7.0950")])
def test_the_three_card_bonus_has_the_edge_of_pair_plus(table: str, edge: str) -> None:
    """A and C pay as Pair Plus does; D and F have a line of their own for a mini royal."""
    setup = Setup.of(load("massachusetts-2020/let-it-ride"), {"three_card_bonus": table})
    found = analyze(setup, wagers=["three_card_bonus"]).wagers["three_card_bonus"]
    assert f"{100 * float(found.house_edge):.4f}" == edge


def test_the_strategy_is_the_published_one() -> None:
    strategy = analyze(Setup.of(load(ENTRIES[0]))).strategy
    assert strategy is not None
    first, second = strategy["first_decision"], strategy["second_decision"]
    in_a_row = {"876", "765", "654", "543", "987", "T98", "JT9", "QJT", "KQJ", "AKQ"}
    assert in_a_row <= set(first["suited"]) and not {"432", "A32"} & set(first["suited"]) and "not_suited" not in first
    # An outside straight below tens is worth nothing either way, and is not let ride.
    assert second["suited"] == ["all"] and second["not_suited"] == ["KQJT", "QJT9", "JT98", "T987"]


def test_all_three_bets_on_every_hand_win_what_its_names_say() -> None:
    """Where nothing is taken back the classes are those of all hands of five cards."""
    dealt = deals()
    counts = np.zeros(dealt.classes.max() + 1, dtype=np.int64)
    np.add.at(counts, dealt.classes, dealt.weights[:, None])
    assert counts.sum() == 2_598_960 * 10 and counts[-1] == 40  # each royal flush by ten choices of the first three


@pytest.mark.parametrize("seen", ["Ts Td 4c", "9s 9d 4c", "8h 7h 6h", "4h 3h 2h", "Ks Qd Jc Th", "As Ks Qd Jc"])
def test_a_bet_rides_where_listing_what_may_come_says_so(seen: str) -> None:
    setup = Setup.of(load(ENTRIES[0]))
    price, held = Prices(setup), cards(seen)
    left = [card for card in DECK if card not in held]
    worth = sum(
        (
            price("bet_3", "shown", names_with_tens(best_hand((*held, *more)))).net
            for more in combinations(left, 5 - len(held))
        ),
        Fraction(0),
    )
    assert rides(held, nets_of(price)) is (worth > 0)


def test_better_odds_let_more_bets_ride() -> None:
    entry = load("oneida-2003/let-it-ride")
    usual = best_play(nets_of(Prices(Setup.of(entry))))
    better = best_play(nets_of(Prices(Setup.of(entry, {}, {"T1": {"straight": "6 to 1"}}))))
    assert better.second.sum() > usual.second.sum() and (better.second >= usual.second).all()
    assert len(BETS) == 3


@dear
def test_a_table_agrees_with_the_mathematics() -> None:
    """The script's own rounds by the best strategy, within four standard errors; bets taken back are not staked."""
    wagers = dict.fromkeys(BETS, 10)
    plan = plan_of("oneida-2003/let-it-ride", rounds=1_500, seed=5, wagers=wagers)
    figures = simulate(plan, engine="script", workers=1).wagers["bet_1"]
    assert abs(float(figures.house_edge) - 0.035057) < 4 * float(figures.standard_error or 0)
    assert float(figures.house_edge) / float(figures.element_of_risk) == pytest.approx(1.2237, abs=0.06)


# -- The kernel --------------------------------------------------------------------------------------------------------

BETS_AND_BONUS = dict.fromkeys(BETS, 5) | {"three_card_bonus": 5}


@pytest.mark.parametrize("strategy", ["best", "always_ride"])
def test_the_kernel_deals_what_the_mathematics_says(strategy: str) -> None:
    options = {"three_card_bonus": "A"}
    plan = plan_of(ENTRIES[1], options, rounds=4_000_000, seed=3, wagers=BETS_AND_BONUS, strategy=strategy)
    found = simulate(plan, "kernel", workers=1)
    setup = Setup.of(load(ENTRIES[1]), options)
    nets, price = nets_of(Prices(setup)), Prices(setup)
    often = best_play(nets).counts.sum(axis=1)
    riding = 3 * sum(int(count) * net for count, net in zip(often, nets.tolist(), strict=True)) / int(often.sum())
    exact = {"best": -37_963 / 1_082_900, "always_ride": float(riding)}[strategy]
    bets = found.wagers["bet_1"]
    assert abs(-float(bets.house_edge) - exact) < 4 * float(bets.standard_error or 0)
    bonus = found.wagers["three_card_bonus"]
    assert abs(float(bonus.house_edge) - 512 / 22_100) < 4 * float(bonus.standard_error or 0)
    if strategy == "best":
        assert float(bets.house_edge) / float(bets.element_of_risk) == pytest.approx(1.2237, abs=0.002)
    assert price("bet_1", "shown", ("royal_flush",)).net > 0


def test_the_kernel_is_priced_as_the_solver_counts() -> None:
    setup = Setup.of(load(ENTRIES[1]))
    dealt = dealing_of(plan_of(ENTRIES[1], rounds=1, seed=1, wagers=dict.fromkeys(BETS, 5), strategy="best"), setup)
    counts = best_play(nets_of(Prices(setup))).counts
    nets = dealt.nets.reshape(len(counts), 2, 2, -1)
    won = sum(int((counts[:, bets] * nets[:, int(bets == 3), int(bets >= 2), 0]).sum()) for bets in (1, 2, 3))
    assert Fraction(won, int(counts.sum()) * 500) == Fraction(-37_963, 1_082_900)
    assert nets[:, 0, 1, 0].tolist() != nets[:, 1, 1, 0].tolist()
    assert nets[:, 0, 1, 0].tolist() == nets[:, 1, 0, 0].tolist()
