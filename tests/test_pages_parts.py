"""The parts of the pages that need no browser: chips, sign-in cookies, the felt of every game, the sheets."""

import asyncio
import re
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

pytest.importorskip("nicegui")

from conftest import EXAMPLES
from pitboss import settle
from pitboss.api.problems import Problem, gone
from pitboss.engine.hands import Hand
from pitboss.engine.picture import hands_seen
from pitboss.engine.reading import load_toml
from pitboss.errors import Refused
from pitboss.house.house import House
from pitboss.house.live.live_table import LiveTable
from pitboss.house.people import Person
from pitboss.layouts.craps import has_no_area
from pitboss.rulebook import Setup, entry_names, load
from pitboss.sheets.choices import assume_required
from pitboss.web import cards, circles, table_html
from pitboss.web.betting import Chips, Past, closed_places
from pitboss.web.desk import Desk, _listed
from pitboss.web.felt import drawings
from pitboss.web.floor import FloorPage
from pitboss.web.lobby import FAMILIES, LobbyPage, _elsewhere
from pitboss.web.mount import _sign_in_page
from pitboss.web.rule_sheet import pay_tables, rule_sheet
from pitboss.web.sheets import areas_of
from pitboss.web.sign_in import opened, seal
from pitboss.web.telling import has_banked, settled

GAMES = [name for name in entry_names() if load(name).wagers]


def setup_of(name: str) -> Setup:
    entry = load(name)
    return Setup.of(entry, assume_required(entry, {})[0])


# -- chips on the felt ------------------------------------------------------------------------------------------------


def test_the_first_chip_is_made_up_to_the_minimum_and_the_last_comes_off_whole() -> None:
    chips = Chips(Setup.of(load("chapter4/roulette"), {"table_min": "10.00"}))
    chips.add("red", 500)
    assert chips.wagers == {"red": "10.00"}
    chips.add("red", 500)
    assert chips.wagers == {"red": "15.00"}
    chips.remove("red", 1000)
    assert chips.wagers == {}


def test_a_wager_over_the_maximum_is_refused_with_its_clause_and_changes_nothing() -> None:
    chips = Chips(setup_of("chapter4/three-card-poker"))
    chips.add("pair_plus", 500)
    with pytest.raises(Refused, match=r"Pair Plus: \$105.00 is over the maximum of \$100.00 \[§13"):
        chips.add("pair_plus", 10_000)
    assert chips.wagers == {"pair_plus": "5.00"}


def test_a_wager_of_a_few_sizes_goes_from_one_to_the_next() -> None:
    setup = Setup.of(load("massachusetts-2020/four-card-poker"), {"four_card_progressive": "A"})
    chips = Chips(setup)
    chips.add("ante", 1000)
    found = []
    for change in (chips.add, chips.add, chips.add, chips.remove, chips.remove):
        change("four_card_progressive", 2500)
        found.append(chips.wagers.get("four_card_progressive"))
    assert found == ["1.00", "5.00", "5.00", "1.00", None]


def test_of_two_wagers_that_the_rulebook_wants_both_the_other_begins_with_as_much() -> None:
    chips = Chips(Setup.of(load("chapter4/blackjack"), {"variant": "switch"}))
    chips.add("switch_main_2", 500)
    assert chips.wagers == {"switch_main_2": "5.00", "switch_main_1": "5.00"}
    chips.add("switch_main_1", 2500)
    assert chips.wagers == {"switch_main_2": "5.00", "switch_main_1": "30.00"}
    chips.put("switch_main_2", 0)
    assert chips.wagers == {}


def test_a_wager_of_one_size_is_put_down_whole_and_a_tied_one_follows() -> None:
    options = {"progressive": "table_1", "progressive_wager": "5.00"}
    chips = Chips(Setup.of(load("massachusetts-2020/three-card-poker"), options))
    chips.add("progressive", 100)
    assert chips.wagers == {"progressive": "5.00"}
    chips = Chips(setup_of("massachusetts-2020/ultimate-texas-holdem"))
    chips.add("ante", 500)
    chips.put("ante", 1250)
    assert chips.wagers == {"ante": "12.50", "blind": "12.50"}
    chips.add("trips", 500)
    chips.remove("ante", 100_000)
    assert chips.wagers == {}, "what needs the ante goes with it"


