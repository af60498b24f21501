"""21st Century Blackjack and 5.1: naturals of 22, hands over that push, bonus bets, and how far the money goes."""

from typing import Any

import pytest

from no_bust_table import C21, C21_5_1, happenings, nets, outcome, played, record, seat, told
from pitboss import BankSeat, PitbossError, open_table, settle


def base(game: str) -> str:
    return "base" if game == C21 else "game"


def net(game: str, cards: str, dealer: str, *actions: str, **options: Any) -> int:
    return nets(played(game, {1: seat({base(game): 20}, cards, *actions)}, dealer, options=options))[1, base(game), 1]


# -- 21st Century Blackjack -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dealer", "won"),
    [
        ("Xr Xr", "Xr Xr", 0),
        ("Ac Xr", "Ad Xr", 0),
        ("Ac Xr", "Tc 9d", 20),
        ("Xr 5d", "Ac Xr", -20),
        ("Xr Xr", "Tc 6d", 40),
    ],
)
def test_naturals_of_jokers(cards: str, dealer: str, won: int) -> None:
    assert net(C21, cards, dealer) == won


def test_an_ace_and_a_king_are_21_and_no_natural() -> None:
    assert net(C21, "Ac Kd", "Td 9c", "stand") == 20
    assert net(C21, "Ac Kd", "Xr 5d", "stand") == 0


def test_a_plain_22_beats_21_and_loses_to_a_natural() -> None:
    assert net(C21, "Tc 5d 7h", "Xr 4c", "hit") == 20
    assert net(C21, "Tc 5d 7h", "Ac Xr", "hit") == -20
    assert net(C21, "Tc 5d 7h", "Ts 6d 6h", "hit") == 0


def test_where_22_is_over_it_is_the_nearest_of_those_that_are() -> None:
    assert net(C21, "Tc 5d 7h", "Ts 6d 7c", "hit", non_natural_22="over") == 0
    assert net(C21, "Tc 5d 7h", "Ts 6d 6c", "hit", non_natural_22="over") == -20
    assert net(C21, "Tc 9d", "Ts 6d 6c", "stand", non_natural_22="over") == 20


def test_two_aces_are_a_natural_only_where_the_house_reads_it_so() -> None:
    both = {"natural_set": "jokers_and_aces"}
    assert net(C21, "Ac Ad", "Tc 9d", **both) == 20
    assert net(C21, "Tc 9d", "Ac Ad", "stand", **both) == -20
    assert net(C21, "Ac Ad 9h", "Tc 9d", "hit") == 20


@pytest.mark.parametrize(
    ("ours", "dealer", "won"),
    [("Tc 6d 7h", "Ts 6h 8c", 0), ("Tc 6d 7h", "9s 7h 7c", -20), ("Tc 6d Th", "Ts 6h 9c", -20)],
    ids=["nearer", "equal", "further"],
)
def test_both_over_the_nearer_one_pushes(ours: str, dealer: str, won: int) -> None:
    assert net(C21, ours, dealer, "hit") == won


@pytest.mark.parametrize(
    ("cards", "actions", "legal"),
    [
        ("6c 5d", (), "hit, double, surrender"),
        ("2c 3d 4h", ("hit",), "hit"),
        ("Tc 9d", (), "stand, hit, double, surrender"),
        ("Tc Jd", (), "stand, split, surrender"),
        ("Ac 8d", (), "stand, hit, double, surrender"),
        ("Ac 9d", (), "stand, surrender"),
    ],
)
def test_the_chart_of_21st_century_blackjack(cards: str, actions: tuple[str, ...], legal: str) -> None:
    with pytest.raises(PitbossError, match=f"legal: {legal} "):
        played(C21, {1: seat({"base": 20}, cards, *actions, "nothing")}, "7h 2d")


def test_split_aces_are_split_again_and_get_one_card_each() -> None:
    hands = ["Ac Kh", "Ad 5s", "Ah Xr"]
    found = nets(played(C21, {1: seat({"base": 20}, hands, "split", "split")}, "Th Ts"))
    assert found == {(1, "base", 1): 20, (1, "split", 2): -20, (1, "split", 3): 20}


def test_doubles_and_splits_go_back_against_a_natural_whatever_the_hands_are() -> None:
    seats = {1: seat({"base": 20}, ["8c Th 9c", "8d 3s Kc"], "split", "hit", "double")}
    round_ = played(C21, seats, "Ac Xr", wager=20)
    assert nets(round_)[1, "base", 1] == -20
    assert {outcome(round_, 1, "split", 2), outcome(round_, 1, "double_down", 2)} == {"void"}


def test_a_surrender_loses_half_against_a_natural_too() -> None:
    assert net(C21, "Tc 6d", "Ac Xr", "surrender") == -10


