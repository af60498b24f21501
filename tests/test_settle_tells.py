"""Settling a record tells what decided it: cards, dice, spin, counts, the point, what went back, what fees go by."""

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import EXAMPLES, Run
from pitboss import PitbossError, settle
from pitboss.sheets.decided import weigh
from pitboss.sheets.ruling import ruling_of
from pitboss.sheets.settlement import settlement_as_json
from pitboss.web.table_html import outcomes
from test_ruling import one_of_each_script

UTH = "massachusetts-2020/ultimate-texas-holdem/01-aces-beat-queens.toml"


def told(pitboss: Run, name: str) -> tuple[str, dict[str, Any]]:
    """What is printed of an example, in one line, and its values."""
    code, out, _ = pitboss("settle", EXAMPLES / f"{name}.toml")
    assert code == 0
    return " ".join(out.split()), json.loads(pitboss("settle", EXAMPLES / f"{name}.toml", "--json")[1])


def facts(values: dict[str, Any], kind: str) -> list[Any]:
    return [fact["value"] for fact in values["facts"] if fact["kind"] == kind]


def test_the_dice_and_the_point_are_told(pitboss: Run) -> None:
    out, values = told(pitboss, "chapter4/craps/03a-dont-pass-odds-win")
    assert "Dice: 4-2" in out and "Call: 6 on the come-out roll" in out and "Call: 7 out" in out
    assert facts(values, "dice") == [[4, 2], [5, 2]]
    assert facts(values, "call") == [{"total": 6, "point": None}, {"total": 7, "point": 6}]
    assert "a seven comes first: 5-2, 7 out" in out


def test_the_spin_is_told(pitboss: Run) -> None:
    out, values = told(pitboss, "chapter4/roulette/05-zero-on-a-double-zero-wheel")
    assert "Spin: 0" in out and facts(values, "spin") == ["0"]
    assert "zero: the ball came to rest at 0" in out
    out, values = told(pitboss, "chapter4/big-six/01-one-wins")
    assert "Spin: $1" in out and facts(values, "spin") == ["1"]


def test_the_cards_are_told_with_what_they_make(pitboss: Run) -> None:
    out, values = told(pitboss, "california/three-card-poker/13-wager-of-25-runs-out")
    assert "pair of eights" in out and "queen high" in out
    assert {"step": 1, "hand": "The dealer", "pieces": ["9d", "Qc", "Jh"], "reads": "queen high"} in values["hands"]
    out, values = told(pitboss, "chapter4/casino-war/01-higher-card-wins")
    assert [hand["pieces"] for hand in values["hands"]] == [["Kd"], ["9c"]]


def test_the_count_of_each_hand_is_told(pitboss: Run) -> None:
    out, values = told(pitboss, "chapter4/mini-baccarat/01-natural")
    assert "Count: the Player's Hand: 9" in out and "Result: Player 9, Banker 7" in out
    assert facts(values, "count") == [{"player": 9}, {"banker": 7}]
    assert facts(values, "result") == [{"player": 9, "banker": 7}]


def test_the_spread_is_told(pitboss: Run) -> None:
    out, values = told(pitboss, "chapter4/red-dog/05-spread-2-raised")
    assert "a spread of 2" in out and 2 in facts(values, "announced")


def test_what_is_over_the_maximum_is_told_to_be_returned(pitboss: Run) -> None:
    out, values = told(pitboss, "chapter4/big-six/10-over-the-maximum")
    assert "Returned to seat 1, $15.00: the excess of twenty is returned" in out
    [returned] = [fact for fact in values["facts"] if fact["kind"] == "returned"]
    assert (returned["seat"], returned["amount"]) == (1, "15.00")


def test_the_action_button_is_told_and_from_where_it_moved(pitboss: Run) -> None:
    out, values = told(pitboss, "california/three-card-poker/01-king-high-beats-queen-high")
    assert "Action button: on seat 1" in out and facts(values, "action button") == [1]
    assert "Here: the action button moves from seat 3 to seat 1" in out


def test_the_hand_that_decides_cover_all_is_told(pitboss: Run) -> None:
    out, values = told(pitboss, "massachusetts-2020/three-card-poker/15b-cover-all-three-of-a-kind")
    [highest] = facts(values, "highest hand")
    row = next(row for row in values["settlements"] if row["wager"] == "cover_all")
    whose = "the dealer's" if highest == "dealer" else f"{highest}'s"
    assert f"goes by {whose} hand" in row["weighed"]["fact"] and f"goes by {whose} hand" in out
    assert row["weighed"]["on"]


