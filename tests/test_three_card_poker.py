"""Three Card Poker by its rulebooks: wagers and versions, side wagers, set-ups and the order of settlement."""

from typing import Any

import pytest

from pitboss import PitbossError, load, open_table
from pitboss.engine.round import Round
from pitboss.rulebook import examine
from three_card_table import BOTH, CHAPTER4, LOW, MASSACHUSETTS, ONEIDA, UNUSED, deal, nets, refused, seat

# -- Ante, Play and Pair Plus -----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("dealer", "ante", "play"),
    [
        ("Qh 3d 2s", -10, -10),
        ("Jh Td 8s", 10, 0),
        ("2h 2d 3s", -10, -10),
        ("2h 4h 3d", -10, -10),
        ("9h 7h 2h", -10, -10),
    ],
)
def test_dealer_needs_queen_high_or_better(rulebook: str, dealer: str, ante: int, play: int) -> None:
    played = deal(rulebook, {1: seat("Jc 9c 4s", "play", ante=10)}, dealer)
    assert nets(played, 1) == {"ante": ante, "play": play}


@BOTH
def test_equal_hands_below_queen_high_are_no_tie(rulebook: str) -> None:
    played = deal(rulebook, {1: seat("Jc 9c 4s", "play", ante=10)}, "Jh 9d 4d")
    assert nets(played, 1) == {"ante": 10, "play": 0}
    assert played.settlements[-1].reason == "dealer does not qualify"


@BOTH
def test_ante_and_pair_plus_need_no_dealer_cards_after_a_fold(rulebook: str) -> None:
    played = deal(rulebook, {1: seat("Jc Jd 4s", "fold", ante=10, pair_plus=10)})
    assert nets(played, 1)["pair_plus"] == (10 if rulebook == MASSACHUSETTS else -10)


@BOTH
def test_side_wagers_alone_are_refused(rulebook: str) -> None:
    options = {"progressive": "table_1"} if rulebook == MASSACHUSETTS else {}
    wager = {"progressive": 1} if rulebook == MASSACHUSETTS else {"play": 10}
    with pytest.raises(PitbossError, match="placed before the deal|not made before the deal"):
        deal(rulebook, {1: seat(UNUSED, **wager)}, options=options)


@BOTH
def test_posted_limits_are_kept(rulebook: str) -> None:
    options = {"ante_min": 10, "ante_max": 100, "pair_plus_min": 5, "pair_plus_max": 50}
    for wagers, why in [
        ({"ante": 9}, "under the minimum of \\$10.00"),
        ({"ante": 101}, "over the maximum of \\$100.00"),
        ({"pair_plus": 4}, "under the minimum of \\$5.00"),
        ({"pair_plus": 51}, "over the maximum of \\$50.00"),
    ]:
        with pytest.raises(PitbossError, match=why):
            deal(rulebook, {1: seat(UNUSED, "fold", **wagers)}, options=options)


VERSIONS = [
    ("ante_at_least_pair_plus", {"ante": 10, "pair_plus": 10}, None),
    ("ante_at_least_pair_plus", {"ante": 10}, None),
    ("ante_at_least_pair_plus", {"ante": 10, "pair_plus": "10.01"}, "an Ante at least as large"),
    ("ante_at_least_pair_plus", {"pair_plus": 10}, "an Ante at least as large"),
    ("ante_at_least_half_pair_plus", {"ante": 10, "pair_plus": 20}, None),
    ("ante_at_least_half_pair_plus", {"ante": 10, "pair_plus": "20.01"}, "at least half of it"),
    ("ante_at_least_half_pair_plus", {"pair_plus": 5}, "at least half of it"),
    ("both_compulsory", {"ante": 25, "pair_plus": 5}, None),
    ("both_compulsory", {"ante": 26, "pair_plus": 5}, "five times the other"),
    ("both_compulsory", {"ante": 5, "pair_plus": "25.01"}, "five times the other"),
    ("both_compulsory", {"ante": 5}, "both compulsory"),
    ("both_compulsory", {"pair_plus": 5}, "both compulsory"),
]


