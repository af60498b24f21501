"""Pai Gow as Massachusetts has it: the dealer's four rules, ten deliveries, the bank offered round, co-banking."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from house_play import at, open_house
from pai_gow_play import play_out, random_rounds
from pitboss import BankSeat, Call, PitbossError, explain, load, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import TILE_SET, cards
from pitboss.errors import Refused
from pitboss.games.pai_gow.delivery import STYLES, cut, goes_to
from pitboss.games.pai_gow.four_rules import settings, worth
from pitboss.games.pai_gow.pai_gow import house_way
from pitboss.games.pai_gow.start import counted
from pitboss.hands.tiles import rank_apart
from pitboss.house.audit.house_audit import audit
from pitboss.house.live import player_bank
from pitboss.rulebook import Setup

ENTRY = "massachusetts-2020/pai-gow-tiles"
SETUP = Setup.of(load(ENTRY))
BANKING = {"player_banking": True, "co_banking": True}
STRONG, WEAK = "5-6 5-6 5-5 1-6", "3-3 2-6 3-4 1-5"
WINS, LOSES = "6-6 6-6 4-4 5-5", "4-6 1-4 2-3 2-2"


FOURS = list(combinations(TILE_SET, 4))


def table(**options: Any) -> Table:
    return open_table(ENTRY, {**BANKING, **options}, seed=7)


def after_one_round(stake: int = 20, **options: Any) -> Table:
    """A table at which seats 1 to 3 have wagered against the dealer, and seat 1 is offered the bank."""
    opened = table(**options)
    play_out(opened.deal({seat: {"pai_gow": stake} for seat in (1, 2, 3)}))
    return opened


def house(tiles: str, **options: Any) -> tuple[str, str, str]:
    """The names of low and high hand as the dealer sets them, and the clause."""
    advice = house_way(Setup.of(load(ENTRY), options), cards(tiles))
    return worth(advice.setting["low"]).name, worth(advice.setting["high"]).name, advice.cite.partition(" L")[0]


# -- tiles and the dealer's rules -------------------------------------------------------------------------------------


def test_the_tiles_of_the_supreme_pair_rank_by_what_they_count() -> None:
    assert worth(cards("1-2 3-4")) == (3, 18 - 14)  # the three counts 6, and the seven is the higher tile
    assert worth(cards("2-4 2-2")) == worth(cards("1-2 2-2")) == (7, 18 - 7)
    assert worth(cards("2-4 1-4")) == (8, 18 - 16)  # as a three the six ranks below the five
    assert worth(cards("1-3 1-5")) > worth(cards("2-2 3-3"))  # zeros go by their tiles
    assert [rank_apart(tile) for tile in cards("2-4 1-4 1-2")] == [15, 16, 17]


def test_hands_that_count_alike_are_told_by_the_tile_that_decides() -> None:
    """A six that counts 3 is below the five beside it, as a three is: both hands have a five on top, and are a copy."""
    seat = {"wagers": {"pai_gow": 20}, "cards": "6-6 6-6 1-2 1-4", "actions": ["set low=1-2 1-4", "stand"]}
    head = {"rulebook": "massachusetts-2020", "game": "pai-gow-tiles"}
    (row,) = explain({**head, "seats": {"1": seat}, "dealer": {"cards": "5-5 5-5 2-4 2-3"}}).rows()
    assert row["decided_by"].endswith("low hand 8 points, chop ng high, each, a copy")


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        # the dealer's hands of the worked examples
        ("1-6 1-4 4-5 1-5", ("2", "5", "§7(d)(4)")),
        ("1-3 1-5 4-6 2-3", ("6", "9", "§7(d)(3)")),
        ("4-6 2-2 3-6 2-4", ("7", "9", "§7(d)(3)")),
        ("6-6 4-5 3-3 2-2", ("0", "wong", "§7(d)(2)")),
        ("5-6 5-6 2-2 1-5", ("0", "foo_pair", "§7(d)(2)")),
        ("6-6 4-5 5-5 1-3", ("4", "wong", "§7(d)(2)")),
        ("2-4 1-2 1-5 1-6", ("3", "gee_joon_pair", "§7(d)(1)")),
        ("2-3 3-6 4-4 1-3", ("7", "9", "§7(d)(3)")),
        # several settings fit
        ("6-6 6-6 1-3 1-3", ("gor_pair", "teen_pair", "§7(d)(2)")),
        ("6-6 4-5 4-4 1-3", ("2", "wong", "§7(d)(2)")),
    ],
)
def test_the_dealer_sets_by_the_first_rule_that_fits(tiles: str, expected: tuple[str, str, str]) -> None:
    assert house(tiles) == expected


def test_what_the_rules_leave_open_goes_by_the_houses_way() -> None:
    assert house("6-6 4-5 4-4 2-2")[:2] == ("2", "wong")
    assert house("6-6 4-5 4-4 2-2", house_way="highest_low_hand")[:2] == ("3", "gong")
    advice = house_way(SETUP, cards("6-6 4-5 4-4 2-2"))
    assert "of several such settings the one with the highest high hand" in advice.rule
    assert advice.cite == "§7(d)(2) L22314; Reading 1"


def test_the_rules_leave_14850_of_35960_sets_open() -> None:
    """As reading 1 counts them: settings of different strength that fit the rule which governs."""
    by_hand = Counter(tuple(sorted(four)) for four in FOURS)
    assert sum(times for hand, times in by_hand.items() if "Reading 1" in house_way(SETUP, hand).cite) == 14_850
    assert by_hand.total() == 35_960


def test_rule_four_always_gives_one_setting() -> None:
    for hand in {tuple(sorted(four)) for four in FOURS}:
        advice = house_way(SETUP, hand)
        if advice.cite.startswith("§7(d)(4)"):
            assert "Reading" not in advice.cite
            assert all(worth(part).points < 7 for way in settings(hand) for part in way)


# -- who gets which tiles ---------------------------------------------------------------------------------------------


def test_the_dice_count_from_the_dealer_or_the_bank() -> None:
    ring = ["dealer", *(f"B{seat}" for seat in range(1, 7)), "X"]
    told = ["B2", "B3", "B4", "B5", "B6", "X", "dealer", "B1", "B2", "B3", "B4", "B5", "B6", "X", "dealer", "B1"]
    assert [ring[counted(total, 8, 0)] for total in range(3, 19)] == told
    assert ring[counted(8, 8, 2)] == "B1"


@pytest.mark.parametrize("style", STYLES)
def test_a_style_delivers_every_tile_once_and_four_to_each_position(style: str) -> None:
    delivered = STYLES[style]()
    assert [len(tiles) for tiles in delivered] == [4] * 8
    assert len({tile for tiles in delivered for tile in tiles}) == 32


@pytest.mark.parametrize(
    ("style", "first", "second", "last"),
    [
        # R1 is the first stack from the dealer's right; .1 its top tile
        ("house_way_from_the_right", "R1.1 R1.2 R1.3 R1.4", "R2.1 R2.2 R2.3 R2.4", "R8.1 R8.2 R8.3 R8.4"),
        ("house_way_from_the_left", "R8.1 R8.2 R8.3 R8.4", "R7.1 R7.2 R7.3 R7.4", "R1.1 R1.2 R1.3 R1.4"),
        ("cup_say_from_the_right", "R1.1 R1.2 R2.1 R2.2", "R1.3 R1.4 R2.3 R2.4", "R7.3 R7.4 R8.3 R8.4"),
        ("cup_say_from_the_left", "R8.1 R8.2 R7.1 R7.2", "R8.3 R8.4 R7.3 R7.4", "R2.3 R2.4 R1.3 R1.4"),
        ("jung_quat", "R4.1 R4.2 R5.1 R5.2", "R4.3 R4.4 R5.3 R5.4", "R1.3 R1.4 R8.3 R8.4"),
        ("chee_yee", "R1.1 R1.2 R8.1 R8.2", "R1.3 R1.4 R8.3 R8.4", "R4.3 R4.4 R5.3 R5.4"),
        ("pin_say_from_the_right", "R1.1 R2.1 R3.1 R4.1", "R5.1 R6.1 R7.1 R8.1", "R5.4 R6.4 R7.4 R8.4"),
        ("pin_say_from_the_left", "R8.1 R7.1 R6.1 R5.1", "R4.1 R3.1 R2.1 R1.1", "R4.4 R3.4 R2.4 R1.4"),
        ("dragon_from_the_right", "R1.1 R1.2 R2.1 R2.2", "R5.1 R6.1 R7.1 R8.1", "R5.4 R6.4 R7.4 R8.4"),
        ("dragon_from_the_left", "R8.1 R8.2 R7.1 R7.2", "R4.1 R3.1 R2.1 R1.1", "R4.4 R3.4 R2.4 R1.4"),
    ],
)
def test_the_ten_styles(style: str, first: str, second: str, last: str) -> None:
    told = [" ".join(f"R{stack + 1}.{tile + 1}" for stack, tile in tiles) for tiles in STYLES[style]()]
    assert (told[0], told[1], told[7]) == (first, second, last)
    if style == "dragon_from_the_right":
        assert (told[2], told[4], told[6]) == ("R1.3 R1.4 R2.3 R2.4", "R3.1 R3.2 R4.1 R4.2", "R3.3 R3.4 R4.3 R4.4")


def test_cup_say_of_the_worked_example() -> None:
    """Seat 4 is the starting position: tiles 1-2 of R1 and R2 are its own, 3-4 of R7 and R8 seat 3's."""
    to = goes_to("cup_say_from_the_right", list(range(8)))
    ring = ["B4", "B5", "B6", "X", "dealer", "B1", "B2", "B3"]
    told = {f"R{at // 4 + 1}.{at % 4 + 1}": ring[position] for at, position in enumerate(to)}
    assert (told["R1.1"], told["R2.2"], told["R1.3"], told["R3.1"], told["R4.4"]) == ("B4", "B4", "B5", "B6", "X")
    assert (told["R5.2"], told["R6.3"], told["R7.1"], told["R8.4"]) == ("dealer", "B1", "B2", "B3")