@pytest.mark.parametrize(
    ("name", "words", "basis"),
    [
        (
            "california/casino-war/11-fees-of-schedule-option-9",
            "table action of $40.00, in the band up to $50.00",
            {"what": "table action", "of": "40.00", "up_to": "50.00"},
        ),
        (
            "california/three-card-poker/14-fees-of-schedule-option-8",
            "a flat fee for the hand",
            {"what": "base wager", "each": "3.00", "times": 1},
        ),
        ("chapter4/craps/09a-buy-10-wins", "5% of the wager", {"what": "the wager", "rate": "5%"}),
        ("chapter4/poker/01-holdem-with-a-rake", "10% of the pot, $25.00", {"what": "the pot", "of": "25.00"}),
    ],
)
def test_a_fee_tells_what_it_is_computed_from(pitboss: Run, name: str, words: str, basis: dict[str, str]) -> None:
    out, values = told(pitboss, name)
    assert words in out
    assert any(basis.items() <= fee.get("computed_from", {}).items() for fee in values["fees"])


def test_an_irregularity_is_told_with_its_name_seat_and_card_and_what_it_did_here(pitboss: Run) -> None:
    out, values = told(pitboss, "chapter4/mini-baccarat/11-unauthorized-card-is-the-bankers")
    [wrong] = values["irregularities"]
    assert wrong["id"] == "unauthorized_third_card_disclosed" and wrong["card"] == "4d"
    assert [(done["hand"], done["pieces"]) for done in wrong["did"]] == [("banker", ["4d"])]
    assert "Here: The Banker's Hand gets 4" in out and "becomes the third card" in out
    _, values = told(pitboss, "chapter4/three-card-poker/14a-player-dealt-four-cards")
    [wrong] = values["irregularities"]
    assert (wrong["id"], wrong["seat"]) == ("wrong_number_of_cards_player", 1)
    fourth, *rest = wrong["did"]
    assert (fourth["kind"], fourth["hand"], len(fourth["pieces"])) == ("too many", "seat 1", 1)
    went_back = [(done["seat"], done["value"]["wager"], done["value"]["outcome"]) for done in rest]
    assert went_back == [(1, "ante", "void"), (1, "pair_plus", "void")]


def test_what_an_irregularity_did_later_in_the_round_is_told_with_it(pitboss: Run) -> None:
    out, values = told(pitboss, "chapter4/blackjack/19a-exposed-card-goes-to-the-dealer")
    [wrong] = values["irregularities"]
    assert [done["kind"] for done in wrong["did"]] == ["exposed", "decision", "deal"]
    assert "Seat 1: refuse; The dealer gets 5" in out


def test_an_amount_is_told_with_what_was_taken_off_it(pitboss: Run) -> None:
    _, values = told(pitboss, "california/three-card-poker/13-wager-of-25-runs-out")
    computed = {(row["seat"], row["wager"]): row["computed"] for row in values["settlements"] if "computed" in row}
    assert computed[5, "pair_plus"] == {"base": "5.00", "due": "30.00", "uncovered": "25.00"}
    _, values = told(pitboss, "massachusetts-2020/mini-baccarat/02b-vigorish-rounded")
    assert values["settlements"][0]["computed"] == {"base": "7.00", "due": "7.00", "commission": "0.50"}


def test_a_meter_is_told_before_and_after_it_paid(pitboss: Run) -> None:
    _, values = told(pitboss, "massachusetts-2020/caribbean-stud/09a-straight-flush-on-table-b")
    row = next(row for row in values["settlements"] if row["wager"] == "progressive_payout")
    meter = row["computed"]["meter"]
    paid = float(meter["before"]) - float(meter["after"])
    assert meter["name"] == "progressive" and paid == pytest.approx(float(row["computed"]["due"]))


def test_an_example_of_every_script_tells_hands_or_what_chance_decided() -> None:
    for file in one_of_each_script():
        settled = settle(file.read_text())
        values = settlement_as_json(settled)
        json.dumps(values)
        if settled.table.setup.entry.wagers:
            assert values.get("hands") or values.get("facts"), file
        assert all(fact["cite"] for fact in values.get("facts", ())), file


def test_what_an_irregularity_did_names_the_seat_and_says_what_became_of_its_wagers() -> None:
    done = [
        line.text
        for file in sorted((EXAMPLES / "chapter4/roulette").glob("*.toml"))
        if "irregularities" in file.read_text() and "refused" not in file.read_text()
        for step in ruling_of(settle(file.read_text())).steps
        for called in step.irregularities
        for line in called.done
    ]
    assert any(text.startswith("Seat 1: ") for text in done)
    assert not any(text.startswith("Remedy") or text.endswith((", win", ", push")) for text in done)


