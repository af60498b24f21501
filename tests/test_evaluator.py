"""Hand tables and kernels: the known category counts, and the same order as the hands that scripts compare."""

import random

import numpy as np
import pytest

from pitboss.cache import kept
from pitboss.equipment.cards import DECK
from pitboss.games.poker.sides import hand_names
from pitboss.hands.evaluator import every_rank, rank_of
from pitboss.hands.poker import best_hand
from pitboss.solve.poker.counted import hands_by_name, three_card_counts
from pitboss.solve.poker.suits_kernel import canonical_sets

FIVE = {
    "high_card": 1302540,
    "pair": 1098240,
    "two_pair": 123552,
    "three_of_a_kind": 54912,
    "straight": 10200,
    "flush": 5108,
    "full_house": 3744,
    "four_of_a_kind": 624,
    "straight_flush": 36,
    "royal_flush": 4,
}
SIX = {
    "high_card": 6612900,
    "pair": 9730740,
    "two_pair": 2532816,
    "three_of_a_kind": 732160,
    "straight": 361620,
    "flush": 205792,
    "full_house": 165984,
    "four_of_a_kind": 14664,
    "straight_flush": 1656,
    "royal_flush": 188,
}
SEVEN = {
    "high_card": 23294460,
    "pair": 58627800,
    "two_pair": 31433400,
    "three_of_a_kind": 6461620,
    "straight": 6180020,
    "flush": 4047644,
    "full_house": 3473184,
    "four_of_a_kind": 224848,
    "straight_flush": 37260,
    "royal_flush": 4324,
}
THREE = {
    ("high_card",): 16440,
    ("pair",): 3744,
    ("flush",): 1096,
    ("straight",): 720,
    ("three_of_a_kind",): 52,
    ("straight_flush",): 44,
    ("mini_royal", "straight_flush"): 3,
    ("mini_royal_spades", "mini_royal", "straight_flush"): 1,
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    # A cache of this test run's own, so that every count is really made.
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path_factory.getbasetemp() / "counts"))


def test_three_card_categories() -> None:
    assert dict(three_card_counts()) == THREE
    assert sum(THREE.values()) == 22_100


def test_five_card_categories() -> None:
    assert {names[0]: count for names, count in hands_by_name(hand_names, 5).items()} == FIVE
    assert sum(FIVE.values()) == 2_598_960


def test_six_card_categories() -> None:
    assert {names[0]: count for names, count in hands_by_name(hand_names, 6).items()} == SIX
    assert sum(SIX.values()) == 20_358_520


def test_seven_card_categories() -> None:
    assert {names[0]: count for names, count in hands_by_name(hand_names, 7).items()} == SEVEN
    assert sum(SEVEN.values()) == 133_784_560


def test_tables_and_scripts_rank_alike() -> None:
    rng = random.Random(5)
    for _ in range(3000):
        hand = tuple(rng.sample(DECK, rng.choice((5, 6, 7))))
        assert every_rank()[rank_of(hand)] == best_hand(hand), hand


@pytest.mark.parametrize(
    ("size", "classes", "sets"), [(2, 169, 1326), (3, 1755, 22_100), (4, 16_432, 270_725), (5, 134_459, 2_598_960)]
)
def test_sets_under_renaming_of_suits(size: int, classes: int, sets: int) -> None:
    found, weights = canonical_sets(size)
    assert (len(found), int(weights.sum())) == (classes, sets)


def test_a_broken_cache_file_is_computed_again(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    made: list[int] = []

    def compute() -> dict[str, np.ndarray]:  # type: ignore[type-arg]
        made.append(1)
        return {"counts": np.arange(3)}

    for _ in range(2):
        assert kept("test", "v1", compute)["counts"].tolist() == [0, 1, 2]
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"half a fi")
    assert kept("test", "v1", compute)["counts"].tolist() == [0, 1, 2]
    assert kept("test", "v2", compute)["counts"].tolist() == [0, 1, 2]
    assert len(made) == 3
    assert {path.suffix for path in tmp_path.iterdir()} == {".npz"}
