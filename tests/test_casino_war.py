"""Casino War at the table: the deal, the choice on a tie, the war, the progressive, and bets behind another player."""

from typing import Any

import pytest

from pitboss import BankSeat, PitbossError, open_table, settle
from pitboss.engine.round import Round
from pitboss.rulebook import Setup, load
from war_table import CALIFORNIA, CHAPTER4, MASSACHUSETTS, NO_TIE_WAGER, outcomes, rows, seat, settled, until_tied

# -- The deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "burned"), [(CHAPTER4, 0), (MASSACHUSETTS, 1)])
def test_the_first_card_of_a_shoe_is_burned_unseen_where_the_rulebook_says_so(name: str, burned: int) -> None:
    table = open_table(name, seed=1)
    first, second = table.deal({1: {"initial": 10}}), None
    if first.over:
        second = table.deal({1: {"initial": 10}})
    assert len(first.hands.get("burn", [])) == burned
    assert second is None or "burn" not in second.hands
    for viewer in (1, "table", "dealer"):
        assert all(not event.cards[0].known for event in first.view(viewer) if event.hand == "burn")


def test_a_new_dealer_burns_a_card_before_dealing() -> None:
    played = settled(MASSACHUSETTS, {1: seat({"initial": 10}, "Ks")}, "9d", carry={"new_dealer": True})
    assert len(played.hands["burn"]) == 1
    assert played.carry == {}


@pytest.mark.parametrize(
    ("name", "options", "burned"),
    [
        (CHAPTER4, {}, 9),  # three for each of two players, and for the house
        (MASSACHUSETTS, {}, 3),
        (CALIFORNIA, {}, 3),
        (CALIFORNIA, {"war_burn_per_player": True}, 9),
    ],
)
def test_cards_are_burned_for_a_war_once_or_before_every_card(name: str, options: dict[str, Any], burned: int) -> None:
    base = "base" if name == CALIFORNIA else "initial"
    actions = ["war", NO_TIE_WAGER] if name == MASSACHUSETTS else ["war"]
    row = seat({base: 10}, "8s Jc", *actions)
    played = settled(name, {1: row, 2: row}, "8d 6h", options=options)
    assert len(played.hands["war_burn"]) == burned
    last = [event.hand for event in played.events if event.kind == "deal"][-1]
    assert last == "dealer"


@pytest.mark.parametrize(("name", "order"), [(CHAPTER4, [1, 2, 3]), (MASSACHUSETTS, [3, 2, 1])])
def test_hands_are_compared_from_the_dealers_left_or_right(name: str, order: list[int]) -> None:
    played = settled(name, {n: seat({"initial": 10}, "Ks") for n in (1, 2, 3)}, "9d")
    assert [row.seat for row in played.settlements] == order


def test_when_the_cut_card_appears_the_round_is_finished_and_the_cards_are_reshuffled() -> None:
    played = settled(MASSACHUSETTS, {1: seat({"initial": 10}, "Ks")}, "9d", cut_card=2)
    assert played.net == {1: 10_00}
    assert "reshuffle" in played.after
    assert [event.cite for event in played.events if event.kind == "reshuffle"] == ["§7(d) L7653; §5(g) L7538"]


@pytest.mark.parametrize("decks", [1, 2])
def test_a_shoe_of_one_deck_never_runs_out_with_seven_players_at_war(decks: int) -> None:
    table = open_table(CHAPTER4, {"decks": decks}, seed=3)
    for _ in range(300):
        played = table.deal({n: {"initial": 10} for n in range(1, 8)})
        while played.asking:
            played.act("war")
    assert table.shuffles > 40


# -- The choice -------------------------------------------------------------------------------------------------------


def test_a_tied_player_is_asked_and_others_are_not() -> None:
    table = open_table(CHAPTER4, seed=5)
    played = until_tied(table, {1: {"initial": 10}})
    assert played.asking and played.asking[0].names == ("war", "surrender")
    assert played.hands["seat 1"][0].rank == played.hands["dealer"][0].rank
    with pytest.raises(PitbossError, match='seat 1 cannot "fold" now; legal: war, surrender'):
        played.act("fold")
    played.act("surrender")
    assert played.net == {1: -5_00}
    assert settle(table.record().to_toml()).rounds[-1][1].events == played.events


