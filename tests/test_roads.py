"""The roads of a baccarat shoe and its history: as players write them down."""

import random
import tomllib
from pathlib import Path

import pytest

from dealing import deal_round, fresh_table, setups
from pitboss import Call
from pitboss.api.shoe_history import _came_to, hands_of_shoe
from pitboss.games.baccarat.results import Finished, Score
from pitboss.games.baccarat.roads import (
    BIG_EYE_BOY,
    BLUE,
    COCKROACH_PIG,
    RED,
    ROWS,
    SMALL_ROAD,
    bead_plate,
    big_road,
    derived_road,
    runs,
    winner,
)
from pitboss.house.house import House
from pitboss.house.live.pace import Pace
from pitboss.rulebook import entry_names, load

SIDES = {"B": "banker", "P": "player", "T": "tie"}


def shoe(letters: str) -> list[str]:
    return [SIDES[letter] for letter in letters.replace(" ", "")]


def picture(letters: str, back: int = 0) -> list[str]:
    """A road as rows of letters: R and B, or B and P in the big road."""
    marks = derived_road(shoe(letters), back) if back else big_road(shoe(letters))
    wide = 1 + max((mark.column for mark in marks), default=-1)
    rows = [["."] * wide for _ in range(ROWS)]
    for mark in marks:
        rows[mark.row][mark.column] = mark.says[0].upper()
    return ["".join(row) for row in rows if set(row) != {"."}]


def test_the_bead_plate_has_every_hand_down_its_columns() -> None:
    marks = bead_plate(shoe("BPTBPT BP"))
    assert [(mark.column, mark.row, mark.says) for mark in marks[5:]] == [
        (0, 5, "tie"),
        (1, 0, "banker"),
        (1, 1, "player"),
    ]


def test_the_big_road_has_a_column_for_each_run_and_ties_on_the_entry_before() -> None:
    assert picture("BB PPP B TT P") == ["BPBP", "BP..", ".P.."]
    assert [mark.ties for mark in big_road(shoe("T B TT P T"))] == [3, 1]
    assert big_road(shoe("TT")) == []


def test_a_long_run_turns_to_the_right_at_the_bottom_and_where_another_lies() -> None:
    assert picture("BBBBBBBB P") == ["BP.", "B..", "B..", "B..", "B..", "BBB"]
    marks = big_road(shoe("BBBBBBBB PPPPPPP"))
    assert [(mark.column, mark.row) for mark in marks[5:8]] == [(0, 5), (1, 5), (2, 5)]
    assert [(mark.column, mark.row) for mark in marks[8:]] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]
    places = [(mark.column, mark.row) for mark in marks]
    assert len(set(places)) == len(places)


def test_derived_roads_begin_where_the_big_road_has_enough_columns() -> None:
    assert derived_road(shoe("B P"), BIG_EYE_BOY) == []
    assert [mark.says for mark in derived_road(shoe("B PP"), BIG_EYE_BOY)] == [BLUE]
    assert [mark.says for mark in derived_road(shoe("B P B"), BIG_EYE_BOY)] == [RED]
    assert derived_road(shoe("B P B"), SMALL_ROAD) == []
    assert [mark.says for mark in derived_road(shoe("B P BB"), SMALL_ROAD)] == [BLUE]
    assert [mark.says for mark in derived_road(shoe("B P B P"), SMALL_ROAD)] == [RED]
    assert [mark.says for mark in derived_road(shoe("B P B P B"), COCKROACH_PIG)] == [RED]


def test_chops_and_pairs_of_runs_are_all_red() -> None:
    """A shoe that goes on as it went: one side after the other, or always by twos."""
    for letters in ("BPBPBPBP", "BBPPBBPPBBPP"):
        for back in (BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG):
            assert {mark.says for mark in derived_road(shoe(letters), back)} == {RED}


def test_a_shoe_by_hand() -> None:
    """Runs of 1, 2, 3, 1 and 2: every entry looked up on paper."""
    letters = "B PP BBB P BB"
    assert [mark.says for mark in derived_road(shoe(letters), BIG_EYE_BOY)] == [BLUE, BLUE, RED, BLUE, BLUE, BLUE, BLUE]
    assert [mark.says for mark in derived_road(shoe(letters), SMALL_ROAD)] == [BLUE, RED, BLUE, BLUE, RED]
    assert [mark.says for mark in derived_road(shoe(letters), COCKROACH_PIG)] == [RED, RED]


def test_ties_change_no_road_but_the_bead_plate() -> None:
    with_ties, without = shoe("T B T P T P B T T B"), shoe("B P P B B")
    assert [mark.says for mark in big_road(with_ties)] == [mark.says for mark in big_road(without)]
    for back in (BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG):
        assert [mark.says for mark in derived_road(with_ties, back)] == [
            mark.says for mark in derived_road(without, back)
        ]


