"""Three-card and five-card poker hands: every category counted, and the order the rulebooks state."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment.cards import DECK, Card, cards
from pitboss.hands.poker import best_hand
from pitboss.hands.three_card import FLUSH, HIGH_CARD, STRAIGHT, three_card_hand, three_card_names

three_cards = st.lists(st.sampled_from(DECK), min_size=3, max_size=3, unique=True)
six_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True)


def test_every_three_card_hand_is_counted() -> None:
    hands = list(combinations(DECK, 3))
    assert Counter(three_card_hand(hand).name for hand in hands) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }
    names = Counter(name for hand in hands for name in three_card_names(hand))
    assert (names["mini_royal"], names["mini_royal_spades"], names["straight_flush"]) == (4, 1, 48)


def test_dealer_qualifies_with_seven_hands_in_ten() -> None:
    """All but the unpaired, unsuited, unconnected hands of ranks two to jack: (C(10, 3) - 8) x (64 - 4) of 22,100."""
    qualifies = sum(
        hand.category > HIGH_CARD or hand.ranks[0] >= Card("Qs").rank
        for hand in map(three_card_hand, combinations(DECK, 3))
    )
    assert qualifies == 22_100 - 112 * 60


@given(three_cards, st.permutations(range(3)), st.permutations("cdhs"))
def test_neither_order_nor_suits_matter(hand: list[Card], order: list[int], suits: list[str]) -> None:
    other = [Card(hand[at][0] + suits["cdhs".index(hand[at].suit)]) for at in order]
    assert three_card_hand(other) == three_card_hand(hand)


@given(three_cards, three_cards)
def test_highest_card_that_the_other_hand_lacks_decides(one: list[Card], two: list[Card]) -> None:
    first, second = three_card_hand(one), three_card_hand(two)
    if first.category == second.category and first.category in (HIGH_CARD, FLUSH):
        ranks, others = {card.rank for card in one}, {card.rank for card in two}
        highest = max(ranks ^ others, default=None)
        expected = 0 if highest is None else 1 if highest in ranks else -1
        assert (first > second) - (first < second) == expected


@given(three_cards, three_cards, three_cards)
def test_three_card_hands_are_in_one_order(one: list[Card], two: list[Card], three: list[Card]) -> None:
    low, middle, high = sorted(three_card_hand(hand) for hand in (one, two, three))
    assert low <= middle <= high
    assert low <= high
    assert (one == two) <= (three_card_hand(one) == three_card_hand(two))


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2c 3c Ac", "Ah Ad As"),
        ("2h 2d 2s", "Ah Kd Qs"),
        ("Ac 2d 3s", "Ac Kc Jc"),
        ("2c 3c 5c", "Ah Ad Ks"),
        ("2c 2d 3h", "Ah Kd Js"),
        ("4c 3d 2h", "Ac 2d 3s"),
        ("3c 3d 2h", "2c 2d Ah"),
        ("8c 8d Ah", "8h 8s Kc"),
        ("Kc Ad 2s", "Qc Jd 9s"),
    ],
)
def test_higher_hand_beats_lower(higher: str, lower: str) -> None:
    assert three_card_hand(cards(higher)) > three_card_hand(cards(lower))


def test_king_ace_two_is_no_straight() -> None:
    assert three_card_hand(cards("Kc Ad 2s")).category != STRAIGHT


@pytest.mark.parametrize(
    ("ranks", "counts"),
    [
        (
            "TJQKA",
            {
                "royal_flush": 4,
                "straight_flush": 4,
                "four_of_a_kind": 80,
                "full_house": 480,
                "straight": 1_020,
                "three_of_a_kind": 1_920,
                "two_pair": 4_320,
                "pair": 7_680,
            },
        ),
        (
            "A23456",
            {
                "straight_flush": 8,
                "four_of_a_kind": 120,
                "full_house": 720,
                "flush": 16,
                "straight": 2_040,
                "three_of_a_kind": 3_840,
                "two_pair": 8_640,
                "pair": 23_040,
                "high_card": 4_080,
            },
        ),
    ],
)
def test_five_card_hands_of_short_decks_are_counted(ranks: str, counts: dict[str, int]) -> None:
    short = [card for card in DECK if card[0] in ranks]
    assert Counter(name for hand in combinations(short, 5) for name in best_hand(hand).names) == counts


@given(six_cards, st.permutations(range(6)))
def test_best_of_six_cards_is_the_best_five_of_them(hand: list[Card], order: list[int]) -> None:
    best = best_hand(hand)
    assert best == max(best_hand(five) for five in combinations(hand, 5))
    assert best == best_hand([hand[at] for at in order])
