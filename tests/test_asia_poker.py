"""Asia Poker: four, two and one card; fouls; a way to set them; stacks from the dice, a number or the button."""

import random
from itertools import combinations, pairwise
from typing import Any

import pytest

from pai_gow_play import play_out, random_rounds
from pitboss import Call, PitbossError, load, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import DECK, JOKERS, cards
from pitboss.errors import Refused
from pitboss.games.pai_gow.asia_house_way import ROWS, foul
from pitboss.games.pai_gow.asia_poker import hands_won, house_way
from pitboss.games.pai_gow.start import counted, order_from
from pitboss.hands.asia_poker import NAMES, asia_hand
from pitboss.rulebook import Setup

ENTRY = "massachusetts-2020/asia-poker"
SETUP = Setup.of(load(ENTRY))
PACK = (*DECK, JOKERS[0])


def table(**options: Any) -> Table:
    return open_table(ENTRY, options, seed=7)


def house(hand: str) -> tuple[str, str, str, str]:
    """The high, medium and low hand as the house sets them, and the row that does."""
    advice = house_way(SETUP, cards(hand))
    high, medium, low = (" ".join(advice.setting[name]) for name in ("high", "medium", "low"))
    return high, medium, low, advice.rule.partition(":")[0]


# -- what hands are worth ---------------------------------------------------------------------------------------------


def test_high_hands_rank_as_the_rulebook_lists_them() -> None:
    ranked = [
        *("Ah As Ac Ad", "Ks Qs Js Xr", "As 2s 3s 4s", "Ks Qs Js Ts", "5s 4s 3s 2s", "Kh Ks Kc Kd", "2h 2s 2c 2d"),
        *("Ah Jh 8h 3h", "Kh Qh Jh 9h", "Ah Ks Qc Jd", "Ah 2s 3c 4d", "Kh Qs Jc Td", "5h 4s 3c 2d", "Ah As Ac 2d"),
        *("2h 2s 2c Ad", "Ah As Kc Kd", "3h 3s 2c 2d", "Ah As 3c 2d", "2h 2s Ac Kd", "Ah Ks Qc 9d", "7h 5s 4c 2d"),
    ]
    worth = [asia_hand(cards(hand)) for hand in ranked]
    assert all(higher > lower for higher, lower in pairwise(worth))
    assert asia_hand(cards("As 2s 3s 4s"), "lowest") < asia_hand(cards("5s 4s 3s 2s"), "lowest")
    assert asia_hand(cards("Ah 2s 3c 4d"), "lowest") < asia_hand(cards("5h 4s 3c 2d"), "lowest")


def test_every_four_cards_fall_into_the_classes_that_can_be_counted_on_paper() -> None:
    """Of six ranks, aces to sixes, which make three straights."""
    found = dict.fromkeys(NAMES, 0)
    for hand in combinations([card for card in DECK if card.rank in (14, 2, 3, 4, 5, 6)], 4):
        found[asia_hand(hand).name] += 1
    assert found["four_aces"] == 1 and found["four_of_a_kind"] == 5 and found["royal_flush"] == 0
    assert found["straight_flush"] == 12 and found["flush"] == 4 * 15 - 12 and found["straight"] == 3 * 4**4 - 12
    assert found["three_of_a_kind"] == 6 * 4 * 20 and found["two_pairs"] == 15 * 36
    assert found["pair"] == 6 * 6 * 10 * 16 and sum(found.values()) == 10_626


@pytest.mark.parametrize(
    ("high", "medium", "low", "why"),
    [
        ("7h 7d Kc 4s", "7c 7s", "3h", ""),
        ("Jc Jd 8h 3s", "Ac 5d", "Ah", ""),
        ("Ks 9d 8h 2c", "Kh Qd", "Jc", "the high hand does not rank above the medium hand"),
        ("Jc Jd 8h 3s", "Kc Qd", "Ah", "the medium hand does not rank above the low hand"),
        ("Ac 9d 8h 2c", "7h 7d", "Jc", "the high hand does not rank above the medium hand"),
        ("Ks Qd 8h 2c", "Kh Qc", "Jc", ""),  # the larger hand has all that the smaller has
    ],
)
def test_each_hand_must_rank_above_the_next_smaller_one(high: str, medium: str, low: str, why: str) -> None:
    assert foul({"high": cards(high), "medium": cards(medium), "low": cards(low)}, "second") == why