@BOTH
@pytest.mark.parametrize(("version", "wagers", "why"), VERSIONS)
def test_version_takes_or_refuses_amounts(rulebook: str, version: str, wagers: dict[str, Any], why: str | None) -> None:
    options = {"version": version} | ({"ante_bonus_table": "A"} if rulebook == MASSACHUSETTS else {})
    row = seat(UNUSED, "fold" if "ante" in wagers else None, **wagers)
    if why is None:
        assert nets(deal(rulebook, {1: row}, options=options), 1)
    else:
        with pytest.raises(PitbossError, match=why):
            deal(rulebook, {1: row}, options=options)


def test_ante_bonus_table_belongs_to_the_version() -> None:
    refused(MASSACHUSETTS, {"ante_bonus_table": "A"}, "standard version pays the ante bonus by table 3")
    refused(MASSACHUSETTS, {"version": "both_compulsory"}, "table A, B or C")


@pytest.mark.parametrize(
    ("table", "straight", "three", "flush", "clubs", "spades"),
    [
        ("A", 10, 30, 40, 50, 500),
        ("B", 10, 60, 80, 500, 500),
        ("C", 10, 30, 40, 100, 500),
        ("B_strict", 0, 60, 80, 500, 500),
        ("C_strict", 0, 30, 40, 100, 500),
    ],
)
def test_ante_bonus_of_the_other_versions(
    table: str, straight: int, three: int, flush: int, clubs: int, spades: int
) -> None:
    options = {"version": "ante_at_least_pair_plus", "ante_bonus_table": table}
    hands = {"5c 6d 7h": straight, "5c 5d 5h": three, "5c 6c 7c": flush, "Ac Kc Qc": clubs, "As Ks Qs": spades}
    for held, bonus in hands.items():
        played = deal(MASSACHUSETTS, {1: seat(held, "play", ante=10)}, "Jh 9d 4d", options=options)
        assert nets(played, 1).get("ante_bonus", 0) == bonus, held


def test_no_ante_bonus_after_a_fold() -> None:
    played = deal(MASSACHUSETTS, {1: seat("5c 6d 7h", "fold", ante=10)}, "Jh 9d 4d")
    assert nets(played, 1) == {"ante": -10}


def test_posted_pair_plus_may_pay_more_and_not_less() -> None:
    played = deal(MASSACHUSETTS, {1: seat("Ah Kh Qh", pair_plus=5)}, pay_tables={"2": {"mini_royal": "50 to 1"}})
    assert nets(played, 1) == {"pair_plus": 250}
    with pytest.raises(PitbossError, match="pays no less than 3 to 1"):
        deal(MASSACHUSETTS, {1: seat("Ah Kh Qh", pair_plus=5)}, pay_tables={"2": {"flush": "2 to 1"}})
    with pytest.raises(PitbossError, match="lists no such table"):
        deal(ONEIDA, {1: seat("Ah Kh Qh", pair_plus=5)}, pay_tables={"A": {"flush": "5 to 1"}})


POSTED = {"ante_on_win": "2 to 1", "ante_without_dealer": "3 to 2", "play_without_dealer": "1 to 1"}


@pytest.mark.parametrize(
    ("dealer", "posted", "ante", "play"),
    [
        ("Jh 6d 2c", {}, 10, 0),
        ("Jh 6d 2c", POSTED, 15, 10),
        ("Qh 6d 2c", {}, 10, 0),
        ("Qh 6d 2c", POSTED, 20, 0),
        ("Ah 6d 2c", POSTED, -10, -10),
    ],
)
def test_a_modified_schedule_of_chapter_4_is_paid_as_posted(
    dealer: str, posted: dict[str, str], ante: int, play: int
) -> None:
    played = deal(CHAPTER4, {1: seat("Kc 8d 7h", "play", ante=10)}, dealer, options=posted)
    assert nets(played, 1) == {"ante": ante, "play": play}


def test_a_modified_schedule_needs_notice() -> None:
    setup, findings = examine(load("chapter4/three-card-poker"), POSTED)
    assert setup is not None
    assert [finding.where for finding in findings if "in writing to the Commission" in finding.text] == [
        "option play_without_dealer",
        "option ante_on_win",
        "option ante_without_dealer",
    ]


