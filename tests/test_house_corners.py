"""What seldom happens at a live table: people who come and go at odd moments, linked meters, two processes at once."""

import json
import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from house_play import at, come, open_house, sit_down
from pitboss.engine.remedies import Call
from pitboss.errors import PitbossError, Refused
from pitboss.house import house as house_module
from pitboss.house.audit.house_audit import audit
from pitboss.house.fairness.deal_bundle import deal_bundle
from pitboss.house.fairness.deal_check import check_deal
from pitboss.house.house import House
from pitboss.house.ledger import CAGE, chips
from pitboss.house.live import calls, player_bank
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.pace import Pace
from pitboss.house.sharing import Claim, Share, others
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from pitboss.rulebook import entry_names, load
from pitboss.rulebook.setup import Setup
from pitboss.sheets.choices import assume_required

PROGRESSIVE = "massachusetts-2020/three-card-poker"
METER = {"progressive": "table_1", "progressive_seed": "500.00", "progressive_contribution": "23.457"}
LINK = {"progressive": "link"}


def staffed(url: str, **settings: bool) -> House:
    """A house with a dealer and a floor supervisor."""
    house = House(url, settings=settings)
    come(house, "dan", "dealer")
    come(house, "flo", "floor")
    return house


def linked(url: str) -> House:
    """For practice, so that a round can be made void whenever a test wants."""
    house = staffed(url, practice=True)
    for table in ("1", "2"):
        house.open_table(table, PROGRESSIVE, METER, links=LINK, fill=5_000_000)
        for seat in (1, 2):
            sit_down(house, table, seat)
    return house


def deal_progressive(house: House, table: str) -> None:
    house.table(table).bet(1, {"ante": "10", "progressive": "1"})
    at(house, table, lambda live, batch: live.deal(batch))


def fold(house: House, table: str) -> None:
    at(house, table, lambda live, batch: live.act(batch, 1, "fold"))


def in_order(url: str) -> None:
    report = audit(url, workers=1)
    assert report.findings == []


# -- meters -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("restart", [False, True])
def test_a_void_round_leaves_on_a_meter_what_other_tables_put_there(sqlite_url: str, restart: bool) -> None:
    house = linked(sqlite_url)
    before = house.meters["link"].exact
    deal_progressive(house, "1")
    deal_progressive(house, "2")
    fold(house, "2")
    if restart:
        house.close()
        house = House(sqlite_url)
    at(house, "1", lambda live, batch: calls.make(live, batch, Call("wrong_number_of_cards"), "dan"))
    played = house.table("1").round
    assert played is not None and played.void
    assert float(house.meters["link"].exact - before) == pytest.approx(23.457), "one round of two has fed it"
    assert house.store.balances()["meter:link"] == int(house.meters["link"].exact)
    house.close()
    in_order(sqlite_url)


def test_fractions_of_a_cent_that_void_rounds_take_back_leave_the_ledger_even(sqlite_url: str) -> None:
    house = linked(sqlite_url)
    for fed in (1, 2, 3, 1, 2, 3):
        deal_progressive(house, "1")
        for _ in range(fed):
            deal_progressive(house, "2")
            fold(house, "2")
        at(house, "1", lambda live, batch: calls.make(live, batch, Call("wrong_number_of_cards"), "dan"))
        assert house.store.balances()["meter:link"] == int(house.meters["link"].exact)
    assert house.store.rows(select(schema.postings).where(schema.postings.c.what == "odd cents"))
    house.close()
    in_order(sqlite_url)


def test_a_meter_is_not_moved_from_where_another_process_had_it(database: str) -> None:
    """A process that was thought dead comes back and knows nothing of what the other has done to the link."""
    house = linked(database)
    stale = House(database)
    deal_progressive(house, "1")
    fold(house, "1")
    with pytest.raises(PitbossError, match="the meter link was moved by another process"):
        deal_progressive(stale, "2")
    deal_progressive(stale, "2")
    fold(stale, "2")
    assert stale.store.balances()["meter:link"] == int(stale.meters["link"].exact)
    house.close(), stale.close()
    in_order(database)


