"""What the cage, the banks and the meters of a running house do not let anybody do, whichever way they come."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from house_play import open_house, play
from pitboss.api.queries import figures
from pitboss.errors import PitbossError, Refused
from pitboss.house import ledger
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from served import Served, served, sit_down

ROULETTE = "chapter4/roulette"
THREE_CARD = "massachusetts-2020/three-card-poker"
METER = {"progressive": "table_1", "progressive_seed": "500.00", "progressive_contribution": "20"}
TWO_METERS = {"progressive": "two_level"}
LINK = {"progressive": "link"}
WAR = "massachusetts-2020/casino-war"
WAR_METER = {"progressive": True}
MINI = "massachusetts-2020/mini-baccarat"
CHAIRS = {"1": "Kh 9c", "2": "Ks 9d", "3": "Kc 9h", "4": "Kd 9s", "5": "Kh 9s", "6": "Ks 9c"}
MUST_HIT = {"royal_9": True, "must_hit": "3", "personal_king_nines": CHAIRS}


def bank(house: Served, table: str = "7") -> int:
    held: int = house.look(lambda house: house.store.balances()[f"bank:{table}"])
    return held


def cage_house(house: House) -> None:
    house.open_table("7", ROULETTE, fill=100_000)
    house.do(lambda batch: house.change_settings(batch, {"cage_buy_ins": True}, "system"))


def test_a_credit_takes_no_more_than_the_bank_holds(database: str) -> None:
    with served(database, lambda house: house.open_table("7", ROULETTE, fill=100_000)) as house:
        ann, dee, floor = (house.client(name) for name in ("ann", "dee", "floor"))
        refused = floor.refused("7", "credit", amount="1000.01")
        assert refused["status"] == 409 and "the bank of table 7 holds $1,000.00" in refused["detail"]
        floor.do("7", "credit", amount="400.00")
        floor.refused("7", "credit", amount="600.01")
        sit_down(ann, "7", 1)
        ann.do("7", "bet", seat=1, wagers={"red": "25.00", "black": "25.00"})
        dee.do("7", "deal")
        held = bank(house)
        floor.refused("7", "credit", amount=f"{(held + 1) / 100:.2f}")
        floor.do("7", "credit", amount=f"{held / 100:.2f}")
        assert bank(house) == 0
        assert "holds $0.00" in floor.refused("7", "credit", amount="0.01")["detail"]
        with floor.watch("7") as socket:
            assert socket.send(do="credit", amount="0.01")["type"] == "problem"
    assert audit(database, workers=1).clean


def test_a_credit_goes_by_the_journal_and_not_by_a_balance_that_somebody_wrote(database: str) -> None:
    with served(database, lambda house: house.open_table("7", ROULETTE, fill=100_000)) as house:
        store, accounts = Store(database), schema.accounts
        with store.engine.begin() as connection:
            raised = update(accounts).where(accounts.c.name == ledger.bank("7")).values(balance=5_000_000)
            assert connection.execute(raised).rowcount == 1
        store.close()
        told = house.client("floor").refused("7", "credit", amount="1000.01")["detail"]
        assert "the bank of table 7 holds $1,000.00" in told
    house_again = House(database)
    assert house_again.bank_of("7") == 100_000
    house_again.close()
    assert {finding.where for finding in audit(database, workers=1).findings} == {"account bank:7"}


@pytest.mark.parametrize(
    ("entry", "options"),
    [(ROULETTE, {}), (THREE_CARD, METER), ("california/three-card-poker", {}), ("california/texas-holdem", {})],
)
def test_what_the_journal_says_of_a_bank_is_its_balance(entry: str, options: dict[str, str], sqlite_url: str) -> None:
    """With a meter that the bank puts up, where players bank, and where nobody does."""
    house = play(open_house(sqlite_url, entry, options=options), "1", 6, random.Random(9))
    house.close()
    house = House(sqlite_url)
    assert house.bank_of("1") == house.store.balances().get(ledger.bank("1"), 0) != 0
    house.close()
    assert audit(sqlite_url, workers=1).clean


def test_a_player_who_bought_in_alone_where_the_cage_sells_the_chips_is_found(database: str) -> None:
    house = House(database)
    house.open_table("7", ROULETTE)
    house.add_person("ann", "Ann", "player")
    house.do(lambda batch: house.table("7").sit(batch, "ann", 1), "7")

    def buy_in() -> None:
        house.do(lambda batch: house.table("7").buy_in(batch, 1, 100, "ann"), "7")

    buy_in()
    house.do(lambda batch: house.change_settings(batch, {"cage_buy_ins": True}, "system"))
    buy_in()
    assert audit(database, workers=1).clean, "the clocks of two processes may differ by so much"
    with pytest.MonkeyPatch.context() as later:
        then = (datetime.now(UTC) + timedelta(minutes=5)).isoformat(timespec="milliseconds")
        later.setattr("pitboss.house.live.live_table.now", lambda: then)
        buy_in()
    house.close()
    [finding] = audit(database, workers=1).findings
    assert finding.chain == "7" and "ann bought in alone" in finding.text


def test_a_first_fill_is_no_larger_than_any_fill(database: str) -> None:
    with served(database) as house, house.client("floor") as floor:
        for fill in ("1000000.01", "999999999.00"):
            refused = floor.ask("POST", "/tables", {"table": "9", "entry": ROULETTE, "fill": fill})
            assert refused.status_code == 422 and "more than is moved at once" in refused.json()["detail"]
        for fill in ("-1.00", "0.001", "1e3"):
            refused = floor.ask("POST", "/tables", {"table": "9", "entry": ROULETTE, "fill": fill})
            assert refused.status_code == 422
        assert floor.get("/tables") == []
        opened = floor.ask("POST", "/tables", {"table": "9", "entry": ROULETTE, "fill": "1000000.00"})
        assert opened.status_code == 201 and bank(house, "9") == 10**8
        for fill in (-1, 10**8 + 1):
            with pytest.raises(PitbossError, match="moved at once|not below zero"):
                house.look(lambda house, fill=fill: house.open_table("8", ROULETTE, fill=fill))
    assert audit(database, workers=1).clean


def test_where_the_cage_sells_the_chips_the_floor_buys_in_for_players(database: str) -> None:
    with served(database, cage_house) as house:
        ann, floor, dee = (house.client(name) for name in ("ann", "floor", "dee"))
        ann.do("7", "sit", seat=1)
        refused = ann.refused("7", "buy_in", seat=1, amount="100.00")
        assert refused["status"] == 409 and "at the cage" in refused["detail"]
        assert dee.refused("7", "buy_in", seat=1, amount="100.00")["status"] == 403
        assert "nobody sits" in floor.refused("7", "buy_in", seat=2, amount="100.00")["detail"]
        told = floor.do("7", "buy_in", seat=1, amount="100.00")
        assert told["chips"] == "100.00"
        ann.do("7", "bet", seat=1, wagers={"red": "25.00"})
        entry = house.look(lambda house: house.store.newest("7", "buy_in"))
        assert (entry["person"], entry["by"]) == ("ann", "floor")
    assert audit(database, workers=1).clean


def test_where_players_buy_in_themselves_nobody_does_it_for_them(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", ROULETTE)) as house:
        ann, floor = house.client("ann"), house.client("floor")
        ann.do("7", "sit", seat=1)
        assert "buy in for themselves" in floor.refused("7", "buy_in", seat=1, amount="100.00")["detail"]
        ann.do("7", "buy_in", seat=1, amount="100.00")


# -- meters -----------------------------------------------------------------------------------------------------------


def open_linked(house: House) -> None:
    house.open_table("1", THREE_CARD, METER, links=LINK)


def wanted(table: str, entry: str, options: dict[str, Any], links: dict[str, str]) -> dict[str, Any]:
    return {"table": table, "entry": entry, "options": options, "links": links}


def refused_to_open(house: Served, sent: dict[str, Any]) -> str:
    with house.client("floor") as floor:
        answer = floor.ask("POST", "/tables", sent)
        assert answer.status_code == 409, answer.text
        sentence: str = answer.json()["detail"]
        return sentence


def test_tables_of_a_link_have_the_same_meter_with_the_same_seed_cap_and_increment(database: str) -> None:
    with served(database, open_linked) as house:
        other_seed = METER | {"progressive_seed": "600.00"}
        told = refused_to_open(house, wanted("2", THREE_CARD, other_seed, LINK))
        assert "link" in told and "table 1" in told and "seed" in told and "$500.00" in told
        told = refused_to_open(house, wanted("2", THREE_CARD, METER | {"progressive_contribution": "21"}, LINK))
        assert "increment" in told
        told = refused_to_open(house, wanted("2", WAR, WAR_METER, LINK))
        assert WAR in told and THREE_CARD in told
        with house.client("floor") as floor:
            assert floor.ask("POST", "/tables", wanted("2", THREE_CARD, METER, LINK)).status_code == 201
            assert [meter["tables"] for meter in floor.get("/meters")] == [["1", "2"]]
    assert audit(database, workers=1).clean


def test_meters_that_must_hit_are_not_linked_as_each_table_draws_where(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("1", MINI, MUST_HIT)) as house:
        told = refused_to_open(house, wanted("2", MINI, MUST_HIT, {"must_hit": "link"}))
        assert "cannot be linked" in told and "could win it at once" in told


@pytest.mark.parametrize(
    "entry, options, told",
    [
        (THREE_CARD, METER | {"progressive_seed": "1000000.01"}, "more than is moved at once"),
        (THREE_CARD, METER | {"progressive_contribution": "100.01"}, "more than the whole wager"),
        ("chapter4/caribbean-stud", {"progressive_token_value": "0.49"}, "more than the whole wager"),
    ],
    ids=["seed", "percent", "token"],
)
def test_a_meter_makes_no_money(entry: str, options: dict[str, Any], told: str, sqlite_url: str) -> None:
    """A floor cannot put on a meter what it could not fill a table with, or have a dollar feed it a million."""
    house = House(sqlite_url)
    with pytest.raises(Refused, match=told):
        house.open_table("1", entry, options)
    assert not house.tables and not house.store.balances()
    house.open_table("1", THREE_CARD, METER | {"progressive_seed": "1000000", "progressive_contribution": "100"})
    house.open_table("2", "chapter4/caribbean-stud", {"progressive_token_value": "0.50"})
    house.close()


@pytest.mark.parametrize(
    "entry, options, other, told",
    [
        ("chapter4/caribbean-stud", {}, {"progressive_token_value": "0.50"}, r"a wager of \$0\.50 instead of \$1\.00"),
        (THREE_CARD, METER, {"progressive": "table_2"}, "other prizes"),
        (THREE_CARD, METER, {"folded_hands_win_progressive": True}, "other prizes"),
    ],
    ids=["price", "pay-table", "folded"],
)
def test_tables_of_a_link_play_for_its_meter_at_the_same_price_and_for_the_same_prizes(
    entry: str, options: dict[str, Any], other: dict[str, Any], told: str, sqlite_url: str
) -> None:
    house = House(sqlite_url)
    house.open_table("1", entry, options, links=LINK)
    with pytest.raises(Refused, match=told):
        house.open_table("2", entry, {**options, **other}, links=LINK)
    house.open_table("2", entry, options, links=LINK)
    house.close()


def test_a_link_to_a_meter_that_the_table_does_not_have_is_refused(sqlite_url: str) -> None:
    with served(sqlite_url, open_linked) as house:
        assert "no meter" in refused_to_open(house, wanted("2", ROULETTE, {}, LINK))
        told = refused_to_open(house, wanted("2", THREE_CARD, METER, {"progresive": "link"}))
        assert 'no meter "progresive"' in told and "progressive" in told
        two = wanted("2", THREE_CARD, TWO_METERS, {"progressive_major": "x", "progressive_minor": "x"})
        assert "two meters" in refused_to_open(house, two)


@pytest.mark.parametrize("first", ["table", "link"])
def test_a_link_is_never_a_tables_own_meter(first: str, sqlite_url: str) -> None:
    """The API takes no such name; a program of the house might."""
    house = House(sqlite_url)
    own: Callable[[], Any] = lambda: house.open_table("8", THREE_CARD, METER)  # noqa: E731
    link: Callable[[], Any] = lambda: house.open_table("9", THREE_CARD, METER, links={"progressive": "8.progressive"})  # noqa: E731
    one, other = (own, link) if first == "table" else (link, own)
    one()
    with pytest.raises(PitbossError, match="8.progressive"):
        other()
    assert len(house.tables) == 1
    house.close()
    assert audit(sqlite_url, workers=1).clean


def test_what_a_bank_starts_its_meters_with_is_not_a_loss_of_the_table(sqlite_url: str) -> None:
    house = House(sqlite_url)
    house.open_table("1", "chapter4/caribbean-stud", fill=5_000_000)
    [row] = figures(house.store)
    assert (row["bank"], row["won"], row["hold"]) == ("40000.00", "0.00", None)
    house.close()


def test_a_first_fill_that_the_meters_take_whole_is_refused_with_what_they_take(sqlite_url: str) -> None:
    house = House(sqlite_url)
    with pytest.raises(Refused, match=r"its meters begin at \$10,000.00, which the bank puts up"):
        house.open_table("1", "chapter4/caribbean-stud", fill=1_000_000)
    assert not house.tables and not house.meters
    house.open_table("1", "chapter4/caribbean-stud", fill=1_000_100)
    house.open_table("2", "chapter4/caribbean-stud")
    [row, *_] = figures(house.store)
    assert row["bank"] == "1.00"
    house.close()
    assert audit(sqlite_url, workers=1).clean


def test_what_players_buy_in_for_where_they_bank_is_no_drop_of_the_house(sqlite_url: str) -> None:
    house = open_house(sqlite_url, "california/three-card-poker", "chapter4/three-card-poker")
    players, ours = figures(house.store)
    assert (players["bought_in"], players["drop"], players["hold"]) == ("150000.00", "0.00", None)
    assert ours["bought_in"] == ours["drop"] == "150000.00"
    house.close()
