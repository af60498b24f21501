"""Mini-baccarat: the drawing tables, commission, the shoe, and cards in the wrong place."""

from typing import Any

import pytest

from baccarat_table import BOTH, CHAPTER4, MASSACHUSETTS, MOST_HANDS, deal_shoe, one, record, texts
from pitboss import Call, PitbossError, open_table, settle
from pitboss.engine.round import Round

# Table 2 as printed: the Banker's count, then no third card and a third card of 0 to 9.
PRINTED = """
0 D D D D D D D D D D D
1 D D D D D D D D D D D
2 D D D D D D D D D D D
3 D D D D D D D D D S D
4 D S S D D D D D D S S
5 D S S S S D D D D S S
6 S S S S S S S D D S S
7 S S S S S S S S S S S
8 S S S S S S S S S S S
9 S S S S S S S S S S S
"""
CELLS = [
    (int(row.split()[0]), column - 1 if column else None, letter)
    for row in PRINTED.strip().splitlines()
    for column, letter in enumerate(row.split()[1:])
]
TWO_CARDS = ["Ks Qs", "Ks As", "Ks 2s", "Ks 3s", "Ks 4s", "Ks 5s", "Ks 6s", "Ks 7s", "Ks 8s", "Ks 9s"]
ONE_CARD = ["Jd", "Ad", "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"]


# -- The drawing rules ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(("count", "third", "letter"), CELLS)
def test_banker_draws_as_the_printed_table_says(name: str, count: int, third: int | None, letter: str) -> None:
    player = "6c Kd" if third is None else f"Kc Qd {ONE_CARD[third]}"
    banker = TWO_CARDS[count]
    if count in (8, 9) and third is not None:
        with pytest.raises(PitbossError, match="for player the record gives 1 card more than the rules deal"):
            record(name, player, banker)
        return
    if letter == "D":
        assert len(one(record(name, player, f"{banker} 2h")).hands["banker"]) == 3
        with pytest.raises(PitbossError, match="for banker the record gives 2 cards, and the rules deal one more"):
            record(name, player, banker)
    else:
        assert len(one(record(name, player, banker)).hands["banker"]) == 2
        with pytest.raises(PitbossError, match="for banker the record gives 1 card more than the rules deal"):
            record(name, player, f"{banker} 2h")


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("count", range(10))
def test_player_draws_on_0_to_5(name: str, count: int) -> None:
    two = TWO_CARDS[count]
    if count <= 5:
        assert len(one(record(name, f"{two} Th", "Kh 7h")).hands["player"]) == 3
    else:
        with pytest.raises(PitbossError, match="for player the record gives 1 card more"):
            record(name, f"{two} Th", "Kh 7h")


@pytest.mark.parametrize("name", BOTH)
def test_unknown_cards_settle_nothing(name: str) -> None:
    with pytest.raises(PitbossError, match="the result depends on the Player's cards"):
        record(name, "?? ??", "Kh 7h")


# -- Commission -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stake", "exact", "quarter"),
    [("5.00", 475, 475), ("5.01", 476, 451), ("7.00", 665, 650), ("0.10", 10, 0), ("100.00", 9500, 9500)],
)
def test_commission_is_exact_or_rounded_up_to_a_quarter(stake: str, exact: int, quarter: int) -> None:
    for rounding, net in (("exact", exact), ("quarter", quarter)):
        options = {"commission_rounding": rounding}
        assert record(CHAPTER4, "Ks 6s", "Kh 7h", {"banker": stake}, options=options).net == {1: net}
        options = {"vigorish_rounding": rounding}
        assert record(MASSACHUSETTS, "Ks 6s", "Kh 7h", {"banker": stake}, options=options).net == {1: net}


def test_a_house_may_charge_less_than_5_percent_and_no_more() -> None:
    options = {"commission_rate": "4", "commission_rounding": "exact"}
    assert record(CHAPTER4, "Ks 6s", "Kh 7h", {"banker": 100}, options=options).net == {1: 9600}
    with pytest.raises(PitbossError, match="5.5% is more than the 5%"):
        record(CHAPTER4, "Ks 6s", "Kh 7h", {"banker": 100}, options={"commission_rate": "5.5"})