def test_a_meter_is_not_started_twice(database: str) -> None:
    first, second = House(database, Share.of("a-*")), House(database, Share.of("b-*"))
    opened, _ = second.work(
        [(None, lambda batch: second.open_table("b-1", PROGRESSIVE, METER, links=LINK, into=batch))]
    )
    first.open_table("a-1", PROGRESSIVE, METER, links=LINK)
    with pytest.raises(PitbossError, match="the meter link was started by another process"):
        second.store.write(opened)
    first.close(), second.close()
    in_order(database)


# -- leaving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("restart", [False, True])
def test_whoever_has_no_wager_may_leave_while_the_round_goes_on(sqlite_url: str, restart: bool) -> None:
    house = open_house(sqlite_url, "chapter4/three-card-poker")
    house.table("1").bet(1, {"ante": "10"})
    at(house, "1", lambda live, batch: live.deal(batch))
    at(house, "1", lambda live, batch: live.leave(batch, 2))
    if restart:
        house.close()
        house = House(sqlite_url)
    at(house, "1", lambda live, batch: live.act(batch, 1, "play"))
    assert check_deal(deal_bundle(house.store, "1", 1)).fair
    house.close()
    in_order(sqlite_url)


@pytest.mark.parametrize("restart", [False, True])
def test_commission_is_paid_once_by_somebody_who_leaves_while_a_round_goes_on(sqlite_url: str, restart: bool) -> None:
    """House Money asks in the middle of a round; whoever owes commission and has no wager in it pays and goes."""
    options = {"house_money": True, "vigorish_collection": "deferred"}
    house = open_house(sqlite_url, "massachusetts-2020/mini-baccarat", options=options)
    while not _owed(house, 2):
        house.table("1").bet(2, {"banker": "100"})
        at(house, "1", lambda live, batch: live.deal(batch))
    while not house.table("1").going_on:
        house.table("1").bet(1, {"player": "50", "house_money": "50"})
        at(house, "1", lambda live, batch: live.deal(batch))
        if not _owed(house, 2):  # the shoe was over, and it was collected
            house.table("1").bet(2, {"banker": "100"})
    if _owed(house, 2) and 2 not in house.table("1").round.seats:  # type: ignore[union-attr]
        at(house, "1", lambda live, batch: live.leave(batch, 2))
        come(house, "player-9")
        at(house, "1", lambda live, batch: live.sit(batch, "player-9", 2))
        assert not _owed(house, 2)
    if restart:
        house.close()
        house = House(sqlite_url)
    shoe = house.table("1").seeds.deals
    at(house, "1", lambda live, batch: live.act(batch, 1, "take"))
    assert not _owed(house, 2), "nobody owes what another has paid"
    while house.table("1").seeds.deals == shoe:
        house.table("1").bet(1, {"player": "50"})
        at(house, "1", lambda live, batch: live.deal(batch))
    assert house.store.balances().get(chips("1", "player-9"), 0) == 0
    house.close()
    in_order(sqlite_url)


def _owed(house: House, seat: int) -> int:
    owed: int = house.table("1").table.carry.get("owed", {}).get(str(seat), 0)
    return owed


def test_who_has_a_seat_is_told_that_the_table_allows_no_other(sqlite_url: str) -> None:
    house = House(sqlite_url)
    house.open_table("1", "massachusetts-2020/zappit-blackjack")
    sit_down(house, "1", 1)
    with pytest.raises(Refused, match="has a seat here; the table allows 1 to a player"):
        at(house, "1", lambda live, batch: live.sit(batch, "player-1", 2))
    house.close()