def test_a_cut_moves_adjacent_stacks_to_the_ends() -> None:
    assert cut(4, 2, 2) == [3, 4, 0, 1, 2, 5, 6, 7]
    assert cut(4, 2, 0) == [0, 1, 2, 5, 6, 7, 3, 4]
    assert cut(2, 3, 1) == [1, 0, 4, 5, 6, 7, 2, 3]


def test_style_and_cut_decide_who_gets_which_tiles_of_the_same_stacks() -> None:
    def dealt(*answers: str) -> dict[str, list[str]]:
        played = after_one_round().deal({2: {"pai_gow": 20}}, bank=BankSeat(1, 100))
        for answer in ("bank_alone", *answers):
            played.act(answer, 1)
        return {hand: sorted(tiles) for hand, tiles in played.hands.items()}

    plain = dealt("no_cut", "house_way_from_the_right")
    assert plain == dealt("no_cut", "house_way_from_the_right")
    assert plain != dealt("no_cut", "chee_yee") and plain != dealt(
        "cut_at_1", "stacks_3", "to_the_right_0", "jung_quat"
    )


def test_tiles_without_a_wager_are_seen_by_nobody() -> None:
    played = table().deal({2: {"pai_gow": 20}})
    assert len(played.hands["discard"]) == 24 and len(played.hands["dealer"]) == 4
    assert all(not card.known for event in played.view(2) if event.hand == "discard" for card in event.cards)


