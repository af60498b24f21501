"""Fast Action Hold 'Em at the table: hands of several decks, the house ways, and what the examples do not show."""

import random
from itertools import combinations
from typing import Any

import pytest

from pitboss import PitbossError, open_table, settle
from pitboss.equipment.cards import RANKS, SUITS, Card, cards
from pitboss.games.poker.fast_action_holdem import deal_order, ways
from pitboss.games.poker.house_ways import set_by
from pitboss.hands.several_decks import NAMES, best_of_several_decks
from pitboss.rulebook import Setup, load

NAME = "massachusetts-2020/fast-action-holdem"
ENTRY = {"rulebook": "massachusetts-2020", "game": "fast-action-holdem"}
DEALER, BOARD = "Jd Jh 6c 2s", "Qh 9d 5h 3h 8c"


def table_of(seats: dict[str, tuple[str, list[str]]], **more: Any) -> Any:
    rows = {seat: {"wagers": {"wager": 10}, "cards": held, "actions": done} for seat, (held, done) in seats.items()}
    record = {**ENTRY, "seats": rows, "dealer": {"cards": DEALER}, "community": {"cards": BOARD}, **more}
    if not any(done and done[0].partition(" ")[0] in ("set", "split") for _, done in seats.values()):
        del record["community"]  # nobody is left to deal it for
    [(_, played)] = settle(record).rounds
    return played


def round_of(hand: str, *actions: str, **more: Any) -> Any:
    return table_of({"1": (hand, list(actions))}, **more)


# -- hands and house ways ---------------------------------------------------------------------------------------------

HANDS = [  # one of each class, the lowest first
    "As Kd Qh Jc 9s", "2s 2d 3h 4c 6s", "3s 3d 2h 2c 4s", "2s 2d 2h 3c 4s", "5s 4d 3h 2c As", "7s 5s 4s 3s 2s",
    "2s 2d 2h 3c 3s", "2s 2d 2h 2c 3s", "2s 2s 3s 4s 5s", "3s 3s 2s 2s 4s", "2s 2s 2s 3s 4s", "2s 2d 2h 2c 2s",
    "2s 2s 2s 3s 3s", "5s 4s 3s 2s As", "2s 2s 2s 2s 3s", "As Ks Qs Js Ts", "2s 2s 2s 2s 2s",
]  # fmt: skip


def test_the_seventeen_classes_rank_as_the_rulebook_lists_them() -> None:
    worth = [best_of_several_decks(cards(hand)) for hand in HANDS]
    assert [hand.name for hand in worth] == list(NAMES) and worth == sorted(worth)


def test_the_best_of_seven_is_the_best_of_every_five() -> None:
    rng = random.Random(3)
    for suits, ranks in ((SUITS, RANKS), ("hs", "AKQJT9"), ("h", "A2345"), ("hd", "A28")):
        shoe = [Card(rank + suit) for rank in ranks for suit in suits] * 6
        for _ in range(120):
            seven = rng.sample(shoe, 7)
            assert best_of_several_decks(seven) == max(map(best_of_several_decks, combinations(seven, 5)))


DRILL = [
    ("5h 5h Ks Kd", "5h 5h", 1), ("Ks Kh 9d 4c", "Ks Kh", 2), ("As Ts Kd Qd", "As Ts", 3),
    ("Kd Qd As Jh", "Kd Qd", 4), ("As Jd 9s 4d", "As Jd", 5), ("Ks Qh 9h 8h", "Ks Qh", 6),
    ("As 9s 7d 6c", "As 9s", 7), ("Kh Th Jd 4c", "Kh Th", 8), ("Kh Jd 9c 7s", "Kh Jd", 9),
    ("As 8d 6c 3h", "As 8d", 10), ("Th 9h 7d 4s", "Th 9h", 11), ("Jh 7h 9c 8d", "Jh 7h", 12),
    ("Ts 9d 6h 3c", "Ts 9d", 13), ("Ks 9d 6h 3c", "Ks 9d", 14),
]  # fmt: skip


