"""Where the three craps rulebooks differ: the same record under each of them, what it comes to and by which clause."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from pitboss import PitbossError, load, settle
from pitboss.engine.replay import Settled
from pitboss.rulebook import examine

CHAPTER4, ONEIDA, MASSACHUSETTS = BOOKS = ("chapter4", "oneida-2003", "massachusetts-2020")
REFUSED = "refused"
NO_SUCH_WAGER = (REFUSED, "there is no wager", "")
Options = Mapping[str, Mapping[str, Any]]
Ruling = tuple[str, Any, str]
"""An outcome and its dollars, or "refused" and words of the sentence; and the clause that must be cited."""


def record(
    dice: str,
    wagers: Mapping[str, Any] | None = None,
    *,
    up: Mapping[str, Any] | None = None,
    point: int | None = None,
    says: list[str] | None = None,
    shooter: int | str = "another",
    **carry: Any,
) -> dict[str, Any]:
    """One roll: seat 1's wagers that are up, those it makes now, and the point that is on."""
    carried = {"shooter": shooter, **({"point": point} if point else {}), **carry}
    seat = {"wagers": dict(wagers or {}), **({"says": says} if says else {})}
    return {"game": "craps", "carry": carried, "standing": {"1": dict(up or {})}, "dice": dice, "seats": {"1": seat}}


def played(book: str, raw: Mapping[str, Any], options: Options) -> Settled:
    return settle({**raw, "rulebook": book, "options": dict(options.get(book, {}))})


def assert_rulings(
    raw: Mapping[str, Any], wager: str, rulings: Mapping[str, Ruling], options: Options | None = None
) -> None:
    """Play a record under every rulebook and compare what became of one wager, or why it was refused."""
    assert set(rulings) == set(BOOKS)
    assert len(set(rulings.values())) > 1, "nothing differs"
    for book, (outcome, result, clause) in rulings.items():
        if outcome == REFUSED:
            with pytest.raises(PitbossError) as caught:
                played(book, raw, options or {})
            assert result in caught.value.sentence, book
            assert clause in cite_of(caught.value), book
        else:
            _, last = played(book, raw, options or {}).rounds[-1]
            row = next(row for row in last.settlements if wager in (row.wager, f"{row.wager} {row.on}"))
            assert (row.outcome, row.net / 100) == (outcome, result), book
            assert clause in row.cite, book


def cite_of(refused: PitbossError) -> str:
    return getattr(refused, "cite", None) or ""


def everywhere(**options: Any) -> Options:
    return dict.fromkeys(BOOKS, options)


def standing(book: str, raw: Mapping[str, Any]) -> list[str]:
    """What is still on the layout after a record."""
    return [bet.name for bet in played(book, raw, {}).table.standing]


def vigorish_on(book: str, raw: Mapping[str, Any], **options: Any) -> tuple[int, str]:
    """What a record charged in dollars, and the clause it was charged under."""
    (fee,) = (fee for _, last in played(book, raw, {book: options}).rounds for fee in last.fees)
    return fee.amount // 100, fee.cite


# -- The come-out roll ------------------------------------------------------------------------------------------------


def test_a_come_bet_loses_on_a_come_out_7_but_not_at_oneida() -> None:
    rulings = {
        CHAPTER4: ("lose", -10, "§1.B.1.c"),
        ONEIDA: ("stays", 0, "§II.E(5) L1105-1108; Reading 1"),
        MASSACHUSETTS: ("lose", -10, "§2(c)(2)"),
    }
    assert_rulings(record("4-3", up={"come 9": 10}), "come", rulings)


def test_a_come_bet_wins_on_a_come_out_roll_but_not_at_oneida() -> None:
    rulings = {
        CHAPTER4: ("win", 10, "§1.B.1.c"),
        ONEIDA: ("stays", 0, "§II.E(5)"),
        MASSACHUSETTS: ("win", 10, "§2(c)(1)"),
    }
    assert_rulings(record("5-4", up={"come 9": 10}), "come", rulings)