# -- the bank ---------------------------------------------------------------------------------------------------------


def test_nobody_banks_unless_the_house_lets_players_or_in_the_first_round() -> None:
    with pytest.raises(Refused, match="players do not bank at this table"):
        open_table(ENTRY).deal({2: {"pai_gow": 20}}, bank=BankSeat(1, 100))
    with pytest.raises(Refused, match="first round of a game"):
        table().deal({2: {"pai_gow": 20}}, bank=BankSeat(1, 100))


def test_the_offer_goes_round_and_comes_back_to_the_dealer() -> None:
    opened = table()
    offers = []
    for _ in range(9):
        play_out(opened.deal({seat: {"pai_gow": 10} for seat in (1, 2)}))
        offers.append(opened.carry["offered"])
    assert offers == [1, 2, 3, 4, 5, 6, 0, 1, 2]
    opened.carry["offered"] = 0
    with pytest.raises(Refused, match="back at the dealer"):
        opened.deal({2: {"pai_gow": 20}}, bank=BankSeat(1, 100))


def test_nobody_banks_twice_running_or_without_having_wagered_against_the_dealer() -> None:
    opened = after_one_round()
    play_out(opened.deal({2: {"pai_gow": 20}, 4: {"pai_gow": 20}}, bank=BankSeat(1, 100)))
    with pytest.raises(Refused, match="nobody banks two in a row"):
        opened.deal({2: {"pai_gow": 20}}, bank=BankSeat(1, 100))
    with pytest.raises(Refused, match="seat 4 had no wager in the last round that the house banked"):
        opened.deal({2: {"pai_gow": 20}}, bank=BankSeat(4, 100))
    play_out(opened.deal({1: {"pai_gow": 20}}, bank=BankSeat(2, 100)))


