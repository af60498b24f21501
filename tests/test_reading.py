"""What hands are called beside the cards, in every game that has words for them."""

import random

import pytest

from dealing import deal_round, fresh_table
from pitboss.engine.events import SURVEILLANCE
from pitboss.engine.hands import Hand
from pitboss.engine.picture import hands_seen, read_hands
from pitboss.equipment.cards import cards
from pitboss.games import game_of
from pitboss.rulebook import Setup, entry_names, load
from pitboss.sheets.choices import assume_required

ROUNDS = 12
MISSISSIPPI = "massachusetts-2020/mississippi-stud"


def read(entry: str, **hands: str) -> dict[str, str]:
    """Hands as they are told; a name with underscores stands for one with spaces."""
    setup = Setup.of(load(entry), {})
    held = {Hand(name.replace("_", " ")): cards(held) for name, held in hands.items()}
    return {str(hand): told for hand, told in read_hands(game_of(setup.entry), setup, held).items()}


def test_blackjack_counts_are_soft_hard_over_or_a_blackjack() -> None:
    told = read("chapter4/blackjack", dealer="Ah 6c", seat_1="Kh 6c 9d", seat_2="Ah Jc", burn="2c")
    assert told == {"dealer": "soft 17", "seat 1": "25, over", "seat 2": "blackjack"}


def test_an_ace_and_a_ten_of_a_split_hand_are_21_and_no_blackjack() -> None:
    told = read("chapter4/blackjack", seat_1="Ah Jc", seat_1_hand_2="Ac 5d")
    assert told == {"seat 1": "21", "seat 1 hand 2": "soft 16"}


def test_poker_hands_are_called_by_their_ranks() -> None:
    assert read("chapter4/caribbean-stud", dealer="Ah Kc 9d 5s 2c", seat_1="6h 6c 9d 9s 2c") == {
        "dealer": "ace high",
        "seat 1": "two pair, nines and sixes",
    }


def test_cards_that_all_share_count_with_ones_own() -> None:
    board = "Ts 9s 2d"
    assert read("california/texas-holdem", seat_1="Ks Qs", community=board) == {"seat 1": "king high"}
    assert read("california/texas-holdem", seat_1="Ks Qs", community=f"{board} 4s") == {"seat 1": "flush, king high"}
    assert read(MISSISSIPPI, seat_1="Ks Td", community=board) == {"seat 1": "pair of tens"}
    assert read("california/texas-holdem", seat_1="Ks Qs") == {}


def test_a_foul_setting_is_told_before_it_is_laid_down() -> None:
    told = read("chapter4/pai-gow-poker", seat_1_low="Qs Qd", seat_1_high="As Kd 9c 5h 2s")
    assert told["seat 1 low"] == "pair of queens, a foul: the low hand ranks above the high hand"
    assert told["seat 1 high"] == "ace high"


def test_tiles_and_baccarat_hands_are_told_in_points() -> None:
    assert read("california/pai-gow-tiles", seat_1_high="1-1 3-5", seat_1_low="1-3 1-2") == {
        "seat 1 high": "gong",
        "seat 1 low": "7 points",
    }
    assert read("chapter4/baccarat-chemin-de-fer", player="Kc 9d", banker="5c 8d") == {"player": "9", "banker": "3"}


@pytest.mark.parametrize("name", [name for name in entry_names() if game_of(load(name)).reads is not None])
def test_whatever_is_dealt_can_be_read(name: str) -> None:
    entry, rng = load(name), random.Random(name)
    setup = Setup.of(entry, assume_required(entry, {})[0])
    table, told = fresh_table(entry, setup, rng), 0
    for _ in range(ROUNDS):
        played = deal_round(table, 3, rng, call_rate=0.05)
        if played is None:
            continue
        while played.asking:
            ask = rng.choice(played.asking)
            played.act(ask.random_answer(rng), seat=ask.seat)
        for at in range(1, len(played.events) + 1):
            told += len(read_hands(table.game, setup, hands_seen(played.view(SURVEILLANCE)[:at])))
    assert told