@pytest.mark.parametrize(("name", "option"), [(CHAPTER4, "commission_timing"), (MASSACHUSETTS, "vigorish_collection")])
def test_deferred_commission_is_collected_when_the_shoe_ends(name: str, option: str) -> None:
    table = open_table(name, {option: "deferred"}, seed=11)
    rounds = deal_shoe(table, {2: {"banker": 100}, 5: {"banker": 30}})
    marked = [event for played in rounds for event in played.events if event.kind == "commission marked"]
    for fee in table.collected:
        assert fee.amount == sum(event.amount or 0 for event in marked if event.seat == fee.seat)
    assert {fee.seat for fee in table.collected} == {2, 5}
    assert not table.carry.get("owed")
    assert all(row.net in (0, row.staked, -row.staked) for played in rounds for row in played.settlements)


def test_deferred_commission_is_collected_when_a_player_leaves() -> None:
    table = open_table(MASSACHUSETTS, {"vigorish_collection": "deferred"}, seed=11)
    for _ in range(MOST_HANDS):
        table.deal({2: {"banker": 100}, 5: {"banker": 30}})
        if table.carry.get("owed"):
            break
    assert [(fee.seat, fee.amount) for fee in table.leave(5)] == [(5, 150)]
    assert table.carry["owed"] == {"2": 500}


# -- The shoe ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("decks", [6, 8])
def test_each_shoe_is_burned_dealt_to_the_cut_card_and_one_hand_more(name: str, decks: int) -> None:
    table = open_table(name, {"decks": decks}, seed=3)
    dealt: list[Round] = []
    for _ in range(4):
        rounds = deal_shoe(table, {1: {"player": 10, "tie": 5}, 3: {"banker": 20}})
        burned = rounds[0].hands["burn"]
        assert len(burned) == 1 + min(burned[0].rank if burned[0].rank < 14 else 1, 10)
        assert not any("burn" in played.hands for played in rounds[1:])
        assert [played.draws.cut_card is not None for played in rounds].index(True) == len(rounds) - 2
        assert len(texts(rounds[-2], "last hand")) == len(texts(rounds[-1], "reshuffle")) == 1
        cards = sum(len(hand) for played in rounds for hand in played.hands.values())
        assert 52 * decks - 14 <= cards <= 52 * decks
        dealt += rounds
    assert all(sum(played.ledger.values()) == 0 for played in dealt)
    again = settle(table.record().to_toml())
    assert [played.events for _, played in again.rounds] == [played.events for played in dealt]


def test_burned_cards_are_face_down_unless_the_house_shows_them() -> None:
    for shown in (True, False):
        played = open_table(MASSACHUSETTS, {"burned_cards_shown": shown}, seed=3).deal({1: {"player": 10}})
        seen = [event.cards[0].known for event in played.view("table") if event.hand == "burn"]
        assert seen == [True] + [shown] * (len(seen) - 1)


def test_a_continuous_shuffler_has_no_burn_and_no_last_hand() -> None:
    table = open_table(MASSACHUSETTS, {"shuffle_method": "continuous"}, seed=3)
    net = 0
    for _ in range(150):
        played = table.deal({1: {"player": 10}})
        net += played.net[1]
        assert "burn" not in played.hands
        assert played.draws.cut_card is None
        assert not played.after
    assert settle(table.record().to_toml()).net == {1: net}


def test_a_card_can_be_dealt_again_in_the_next_shoe_only() -> None:
    table = open_table(CHAPTER4, {"decks": 6}, seed=3)
    deal_shoe(table, {1: {"player": 10}})
    deal_shoe(table, {1: {"player": 10}})
    settle(table.record().to_toml())
    steps = [{"player": "Ks 8s", "banker": "Ks 9s", "seats": {"1": {"wagers": {"player": 10}}}} for _ in range(4)]
    raw: dict[str, Any] = {"rulebook": "chapter4", "game": "mini-baccarat", "options": {"decks": 6}, "steps": steps}
    with pytest.raises(PitbossError, match="Ks is dealt 8 times; the cards in play hold it 6 times"):
        settle(raw)
    steps[2]["reshuffle"] = True  # type: ignore[assignment]
    assert settle(raw).net == {1: -4000}