def test_clear_and_the_same_again() -> None:
    chips = Chips(setup_of("chapter4/craps"), {"pass_line": 500})
    chips.add("field", 500)
    chips.put("pass_line", 0)
    assert chips.wagers == {"field": "5.00", "pass_line": "0.00"}
    chips.clear()
    assert chips.wagers == {} and chips.areas == ["pass_line"] and chips.stands("pass_line")
    chips.again({"field": 500, "pass_line": 500})
    assert chips.wagers == {"field": "5.00"}


def test_each_seat_of_a_player_has_its_own_past() -> None:
    past = Past()
    past.note(1, 7, {})
    past.note(1, 7, {"red": 500})
    past.note(2, 7, {"black": 500})
    assert past.undone(1, 7) == {"red": 500} and past.undone(1, 7) == {} and not past.can_undo(1, 7)
    assert past.can_undo(2, 7)
    past.note(1, 8, {})
    assert not past.can_undo(2, 7), "what lay there in a round that is over does not come back"


# -- where no chip can be laid ----------------------------------------------------------------------------------------


def seated_at(entry: str, dollars: int = 1000) -> LiveTable:
    house = House("sqlite://")
    live = house.open_table("1", entry, assume_required(load(entry), {})[0], fill=10**8)
    house.do(lambda batch: live.sit(batch, "ann", 1), "1")
    house.do(lambda batch: live.buy_in(batch, 1, dollars * 100), "1")
    return live


def test_a_place_that_cannot_be_bet_now_is_closed_with_the_tables_own_reason() -> None:
    live = seated_at("massachusetts-2020/ultimate-texas-holdem")
    assert closed_places(live, 1) == {
        "blind": "seat 1: Blind needs Ante as well",
        "trips": "seat 1: Trips needs Ante as well",
    }
    live.bet(1, {"ante": "5.00", "blind": "5.00"})
    assert closed_places(live, 1) == {}
    live = seated_at("chapter4/craps")
    closed = closed_places(live, 1)
    assert "pass_line" not in closed and "nobody takes the dice" in closed["field"]
    live.bet(1, {"pass_line": "10.00"})
    closed = closed_places(live, 1)
    assert "field" not in closed and "come 6" in closed, "where a come bet moves to is no place to put one"
    assert not closed_places(seated_at("chapter4/roulette"), 1)


def test_whoever_has_no_chips_left_sees_every_place_closed() -> None:
    live = seated_at("chapter4/roulette", 2)
    live.bet(1, {"red": "2.00"})
    closed = closed_places(live, 1)
    assert closed["black"] == "seat 1 has $2.00, and these wagers take $3.00" and len(closed) > 10


# -- signing in -------------------------------------------------------------------------------------------------------


def test_a_cookie_is_worth_nothing_when_it_is_changed_old_or_the_token_is_new() -> None:
    key, ann = b"of the house", Person("ann", "Ann", "player", "hash")
    people = {"ann": ann, "floor": Person("floor", "Flo", "floor", "hash")}
    cookie = seal(ann, key).encode()
    assert opened(cookie, key, people.get) == ann
    assert opened(cookie, b"of another house", people.get) is None
    assert opened(cookie.replace(b"ann", b"floor"), key, people.get) is None
    assert opened(seal(ann, key, time.time() - 1).encode(), key, people.get) is None
    assert opened(cookie, key, {"ann": replace(ann, key="new hash")}.get) is None
    person, sign_in, ends, mark = cookie.split(b".")
    assert opened(b".".join((person, sign_in[::-1], ends, mark)), key, people.get) is None
    assert opened(b".".join((person, sign_in, ends + b"0", mark)), key, people.get) is None
    for nonsense in (b"", b".", b"ann", b"ann.1.2", b"ann.x.y", b"." * 50, b"\xff\x00", cookie + b"0" * 10**6):
        assert opened(nonsense, key, people.get) is None


