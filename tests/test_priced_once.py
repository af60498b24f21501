"""What a class decides is said once: the solver's counts at the simulator's prices give the exact figure."""

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.games.poker.caribbean_stud import SIDES as CARIBBEAN_STUD
from pitboss.games.poker.mississippi_stud import SIDES as MISSISSIPPI_STUD
from pitboss.games.poker.sides import Side
from pitboss.games.poker.three_card_poker import SIDES as THREE_CARD_POKER
from pitboss.games.poker.ultimate_texas_holdem import SIDES as ULTIMATE_TEXAS_HOLDEM
from pitboss.rulebook import Setup, load
from pitboss.simulation.dealing import dealing_of
from pitboss.simulation.plan import plan_of
from pitboss.simulation.strategies import chosen
from pitboss.solve import analyze
from pitboss.solve.baccarat import COUNTS, round_counts, shoe_of
from pitboss.solve.holdem import outcome_counts
from pitboss.solve.holdem_tables import OUTCOMES, price_arrays
from pitboss.solve.poker.counted import counts_of
from pitboss.solve.poker.opponents import EVERY_CARD, numbers_of, opponents_of
from pitboss.solve.poker.three_card_poker import best_play
from pitboss.solve.prices import Decided, Prices

EZ = {"designation": "ez", "dragon_bonus": "B"}


def won(name: str, options: Mapping[str, Any], wagers: Mapping[str, int], counts: NDArray[np.int64]) -> Fraction:
    """What the simulator's prices come to over so many rounds of each class, per cent of the first wager."""
    plan = plan_of(name, options, rounds=1, seed=1, wagers=dict(wagers), strategy="")
    setup = Setup.of(load(name), options)
    dealt = dealing_of(replace(plan, strategy=chosen(setup, "")), setup)
    nets = dealt.nets + dealt.fee
    total = sum(count * net for count, net in zip(counts.tolist(), nets.tolist(), strict=True))
    return Fraction(total, int(counts.sum()) * next(iter(plan.wagers.values())))


@pytest.mark.parametrize("wager", ["banker", "player", "tie", "dragon_bonus_banker", "panda_8_insurance"])
def test_baccarat_is_priced_alike_by_solver_and_kernel(wager: str) -> None:
    name = "massachusetts-2020/mini-baccarat"
    setup = Setup.of(load(name), EZ)
    counts = np.zeros((3, len(COUNTS)), dtype=object)
    counts[0] = round_counts(setup, shoe_of(setup.decks)).ravel().tolist()
    assert won(name, EZ, {wager: 100}, counts.ravel()) == analyze(setup).wagers[wager].expectation


@pytest.mark.parametrize("name", ["chapter4", "oneida-2003", "massachusetts-2020"])
def test_three_card_poker_is_priced_alike_by_solver_and_kernel(name: str) -> None:
    entry = f"{name}/three-card-poker"
    setup = Setup.of(load(entry))
    counts = best_play(setup, Prices(setup)).counts
    by_six_cards = np.zeros((*counts.shape, 10), dtype=np.int64)
    by_six_cards[:, :, 0] = counts
    assert won(entry, {}, {"ante": 10}, by_six_cards.ravel()) == analyze(setup).wagers["ante"].expectation


@pytest.mark.parametrize(("game", "second"), [("ultimate-texas-holdem", "blind"), ("heads-up-holdem", "odds")])
def test_holdem_is_priced_alike_by_solver_and_kernel(game: str, second: str) -> None:
    name = f"massachusetts-2020/{game}"
    setup = Setup.of(load(name))
    counts = outcome_counts(price_arrays(Prices(setup)))["outcome"].ravel()
    assert len(counts) == len(OUTCOMES)
    assert won(name, {}, {"ante": 10, second: 10}, counts) == analyze(setup).wagers["ante"].expectation


def test_a_bonus_paid_of_itself_adds_to_the_result_and_not_to_the_stake() -> None:
    price = Prices(Setup.of(load("chapter4/three-card-poker")))
    made = [Decided("ante", "dealer_higher"), Decided("play", "dealer_higher")]
    straight, pair = (Decided("ante_bonus", "shown", (name,)) for name in ("straight", "pair"))
    assert price.together(made) == price.together([*made, pair]) == (-2, 2)
    assert price.together([*made, straight]) == (-1, 2)


@pytest.mark.parametrize(
    ("sides", "many"),
    [
        (THREE_CARD_POKER, {"pair_plus": 22_100, "six_card_bonus": 20_358_520, "multi_game_link": 2_598_960}),
        (ULTIMATE_TEXAS_HOLDEM, {"trips": 133_784_560, "progressive": 2_598_960}),
        (CARIBBEAN_STUD, {"progressive": 2_598_960, "five_card_hand_bonus_dealer": 2_598_960}),
        (MISSISSIPPI_STUD, {"three_card_bonus": 22_100}),
    ],
)
def test_a_side_wager_is_counted_over_all_cards_that_the_script_lets_it_see(
    sides: Mapping[str, Side], many: Mapping[str, int]
) -> None:
    for wager, hands in many.items():
        assert sum(counts_of(sides[wager]).values()) == hands


@pytest.mark.parametrize(("size", "up"), [(3, False), (3, True), (4, False), (4, True)])
def test_opponents_are_counted_whatever_makes_a_hand_rank(size: int, up: bool) -> None:
    """Hands of three and four cards under a ranking that no game has, against listing the dealer's one by one."""
    hands = np.array(list(combinations(EVERY_CARD, size)), dtype=np.int8)
    worth = ((hands >> 2) ** 2).sum(axis=1) % 41
    ranks = np.zeros(len(hands), dtype=np.int16)
    ranks[numbers_of(hands)] = worth
    opponents = opponents_of(size, ranks)
    lowest, chance = 17, random.Random(3)
    for _ in range(4):
        at = chance.randrange(len(hands))
        ours = hands[at]
        shown = chance.choice([card for card in EVERY_CARD if card not in ours]) if up else -1
        free = ~np.isin(hands, ours).any(axis=1)
        theirs = worth[free & (hands == shown).any(axis=1) if up else free]
        counts = theirs[theirs >= lowest]
        listed = [(theirs < lowest).sum(), *(np.sign(counts - worth[at]) == sign for sign in (-1, 0, 1))]
        expected = [int(np.sum(part)) for part in listed]
        one = slice(at, at + 1)
        found = opponents.against(hands[one], worth[one].astype(np.int16), lowest, shown)
        assert found[0].tolist() == expected