def test_a_bank_covers_the_others_or_half_of_them_with_the_house() -> None:
    opened = after_one_round(co_banking=False)
    with pytest.raises(Refused, match=r"banks with \$59.00, and the wagers against it come to \$60.00"):
        opened.deal({2: {"pai_gow": 40}, 3: {"pai_gow": 20}}, bank=BankSeat(1, 59))
    shared = after_one_round()
    with pytest.raises(Refused, match=r"half of the wagers against it come to \$30.00"):
        shared.deal({2: {"pai_gow": 40}, 3: {"pai_gow": 20}}, bank=BankSeat(1, 29))
    played = shared.deal({2: {"pai_gow": 40}, 3: {"pai_gow": 20}}, bank=BankSeat(1, 30))
    assert played.asking[0].names[0] == "no_cut"  # nothing to ask: only half is covered
    assert any(event.kind == "co-bank" for event in played.events)


def test_the_dealer_wagers_at_most_what_the_bank_did_last() -> None:
    with pytest.raises(Refused, match=r"at most the \$20.00 that seat 1 wagered last"):
        after_one_round().deal({1: {"dealer_vs_bank": 25}, 2: {"pai_gow": 20}}, bank=BankSeat(1, 100))
    opened = after_one_round(dealer_wager="approved_calculation")
    played = opened.deal({1: {"dealer_vs_bank": 25}, 2: {"pai_gow": 20}}, bank=BankSeat(1, 100))
    assert played.asking[0].names[0] == "no_cut"  # the dealer wagers against the bank, and does not share it


def test_a_bank_that_wins_nothing_pays_no_vigorish() -> None:
    record = {
        "rulebook": "massachusetts-2020",
        "game": "pai-gow-tiles",
        "options": {"player_banking": True},
        "carry": {"offered": 1, "banked": 0, "wagered": {"2": "20.00"}},
        "bank": {"seat": 2, "wager": 100},
        "seats": {
            "1": {"wagers": {"pai_gow": 50}, "cards": WINS, "actions": ["set low=4-4 5-5", "stand"]},
            "2": {"cards": STRONG, "actions": ["no_cut", "house_way_from_the_right", "set low=5-5 1-6"]},
            "3": {"wagers": {"pai_gow": 50}, "cards": LOSES, "actions": ["set low=4-6 1-4", "stand"]},
        },
    }
    played = settle(record).rounds[0][1]
    assert played.net == {1: 4750, 2: 0, 3: -5000} and not played.fees
    assert played.ledger["house"] == 250


def test_a_player_on_two_areas_sets_the_larger_wager_first() -> None:
    names = {3: "Ann", 4: "Ann", 5: "Bob"}
    opened = table(areas_per_player=2)
    played = opened.deal({3: {"pai_gow": 10}, 4: {"pai_gow": 50}, 5: {"pai_gow": 20}}, players=names)
    assert [ask.seat for ask in played.asking] == [4, 5]
    played.act("set", 5)
    played.act("set", 4)
    assert [ask.seat for ask in played.asking] == [3]
    with pytest.raises(Refused, match="the table allows 1"):
        table().deal({3: {"pai_gow": 10}, 4: {"pai_gow": 50}}, players={3: "Ann", 4: "Ann"})
    with pytest.raises(Refused, match="not side by side"):
        table(areas_per_player=2).deal({3: {"pai_gow": 10}, 5: {"pai_gow": 50}}, players={3: "Ann", 5: "Ann"})


# -- irregularities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dice_not_flat", "die_fell_out", "bank_removes_lid"])
def test_dice_that_do_not_count_are_shaken_again(name: str) -> None:
    kinds = [event.kind for event in table().deal({1: {"pai_gow": 20}}, calls=[Call(name)]).events]
    assert kinds.index("irregularity") < kinds.index("dice") and kinds.count("dice") == 1