def test_who_left_the_house_is_not_offered_on_the_sign_in_page() -> None:
    there = {"ann": Person("ann", "Ann", "player", "hash")}
    demo = {"ann": ("Ann", "player"), "dealer1": ("Dee", "dealer")}
    desk = cast(Desk, SimpleNamespace(demo=demo, runner=SimpleNamespace(person=there.get)))
    page = _sign_in_page(desk, "")
    assert 'value="ann"' in page and "dealer1" not in page


# -- every game -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_felt_with_a_place_for_every_wager(name: str) -> None:
    setup = setup_of(name)
    for drawing in asyncio.run(drawings(setup)):
        root = ElementTree.fromstring(drawing)
        places = {
            f"{group.attrib['data-wager']} {group.attrib['data-spot']}".strip(): group
            for group in root.iter("{http://www.w3.org/2000/svg}g")
            if "data-wager" in group.attrib
        }
        # What is called out to the dealer, or lies with another wager, is placed by name.
        by_name = {area for area in areas_of(setup) if setup.entry.script == "craps" and has_no_area(setup, area)}
        assert set(areas_of(setup)) <= set(places) | by_name
        assert all(group.attrib["aria-label"] for group in places.values())


@pytest.mark.parametrize("name", GAMES)
def test_the_sheets_of_every_game_hold_what_its_entry_says(name: str) -> None:
    setup = setup_of(name)
    text = re.sub(r"<[^>]+>", "", rule_sheet(setup))
    for irregularity in setup.entry.irregularities:
        assert irregularity in text
    for wager in setup.entry.wagers.values():
        assert wager.title.replace("'", "&#x27;") in text
    assert "<script" not in rule_sheet(setup) and "Pays" in pay_tables(setup)


# -- what a view looks like -------------------------------------------------------------------------------------------


def test_a_hand_is_what_was_dealt_until_it_is_turned_up() -> None:
    events = [
        {"kind": "deal", "hand": "dealer", "cards": ["??"]},
        {"kind": "deal", "hand": "dealer", "cards": ["??"]},
        {"kind": "reveal", "hand": "dealer", "cards": ["Ah"]},
    ]
    assert hands_seen(events) == {"dealer": ["Ah", "??"]}
    assert cards.spoken_hand(["Ah", "??", "??"]) == "ace of hearts, 2 face-down cards"


def test_what_a_hand_counts_is_not_told_any_more_when_it_draws() -> None:
    setup = setup_of("chapter4/mini-baccarat")
    events = [
        {"kind": "deal", "hand": "player", "cards": ["Jh", "4h"]},
        {"kind": "deal", "hand": "banker", "cards": ["2s", "Ks"]},
        {"kind": "count", "text": "the Player's Hand: 4"},
        {"kind": "count", "text": "the Banker's Hand: 2"},
    ]
    assert "Player 4" in table_html.stage(events, setup) and "Banker 2" in table_html.stage(events, setup)
    drawn = table_html.stage([*events, {"kind": "deal", "hand": "player", "cards": ["Ac"]}], setup)
    assert "Player 4" not in drawn and "Banker 2" in drawn


def test_what_is_said_after_a_result_does_not_take_its_place() -> None:
    events = [{"kind": "result", "text": "Player 9, Banker 1"}, {"kind": "bank", "text": "seat 1 must pass the Bank"}]
    drawn = table_html.stage(events, setup_of("chapter4/baccarat-chemin-de-fer"))
    assert drawn.index("Player 9, Banker 1") < drawn.index("Seat 1 must pass the Bank")


def test_a_hand_is_told_with_what_it_comes_to_once_it_is_wholly_seen() -> None:
    setup = setup_of("chapter4/blackjack")
    events = [{"kind": "deal", "hand": "dealer", "cards": ["Ah", "??"]}]
    assert "<figcaption>Dealer</figcaption>" in table_html.stage(events, setup)
    events += [{"kind": "reveal", "hand": "dealer", "cards": ["Ah", "6c"]}]
    assert "<figcaption>Dealer: soft 17</figcaption>" in table_html.stage(events, setup)


