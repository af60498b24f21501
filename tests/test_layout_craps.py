"""The craps layout as a picture: the lines round the edge, dice where dice win, odds in force, only what is offered."""

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from test_layouts import SVG, Place, areas, drawn, rectangle

CHAPTER4, MASSACHUSETTS, ONEIDA = "chapter4/craps", "massachusetts-2020/craps", "oneida-2003/craps"
WITH_HORN_HIGH = {"horn_high_area": "on_layout"}


def told(area: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in area.iter(f"{SVG}text")]


def dice(area: ElementTree.Element) -> int:
    return sum("die" in shape.attrib["class"].split() for shape in area.iter(f"{SVG}rect"))


def pips(area: ElementTree.Element) -> int:
    return sum("pip" in shape.attrib["class"].split() for shape in area.iter(f"{SVG}circle"))


def corners(area: ElementTree.Element) -> Place:
    points = [tuple(map(float, point.split(","))) for point in area[1].attrib["points"].split()]
    return Place(
        min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points)
    )


def test_pass_runs_round_the_edge_with_dont_pass_inside_and_the_numbers_within() -> None:
    found = areas(drawn(CHAPTER4))
    line, dont = corners(found["pass_line"]), corners(found["dont_pass"])
    assert line.left < dont.left and dont.bottom < line.bottom and line.right == dont.right
    for name in ("come", "field", "place_to_win 4", "lay 10", "big_6", "dont_come"):
        box = rectangle(found[name][1])
        assert dont.left < box.left and box.right <= dont.right and box.bottom < dont.bottom


@pytest.mark.parametrize(
    ("wager", "many"),
    [
        ("hard_4", 4),
        ("hard_10", 10),
        ("craps_2", 2),
        ("craps_12", 12),
        ("eleven", 11),
        ("hop 2-5", 7),
        ("dont_come", 12),
    ],
)
def test_dice_are_drawn_where_dice_decide(wager: str, many: int) -> None:
    area = areas(drawn(CHAPTER4))[wager]
    assert (dice(area), pips(area)) == (2, many)


def test_each_number_has_what_is_against_it_above_and_what_is_for_it_below() -> None:
    found = areas(drawn(CHAPTER4))
    for number in ("4", "6", "9"):
        lay, come, place = (rectangle(found[f"{wager} {number}"][1]) for wager in ("lay", "come", "place_to_win"))
        assert lay.bottom < come.top < place.top
    assert told(found["place_to_win 6"]) == ["PLACE", "7 to 6", "1.52 %"]
    assert told(found["come_odds 5"]) == ["ODDS", "3 to 2", "0.00 %"]


def test_line_odds_tell_what_each_point_pays() -> None:
    found = areas(drawn(MASSACHUSETTS))
    assert told(found["pass_odds"])[1] == "2 to 1 on 4, 10 · 3 to 2 on 5, 9 · 6 to 5 on 6, 8"
    assert "pays 1 to 2 or 2 to 3 or 5 to 6, house edge 0.00 %" in found["dont_pass_odds"].attrib["aria-label"]


def test_the_field_rings_2_and_12_at_the_odds_in_force() -> None:
    found = areas(drawn(MASSACHUSETTS, pay_tables={"PT4_field": {"field_12": "3 to 1"}}))
    field = found["field"]
    assert told(field) == ["2", "2 to 1", "12", "3 to 1", "FIELD", "3 · 4 · 9 · 10 · 11", "1 to 1", "2.78 %"]
    assert sum(shape.attrib["class"] == "ring" for shape in field.iter(f"{SVG}circle")) == 2


def test_a_composite_tells_its_parts() -> None:
    found = areas(drawn(MASSACHUSETTS, WITH_HORN_HIGH))
    assert told(found["horn_high_12"]) == ["HORN HIGH 12", "2 · 3 · 11 · 12 · 12", "12.78 %"]
    assert told(found["c_and_e"])[:2] == ["C AND E", "C · 11"]


def test_big_6_and_8_stand_only_where_they_are_offered() -> None:
    assert "big_6" in areas(drawn(CHAPTER4)) and "big_6" not in areas(drawn(MASSACHUSETTS))
    wide, narrow = (rectangle(areas(drawn(name))["come"][1]) for name in (MASSACHUSETTS, CHAPTER4))
    assert wide.left < narrow.left


def test_wagers_over_a_whole_turn_have_their_band_only_where_they_are_offered() -> None:
    def height(options: dict[str, Any]) -> float:
        return float(drawn(MASSACHUSETTS, options).attrib["viewBox"].split()[3])

    assert height({}) < height({"fire": "table_b"}) == height({"bonus_craps": "paytable_1"})
    fire = areas(drawn(MASSACHUSETTS, {"fire": "table_b"}))["fire"]
    assert told(fire)[1:7] == ["4", "5", "6", "8", "9", "10"]
    assert told(fire)[7] == "four 39 to 1 · five 199 to 1 · six 499 to 1"
    hot = areas(drawn(MASSACHUSETTS, {"hot_roller": "paytable_a"}))["hot_roller"]
    assert dice(hot) == 28 and told(hot)[1:7] == ["4", "5", "6", "8", "9", "10"]


@pytest.mark.parametrize("name", [CHAPTER4, MASSACHUSETTS, ONEIDA])
def test_horn_high_has_an_area_only_where_the_layout_has_one_and_is_split_elsewhere(name: str) -> None:
    assert not any(wager.startswith("horn_high") for wager in areas(drawn(name)))
    high = {wager for wager in areas(drawn(name, WITH_HORN_HIGH)) if wager.startswith("horn_high")}
    assert high == {f"horn_high_{number}" for number in (2, 3, 11, 12)}


def test_a_whirl_has_an_area_only_where_it_is_one_bet() -> None:
    assert "whirl" in areas(drawn(ONEIDA, {"whirl_taken_as": "one_bet"}))
    assert "whirl" not in areas(drawn(ONEIDA)) and "whirl" not in areas(drawn(MASSACHUSETTS))
    assert "world" in areas(drawn(CHAPTER4))


def test_coupons_have_no_area_of_their_own() -> None:
    assert set(areas(drawn(MASSACHUSETTS, {"match_play": True}))) == set(areas(drawn(MASSACHUSETTS)))


def test_a_small_table_shows_what_it_offers_and_nothing_else() -> None:
    offered = ["pass_line", "field", "any_seven", "place_to_win"]
    found = areas(drawn(MASSACHUSETTS, wagers=offered))
    assert {name.partition(" ")[0] for name in found} == set(offered)