def test_come_odds_go_back_with_their_bet_on_a_come_out_roll_and_stay_up_with_it_at_oneida() -> None:
    rulings = {
        CHAPTER4: ("push", 0, "§1.B.1.aa L89"),
        ONEIDA: ("stays", 0, "§II.E(5)"),
        MASSACHUSETTS: ("push", 0, "§3(e) L9813; Reading A7"),
    }
    assert_rulings(record("4-3", up={"come 9": 10, "come_odds 9": 10}), "come_odds", rulings)


def test_come_odds_are_called_on_by_themselves_but_at_oneida_with_their_bet() -> None:
    rulings = {
        CHAPTER4: ("win", 15, "§1.F.3"),
        ONEIDA: (REFUSED, "works whenever its bet does", "§II.E(5)"),
        MASSACHUSETTS: ("win", 15, "§6(c)"),
    }
    raw = record("5-4", up={"come 9": 10, "come_odds 9": 10}, says=["on come_odds 9"])
    assert_rulings(raw, "come_odds", rulings)


def test_hardways_work_on_a_come_out_roll_in_chapter_4_only() -> None:
    rulings = {
        CHAPTER4: ("lose", -5, "§1.B.1.j L63"),
        ONEIDA: ("stays", 0, "§II.E(5)"),
        MASSACHUSETTS: ("stays", 0, "§3(e) L9813"),
    }
    assert_rulings(record("4-3", up={"hard_8": 5}), "hard_8", rulings)


def test_a_house_may_turn_hardways_off_on_a_come_out_roll_in_chapter_4_only() -> None:
    rulings = {
        CHAPTER4: ("stays", 0, "§1.C.5 L99"),
        ONEIDA: (REFUSED, "there is no such option", ""),
        MASSACHUSETTS: (REFUSED, "there is no such option", ""),
    }
    assert_rulings(record("4-3", up={"hard_8": 5}), "hard_8", rulings, everywhere(hardways_on_comeout=False))


# -- Vigorish ---------------------------------------------------------------------------------------------------------


def test_the_lay_vigorish_is_on_the_win_but_in_massachusetts_on_the_wager() -> None:
    found = {book: vigorish_on(book, record("4-3", {"lay 4": 40})) for book in BOOKS}
    assert {book: amount for book, (amount, _) in found.items()} == {CHAPTER4: 1, ONEIDA: 1, MASSACHUSETTS: 2}
    assert found[CHAPTER4][1].startswith("§1.E")
    assert found[ONEIDA][1].startswith("§II.G")
    assert found[MASSACHUSETTS][1].startswith("§5(a)-(b)")


def test_the_lay_vigorish_may_be_taken_from_winners_only_but_not_at_oneida() -> None:
    lost = record("3-1", {"lay 4": 40})
    for book, options in ((CHAPTER4, {"lay_vig_timing": "on_win"}), (MASSACHUSETTS, {"lay_timing": "on_win"})):
        assert played(book, lost, {book: options}).net == {1: -4000}
    assert played(ONEIDA, lost, {}).net == {1: -4100}
    assert load(CHAPTER4 + "/craps").options["lay_vig_timing"].cite.startswith("§1.B.1.g.ii L60; §1.E.2")
    assert load(MASSACHUSETTS + "/craps").options["lay_timing"].cite.startswith("§5(b)")
    assert not [name for name in load(ONEIDA + "/craps").options if "timing" in name]
    assert vigorish_on(ONEIDA, lost) == (1, "§II.G L1197-1237; Readings 8, 9")


