"""Seats that are asked together: nobody reads what another answered, or holds, before it is shown."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from sqlalchemy import select

from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.journal.chain import canonical
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from served import Client, Served, served, sit_down

PAI_GOW = "chapter4/pai-gow-poker"
SEATS = {1: "ann", 2: "bob"}


@contextmanager
def at_the_table(url: str, tokens: dict[str, str] | None = None) -> Iterator[tuple[Served, dict[int, Client]]]:
    with served(url, lambda house: house.open_table("7", PAI_GOW, fill=10_000_000), tokens=tokens) as house:
        yield house, {seat: house.client(person) for seat, person in SEATS.items()}


def dealt(house: Served, players: dict[int, Client]) -> None:
    for seat, player in players.items():
        sit_down(player, "7", seat)
        player.do("7", "bet", seat=seat, wagers={"main": "10.00"})
    house.client("dee").do("7", "deal")


def asked(player: Client) -> dict[str, Any]:
    found: dict[str, Any] = player.get("/tables/7")["asking"]
    return found


def kept(url: str) -> str:
    """Every value of the database."""
    store = Store(url, existing=True)
    try:
        return "\n".join(str(row) for table in schema.metadata.sorted_tables for row in store.rows(select(table)))
    finally:
        store.close()


def journal(house: Served) -> list[dict[str, Any]]:
    return [json.loads(row["body"]) for row in house.client("audrey").get("/audit/journal?chain=7&limit=500")]


def test_neither_the_journal_nor_the_database_tells_how_a_seat_set_its_hand_before_it_is_shown(database: str) -> None:
    with at_the_table(database) as (house, players):
        dealt(house, players)
        usual = asked(players[1])["actions"][0]["picks"]["usual"]
        players[1].do("7", "act", key="a-key", seat=1, action="set")
        assert usual.split("=")[1][:5] not in str(journal(house)[-1])
        told = kept(database)
        assert usual not in told and "low=" not in told
        said = {"do": "act", "seat": 1, "action": "set", "round": None, "decision": None}
        assert sha256(f"at 7\n{canonical(said)}".encode()).hexdigest() not in told, "a digest that can be tried out"
        tokens = house.tokens
    with at_the_table(database, tokens) as (house, players):
        assert asked(players[2])["seats"] == [2], "the answer is known again to a house that was opened anew"
        players[2].do("7", "act", seat=2, action="set")
        for seat in asked(players[1])["seats"]:
            players[seat].do("7", "act", seat=seat, action="stand")
        over = journal(house)[-1]
        assert over["record"]["steps"][0]["seats"]["1"]["actions"][0] == f"set {usual}"
        assert house.client("audrey").ask("POST", "/audit").json()["clean"]
    assert audit(database).clean, "once the seed is told, it takes no secret to read the answers"


def test_nobody_learns_who_surrendered_before_all_have_answered(sqlite_url: str) -> None:
    lengths = set()
    with at_the_table(sqlite_url) as (house, players):
        dealt(house, players)
        for seat, player in players.items():
            player.do("7", "act", seat=seat, action="set")
        for seat, answer in ((1, "surrender"), (2, "stand")):
            players[seat].do("7", "act", seat=seat, action=answer)
            newest = journal(house)[-1]
            if seat == 1:
                assert "surrender" not in str(newest)
                assert "surrender" not in str(house.client("floor").get("/tables/7"))
            lengths |= {len(entry["hidden"]) for entry in journal(house) if "hidden" in entry}
        assert newest["action"] == "stand", "the round is over, and everything is told"
        assert len(lengths) == 1


def test_who_answers_gives_the_others_no_more_time(sqlite_url: str) -> None:
    def asked_at(house: House) -> float | None:
        return house.table("7").clock.asked_at

    with at_the_table(sqlite_url) as (house, players):
        dealt(house, players)
        began = house.look(asked_at)
        players[1].do("7", "act", seat=1, action="set")
        assert house.look(asked_at) == began
        players[2].do("7", "act", seat=2, action="set")
        surrender = house.look(asked_at)
        assert surrender > began, "another question, with its own time"
        players[2].do("7", "act", seat=2, action="stand")
        assert house.look(asked_at) == surrender
