"""Supreme Pai Gow: pairs, faces and points with jokers of 3 or 6; banks; the bonus on four cards."""

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest

from pai_gow_play import play_out, random_rounds
from pitboss import BankSeat, Call, load, open_table, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import DECK, JOKERS, cards
from pitboss.errors import Refused
from pitboss.games.pai_gow.supreme_house_way import foul, settings
from pitboss.games.pai_gow.supreme_pai_gow import house_way
from pitboss.hands.supreme_pai_gow import bonus_name, two_cards
from pitboss.rulebook import Setup

ENTRY = "massachusetts-2020/supreme-pai-gow"
SETUP = Setup.of(load(ENTRY))
PACK = (*DECK, *JOKERS)
BANKING = {"player_banking": True, "co_banking": True}


def table(**options: Any) -> Table:
    return open_table(ENTRY, {**BANKING, **options}, seed=7)


def after_one_round(**options: Any) -> Table:
    """A table at which seats 1 to 3 have wagered against the dealer, and seat 1 is offered the bank."""
    opened = table(**options)
    play_out(opened.deal({seat: {"supreme_pai_gow": 20} for seat in (1, 2, 3)}))
    return opened


def house(hand: str) -> tuple[str, str, str]:
    """The low and the high hand in words as the house sets them, and the row."""
    advice = house_way(SETUP, cards(hand))
    return two_cards(advice.setting["low"]).in_words, two_cards(advice.setting["high"]).in_words, advice.rule


# -- what hands are worth ---------------------------------------------------------------------------------------------


def test_two_cards_rank_as_the_rulebook_lists_them() -> None:
    ranked = ["Xr Xb", "As Ah", "Ks Kh", "2s 2h", "Ks Qh", "Ks Jh", "Qs Jh", "9s Th", "7s 2h", "8s Kh", "As 9h"]
    worth = [two_cards(cards(hand)) for hand in ranked]
    assert all(higher > lower for higher, lower in pairwise(worth))


def test_a_joker_is_three_or_six_whichever_makes_more() -> None:
    """The table of the spec: points, and what the joker is."""
    told = {"A": (7, 6), "2": (8, 6), "3": (9, 6), "4": (7, 4), "5": (8, 5), "6": (9, 6), "7": (3, 7), "8": (4, 8)}
    told |= {"9": (5, 9), "T": (6, 10), "J": (6, 11), "Q": (6, 12), "K": (6, 13)}
    for rank, (points, top) in told.items():
        assert two_cards(cards(f"Xr {rank}s"))[1:] == (points, top), rank


def test_the_ace_is_the_lowest_single_card() -> None:
    assert two_cards(cards("As 8h")) < two_cards(cards("9s Kh"))
    assert two_cards(cards("As 6h")).top == 6


def test_every_two_cards_of_54_fall_into_their_kinds() -> None:
    kinds = Counter(two_cards(hand).category for hand in combinations(PACK, 2))
    assert kinds == {2: 13 * 6 + 1, 1: 3 * 16, 0: 54 * 53 // 2 - 79 - 48}


@pytest.mark.parametrize(
    ("low", "high", "why"),
    [
        ("7c 7d", "7s 7h", ""),
        ("Kh Qs", "Ks Qh", ""),
        ("Kd 8s", "As 7h", ""),  # equal points, whatever the highest card
        ("Kh Kc", "5s 3d", "the low hand ranks above the high hand"),
    ],
)
def test_a_high_hand_below_the_low_hand_is_a_foul(low: str, high: str, why: str) -> None:
    assert foul({"low": cards(low), "high": cards(high)}) == why


# -- how the house sets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("9s 9h 8d 8c", ("pair of eights", "pair of nines", "no other setting is higher in either hand")),
        ("7s 7h As 2d", ("8 points", "9 points", "a pair is split to make 8 and 8 or better")),
        ("5s 5h Ts 2d", ("2 points", "pair of fives", "a pair is kept in the high hand")),
        ("Ks Qh 5d 2c", ("7 points", "king and queen", "no other setting is higher in either hand")),
        ("Ks Jh 9d 3c", ("2 points", "king and jack", "no low hand comes to 6 points")),
        ("Ks 9h 7d 8c", ("7 points", "7 points", "the low hand is maximized")),
        ("Ks Jh 9d As", ("0 points", "king and jack", "no low hand comes to 6 points")),
    ],
)
def test_the_house_sets_by_the_first_row_that_fits(hand: str, expected: tuple[str, str, str]) -> None:
    low, high, rule = house(hand)
    assert (low, high) == expected[:2] and rule.startswith(expected[2])