@pytest.mark.parametrize(
    ("table", "pays"),
    [("PT-3", "5 for 1"), ("PT-3", "push"), ("PT-3", "$50"), ("PT-3", "100% of jackpot"), ("PT-2", "100% of jackpot")],
)
def test_a_table_is_changed_only_to_what_it_can_pay(table: str, pays: str) -> None:
    with pytest.raises(PitbossError, match="straight: this table pays odds"):
        deal(CHAPTER4, {1: seat("9c 8d 7h", "play", ante=10)}, "Qs 6d 2c", pay_tables={table: {"straight": pays}})


def test_an_ante_whose_bonus_would_be_a_fraction_of_a_cent_is_refused() -> None:
    posted = {"PT-3": {"straight": "3 to 2"}}
    with pytest.raises(PitbossError, match="the nearest amounts are \\$1.00 or \\$1.02"):
        deal(CHAPTER4, {1: seat("9c 8d 7h", "play", ante="1.01")}, "Qs 6d 2c", pay_tables=posted)
    played = deal(CHAPTER4, {1: seat("9c 8d 7h", "play", ante=10)}, "Qs 6d 2c", pay_tables=posted)
    assert nets(played, 1)["ante_bonus"] == 15


# -- Positions --------------------------------------------------------------------------------------------------------


def test_player_holds_adjacent_positions_as_far_as_the_house_lets() -> None:
    def held(rulebook: str, numbers: tuple[int, ...], **options: Any) -> Round:
        rows = {number: seat(LOW[number], player="Ann", pair_plus=5) for number in numbers}
        return deal(rulebook, rows, options=options)

    with pytest.raises(PitbossError, match="Ann holds 2 positions; the table allows 1"):
        held(ONEIDA, (3, 4))
    assert held(ONEIDA, (3, 4), two_positions=True).net == {3: -500, 4: -500}
    with pytest.raises(PitbossError, match="not side by side"):
        held(ONEIDA, (3, 5), two_positions=True)
    with pytest.raises(PitbossError, match="holds 3 positions; the table allows 2"):
        held(ONEIDA, (3, 4, 5), two_positions=True)
    assert held(MASSACHUSETTS, (3, 4, 5), positions_per_player=3).net == {3: -500, 4: -500, 5: -500}
    with pytest.raises(PitbossError, match="holds 4 positions; the table allows 3"):
        held(MASSACHUSETTS, (3, 4, 5, 6), positions_per_player=3)


# -- 6 Card Bonus and Cover All ---------------------------------------------------------------------------------------


def test_six_card_bonus_needs_an_ante() -> None:
    with pytest.raises(PitbossError, match="6 Card Bonus needs Ante as well"):
        deal(MASSACHUSETTS, {1: seat(pair_plus=5, six_card_bonus=5)}, options={"six_card_bonus": "TCP-6B1"})
    with pytest.raises(PitbossError, match="6 Card Bonus is not offered at this table"):
        deal(MASSACHUSETTS, {1: seat(ante=5, six_card_bonus=5)})


def test_six_card_bonus_is_lost_with_a_hand_that_is_not_exposed() -> None:
    rows = {1: seat("7h 7d 7c", "fold_unexposed", ante=10, six_card_bonus=5)}
    played = deal(MASSACHUSETTS, rows, options={"six_card_bonus": "TCP-6B4"})
    assert nets(played, 1) == {"ante": -10, "six_card_bonus": -5}
    assert not any(event.hand == "seat 1" for event in played.events if event.kind == "reveal")


COVER_ALL = [
    (7, (40, 12, 9, 1)),
    (6, (50, 15, 12, 1)),
    (5, (60, 20, 15, 1)),
    (4, (70, 25, 20, 1.5)),
    (3, (80, 30, 25, 2)),
    (2, (90, 40, 35, 3)),
    (1, (100, 60, 50, 5)),
]