def test_the_number_of_a_hand_is_told_once() -> None:
    file = next((EXAMPLES / "massachusetts-2020/blackjack-switch").glob("01*.toml"))
    rows = [row for _, played in settle(file.read_text()).rounds for row in played.settlements]
    assert any(row.wager == "hand_2" for row in rows)
    assert "hand 2 (hand 2)" not in " ".join(map(str, rows)).replace("_", " ")


def test_a_wager_that_goes_back_is_not_said_to_change_nothing(pitboss: Run) -> None:
    _, out, _ = pitboss("rules", "california/casino-war", "--section", "irregularities")
    told = " ".join(out.split())
    assert "it is not allowed: what was wagered so goes back" in told


def test_the_rows_of_a_settlement_stay_as_a_journal_keeps_them() -> None:
    file = Path(EXAMPLES / "california/three-card-poker/13-wager-of-25-runs-out.toml")
    settled = settle(file.read_text())
    kept = settled.as_json()["settlements"]
    assert [
        {key: row[key] for key in old}
        for row, old in zip(settlement_as_json(settled)["settlements"], kept, strict=True)
    ] == kept
    assert all("case" not in row for row in kept)


def test_what_decided_a_wager_is_told_in_words_beside_the_reason_that_a_journal_keeps() -> None:
    [(_, played)] = (settled := settle((EXAMPLES / UTH).read_text())).rounds
    ante = settlement_as_json(settled)["settlements"][0]
    assert ante["reason"] == played.settlements[0].reason == "qualified player higher"
    assert ante["decided_by"].startswith("the dealer qualifies, player higher: ") and " over " in ante["decided_by"]
    row = played.settlements[0]
    page = outcomes([row.as_json()], played.setup)
    assert "wins at 1 to 1: the dealer qualifies, player higher" in page


def test_nobody_at_the_table_learns_from_what_decided_a_wager_what_lay_face_down_then() -> None:
    seat = {"wagers": {"blackjack": 10}, "cards": "Tc 9d", "actions": ["insure 5", "stand"]}
    record = {"rulebook": "massachusetts-2020", "game": "free-bet-blackjack", "seats": {"1": seat}}
    [(_, played)] = settle(record | {"dealer": {"cards": "Ac 8s"}}).rounds
    insurance = next(row for row in played.settlements if row.wager == "insurance")
    assert weigh(played, insurance).on == ("Ac", "8s") and weigh(played, insurance, 1).on == ("Ac", "??")


def test_a_flush_that_pair_up_does_not_pay_is_not_called_a_straight_or_less(pitboss: Run) -> None:
    """A straight is paid there; journals keep the name for all hands up to it, by which the Call is paid."""
    out, values = told(pitboss, "massachusetts-2020/two-card-joker-poker/08-fold")
    assert "flush is not paid; the least that is paid is pair, 1 to 1" in out and "straight or less" not in out
    assert values["settlements"][0]["reason"] == "straight or less is not paid"


# -- said as it was ---------------------------------------------------------------------------------------------------


def told_of(record: str) -> list[str]:
    """What is said of each wager, in their order."""
    steps = ruling_of(settle(record)).steps
    return [f"{each.decided_by}; {', '.join(each.computation)}" for step in steps for each in step.wagers]


def test_a_dont_pass_on_a_barred_number_is_told_to_stay_up_and_not_to_go_back() -> None:
    record = """
        rulebook = "chapter4"
        game = "craps"
        steps = [{ dice = "6-6", seats.1.wagers = { dont_pass = 10 } }, { dice = "6-1" }]
    """
    first, second = told_of(record)
    assert first.endswith("nothing is won or lost, the $10.00 stays up") and second.endswith("the $10.00 is lost")


def test_a_come_bet_is_told_to_go_to_its_number_and_odds_that_go_back_to_be_off() -> None:
    record = """
        rulebook = "chapter4"
        game = "craps"
        [[steps]]
        dice = "4-2"
        seats.1.wagers = { pass_line = 10 }
        [[steps]]
        dice = "5-4"
        seats.1.wagers = { pass_line = 10, come = 10 }
        [[steps]]
        dice = "3-3"
        seats.1.wagers = { pass_line = 10, "come 9" = 10, "come_odds 9" = 20 }
        [[steps]]
        dice = "4-3"
        seats.1 = { wagers = { pass_line = 10, "come 9" = 10, "come_odds 9" = 20 } SAYS }
    """
    told = told_of(record.replace("SAYS", ""))
    assert "point set: 5-4, 9, the point is 6; the $10.00 goes to the 9" in told
    assert "3-3, 6, point made; $10.00 at 1 to 1 is $10.00, the wager wins $10.00" in told
    assert "odds are off on the come-out roll: 4-3, 7 on the come-out roll; the $20.00 goes back" in told
    called = told_of(record.replace("SAYS", ', says = ["on come_odds 9"]'))
    assert "a seven comes first: 4-3, 7 on the come-out roll, called on; the $20.00 is lost" in called


