"""Roulette in three rulebooks: the layouts, the odds of every wager, streaks, repeats, irregularities and set-ups."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from pitboss import Call, PitbossError, Setup, load, open_table, settle
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.wheel import Layout
from pitboss.games import game_of
from pitboss.games.wheels.roulette import GAME, board_of, spot, spots
from pitboss.rulebook import examine

DOUBLE_SECTIONS = {
    "gold": [5, 22, 34, 15, 3, 24],
    "red": [36, 13, 1, 27, 10, 25],
    "green": [29, 12, 8, 19, 31, 18],
    "blue": [6, 21, 33, 16, 4, 23],
    "black": [35, 14, 2, 28, 9, 26],
    "purple": [30, 11, 7, 20, 32, 17],
}
MULTIPLIERS = {"10": 5, "25": 2, "40": 1}
NO_SPINS = ["ball_spun_with_wheel", "too_few_revolutions", "foreign_object_in_wheel"]


def spin(table: Table, result: str, wagers: Mapping[str, Any] | None = None, *calls: Call, **more: Any) -> Round:
    """Spin a number of our choice with seat 1's wagers, or those that stand."""
    multiplier = {"multiplier": [str(more.pop("multiplier"))]} if "multiplier" in more else {}
    placed = more.pop("seats", {1: wagers} if wagers else {})
    return table.deal(placed, calls=calls, draws=WrittenDraws({"spin": [result], **multiplier}), **more)


def nets(played: Round) -> dict[str, int]:
    """What each wager of the round came to, in cents."""
    return {f"{row.wager} {row.on}" if row.on else row.wager: row.net for row in played.settlements}


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


def test_five_adjacent_must_divide_by_five() -> None:
    table = open_table("massachusetts-2020/roulette", {"five_adjacent": True})
    with pytest.raises(PitbossError, match=r"the nearest amounts are \$12.00 or \$12.05"):
        spin(table, "5", {"five_adjacent 17": "12.01"})


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


# -- Back-to-Back ----------------------------------------------------------------------------------------------------