def test_the_lay_vigorish_may_be_a_tenth_of_the_win_on_4_and_10_at_oneida_only() -> None:
    lay = record("4-3", {"lay 4": 40})
    assert vigorish_on(ONEIDA, lay, lay_commission_4_10="10")[0] == 2  # 5 % of the wager, the ceiling
    for book, option, clause in ((CHAPTER4, "lay_vig_rate", "§1.B.1.g.ii"), (MASSACHUSETTS, "lay_rate", "§5(b)")):
        with pytest.raises(PitbossError, match="10% is more than the 5%") as caught:
            played(book, lay, {book: {option: "10"}})
        assert cite_of(caught.value).startswith(clause)


def test_the_buy_vigorish_may_be_taken_from_winners_only_in_massachusetts_alone() -> None:
    lost = record("4-3", {"buy 10": 20}, point=8)
    assert {book: played(book, lost, {}).net[1] for book in BOOKS} == dict.fromkeys(BOOKS, -2100)
    assert played(MASSACHUSETTS, lost, {MASSACHUSETTS: {"buy_timing": "on_win"}}).net == {1: -2000}
    assert load(MASSACHUSETTS + "/craps").options["buy_timing"].cite.startswith("§5(a) L9937")
    for book, clause in ((CHAPTER4, "§1.E"), (ONEIDA, "§II.G")):
        assert not [name for name in load(book + "/craps").options if name.startswith("buy") and "timing" in name]
        assert vigorish_on(book, lost)[1].startswith(clause)


# -- Odds -------------------------------------------------------------------------------------------------------------


def test_double_odds_are_the_default_of_chapter_4_and_single_odds_of_the_others() -> None:
    rulings = {
        CHAPTER4: ("win", 40, "§1.F.1 L196"),
        ONEIDA: (REFUSED, "the most is $10.00", "§II.H(1)-(5)"),
        MASSACHUSETTS: (REFUSED, "the most is $10.00", "§6(a)-(e)"),
    }
    assert_rulings(record("3-1", {"pass_odds": 20}, up={"pass_line": 10}, point=4), "pass_odds", rulings)


def test_chapter_4_alone_knows_no_most_of_odds() -> None:
    rulings = {
        CHAPTER4: ("win", 2_020, "§1.F.1 L196"),
        ONEIDA: (REFUSED, "101 is more than the 100", "§II.H(1) L1261-1265; §II.H(5)"),
        MASSACHUSETTS: (REFUSED, "101 is more than the 100", "§6(a) L9995; §6(e)"),
    }
    raw = record("3-1", {"pass_odds": 1010}, up={"pass_line": 10}, point=4)
    assert_rulings(raw, "pass_odds", rulings, everywhere(pass_odds_multiple=101))


def test_a_multiple_of_dont_odds_limits_the_stake_in_chapter_4_and_the_win_elsewhere() -> None:
    rulings = {
        CHAPTER4: (REFUSED, "the most is $20.00", "§1.F.1-5"),
        ONEIDA: ("win", 20, "§II.H(2)"),
        MASSACHUSETTS: ("win", 20, "§6(b)"),
    }
    raw = record("4-3", {"dont_pass_odds": 40}, up={"dont_pass": 10}, point=4)
    assert_rulings(raw, "dont_pass_odds", rulings, everywhere(dont_pass_odds_multiple=2))


def test_odds_exceed_the_limit_for_an_even_payout_but_not_in_chapter_4() -> None:
    rulings = {
        CHAPTER4: (REFUSED, "the most is $4.00", "§1.F.1-5"),
        ONEIDA: ("win", 9, "§II.H(1)"),
        MASSACHUSETTS: ("win", 9, "§6(a) L9995; §6(e)-(f)"),
    }
    raw = record("5-4", {"pass_odds": 6}, up={"pass_line": 5}, point=9)
    assert_rulings(raw, "pass_odds", rulings, everywhere(pass_odds_multiple=1))