def test_every_pot_that_was_won_is_told() -> None:
    texts = ("pot: $235.00 to seat 2", "side pot 1: $100.00 to seat 1")
    drawn = table_html.stage([{"kind": "award", "text": text} for text in texts], setup_of("california/texas-holdem"))
    assert "Pot: $235.00 to seat 2" in drawn and "Side pot 1: $100.00 to seat 1" in drawn


def test_a_pot_game_tells_that_no_hand_has_begun_only_until_one_has() -> None:
    setup = setup_of("california/omaha")
    button = {"kind": "button", "seat": 3, "text": "seat 3 has the button", "cite": "L1189"}
    assert "not begun" in table_html.stage([], setup) and "not begun" not in table_html.stage([button], setup)
    assert "</span> seat 3 has the button" in table_html.event_line(button), "the seat is named once"


def test_wagers_of_others_are_called_by_their_titles_and_amounts_have_a_sign() -> None:
    seat = {"seat": 2, "name": "Bob", "yours": False, "chips": "1000000.00", "placed": {}, "ready": False}
    told = table_html.seat_inside(
        {**seat, "up": [{"wager": "main", "amount": "5.00"}]}, setup_of("chapter4/blackjack"), {}
    )
    assert "Wager $5.00" in told and "main" not in told
    assert "$1,<wbr>000,<wbr>000.00" in told, "a line may end after a comma, and nowhere else in an amount"
    assert table_html.marks([{"kind": "decision", "seat": 2, "text": "raise 80.00"}], 2) == ["raise $80.00"]
    assert table_html.marks([{"kind": "blind", "seat": 2, "text": "big blind $2.00"}], 2) == ["big blind $2.00"]


def test_a_push_is_not_said_twice() -> None:
    row = {
        "seat": 1,
        "wager": "ante",
        "staked": "5.00",
        "outcome": "push",
        "odds": "push",
        "reason": "pair",
        "net": "0.00",
        "pays": "0.00",
    }
    told = table_html.outcomes([{**row, "cite": "§9"}], setup_of("massachusetts-2020/mississippi-stud"))
    assert "pushes: pair" in told


def test_words_in_a_circle_are_of_one_size_and_stay_within_it() -> None:
    drawn = circles.draw(setup_of("chapter4/pai-gow-poker"))
    for lines in (("Bank against", "the house"), ("1 to 1 less", "commission")):
        sizes = {re.search(rf'font-size="([\d.]+)">{line}<', drawn).group(1) for line in lines}  # type: ignore[union-attr]
        assert len(sizes) == 1 and float(sizes.pop()) > 12


def test_whoever_banked_is_told_so() -> None:
    played = {"going_on": False, "seats": [1], "settlements": [{"seat": 2}], "net": {"1": "-5.00", "2": "5.00"}}
    view = {"round": played, "bank": {"seat": 1}}
    assert has_banked(view) and not settled(view)
    assert not has_banked({**view, "bank": None})
    assert not has_banked({**view, "round": {**played, "seats": [3]}})
    assert not has_banked({**view, "round": {**played, "going_on": True}})


def test_the_lobby_has_a_heading_for_the_family_of_every_game() -> None:
    assert {load(name).family for name in entry_names() if load(name).wagers} <= FAMILIES.keys()


def test_the_lobby_tells_the_limits_of_a_schedule_where_nothing_is_wagered_before_the_deal() -> None:
    assert _listed(seated_at("california/texas-holdem"))["limits"] == "Limit $4 to $8"
    live = House("sqlite://").open_table("1", "california/texas-holdem", {"schedule_option": 26})
    assert _listed(live)["limits"] == "No limit, buy-in $80 to $200"


def test_the_lobby_tells_where_other_tables_are() -> None:
    card = _elsewhere({"tables": "23,24", "address": 'http://10.0.0.7:8001"><b>'})
    assert 'href="http://10.0.0.7:8001&quot;&gt;&lt;b&gt;/lobby"' in card and "Tables 23,24" in card