# -- Cards in the wrong place -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["deal", "third_card", "settle"])
@pytest.mark.parametrize("options", [{}, {"shuffle_method": "continuous"}])
def test_an_unseen_card_drawn_in_error_opens_the_next_hand(moment: str, options: dict[str, Any]) -> None:
    table = open_table(MASSACHUSETTS, options, seed=7)
    table.deal({1: {"player": 10}})
    assert table.shoe is not None
    for _ in range(10):
        left = len(table.shoe)
        played = table.deal({1: {"player": 10}}, calls=[Call("undisclosed_card", at=moment)])
        if not options:
            assert len(table.shoe) == left - sum(map(len, played.hands.values())), "the card waits in the shoe"
        card = played.calls[0].card
        assert card is not None
        assert all(not event.cards[0].known for event in played.view("table") if event.kind == "remedy")
        following = table.deal({1: {"player": 10}})
        assert following.hands["player"][0] is card
        assert "first_cards" not in table.carry
    assert settle(table.record().to_toml()).rounds[-1][1].events == following.events


def test_two_unseen_cards_open_the_next_hand_in_the_order_they_were_drawn() -> None:
    table = open_table(CHAPTER4, seed=7)
    table.deal({1: {"player": 10}})
    played = table.deal(
        {1: {"player": 10}}, calls=[Call("card_drawn_in_error"), Call("card_drawn_in_error", at="view")]
    )
    following = table.deal({1: {"player": 10}})
    assert [following.hands["player"][0], following.hands["banker"][0]] == [call.card for call in played.calls]


def test_a_record_that_forgets_the_card_held_over_is_refused() -> None:
    error = {"player": "4d 3h", "banker": "6c Kc", "irregularities": [{"id": "undisclosed_card", "card": "5c"}]}
    after = {"player": "9c 4h", "banker": "Ts 2d"}
    steps = [step | {"seats": {"1": {"wagers": {"player": 100}}}} for step in (error, after)]
    with pytest.raises(PitbossError, match="5c was drawn in error and opens this hand, and the record deals 9c"):
        settle({"rulebook": "massachusetts-2020", "game": "mini-baccarat", "steps": steps})


@pytest.mark.parametrize(
    ("name", "unseen", "seen"),
    [
        (CHAPTER4, "unauthorized_third_card", "unauthorized_third_card_disclosed"),
        (MASSACHUSETTS, "undisclosed_third_card", "disclosed_third_card"),
    ],
)
def test_an_unauthorized_third_card(name: str, unseen: str, seen: str) -> None:
    for error in (unseen, seen):
        calls = [{"id": error, "card": "4d"}]
        bankers = one(record(name, "4h 2c", "3d 2s", irregularities=calls))
        assert bankers.hands["banker"][-1] == "4d"
        assert bankers.net == {1: -1000}
        natural = one(record(name, "4h 4c", "3d 2s", irregularities=calls))
        assert len(natural.hands["banker"]) == 2, "a natural bars every draw"
        authorized = one(record(name, "2h 2c 4d", "3d 2s Kh", irregularities=calls))
        assert authorized.hands["player"] == ["2h", "2c", "4d"]
        assert any("no error" in text for text in texts(authorized, "remedy"))


def test_a_phantom_hand_is_dealt_from_the_shoe_after_the_round() -> None:
    table = open_table(CHAPTER4, seed=5)
    assert table.shoe is not None
    sizes = set()
    for _ in range(30):
        left = len(table.shoe)
        played = table.deal({1: {"player": 10}}, calls=[Call("card_disclosed_in_error", at="view")])
        drawn = sum(len(hand) for hand in played.hands.values()) + 1
        if "reshuffle" not in played.after:
            assert len(table.shoe) == left - drawn
        assert 3 <= len(played.hands["phantom"]) <= 5
        sizes.add(len(played.hands["phantom"]))
        kinds = [event.kind for event in played.events]
        assert kinds.index("phantom hand") > max(n for n, kind in enumerate(kinds) if kind == "settle")
        assert len(played.settlements) == 1
    assert sizes == {3, 4, 5}


def test_a_phantom_hand_is_not_the_last_hand() -> None:
    table = open_table(CHAPTER4, seed=5)
    for _ in range(MOST_HANDS):
        played = table.deal({1: {"player": 10}}, calls=[Call("card_disclosed_in_error")])
        if table.carry.get("last_hand"):
            break
    assert "reshuffle" not in played.after
    assert "reshuffle" in table.deal({1: {"player": 10}}).after