def test_the_house_never_fouls_nor_plays_what_another_setting_beats_in_both_hands() -> None:
    for hand in list(combinations(PACK, 4))[::397]:
        setting = house_way(SETUP, hand).setting
        assert not foul(setting)
        low, high = two_cards(setting["low"]), two_cards(setting["high"])
        assert not any(two_cards(way[0]) > low and two_cards(way[1]) > high for way in settings(hand))


# -- the bonus --------------------------------------------------------------------------------------------------------


def test_bonus_hands_of_a_short_pack_as_counted_on_paper() -> None:
    """Aces to fours, four of each, and the jokers: C(18, 4) hands."""
    pack = [*(card for card in DECK if card.rank in (14, 2, 3, 4)), *JOKERS]
    found = Counter(bonus_name(hand) for hand in combinations(pack, 4))
    assert found.total() == 3_060
    assert (found["four_aces"], found["four_of_a_kind"], found["two_jokers_and_two_aces"]) == (1, 3, 6)
    assert found["three_of_a_kind"] == 4 * 4 * 14
    assert found["straight_flush"] == 4 + 2 * 4  # without a joker, and a joker in place of the three
    assert found["straight"] == 4**4 - 4 + 2 * (4**3 - 4)
    assert found["two_pair"] == 6 * 36 + 3 * 6  # two pairs, or a pair but aces with the jokers
    assert found["two_jokers"] == 16 * 15 // 2 - 4 * 6


# -- dealing and banking ----------------------------------------------------------------------------------------------


def test_cards_come_one_at_a_time_from_a_manual_shoe_and_in_stacks_from_a_machine() -> None:
    def order(**options: Any) -> list[str]:
        played = table(**options).deal({seat: {"supreme_pai_gow": 10} for seat in range(1, 7)})
        return [event.hand for event in played.events if event.kind == "deal"]

    one_by_one, stacks = order(dealing_device="manual_shoe"), order()
    assert len(set(one_by_one[:7])) == 7 and one_by_one[:7] == one_by_one[7:14]
    assert len(set(stacks[:4])) == 1 and len(set(stacks[::4])) == 7


def test_a_bank_that_sets_a_foul_has_its_hand_set_again_and_loses_nothing_by_it() -> None:
    record: dict[str, Any] = {
        "rulebook": "massachusetts-2020",
        "game": "supreme-pai-gow",
        "options": {"player_banking": True},
        "carry": {"offered": 1, "banked": 0, "wagered": {"2": "20.00"}},
        "bank": {"seat": 2, "wager": 100},
        "seats": {
            "1": {"wagers": {"supreme_pai_gow": 50}, "cards": "2s 4h Ad Th", "actions": ["set", "stand"]},
            "2": {"cards": "Kh Kc 5s 3d", "actions": ["set low=Kh Kc"]},
        },
    }
    played = settle(record).rounds[0][1]
    assert set(played.hands["seat 2 high"]) == {"Kh", "Kc"} and played.net == {1: -5000, 2: 4750}
    assert any(event.kind == "irregularity" and "set his hands incorrectly" in event.text for event in played.events)


def test_bonus_wagers_are_the_houses_when_a_player_banks() -> None:
    opened = after_one_round()
    played = opened.deal({2: {"supreme_pai_gow": 20, "bonus": 5}}, bank=BankSeat(1, 20))
    play_out(played)
    bonus = next(row for row in played.settlements if row.wager == "bonus")
    main = next(row for row in played.settlements if row.wager == "supreme_pai_gow")
    taken = sum(fee.amount for fee in played.fees)
    assert played.ledger["house"] == -bonus.net + (100 if main.net > 0 else 0)
    assert played.net[1] == {1: -2000, 0: 0, -1: 2000}[(main.net > 0) - (main.net < 0)] - taken