def test_a_name_cannot_smuggle_markup_into_a_page() -> None:
    seat = {"seat": 1, "name": "<b>Ann</b>", "yours": False, "chips": "5.00", "placed": {}, "up": [], "ready": False}
    assert "<b>Ann" not in table_html.seat_inside(seat, setup_of("chapter4/blackjack"), {})
    setup = setup_of("chapter4/three-card-poker")
    row = {"seat": 1, "wager": "<i>x", "odds": "", "outcome": "win", "reason": "<u>", "net": "1.00", "staked": "1.00"}
    assert "<i>" not in table_html.outcomes([{**row, "pays": "1.00", "cite": "<s>"}], setup)


def test_every_table_in_the_lobby_tells_its_limits(sqlite_url: str) -> None:
    house = House(sqlite_url)
    for number, name in enumerate([name for name in entry_names() if load(name).wagers], start=1):
        options, _ = assume_required(load(name), {})
        assert _listed(house.open_table(str(number), name, options))["limits"], name
    house.close()


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("chapter4/baccarat-chemin-de-fer", {}, "Banker's wager: any amount"),
        ("chapter4/baccarat-chemin-de-fer", {"table_min": 10, "table_max": 500}, "Banker's wager: $10.00 to $500.00"),
        ("chapter4/poker", {}, "Limit $2 to $4"),
        ("chapter4/poker", {"betting_structure": "no_limit"}, "No limit"),
        ("chapter4/poker", {"variant": "chinese_poker"}, "$1.00 a point"),
    ],
)
def test_the_lobby_says_what_holds_where_nothing_is_wagered_before_the_deal(
    name: str, options: dict[str, Any], told: str
) -> None:
    assert _listed(House("sqlite://").open_table("1", name, options))["limits"] == told


def test_wagers_on_several_hands_of_a_seat_lie_together_on_their_area() -> None:
    up = [{"wager": "main", "amount": "5.00"}, *({"wager": "split", "amount": "5.00"} for _ in range(3))]
    seat = {"up": up, "placed": {}, "says": []}
    assert table_html.wagers_up(seat) == {"main": "5.00", "split": "15.00"}
    assert Chips.seen(setup_of("chapter4/blackjack"), seat).amount("split") == 1500


def test_a_question_says_which_hand_it_is_about_or_what_all_of_them_come_to() -> None:
    setup = setup_of("massachusetts-2020/blackjack-switch")
    held = {Hand.of(1): ["Tc", "6d"], Hand.of(1, 2): ["5h", "Ts"], Hand.of(2): ["9c", "9d"], Hand("dealer"): ["6c"]}
    about = [table_html.asked_about({"seat": 1, "hand": hand}, held, setup) for hand in (None, "seat 1 hand 2")]
    assert about == [": 16 and 15", ", hand 2: 15"]
    assert table_html.asked_about({"seat": 2, "hand": "seat 2"}, held, setup) == ": 18"


def test_the_result_says_on_which_hand_a_wager_was() -> None:
    record = load_toml((EXAMPLES / "chapter4/blackjack/08-split-and-double.toml").read_text(encoding="utf-8"))
    told = table_html.outcomes(settle(record).as_json()["settlements"], setup_of("chapter4/blackjack"))
    assert "Split (hand 2) $10.00" in told and "<b>Wager (hand 1) $10.00" in told
    assert "(hand" not in table_html.outcomes(
        settle(record).as_json()["settlements"][:1], setup_of("chapter4/blackjack")
    )


@pytest.mark.parametrize("kind", [LobbyPage, FloorPage])
def test_a_list_that_looks_again_when_its_reader_has_just_been_sent_away_says_nothing_of_it(
    kind: type[LobbyPage] | type[FloorPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = kind(cast(Desk, None), Person("ann", "Ann", "player"))

    def refused(problem: Problem) -> None:
        async def refresh() -> None:
            raise problem

        monkeypatch.setattr(page, "refresh", refresh)
        asyncio.run(page._note())
        asyncio.run(page._look())

    refused(gone())
    with pytest.raises(Problem):
        refused(Problem(503, "the house is closing"))