# -- how the house sets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("9h 9s 9c 9d Kh Qs 2c", ("Qs 9h 9s 2c", "9c 9d", "Kh", "four of a kind")),
        ("9h 9s 9c 9d Kh Ks 2c", ("9h 9s 9c 9d", "Kh Ks", "2c", "four of a kind")),
        ("Ah As Ac 5h 5s 5c 9d", ("9d 5h 5s 5c", "Ah As", "Ac", "two threes of a kind")),
        ("Th Ts Tc 5h 5s Kc 9d", ("Th Ts Tc 9d", "5h 5s", "Kc", "full house")),
        ("Ah As 9h 9s 5h 5d Kd", ("9h 9s 5h 5d", "Ah As", "Kd", "three pairs")),
        ("8h 7s 6c 5h Qs Qc 2d", ("8h 7s 6c 5h", "Qs Qc", "2d", "straight or flush with a pair")),
        ("Ah As 9h 9s 4c Jd 7d", ("Ah As 7d 4c", "9h 9s", "Jd", "two pairs")),
        ("Ks 9s 4s 2s Jd Td 7c", ("Ks 9s 4s 2s", "Jd 7c", "Td", "straight or flush")),
        ("Ks Kh Kd 9c 7h 4s 2d", ("Ks Kh 4s 2d", "Kd 7h", "9c", "three of a kind")),
        ("5s 5h 5d Ac 9h 8s 2d", ("2d 5s 5h 5d", "Ac 8s", "9h", "three of a kind")),
        ("Js Jh Kd 9c 7h 4s 2d", ("Js Jh 4s 2d", "Kd 7h", "9c", "one pair")),
        ("As Qh Td 8c 6h 4s 2d", ("As 6h 4s 2d", "Qh 8c", "Td", "no pair")),
        ("Xr Qh Td 8c 6h 4s 2d", ("Xr 6h 4s 2d", "Qh 8c", "Td", "no pair")),
    ],
)
def test_the_house_sets_by_the_first_row_that_fits(hand: str, expected: tuple[str, str, str, str]) -> None:
    high, medium, low, row = house(hand)
    wanted = sorted(set(hand.split()) - set(expected[1].split()) - {expected[2]})
    assert (sorted(medium.split()), low, row) == (sorted(expected[1].split()), expected[2], expected[3])
    assert sorted(high.split()) == wanted


@pytest.mark.parametrize(
    ("hand", "high", "name"),
    [
        ("As Ah Ac Xr Kd 9s 2s", "As Xr 9s 2s", "flush"),
        ("As Ah Ac Xr Kd Qs Jd", "Xr Qs Jd", "straight"),
        ("Ac Ah As Ad Xr Kh Qh", "Ah Xr Kh Qh", "royal_flush"),
    ],
)
def test_of_equal_cards_those_are_set_that_leave_the_highest_high_hand(hand: str, high: str, name: str) -> None:
    for seed in range(10):
        dealt = random.Random(seed).sample(cards(hand), 7)
        setting = house_way(SETUP, dealt).setting
        assert asia_hand(setting["high"]).name == name and set(cards(high)) <= set(setting["high"])
        assert [card.rank for card in setting["medium"]] == [14, 14] and not foul(setting, "second")


def test_the_house_never_fouls_and_every_row_is_used() -> None:
    rng = random.Random(3)
    used = set()
    for number in range(900):
        hand = rng.sample(PACK, 7)
        if number % 3 == 0:  # hands full of pairs
            hand = rng.sample([card for card in PACK if card in JOKERS or card.rank in (14, 9, 5)], 7)
        advice = house_way(SETUP, hand)
        assert sorted(card for part in advice.setting.values() for card in part) == sorted(hand)
        assert not foul(advice.setting, "second"), hand
        used.add(advice.rule.partition(":")[0])
    assert len(used) == len(ROWS)


# -- dealing ----------------------------------------------------------------------------------------------------------


def test_the_dice_and_the_number_count_from_the_dealer() -> None:
    ring = ["dealer", *(f"B{seat}" for seat in range(1, 7))]
    told = ["B2", "B3", "B4", "B5", "B6", "dealer", "B1", "B2", "B3", "B4", "B5", "B6", "dealer", "B1", "B2", "B3"]
    assert [ring[counted(total, 7, 0)] for total in range(3, 19)] == told
    assert [ring[counted(number, 7, 0)] for number in range(1, 8)] == ring


def test_stacks_go_clockwise_to_every_position() -> None:
    assert order_from(counted(14, 7, 0), 7, clockwise=True) == [6, 5, 4, 3, 2, 1, 0]
    assert order_from(counted(8, 7, 0), 7, clockwise=True) == [0, 6, 5, 4, 3, 2, 1]
    played = table().deal({2: {"asia_poker": 10}, 5: {"asia_poker": 10}})
    held = {hand: len(pieces) for hand, pieces in played.hands.items()}
    assert held == {"dealer": 7, "seat 2": 7, "seat 5": 7, "discard": 28}