@pytest.mark.parametrize("name", ["dice_mistotaled", "other_tile_exposed"])
def test_the_round_is_void(name: str) -> None:
    played = after_one_round().deal({2: {"pai_gow": 20}, 3: {"pai_gow": 5}}, bank=BankSeat(1, 50), calls=[Call(name)])
    play_out(played)
    assert played.void and set(played.net.values()) == {0}


def test_a_tile_exposed_in_stacking_has_the_set_shuffled_before_it_is_dealt() -> None:
    played = table().deal({1: {"pai_gow": 20}}, calls=[Call("tile_exposed_in_stacking")])
    assert len(played.hands["seat 1"]) == 4 and not played.void
    assert play_out(played).settlements[0].wager == "pai_gow"


def test_unsuitable_tiles_are_replaced() -> None:
    played = table().deal({1: {"pai_gow": 20}}, calls=[Call("unsuitable_tiles")])
    assert "new tiles are brought in" in [event.text for event in played.events]


def test_a_player_whose_tile_is_exposed_plays_on_or_voids_the_hand() -> None:
    opened = table()
    played = opened.deal({1: {"pai_gow": 20}, 2: {"pai_gow": 20}}, calls=[Call("player_tile_exposed", seat=1)])
    played.act("void_hand")
    assert [ask.seat for ask in played.asking] == [2]
    assert {row.seat: row.outcome for row in play_out(played).settlements}[1] == "void"
    assert "1" not in opened.carry["wagered"]


def test_tiles_that_the_dealer_set_wrongly_are_set_again() -> None:
    record: dict[str, Any] = {
        "rulebook": "massachusetts-2020",
        "game": "pai-gow-tiles",
        "seats": {"1": {"wagers": {"pai_gow": 50}, "cards": WINS, "actions": ["set", "stand"]}},
        "dealer": {"cards": WEAK},
        "house_set": "low=3-3 1-5",
    }

    def lies(played: Round) -> set[str]:
        return set(played.hands["dealer low"])

    assert lies(settle(record).rounds[0][1]) == {"3-3", "1-5"}
    again = settle({**record, "irregularities": [{"id": "dealer_hand_misset"}]}).rounds[0][1]
    assert lies(again) == {"3-3", "3-4"} and again.net == {1: 4750}


def test_random_play_sees_banks_co_banks_cuts_surrenders_and_reset_hands() -> None:
    found = random_rounds(ENTRY, BANKING, 260, "tiles", calls=0.25)
    wanted = "player banks|co-bank|shared|cut|style|surrender|reset|gather|bank surplus|bank loses"
    wanted += "|dealer_vs_bank win|dealer_vs_bank lose|dealer_vs_bank push|pai_gow win|pai_gow push|pai_gow void"
    assert not {name for name in wanted.split("|") if not found[name]}, found


# -- a house ----------------------------------------------------------------------------------------------------------


def test_in_a_house_a_player_takes_the_bank_and_co_banks(sqlite_url: str) -> None:
    opened = open_house(sqlite_url, ENTRY, options=BANKING)
    live = opened.table("1")

    def round_of(wagers: dict[int, dict[str, str]]) -> Round:
        for seat, placed in wagers.items():
            live.bet(seat, placed)
        played: Round = at(opened, "1", lambda live, batch: live.deal(batch))
        while played.asking:
            ask = played.asking[0]
            answer = "co_bank" if "co_bank" in ask.names else ask.default_answer
            at(opened, "1", lambda live, batch, ask=ask, answer=answer: live.act(batch, ask.seat, answer))
        return played

    with pytest.raises(Refused, match="first round of a game"):
        at(opened, "1", lambda live, batch: player_bank.take(live, batch, 1, 10_000))
    round_of({1: {"pai_gow": "20"}, 2: {"pai_gow": "20"}})
    at(opened, "1", lambda live, batch: player_bank.take(live, batch, 1, 10_000))
    played = round_of({2: {"pai_gow": "100"}})
    assert any(event.kind == "co-bank" for event in played.events)
    with pytest.raises(PitbossError, match="two in a row"):
        at(opened, "1", lambda live, batch: player_bank.take(live, batch, 1, 10_000))
    opened.close()
    assert audit(sqlite_url).findings == []