@pytest.mark.parametrize("remedy", ["burn", "simulated_round"])
def test_the_house_chooses_what_becomes_of_a_disclosed_third_card(remedy: str) -> None:
    call = {"id": "disclosed_third_card", "card": "5c"}
    options = {"disclosed_third_card": remedy}
    extra: dict[str, Any] = {"discard": "9d"} if remedy == "burn" else {"phantom": "Kd 4s 6h"}
    played = one(record(MASSACHUSETTS, "4d 3h", "6c Kc", options=options, irregularities=[call], **extra))
    assert played.net == {1: 1000}
    if remedy == "burn":
        assert [event.cards for event in played.view("table") if event.kind == "discard"] == [("5c",)]
        assert [event.cards for event in played.view("table") if event.hand == "discard"] == [("??",)]
    else:
        assert texts(played, "phantom hand")[-1] == "Player 9, Banker 6; the cards go to the discard rack"


def test_a_round_without_enough_cards_takes_house_money_back() -> None:
    played = one(
        record(
            MASSACHUSETTS,
            "8s 8d",
            "Ah 4c",
            {"player": 50, "house_money": 20},
            actions=["add_to_player"],
            options={"house_money": True},
            irregularities=[{"id": "not_enough_cards", "automatic": True}],
        )
    )
    assert {(row.wager, row.staked, row.outcome) for row in played.settlements} == {
        ("player", 5000, "void"),
        ("house_money", 2000, "void"),
    }
    assert played.net == {1: 0}
    assert not any(played.ledger.values())


# -- Limits and who looks at the cards --------------------------------------------------------------------------------


def test_a_high_limit_player_needs_the_right_approval() -> None:
    limits = {"table_max": 500, "casino_max": 2000}
    call = [{"id": "over_maximum_approved", "seat": 1, "wager": "player"}]

    def wager(amount: int, approval: str) -> dict[int, int]:
        options = limits | {"high_limit_exception": approval}
        return record(CHAPTER4, "Ks 8s", "Kh 7h", {"player": amount}, options=options, irregularities=call).net

    assert wager(2000, "table_game_manager") == {1: 200_000}
    with pytest.raises(PitbossError, match="above what may be approved"):
        wager(2001, "table_game_manager")
    assert wager(2001, "casino_manager") == {1: 200_100}
    with pytest.raises(PitbossError, match="there is no irregularity"):
        wager(501, "off")


def test_an_oversized_wager_cannot_be_called_too_small() -> None:
    call = [{"id": "under_minimum", "seat": 1, "wager": "player"}]
    options = {"table_min": 5, "table_max": 500}
    with pytest.raises(PitbossError, match="above what may be approved"):
        record(CHAPTER4, "Ks 8s", "Kh 7h", {"player": 700}, options=options, irregularities=call)


def test_the_highest_wager_views_the_hand_and_loses_the_right_by_delay() -> None:
    wagers = {1: {"player": 10}, 2: {"player": 50}, 5: {"player": 50, "banker": 5}}
    table = open_table(MASSACHUSETTS, seed=4)
    first = table.deal(wagers)
    assert [(event.seat, event.text) for event in first.events if event.kind == "view"] == [
        (2, "the Player's Hand"),
        (5, "the Banker's Hand"),
    ]
    for viewer in (1, "table"):
        assert not any(card.known for event in first.view(viewer) if event.kind == "view" for card in event.cards)
    passed = table.deal(wagers, calls=[Call("viewer_delays", seat=5)])
    assert [event.seat for event in passed.events if event.kind == "view"] == [2, 1]
    alone = table.deal({3: {"player": 10}}, calls=[Call("viewer_delays", seat=3)])
    assert not texts(alone, "view")


def test_losers_are_collected_first_and_winners_paid_from_the_highest_seat() -> None:
    table = open_table(MASSACHUSETTS, seed=2)
    for _ in range(MOST_HANDS):
        played = table.deal({n: {"player": 10, "banker": 10} for n in (2, 4, 7)})
        if "tie" not in played.settlements[0].reason:
            break
    assert [row.outcome for row in played.settlements] == ["lose"] * 3 + ["win"] * 3
    assert [row.seat for row in played.settlements[3:]] == [7, 4, 2]
