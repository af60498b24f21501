"""Roulette at the table: bonus wagers over several spins, irregularities, and the set-ups a house may choose."""

from pathlib import Path
from typing import Any

import pytest

from pitboss import Call, PitbossError, Setup, load, open_table, settle
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.games.wheels.roulette import GAME, board_of
from pitboss.rulebook import examine
from pitboss.rulebook.loader import BUILT_IN
from roulette_table import DOUBLE_SECTIONS, nets, spin

MULTIPLIERS = {"10": 5, "25": 2, "40": 1}
NO_SPINS = ["ball_spun_with_wheel", "too_few_revolutions", "foreign_object_in_wheel"]


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
        ({"prior": 8.5}, "carry.prior"),
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


def test_refusing_the_wager_that_back_to_back_rests_on_refuses_both_and_no_other() -> None:
    table = open_table("chapter4/roulette", {"back_to_back_offered": True})
    seats = {1: {"red": 5, "back_to_back 7": 1}, 2: {"odd": 5}}
    played = spin(table, "7", None, Call("late_wager", seat=1, wager="red"), seats=seats)
    assert {(row.wager, row.outcome, row.cite) for row in played.settlements} == {
        ("red", "void", "§2.C.1.a L296"),
        ("back_to_back", "void", "§2.A.6.a L262; Reading A4"),
        ("odd", "win", "§2.A.4 L259; §2.B.1 L272, L285"),
    }


def test_a_misplaced_wager_is_named_as_it_lies() -> None:
    table = open_table("chapter4/roulette")
    call = Call("wager_misplaced", seat=1, wager="split 11-8")
    played = spin(table, "8", {"split 8-11": 5, "split 8-9": 5}, call)
    assert any("split 8-11: the wager stands as it lay when bets were closed" in event.text for event in played.events)
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
        spin(open_table("chapter4/roulette"), "7", wagers)
    refused = spin(open_table("chapter4/roulette"), "7", wagers, call)
    assert nets(refused) == {"straight_up 7": 0, "straight_up 8": -500}
    assert refused.settlements[0].outcome == "void"
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
    for wheel, where in (("double_zero", "zero_rule"), ("double_as_single", "wheel")):
        _, [finding] = examine(load("massachusetts-2020/roulette"), {"wheel": wheel, "zero_rule": "lose_all"})
        assert finding.where == f"option {where}"
        assert "205 CMR 147.03" in finding.text
    _, findings = examine(load("massachusetts-2020/roulette"), {"wheel": "single_zero"})
    assert not findings
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


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('spots = ["corner", "first_four"]', 'spots = ["cormer"]', r'four_number.spots: .*did you mean "corner"'),
        ('high = "high"', 'high = "hihg"', 'wagers.high: terms.covers says "hihg", which is no group'),
    ],
)
def test_a_faulty_layout_names_entry_key_and_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, fault: str
) -> None:
    text = (BUILT_IN / "chapter4" / "roulette.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "riverboat").mkdir()
    faulty = text.replace('rulebook = "chapter4"', 'rulebook = "riverboat"').replace(old, new)
    (tmp_path / "riverboat" / "roulette.toml").write_text(faulty, encoding="utf-8")
    monkeypatch.setenv("PITBOSS_RULEBOOKS", str(tmp_path))
    with pytest.raises(PitbossError, match=fault):
        spin(open_table("riverboat/roulette"), "7", {"red": 5})