def test_what_is_owed_at_one_seat_is_not_wagered_at_another(sqlite_url: str) -> None:
    house = House(sqlite_url)
    house.open_table("1", "chapter4/mini-baccarat", {"commission_timing": "deferred"}, fill=10**8)
    come(house, "ann")
    for seat in (1, 2):
        at(house, "1", lambda live, batch, seat=seat: live.sit(batch, "ann", seat))
    at(house, "1", lambda live, batch: live.buy_in(batch, 1, 100_000))
    while not _owed(house, 2):
        house.table("1").bet(2, {"banker": "20"})
        at(house, "1", lambda live, batch: live.deal(batch))
    live = house.table("1")
    have = live.seated(1).chips
    with pytest.raises(Refused, match="seat 1 has"):
        live.bet(1, {"player": f"{have / 100:.2f}"})
    live.bet(1, {"player": f"{(have - 100) / 100:.2f}"})
    house.close()


# -- the floor --------------------------------------------------------------------------------------------------------

CUT = Call("improper_cut")


def test_a_table_does_not_close_while_the_floor_decides(sqlite_url: str) -> None:
    house = staffed(sqlite_url)
    house.open_table("1", PROGRESSIVE)
    waiting = at(house, "1", lambda live, batch: calls.make(live, batch, CUT, "dan", note="seen"))
    with pytest.raises(Refused, match="waits for the floor"):
        at(house, "1", lambda live, batch: live.close(batch, "dan"))
    at(house, "1", lambda live, batch: calls.reject(live, batch, waiting.number, "flo"))
    at(house, "1", lambda live, batch: live.close(batch, "dan"))
    at(house, "1", lambda live, batch: live.reopen(batch, "dan"))
    house.close()
    in_order(sqlite_url)


def test_while_a_call_waits_nothing_else_is_called_not_even_by_the_floor(sqlite_url: str) -> None:
    house = staffed(sqlite_url)
    house.open_table("1", PROGRESSIVE)
    waiting = at(house, "1", lambda live, batch: calls.make(live, batch, CUT, "dan", note="seen"))
    for call in (CUT, Call("shuffler_jam")):
        with pytest.raises(Refused, match="waits for the floor"):
            at(house, "1", lambda live, batch, call=call: calls.make(live, batch, call, "flo", "flo", "seen"))
    at(house, "1", lambda live, batch: calls.confirm(live, batch, waiting.number, "flo"))
    at(house, "1", lambda live, batch: calls.make(live, batch, Call("shuffler_jam"), "flo", "flo", "seen"))
    assert [call.id for call in house.table("1").calls] == ["improper_cut", "shuffler_jam"]
    house.close()
    in_order(sqlite_url)


def test_a_wager_over_the_maximum_is_taken_once_it_is_approved(sqlite_url: str) -> None:
    options = {"high_limit_exception": "beyond_casino_maximum"}
    house = open_house(sqlite_url, "chapter4/big-six", options=options)
    live = house.table("1")
    name = next(iter(live.setup.offers))
    over = {name: f"{10 * (live.setup.offers[name].max or 0) / 100:.2f}"}
    with pytest.raises(Refused):
        live.bet(1, over)
    call = Call("high_limit_wager", 1, wager=name)
    waiting = at(house, "1", lambda live, batch: calls.make(live, batch, call, "dan", note="known to the house"))
    at(house, "1", lambda live, batch: calls.confirm(live, batch, waiting.number, "flo"))
    live.bet(1, over)
    with pytest.raises(Refused):
        live.bet(2, over)
    at(house, "1", lambda live, batch: live.deal(batch))
    house.close()
    in_order(sqlite_url)