SIDE_POTS = """
    rulebook = "california"
    game = "texas-holdem"
    options = { schedule_option = 30 }
    carry = { button = 1 }
    community = "Kd 9c 4s 4h 2d"
    [seats.1]
    stack = 30
    cards = "Kh Ks"
    actions = ["all_in"]
    [seats.2]
    stack = 80
    cards = "9s 9d"
    actions = ["all_in"]
    [seats.3]
    stack = 200
    cards = "Ah Ad"
    actions = ["call"]
"""


def test_side_pots_are_told_one_by_one_with_the_hands_that_could_win_them() -> None:
    rows = ruling_of(settle(SIDE_POTS)).steps[0].wagers
    told = {each.row.seat: each.decided_by for each in rows}
    kings, nines = "full house, kings over fours", "full house, nines over fours"
    assert told[2] == f"in the pot {kings}, over {nines}; in side pot 1 {nines}, over two pair, aces and fours"
    assert told[1] == f"in the pot {kings}, over {nines}"
    [main, side] = next(each for each in rows if each.row.seat == 2).weighed.against
    assert (main.pot, main.result, side.pot, side.result) == ("pot", "under", "side pot 1", "over")


def test_a_fee_that_does_not_go_by_the_number_of_players_is_not_said_to() -> None:
    fees = {fee.what: str(fee.basis) for fee in ruling_of(settle(SIDE_POTS)).steps[0].pot_fees}
    assert fees["Fee #1 from the pot"] == "however many players"
    assert fees["regular fee from the pot"] == "the fee with 3 players dealt in"


def test_who_gets_less_of_a_pot_than_was_put_in_is_not_said_to_win(pitboss: Run) -> None:
    file = next(
        file
        for file in sorted((EXAMPLES / "california/omaha-high-low-split").glob("*.toml"))
        if any(
            row.outcome == "win" and row.net < 0 for _, r in settle(file.read_text()).rounds for row in r.settlements
        )
    )
    _, out, _ = pitboss("settle", file, "--explain")
    assert "part back -$" in out and "win -$" not in out
    assert "win -$" not in pitboss("settle", file)[1]


def test_a_cut_to_a_payout_limit_tells_the_limit_and_what_was_won_under_it() -> None:
    told = told_of((EXAMPLES / "massachusetts-2020/texas-holdem-bonus/13-limit.toml").read_text())
    assert any(
        "cut by $10,000.00 because $68,000.00 was won in all and the payout limit is $50,000.00" in each
        for each in told
    )


def test_a_dealers_blackjack_is_called_one_where_players_switch_and_even_money_is_told_by_the_blackjack() -> None:
    file = next((EXAMPLES / "massachusetts-2020/blackjack-switch").glob("14-*.toml"))
    assert any(each.startswith("dealer blackjack: 21 against blackjack;") for each in told_of(file.read_text()))
    record = """
        rulebook = "massachusetts-2020"
        game = "blackjack"
        options.even_money = true
        seats.1 = { wagers = { blackjack = 25 }, cards = "Ac Qd", actions = ["even_money"] }
        dealer.cards = "As Kh"
    """
    assert told_of(record)[0].startswith("even money: blackjack; $25.00 at 1 to 1")


def test_an_ace_and_ten_that_is_no_natural_is_not_called_one() -> None:
    record = """
        rulebook = "california"
        game = "blackjack-1-5-to-1"
        options = { schedule_option = "variations_1" }
        bank = { seat = 8, wager = 500 }
        seats.1 = { wagers = { base = 20 }, cards = "Ah Kc" }
        dealer.cards = "9h 8s"
    """
    assert told_of(record)[0].startswith("paid for its two cards: ace and ten against 17;")
    assert told_of(record.replace("Ah Kc", "Ah Xr"))[0].startswith("paid for its two cards: natural against 17;")


def test_a_copy_is_called_one_and_jokers_are_not_told_as_they_are_written() -> None:
    told = " ".join(
        each
        for file in sorted((EXAMPLES / "chapter4/pai-gow-poker").glob("*.toml"))
        if "refused" not in file.read_text()
        for each in told_of(file.read_text())
    )
    assert "each, a copy" in told and "Xr" not in told