def test_the_posted_maximum_holds_for_odds_but_not_in_chapter_4() -> None:
    rulings = {
        CHAPTER4: ("win", 75, "§1.F.1 L196"),
        ONEIDA: (REFUSED, "over the posted maximum; the most is $26.00", "§II.H(6)"),
        MASSACHUSETTS: (REFUSED, "over the posted maximum; the most is $26.00", "§6(f)"),
    }
    raw = record("5-4", {"pass_odds": 50}, up={"pass_line": 25}, point=9)
    assert_rulings(raw, "pass_odds", rulings, everywhere(pass_odds_multiple=2, table_max=25))


def test_multiples_by_the_point_are_an_option_in_massachusetts_only() -> None:
    rulings = {
        CHAPTER4: (REFUSED, "there is no such option", ""),
        ONEIDA: (REFUSED, "there is no such option", ""),
        MASSACHUSETTS: ("win", 60, "§6(a)"),
    }
    raw = record("3-1", {"pass_odds": 30}, up={"pass_line": 10}, point=4)
    assert_rulings(raw, "pass_odds", rulings, everywhere(odds_multiple_4_10=3))


# -- Which wagers there are, and when they are made -------------------------------------------------------------------


def test_a_late_pass_bet_is_taken_in_chapter_4_only() -> None:
    rulings = {
        CHAPTER4: ("win", 10, "§1.B.1.a"),
        ONEIDA: (REFUSED, "before a come-out roll only", "§II.D(1)"),
        MASSACHUSETTS: (REFUSED, "before a come-out roll only", "§2(a)"),
    }
    assert_rulings(record("6-2", {"pass_line": 10}, point=8), "pass_line", rulings)


def test_come_bets_on_a_come_out_roll_are_an_option_in_chapter_4_only() -> None:
    rulings = {
        CHAPTER4: ("win", 10, "§1.B.1.c"),
        ONEIDA: (REFUSED, "there is no such option", ""),
        MASSACHUSETTS: (REFUSED, "there is no such option", ""),
    }
    raw = record("4-3", {"come": 10})
    assert_rulings(raw, "come", rulings, everywhere(come_on_comeout=True))
    for book, clause in ((CHAPTER4, "§1.B.1.c"), (ONEIDA, "§II.D(3)"), (MASSACHUSETTS, "§2(c)")):
        with pytest.raises(PitbossError, match="not accepted on a come-out roll") as caught:
            played(book, raw, {})
        assert cite_of(caught.value).startswith(clause)


@pytest.mark.parametrize(
    ("wager", "dice", "net", "clause"),
    [
        ("put 6", "4-2", 30, "§1.B.1.aa L87"),
        ("big_6", "4-2", 30, "§1.B.1.x L81"),
        ("big_8", "6-2", 30, "§1.B.1.y L82"),
        ("three_way_craps", "1-1", 280, "§1.B.1.v L76"),
        ("split_high_low", "1-1", 435, "§1.B.1.z"),
        ("split_ace_deuce_any_craps", "2-1", 330, "§1.B.1.z"),
    ],
)
def test_a_wager_of_chapter_4_only(wager: str, dice: str, net: int, clause: str) -> None:
    rulings = {CHAPTER4: ("win", net, clause), ONEIDA: NO_SUCH_WAGER, MASSACHUSETTS: NO_SUCH_WAGER}
    assert_rulings(record(dice, {wager: 30}, point=9), wager, rulings)


def test_place_to_lose_is_not_offered_at_oneida() -> None:
    rulings = {
        CHAPTER4: ("win", 24, "§1.B.1.f L54; §1.D.2"),
        ONEIDA: NO_SUCH_WAGER,
        MASSACHUSETTS: ("win", 24, "§2(f) L9548; §4(b)"),
    }
    assert_rulings(record("4-3", {"place_to_lose 6": 30}), "place_to_lose", rulings)