@pytest.mark.parametrize("back", [BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG])
def test_derived_roads_by_the_other_way_to_say_it(back: int) -> None:
    """Below another entry: red if the place so far to the left and the one above it are both marked or both not.

    At the head of a column: the opposite of what it would have been had the column before gone on.
    """
    rng = random.Random(back)
    for _ in range(60):
        results = [rng.choice(("banker", "player", "tie")) for _ in range(70)]
        columns = [len(column) for column in runs(results)]

        def below(number: int, row: int, columns: list[int] = columns) -> str:
            other = columns[number - back]
            return RED if (other > row) == (other > row - 1) else BLUE

        expected = []
        for number, long in enumerate(columns):
            for row in range(long):
                if row and number >= back:
                    expected.append(below(number, row))
                elif not row and number >= back + 1:
                    gone_on = below(number - 1, columns[number - 1])
                    expected.append(BLUE if gone_on == RED else RED)
        marks = derived_road(results, back)
        assert [mark.says for mark in marks] == expected
        places = [(mark.column, mark.row) for mark in marks]
        assert len(set(places)) == len(places) and all(mark.row < ROWS for mark in marks)


def test_the_winner_is_the_higher_count() -> None:
    assert winner(Finished(Score(0, 3), Score(1, 2))) == "banker"


# -- The history of the shoe ------------------------------------------------------------------------------------------


def table_of(folder: Path, entry: str, **options: object) -> House:
    house = House(f"sqlite:///{folder}/house.db")
    house.add_person("ann", "Ann", "player")
    house.open_table("7", entry, options, fill=100_000_000, pace=Pace(auto_deal=True))
    live = house.table("7")
    house.do(lambda batch: live.sit(batch, "ann", 1), "7")
    house.do(lambda batch: live.buy_in(batch, 1, 10_000_000), "7")
    return house


def deal(house: House, *calls: Call) -> None:
    live = house.table("7")
    live.bet(1, {"player": "10.00"})
    live.calls = list(calls)
    house.do(lambda batch: live.deal(batch), "7")
    while live.going_on:
        assert live.round is not None
        action = live.round.asking[0].default_answer
        house.do(lambda batch, action=action: live.act(batch, 1, action), "7")


@pytest.mark.parametrize("entry", ["chapter4/mini-baccarat", "massachusetts-2020/baccarat"])
def test_the_history_is_that_of_the_shoe(tmp_path: Path, entry: str) -> None:
    house = table_of(tmp_path, entry, decks=6)
    live = house.table("7")
    told: list[str] = []
    for _ in range(90):
        deal(house)
        assert live.round is not None
        [result] = [event.text for event in live.round.events if event.kind == "result"]
        if "burn" in live.round.hands:
            told = []
        told.append(result)
        hands = hands_of_shoe(house.store, "7", live.setup)
        counts = [f"Player {hand.found.player.points}, Banker {hand.found.banker.points}" for hand in hands]
        assert counts == [text.partition(":")[0] for text in told]
        if live.rounds > 75 and len(told) > 3:
            break
    assert live.rounds > 60 and len(told) < 40, "a second shoe has begun"
    assert [hand.round for hand in hands] == list(range(live.rounds - len(told) + 1, live.rounds + 1))
    house.close()


@pytest.mark.parametrize("name", [name for name in entry_names() if load(name).family == "baccarat"])
def test_every_baccarat_game_has_a_history(name: str) -> None:
    """What its records say of a round is what was announced at the table."""
    entry, rng = load(name), random.Random(1)
    table = fresh_table(entry, next(iter(setups(entry, rng))), rng)
    announced = []
    for _ in range(6):
        played = deal_round(table, entry.seats.max - 1, rng, 0.0)
        assert played is not None
        while played.asking:
            ask = rng.choice(played.asking)
            played.act(ask.random_answer(rng), ask.seat)
        announced += [event.text.partition(":")[0] for event in played.events if event.kind == "result"]
    found = []
    for step in tomllib.loads(table.record().to_toml())["steps"]:
        came_to = _came_to({"void": False, "record": {"steps": [step]}})
        if came_to is not None:
            found.append(f"Player {came_to.player.points}, Banker {came_to.banker.points}")
    assert found == announced and found


def test_a_hand_with_an_error_counts_as_it_was_ruled(tmp_path: Path) -> None:
    house = table_of(tmp_path, "chapter4/mini-baccarat")
    live = house.table("7")
    seen = False
    while not seen:
        deal(house, Call("unauthorized_third_card"))
        assert live.round is not None
        [result] = [event.text for event in live.round.events if event.kind == "result"]
        last = hands_of_shoe(house.store, "7", live.setup)[-1].found
        assert result.startswith(f"Player {last.player.points}, Banker {last.banker.points}:")
        seen = len(live.round.hands["banker"]) == 3 and len(live.round.hands["player"]) == 2
    house.close()


def test_a_machine_that_shuffles_all_the_time_shows_the_last_hands(tmp_path: Path) -> None:
    house = table_of(tmp_path, "massachusetts-2020/mini-baccarat", shuffle_method="continuous")
    for _ in range(5):
        deal(house)
    assert [hand.round for hand in hands_of_shoe(house.store, "7", house.table("7").setup)] == [1, 2, 3, 4, 5]
    house.close()