@pytest.mark.parametrize(("players", "odds"), COVER_ALL)
def test_cover_all_pays_by_the_number_of_players(players: int, odds: tuple[float, ...]) -> None:
    highest = ("Ah Kh Qh", "5h 6h 7h", "5c 5d 5s", "5c 6d 7s")
    for dealer, pays in zip(highest, odds, strict=True):
        rows = {number: seat(held, pair_plus=5) for number, held in enumerate(LOW[:players], start=1)}
        rows[1]["wagers"]["cover_all"] = 10
        played = deal(MASSACHUSETTS, rows, dealer, options={"cover_all": True})
        assert played.net[1] == pays * 1000 - 500


def test_cover_all_counts_only_exposed_hands_and_is_settled_last() -> None:
    rows = {
        1: seat("7h 7d 7c", "fold", ante=10),
        2: seat("5h 6d 7s", pair_plus=5),
        3: seat("9c 8d 3h", "fold", ante=10, cover_all=10),
    }
    played = deal(MASSACHUSETTS, rows, "Jc 8h 4d", options={"cover_all": True})
    assert nets(played, 3) == {"ante": -10, "cover_all": 20}
    assert played.settlements[-1].wager == "cover_all"
    rows[1] = seat("7h 7d 7c", "play", ante=10)
    played = deal(MASSACHUSETTS, rows, "Jc 8h 4d", options={"cover_all": True})
    assert nets(played, 3) == {"ante": -10, "cover_all": 250}


def test_cover_all_needs_the_shuffler_that_counts_hands() -> None:
    refused(MASSACHUSETTS, {"cover_all": True, "dealing_device": "manual_shoe"}, "i-Deal Plus")
    refused(MASSACHUSETTS, {"cover_all": True, "manual_shuffle": True, "second_deck": False}, "i-Deal Plus")


# -- The order of things ----------------------------------------------------------------------------------------------

LOSER_AND_WINNER = {
    1: seat("Kh 9d 4c", "play", ante=10, pair_plus=5),
    2: seat("7h 7d 2c", "play", ante=10, pair_plus=5),
    3: seat("Qh 9h 3c", "play", ante=10),
    4: seat("Qc 8h 3s", "play", ante=10),
}


def _order(played: Round) -> list[tuple[int, str]]:
    return [(row.seat, row.wager) for row in played.settlements]


def test_oneida_collects_losers_then_pushes_then_pays_winners() -> None:
    played = deal(ONEIDA, LOSER_AND_WINNER, "Qd 9s 3h")
    assert _order(played) == [
        (4, "ante"),
        (4, "play"),
        (1, "pair_plus"),
        (3, "ante"),
        (3, "play"),
        (2, "ante"),
        (2, "play"),
        (2, "pair_plus"),
        (1, "ante"),
        (1, "play"),
    ]


def test_by_step_collects_every_loser_before_paying_anybody() -> None:
    played = deal(MASSACHUSETTS, LOSER_AND_WINNER, "Qd 9s 3h", options={"settlement_mode": "by_step"})
    outcomes = [row.outcome for row in played.settlements]
    assert outcomes == sorted(outcomes, key=lambda outcome: outcome != "lose")
    assert [row.seat for row in played.settlements] == [4, 4, 1, 3, 3, 2, 2, 2, 1, 1]
    assert _last_reveal(played) < _first_settlement(played)


def test_by_player_completes_each_player_in_turn() -> None:
    played = deal(MASSACHUSETTS, LOSER_AND_WINNER, "Qd 9s 3h", options={"settlement_mode": "by_player"})
    assert [row.seat for row in played.settlements] == [4, 4, 3, 3, 2, 2, 2, 1, 1, 1]
    turns = [(event.kind, event.seat) for event in played.events if event.kind in ("reveal", "settle")]
    assert turns[1:4] == [("reveal", 4), ("settle", 4), ("settle", 4)]


def _last_reveal(played: Round) -> int:
    return max(at for at, event in enumerate(played.events) if event.kind == "reveal")


def _first_settlement(played: Round) -> int:
    return min(at for at, event in enumerate(played.events) if event.kind == "settle")


