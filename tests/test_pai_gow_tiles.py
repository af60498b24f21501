"""Pai Gow Tiles: what tiles are worth, the House Way, who gets which set, and what is done when things go wrong."""

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest

from pai_gow_play import random_rounds
from pitboss import BankSeat, Call, PitbossError, load, open_table, settle
from pitboss.engine.picture import hands_seen
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import TILE_SET, Card, cards
from pitboss.games.pai_gow.pai_gow_tiles import case_of, first_seat
from pitboss.games.pai_gow.tiles_house_way import house_way, settings
from pitboss.hands.tiles import NAMES, RANKS, two_tiles

ENTRY = "california/pai-gow-tiles"
CHART = load(ENTRY).terms["house_way"].value
BANK = {"seat": 8, "wager": 10_000}
LOW_THREE = ("2-2 1-4 1-6 1-5", "set low=1-6 1-5")
"""The player-dealer's tiles, set as 3 and 9."""
WINS, LOSES, WINS_TOO = "6-6 6-6 4-4 3-5", "4-6 3-3 5-5 5-6", "3-6 4-5 4-4 2-6"
"""Tiles that win and lose against those, set in the House Way."""


def seat(cards: str, *actions: str, stake: int = 100, says: tuple[str, ...] = ()) -> dict[str, Any]:
    row: dict[str, Any] = {"wagers": {"base": stake}}
    if cards:
        row |= {"cards": cards, "actions": list(actions or ("set",))}
    return row | ({"says": list(says)} if says else {})


def record(seats: dict[int, dict[str, Any]], dealer: tuple[str, str] = LOW_THREE, **more: Any) -> dict[str, Any]:
    tiles, setting = dealer
    bank = more.pop("bank", BANK)
    raw = {"rulebook": "california", "game": "pai-gow-tiles", "bank": bank, "dealer": {"cards": tiles}, **more}
    rows = {str(number): row for number, row in seats.items()}
    banker = rows.setdefault(str(bank["seat"]), {})
    banker["actions"] = [*more.pop("before", ()), setting]
    raw.pop("before", None)
    return raw | {"seats": rows}


def settled(*args: Any, **more: Any) -> Round:
    return settle(record(*args, **more)).rounds[0][1]


def house(tiles: str) -> tuple[str, str]:
    """The names of the low and the high hand in the House Way."""
    setting = house_way(cards(tiles), CHART)
    return two_tiles(setting["low"]).name, two_tiles(setting["high"]).name


def table(seed: int = 5, **options: Any) -> Table:
    return open_table(ENTRY, options or {"schedule_option": 11}, seed=seed)


def deal(at: Table, *seats: int, **more: Any) -> Round:
    return at.deal({each: {"base": 50} for each in seats}, bank=BankSeat(8, 5_000, offer_declined=True), **more)


# -- what tiles are worth ---------------------------------------------------------------------------------------------


def test_the_set_has_sixteen_pairs_of_two_tiles() -> None:
    assert Counter(RANKS[tile] for tile in TILE_SET) == dict.fromkeys(range(1, 17), 2)


def test_pairs_rank_from_gee_joon_over_teen_down_to_the_fives() -> None:
    pairs = {two_tiles(pair).name: two_tiles(pair) for pair in combinations(TILE_SET, 2) if two_tiles(pair).points > 11}
    ranked = sorted(pairs, key=lambda name: pairs[name], reverse=True)
    assert ranked == [f"{name}_pair" for name in ("gee_joon", *NAMES[:-1])]


def test_every_two_tiles_rank_between_a_pair_and_zero() -> None:
    """496 hands of two tiles: 16 pairs, and of the others as many as can be counted on paper."""
    names = Counter(two_tiles(hand).name for hand in combinations(TILE_SET, 2))
    assert sum(names.values()) == 496
    assert sum(count for name, count in names.items() if name.endswith("_pair")) == 16
    assert names["wong"] == 4 * 2  # four tiles of 2 or 12 dots with two of 9
    assert names["gong"] == 4 * 4


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("1-4 2-3", "6-6 3-6"),  # the lowest pair and the highest Wong
        ("1-1 3-6", "6-6 4-4"),
        ("6-6 3-6", "1-1 4-5"),
        ("1-1 2-6", "6-6 1-6"),  # a Gong and a High 9
        ("6-6 2-5", "1-3 1-4"),
        ("4-4 5-6", "2-2 2-3"),  # nine with a Yun and with a Bon
        ("1-3 2-4", "5-5 1-5"),  # Gee Joon counts 3
        ("1-4 1-2", "5-5 6-6"),  # five and six is one, five and three is eight
    ],
)
def test_a_hand_outranks_another(higher: str, lower: str) -> None:
    assert two_tiles(cards(higher)) > two_tiles(cards(lower))