DICE = ["face_disputed", "face_disputed_rethrow", "dice_ordered_on"]
FLOOR = {
    "california/blackjack-1-5-to-1": ["management_decision"],
    "chapter4/big-six": ["high_limit_wager"],
    "chapter4/craps": [*DICE, "late_bet_confirmed"],
    "chapter4/mini-baccarat": ["over_maximum_approved"],
    "massachusetts-2020/pai-gow-poker": ["improper_cut"],
    "chapter4/pai-gow-poker": ["stub_not_four", "house_fouled"],
    "massachusetts-2014/caribbean-stud": ["improper_cut"],
    "massachusetts-2020/caribbean-stud": ["improper_cut"],
    "massachusetts-2020/blackjack": [
        *("improper_cut", "reader_showed_hole_card", "reader_used_wrongly", "up_card_discarded"),
    ],
    "massachusetts-2020/blackjack-switch": ["improper_cut", "reader_showed_hole_card", "reader_used_wrongly"],
    "massachusetts-2020/chase-the-flush": ["improper_cut"],
    "massachusetts-2020/colorado-holdem": ["improper_cut"],
    "massachusetts-2020/crazy-4-poker": ["improper_cut"],
    "massachusetts-2020/dj-wild-poker": ["improper_cut"],
    "massachusetts-2020/flop-poker": ["improper_cut"],
    "massachusetts-2020/supreme-pai-gow": ["improper_cut"],
    "massachusetts-2020/four-card-poker": ["improper_cut"],
    "massachusetts-2020/high-card-flush": ["improper_cut"],
    "massachusetts-2020/two-card-joker-poker": ["improper_cut"],
    "massachusetts-2020/winners-pot-poker": ["improper_cut"],
    "massachusetts-2020/craps": [*DICE, "late_wager_confirmed"],
    "massachusetts-2020/free-bet-blackjack": ["improper_cut", "reader_used_wrongly"],
    "massachusetts-2020/criss-cross-poker": ["improper_cut"],
    "massachusetts-2020/double-cross-poker": ["improper_cut"],
    "massachusetts-2020/double-down-stud": ["improper_cut"],
    "massachusetts-2020/double-attack-blackjack": [
        *("improper_cut", "reader_showed_hole_card", "reader_used_wrongly", "several_tens_in_shoe", "ten_in_shoe"),
    ],
    "massachusetts-2020/let-it-ride": ["improper_cut"],
    "massachusetts-2020/spanish-21": [
        *("improper_cut", "reader_showed_hole_card", "reader_used_wrongly", "several_tens_in_shoe", "ten_in_shoe"),
    ],
    "massachusetts-2020/baccarat": ["improper_cut"],
    "massachusetts-2020/midi-baccarat": ["improper_cut"],
    "massachusetts-2020/mini-baccarat": ["improper_cut"],
    "massachusetts-2020/mississippi-stud": ["improper_cut"],
    "massachusetts-2020/red-dog": ["improper_cut"],
    "massachusetts-2020/sic-bo": ["device_failure"],
    "massachusetts-2020/baccarat-chemin-de-fer": ["improper_cut"],
    "massachusetts-2020/three-card-poker": ["improper_cut"],
    "massachusetts-2020/heads-up-holdem": ["improper_cut"],
    "massachusetts-2020/texas-holdem-bonus": ["improper_cut"],
    "massachusetts-2020/ultimate-texas-holdem": ["improper_cut"],
    "massachusetts-2020/zappit-blackjack": ["improper_cut", "reader_used_wrongly"],
    "oneida-2003/caribbean-stud": ["improper_cut"],
    "oneida-2003/craps": [*DICE, "late_bet_confirmed"],
    "oneida-2003/let-it-ride": ["improper_cut"],
    "oneida-2003/pai-gow-poker": ["improper_cut"],
    "oneida-2003/three-card-poker": ["improper_cut"],
}
"""Where a rulebook has a supervisor, or the boxman or boxperson, decide, approve or be there: written down again."""


@pytest.mark.parametrize("name", entry_names())
def test_the_floor_is_asked_where_the_rulebook_names_a_supervisor(name: str) -> None:
    asked = [id for id, rule in load(name).irregularities.items() if rule.floor]
    assert sorted(asked) == sorted(FLOOR.get(name, ()))


# -- the bank ---------------------------------------------------------------------------------------------------------