def test_a_number_or_the_button_says_who_is_first() -> None:
    played = table(start_method="rng_1_to_7").deal({2: {"asia_poker": 10}})
    assert sum(event.kind == "number" for event in played.events) == 1
    opened = table(start_method="button")
    first = []
    for _ in range(4):
        played = play_out(opened.deal({2: {"asia_poker": 10}}))
        first.append(
            next(event.text for event in played.events if event.kind == "first stack").removeprefix(
                "the first stack goes to "
            )
        )
    assert first == ["the dealer", "seat 6", "seat 5", "seat 4"] and opened.carry == {"button": 3}


# -- settling ---------------------------------------------------------------------------------------------------------


def test_two_of_three_must_be_higher_and_copies_are_not() -> None:
    ours = {"high": cards("Ks Kh Qd 4c"), "medium": cards("Js Jd"), "low": cards("9h")}
    theirs = {"high": cards("Kc Kd Qh 4s"), "medium": cards("Tc Ts"), "low": cards("9d")}
    assert hands_won(ours, theirs, "second") == 1
    assert hands_won(theirs, ours, "second") == 0


def test_random_play_sees_fouls_surrenders_reset_hands_and_both_results() -> None:
    found = random_rounds(ENTRY, {"areas_per_player": 2}, 90, "asia", calls=0.3)
    wanted = "two higher|fewer higher|fouled hand|surrender|reset|asia_poker void"
    assert not {name for name in wanted.split("|") if not found[name]}, found


# -- irregularities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("dice_mistotaled", "dealer_card_exposed", "cards_face_up", "wrong_number_of_cards", "card_exposed_in_stacks"),
        *("dealing_shoe_jam", "leftover_misdeal", "leftover_wrong"),
    ],
)
def test_the_round_is_void(name: str) -> None:
    played = table().deal({1: {"asia_poker": 10}, 2: {"asia_poker": 35}}, calls=[Call(name)])
    assert played.void and set(played.net.values()) == {0}


@pytest.mark.parametrize("name", ["dice_not_flat", "die_fell_out", "card_drawn_in_error", "shuffler_jam", "two_jokers"])
def test_the_round_goes_on(name: str) -> None:
    played = table().deal({1: {"asia_poker": 10}}, calls=[Call(name)])
    assert play_out(played).settlements[0].outcome in ("win", "lose")


def test_one_card_face_up_is_not_used_and_a_second_voids_the_round() -> None:
    played = table().deal({1: {"asia_poker": 10}}, calls=[Call("card_face_up", card="Xr")])  # type: ignore[arg-type]
    assert "Xr" not in {card for held in played.hands.values() for card in held} and not played.void
    again = table().deal({1: {"asia_poker": 10}}, calls=[Call("card_face_up"), Call("card_face_up")])
    assert again.void


def test_a_player_plays_or_voids_an_exposed_hand_and_wrong_counts_lose() -> None:
    played = table().deal({1: {"asia_poker": 10}, 2: {"asia_poker": 10}}, calls=[Call("player_card_exposed", seat=1)])
    played.act("void_hand")
    assert [ask.seat for ask in played.asking] == [2]
    played = play_out(table().deal({1: {"asia_poker": 10}}, calls=[Call("wrong_counts", seat=1)]))
    assert [(row.reason, row.net) for row in played.settlements] == [("wrong counts", -1000)]


def test_a_hand_that_the_dealer_set_wrongly_is_set_again() -> None:
    record: dict[str, Any] = {
        "rulebook": "massachusetts-2020",
        "game": "asia-poker",
        "seats": {"1": {"wagers": {"asia_poker": 50}, "cards": "As Ah Kd Qc 9s 8d 2c", "actions": ["set", "stand"]}},
        "dealer": {"cards": "Js Jh Kc 9c 7h 4s 2d"},
        "house_set": "low=2d medium=7h 4s",
    }

    def low(played: Round) -> list[str]:
        return list(played.hands["dealer low"])

    assert low(settle(record).rounds[0][1]) == ["2d"]
    assert low(settle({**record, "irregularities": [{"id": "dealer_hand_misset"}]}).rounds[0][1]) == ["9c"]


def test_a_setting_that_cannot_be_is_refused() -> None:
    played = table().deal({1: {"asia_poker": 10}})
    hand = played.hands["seat 1"]
    for words in (f"set low={hand[0]} {hand[1]}", f"set low={hand[0]} medium={hand[0]} {hand[1]}", "set medium=Xb 2c"):
        with pytest.raises(PitbossError):
            played.act(words, 1)
    with pytest.raises(Refused, match="the table allows 1"):
        table().deal({1: {"asia_poker": 10}, 2: {"asia_poker": 10}}, players={1: "Ann", 2: "Ann"})
