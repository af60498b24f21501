"""Layouts as pictures: well-formed, an area for each place to bet, nothing overlapping, words inside their areas."""

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pitboss.catalogue import scripts
from pitboss.cli.app import run
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.layouts import picture
from pitboss.layouts.craps import has_no_area
from pitboss.rulebook import Setup, entries, load

SVG = "{http://www.w3.org/2000/svg}"
SIC_BO = "massachusetts-2020/sic-bo"
MASSACHUSETTS_CRAPS = "massachusetts-2020/craps"
DRAWN: list[tuple[str, dict[str, Any]]] = [
    *((entry.name, {}) for entry in entries() if entry.script in scripts("layouts")),
    (MASSACHUSETTS_CRAPS, {"fire": "table_a", "bonus_craps": "paytable_1", "six_seven_eight": True}),
    (MASSACHUSETTS_CRAPS, {"hot_roller": "paytable_c", "bonus_craps": "paytable_2", "lay": "in_lieu"}),
    (MASSACHUSETTS_CRAPS, {"game": "mini_craps", "hot_roller": "paytable_a", "buy": False, "lay": "off"}),
    ("chapter4/craps", {"horn_high_area": "on_layout"}),
    ("oneida-2003/craps", {"horn_high_area": "on_layout", "whirl_taken_as": "one_bet"}),
]
IDS = [f"{name}, {', '.join(options) or 'as it stands'}" for name, options in DRAWN]

# Widths of Helvetica's printable characters, in thousandths of the size.
WIDTHS = dict(
    zip(
        map(chr, range(32, 127)),
        [
            *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
            *[556] * 10,
            *(278, 278, 584, 584, 584, 556, 1015),
            *(667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833),
            *(722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611),
            *(278, 278, 278, 469, 556, 333),
            *(556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833),
            *(556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500),
            *(334, 260, 334, 584),
        ],
        strict=True,
    )
)
BOLD = 1.08


