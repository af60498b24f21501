"""Mini-baccarat when things are odd: errors upon errors, records that contradict themselves, each case by itself."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from baccarat_table import BOTH, CHAPTER4, MASSACHUSETTS, one, record, texts
from pitboss import Call, PitbossError, open_table, settle
from pitboss.equipment.cards import cards
from pitboss.games.baccarat.drawing import banker_draws, player_draws
from pitboss.games.baccarat.results import (
    Finished,
    Score,
    dragon_bonus_case,
    house_money_case,
    result_case,
    result_names,
)
from pitboss.games.baccarat.royal_9 import royal_9_case
from pitboss.rulebook import Setup, load

CHAIRS = {"1": "Kh 9c", "2": "Ks 9d", "3": "Kc 9h", "4": "Kd 9s", "5": "Kh 9s", "6": "Ks 9c"}
ROYAL = {"royal_9": True, "personal_king_nines": CHAIRS}


# -- Errors upon errors -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "error"), [(CHAPTER4, "unauthorized_third_card_disclosed"), (MASSACHUSETTS, "undisclosed_third_card")]
)
def test_a_second_card_in_error_is_not_the_bankers_fourth(name: str, error: str) -> None:
    calls = [{"id": error, "card": "4d"}, {"id": error, "card": "9d"}]
    played = one(record(name, "4h 2c", "3d 2s", {"banker": 20}, irregularities=calls))
    assert played.hands["banker"] == ["3d", "2s", "4d"]
    assert played.net == {1: 1900}
    assert any(event.cards == ("9d",) for event in played.events if event.kind == "remedy")


def test_who_gave_up_the_cards_does_not_get_them_back() -> None:
    wagers = {1: {"player": 10}, 2: {"player": 50}}
    calls = [Call("viewer_delays", seat=2), Call("viewer_delays", seat=1)]
    played = open_table(MASSACHUSETTS, seed=4).deal(wagers, calls=calls)
    assert [event.seat for event in played.events if event.kind == "view"] == []
    assert texts(played, "remedy")[-1] == "the right to view the Player's Hand passes to the dealer"


def test_a_viewer_may_give_up_the_right_whatever_the_house_requires() -> None:
    table = open_table(MASSACHUSETTS, {"viewing_right_withdrawn": False}, seed=4)
    wagers = {1: {"player": 50}, 3: {"player": 20}, 6: {"tie": 5}}
    calls = [Call("viewer_gives_up", seat=1), Call("viewer_gives_up", seat=3)]
    assert [event.seat for event in table.deal(wagers, calls=calls).events if event.kind == "view"] == [6]
    with pytest.raises(PitbossError, match='no irregularity "viewer_delays"'):
        table.deal(wagers, calls=[Call("viewer_delays", seat=1)])


def test_a_player_without_the_right_to_view_cannot_lose_it() -> None:
    wagers = {1: {"player": 10}, 2: {"player": 50}}
    played = open_table(MASSACHUSETTS, seed=4).deal(wagers, calls=[Call("viewer_delays", seat=1)])
    assert [event.seat for event in played.events if event.kind == "view"] == [2]
    assert texts(played, "remedy") == ["no right to view is held here, and none passes"]


def test_a_continuous_shuffler_is_not_cut() -> None:
    with pytest.raises(PitbossError, match='no irregularity "improper_cut"'):
        open_table(MASSACHUSETTS, {"shuffle_method": "continuous"}).deal(
            {1: {"player": 10}}, calls=[Call("improper_cut")]
        )


# -- Limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "options", "call", "sentence"),
    [
        (50, {"table_min": 5}, "under_minimum", "within the posted limits"),
        (50, {}, "under_minimum", "within the posted limits"),
        (0, {"table_min": 5}, "under_minimum", "more than zero"),
        (
            50,
            {"table_max": 500, "high_limit_exception": "casino_manager"},
            "over_maximum_approved",
            "within the posted limits",
        ),
        (
            501,
            {"table_max": 500, "high_limit_exception": "table_game_manager"},
            "over_maximum_approved",
            "has not said how much may be approved",
        ),
    ],
)
def test_a_wager_is_waived_only_where_a_limit_is_broken(
    amount: int, options: dict[str, Any], call: str, sentence: str
) -> None:
    calls = [{"id": call, "seat": 1, "wager": "player"}]
    with pytest.raises(PitbossError, match=sentence):
        record(CHAPTER4, "Ks 9s", "Kh 7h", {"player": amount}, options=options, irregularities=calls)


def test_a_wager_under_the_minimum_must_still_be_payable() -> None:
    calls = [{"id": "under_minimum", "seat": 1, "wager": "tie"}]
    options = {"table_min": 5, "tie_odds": "17 to 2"}
    assert record(CHAPTER4, "Ks 9s", "Kh 9h", {"tie": 2}, options=options, irregularities=calls).net == {1: 1700}
    with pytest.raises(PitbossError, match="cannot be paid exactly"):
        record(CHAPTER4, "Ks 9s", "Kh 9h", {"tie": "1.01"}, options=options, irregularities=calls)


# -- Records that contradict themselves -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "banker", "more", "sentence"),
    [
        (
            "4h 2c 9d",
            "Kd 7s",
            {"irregularities": [{"id": "card_drawn_in_error", "card": "4d"}]},
            "for player the record gives 1 card",
        ),
        (
            "4h 2c",
            "3d 2s 9d",
            {"irregularities": [{"id": "unauthorized_third_card", "card": "4d"}]},
            "for banker the record gives 1 card more",
        ),
        (
            "Kc 7s",
            "Td 7h",
            {"irregularities": [{"id": "card_disclosed_in_error", "card": "3c"}], "phantom": "Kd 2s 5h 6c 4d 9d"},
            "for phantom the record gives 1 card more",
        ),
        ("Kc 7s", "Td 7h", {"cut_card": 9}, "before card 9 of the round, and fewer are dealt"),
        ("Kc 7s", "Td 7h", {"carry": {"first_cards": 5}}, "first_cards is a list of cards"),
        ("Kc 7s", "Td 7h", {"carry": {"first_cards": [5]}}, "5 is not a card"),
        ("Kc 7s", "Td 7h", {"carry": {"owed": 5}}, "owed must be a table"),
        ("Kc 7s", "Td 7h", {"carry": {"owed": {"1": "much"}}}, "owed by seat 1: 'much' is not an amount"),
    ],
)
def test_a_record_that_cannot_be_is_refused(player: str, banker: str, more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        record(CHAPTER4, player, banker, **more)


def test_a_continuous_shuffler_has_no_cut_card_in_a_record_either() -> None:
    with pytest.raises(PitbossError, match="no cut card is used at this table"):
        record(MASSACHUSETTS, "Ks 8s", "Kh 7h", cut_card=2, options={"shuffle_method": "continuous"})


def test_commission_owed_is_written_as_money() -> None:
    options = {"commission_timing": "deferred"}
    steps = [
        {"player": "Ks 6s", "banker": "Kh 7h", "seats": {"1": {"wagers": {"banker": 25}}}},
        {"reshuffle": True},
    ]
    raw = {"rulebook": "chapter4", "game": "mini-baccarat", "options": options, "carry": {"owed": {"1": "3.75"}}}
    settled = settle(raw | {"steps": steps})
    assert [(fee.seat, fee.amount) for _, fee in settled.fees] == [(1, 500)]
    table = open_table(CHAPTER4, options, carry={"owed": {"2": 125}})
    table.deal({1: {"player": 10}})
    text = table.record().to_toml()
    assert '2 = "1.25"' in text
    assert settle(text).table.carry["owed"] == {"2": 125}


# -- What the table and the mathematics share -------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_a_natural_in_either_hand_ends_the_drawing(name: str) -> None:
    setup = Setup.of(load(name))
    for player, banker in product(range(10), repeat=2):
        natural = max(player, banker) >= 8
        assert player_draws(setup, player, banker) == (player <= 5 and not natural)
        for third in (None, *range(10)):
            assert not (natural and banker_draws(setup, player, banker, third))
    assert sum(banker_draws(setup, 0, banker, third) for banker in range(8) for third in range(10)) == 51


def test_a_result_is_a_dragon_7_or_a_panda_8_at_an_ez_table_only() -> None:
    ez = Setup.of(load(MASSACHUSETTS), {"designation": "ez"})
    plain = Setup.of(load(MASSACHUSETTS))
    assert result_names(ez, Finished(Score(8, 3), Score(7, 3))) == ("panda_8", "player_wins")
    assert result_names(ez, Finished(Score(8, 3), Score(8, 3))) == ("tie",)
    assert result_names(ez, Finished(Score(6, 2), Score(7, 3))) == ("dragon_7", "banker_wins")
    assert result_names(plain, Finished(Score(6, 2), Score(7, 3))) == ("banker_wins",)
    names = result_names(ez, Finished(Score(6, 2), Score(7, 3)))
    cases = {wager: result_case(offer, names) for wager, offer in ez.offers.items()}
    assert cases == {
        "banker": "dragon_7",
        "player": "banker_wins",
        "tie": "banker_wins",
        "dragon_7_insurance": "dragon_7",
        "panda_8_insurance": "banker_wins",
    }


def test_dragon_bonus_goes_by_the_margin_unless_the_hand_is_a_natural() -> None:
    found = Counter(dragon_bonus_case(Score(hand, 3), Score(other))[0] for hand in range(10) for other in range(10))
    assert found == {"behind": 45, "ahead": 45, "tie": 10}
    assert dragon_bonus_case(Score(7, 3), Score(3)) == ("ahead", ("win_by_4",))
    assert dragon_bonus_case(Score(8, 2), Score(8)) == ("natural_tie", ("natural_tie",))
    assert dragon_bonus_case(Score(8, 2), Score(9)) == ("behind", ())
    assert dragon_bonus_case(Score(9, 2), Score(8))[0] == "natural_winner"


def test_house_money_counts_the_pairs() -> None:
    assert [
        house_money_case(Score(8, pair=one), Score(8, pair=other))[1] for one, other in product((False, True), repeat=2)
    ] == [
        (),
        ("player_or_banker_pair",),
        ("player_or_banker_pair",),
        ("player_and_banker_pair",),
    ]


@pytest.mark.parametrize(
    ("player", "banker", "best"),
    [
        ("9s Kd", "Kd 9s", "personal_king_9_vs_personal_king_9"),
        ("2c 3c", "Kd 9s", "banker_personal_king_9"),
        ("Kd 9s", "Kh 9c", "player_personal_king_9"),  # the other hand is chair 1's
        ("Kh 9c", "9c Kh", "other_personal_king_9_vs_identical_king_9"),
        ("Kd 9c", "Kd 9c", "royal_9_vs_royal_9"),  # nobody's
        ("Kh 9c", "Ks 9d", "royal_9_vs_royal_9"),  # two chairs' own
        ("Jh 9h", "Qc 9c", "suited_royal_9_vs_suited_royal_9"),
        ("Jh 9h", "Qc 9d", "royal_9_vs_royal_9"),
        ("2c 3c", "Qc 9c", "any_suited_royal_9"),
        ("2c 3c", "9d Qc", "any_royal_9"),
        ("2c 9c Kc", "3c 4c", ""),  # a third card makes none
    ],
)
def test_royal_9_for_chair_4(player: str, banker: str, best: str) -> None:
    setup = Setup.of(load(MASSACHUSETTS), ROYAL)
    case, names = royal_9_case(setup, 4, cards(player), cards(banker))
    assert (case, names[:1]) == (("listed", (best,)) if best else ("all_other_hands", ()))