def test_an_amount_whose_half_is_no_whole_number_of_cents_is_not_taken() -> None:
    with pytest.raises(PitbossError, match=r"\$10.01 cannot be paid exactly; the nearest amounts are \$10.00 or"):
        open_table(CHAPTER4, seed=1).deal({1: {"initial": "10.01"}})


def test_the_war_amount_is_not_tested_against_the_maximum() -> None:
    played = settled(CHAPTER4, {1: seat({"initial": 5_000}, "8d Qs", "war")}, "8c 9h")
    assert outcomes(played) == {"initial": ("push", 0), "war": ("win", 5_000_00)}


def test_a_record_of_a_war_needs_its_cards_and_a_surrender_does_not() -> None:
    with pytest.raises(PitbossError, match="for seat 1 the record gives 1 card, and the rules deal one more"):
        settled(CHAPTER4, {1: seat({"initial": 10}, "8d", "war")}, "8c 9h")
    with pytest.raises(PitbossError, match="the result depends on the dealer's cards"):
        settled(CHAPTER4, {1: seat({"initial": 10}, "8d")})
    with pytest.raises(PitbossError, match="the record does not say what seat 1 did: war or surrender"):
        settled(CHAPTER4, {1: seat({"initial": 10}, "8d")}, "8c")


def test_a_tie_wager_on_the_war_deal_is_of_any_amount_and_else_as_much_as_the_initial_wager() -> None:
    for action, amount in (("tie_war 5", 5_00), ("tie_war 250.25", 250_25), ("tie_war", 10_00)):
        played = settled(MASSACHUSETTS, {1: seat({"initial": 10}, "8s 4c", "war", action)}, "8d 9h")
        assert outcomes(played)["tie_war"] == ("lose", -amount)


def test_a_tie_wager_on_the_war_deal_keeps_to_the_tables_limits_and_a_wrong_one_changes_nothing() -> None:
    table = open_table(MASSACHUSETTS, {"table_min": 5, "table_max": 100}, seed=2)
    played = until_tied(table, {1: {"initial": 10}})
    played.act("war")
    before = list(played.events)
    for wrong, why in (("4", r"takes at least \$5.00"), ("101", r"at most \$100.00"), ("0", "more than zero")):
        with pytest.raises(PitbossError, match=why):
            played.act(f"tie_war {wrong}")
    assert played.events == before and played.asking
    played.act("tie_war 100")
    assert played.over and outcomes(played)["tie_war"][0] in ("win", "lose")
    assert settle(table.record().to_toml()).rounds[-1][1].net == played.net


def test_only_massachusetts_offers_a_tie_wager_at_war() -> None:
    played = settled(CHAPTER4, {1: seat({"initial": 10}, "8s 4c", "war")}, "8d 9h")
    assert played.over
    with pytest.raises(PitbossError, match="Tie Wager on the war deal is not made before the deal"):
        open_table(MASSACHUSETTS, seed=1).deal({1: {"initial": 10, "tie_war": 5}})


# -- What a house may set ---------------------------------------------------------------------------------------------


def test_signs_are_posted_for_a_maximum_that_the_general_manager_raised_too() -> None:
    for options, told in (
        ({"max_wager": 1000}, {"max_wager"}),
        ({"max_wager": 10_000, "general_manager_raises_limits": True}, {"max_wager", "general_manager_raises_limits"}),
    ):
        notices = Setup.of(load(CHAPTER4), options).notices
        assert {notice.where.removeprefix("option ") for notice in notices} == told
    with pytest.raises(PitbossError, match=r"max_wager: \$10,000.00 is more than the \$5,000.00"):
        Setup.of(load(CHAPTER4), {"max_wager": 10_000})


def test_fewer_decks_than_half_of_twelve_are_refused_with_one_sentence() -> None:
    with pytest.raises(PitbossError) as refused:
        Setup.of(load(CALIFORNIA), {"decks": 5})
    told = "option decks: 5 is less than the 6 the rulebook asks for at least [§Deck L3607-3609]"
    assert str(refused.value) == told


# -- The progressive --------------------------------------------------------------------------------------------------


def progressive(seats: dict[int, dict[str, Any]], dealer: str, **options: Any) -> Round:
    more = {"options": {"progressive": True} | options}
    return settled(MASSACHUSETTS, seats, dealer, **more)