def back_to_back(*spins: tuple[str, str | None], **options: Any) -> list[int | None]:
    """Spins as (pick, result): what Back-to-Back came to in dollars on each, None where none was placed."""
    table = open_table("chapter4/roulette", {"back_to_back_offered": True} | options)
    found = []
    for result, pick in spins:
        wagers = {"low": 5} | ({f"back_to_back {pick}": 1} if pick else {})
        rows = nets(spin(table, result, wagers))
        found.append(next((net // 100 for name, net in rows.items() if name.startswith("back")), None))
    return found


def test_back_to_back_pays_a_rising_ladder_and_begins_again() -> None:
    assert back_to_back(*[("7", "7")] * 5) == [1, 1000, 10000, 1, 1000]


def test_back_to_back_counts_zeros_like_any_number() -> None:
    assert back_to_back(("0", "0"), ("00", "00"), ("00", "0")) == [1, 1000, -1]


def test_a_spin_without_back_to_back_ends_the_streak() -> None:
    assert back_to_back(("7", "7"), ("7", None), ("7", "7"), ("7", "7")) == [1, None, 1, 1000]


def test_back_to_back_may_ask_for_the_same_number() -> None:
    spins = [("7", "7"), ("20", "20"), ("20", "20"), ("20", "20"), ("20", "20")]
    assert back_to_back(*spins) == [1, 1000, 10000, 1, 1000]
    assert back_to_back(*spins, btb_same_number_required=True) == [1, 1, 1000, 10000, 1]


def test_the_ladder_may_stay_at_the_top() -> None:
    assert back_to_back(*[("7", "7")] * 5, btb_reset_after_third=False) == [1, 1000, 10000, 10000, 10000]


def test_a_no_spin_leaves_the_streak_and_the_wagers() -> None:
    for irregularity in (*NO_SPINS, "ball_floats"):
        table = open_table("chapter4/roulette", {"back_to_back_offered": True})
        spin(table, "7", {"low": 5, "back_to_back 7": 1})
        played = spin(table, "9", {"low": 5, "back_to_back 9": 1}, Call(irregularity))
        assert {row.outcome for row in played.settlements} == {"stays"}
        assert table.carry == {"prior": "7", "streak": {"1": 1}}
        again = spin(table, "9")
        assert nets(again) == {"low": 500, "back_to_back 9": 100_000}


def test_a_wager_that_stands_after_a_no_spin_may_be_changed_or_taken_down() -> None:
    table = open_table("oneida-2003/roulette")
    spin(table, "9", {"red": 5, "straight 9": 5}, Call("too_few_revolutions"))
    assert nets(spin(table, "9", {"red": 10, "straight 9": 0})) == {"red": 1000}


def test_streaks_belong_to_the_player_and_not_to_the_seat() -> None:
    table = open_table("chapter4/roulette", {"back_to_back_offered": True})
    bets = {"low": 5, "back_to_back 7": 1}
    spin(table, "7", seats={1: bets}, players={1: "Ann"})
    played = spin(table, "7", seats={1: bets, 2: bets}, players={1: "Bob", 2: "Ann"})
    assert {(row.seat, row.net) for row in played.settlements if row.wager == "back_to_back"} == {
        (1, 100),
        (2, 100_000),
    }


def test_a_seat_that_is_left_takes_no_streak_along() -> None:
    record: dict[str, Any] = {
        "rulebook": "chapter4",
        "game": "roulette",
        "options": {"back_to_back_offered": True},
        "carry": {"streak": {"1": 2}},
        "steps": [{"leaves": [1]}, {"spin": "7", "seats": {"1": {"wagers": {"low": 5, "back_to_back 7": 1}}}}],
    }
    assert settle(record).net == {1: 600}
    record["steps"].pop(0)
    assert settle(record).net == {1: 1_000_500}


def test_back_to_back_is_one_number_per_player() -> None:
    table = open_table("chapter4/roulette", {"back_to_back_offered": True})
    with pytest.raises(PitbossError, match="one wager on one number per player and spin"):
        spin(table, "7", {"low": 5, "back_to_back 7": 1, "back_to_back 8": 1})
    with pytest.raises(PitbossError, match="one wager on one number per player and spin"):
        bets = {"low": 5, "back_to_back 7": 1}
        spin(table, "7", seats={1: bets, 2: bets}, players={1: "Ann", 2: "Ann"})


def test_back_to_back_needs_the_table_minimum_in_all_and_an_offer() -> None:
    with pytest.raises(PitbossError, match="Back-to-Back is not offered at this table"):
        spin(open_table("chapter4/roulette"), "7", {"low": 5, "back_to_back 7": 1})
    table = open_table("chapter4/roulette", {"back_to_back_offered": True})
    with pytest.raises(PitbossError, match="needs at least the table minimum"):
        spin(table, "7", {"back_to_back 7": 1})
    small = {"back_to_back_offered": True, "table_min": 5, "out_of_limit_procedure": "accept"}
    calls = [Call("wager_outside_limits", seat=1, wager=f"straight_up {n}") for n in (7, 8)]
    played = spin(
        open_table("chapter4/roulette", small),
        "7",
        {"straight_up 7": 3, "straight_up 8": 2, "back_to_back 7": 1},
        *calls,
    )
    assert nets(played) == {"straight_up 8": -200, "straight_up 7": 10500, "back_to_back 7": 100}


# -- B2B -------------------------------------------------------------------------------------------------------------


def b2b_table(**options: Any) -> Table:
    return open_table("massachusetts-2020/roulette", {"b2b": True, "b2b_multipliers": MULTIPLIERS} | options)


def test_b2b_is_not_accepted_before_a_valid_spin() -> None:
    table = b2b_table(wheel="double_as_single")
    with pytest.raises(PitbossError, match="before a valid spin has been seen"):
        spin(table, "8", {"b2b": 5}, multiplier=10)
    spin(table, "8", {"red": 5}, Call("foreign_object_in_wheel"))
    spin(table, "00")
    with pytest.raises(PitbossError, match="before a valid spin has been seen"):
        spin(table, "8", {"b2b": 5}, multiplier=10)
    spin(table, "8")
    assert nets(spin(table, "8", {"b2b": 5}, multiplier=40)) == {"b2b": 20_000}


def test_b2b_multiplier_is_shown_before_the_ball_lands() -> None:
    table = b2b_table()
    spin(table, "0", {"red": 5})
    played = spin(table, "0", {"b2b": 5}, multiplier=25)
    assert [event.kind for event in played.events][:4] == ["call", "multiplier", "spin", "settle"]
    assert nets(played) == {"b2b": 12_500}


def test_b2b_prior_number_is_kept_over_a_ball_in_double_zero() -> None:
    table = b2b_table(wheel="double_as_single")
    spin(table, "31", {"low": 5})
    void = spin(table, "00", {"b2b": 2}, multiplier=10)
    assert {row.outcome for row in void.settlements} == {"stays"}
    assert any("no spin" in event.text for event in void.events if event.kind == "irregularity")
    assert nets(spin(table, "31", multiplier=25)) == {"b2b": 5000}


def test_b2b_may_be_paid_for_one() -> None:
    table = b2b_table(b2b_odds_type="for")
    spin(table, "8", {"red": 5})
    assert nets(spin(table, "8", {"b2b": 5}, multiplier=10)) == {"b2b": 4500}


def test_b2b_pays_only_multipliers_of_the_house_s_list() -> None:
    table = b2b_table()
    spin(table, "8", {"red": 5})
    with pytest.raises(PitbossError, match='multiplier = "11" is not possible at this table'):
        spin(table, "8", {"b2b": 5}, multiplier=11)


def test_b2b_has_limits_of_its_own() -> None:
    table = b2b_table(b2b_min=1, b2b_max=25, table_min=5)
    spin(table, "8", {"red": 5})
    with pytest.raises(PitbossError, match=r"B2B: \$26.00 is over the maximum of \$25.00"):
        spin(table, "8", {"b2b": 26}, multiplier=10)
    spin(table, "8", {"b2b": 1}, multiplier=10)


@pytest.mark.parametrize(
    ("carry", "sentence"),
    [
        ({"prior": "37"}, 'carry.prior: "37" is not a number of this wheel'),
        ({"prior": 8}, "carry.prior"),
        ({"streak": 2}, "carry.streak: write how often each seat won"),
        ({"streak": {"1": "two"}}, "carry.streak"),
    ],
)
def test_what_carried_over_must_make_sense(carry: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        spin(open_table("chapter4/roulette", carry=carry), "8", {"red": 5})


# -- Irregularities --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chapter4/roulette", "oneida-2003/roulette", "massachusetts-2020/roulette"])
def test_a_refused_wager_goes_back_and_the_others_stand(name: str) -> None:
    for irregularity in ("late_wager", "verbal_wager_not_confirmed"):
        played = spin(open_table(name), "7", {"red": 5, "odd": 10}, Call(irregularity, seat=1, wager="odd"))
        assert nets(played) == {"odd": 0, "red": 500}
        assert played.settlements[0].outcome == "void"
        assert played.settlements[0].cite == load(name).irregularities[irregularity].cite


@pytest.mark.parametrize("name", ["oneida-2003/roulette", "massachusetts-2020/roulette"])
def test_a_value_chip_does_not_go_with_a_coupon(name: str) -> None:
    call = Call("value_chip_with_coupon", seat=1, wager="red")
    assert nets(spin(open_table(name, {"match_play": True}), "7", {"red": 5}, call)) == {"red": 0}
    with pytest.raises(PitbossError, match='there is no irregularity "value_chip_with_coupon" here'):
        spin(open_table(name), "7", {"red": 5}, call)


def test_a_late_wager_does_not_stand_for_the_next_spin_either() -> None:
    table = open_table("chapter4/roulette")
    late = Call("late_wager", seat=1, wager="straight_up 7")
    played = spin(table, "7", {"red": 5, "straight_up 7": 5}, late, Call("ball_floats"))
    assert {row.wager: row.outcome for row in played.settlements} == {"red": "stays", "straight_up": "void"}
    assert nets(spin(table, "7")) == {"red": 500}


def test_refusing_the_wager_that_back_to_back_rests_on_refuses_both() -> None:
    table = open_table("chapter4/roulette", {"back_to_back_offered": True})
    with pytest.raises(PitbossError, match="Back-to-Back needs at least the table minimum"):
        spin(table, "7", {"red": 5, "back_to_back 7": 1}, Call("late_wager", seat=1, wager="red"))


def test_a_misplaced_wager_is_named_as_it_lies() -> None:
    table = open_table("chapter4/roulette")
    call = Call("wager_misplaced", seat=1, wager="split 11-8")
    played = spin(table, "8", {"split 8-11": 5, "split 8-9": 5}, call)
    assert any("split 8-11: the wager stands as it is positioned" in event.text for event in played.events)
    with pytest.raises(PitbossError, match="seat 1 has no wager split 1-2"):
        spin(table, "8", {"split 8-11": 5}, Call("wager_misplaced", seat=1, wager="split 1-2"))
    with pytest.raises(PitbossError, match="say which: split 8-11 or split 8-9"):
        spin(table, "8", {"split 8-11": 5, "split 8-9": 5}, Call("wager_misplaced", seat=1, wager="split"))


def test_identical_chips_change_no_wager() -> None:
    played = spin(open_table("chapter4/roulette"), "7", {"red": 5}, Call("identical_chips", seat=1))
    assert nets(played) == {"red": 500}
    assert any(event.text == "it is not allowed and changes nothing" for event in played.events)


def test_the_house_s_procedure_decides_on_a_wager_outside_the_limits() -> None:
    call = Call("wager_outside_limits", seat=1, wager="straight_up 7")
    wagers = {"straight_up 7": 800, "straight_up 8": 5}
    with pytest.raises(PitbossError, match=r"\$800.00 is over the maximum of \$500.00"):
        spin(open_table("chapter4/roulette"), "7", wagers, call)
    capped = spin(open_table("chapter4/roulette", {"out_of_limit_procedure": "return_excess"}), "7", wagers, call)
    assert nets(capped) == {"straight_up 8": -500, "straight_up 7": 35 * 50_000}
    whole = spin(open_table("chapter4/roulette", {"out_of_limit_procedure": "accept"}), "7", wagers, call)
    assert nets(whole) == {"straight_up 8": -500, "straight_up 7": 35 * 80_000}


def test_oneida_knows_no_floating_ball() -> None:
    with pytest.raises(PitbossError, match='there is no irregularity "ball_floats"'):
        spin(open_table("oneida-2003/roulette"), "7", {"red": 5}, Call("ball_floats"))


# -- Set-ups ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"six_numbers_color": True}, "option color_sections: six_numbers_color cannot be used without it"),
        ({"b2b": True}, "option b2b_multipliers: b2b cannot be used without it"),
        ({"seven_numbers_color": True, "color_sections": DOUBLE_SECTIONS}, "is for a single-zero wheel"),
        (
            {"eight_numbers_color": True, "color_sections": DOUBLE_SECTIONS, "wheel": "single_zero"},
            "is for a double-zero wheel on which 00 counts",
        ),
        (
            {"eight_numbers_color": True, "color_sections": DOUBLE_SECTIONS, "wheel": "double_as_single"},
            "is for a double-zero wheel on which 00 counts",
        ),
        ({"zero_rule": "lose_half", "wheel": "single_zero"}, "the even-money wagers lose whole"),
        ({"zero_rule": "lose_half", "wheel": "double_as_single"}, "the even-money wagers lose whole"),
        ({"wheel_order": ["0", *map(str, range(1, 37))]}, "wheel order: it has 37 pockets, and this wheel has 38"),
        (
            {"six_numbers_color": True, "color_sections": dict(zip("abcdef", DOUBLE_SECTIONS.values(), strict=True))},
            "color sections: the colors are black, blue, gold, red, purple, green",
        ),
    ],
)
def test_massachusetts_refuses_a_set_up_that_its_rules_do_not_allow(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        open_table("massachusetts-2020/roulette", options)


@pytest.mark.parametrize(
    ("colors", "gone"),
    [
        (["six_numbers_color"], {"red", "black"}),
        (["eight_numbers_color"], {"red", "black", "dozen"}),
        (["six_numbers_color", "eight_numbers_color"], {"red", "black", "dozen"}),
    ],
)
def test_color_wagers_take_red_black_and_dozens_off_the_layout(colors: list[str], gone: set[str]) -> None:
    entry = load("massachusetts-2020/roulette")
    options: dict[str, Any] = {"color_sections": DOUBLE_SECTIONS} | dict.fromkeys(colors, True)
    setup = Setup.of(entry, options)
    assert {"red", "black", "dozen"} - set(setup.offers) == gone
    for wager in gone:
        with pytest.raises(PitbossError, match=r"may not offer .* \[§1\(g\)"):
            Setup.of(entry, options, wagers=[*colors, wager])


def test_color_sections_that_are_no_sections_of_the_wheel_are_told() -> None:
    entry = load("massachusetts-2020/roulette")
    scattered = {color: [str(6 * n + k) for k in range(1, 7)] for n, color in enumerate(DOUBLE_SECTIONS)}
    for sections, told in ((DOUBLE_SECTIONS, False), (scattered, True)):
        setup = Setup.of(entry, {"eight_numbers_color": True, "color_sections": sections})
        assert GAME.examine is not None
        findings = GAME.examine(setup)
        assert bool(findings) is told
        assert all(finding.level == "notice" for finding in findings)


def test_covid_mode_seats_three_and_closes_betting_before_the_spin() -> None:
    table = open_table("massachusetts-2020/roulette", {"covid_mode": True})
    with pytest.raises(PitbossError, match="there is no seat 4; this table has 3"):
        spin(table, "7", seats={4: {"red": 5}})
    assert "before the spin" in spin(table, "7", {"red": 5}).events[0].text
    assert "in the track" in spin(open_table("massachusetts-2020/roulette"), "7", {"red": 5}).events[0].text


def test_who_must_be_told_is_told() -> None:
    _, findings = examine(load("massachusetts-2020/roulette"), {"wheel": "double_as_single", "zero_rule": "lose_all"})
    assert [finding.where for finding in findings] == ["option wheel", "option zero_rule"]
    assert all("205 CMR 147.03" in finding.text for finding in findings)
    _, findings = examine(
        load("chapter4/roulette"),
        {"neutral_ring": True, "number_arrangement": "0 00 " + " ".join(map(str, range(1, 37)))},
    )
    assert [finding.where for finding in findings] == ["option number_arrangement", "option neutral_ring"]


def test_a_wheel_of_another_kind_than_the_layout_is_refused() -> None:
    with pytest.raises(PitbossError, match="it has 38 pockets, and this wheel has 37"):
        order = ["0", "00", *map(str, range(1, 37))]
        open_table("chapter4/roulette", {"wheel": "single_zero", "number_arrangement": order})


def test_every_wager_of_an_entry_has_numbers_of_its_own() -> None:
    for name in ("chapter4/roulette", "oneida-2003/roulette", "massachusetts-2020/roulette"):
        entry = load(name)
        assert game_of(entry) is GAME
        board = board_of(Setup.of(entry))
        assert all(numbers for places in board.places.values() for numbers in places.values())
