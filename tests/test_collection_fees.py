"""A card room's collection fees: flat sums taken before the deal, by the schedule the house has posted."""

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from banked import GAME, seat, settled
from pitboss import BankSeat, PitbossError, Setup, load, open_table, settle
from pitboss.engine.fees import bank_fee, by_players
from pitboss.money import cents
from pitboss.rulebook import entries
from pitboss.rulebook.loader import BUILT_IN, load_file
from pitboss.rulebook.model import Schedule
from pitboss.rulebook.setup import examine
from pitboss.rulebook.vocabulary import is_option

SCHEDULES = "collections-hold-em-and-three-card"
# What the source prints, option by option: the table limit, the player's fee, and the player-dealer's fee with the top
# of its band of table action; None is no limit.
PRINTED: dict[int, tuple[int, int | None, str, list[tuple[int, int | None]]]] = {
    1: (5, 100, "0", [(2, None)]),
    2: (5, 100, "1", [(2, None)]),
    3: (10, 100, "0", [(2, None)]),
    4: (10, 100, "1", [(2, None)]),
    5: (25, 100, "0", [(3, None)]),
    6: (25, 100, "1", [(3, None)]),
    7: (50, 300, "0", [(5, None)]),
    8: (50, 300, "3", [(5, None)]),
    9: (5, 50, "0.50", [(2, 50), (3, None)]),
    10: (5, None, "0", [(2, 50), (3, 300), (4, 500), (7, 1000), (10, None)]),
    11: (10, None, "0", [(2, 100), (3, 400), (4, 700), (7, 1500), (13, None)]),
    12: (25, None, "0", [(3, 300), (6, 700), (9, 1200), (15, 2000), (20, None)]),
}


@pytest.mark.parametrize("option", PRINTED)
def test_schedule_is_as_printed(option: int) -> None:
    low, high, player, bands = PRINTED[option]
    setup = Setup.of(load(GAME), {"schedule_option": option})
    ante, pair_plus = setup.offers["ante"], setup.offers["pair_plus"]
    assert (ante.min, ante.max) == (low * 100, high * 100 if high else None)
    assert (pair_plus.min, pair_plus.max) == ((ante.min, ante.max) if option <= 8 else (5_00, 100_00))
    schedule = _schedule(option)
    assert cents(schedule.player) == cents(player)
    bottom = low
    for fee, top in bands:
        for action in (bottom, top or 1_000_000):
            assert bank_fee(schedule.bank, action * 100) == fee * 100, f"${action}"
        bottom = (top or 0) + 1


def test_an_action_between_two_bands_pays_the_upper_one() -> None:
    schedule = _schedule(9)
    assert bank_fee(schedule.bank, 50_00) == 2_00
    assert bank_fee(schedule.bank, 50_01) == bank_fee(schedule.bank, 50_50) == 3_00


def test_fees_follow_the_wagers_placed_before_the_deal() -> None:
    """Ante and Pair Plus count, Play does not, and a player pays per Ante."""
    options = {"schedule_option": 9}
    seats = {1: seat({"ante": 20, "pair_plus": 10}, "8h 8d Kc"), 2: seat({"ante": 20}, "9h 9d Kd")}
    played = settled(seats, "Qd 9s Ac", options=options)
    assert {fee.seat: fee.amount for fee in played.fees} == {1: 50, 2: 50, 7: 200}
    assert played.ledger["box"] == 300
    seats[1]["wagers"]["pair_plus"] = 11
    assert settled(seats, "Qd 9s Ac", options=options).fees[-1].amount == 300


def test_fees_are_taken_before_the_deal() -> None:
    played = open_table(GAME, {"schedule_option": 8}, seed=1).deal({1: {"ante": 50}}, bank=BankSeat(7, 100))
    kinds = [event.kind for event in played.events]
    assert kinds.index("deal") > max(at for at, kind in enumerate(kinds) if kind == "fee")
    assert [str(event) for event in played.events if event.kind == "fee"] == [
        "fee seat 1 collection fee -$3.00 [L2512, L2522]",
        "fee seat 7 player-dealer's collection fee -$5.00 [L2512, L2522]",
    ]


def test_fees_do_not_use_up_the_player_dealers_wager() -> None:
    played = settled({1: seat({"ante": 50}, "8h 8d Kc")}, "Qd 9s Ac", wager=100, options={"schedule_option": 8})
    assert [row.net for row in played.settlements] == [50_00, 50_00]
    assert played.net == {1: 97_00, 7: -105_00}