@pytest.mark.parametrize(("four", "kept", "number"), DRILL)
def test_the_house_ways_keep_what_the_drill_says(four: str, kept: str, number: int) -> None:
    assert set_by(cards(four), ways(Setup.of(load(NAME)))) == (cards(kept), number)


def test_where_the_lost_ways_are_read_as_the_two_highest_running_cards_are_not_kept() -> None:
    short = ways(Setup.of(load(NAME), {"house_way_tail": "high_only"}))
    assert set_by(cards("Ts 7d 6h 3c"), short) == (cards("Ts 7d"), 13)
    assert set_by(cards("Ts 7d 6h 3c"), ways(Setup.of(load(NAME)))) == (cards("7d 6h"), 13)


def test_of_three_alike_the_first_dealt_are_kept() -> None:
    assert set_by(cards("9c 9s Ad 9h"), ways(Setup.of(load(NAME))))[0] == cards("9c 9s")


# -- the table --------------------------------------------------------------------------------------------------------


def test_the_marker_moves_round_the_table_and_past_the_dealer() -> None:
    assert (
        deal_order([2, 5], 0) == [0, 2, 5] and deal_order([2, 5], 3) == [5, 0, 2] and deal_order([2, 5], 7) == [0, 2, 5]
    )
    table = open_table(NAME, seed=2)
    firsts = []
    for _ in range(9):
        played = table.deal({2: {"wager": 10}, 5: {"wager": 10}})
        firsts.append(next(event.hand for event in played.events if event.kind == "deal" and event.hand != "burn"))
        while played.asking:
            played.act("surrender", seat=played.asking[0].seat)
    assert firsts == ["dealer", "seat 2", "seat 2", "seat 5", "seat 5", "seat 5", "dealer", "dealer", "dealer"]


def test_nobody_else_sees_what_is_kept_or_discarded_before_it_is_shown() -> None:
    played = table_of({"1": ("Ah Kh 9s 9c", ["set 9s 9c"]), "2": ("Ac Kc 4s 4d", ["split 4s 4d"])})
    before = [event.kind for event in played.events].index("reveal")
    seen = [card for event in played.view(2)[:before] if event.seat == 1 for card in event.cards]
    assert set(seen) == {"??"}
    assert "Ah" not in [card for event in played.view(2) for card in event.cards], "discards are never shown"


def test_losers_are_collected_as_they_are_compared_and_winners_paid_after_all() -> None:
    seats = {
        "1": ("Ah Kh 9s 9c", ["split Ah Kh"]),
        "3": ("2d 3c 4c 7s", ["set 2d 3c"]),
        "2": ("Qs Qc 2h 4d", ["set Qs Qc"]),
    }
    played = table_of(seats)
    assert [(row.seat, row.wager, row.net) for row in played.settlements] == [
        (3, "wager", -1000), (2, "wager", 1000), (1, "wager", 1000), (1, "split_wager", 1000),
    ]  # fmt: skip


def test_a_natural_that_is_not_announced_is_played_as_it_was_set() -> None:
    assert round_of("6s 6h 6d 6d", "set 6s 6h").net[1] == -1000
    played = round_of("6s 6h 6d 6d", "natural")
    assert played.net[1] == 5000 and "community" not in played.hands
    with pytest.raises(PitbossError, match="cannot"):
        round_of("6s 6h 6d 7d", "natural")


def test_when_nobody_is_left_the_round_ends_without_the_dealers_hand() -> None:
    played = round_of("Ah Kh 9s 9c", "surrender")
    assert played.net[1] == -500 and not any(event.kind == "reveal" for event in played.events)


def test_a_hand_set_without_a_word_is_set_as_the_house_would() -> None:
    played = round_of("Ah Kh 9s 9c", "set")
    assert played.actions[1] == ["set hand=9s 9c discards=Ah Kh"]


def test_six_or_eight_decks_are_dealt() -> None:
    round_of("Ah Ah Ah Ah", "set Ah Ah", community={"cards": "Ah Ah 5h 3h 8c"})
    with pytest.raises(PitbossError):
        round_of("Ah Ah Ah Ah", "set Ah Ah", community={"cards": "Ah Ah Ah 3h 8c"})
    round_of("Ah Ah Ah Ah", "set Ah Ah", community={"cards": "Ah Ah Ah 3h 8c"}, options={"decks": 8})
    with pytest.raises(PitbossError):
        Setup.of(load(NAME), {"decks": 7})


