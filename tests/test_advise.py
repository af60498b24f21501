"""``pitboss advise``: a hand as the house sets it, and the rule that sets it so."""

import json

import pytest

from conftest import Run

TILES = "california/pai-gow-tiles"


@pytest.mark.parametrize(
    ("tiles", "low", "rule", "cite"),
    [
        ("6-6 6-6 1-2 1-3", "1-2 1-3", "no other setting is higher in either hand", "L2960"),  # the chart's example
        ("6-6 6-6 1-5 1-6", "6-6 1-5", "a teen pair is split with 6 and 7 dots", "L2964"),
        ("1-3 1-3 3-6 5-6", "3-6 5-6", "a gor pair is kept", "never split"),
        ("6-6 4-4 3-6 1-4", "4-4 3-6", "14 points: 7/7 is the first play", "L2985"),  # the chart's example
        (
            "6-6 1-1 4-4 3-3",
            "1-1 3-3",
            "maximized, and of the 2-dot and the 12-dot tile the 12-dot makes the gong",
            "L2976",
        ),
        ("6-6 1-1 5-5 5-6", "6-6 5-5", "5 points: the low hand is maximized", "L2994"),
    ],
)
def test_the_house_way_of_tiles_names_its_row(pitboss: Run, tiles: str, low: str, rule: str, cite: str) -> None:
    code, out, _ = pitboss("advise", TILES, *tiles.split(), "--json")
    answer = json.loads(out)
    assert code == 0
    assert sorted(answer["setting"]["low"]["cards"].split()) == sorted(low.split())
    assert rule in answer["rule"] and cite in answer["cite"]


FAST_ACTION = "massachusetts-2020/fast-action-holdem"


@pytest.mark.parametrize(
    ("cards", "kept", "rule", "cite"),
    [
        ("5h 5h Ks Kd", "5h 5h", "way 1: suited pair; it comes before a higher pair", "§8(i)(1)-(12)"),
        ("Ah Th 9c 2d", "Ah Th", "way 3: ace with a suited 10 or better", "§8(i)(1)-(12)"),
        ("9c 8d 6h 3s", "9c 8d", "way 13: unsuited running cards", "§8(i)(13)ff L14787; Reading 1"),
    ],
)
def test_the_house_ways_of_fast_action_name_their_number(
    pitboss: Run, cards: str, kept: str, rule: str, cite: str
) -> None:
    code, out, _ = pitboss("advise", FAST_ACTION, *cards.split(), "--json")
    answer = json.loads(out)
    assert code == 0 and answer["setting"]["hand"]["cards"] == kept
    assert answer["rule"] == rule and cite in answer["cite"]


def test_it_is_told_in_words(pitboss: Run) -> None:
    _, out, _ = pitboss("advise", TILES, "6-6 6-6 1-2 1-3")
    assert "teen pair" in out and "7 points" in out and "[§House Way L2960]" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((TILES, "6-6 6-6 6-6 1-3"), "6-6 is there 3 times, and the game has only 2 of it"),
        ((TILES, "Ah 6-6 6-6 1-3"), "Ah is there 1 times, and the game has none"),
        ((TILES, "6-6 4-7 6-6 1-3"), '"4-7" is not a tile; write its dots like 6-6'),
        ((TILES, "6-6 1-3"), "four tiles are set, and not 2"),
        (("oneida-2003/pai-gow-poker", "Ah Kd Kc 7s 7d 3c"), "seven cards are set, and not 6"),
        (("chapter4/roulette", "Ah"), "no hands that a house sets"),
        ((FAST_ACTION, "5h 5d 5c 5h"), "four of a kind is a natural, and is not set"),
        ((FAST_ACTION, "5h 5d 5c"), "four cards are set, and not 3"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(pitboss: Run, arguments: tuple[str, ...], sentence: str) -> None:
    code, _, err = pitboss("advise", *arguments)
    assert code == 2 and sentence in err