def test_only_the_highest_tile_is_compared_and_at_zero_none() -> None:
    assert two_tiles(cards("6-6 1-6")) == two_tiles(cards("6-6 3-4"))
    assert two_tiles(cards("1-3 1-5")) == two_tiles(cards("4-6 5-5"))


def test_either_gee_joon_counts_three_or_six() -> None:
    for other in ("5-5", "1-3", "2-5", "5-6"):
        assert two_tiles(cards(f"2-4 {other}")) == two_tiles(cards(f"1-2 {other}"))
    assert two_tiles(cards("2-4 3-3")).name == "9"
    assert two_tiles(cards("1-2 5-5")).name == "6"


# -- the House Way ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "setting"),
    [
        ("2-4 1-2 5-6 6-6", ("7", "8")),  # Gee Joon is split with 11 and 12
        ("2-4 1-2 5-6 4-5", ("0", "gee_joon_pair")),
        ("6-6 6-6 1-2 1-3", ("7", "teen_pair")),  # the example of the chart: as good in both hands
        ("6-6 6-6 1-5 1-6", ("8", "9")),  # 3/pair is split to make 8/9
        ("1-1 1-1 3-6 5-6", ("3", "wong")),
        ("1-1 1-1 1-3 5-6", ("5", "dey_pair")),  # 3/6 would not be 6/8
        ("1-5 1-5 6-6 5-6", ("7", "8")),
        ("1-5 1-5 5-6 4-6", ("1", "look_pair")),  # 10 is not in the row of the sixes
        ("2-5 3-4 4-6 5-6", ("7", "8")),
        ("2-6 3-5 3-6 5-6", ("7", "9")),
        ("2-6 3-5 1-4 5-6", ("6", "chop_bot_pair")),
        ("3-6 4-5 6-6 5-5", ("9", "wong")),
        ("3-6 4-5 5-6 5-5", ("1", "chop_gow_pair")),  # 11 is not in the row of the nines
        ("1-3 1-3 5-5 4-6", ("0", "gor_pair")),  # fours are never split
        ("6-6 6-6 1-1 1-1", ("dey_pair", "teen_pair")),
        ("6-6 1-1 3-6 2-6", ("gong", "wong")),  # 21 points
        ("1-1 6-6 4-4 3-5", ("gong", "gong")),
        ("6-6 4-4 1-6 1-5", ("4", "9")),  # 13 points: 4/high 9 comes before 3/high 8 Gong
        ("6-6 2-6 1-6 1-5", ("3", "gong")),  # and after 3/low 8 Gong
        ("6-6 3-6 4-4 1-6", ("7", "9")),  # 16 points: 7/high 9 before 6/high 8 Gong and 5/Wong
        ("6-6 1-1 4-4 3-4", ("9", "gong")),
    ],
)
def test_the_house_way_sets(tiles: str, setting: tuple[str, str]) -> None:
    assert house(tiles) == setting


def test_the_twelve_dots_go_into_the_wong_before_the_low_hand_is_maximized() -> None:
    assert house_way(cards("1-1 6-6 3-6 3-3"), CHART) == {"low": cards("1-1 3-3"), "high": cards("6-6 3-6")}


def test_the_house_way_sets_every_hand_with_the_weaker_two_tiles_low() -> None:
    for hand in {tuple(sorted(hand)) for hand in combinations(TILE_SET, 4)}:
        setting = house_way(hand, CHART)
        assert Counter((*setting["low"], *setting["high"])) == Counter(hand)
        assert two_tiles(setting["low"]) <= two_tiles(setting["high"])


def test_the_house_way_does_not_hang_on_the_order_of_the_tiles() -> None:
    for hand in list({tuple(sorted(hand)) for hand in combinations(TILE_SET, 4)})[::7]:
        worth = [
            {part: two_tiles(tiles) for part, tiles in house_way(way, CHART).items()} for way in (hand, hand[::-1])
        ]
        assert worth[0] == worth[1], hand


def test_the_house_way_never_plays_what_another_setting_beats_in_both_hands() -> None:
    for hand in {tuple(sorted(hand)) for hand in combinations(TILE_SET, 4)}:
        setting = house_way(hand, CHART)
        low, high = two_tiles(setting["low"]), two_tiles(setting["high"])
        for way in settings(hand):
            assert not (way.worth[0] > low and way.worth[1] > high), hand


# -- who gets which set -----------------------------------------------------------------------------------------------