def test_a_player_dealer_without_chips_does_not_keep_the_bank_from_others(sqlite_url: str) -> None:
    house = House(sqlite_url)
    house.open_table("1", "california/three-card-poker")
    for seat in (1, 2):
        sit_down(house, "1", seat)
    come(house, "banker")
    for _ in range(60):
        at(house, "1", lambda live, batch: live.sit(batch, "banker", 3))
        at(house, "1", lambda live, batch: live.buy_in(batch, 3, 2_000))
        while (first := player_bank.offered_first(house.table("1"))) not in (None, 3):  # after two rounds in a row
            at(house, "1", lambda live, batch, seat=first: player_bank.pass_on(live, batch, seat))
        at(house, "1", lambda live, batch: player_bank.take(live, batch, 3, 2_000))
        for seat in (1, 2):
            house.table("1").bet(seat, {"ante": "100"})
        at(house, "1", lambda live, batch: live.deal(batch))
        while house.table("1").going_on:
            seat = house.table("1").round.asking[0].seat  # type: ignore[union-attr]
            at(house, "1", lambda live, batch, seat=seat: live.act(batch, seat, "play"))
        if not house.table("1").seated(3).chips:
            break
        at(house, "1", lambda live, batch: live.leave(batch, 3))
    else:
        pytest.fail("the bank was never broke")
    at(house, "1", lambda live, batch: player_bank.pass_on(live, batch, 1))  # who may be offered it before seat 2
    at(house, "1", lambda live, batch: player_bank.take(live, batch, 2, 10_000))
    house.close()
    in_order(sqlite_url)


@pytest.mark.parametrize("name", [name for name in entry_names() if load(name).wagers])
def test_a_table_of_any_few_wagers_is_opened_or_refused(name: str) -> None:
    entry = load(name)
    options, _ = assume_required(entry, {})
    for wagers in ([], *([wager] for wager in entry.wagers)):
        try:
            Setup.of(entry, options, None, wagers).must_have_wagers("deal")
        except PitbossError as error:
            assert error.sentence


# -- a house that starts again, or fails ------------------------------------------------------------------------------