def test_wagers_returned_uncovered_still_count_for_the_fee() -> None:
    seats = {place: seat({"ante": 30}, action="fold") for place in (1, 2)}
    played = settled(seats, "Qd 9s Ac", wager=5, options={"schedule_option": 9})
    assert played.net == {1: -5_50, 2: -50, 7: 5_00 - 3_00}


@pytest.mark.parametrize(
    ("option", "wagers", "sentence"),
    [
        (8, {"ante": 45}, r"Ante: \$45.00 is under the minimum of \$50.00"),
        (8, {"ante": 301}, r"Ante: \$301.00 is over the maximum of \$300.00"),
        (8, {"ante": 50, "pair_plus": 5}, r"Pair Plus: \$5.00 is under the minimum of \$50.00"),
        (12, {"ante": 5000, "pair_plus": 101}, r"Pair Plus: \$101.00 is over the maximum of \$100.00"),
        (12, {"ante": 5000, "pair_plus": 4}, r"Pair Plus: \$4.00 is under the minimum of \$5.00"),
    ],
)
def test_the_schedules_limits_bind(option: int, wagers: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        settled({1: seat(wagers, action="fold")}, "", options={"schedule_option": option})


def test_without_a_schedule_nothing_is_collected_and_the_check_says_that_the_house_must_choose() -> None:
    played = settled({1: seat({"ante": "0.01"}, action="fold")}, "")
    assert played.fees == []
    _, findings = examine(load(GAME))
    assert [str(finding) for finding in findings] == [
        "notice: option schedule_option: the house has yet to choose [§Collection Procedures L2653-2656; L2512-2542]"
    ]


def test_a_schedule_chosen_as_a_word_counts_as_its_number() -> None:
    assert Setup.of(load(GAME), {"schedule_option": "8"}).schedule == _schedule(8)
    for wrong in (0, 13, "eight"):
        with pytest.raises(PitbossError, match="schedule_option: .* is not one of 1, 2, 3"):
            Setup.of(load(GAME), {"schedule_option": wrong})


def test_no_schedule_has_more_than_five_rates() -> None:
    counted = 0
    for entry in entries():
        for schedule in entry.fees.schedules.values() if entry.fees else ():
            bank = [schedule.bank] if isinstance(schedule.bank, str) else [band.fee for band in schedule.bank]
            rates = {("bank", fee) for fee in bank} | {("player", schedule.player)}
            assert len([rate for _, rate in rates if is_option(rate) or cents(rate)]) <= 5
            counted += 1
    assert counted >= 12


def _schedule(option: int) -> Schedule:
    schedule = Setup.of(load(GAME), {"schedule_option": option}).schedule
    assert schedule is not None
    return schedule


@pytest.mark.parametrize(
    ("written", "instead", "fault"),
    [
        ("[fees.schedules.12]", "[fees.schedules.13]", 'fees.schedules: there is no schedule "12"'),
        ("10, 11, 12]", "10, 11]", 'fees.schedules: there is no value of schedule_option for "12"'),
        ('option = "schedule_option"\ncite = "L2512, L2523"', 'option = "x"', 'fees.option: there is no option "x"'),
        ('per = "ante"', 'per = "anti"', 'fees: there is no wager "anti"; did you mean "ante"'),
    ],
)
def test_fees_that_name_nothing_are_a_fault_of_the_file(written: str, instead: str, fault: str, tmp_path: Path) -> None:
    book = shutil.copytree(BUILT_IN / "california", tmp_path / "california")
    file = tmp_path / f"{GAME}.toml"
    faulty = [
        each for each in (file, book / "parts" / f"{SCHEDULES}.toml") if written in each.read_text(encoding="utf-8")
    ]
    [text] = [each.read_text(encoding="utf-8") for each in faulty]
    assert text.count(written) == 1
    faulty[0].write_text(text.replace(written, instead), encoding="utf-8")
    with pytest.raises(PitbossError, match=fault):
        load_file(file)


# -- schedules that coming games share, by the worked examples of the collection rates ---------------------------------

SETS = {
    "baccarat": 40,
    "hold-em-and-three-card": 12,
    "pai-gow-poker": 18,
    "pure-21-5": 17,
    "21st-century-blackjack": 25,
    "omaha": 36,
}


def schedules_of(name: str) -> dict[str, Schedule]:
    part = tomllib.loads((BUILT_IN / "california" / "parts" / f"collections-{name}.toml").read_text(encoding="utf-8"))
    found = {key: Schedule(**schedule) for key, schedule in part["fees"]["schedules"].items()}
    assert [str(value) for value in part["options"]["schedule_option"]["allowed"]] == [*found]
    return found


@pytest.mark.parametrize(("name", "many"), SETS.items())
def test_every_shared_schedule_can_be_read_and_its_bands_rise(name: str, many: int) -> None:
    found = schedules_of(name)
    assert len(found) == many
    for schedule in found.values():
        if isinstance(schedule.bank, list):
            ends = [int(band.up_to) for band in schedule.bank if band.up_to is not None]
            assert ends == sorted({*ends}) and schedule.bank[-1].up_to is None
            assert int(schedule.table.min or 0) < ends[0] and schedule.table.max in (None, "50")


@pytest.mark.parametrize(
    ("name", "option", "action", "fee"),
    [
        ("baccarat", "1", 300, 2),
        ("baccarat", "1", 301, 3),
        ("baccarat", "7", 1100, 10),
        ("baccarat", "40", 40_001, 200),
        ("hold-em-and-three-card", "9", 35, 2),
        ("hold-em-and-three-card", "11", 405, 4),
        ("pai-gow-poker", "6", 545, 4),
        ("pai-gow-poker", "18", 2001, 20),
        ("pure-21-5", "12b", 200, 3),
        ("pure-21-5", "12b", 201, 4),
        ("pure-21-5", "12b", 501, 8),
        ("21st-century-blackjack", "25", 1500, 9),
        ("21st-century-blackjack", "25", 1501, 15),
    ],
)
def test_a_player_dealer_pays_what_the_shared_schedule_says(name: str, option: str, action: int, fee: int) -> None:
    assert bank_fee(schedules_of(name)[option].bank, 100 * action) == 100 * fee


def test_shared_schedules_of_players_chips_and_pots() -> None:
    assert schedules_of("pai-gow-poker")["6"].player == "2"
    assert (
        schedules_of("baccarat")["1"].promotional_chip == "1" and schedules_of("baccarat")["9"].promotional_chip == "0"
    )
    omaha = schedules_of("omaha")["4"].pot
    assert [by_players(omaha["flop"], many) for many in (9, 7, 6, 5, 2)] == [400, 400, 300, 200, 200]
    assert omaha["blinds"] == omaha["turn"] == "1"
    assert by_players(schedules_of("omaha")["20"].half_hour, 6) == 1700


# -- Crazy 4 Poker, of which only the fees are printed ----------------------------------------------------------------

CRAZY_4 = "california/crazy-4-poker"
CRAZY_4_PRINTED: dict[int, tuple[int, int | None, str, list[tuple[int, int | None]], str]] = {
    1: (5, 100, "0", [(2, None)], "1"),
    2: (10, 100, "0", [(2, None)], "1"),
    3: (25, 100, "0", [(3, None)], "1"),
    4: (50, 300, "0", [(5, None)], "1"),
    5: (5, 100, "1", [(2, None)], "1"),
    6: (10, 100, "1", [(2, None)], "1"),
    7: (25, 100, "1", [(3, None)], "1"),
    8: (50, 300, "3", [(5, None)], "1"),
    9: (5, 50, "0.50", PRINTED[9][3], "0"),
    10: (5, None, "0", PRINTED[10][3], "0"),
    11: (10, None, "0", PRINTED[11][3], "0"),
    12: (25, None, "0", PRINTED[12][3], "0"),
}


@pytest.mark.parametrize("option", CRAZY_4_PRINTED)
def test_crazy_4_schedule_is_as_printed(option: int) -> None:
    low, high, player, bands, chip = CRAZY_4_PRINTED[option]
    schedule = Setup.of(load(CRAZY_4), {"schedule_option": option}).schedule
    assert schedule is not None and (schedule.player, schedule.promotional_chip) == (player, chip)
    assert (schedule.table.min, schedule.table.max) == (str(low), str(high) if high else None)
    for fee, top in bands:
        assert bank_fee(schedule.bank, (top or 1_000_000) * 100) == fee * 100


@pytest.mark.parametrize(("wagers", "why"), [({"base_wagers": "4"}, "5.00 to"), ({"bonus_bets": "101"}, "100.00")])
def test_what_the_schedule_does_not_take_is_refused(wagers: dict[str, str], why: str) -> None:
    record = {"rulebook": "california", "game": "crazy-4-poker", "options": {"schedule_option": 9}, "base_wagers": "50"}
    with pytest.raises(PitbossError, match=why):
        settle(record | wagers)


def test_crazy_4_of_california_deals_nothing() -> None:
    entry = load(CRAZY_4)
    assert not entry.wagers and entry.cards is None and "not its rules of play" in " ".join(entry.summary.split())