def test_the_dice_count_seats_counterclockwise_from_the_player_dealer() -> None:
    steps = [(8 - first_seat(8, 8, total, [1, 9, 17])) % 8 for total in range(3, 19)]
    assert steps == [2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1]


def test_sets_are_delivered_counterclockwise_to_all_eight_seats() -> None:
    played = deal(table(), 1, 2, 3, 4, 5, 6, 7)
    order = [event.hand for event in played.events if event.kind == "deal"][::4]
    first = next(event.text for event in played.events if event.kind == "first set").removeprefix(
        "the first set goes to "
    )
    assert order[0] == ("dealer" if first == "the player-dealer" else first)
    places = [8 if hand == "dealer" else int(hand.split()[1]) for hand in order]
    assert all((before - after) % 8 == 1 for before, after in pairwise(places))


def test_sets_of_empty_seats_are_seen_by_nobody_until_the_end() -> None:
    played = deal(table(), 2)
    assert set(hands_seen(played.view(2))["discard"]) == {Card("??")}
    while played.asking:
        played.act("set")
    assert len(played.hands["discard"]) == 24
    assert hands_seen(played.view("table"))["discard"] == played.hands["discard"]


def test_a_players_tiles_are_hidden_until_the_player_dealers_are_set() -> None:
    played = deal(table(), 1, 2)
    played.act("set", 1)
    assert [ask.seat for ask in played.asking] == [2]
    played.act("set", 2)
    assert [ask.seat for ask in played.asking] == [8]
    seen = hands_seen(played.view(2))
    assert set(seen["seat 1 high"]) == set(seen["seat 1 low"]) == {Card("??")}
    assert Card("??") not in seen["dealer"]
    played.act("set", 8)
    assert Card("??") not in hands_seen(played.view(2))["seat 1 low"]


# -- setting and settling ---------------------------------------------------------------------------------------------


def test_the_stronger_two_tiles_are_the_high_hand_however_they_are_named() -> None:
    tiles = "6-6 6-6 4-4 3-5"
    one, other = (settled({1: seat(tiles, action)}) for action in ("set low=6-6 6-6", "set low=4-4 3-5"))
    assert one.net == other.net == {1: 10_000, 8: -10_000}
    assert one.hands["seat 1 high"] == other.hands["seat 1 high"] == [*cards("6-6 6-6")]


def test_the_player_dealer_has_the_final_say_over_the_house_way() -> None:
    """Teen, Yun, nine and five are 7/7 in the House Way; set as 3 and a Wong, they lose one hand less."""
    tiles, player = "6-6 4-4 3-6 1-4", seat("2-2 2-2 1-3 5-6")  # a pair of Bons and a five
    assert settled({1: player}, (tiles, "set")).net[1] == 0
    assert settled({1: player}, (tiles, "set low=4-4 1-4")).net[1] == 10_000
    told = settled({1: player}, (tiles, "set low=4-4 1-4")).events
    assert any(
        event.kind == "house way" and event.text == "the House Way is high 6-6 1-4, low 4-4 3-6" for event in told
    )


def test_what_is_not_in_the_hand_cannot_be_set() -> None:
    played = deal(table(), 1)
    for words in ("set low=6-6", "set low=6-6 6-6 6-6", "set low=Ah Kd", "set mid=6-6 6-6", "stand"):
        with pytest.raises(PitbossError):
            played.act(words, 1)
    with pytest.raises(PitbossError, match=r'there is no "teen" in the hand; it holds \d-\d'):
        played.act("set low=teen 6-6", 1)
    assert played.asking[0].seat == 1


def test_a_backline_bettor_goes_by_the_hand_he_stands_behind_and_comes_after_it() -> None:
    seats = {1: seat(WINS), 2: seat(LOSES), 9: seat("", says=("behind 1",), stake=60)}
    played = settled(seats, dice=[1, 1, 6])
    assert [(row.seat, row.net) for row in played.settlements] == [(1, 10_000), (9, 6_000), (2, -10_000)]
    with pytest.raises(PitbossError, match="nobody bets behind"):
        settled(seats, dice=[1, 1, 6], options={"backline": False})


@pytest.mark.parametrize(("dice", "order"), [([2, 2, 3], [2, 3, 4]), ([2, 2, 2], [3, 4, 2]), ([1, 1, 2], [2, 3, 4])])
def test_settlement_goes_clockwise_from_the_action_button_or_the_next_wager(dice: list[int], order: list[int]) -> None:
    played = settled({2: seat(WINS), 3: seat(LOSES), 4: seat(WINS_TOO)}, dice=dice)
    assert [row.seat for row in played.settlements] == order