def test_what_chapter_4_calls_world_is_a_whirl_elsewhere_for_the_same_money() -> None:
    called = {
        CHAPTER4: ("world", "§1.B.1.u L75"),
        ONEIDA: ("whirl", "§II.D(20) L1069-1073"),
        MASSACHUSETTS: ("whirl", "§2(u) L9642"),
    }
    for dice, net in (("5-2", 0), ("1-1", 26), ("6-5", 11)):
        for name, (book, (own, clause)) in product(("world", "whirl"), called.items()):
            _, last = played(book, record(dice, {name: 5}), {}).rounds[-1]
            assert [(row.wager, row.net / 100) for row in last.settlements] == [(own, net)]
            assert clause in last.settlements[0].cite


@pytest.mark.parametrize(
    ("hop", "dice", "net"), [("1-1", "1-1", 30), ("6-6", "6-6", 30), ("1-2", "2-1", 15), ("5-6", "6-5", 15)]
)
def test_hops_of_2_3_11_and_12_are_not_offered_in_massachusetts(hop: str, dice: str, net: int) -> None:
    rulings = {
        CHAPTER4: ("win", net, "§1.D.2 L146-150"),
        ONEIDA: ("win", net, "§II.D(21)"),
        MASSACHUSETTS: (REFUSED, "is not a spot on this layout", "§2(v)-(ll)"),
    }
    assert_rulings(record(dice, {f"hop {hop}": 1}), "hop", rulings)


@pytest.mark.parametrize(
    ("wager", "options", "dice", "ruling"),
    [
        ("six_seven_eight", {"six_seven_eight": True}, "3-3", ("win", 10, "§4(b)")),
        ("fire", {"fire": "table_a"}, "3-3", ("stays", 0, "§12")),
        ("hot_roller", {"hot_roller": "paytable_a"}, "4-3", ("lose", -5, "§14(a)(4)")),
        ("all_small", {"bonus_craps": "paytable_1"}, "4-3", ("lose", -5, "§13(a)")),
    ],
)
def test_a_wager_that_a_house_may_offer_in_massachusetts_only(
    wager: str, options: dict[str, Any], dice: str, ruling: Ruling
) -> None:
    rulings = {CHAPTER4: NO_SUCH_WAGER, ONEIDA: NO_SUCH_WAGER, MASSACHUSETTS: ruling}
    assert_rulings(record(dice, {wager: 5}), wager, rulings, {MASSACHUSETTS: options})


def test_match_play_coupons_have_a_rule_in_massachusetts_alone() -> None:
    def findings(book: str, options: dict[str, Any]) -> list[tuple[str, str]]:
        return [(finding.level, finding.cite) for finding in examine(load(f"{book}/craps"), options)[1]]

    assert "match_play" in load(f"{MASSACHUSETTS}/craps").options
    assert all(level != "refused" for level, _ in findings(MASSACHUSETTS, {"match_play": True}))
    assert findings(ONEIDA, {"match_play_coupons": "accept"}) == [("notice", "§II.E(2) L1090-1091; Reading 21")]
    assert findings(CHAPTER4, {"match_play": True})[0][0] == REFUSED


# -- After a win ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "dice"), [("place_to_win 6", "4-2"), ("buy 6", "4-2"), ("lay 6", "4-3"), ("hard_6", "3-3")]
)
def test_winning_bets_on_a_number_are_left_up_at_oneida_only(wager: str, dice: str) -> None:
    raw = record(dice, {wager: 30}, point=9)
    assert {book: standing(book, raw) for book in BOOKS} == {CHAPTER4: [], ONEIDA: [wager], MASSACHUSETTS: []}
    cites = {book: played(book, raw, {}).rounds[0][1].settlements[0].cite for book in BOOKS}
    assert cites[CHAPTER4].endswith("Reading A9")
    assert cites[ONEIDA].endswith("Reading 16")
    assert cites[MASSACHUSETTS].startswith(("§2", "§4", "§5"))