def test_two_suited_fours_of_a_kind_take_the_meter_one_after_the_other_and_envy_each_other() -> None:
    hit = seat({"initial": 10, "progressive": 5}, "Ks Ks", "war", NO_TIE_WAGER)
    played = settled(
        MASSACHUSETTS,
        {1: hit, 2: hit},
        "Ks Ks",
        options={"progressive": True},
        meters={"progressive": "43210.00"},
    )
    # Seat 2, at the dealer's right, is settled first.
    assert outcomes(played, 2)["progressive"] == ("win", 48_205_00)
    assert outcomes(played, 1)["progressive"] == ("win", 5_000_00 - 5_00 + 10_000_00)
    assert outcomes(played, 1)["progressive_envy"] == outcomes(played, 2)["progressive_envy"] == ("win", 1_000_00)
    assert played.meters.held == {"progressive": 10_000_00}
    assert sum(played.ledger.values()) == 0


def test_a_player_on_two_positions_has_no_envy_of_the_own_hand() -> None:
    hit = seat({"initial": 10, "progressive": 5}, "Ks Ks", "war", NO_TIE_WAGER) | {"player": "Ann"}
    other = seat({"initial": 10, "progressive": 5}, "5c") | {"player": "Ann"}
    played = progressive({1: hit, 2: other}, "Ks Ks")
    assert "progressive_envy" not in outcomes(played, 2)


def test_there_is_envy_of_a_player_who_did_not_make_the_progressive_wager() -> None:
    played = progressive(
        {
            1: seat({"initial": 10}, "Ks Ks", "war", NO_TIE_WAGER),
            2: seat({"initial": 10, "progressive": 5}, "5c"),
        },
        "Ks Ks",
    )
    assert outcomes(played, 2)["progressive_envy"] == ("win", 1_000_00)


def test_prizes_envy_and_seed_grow_with_a_larger_progressive_wager() -> None:
    played = progressive(
        {
            1: seat({"initial": 10, "progressive": 20}, "Ks Ks", "war", NO_TIE_WAGER),
            2: seat({"initial": 10, "progressive": 20}, "Kd", "surrender"),
        },
        "Ks Ks",
        progressive_wager=20,
    )
    assert outcomes(played, 1)["progressive"] == ("win", 20_000_00 - 20_00 + 40_000_00)
    assert outcomes(played, 2)["progressive"] == ("win", 100_00 - 20_00)
    assert outcomes(played, 2)["progressive_envy"] == ("win", 4_000_00)
    with pytest.raises(PitbossError, match=r"progressive_wager: \$12.50 is not a multiple of \$5.00"):
        open_table(MASSACHUSETTS, {"progressive": True, "progressive_wager": "12.50"})
    with pytest.raises(PitbossError, match=r"the wager is exactly \$20.00"):
        progressive({1: seat({"initial": 10, "progressive": 5}, "Ks")}, "9d", progressive_wager=20)


def test_the_meter_grows_by_the_houses_contribution() -> None:
    played = progressive(
        {n: seat({"initial": 10, "progressive": 5}, "5c") for n in (1, 2)}, "9d", progressive_contribution=6
    )
    assert played.meters.held == {"progressive": 10_000_60}


def test_the_top_award_with_the_wager_returned_is_five_dollars_more() -> None:
    hit = {1: seat({"initial": 10, "progressive": 5}, "Ks Ks", "war", NO_TIE_WAGER)}
    kept, returned = (progressive(hit, "Ks Ks", progressive_stake_returned=back) for back in (False, True))
    row = next(row for row in returned.settlements if row.wager == "progressive")
    assert (row.odds, row.pays, row.net) == ("1,000 to 1 plus 100% of progressive", 15_000_00, 15_000_00)
    assert kept.net[1] == returned.net[1] - 5_00


# -- Behind another player, and promotional chips ---------------------------------------------------------------------


def test_a_backline_bettor_decides_for_the_own_wager() -> None:
    played = settled(
        CALIFORNIA,
        {
            2: seat({"base": 20}, "8s Ah", "surrender"),
            9: seat({"base": 30, "tie": 5}, "", "war", says=("behind 2",)),
            10: seat({"base": 10}, "", "surrender", says=("behind 2",)),
            5: seat({"base": 20}, "3c"),
        },
        "8d 7c",
    )
    assert rows(played) == [
        (2, "base", -10_00),
        (10, "base", -5_00),
        (5, "base", -20_00),
        (9, "tie", 50_00),
        (9, "base", -30_00),
        (9, "war", 30_00),
    ]