def test_without_the_dice_a_record_settles_only_where_the_order_does_not_matter() -> None:
    seats = {2: seat(WINS), 3: seat(LOSES)}
    assert settled(seats).net == {2: 10_000, 3: -10_000, 8: 0}
    with pytest.raises(PitbossError, match="does not give the dice"):
        settled(seats, bank={"seat": 8, "wager": 150})
    assert settled(seats, bank={"seat": 8, "wager": 150}, dice=[2, 2, 3]).net == {2: 10_000, 3: -5_000, 8: -5_000}


def test_a_player_dealer_keeps_the_position_for_two_rounds() -> None:
    at = table()
    for _ in range(2):
        played = at.deal({1: {"base": 50}}, bank=BankSeat(8, 500))
        while played.asking:
            played.act("set")
    with pytest.raises(PitbossError, match="offered on first"):
        at.deal({1: {"base": 50}}, bank=BankSeat(8, 500))


def test_a_copy_counts_by_the_option_and_zeros_are_always_the_player_dealers() -> None:
    def case(high: str, low: str, bank_high: str, bank_low: str) -> str:
        return case_of({"high": cards(high), "low": cards(low)}, {"high": cards(bank_high), "low": cards(bank_low)})

    assert case("6-6 1-6", "1-3 1-4", "6-6 2-5", "1-3 2-3") == "both_identical"
    assert case("6-6 1-6", "1-3 1-4", "6-6 2-5", "1-1 1-6") == "copy_and_lower"
    assert case("6-6 1-6", "1-3 1-4", "6-6 2-5", "2-2 2-3") == "one_higher"
    assert case("1-3 1-5", "4-6 5-5", "1-3 1-5", "4-6 5-5") == "both_lower"


# -- fees -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "stakes", "fees"),
    [
        (1, (5, 50), {8: 100}),
        (2, (5, 50), {1: 50, 2: 50, 8: 100}),
        (6, (25, 100), {1: 100, 2: 100, 8: 200}),
        (10, (300, 500), {1: 300, 2: 300, 8: 500}),
        (11, (100, 100), {8: 300}),
        (11, (100, 101), {8: 400}),
        (12, (100, 200), {8: 300}),
        (13, (200, 200), {8: 300}),
        (14, (150, 150), {8: 400}),
        (14, (1000, 1000), {8: 1500}),
        (14, (1000, 1001), {8: 2000}),
    ],
)
def test_fees_follow_the_schedule(option: int, stakes: tuple[int, int], fees: dict[int, int]) -> None:
    first, second = stakes
    seats = {1: seat(WINS, stake=first), 2: seat(LOSES, stake=second)}
    played = settled(seats, options={"schedule_option": option}, dice=[1, 1, 1])
    taken: Counter[int] = Counter()
    for fee in played.fees:
        taken[fee.seat] += fee.amount
    assert taken == fees


def test_a_backline_bettor_pays_the_fee_and_counts_in_the_action() -> None:
    seats = {1: seat(WINS, stake=50), 9: seat("", says=("behind 1", "promotional_chips 2"), stake=50)}
    assert {
        fee.seat: fee.amount for fee in settled(seats, options={"schedule_option": 8}).fees if fee.amount > 200
    } == {8: 400}
    played = settled(seats, options={"schedule_option": 8})
    assert played.net == {1: 4_800, 9: 5_000 - 200 - 200, 8: -10_000 - 400}


@pytest.mark.parametrize(("option", "stake"), [(1, 51), (3, 5), (9, 299), (9, 501), (14, 49)])
def test_a_wager_outside_the_table_limit_is_refused(option: int, stake: int) -> None:
    with pytest.raises(PitbossError):
        settled({1: seat(WINS, stake=stake)}, options={"schedule_option": option})


# -- irregularities ---------------------------------------------------------------------------------------------------


def test_a_teen_exposed_in_the_shuffle_has_the_tiles_shuffled_before_anything_is_dealt() -> None:
    played = deal(table(), 1, calls=[Call("teen_or_day_exposed")])
    kinds = [event.kind for event in played.events]
    assert kinds.index("gather") < kinds.index("dice") and kinds.count("dice") == 1


def test_another_tile_exposed_in_the_shuffle_changes_nothing() -> None:
    called, plain = (deal(table(), 1, calls=calls) for calls in ([Call("other_tile_exposed")], []))
    assert called.hands == plain.hands


def test_stacks_knocked_over_in_the_delivery_are_dealt_again_to_the_same_wagers() -> None:
    at = table()
    played = deal(at, 1, 2, calls=[Call("stacks_knocked_over", at="deal")])
    assert [event.kind for event in played.events].count("dice") == 2
    assert all(len(tiles) == 4 for hand, tiles in played.hands.items() if hand != "discard")
    assert {fee.seat: fee.amount for fee in played.fees} == {8: 200}
    while played.asking:
        played.act("set", played.asking[0].seat)
    assert settle(at.record().to_toml()).rounds[0][1].events == played.events