def test_the_same_rules_of_banking_hold() -> None:
    with pytest.raises(Refused, match="first round of a game"):
        table().deal({2: {"supreme_pai_gow": 20}}, bank=BankSeat(1, 100))
    with pytest.raises(Refused, match=r"half of the wagers against it come to \$20.00"):
        after_one_round().deal({2: {"supreme_pai_gow": 40}}, bank=BankSeat(1, 19))
    with pytest.raises(Refused, match="cannot wager against itself"):
        after_one_round().deal({1: {"supreme_pai_gow": 5}, 2: {"supreme_pai_gow": 40}}, bank=BankSeat(1, 100))
    with pytest.raises(Refused, match=r"under the minimum of \$1.00"):
        table().deal({2: {"supreme_pai_gow": 20, "bonus": "0.50"}})


def test_random_play_sees_banks_fouls_bonuses_and_reset_hands() -> None:
    found = random_rounds(ENTRY, {**BANKING, "player_cut": True}, 180, "supreme", calls=0.3)
    wanted = "player banks|co-bank|shared|surrender|fouled hand|reset|bank surplus|bank loses|bonus win"
    wanted += "|bonus lose|bonus void|dealer_vs_bank win|dealer_vs_bank lose|supreme_pai_gow push|supreme_pai_gow win"
    assert not {name for name in wanted.split("|") if not found[name]}, found


# -- irregularities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("dice_mistotaled", "cards_face_up", "wrong_number_of_cards", "card_exposed_in_stacks", "dealing_shoe_jam"),
        *("stub_misdeal", "stub_wrong"),
    ],
)
def test_the_round_is_void_and_the_bonus_goes_back(name: str) -> None:
    opened = table(shuffler_counts_cards=False)
    played = opened.deal({1: {"supreme_pai_gow": 10, "bonus": 5}}, calls=[Call(name)])
    assert played.void and {row.outcome for row in played.settlements} == {"void"}


@pytest.mark.parametrize(
    "name",
    [
        *("dice_not_flat", "die_fell_out", "bank_removes_lid", "card_drawn_in_error", "card_face_up", "shuffler_jam"),
        *("shuffler_count_wrong", "improper_cut", "dealer_hand_misset", "bank_hand_misset"),
    ],
)
def test_the_round_goes_on(name: str) -> None:
    played = play_out(table(player_cut=True).deal({1: {"supreme_pai_gow": 10}}, calls=[Call(name)]))
    assert not played.void and played.calls[0].id == name


def test_an_exposed_card_is_the_players_choice_or_voids_all_but_the_bonus() -> None:
    wagers = {1: {"supreme_pai_gow": 10, "bonus": 5}, 2: {"supreme_pai_gow": 10}}
    played = table().deal(wagers, calls=[Call("player_card_exposed", seat=1)])
    played.act("void_hand")
    assert {row.wager: row.outcome for row in played.settlements} == {"supreme_pai_gow": "void", "bonus": "void"}
    played = table().deal(wagers, calls=[Call("dealer_card_exposed")])
    assert played.void and [row.wager for row in played.settlements if row.outcome != "void"] == ["bonus"]


def test_wrong_counts_lose_and_the_dealers_hand_is_set_again() -> None:
    played = play_out(table().deal({1: {"supreme_pai_gow": 10}}, calls=[Call("wrong_counts", seat=1)]))
    assert [(row.reason, row.net) for row in played.settlements] == [("wrong counts", -1000)]
    record: dict[str, Any] = {
        "rulebook": "massachusetts-2020",
        "game": "supreme-pai-gow",
        "seats": {"1": {"wagers": {"supreme_pai_gow": 50}, "cards": "2s 4h Ad Th", "actions": ["set", "stand"]}},
        "dealer": {"cards": "9s 9h 8d 8c"},
        "house_set": "low=9s 8d",
    }

    def low(played: Round) -> set[str]:
        return set(played.hands["dealer low"])

    assert low(settle(record).rounds[0][1]) == {"9s", "8d"}
    assert low(settle({**record, "irregularities": [{"id": "dealer_hand_misset"}]}).rounds[0][1]) == {"8d", "8c"}
