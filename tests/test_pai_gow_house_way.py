"""The house way of Pai Gow Poker, row by row of the chart, and what its hands are worth."""

import random
from itertools import pairwise

import pytest

from pitboss.equipment.cards import cards, one_deck
from pitboss.errors import PitbossError
from pitboss.games.pai_gow.cards_in_two import foul
from pitboss.games.pai_gow.house_way import CHART, Ranking, house_way, says
from pitboss.games.pai_gow.pai_gow_poker import positions_in_order
from pitboss.hands.pai_gow import five_cards, two_cards

ROWS = {
    "high card: second and third in front": "Kc Jd / As Th 7c 5d 3h",
    "no pair and the joker: highest and third in front": "Kc Td / Xr Qh 7c 5d 3h",
    "one pair behind the two highest others": "As Qd / 3c 3d Jh 8c 4d",
    "a pair of aces with the joker behind": "Qd Th / As Xr 7c 5d 3h",
    "two pair, high pair kings: small pair in front": "3s 3d / Kh Kc 7d 6s 2h",
    "two pair, high pair jacks, with an ace: both behind": "As 7d / Jh Jc 8d 8s 4h",
    "two pair, high pair jacks, with a king: small pair in front": "8d 8s / Jh Jc Ks 7d 4h",
    "two pair, high pair eights, with a king: both behind": "Ks 9d / 8h 8c 4d 4s 7h",
    "two pair, high pair eights, with a queen: small pair in front": "4d 4s / 8h 8c Qs 9d 7h",
    "two pair, high pair fives, with a queen: both behind": "Qs 8d / 5h 5c 4d 4s 2h",
    "two pair, high pair fives, with a jack: small pair in front": "4d 4s / 5h 5c Js 8d 2h",
    "three pair: highest in front": "9s 9d / 7h 7c 5d 5s Ah",
    "three aces: one and the highest single card in front": "As 8d / Ah Ac 5d 4s 2h",
    "three kings: two highest single cards in front": "Js Td / Kh Kc Kd 7s 5h",
    "two threes of a kind: a pair of the higher in front": "Js Jd / 5h 5c 5d Jh Ah",
    "straight: highest two that leave it complete": "As 9d / 6h 5c 4d 3s 2h",
    "a lower straight for a higher front": "As 4c / Kd Qc Jh Ts 9d",
    "straight and a pair: highest two that leave it complete": "Js 8d / 9h 8c 7d 6s 5h",
    "straight and the pair of its lowest card": "6d 2c / Ts 9d 8c 7h 6s",
    "straight and joker: the joker stays behind": "8d 4c / As Kd Qc Jh Xr",
    "straight and two pair, one with the joker: a pair in front and the straight behind": "9s 9d / As Kd Qc Jh Xr",
    "straight and two pair that cannot leave it: as two pair": "7s 7d / 9h 9c Qd Js 4h",
    "straight and three of a kind: a pair in front": "5s 5d / 7h 6c 5c 4d 3s",
    "straight flush and three of a kind: the suited one stays behind": "9s 9d / Kh Qh Jh Th 9h",
    "full house: the pair in front": "4s 4d / 8h 8c 8d As Kh",
    "full house with two pairs: the higher in front": "Ks Kd / 4h 4c 4d 9s 9h",
    "four queens are split": "Qs Qh / Qd Qc 9d 7s 5h",
    "four jacks are split without a king": "Js Jh / Jd Jc Qd Ts 7h",
    "four jacks are kept with a king": "Kd Ts / Js Jh Jd Jc 7h",
    "four eights are split without a queen": "8s 8h / 8d 8c Jd 7s 4h",
    "four eights are kept with a queen": "Qd 7s / 8s 8h 8d 8c 4h",
    "four fives are kept": "9d 8s / 5s 5h 5d 5c 2h",
    "four of a kind with a pair: the pair in front": "4s 4h / 5s 5h 5d 5c 2h",
    "four of a kind with three: two of the three in front": "4s 4h / 5s 5h 5d 5c 4d",
    "five aces: two in front": "As Ah / Ad Ac Xr Kd 5c",
}


def ranks(text: str) -> list[str]:
    return sorted(card[0] for card in text.split())