def test_a_table_keeps_a_backline_bettor_in_its_record() -> None:
    table = open_table(CALIFORNIA, {"schedule_option": 5}, seed=4)
    says = {12: ["behind 1", "promotional_chips 2"]}
    played = table.deal({1: {"base": 20}, 12: {"base": 10}}, bank=BankSeat(8, 100), says=says)
    while played.asking:
        played.act("war")
    again = settle(table.record().to_toml()).rounds[0][1]
    assert again.events == played.events and again.net == played.net
    assert {(fee.seat, fee.what): fee.amount for fee in played.fees if fee.seat == 12} == {
        (12, "collection fee"): 1_00,
        (12, "promotional chip fee"): 2_00,
    }


@pytest.mark.parametrize(
    ("name", "options", "number", "word", "sentence"),
    [
        (CALIFORNIA, {"backline": False}, 9, "behind 1", "nobody bets behind another player at this table"),
        (CALIFORNIA, {}, 2, "behind 1", "a backline bettor has a number above 8"),
        (CALIFORNIA, {}, 9, "behind 3", "seat 9 bets behind seat 3, where nobody has a wager"),
        (CALIFORNIA, {}, 9, "behind", 'say it once, with a number: "behind 2"'),
        (CALIFORNIA, {}, 1, f"promotional_chips {'9' * 5000}", 'with a number: "promotional_chips 2"'),
        (CALIFORNIA, {}, 1, "sideways 1", '"sideways 1" means nothing at this table'),
        (CHAPTER4, {}, 9, "behind 1", "nobody bets behind another player at this table"),
        (CHAPTER4, {}, 1, "promotional_chips 3", "this table knows no promotional chips"),
    ],
)
def test_words_that_cannot_be_are_refused(
    name: str, options: dict[str, Any], number: int, word: str, sentence: str
) -> None:
    base = "base" if name == CALIFORNIA else "initial"
    seats = {1: seat({base: 10}, "Ks"), number: seat({base: 10}, "", says=(word,))}
    with pytest.raises(PitbossError, match=sentence):
        settled(name, seats, "9d", options=options)


@pytest.mark.parametrize(("option", "fee"), [(1, 3_00), (8, 3_00), (9, 0), (12, 0)])
def test_promotional_chips_cost_a_dollar_each_under_schedules_1_to_8(option: int, fee: int) -> None:
    played = settled(
        CALIFORNIA,
        {1: seat({"base": 50}, "Ks", says=("promotional_chips 3",))},
        "9d",
        options={"schedule_option": option},
    )
    assert sum(taken.amount for taken in played.fees if taken.what == "promotional chip fee") == fee


def test_a_war_wager_costs_no_fee_and_is_no_part_of_the_total_action() -> None:
    """The collection rates' own example: two players and one behind them, 10 dollars each, one Tie Wager of 5."""
    played = settled(
        CALIFORNIA,
        {
            1: seat({"base": 10, "tie": 5}, "8s Ah", "war"),
            2: seat({"base": 10}, "Ks"),
            9: seat({"base": 10}, says=("behind 2",)),
        },
        "8d 7c",
        options={"schedule_option": 9},
    )
    assert {fee.seat: fee.amount for fee in played.fees} == {1: 50, 2: 50, 9: 50, 8: 2_00}
    assert outcomes(played)["war"] == ("win", 10_00)


def test_a_tie_wager_is_5_to_100_dollars_whatever_the_table_limit() -> None:
    options = {"schedule_option": 4}
    played = settled(CALIFORNIA, {1: seat({"base": 50, "tie": 5}, "Ks")}, "9d", options=options)
    assert outcomes(played)["tie"] == ("lose", -5_00)
    for amount, sentence in ((4, r"under the minimum of \$5.00"), (101, r"over the maximum of \$100.00")):
        with pytest.raises(PitbossError, match=sentence):
            settled(CALIFORNIA, {1: seat({"base": 50, "tie": amount}, "Ks")}, "9d", options=options)
    with pytest.raises(PitbossError, match=r"Base Wager: \$25.00 is under the minimum of \$50.00"):
        settled(CALIFORNIA, {1: seat({"base": 25, "tie": 5}, "Ks")}, "9d", options=options)