@pytest.mark.parametrize("rulebook", [CHAPTER4, ONEIDA, MASSACHUSETTS])
def test_forfeits_are_collected_before_the_dealer_turns_up(rulebook: str) -> None:
    rows = {1: seat("9c 8d 3h", "fold", ante=10), 2: seat("Kh 9d 4c", "play", ante=10)}
    played = deal(rulebook, rows, "Qd 9s 3s")
    kinds = [(event.kind, event.hand or event.text) for event in played.events]
    assert kinds.index(("settle", "ante lose: fold")) < kinds.index(("reveal", "dealer"))
    assert _order(played)[0] == (1, "ante")


@BOTH
def test_cards_are_dealt_singly_or_in_stacks(rulebook: str) -> None:
    option = "dealing_method" if rulebook == ONEIDA else "dealing_device"
    hands = {}
    for device in ("manual_shoe", "automated_shoe"):
        played = open_table(f"{rulebook}/three-card-poker", {option: device}, seed=1).deal(
            {1: {"pair_plus": 5}, 2: {"pair_plus": 5}}
        )
        hands[device] = [event.hand for event in played.events if event.kind == "deal"]
    assert hands["manual_shoe"] == ["seat 1", "seat 2", "dealer"] * 3
    assert hands["automated_shoe"] == ["seat 1"] * 3 + ["seat 2"] * 3 + ["dealer"] * 3


@pytest.mark.parametrize(("timing", "held"), [("at_once", 3), ("after_players", 0)])
def test_dealers_stack_comes_at_once_or_after_the_players(timing: str, held: int) -> None:
    table = open_table("massachusetts-2020/three-card-poker", {"dealer_stack_timing": timing}, seed=1)
    played = table.deal({1: {"ante": 10}})
    assert len(played.hands.get("dealer", [])) == held
    played.act("play")
    assert len(played.hands["dealer"]) == 3


def test_hand_folded_unexposed_stays_unseen() -> None:
    table = open_table("massachusetts-2020/three-card-poker", seed=1)
    played = table.deal({1: {"ante": 10, "pair_plus": 5}, 2: {"ante": 10}})
    assert played.asking and played.asking[0].names == ("play", "fold", "fold_unexposed")
    played.act("fold_unexposed")
    assert played.asking and played.asking[0].names == ("play", "fold")
    played.act("play")
    shown = {event.hand for event in played.events if event.kind == "reveal"}
    assert shown == {"dealer", "seat 2"}
    told = " ".join(str(event) for event in played.view(2))
    assert not any(card in told for card in played.hands["seat 1"])


# -- Set-ups ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "options", "why"),
    [
        (ONEIDA, {"dealing_method": "hand"}, "only when an automated device shuffles"),
        (ONEIDA, {"second_deck": True}, "only with an automated shuffling device"),
        (ONEIDA, {"stub_count": "by_shuffler"}, "a shuffling device that counts"),
        (MASSACHUSETTS, {"manual_shuffle": True}, "only with an automated shuffling device"),
        (
            MASSACHUSETTS,
            {"manual_shuffle": True, "second_deck": False, "shuffler_counts_cards": True},
            "device that counts",
        ),
        (
            MASSACHUSETTS,
            {"manual_shuffle": True, "second_deck": False, "dealing_device": "programmed_shuffler"},
            "none deals",
        ),
        (MASSACHUSETTS, {"dealing_device": "manual_shoe", "dealer_stack_timing": "after_players"}, "with the players'"),
        (MASSACHUSETTS, {"pre_shuffled_cards": True}, "is not one of false"),
        (MASSACHUSETTS, {"dealing_device": "hand"}, "is not one of manual_shoe"),
        (MASSACHUSETTS, {"positions_per_player": 4}, "is not one of 1, 2, 3"),
    ],
)
def test_setup_the_rulebook_forbids_is_refused(rulebook: str, options: dict[str, Any], why: str) -> None:
    refused(rulebook, options, why)


def test_manual_shuffle_needs_approval() -> None:
    entry = load("massachusetts-2020/three-card-poker")
    setup, findings = examine(entry, {"manual_shuffle": True, "second_deck": False})
    assert setup is not None
    assert [finding.where for finding in findings if "IEB" in finding.text] == ["option manual_shuffle"]