WILD = {
    "no pair and a wild joker: it pairs the second highest": "Ks 9h / Jd Xr 7c 5d 2s",
    "a pair and a wild joker are three of a kind": "Js Td / Kh Kc Xr 7s 5h",
    "two aces and a wild joker are three aces": "As 8d / Ah Xr 5d 4s 2h",
    "two pair and a wild joker are a full house": "9s 9h / 5d 5c Xr Qd 2c",
    "three pair and a wild joker": "As Ah / Kd Kc Qs Qd Xr",
    "three nines and a wild joker are four, and split without a king": "9s 9h / 9d Xr Qd 5c 2c",
    "three nines and a wild joker are four, and kept with a king": "Kd 5c / 9s 9h 9d Xr 2c",
    "three of a kind, a pair and a wild joker": "5s 5d / 9s 9h 9d Xr 2c",
    "two threes and a wild joker are four of the higher": "5s 5d / 9s 9h 9d Xr 5c",
    "five jacks stay behind": "Qs Td / Js Jh Jd Jc Xr",
    "five twos stay behind a pair": "3s 3d / 2s 2h 2d 2c Xr",
    "five aces: two in front": "As Ah / Ad Ac Xr Kd 5c",
    "a straight without the joker: it makes a pair in front": "Ks Xr / 9h 8d 7c 6s 5h",
    "a straight with the joker": "Ah 2c / Td 9s 8c 7h Xr",
}
BY_EXAMPLE = {"no pair and the joker: highest behind, the next two in front": "Qc Td / Xr Kh 7c 5d 3h"}
WITHOUT_JOKER_ROW = {"no pair and the joker: it is an ace behind": "Kc Qd / Xr Th 7c 5d 3h"}
KEEPING_FIVES = {"four sevens and the joker stay behind": "As Qd / 7s 7h 7d 7c Xr"}
SETTINGS = [
    *[pytest.param(setting, Ranking(), id=name) for name, setting in ROWS.items()],
    *[pytest.param(setting, Ranking("lowest", "wild"), id=name) for name, setting in WILD.items()],
    *[pytest.param(setting, Ranking("lowest", "ace", "example"), id=name) for name, setting in BY_EXAMPLE.items()],
    *[pytest.param(setting, Ranking("lowest", "ace", "none"), id=name) for name, setting in WITHOUT_JOKER_ROW.items()],
    *[pytest.param(setting, Ranking("lowest", "ace_or_fifth"), id=name) for name, setting in KEEPING_FIVES.items()],
]


@pytest.mark.parametrize(("setting", "ranking"), SETTINGS)
def test_the_house_sets_by_the_chart(setting: str, ranking: Ranking) -> None:
    low, high = setting.split(" / ")
    dealt = list(cards(f"{low} {high}"))
    for seed in range(5):
        random.Random(seed).shuffle(dealt)
        found = house_way(dealt, ranking)
        assert sorted(card[0] for card in found.low) == ranks(low)
        assert sorted(card[0] for card in found.high) == ranks(high)


@pytest.mark.parametrize(
    ("setting", "ranking", "back"),
    [
        ("Ac Ad / As Xr 9s 7s 3s", Ranking(), "flush"),
        ("As Ad / Ac Xr Kc Qc Jc", Ranking(), "royal_flush"),
        ("As Ac / Ah Xr 5h 4h 2h", Ranking("lowest", "ace", "none"), "straight_flush"),
        ("9s 9d / 9h Xr Qh 5h 2h", Ranking("lowest", "wild"), "flush"),
    ],
)
def test_of_equal_cards_those_go_in_front_that_leave_the_highest_hand_behind(
    setting: str, ranking: Ranking, back: str
) -> None:
    low, high = setting.split(" / ")
    for seed in range(20):
        dealt = tuple(random.Random(seed).sample(cards(low) + cards(high), 7))
        found = house_way(dealt, ranking)
        assert sorted(found.low) == sorted(cards(low)) and ranking.five(found.high).name == back


@pytest.mark.parametrize("ranking", [Ranking(), Ranking("lowest", "wild")], ids=["joker an ace", "joker wild"])
def test_every_row_of_the_chart_decides_some_hand_and_none_is_a_foul(ranking: Ranking) -> None:
    rng, deck = random.Random(1), one_deck(jokers=1)
    used = set()
    hands = [tuple(rng.sample(deck, 7)) for _ in range(2_000)]
    hands += [(*rng.sample(deck[:52], 6), cards("Xr")[0]) for _ in range(1_000)]
    hands += [cards(setting.replace(" / ", " ")) for setting in (*ROWS.values(), *WILD.values())]
    for hand in hands:
        setting = house_way(hand, ranking)
        assert sorted((*setting.low, *setting.high)) == sorted(hand)
        assert (len(setting.low), foul(setting.groups, ranking)) == (2, "")
        used.add(setting.row)
    # A wild joker makes two pair a full house, and without it nothing complete is left behind a pair.
    unused = "straight_or_flush_with_two_pair" if ranking.joker == "wild" else "five_of_a_kind"
    rows = {row.name for row in CHART} - {unused}
    assert used == rows
    assert all(says(row, ranking) for row in rows)