def test_a_round_that_runs_into_a_fault_of_the_program_is_void(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an upgrade a script may ask other questions than it did."""
    house = open_house(sqlite_url, "chapter4/three-card-poker")
    house.table("1").bet(1, {"ante": "10"})
    at(house, "1", lambda live, batch: live.deal(batch))
    house.close()

    def falls_over(live: LiveTable, *words: Any) -> None:
        raise KeyError("action")

    monkeypatch.setattr(LiveTable, "go_on", falls_over)
    again = House(sqlite_url)
    assert not again.table("1").going_on and again.store.balances()["bets:1"] == 0
    again.close()
    in_order(sqlite_url)


def test_what_is_put_up_stays_when_something_else_fails(sqlite_url: str) -> None:
    house = open_house(sqlite_url, "chapter4/roulette", "chapter4/three-card-poker")
    house.table("1").bet(1, {"red": "10"})
    with pytest.raises(PitbossError):
        house.open_table("9", "chapter4/no-such-game")
    assert house.table("1").placed[1].wagers == {"red": "10"}

    def fails(batch: Any) -> None:
        house.table("2").fill(batch, 100, "flo")
        raise RuntimeError("somebody made a mistake")

    with pytest.raises(RuntimeError):
        house.do(fails)  # without its table, so that everything is read again
    assert house.table("1").placed[1].wagers == {"red": "10"}
    at(house, "1", lambda live, batch: live.deal(batch))
    assert house.table("2").head.number == 8, "the fill did not happen"
    house.close()
    in_order(sqlite_url)


def test_standing_wagers_are_rolled_for_when_a_house_starts_again(sqlite_url: str) -> None:
    house = open_house(sqlite_url, "chapter4/craps", pace=Pace(betting=30, auto_deal=True))
    while not house.table("1").table.standing:
        house.table("1").bet(1, {"pass_line": "10"})
        at(house, "1", lambda live, batch: live.deal(batch))
    assert house.table("1").clock.betting_ends is not None
    house.close()
    again = House(sqlite_url)
    assert again.table("1").clock.betting_ends is not None
    again.close()


def test_a_house_of_a_newer_pitboss_is_not_opened(database: str) -> None:
    house = House(database)
    with house.store.engine.begin() as connection:
        connection.execute(update(schema.versions).values(version=99))
    house.close()
    with pytest.raises(PitbossError, match="is of a newer pitboss"):
        Store(database)


def test_a_table_is_anchored_when_it_opens_and_whenever_a_hundred_entries_are_full(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "ANCHOR_EVERY", 10)
    house = staffed(sqlite_url)
    house.open_table("1", "chapter4/roulette")
    for _ in range(25):
        at(house, "1", lambda live, batch: live.fill(batch, 100, "flo"))
        house.close()
        house = House(sqlite_url)  # however often it starts again
    entries = schema.journal
    bodies = house.store.rows(select(entries.c.body).where(entries.c.chain == "house", entries.c.kind == "anchor"))
    assert [json.loads(row["body"])["ends"]["1"][0] for row in bodies] == [1, 10, 20]
    assert house.store.balances()[CAGE] == -2500
    house.close()


# -- several processes ------------------------------------------------------------------------------------------------


def test_two_processes_do_not_add_the_same_person(database: str) -> None:
    first, second = House(database, Share.of("a-*")), House(database, Share.of("b-*"))
    first.add_person("zoe", "Zoe", "dealer")
    with pytest.raises(Refused, match="there is a person"):
        second.add_person("zoe", "Another Zoe", "player")
    added, _ = second.work([(None, lambda batch: second.add(batch, "yan", "Yan", "player"))])
    first.add_person("yan", "Another Yan", "dealer")
    with pytest.raises(IntegrityError):
        second.store.write(added)
    assert {row["role"] for row in first.store.rows(select(schema.people))} == {"dealer"}
    first.close(), second.close()
    in_order(database)


def test_those_whose_tokens_changed_elsewhere_are_told_of(database: str) -> None:
    first, second = House(database, Share.of("a-*")), House(database, Share.of("b-*"))
    for name in ("ann", "bob", "cho"):
        first.add_person(name, name, "player")
    assert second.look_for_people() == set()
    ann, bob, cho = (second.people[name] for name in ("ann", "bob", "cho"))
    assert second.knows(ann)
    first.do(lambda batch: first.new_token(batch, "ann"))
    first.do(lambda batch: first.retire(batch, "bob"))
    assert second.look_for_people() == {"ann", "bob"}
    assert not second.knows(ann) and second.knows(second.people["ann"]), "not with the old token"
    assert not second.knows(bob) and second.knows(cho)
    assert second.look_for_people() == set()
    first.close(), second.close()


def test_a_process_that_has_the_number_of_one_that_was_killed_takes_its_place(sqlite_url: str) -> None:
    """As in a container, where the first process always has the number 1."""
    killed = Claim(sqlite_url, Share())
    killed.make()
    follows = Claim(sqlite_url, Share())
    assert follows.id != killed.id
    follows.make()
    assert not killed.renew() and follows.renew()
    assert [process.id for process in others(Store(sqlite_url), follows.id)] == []
    follows.release(), killed.release()


def test_a_claim_that_the_database_does_not_renew_lapses(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.sharing.LASTS", timedelta(seconds=0.3))
    claim, store = Claim(sqlite_url, Share()), Store(sqlite_url)
    claim.make()
    assert claim.renew()
    with store.engine.begin() as connection:
        connection.exec_driver_sql("alter table processes rename to gone")
    assert claim.renew(), "another try comes in time"
    time.sleep(0.4)
    assert not claim.renew()
    with store.engine.begin() as connection:
        connection.exec_driver_sql("alter table gone rename to processes")
    claim.release(), store.close()


def test_two_that_start_together_on_an_empty_database_both_open_it(postgres_url: str) -> None:
    errors: list[BaseException] = []

    def start() -> None:
        try:
            Store(postgres_url).close()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