@dataclass(frozen=True)
class Place:
    """The bounding box of something drawn."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Place") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.01 and down > 0.01

    def holds(self, other: "Place") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


@cache
def painted(name: str, choices: tuple[tuple[str, Any], ...], upright: bool = False) -> str:
    """A picture that several tests look at."""
    return picture(Setup.of(load(name), dict(choices)), upright)


def drawn(name: str, options: dict[str, Any] | None = None, upright: bool = False, **more: Any) -> ElementTree.Element:
    if more:
        return ElementTree.fromstring(picture(Setup.of(load(name), options or {}, **more)))
    return ElementTree.fromstring(painted(name, tuple((options or {}).items()), upright))


def areas(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    found = {}
    for area in root.iter(f"{SVG}g"):
        if "data-wager" in area.attrib:
            name = f"{area.attrib['data-wager']} {area.attrib['data-spot']}".strip()
            assert name not in found, f"{name} has two areas"
            found[name] = area
    return found


def rectangle(shape: ElementTree.Element) -> Place:
    x, y, width, height = (float(shape.attrib[key]) for key in ("x", "y", "width", "height"))
    return Place(x, y, x + width, y + height)


def words(text: ElementTree.Element) -> Place:
    size, x, y = (float(text.attrib[key]) for key in ("font-size", "x", "y"))
    bold = BOLD if text.attrib["class"] in ("name", "odds") else 1
    width = sum(WIDTHS.get(mark, 600) for mark in text.text or "") / 1000 * size * bold
    return Place(x - width / 2, y - 0.75 * size, x + width / 2, y + 0.22 * size)


@pytest.mark.parametrize(("name", "options"), DRAWN, ids=IDS)
def test_every_place_to_bet_has_one_area_that_tells_odds_and_edge(name: str, options: dict[str, Any]) -> None:
    entry = load(name)
    setup = Setup.of(entry, options)
    wanted = {
        f"{wager} {spot}".strip()
        for wager, offer in setup.offers.items()
        if offer.placed != "automatic" and not (entry.script == "craps" and has_no_area(setup, wager))
        for spot in game_of(entry).places(setup, offer)
    }
    found = areas(drawn(name, options))
    assert set(found) == wanted
    for area in found.values():
        assert "pays" in area.attrib["aria-label"] and "house edge" in area.attrib["aria-label"]
        assert area.find(f"{SVG}title") is not None
        assert "felt" in area[1].attrib["class"]
    assert len({area.attrib["id"] for area in found.values()}) == len(found)


@pytest.mark.parametrize(("name", "options"), DRAWN, ids=IDS)
def test_no_two_areas_overlap_and_all_are_on_the_cloth(name: str, options: dict[str, Any]) -> None:
    root = drawn(name, options)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    boxes = {each: rectangle(area[1]) for each, area in areas(root).items() if area[1].tag == f"{SVG}rect"}
    for (one, first), (two, second) in combinations(boxes.items(), 2):
        assert not first.overlaps(second), f"{one} overlaps {two}"
    assert all(Place(0, 0, width, height).holds(box) for box in boxes.values())


@pytest.mark.parametrize(("name", "options"), DRAWN, ids=IDS)
def test_words_and_dice_stay_inside_their_area_and_can_be_read(name: str, options: dict[str, Any]) -> None:
    for each, area in areas(drawn(name, options)).items():
        if area[1].tag != f"{SVG}rect":
            continue
        box = rectangle(area[1])
        lines = [words(text) for text in area.iter(f"{SVG}text")]
        dice = [rectangle(shape) for shape in area.iter(f"{SVG}rect") if "die" in shape.attrib["class"].split()]
        for text in area.iter(f"{SVG}text"):
            assert box.holds(words(text)), f"{each}: {text.text!r} sticks out"
            assert float(text.attrib["font-size"]) >= 9, f"{each}: {text.text!r} is too small to read"
        assert all(box.holds(die) for die in dice), each
        for one, two in combinations([*lines, *dice], 2):
            assert not one.overlaps(two), f"{each}: words and dice overlap"


def test_the_sic_bo_layout_shows_dice_and_figures_of_each_area() -> None:
    found = areas(drawn(SIC_BO))
    assert len(found) == 50

    def told(name: str) -> list[str]:
        return [text.text or "" for text in found[name].iter(f"{SVG}text")]

    def pips(name: str) -> int:
        return len(list(found[name].iter(f"{SVG}circle")))

    assert told("total 4") == ["4", "50 to 1", "29.17 %"]
    assert told("small")[:2] == ["SMALL", "4 to 10"]
    assert told("one_of_a_kind 3")[1:] == ["one die: 1 to 10", "two dice: 2 to 1", "three dice: 3 to 1", "39.12 %"]
    assert (pips("two_dice_combination 2-6"), pips("three_of_a_kind 5"), pips("two_of_a_kind 4")) == (8, 15, 8)


def test_the_big_six_layout_shows_each_symbol_and_its_share_of_the_wheel() -> None:
    found = areas(drawn("massachusetts-2020/big-six"))
    told = {name: [text.text or "" for text in area.iter(f"{SVG}text")] for name, area in found.items()}
    assert told["twenty"] == ["$20", "2 of 54", "20 to 1", "22.22 %"]
    assert told["flag"] == ["FLAG", "1 of 54", "45 to 1", "14.81 %"]
    upright = drawn("chapter4/big-six", upright=True)
    _, _, width, height = map(float, upright.attrib["viewBox"].split())
    assert width < height and len(areas(upright)) == 7


@pytest.mark.parametrize("name", ["california/zoobac", "chapter4/mini-baccarat"])
def test_the_baccarat_layout_is_drawn_upright_for_a_narrow_page(name: str) -> None:
    upright = drawn(name, upright=True)
    _, _, width, height = map(float, upright.attrib["viewBox"].split())
    assert width == 520 and areas(upright).keys() == areas(drawn(name)).keys()
    assert height < 1.4 * width or len(areas(upright)) > 7


def test_the_sic_bo_layout_calls_the_wagers_what_the_rulebook_calls_them() -> None:
    found = areas(drawn(SIC_BO))
    for name, title in (("two_of_a_kind 2", "TWO OF A KIND"), ("any_three_of_a_kind", "ANY THREE OF A KIND")):
        assert " ".join(text.text or "" for text in found[name].iter(f"{SVG}text")).startswith(title)
    assert next(found["one_of_a_kind 3"].iter(f"{SVG}text")).text == "ONE OF A KIND"


def test_the_picture_follows_the_odds_in_force() -> None:
    root = drawn(SIC_BO, {"one_of_a_kind_single": "2 to 1"}, pay_tables={"PT1": {"total_4": "60 to 1"}})
    found = areas(root)
    assert "pays 60 to 1, house edge 15.28 %" in found["total 4"].attrib["aria-label"]
    assert [text.text for text in found["one_of_a_kind 1"].iter(f"{SVG}text")][1:3] == [
        "one die: 2 to 1",
        "two dice: 2 to 1",
    ]


def test_a_wager_that_is_not_offered_has_no_area() -> None:
    found = areas(drawn(SIC_BO, wagers=["small", "big", "total"]))
    assert {name.partition(" ")[0] for name in found} == {"small", "big", "total"}


def test_a_game_without_a_picture_says_so() -> None:
    with pytest.raises(Refused, match="there is no picture of the layout of chapter4/three-card-poker"):
        picture(Setup.of(load("chapter4/three-card-poker")))


def test_the_rules_command_writes_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "layout.svg"
    assert run(["rules", SIC_BO, "--layout", str(file), "-o", "one_of_a_kind_single=1 to 1"]) == 0
    assert capsys.readouterr().out == f"The layout of {SIC_BO} is in {file}.\n"
    assert "house edge 7.87 %" in areas(ElementTree.parse(file).getroot())["one_of_a_kind 6"].attrib["aria-label"]


@pytest.mark.parametrize("place", ["", "nowhere/layout.svg"])
def test_a_picture_that_cannot_be_written_is_told_in_a_sentence(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", SIC_BO, "--layout", str(tmp_path / place)]) == 2
    assert "folder" in capsys.readouterr().err