def test_a_joker_completes_what_is_better_than_an_ace() -> None:
    names = {
        "As Ah Ad Ac Xr": "five_aces",
        "Ks Qs Js Ts Xr": "royal_flush",
        "9s 8s 7s 6s Xr": "straight_flush",
        "As Ah Ad Kc Xr": "four_of_a_kind",
        "Kh Kd As Ah Xr": "full_house",
        "Kh Kd Qs Qh Xr": "two_pair",
        "Th 8h 6h 2h Xr": "flush",
        "9s 8h 6d 5c Xr": "straight",
        "As Ah 7d 5c Xr": "three_of_a_kind",
        "As 9h 7d 5c Xr": "pair",
        "Ks 9h 7d 5c Xr": "high_card",
        "7s 7h 7d 7c Xr": "four_of_a_kind",
        "7s 7h 7d 5c Xr": "three_of_a_kind",
    }
    assert {hand: five_cards(cards(hand)).name for hand in names} == names


def test_ace_to_five_is_the_second_best_straight_and_the_best_straight_flush() -> None:
    straights = ["Ah Kd Qs Jc Td", "Ah 2d 3s 4c 5d", "Kh Qd Js Tc 9d", "6h 5d 4s 3c 2d"]
    flushes = ["Ah Kh Qh Jh Th", "Ah 2h 3h 4h 5h", "Kh Qh Jh Th 9h", "6h 5h 4h 3h 2h"]
    for hands in (straights, flushes):
        assert all(five_cards(cards(better)) > five_cards(cards(worse)) for better, worse in pairwise(hands))
    assert five_cards(cards("Ah 2d 3s 4c 5d"), "lowest") < five_cards(cards("6h 5d 4s 3c 2d"), "lowest")


def test_a_joker_in_a_flush_is_the_highest_card_that_is_missing() -> None:
    assert five_cards(cards("Ah 8h 6h 2h Xr")).ranks == (14, 13, 8, 6, 2)
    assert five_cards(cards("Kh 8h 6h 2h Xr")).ranks == (14, 13, 8, 6, 2)


def test_groups_decide_before_kickers() -> None:
    assert five_cards(cards("Kh Kd 2s 2c 3d")) > five_cards(cards("Qh Qd Js Jc Ad"))


@pytest.mark.parametrize(
    ("low", "high", "is_foul"),
    [
        ("7s 7d", "As Kd 9c 5h 2d", True),
        ("7s 7d", "7c 7h 9c 5h 2d", False),
        ("8s 8d", "7c 7h 9c 5h 2d", True),
        ("As Kd", "Kc Qh 9c 5h 2d", True),
        ("Kd Qs", "Ac 8h 9c 5h 2d", False),
        ("Xr Kd", "As Kc 9c 5h 2d", False),
        ("Xr Kd", "As Qc 9c 5h 2d", True),
        ("As Xr", "2s 2c 3c 3h 9d", False),
    ],
)
def test_a_low_hand_above_the_high_hand_is_a_foul(low: str, high: str, is_foul: bool) -> None:
    assert bool(foul({"low": cards(low), "high": cards(high)})) is is_foul


def test_a_hand_of_another_size_or_not_recorded_is_not_ranked() -> None:
    with pytest.raises(PitbossError, match="five cards, not 4"):
        five_cards(cards("As Kd 9c 5h"))
    with pytest.raises(PitbossError, match="two cards, not 3"):
        two_cards(cards("As Kd 9c"))
    with pytest.raises(PitbossError, match="does not give them all"):
        house_way(cards("As Kd 9c 5h 2d 3c ??"))


def test_the_dice_count_from_the_bank_counterclockwise() -> None:
    steps = dict(zip(range(3, 19), (2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3), strict=True))
    for bank in range(7):
        for total, places in steps.items():
            order = positions_in_order(6, bank, total, (1, 8, 15))
            assert order[0] == (bank + places) % 7
            assert sorted(order) == list(range(7))
            assert all((before + 1) % 7 == after for before, after in pairwise(order))
