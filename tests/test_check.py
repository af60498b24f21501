"""The check of a house: what the rulebook does not allow is refused with its clause, and nothing else is."""

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import EXAMPLES, Run
from pitboss import PitbossError
from pitboss.engine.reading import load_toml
from pitboss.games import game_of
from pitboss.rulebook import Setup, entry_names, load
from pitboss.rulebook.check import HouseReport, TableReport, check_house
from pitboss.sheets.house_page import house_page, limits_in_words

HOUSES = EXAMPLES.parent / "houses"
TCP = {"rulebook": "chapter4", "game": "three-card-poker"}
CALIFORNIA = {"rulebook": "california", "game": "three-card-poker"}
ROULETTE = {"rulebook": "massachusetts-2020", "game": "roulette"}
T1 = {
    "mini_royal": "200 to 1",
    "straight_flush": "40 to 1",
    "three_of_a_kind": "30 to 1",
    "straight": "6 to 1",
    "flush": "3 to 1",
    "pair": "1 to 1",
}


@pytest.fixture
def check(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments: pitboss("check", *arguments)


def report(table: dict[str, Any], **more: Any) -> TableReport:
    return check_house({"tables": [{**table, **more}]})[0]


def refusals(table: dict[str, Any], **more: Any) -> list[str]:
    return [str(finding) for finding in report(table, **more).refused]


@pytest.mark.parametrize("name", entry_names())
def test_an_entry_with_its_defaults_is_legal_once_the_house_has_chosen_what_it_must(name: str) -> None:
    entry = load(name)
    must = {key: option.allowed[0] for key, option in entry.options.items() if option.required and option.allowed}
    assert refusals({"rulebook": entry.rulebook, "game": entry.game}, options=must) == []


# -- options and exclusions -------------------------------------------------------------------------------------------


def test_an_unknown_option_is_refused_with_the_nearest_name() -> None:
    [finding] = refusals(TCP, options={"ante_maximum": 200})
    assert 'did you mean "ante_max"?' in finding and "[Chapter 4, §13" in finding


def test_an_option_outside_the_rulebook_is_refused_with_its_clause() -> None:
    [finding] = refusals(TCP, options={"ante_max": 600})
    assert finding.endswith("$600.00 is more than the $500.00 the rulebook allows at most [§13(D)(1) L1509]")


def test_limits_raised_by_the_general_manager_are_legal_with_notice() -> None:
    found = report(TCP, options={"general_manager_raises_limits": True, "ante_max": 600})
    assert found.legal
    assert [notice.text for notice in found.notices] == ["The Commission is notified in writing of the higher limits."]


def test_a_choice_the_house_must_make_and_did_not_is_refused() -> None:
    [finding] = refusals(CALIFORNIA)
    assert "option schedule_option: the house must choose one: 1, 2, 3" in finding and "[§Collection" in finding


def test_what_else_is_wrong_is_found_beside_a_missing_choice() -> None:
    found = refusals(CALIFORNIA, seats=9, pay_tables={"T1": {"flush": "4 to 1"}}, wagers=["pair_plus"])
    assert len(found) == 5
    for part in ("must choose", "flush pays 3 to 1 and not 4 to 1", "needs Ante", "must place", "9 seats"):
        assert sum(part in finding for finding in found) == 1, part


@pytest.mark.parametrize(
    ("option", "wheel", "beside"),
    [
        ("six_numbers_color", "double_zero", ["red"]),
        ("six_numbers_color", "single_zero", ["black"]),
        ("seven_numbers_color", "single_zero", ["red", "black", "dozen"]),
        ("eight_numbers_color", "double_zero", ["dozen"]),
    ],
)
def test_color_wagers_may_not_stand_beside_what_the_rulebook_keeps_apart(
    option: str, wheel: str, beside: list[str]
) -> None:
    options = {option: True, "wheel": wheel, "color_sections": sections()}
    found = refusals(ROULETTE, options=options, wagers=["straight", option, *beside])
    assert len(found) == len(beside)
    assert all(
        f"wager {wager}:" in finding and "§1(g)" in finding for wager, finding in zip(beside, found, strict=True)
    )


def test_six_numbers_color_leaves_the_dozens_alone() -> None:
    options = {"six_numbers_color": True, "color_sections": sections()}
    found = report(ROULETTE, options=options, wagers=["straight", "six_numbers_color", "dozen"])
    assert found.legal
    assert set(found.barred) == {"red", "black"}


def sections() -> dict[str, list[int]]:
    house = load_toml((HOUSES / "color-wagers.toml").read_text())
    found: dict[str, list[int]] = house["tables"][0]["options"]["color_sections"]
    return found


# -- pay tables -------------------------------------------------------------------------------------------------------


def test_a_pay_table_the_entry_does_not_list_is_refused() -> None:
    [finding] = refusals(TCP, pay_tables={"PT-9": {"pair": "1 to 1"}})
    assert "pay table PT-9: the rulebook does not list it" in finding and "§13" in finding


def test_a_full_pay_table_as_listed_is_legal() -> None:
    assert refusals(CALIFORNIA, options={"schedule_option": 1}, pay_tables={"T1": T1}) == []


def test_a_full_pay_table_that_differs_from_every_listed_one_is_refused_where_it_is_fixed() -> None:
    [finding] = refusals(CALIFORNIA, options={"schedule_option": 1}, pay_tables={"T1": {**T1, "flush": "4 to 1"}})
    assert "flush pays 3 to 1 and not 4 to 1: the rulebook lists no such table [§Pair Plus" in finding


def test_a_listed_pay_table_under_another_name_is_refused_and_named() -> None:
    [finding] = refusals(CALIFORNIA, options={"schedule_option": 1}, pay_tables={"mine": T1})
    assert "these are the lines of T1" in finding


def test_a_pay_table_that_may_be_changed_needs_notice() -> None:
    found = report(TCP, pay_tables={"PT-2": {"straight": "5 to 1"}})
    assert found.legal and [notice.where for notice in found.notices] == ["pay table PT-2"]


def test_a_pay_table_that_may_only_be_bettered_cannot_be_worsened() -> None:
    mass = {"rulebook": "massachusetts-2020", "game": "three-card-poker"}
    assert refusals(mass, pay_tables={"2": {"flush": "4 to 1"}}) == []
    [finding] = refusals(mass, pay_tables={"2": {"flush": "2 to 1"}})
    assert "flush pays no less than 3 to 1" in finding


def test_a_line_that_is_no_pay_off_is_refused() -> None:
    [finding] = refusals(TCP, pay_tables={"PT-2": {"pair": "even money"}})
    assert '"even money" is not a pay-off' in finding


# -- the layout and the seats -----------------------------------------------------------------------------------------


def test_an_unknown_wager_is_refused_with_the_nearest_name() -> None:
    [finding] = refusals(TCP, wagers=["ante", "pair_pls"])
    assert 'wager pair_pls: there is no such wager; did you mean "pair_plus"?' in finding


def test_a_wager_without_its_option_is_refused() -> None:
    [finding] = refusals(ROULETTE, wagers=["straight", "six_numbers_color"])
    assert "is offered only with the option six_numbers_color" in finding


def test_a_layout_without_what_its_wagers_need_is_refused() -> None:
    found = refusals(CALIFORNIA, options={"schedule_option": 1}, wagers=["pair_plus"])
    assert any("wager pair_plus: needs Ante, which is not on the layout" in finding for finding in found)


def test_an_empty_layout_is_refused() -> None:
    assert "no wager is on the layout" in refusals(TCP, wagers=[])[0]


def test_what_is_made_during_the_round_comes_with_the_game() -> None:
    setup = Setup.of(load("chapter4/three-card-poker"), wagers=["ante"])
    assert set(setup.offers) == {"ante", "play", "ante_bonus"}


def test_more_seats_than_the_entry_has_are_refused() -> None:
    [finding] = refusals(TCP, seats=8)
    assert "the table has 8 seats; the rulebook allows 7 [§13" in finding


def test_an_option_can_take_seats_away() -> None:
    assert refusals(ROULETTE, seats=5) == []
    [finding] = refusals(ROULETTE, seats=5, options={"covid_mode": True})
    assert "the rulebook allows 3" in finding


# -- limits -----------------------------------------------------------------------------------------------------------


def test_a_limit_is_judged_by_the_option_that_the_wager_names() -> None:
    [finding] = refusals(TCP, limits={"pair_plus": {"max": 150}})
    assert finding == (
        "refused: limits.pair_plus.max: $150.00 is more than the $100.00 the rulebook allows at most [§13(D)(1) L1509]"
    )
    [finding] = refusals(TCP, limits={"ante": {"min": "0.50"}})
    assert "limits.ante.min: $0.50 is less than the $1.00" in finding


def test_a_raised_limit_is_legal_where_the_option_that_lifts_it_is_on() -> None:
    lifted = {"general_manager_raises_limits": True}
    assert refusals(TCP, options=lifted, limits={"ante": {"max": 600}}) == []
    # ... and whatever else is wrong with the table does not make it illegal.
    [finding] = refusals(TCP, options={**lifted, "nonsense": 1}, limits={"ante": {"max": 600}})
    assert "option nonsense" in finding


def test_a_limit_of_the_table_leaves_tighter_bounds_in_place() -> None:
    found = report(TCP, limits={"min": 5, "max": 500})
    assert found.legal
    assert found.limits == {"ante": (500, 50_000), "pair_plus": (500, 10_000)}


def test_a_limit_of_the_table_that_no_wager_may_have_is_refused() -> None:
    [finding] = refusals(TCP, limits={"max": 600})
    assert "limits.max: $600.00 is more than the $500.00" in finding and "§13(D)(1)" in finding
    [finding] = refusals(TCP, limits={"min": "0.25"})
    assert "limits.min: $0.25 is less than the $1.00" in finding


def test_a_limit_outside_the_collection_schedule_is_refused() -> None:
    options = {"schedule_option": 3}
    assert refusals(CALIFORNIA, options=options, limits={"ante": {"min": 10, "max": 100}}) == []
    found = refusals(CALIFORNIA, options=options, limits={"ante": {"min": 5, "max": 200}})
    assert ["limits.ante.min" in found[0], "limits.ante.max" in found[1]] == [True, True]
    assert all("L2517" in finding for finding in found)


def test_a_minimum_above_its_maximum_is_refused() -> None:
    [finding] = refusals(TCP, limits={"ante": {"min": 50, "max": 25}})
    assert "limits.ante: the minimum of $50.00 is above the maximum of $25.00" in finding
    [finding] = refusals(TCP, options={"min_wager": 200, "pair_plus_max": 100})
    assert "limits.pair_plus: the minimum of $200.00 is above the maximum of $100.00" in finding


def test_a_minimum_above_the_maximum_of_the_whole_table_is_told_once() -> None:
    [finding] = refusals({"rulebook": "chapter4", "game": "roulette"}, limits={"min": 50, "max": 25})
    assert finding.startswith("refused: limits: the minimum of $50.00 is above the maximum of $25.00, for ")
    assert "Red" in finding and "Straight" in finding


def test_limits_that_are_not_legal_are_not_summed_up(check: Run, tmp_path: Path) -> None:
    assert report(TCP, limits={"min": 50, "max": 20}).limits == {}
    assert report(TCP, limits={"ante": {"min": 50, "max": 25}}).limits == {"pair_plus": (100, 10_000)}
    assert report(TCP, limits={"ante": {"max": 600}}).limits == {"pair_plus": (100, 10_000)}
    assert report(TCP, limits={"max": 600, "ante": {"max": 50}}).limits == {"ante": (100, 5_000)}
    file = tmp_path / "house.toml"
    file.write_text('[[tables]]\nrulebook = "chapter4"\ngame = "three-card-poker"\nlimits = { min = 50, max = 20 }\n')
    assert "Limits:" not in check(file)[1]


@pytest.mark.parametrize(
    ("rulebook", "options", "told"),
    [
        ("chapter4", {"pass_odds_multiple": 3}, {"pass_odds": "up to 3 × pass line", "put_odds": "up to 2 × put"}),
        ("chapter4", {"lay_odds_basis": "win"}, {"dont_come_odds": "to win up to 2 × dont come"}),
        ("massachusetts-2020", {"odds_multiple_4_10": 3}, {"come_odds": "up to 1 × come, 3 × on 4 and 10"}),
        ("oneida-2003", {"table_max": 500}, {"pass_odds": "up to 1 × pass line, at most $500.00"}),
    ],
)
def test_the_limits_of_odds_are_told_as_the_multiple_that_bounds_them(
    rulebook: str, options: dict[str, Any], told: dict[str, str]
) -> None:
    [found] = check_house({"tables": [{"rulebook": rulebook, "game": "craps", "options": options}]})
    for wager, words in told.items():
        assert found.multiples[wager] == limits_in_words(found, wager) == words
        assert found.as_json()["limits"][wager] == {"min": None, "max": None, "multiple": words}
        assert words in house_page(HouseReport((found,)))


def test_a_limit_of_the_table_is_told_beside_the_multiple(check: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('[[tables]]\nrulebook = "chapter4"\ngame = "craps"\nlimits = { min = 5, max = 500 }\n')
    assert "pass odds $5.00 to $500.00, up to 2 × pass line;" in " ".join(check(file)[1].split())


def test_a_wager_tied_to_another_has_no_limits_of_its_own() -> None:
    [finding] = refusals(TCP, limits={"play": {"max": 100}})
    assert "limits.play: has no limits of its own: it is equal to Ante" in finding


def test_a_limit_that_is_no_money_is_refused() -> None:
    for amount in ("lots", -5, "0.001", 10**30, True, [5]):
        assert "limits.ante.max" in refusals(TCP, limits={"ante": {"max": amount}})[0]
        assert "limits.max" in refusals(TCP, limits={"max": amount})[0]


def test_a_limit_for_an_unknown_wager_is_refused_with_the_nearest_name() -> None:
    [finding] = refusals(TCP, limits={"anti": {"max": 5}})
    assert 'limits.anti: there is no such wager; did you mean "ante"?' in finding


def test_a_limit_for_a_wager_that_is_not_on_the_layout_is_refused() -> None:
    [finding] = refusals(TCP, wagers=["ante"], limits={"pair_plus": {"max": 50}})
    assert "has limits and is not on the layout" in finding


# -- the file ---------------------------------------------------------------------------------------------------------

NO_HOUSES: dict[str, tuple[Any, str]] = {
    "nothing": ({}, "each under [[tables]]"),
    "no tables": ({"tables": []}, "each under [[tables]]"),
    "tables of words": ({"tables": ["x"]}, "each under [[tables]]"),
    "unknown key": ({"tabels": []}, 'did you mean "tables"'),
    "unknown key of a table": ({"tables": [{**TCP, "seatz": 7}]}, 'did you mean "seats"'),
    "no rulebook": ({"tables": [{"game": "roulette"}]}, "say its rulebook"),
    "no such entry": ({"tables": [{**TCP, "game": "three-card"}]}, "there is no entry"),
    "two of a name": ({"tables": [{**TCP, "name": "A"}, {**TCP, "name": "A"}]}, 'two tables are named "A"'),
    "name of nothing": ({"tables": [{**TCP, "name": " "}]}, "its name is a text"),
    "seats of words": ({"tables": [{**TCP, "seats": "seven"}]}, "seats is a whole number"),
    "no seats": ({"tables": [{**TCP, "seats": 0}]}, "seats is a whole number"),
    "wagers of a word": ({"tables": [{**TCP, "wagers": "ante"}]}, "wagers is a list of names"),
    "options of a list": ({"tables": [{**TCP, "options": []}]}, "options is a table"),
    "pay table of a word": ({"tables": [{**TCP, "pay_tables": {"PT-2": "x"}}]}, "PT-2 is a table"),
    "limits of a number": ({"tables": [{**TCP, "limits": {"ante": 5}}]}, "{ min = 5, max = 500 }"),
    "unknown limit": ({"tables": [{**TCP, "limits": {"ante": {"maxx": 5}}}]}, 'did you mean "max"'),
}


@pytest.mark.parametrize(("house", "part"), NO_HOUSES.values(), ids=NO_HOUSES.keys())
def test_a_file_that_is_no_house_gets_one_sentence(house: Any, part: str) -> None:
    with pytest.raises(PitbossError) as error:
        check_house(house)
    assert part in error.value.sentence


def test_a_legal_house_ends_with_0_and_lists_its_notices_apart(check: Run) -> None:
    code, out, err = check(HOUSES / "legal.toml")
    assert (code, err) == (0, "")
    assert "3 tables, all legal." in out
    assert out.count("notice: ") == 2 and "✗" not in out


def test_a_house_with_an_illegal_table_ends_with_1(check: Run) -> None:
    code, out, _ = check(HOUSES / "mixed.toml")
    assert code == 1
    assert "TC-1  chapter4/three-card-poker: legal" in out
    assert "TC-2  chapter4/three-card-poker: not legal" in out
    assert "3 tables, 2 not legal." in out


def test_check_as_json(check: Run) -> None:
    code, out, _ = check(HOUSES / "color-wagers.toml", "--json")
    found = json.loads(out)
    assert code == 1 and found["legal"] is False
    assert [table["legal"] for table in found["tables"]] == [False, False, True]
    assert all(finding["cite"] for table in found["tables"] for finding in table["refused"] + table["notices"])
    assert found["tables"][0]["refused"][0]["where"] == "wager red"


def test_a_broken_house_file_ends_with_2(check: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    for text, part in (("[[tables]\n", "is not TOML"), ("", "each under [[tables]]"), ("tables = 5", "[[tables]]")):
        file.write_text(text)
        code, out, err = check(file)
        assert (code, out) == (2, "")
        assert part in err and err.count("\n") == 1


def test_a_modified_schedule_pays_no_hand_that_the_game_does_not_know() -> None:
    for name in entry_names():
        entry = load(name)
        free = [table for table, printed in entry.pay_tables.items() if printed.change == "notice"]
        for table in free if entry.wagers else ():
            setup = Setup.of(entry, pay_tables={table: {"five_and_a_half_of_a_kind": "3 to 1"}})
            with pytest.raises(PitbossError, match="there is no hand"):
                game_of(entry).must_take(setup)


def test_an_unknown_wager_is_answered_with_the_nearest_and_with_what_lists_them_all() -> None:
    table = {"rulebook": "massachusetts-2020", "game": "blackjack", "wagers": ["blackjack", "trip_bonus"]}
    [text] = [finding.text for finding in check_house({"tables": [table]})[0].refused]
    assert text.startswith("there is no such wager; nearest: ") and text.index("optional_bonus") < text.index("trilux")
    assert text.endswith("; pitboss rules massachusetts-2020/blackjack --section wagers lists them all")
