"""What an example expects of a wager is found whatever the order its spot is written in."""

import pytest

from pitboss import settle
from pitboss.engine.examples import differences


@pytest.mark.parametrize(
    "text",
    [
        'rulebook = "chapter4"\ngame = "roulette"\nspin = "1"\n'
        'seats.1.wagers = { "split 2-1" = 5, "corner 1-2-4-5" = 5 }\n'
        'expect.1 = { "split 2-1" = 85, "four_number 5-4-2-1" = 40 }',
        'rulebook = "massachusetts-2020"\ngame = "craps"\ndice = "5-6"\ncarry = { point = 4, shooter = "another" }\n'
        'seats.1.wagers = { "hop 5-4" = 5 }\nexpect.1 = { "hop 5-4" = -5 }',
        'rulebook = "massachusetts-2020"\ngame = "sic-bo"\ndice = [2, 6, 1]\n'
        'seats.1.wagers = { "two_dice_combination 6-2" = 5 }\nexpect.1 = { "two_dice_combination 6-2" = 25 }',
    ],
    ids=["split", "hop", "dice"],
)
def test_a_spot_written_in_another_order_finds_its_row_in_expect(text: str) -> None:
    assert differences(settle(text)) == []


def test_what_is_expected_twice_under_two_names_is_told() -> None:
    text = (
        'rulebook = "chapter4"\ngame = "roulette"\nspin = "1"\nseats.1.wagers = { "split 1-2" = 5 }\n'
        'expect.1 = { "split 2-1" = 85, "split 1-2" = 85 }'
    )
    assert differences(settle(text)) == ["seat 1, split 1-2: it is expected 2 times"]


def test_a_spot_that_is_not_there_is_still_missed_in_expect() -> None:
    text = (
        'rulebook = "chapter4"\ngame = "roulette"\nspin = "1"\nseats.1.wagers = { "split 1-2" = 5 }\n'
        'expect.1 = { "split 1-36" = 85 }'
    )
    told = differences(settle(text))
    assert "seat 1, split 1-36: there is none" in told and len(told) == 2