def test_one_tile_of_the_player_dealer_exposed_lies_open_and_the_hand_stands() -> None:
    played = deal(table(), 1)
    tiles = list(played.hands["dealer"])
    played.call(Call("player_dealer_tile_exposed", card=tiles[2]))
    shown = hands_seen(played.view(1))["dealer"]
    assert sum(tile != "??" for tile in shown) == 1 and tiles[2] in shown
    assert [ask.seat for ask in played.asking] == [1]
    assert played.hands["dealer"] == tiles


def test_a_second_tile_exposed_asks_the_player_dealer() -> None:
    played = deal(table(), 1)
    played.call(Call("player_dealer_tile_exposed"))
    played.call(Call("player_dealer_tile_exposed"))
    assert played.asking[0].names == ("play_as_dealt", "shuffle_again")
    assert sum(tile != "??" for tile in hands_seen(played.view(1))["dealer"]) == 2


@pytest.mark.parametrize("answer", ["play_as_dealt", "shuffle_again"])
def test_the_player_dealer_chooses_when_two_of_his_tiles_are_exposed(answer: str) -> None:
    at = table()
    played = deal(at, 1, 2)
    played.act("set", 2)
    before = dict(played.hands)
    played.call(Call("two_player_dealer_tiles_exposed"))
    assert [ask.seat for ask in played.asking] == [8]
    played.act(answer)
    again = answer == "shuffle_again"
    assert [ask.seat for ask in played.asking] == ([1, 2] if again else [1]), "a deal that is taken back is set anew"
    assert (dict(played.hands) == before) is not again
    seen = hands_seen(played.view(1))
    assert sum(tile != "??" for tile in seen["dealer"]) == (0 if again else 2)
    while played.asking:
        played.act("set", played.asking[0].seat)
    assert settle(at.record().to_toml()).rounds[0][1].events == played.events


def test_a_tile_exposed_after_a_deal_was_taken_back_is_the_first_one() -> None:
    played = deal(table(), 1)
    played.call(Call("two_player_dealer_tiles_exposed"))
    played.act("shuffle_again", 8)
    played.call(Call("player_dealer_tile_exposed"))
    assert [ask.seat for ask in played.asking] == [1]


def test_whoever_touches_forfeits_and_who_stands_behind_does_not() -> None:
    seats = {1: seat(WINS), 9: seat("", says=("behind 1",), stake=60)}
    touched = [{"id": "touched_after_pass", "seat": 1}]
    played = settled(seats, irregularities=touched)
    assert played.net == {1: -10_000, 9: 6_000, 8: 4_000}
    assert settled(seats, irregularities=[{"id": "touched_after_pass", "seat": 9}]).net[9] == -6_000


def test_a_forfeit_uses_the_player_dealers_wager_in_its_seats_turn() -> None:
    seats = {2: seat(WINS), 3: seat(WINS_TOO)}
    touched = [{"id": "touched_after_pass", "seat": 3}]
    played = settled(seats, bank={"seat": 8, "wager": 150}, dice=[2, 2, 3], irregularities=touched)
    assert played.net == {2: 10_000, 3: -5_000, 8: -5_000}


def test_nobody_forfeits_before_the_tiles_are_passed() -> None:
    played = deal(table(), 1)
    played.call(Call("touched_after_pass", seat=1))
    assert not any(event.kind == "irregularity" for event in played.events)
    played.act("set", 1)
    assert any(event.kind == "irregularity" for event in played.events)


def test_what_concerns_the_delivery_is_refused_once_the_tiles_are_passed() -> None:
    played = deal(table(), 1)
    played.act("set", 1)
    with pytest.raises(PitbossError, match="and that is over"):
        played.call(Call("two_player_dealer_tiles_exposed"))


# -- random play ------------------------------------------------------------------------------------------------------


def test_wagers_run_out_of_cover_tiles_are_dealt_again_and_hands_forfeited_in_random_play() -> None:
    found = random_rounds(ENTRY, {}, 120, "california", calls=0.4)
    found["forfeit"] = sum(times for name, times in found.items() if name.startswith("a player touches tiles"))
    wanted = "base win|base push|base lose|base void|bank loses|one higher|both higher|both higher, covered in part"
    wanted += "|both lower, covered in part|copy and lower|not covered by the player-dealer|gather|house way|forfeit"
    assert not {name for name in wanted.split("|") if not found[name]}, found