def test_the_hands_of_one_seat_are_told_together() -> None:
    record = """
        rulebook = "chapter4"
        game = "blackjack"
        seats.1 = { wagers = { main = 10 }, hands = ["8c Th", "8d Kd"], actions = ["split", "stand", "stand"] }
        dealer.cards = "Th 7s"
    """
    assert [each.hand for each in ruling_of(settle(record)).steps[0].hands] == [
        "Seat 1, hand 1",
        "Seat 1, hand 2",
        "The dealer",
    ]


def test_a_card_too_many_is_refused_with_the_rule_by_which_the_hand_stays() -> None:
    baccarat = {"rulebook": "chapter4", "game": "mini-baccarat", "seats": {"1": {"wagers": {"banker": 10}}}}
    with pytest.raises(PitbossError) as caught:
        settle(baccarat | {"player": "2s 2d 3h", "banker": "2h 3c 9h"})
    assert caught.value.sentence.endswith("the Banker's Hand stays on 5 against a third card of 3")
    assert caught.value.cite == "§7(F)(8)-(12) L986-1003"
    seat = {"wagers": {"main": 10}, "cards": "Tc 8d", "actions": ["stand"]}
    with pytest.raises(PitbossError, match="the dealer stands on soft 17") as caught:
        settle({"rulebook": "chapter4", "game": "blackjack", "seats": {"1": seat}, "dealer": "6h As Td"})
    assert "§3.J L401" in caught.value.cite


def test_wagers_on_first_cards_and_on_a_dealers_hands_are_told_with_those_cards() -> None:
    record = """
        rulebook = "massachusetts-2020"
        game = "blackjack"
        options = { multiple_action = "three" }
        dealer = "As Kd"
        dealer_2 = "6c"
        dealer_3 = "9d"
        [seats.1]
        wagers = { multiple_action_1 = 10, multiple_action_2 = 20, multiple_action_3 = 10 }
        cards = "5c 6d 9h"
        actions = ["insure 5", "insure 10", "no_insurance", "double 40"]
    """
    assert any(each.startswith("hole card not ten: with A♠ 6♣;") for each in told_of(record))
    hands = {each.hand: each.pieces for each in ruling_of(settle(record)).steps[0].hands}
    assert hands["The dealer"] == ("As", "Kd") and hands["The dealer 2"] == ("As", "6c")
    bounty = """
        rulebook = "massachusetts-2020"
        game = "blackjack"
        options = { kings_bounty = 1 }
        dealer = "Ah Kd"
        [seats.1]
        wagers = { blackjack = 10, kings_bounty = 5 }
        hands = ["Ks 9d", "Ks 8c"]
        actions = ["no_insurance", "split", "stand", "stand"]
    """
    assert any("with K♠ K♠;" in each for each in told_of(bounty))


def test_a_record_may_tell_what_the_dealer_was_dealt_where_a_player_banks_with_the_house() -> None:
    record = """
        rulebook = "oneida-2003"
        game = "pai-gow-poker"
        options = { player_banking = true, co_banking = true }
        carry = { offered = 3, banked = 0, wagered = { 3 = "25.00" } }
        bank = { seat = 3, wager = 200 }
        dealer = "As Ac 7h 5c 3c Kd Qc"
        [seats.3]
        cards = "9s 9c Jc 8h 6d Qs Jd"
        actions = ["co_bank"]
        [seats.1]
        wagers = { pai_gow_poker = 35 }
        cards = "8s 8d 7s 5h 3d Jh 4d"
        actions = ["set low=Jh 4d", "stand"]
    """
    with_it, without = settle(record), settle(record.replace('dealer = "As Ac 7h 5c 3c Kd Qc"', ""))
    assert with_it.net == without.net and with_it.net[1] == -3500


def test_a_stake_of_the_banker_beyond_twice_the_last_is_refused_by_the_clause_that_says_so() -> None:
    record = {
        "rulebook": "massachusetts-2020",
        "game": "baccarat-chemin-de-fer",
        "carry": {"banker": 1, "last_stake": 100},
        "seats": {"1": {"actions": ["stake 333"]}, "2": {"actions": ["no_banco", "cover 100", "stay"]}},
        "player": "3c 4d",
        "banker": "Kd 5h 9s",
    }
    with pytest.raises(PitbossError, match=r"may stake at most \$200.00") as caught:
        settle(record)
    assert caught.value.cite == "§5(b) L1278"