def test_the_burned_card_is_shown_to_whoever_asks() -> None:
    for says in ([], ["show_burn_card"]):
        seat = {"wagers": {"wager": 10}, "cards": "Ah Kh 9s 9c", "actions": ["surrender"], "says": says}
        [(_, played)] = settle({**ENTRY, "seats": {"1": seat}, "burn": {"cards": "7c"}}).rounds
        assert any(event.kind == "reveal" and event.hand == "burn" for event in played.events) == bool(says)


# -- irregularities ---------------------------------------------------------------------------------------------------


def called(id: str, hand: str = "Ks Kd 7h 2c", *actions: str, **more: Any) -> Any:
    where = {key: more.pop(key) for key in ("seat", "at", "card") if key in more}
    return round_of(hand, *(actions or ("set Ks Kd",)), irregularities=[{"id": id, **where}], **more)


@pytest.mark.parametrize("id", ["card_drawn_in_error", "dealer_too_few_cards", "marker_not_moved"])
def test_small_mistakes_change_nothing(id: str) -> None:
    assert called(id).net[1] == 1000


def test_a_player_with_a_card_too_many_sets_one_hand() -> None:
    five = "Ks Kd 7h 2c 9s"
    assert called("player_too_many_cards", five, seat=1).net[1] == 1000
    assert called("player_too_many_cards", five, "surrender", seat=1).net[1] == -500
    for action in ("split Ks Kd", "natural"):
        with pytest.raises(PitbossError, match="cannot"):
            called("player_too_many_cards", "6s 6h 6d 6d 6c", action, seat=1)


def test_a_dealers_hand_set_otherwise_is_set_again() -> None:
    told = {"house_set": "6c 2s"}
    assert round_of("Td Tc 7h 2c", "set Td Tc", **told).net[1] == 1000
    assert called("dealer_hand_set_wrong", "Td Tc 7h 2c", "set Td Tc", at="house_set", **told).net[1] == -1000
    assert called("dealer_hand_set_wrong", "Td Tc 7h 2c", "set Td Tc", at="settle", **told).net[1] == -1000


def test_no_cards_dealt_to_a_wager_return_it_and_the_others_play_on() -> None:
    seats = {"1": ("Ks Kd 7h 2c", []), "2": ("Qs Qc 2h 4d", ["set Qs Qc"])}
    played = table_of(seats, irregularities=[{"id": "no_cards_dealt", "seat": 1, "at": "dealt"}])
    assert played.net == {1: 0, 2: 1000}


def test_a_round_for_which_the_cards_do_not_suffice_is_void() -> None:
    played = called("not_enough_cards", at="house_set")
    assert played.void and played.net[1] == 0


def test_rounds_at_random_come_to_every_case_but_naturals() -> None:
    rng, seen = random.Random(11), set()
    table = open_table(NAME, seed=5)
    for _ in range(150):
        played = table.deal({1: {"wager": 10}, 2: {"wager": 10}})
        while played.asking:
            ask = rng.choice(played.asking)
            played.act(ask.random_answer(rng), seat=ask.seat)
        seen |= {(row.wager, row.outcome, row.cite) for row in played.settlements}
    found = {(wager, cite) for wager, _, cite in seen}
    for wager, rule in load(NAME).wagers.items():
        for case, ruling in rule.cases.items():
            assert "natural" in case or (isinstance(ruling, list) and (wager, ruling[1]) in found), f"{wager}: {case}"


def test_for_somebody_who_says_nothing_the_hand_is_set_as_the_house_sets_its_own() -> None:
    for seed in range(1, 6):
        [ask] = open_table(NAME, seed=seed).deal({1: {"wager": 10}}).asking
        assert ask.default_answer.startswith(("set ", "natural")) and ask.reply(ask.default_answer)[1] == 0
