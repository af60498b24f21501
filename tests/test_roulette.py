"""Roulette in three rulebooks: the layouts, the odds of every wager over every pocket, and how wagers are settled."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from pitboss import PitbossError, Setup, load, open_table
from pitboss.engine.table import Table
from pitboss.equipment.wheel import Layout
from pitboss.games.wheels.roulette import GAME, board_of, spot, spots
from roulette_table import DOUBLE_SECTIONS, nets, spin


def counts(setup: Setup) -> dict[str, int]:
    return {name: len(spots(setup, offer)) for name, offer in setup.offers.items() if offer.spots}


# -- Layouts ---------------------------------------------------------------------------------------------------------


def test_double_zero_layout_has_every_spot_of_the_oneida_rules() -> None:
    assert counts(Setup.of(load("oneida-2003/roulette"))) == {
        "straight": 38, "split": 62, "row": 12, "triple": 3, "corner": 22, "six_numbers": 11, "column": 3, "dozen": 3,
    }  # fmt: skip


def test_chapter_4_offers_other_groups_on_each_wheel() -> None:
    entry = load("chapter4/roulette")
    double, single = Setup.of(entry), Setup.of(entry, {"wheel": "single_zero"})
    on_both = {"six_number": 11, "column": 3, "dozen": 3}
    assert counts(double) == {"straight_up": 38, "split": 62, "three_number": 15, "four_number": 22} | on_both
    assert counts(single) == {"straight_up": 37, "split": 60, "three_number": 14, "four_number": 23} | on_both
    assert "five_number" in double.offers
    assert "five_number" not in single.offers
    assert set(spots(single, single.offers["three_number"])) > {"0-1-2", "0-2-3"}


@pytest.mark.parametrize(
    ("groups", "three", "four"), [("0-1-2", 13, 22), ("0-1-2 0-2-3", 14, 22), ("0-1-2 0-2-3 0-1-2-3", 14, 23)]
)
def test_massachusetts_single_zero_layout_has_the_groups_the_house_reads(groups: str, three: int, four: int) -> None:
    setup = Setup.of(load("massachusetts-2020/roulette"), {"wheel": "single_zero", "single_zero_groups": groups})
    found = counts(setup)
    assert (found["straight"], found["split"], found["three_numbers"], found["four_numbers"]) == (37, 60, three, four)


def test_no_wager_takes_in_double_zero_where_it_is_never_decided() -> None:
    options = {"wheel": "double_as_single", "five_adjacent": True}
    setup = Setup.of(load("massachusetts-2020/roulette"), options)
    assert counts(setup) == {
        "straight": 37, "five_adjacent": 33, "split": 59, "three_numbers": 13, "four_numbers": 22, "six_numbers": 11,
        "column": 3, "dozen": 3,
    }  # fmt: skip
    assert "first_five" not in setup.offers
    for wager in ("straight 00", "split 0-00", "three_numbers 00-2-3", "five_adjacent 13"):
        with pytest.raises(PitbossError, match="takes in 00, and a ball in 00 decides nothing here"):
            spin(Table(setup, GAME), "1", {wager: 5})


def test_a_chip_covers_as_many_numbers_as_its_odds_are_made_for() -> None:
    sizes = {"straight": 1, "split": 2, "row": 3, "trio": 3, "corner": 4, "first_four": 4, "first_five": 5,
             "double_row": 6, "column": 12, "dozen": 12}  # fmt: skip
    for double_zero in (True, False):
        for shape, places in Layout(double_zero).spots.items():
            assert {len(numbers) for numbers in places.values()} <= {sizes[shape]}
            assert len(set(places.values())) == len(places)


@pytest.mark.parametrize(
    ("wager", "written", "read"),
    [
        ("straight", "00", "00"),
        ("split", "11-8", "8-11"),
        ("split", "00 - 0", "0-00"),
        ("split", "8, 11", "8-11"),
        ("row", "15 14 13", "13-14-15"),
        ("row", "13-15", "13-14-15"),
        ("triple", "0-2-00", "0-00-2"),
        ("corner", "5-4-2-1", "1-2-4-5"),
        ("six_numbers", "18-13", "13-18"),
        ("six_numbers", "13-14-15-16-17-18", "13-18"),
        ("dozen", "2nd 12", "2"),
        ("dozen", "25-36", "3"),
        ("column", "third", "3"),
    ],
)
def test_a_spot_is_read_as_people_write_it(wager: str, written: str, read: str) -> None:
    setup = Setup.of(load("oneida-2003/roulette"))
    assert spot(setup, setup.offers[wager], written) == read


@pytest.mark.parametrize(
    ("wager", "written", "sentence"),
    [
        ("split", "8-12", 'Split: "8-12" is not a spot on this layout; did you mean "9-12"'),
        ("split", "3-4", "is not a spot on this layout"),
        ("split", "0-3", "is not a spot on this layout"),
        ("straight", "37", "is not a spot on this layout"),
        ("straight", "", 'Straight: say on which spot, like "straight 0"'),
        ("row", "2-3-4", "is not a spot on this layout"),
        ("corner", "nowhere", "it is written like 1-2-4-5"),
        ("column", "4", "is not a spot on this layout"),
    ],
)
def test_a_spot_that_is_not_there_is_refused(wager: str, written: str, sentence: str) -> None:
    setup = Setup.of(load("oneida-2003/roulette"))
    with pytest.raises(PitbossError, match=sentence):
        spot(setup, setup.offers[wager], written)


def test_usual_wheels_alternate_red_and_black() -> None:
    for name in ("chapter4/roulette", "massachusetts-2020/roulette"):
        for wheel in ("double_zero", "single_zero"):
            board = board_of(Setup.of(load(name), {"wheel": wheel}))
            colors = ["R" if n in board.wheel.red else "B" for n in board.wheel.order if n not in ("0", "00")]
            if wheel == "single_zero":
                assert all(a != b for a, b in pairwise(colors))
            else:
                half = board.wheel.order.index("00") - 1
                for side in (colors[:half], colors[half:]):
                    assert all(a != b for a, b in pairwise(side))


# -- Odds, over every pocket -----------------------------------------------------------------------------------------


def expectation(name: str, options: Mapping[str, Any]) -> dict[str, set[Fraction]]:
    """What each wager loses on average per unit staked, over every pocket; a value for each of its spots."""
    table = open_table(name, options, carry={"prior": "8"})
    setup = table.setup
    stake = 1000
    wagers = {
        f"{offer.id} {place}".strip(): "10"
        for offer in setup.offers.values()
        if offer.exactly is None and offer.id != "b2b"
        for place in (spots(setup, offer) if offer.spots else [""])
    }
    total: dict[str, int] = defaultdict(int)
    pockets = [pocket for pocket in board_of(setup).wheel.order if pocket != setup.term("void_pocket")]
    for pocket in pockets:
        for wager, net in nets(spin(table, pocket, wagers)).items():
            total[wager] += net
    averages: dict[str, set[Fraction]] = defaultdict(set)
    for wager, net in total.items():
        averages[wager.split()[0]].add(Fraction(net, stake * len(pockets)))
    return averages


EVEN_MONEY = {"red", "black", "odd", "even", "low", "high"}


def test_every_wager_of_oneida_loses_two_38ths_but_the_first_five() -> None:
    found = expectation("oneida-2003/roulette", {})
    assert found.pop("first_five") == {Fraction(-3, 38)}
    assert len(found) == 14
    assert all(values == {Fraction(-2, 38)} for values in found.values())


def test_losing_half_on_a_zero_halves_the_edge_of_even_money_wagers() -> None:
    for name in ("oneida-2003/roulette", "massachusetts-2020/roulette"):
        found = expectation(name, {"zero_rule": "lose_half"})
        for wager, values in found.items():
            if wager != "first_five":
                assert values == {Fraction(-1 if wager in EVEN_MONEY else -2, 38)}, wager


def test_every_wager_of_chapter_4_has_its_edge_on_both_wheels() -> None:
    double = expectation("chapter4/roulette", {})
    assert double.pop("five_number") == {Fraction(-3, 38)}
    assert len(double) == 13
    assert all(values == {Fraction(-2, 38)} for values in double.values())
    single = expectation("chapter4/roulette", {"wheel": "single_zero"})
    assert len(single) == 13
    assert all(values == {Fraction(-1, 37)} for values in single.values())


def test_elective_wagers_of_massachusetts_have_their_edge() -> None:
    options = {"five_adjacent": True, "seven_numbers": True, "six_numbers_color": True, "eight_numbers_color": True}
    found = expectation("massachusetts-2020/roulette", options | {"color_sections": DOUBLE_SECTIONS})
    assert found["five_adjacent"] == found["six_numbers_color"] == found["straight"] == {Fraction(-2, 38)}
    assert found["eight_numbers_color"] == {Fraction(-6, 38)}
    assert found["seven_numbers"] == found["first_five"] == {Fraction(-3, 38)}
    assert not {"red", "black", "dozen"} & set(found)


@pytest.mark.parametrize("wheel", ["single_zero", "double_as_single"])
def test_a_wheel_used_as_single_zero_has_single_zero_odds(wheel: str) -> None:
    options = {"wheel": wheel, "five_adjacent": True, "seven_numbers_color": True, "seven_numbers": True}
    found = expectation("massachusetts-2020/roulette", options | {"color_sections": DOUBLE_SECTIONS})
    assert found.pop("seven_numbers_color") == {Fraction(-2, 37)}
    assert found.pop("seven_numbers") == {Fraction(-2, 37)}
    assert all(values == {Fraction(-1, 37)} for values in found.values())


# -- Settling --------------------------------------------------------------------------------------------------------


def test_losing_wagers_are_collected_before_any_is_paid() -> None:
    played = spin(open_table("chapter4/roulette"), "19", {"red": 5, "black": 5, "straight_up 19": 5, "column 2": 5})
    assert [row.outcome for row in played.settlements] == ["lose", "lose", "win", "win"]


def test_half_of_an_odd_cent_is_returned_rounded_down_in_oneida() -> None:
    played = spin(open_table("oneida-2003/roulette", {"zero_rule": "lose_half"}), "00", {"odd": "0.05", "red": "1.01"})
    assert nets(played) == {"odd": -3, "red": -51}


def test_half_of_an_odd_cent_is_not_accepted_in_massachusetts() -> None:
    half = open_table("massachusetts-2020/roulette", {"zero_rule": "lose_half"})
    with pytest.raises(PitbossError, match=r"\$0.05 cannot be paid exactly"):
        spin(half, "0", {"odd": "0.05"})
    assert nets(spin(half, "0", {"straight 0": "0.05"})) == {"straight 0": 175}
    assert nets(spin(open_table("massachusetts-2020/roulette"), "0", {"odd": "0.05"})) == {"odd": -5}


def test_five_adjacent_shows_the_fifth_that_won_and_what_it_came_to() -> None:
    played = spin(open_table("massachusetts-2020/roulette", {"five_adjacent": True}), "5", {"five_adjacent 17": 25})
    (row,) = played.settlements
    assert (row.staked, row.pays, row.net, row.odds) == (2500, 17500, 15500, "35 to 1 on 1/5")
    assert played.ledger == {"seat 1": 15500, "house": -15500}


@pytest.mark.parametrize(
    ("chip", "refused", "nearest", "taken"),
    [
        ("1.00", "12.00", r"\$10.00 or \$15.00", "15.00"),
        ("1.00", "2.00", r"\$5.00", "5.00"),
        ("2.50", "15.00", r"\$12.50 or \$25.00", "12.50"),
        ("0.25", "1.00", r"\$1.25", "1.25"),
    ],
)
def test_five_adjacent_is_made_with_five_chips_or_a_multiple(chip: str, refused: str, nearest: str, taken: str) -> None:
    table = open_table("massachusetts-2020/roulette", {"five_adjacent": True, "chip_value": chip})
    why = rf"\${refused} is not 5 chips of \${chip} each, nor a multiple of them; the nearest amounts are {nearest}"
    with pytest.raises(PitbossError, match=rf"{why} \[§1\(e\)\(1\)\(i\)b L25341-25343"):
        spin(table, "5", {"five_adjacent 17": refused})
    won = nets(spin(table, "5", {"five_adjacent 17": taken}))
    assert won == {"five_adjacent 17": Fraction(taken) * 100 * 31 / 5}


def test_a_chip_is_worth_a_dollar_unless_the_house_says_otherwise_and_only_five_adjacent_counts_them() -> None:
    table = open_table("massachusetts-2020/roulette", {"five_adjacent": True})
    assert table.setup.offers["five_adjacent"].unit == 500
    assert nets(spin(table, "17", {"straight 17": "0.07"})) == {"straight 17": 245}


def test_five_adjacent_follows_the_odds_of_a_straight_and_the_order_of_the_wheel() -> None:
    order = ["0", "00", *map(str, range(1, 37))]
    options = {"five_adjacent": True, "wheel_order": order}
    table = open_table("massachusetts-2020/roulette", options, pay_tables={"PT1": {"straight": "36 to 1"}})
    assert nets(spin(table, "00", {"five_adjacent 1": 5})) == {"five_adjacent 1": 3200}
    assert nets(spin(table, "36", {"five_adjacent 0": 5, "five_adjacent 1": 5})) == {
        "five_adjacent 0": 3200,
        "five_adjacent 1": -500,
    }


def test_red_follows_the_house_s_red_numbers() -> None:
    table = open_table("massachusetts-2020/roulette", {"red_numbers": [str(n) for n in range(2, 37, 2)]})
    assert nets(spin(table, "2", {"red": 5, "black": 5})) == {"red": 500, "black": -500}


def test_better_odds_on_one_wager_ask_nothing_of_the_others() -> None:
    table = open_table("oneida-2003/roulette", pay_tables={"T1": {"split": "35 to 2"}})
    assert nets(spin(table, "8", {"split 8-11": 5, "black": "0.01"})) == {"split 8-11": 8750, "black": 1}
    with pytest.raises(PitbossError, match="cannot be paid exactly"):
        spin(table, "8", {"split 8-11": "0.01"})


def test_odds_under_the_list_are_refused_and_better_ones_allowed() -> None:
    for name, table in (("oneida-2003/roulette", "T1"), ("massachusetts-2020/roulette", "PT1")):
        with pytest.raises(PitbossError, match="split pays no less than 17 to 1, and 16 to 1 is less"):
            open_table(name, pay_tables={table: {"split": "16 to 1"}})
        open_table(name, pay_tables={table: {"split": "18 to 1"}})
    with pytest.raises(PitbossError, match="the rulebook lists no such table"):
        open_table("chapter4/roulette", pay_tables={"PT1": {"split": "18 to 1"}})