@pytest.mark.parametrize(("decks", "cards"), [(1, 52), (2, 106), (6, 318)])
def test_one_deck_has_no_joker_and_several_have_one_each(decks: int, cards: int) -> None:
    shoe = open_table(f"california/{C21}", seed=1, options={"decks": decks}).shoe
    assert shoe is not None and len(shoe) == cards
    assert sum(shoe.draw() == "Xr" for _ in range(cards)) == (decks if decks > 1 else 0)


def test_players_act_and_are_settled_from_the_seat_next_to_the_player_dealer() -> None:
    seats = {n: seat({"base": 30}, "Tc 7d", "stand") for n in (1, 4, 6)}
    round_ = played(C21, seats, "8h Td", bank={"seat": 3, "wager": 50})
    asked = [event.seat for event in round_.events if event.kind == "decision"]
    assert asked == [4, 6, 1]
    assert [(row.seat, row.net // 100) for row in round_.settlements] == [(4, -30), (6, -20), (1, 0)]


def test_the_second_card_lies_face_down_or_face_up_as_the_house_has_it() -> None:
    for how, seen in (("face_down", False), ("face_up", True)):
        table = open_table(f"california/{C21}", seed=8, options={"second_card": how})
        round_ = table.deal({1: {"base": 10}}, bank=BankSeat(8, 100))
        assert round_.asking
        dealt = [event.cards[0] for event in round_.view(1) if event.hand == "dealer"]
        assert [card.known for card in dealt] == [True, seen]


def test_nobody_bets_behind_and_nobody_insures() -> None:
    with pytest.raises(PitbossError, match="nobody bets behind"):
        played(C21, {1: seat({"base": 20}, "Tc 9d"), 9: seat({"base": 20}, says=["behind 1"])}, "8h Td")
    assert net(C21, "Tc 9d", "Ac 8d", "stand") == 0


# -- 5.1 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "dealer", "won"),
    [
        *(("Tc 4d 9h", "Ts 6h 8c", 0), ("Tc 4d 9h", "Ts 6h Kc", 0), ("Tc 5d 9h", "Ts 6h 9c", 0)),
        *(("Tc 5d Th", "Ts 6h Kc", 0), ("Tc 6d Th", "Ts 6h Kc", -20), ("Tc 5d Th", "Ts 6h 9c", -20)),
    ],
)
def test_three_cards_of_23_to_25_push_where_they_are_nearer(ours: str, dealer: str, won: int) -> None:
    assert net(C21_5_1, ours, dealer, "hit") == won


def test_where_22_is_over_it_never_pushes_and_an_ace_counts_eleven_to_21() -> None:
    assert net(C21_5_1, "Tc 5d 7h", "Ts 6h 8c", "hit", non_natural_22="over") == -20
    assert net(C21_5_1, "Ac 5d 6h 9c", "Ts 6h 5c", "hit", "hit", "stand", non_natural_22="over") == 0
    assert net(C21_5_1, "Ac 5d 6h", "Ts 6h 5c", "hit", "stand") == 20


def test_buster_goes_by_what_over_is() -> None:
    seats = {1: seat({"game": 20, "buster": 10}, "Tc 9d", "stand")}
    dealer = "Ts 6h 6c"
    assert nets(played(C21_5_1, seats, dealer))[1, "buster", 1] == -10
    assert nets(played(C21_5_1, seats, dealer, options={"non_natural_22": "over"}))[1, "buster", 1] == 10


@pytest.mark.parametrize(
    ("dealer", "odds"),
    [
        ("7c 6d Th", 1),
        ("2c 6d 6h Tc", 3),
        ("2c 2d 3h 4s 5c Td", 25),
        ("2c 2d 2h 2s 3c 3d 9h", 100),
        ("2c 2d 2h 2s 2c 2d 2h 9s", 500),
        ("2c 2d 2h 2s 2c 2d 2h 2s 8s", 500),
    ],
)
def test_buster_pays_by_the_number_of_cards(dealer: str, odds: int) -> None:
    seats = {1: seat({"game": 20, "buster": 10}, "Tc 9d", "stand")}
    assert nets(played(C21_5_1, seats, dealer))[1, "buster", 1] == 10 * odds


def test_the_hand_is_completed_for_a_buster_bet_where_no_game_wager_is_left() -> None:
    natural = {1: seat({"game": 20, "buster": 10}, "Ac Kd")}
    round_ = played(C21_5_1, natural, "6h Td 8c")
    assert nets(round_) == {(1, "game", 1): 24, (1, "buster", 1): 10}
    given_up = {1: seat({"game": 20, "buster": 10}, "Tc 6d", "surrender")}
    assert nets(played(C21_5_1, given_up, "6h Td 8c"))[1, "buster", 1] == 10
    assert len(played(C21_5_1, {1: seat({"game": 20}, "Ac Kd")}, "6h Td").hands["dealer"]) == 2


@pytest.mark.parametrize(
    ("dealer", "at_once"), [("6h Td 4c", True), ("Ah 5d 3c", True), ("Kh 8d", False)], ids=["low", "checked", "ten"]
)
def test_a_natural_is_paid_at_once_where_the_player_dealer_has_none(dealer: str, at_once: bool) -> None:
    insurance = ["no_insurance"] if dealer.startswith("A") else []
    seats = {1: seat({"game": 20}, "Ac Kd", *insurance), 2: seat({"game": 20}, "Tc 9d", *insurance, "stand")}
    events = [event.kind for event in played(C21_5_1, seats, dealer).events]
    paid = events.index("settle")
    last = max(at for at, kind in enumerate(events) if kind == "decision")
    assert (paid < last) == at_once


def test_insurance_is_exactly_half_and_paid_against_two_naturals() -> None:
    seats = {1: seat({"game": 20}, "Ac Kd", "insure")}
    assert nets(played(C21_5_1, seats, "Ad Qs")) == {(1, "insurance", 1): 20, (1, "game", 1): 0}
    with pytest.raises(PitbossError, match='cannot "insure 5" now'):
        played(C21_5_1, {1: seat({"game": 20}, "Ac Kd", "insure 5")}, "Ad Qs")


def test_insurance_and_naturals_use_the_money_up_before_the_others() -> None:
    """$60: the insurances of seats 3 and 2 take 20 and 10, seat 1's natural 24 of the 30 left, and 6 are left."""
    seats = {
        1: seat({"game": 20}, "Ac Kd", "no_insurance"),
        2: seat({"game": 20}, "Tc 9d", "insure", "stand"),
        3: seat({"game": 40}, "Td 9h", "insure", "stand"),
    }
    round_ = played(C21_5_1, seats, "Ah 5d 2c", wager=60)
    rows = [(row.seat, row.wager, row.net // 100) for row in round_.settlements]
    assert rows == [(3, "insurance", -20), (2, "insurance", -10), (1, "game", 24), (3, "game", 6), (2, "game", 0)]


def test_all_game_wagers_come_before_all_buster_bets_and_those_before_perfect_pairs() -> None:
    """$100 from the right: seat 3 wins 20 and doubles 20, seat 1 loses 30; 30 are left for the Buster bets."""
    side = {"buster": 20, "perfect_pairs": 5}
    seats = {
        1: seat({"game": 30, **side}, "8c 8c 9d", "hit"),
        3: seat({"game": 20, **side}, "6c 5d Th", "double"),
    }
    round_ = played(C21_5_1, seats, "Tc 8s", wager=100)
    assert [(row.seat, row.wager, row.net // 100) for row in round_.settlements] == [
        *((3, "game", 20), (3, "double_down", 20), (1, "game", -30), (3, "buster", -20), (1, "buster", -10)),
        *((3, "perfect_pairs", 0), (1, "perfect_pairs", 0)),
    ]
    assert outcome(round_, 1, "perfect_pairs") == "void"


@pytest.mark.parametrize(
    ("cards", "actions", "legal"),
    [
        ("6c 5d", (), "hit, double, surrender"),
        ("Tc Jd", (), "stand, hit, double, surrender"),
        ("Jc Jd", (), "stand, hit, double, split, surrender"),
        ("Ac 9d", (), "stand, hit, double, surrender"),
        ("Tc 5d 6h", ("hit",), "stand, surrender"),
        ("Tc 5d 5h", ("hit",), "stand, hit, surrender"),
    ],
)
def test_the_chart_of_5_1(cards: str, actions: tuple[str, ...], legal: str) -> None:
    with pytest.raises(PitbossError, match=f"legal: {legal} "):
        played(C21_5_1, {1: seat({"game": 20}, cards, *actions, "nothing")}, "7h 2d")


def test_no_more_than_three_hands_are_made_and_aces_are_split_once() -> None:
    eights = seat({"game": 20}, ["8c Th", "8d Tc", "8h 8s"], "split", "stand", "split", "stand", "split")
    with pytest.raises(PitbossError, match='cannot "split" now'):
        played(C21_5_1, {1: eights}, "7h Td")
    aces = seat({"game": 20}, ["Ac Ah", "Ad 9c"], "split", "split")
    with pytest.raises(PitbossError, match='cannot "split" now, because .*; legal: stand, surrender'):
        played(C21_5_1, {1: aces}, "7h Td")


def test_a_bonus_bet_is_no_more_than_the_game_wager_unless_the_house_goes_by_its_schedule() -> None:
    def takes(schedule: Any, size: str, **wagers: int) -> bool:
        table = open_table(f"california/{C21_5_1}", options={"schedule_option": schedule, "side_bet_size": size})
        return table.refusal({1: {"game": 25, **wagers}}, bank=BankSeat(8, 100)) is None

    for wager in ("buster", "perfect_pairs"):
        assert [takes(20, "at_most_game_wager", **{wager: bet}) for bet in (1, 25, 26)] == [True, True, False]
        assert [takes(20, "by_schedule", **{wager: bet}) for bet in (1, 26, 100, 101)] == [True, True, True, False]
        assert [takes(4, "by_schedule", **{wager: bet}) for bet in (9, 10, 100, 101)] == [False, True, True, False]
        assert [takes("own_8", "at_most_game_wager", **{wager: bet}) for bet in (1, 25, 26)] == [True, True, False]
    with pytest.raises(PitbossError, match="print no limits for bonus bets"):
        takes("own_8", "by_schedule")


def test_the_deal_and_the_decisions_begin_where_the_house_says() -> None:
    seats = {n: seat({"game": 20}, "Tc 7d", "stand") for n in (2, 6)}
    bank = {"seat": 4, "wager": 100}

    def order(kind: str, **options: str) -> list[int | None]:
        events = played(C21_5_1, seats, "8h Td", bank=bank, options=options).events
        return [event.seat for event in events if event.kind == kind and event.seat]

    assert (order("deal")[:2], order("decision")) == ([2, 6], [6, 2])
    assert order("deal", deal_from="player_dealer")[:2] == [6, 2]
    assert order("decision", decide_from="house_dealer") == [2, 6]


# -- fees -------------------------------------------------------------------------------------------------------------


def fees(game: str, schedule: Any, *wagers: dict[str, int]) -> dict[int, int]:
    seats = {n: seat(each, "Tc 7d", "stand") for n, each in enumerate(wagers, start=1)}
    round_ = played(game, seats, "8h Td", options={"schedule_option": schedule, "side_bet_size": "at_most_game_wager"})
    return {fee.seat: fee.amount for fee in round_.fees}


def test_a_flat_schedule_takes_a_dollar_a_game_wager_and_nothing_for_a_buster_bet() -> None:
    assert fees(C21_5_1, 4, {"game": 20, "buster": 20}, {"game": 20}, {"game": 20}) == {1: 100, 2: 100, 3: 100, 8: 200}


@pytest.mark.parametrize(
    ("schedule", "wagers", "fee"),
    [
        (20, {"game": 180, "buster": 20}, 200),
        (20, {"game": 180, "buster": 20, "perfect_pairs": 1}, 300),
        *((25, {"game": 1500}, 900), (25, {"game": 1501}, 1500), (25, {"game": 4001}, 4000)),
        *(("own_17", {"game": 300}, 300), ("own_17", {"game": 305}, 700), ("own_18", {"game": 1805}, 2500)),
        ("own_13", {"game": 25, "buster": 25}, 100),
    ],
)
def test_the_player_dealers_fee_goes_by_the_total_table_action(schedule: Any, wagers: dict[str, int], fee: int) -> None:
    assert fees(C21_5_1, schedule, wagers) == {8: fee}


def test_own_schedule_8_takes_a_quarter_from_each_of_four_players_and_4_dollars_from_the_player_dealer() -> None:
    four = fees(C21_5_1, "own_8", *({"game": 100} for _ in range(3)), {"game": 100, "buster": 5})
    assert four == {1: 25, 2: 25, 3: 25, 4: 25, 8: 400}


def test_nobody_but_another_banks_after_two_hands() -> None:
    seats = {1: seat({"game": 20}, "Tc 7d", "stand")}
    raw = record(C21_5_1, seats, "8h Td", irregularities=["no_intervening_player_dealer"])
    assert settle(raw).table.stopped is not None
    table = open_table(f"california/{C21}", seed=4)
    for _ in range(2):
        round_ = table.deal({1: {"base": 10}}, bank=BankSeat(8, 100))
        while round_.asking:
            round_.act(round_.asking[0].names[0])
    with pytest.raises(PitbossError, match="the game is broken"):
        table.deal({1: {"base": 10}}, bank=BankSeat(8, 100, offer_declined=True))
    assert told(round_)


def test_random_play_of_21st_century_blackjack_reaches_everything() -> None:
    wanted = [
        *("split", "double", "surrender", "base over push", "base both over", "base natural", "base dealer natural"),
        *("double_down no action", "split over push", "runs out in mid-settlement"),
    ]
    found = happenings(C21, 120, 1, wanted)
    assert not [each for each in wanted if not found[each]]


def test_random_play_of_5_1_reaches_everything() -> None:
    wanted = [
        *("split", "double", "surrender", "insure", "game over push", "game both over", "game natural"),
        *("game dealer natural", "insurance second card ten", "buster over in 4", "perfect_pairs mixed pair"),
        "runs out in mid-settlement",
    ]
    found = happenings(C21_5_1, 120, 1, wanted)
    assert not [each for each in wanted if not found[each]]