def test_craps_eleven_is_left_up_after_a_win_in_chapter_4_only() -> None:
    for book, wager, left, clause in (
        (CHAPTER4, "split_craps_eleven", ["split_craps_eleven"], "§1.B.1.z"),
        (ONEIDA, "c_and_e", [], "§II.F(4)"),
        (MASSACHUSETTS, "c_and_e", [], "§2(r)"),
    ):
        raw = record("6-5", {wager: 2})
        assert standing(book, raw) == left
        (row,) = played(book, raw, {}).rounds[0][1].settlements
        assert row.net == 1400
        assert row.cite.startswith(clause)


# -- Rolling without a line bet ---------------------------------------------------------------------------------------


def test_a_shooter_who_made_the_point_rolls_without_a_line_bet_but_not_in_chapter_4() -> None:
    rulings = {
        CHAPTER4: (REFUSED, "must hold a Pass or Don't Pass bet", "§1.G.4 L210"),
        ONEIDA: ("win", 10, "§II.D(3)"),
        MASSACHUSETTS: ("win", 10, "§2(c)(1)"),
    }
    raw = record("6-2", up={"come 8": 10}, says=["no_line_bet"], shooter=1, made=True)
    assert_rulings(raw, "come", rulings)
    for book, clause in ((ONEIDA, "§II.K(2)"), (MASSACHUSETTS, "§11(b)")):
        with pytest.raises(PitbossError, match="only a shooter who made the point") as caught:
            played(book, {**raw, "carry": {"shooter": 1}}, {})
        assert cite_of(caught.value).startswith(clause)


def test_come_odds_work_on_a_roll_without_a_line_bet_at_oneida_only() -> None:
    rulings = {
        CHAPTER4: (REFUSED, "must hold a Pass or Don't Pass bet", "§1.G.4 L210"),
        ONEIDA: ("win", 12, "§II.H(3)"),
        MASSACHUSETTS: ("push", 0, "§3(e)"),
    }
    raw = record("6-2", up={"come 8": 10, "come_odds 8": 10}, says=["no_line_bet"], shooter=1, made=True)
    assert_rulings(raw, "come_odds", rulings)


# -- Higher odds ------------------------------------------------------------------------------------------------------


def test_higher_odds_than_listed_may_be_paid_but_not_in_chapter_4() -> None:
    field = {
        book: next(name for name, table in load(f"{book}/craps").pay_tables.items() if "field_12" in table.lines)
        for book in BOOKS
    }
    found = {
        book: examine(load(f"{book}/craps"), pay_tables={field[book]: {"field_12": "3 to 1"}})[1] for book in BOOKS
    }
    refused = {book: [finding.cite for finding in found[book] if finding.level == REFUSED] for book in BOOKS}
    assert refused == {CHAPTER4: ["§1.D.2 L156-157"], ONEIDA: [], MASSACHUSETTS: []}
    tables = {book: load(f"{book}/craps").pay_tables[field[book]] for book in BOOKS}
    assert tables[ONEIDA].change_cite.startswith("§II.F(1)")
    assert tables[MASSACHUSETTS].change_cite.startswith("§4(b)")


@pytest.mark.parametrize("entry", ["chapter4/craps", "oneida-2003/craps", "massachusetts-2020/craps"])
def test_a_barred_dont_pass_stays_up_for_the_next_come_out_roll_or_is_taken_up(entry: str) -> None:
    rulebook, game = entry.split("/")
    barred = {"dice": "6-6", "seats": {"1": {"wagers": {"dont_pass": 10}}}}
    head = {"rulebook": rulebook, "game": game, "carry": {"shooter": "another"}}
    assert settle(head | {"steps": [barred, {"dice": "1-2"}]}).net == {1: 1000}
    taken_up = {"dice": "1-2", "seats": {"1": {"wagers": {"dont_pass": 0}}}}
    assert settle(head | {"steps": [barred, taken_up]}).net == {1: 0}
    raised = {"dice": "1-2", "seats": {"1": {"wagers": {"dont_pass": 15}}}}
    assert settle(head | {"steps": [barred, raised]}).net == {1: 1500}
