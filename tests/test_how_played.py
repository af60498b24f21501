"""How a round came about, out of the journal: decisions that others made for a seat, and what was secret meanwhile."""

import json

from sqlalchemy import select

from pitboss.house.house import House
from pitboss.house.how_played import TurnEnded, how_played
from pitboss.house.live.pace import CLOCK
from pitboss.house.storage.schema import journal


def test_a_turn_that_was_ended_is_told_with_its_answer_though_that_was_secret_while_the_round_went_on() -> None:
    house = House("sqlite://")
    house.open_table("7", "massachusetts-2020/pai-gow-poker", fill=10**7)
    live = house.table("7")
    for seat, person in ((1, "ann"), (2, "bob")):
        house.add_person(person, person.title(), "player")
        house.do(lambda batch, who=person, at=seat: live.sit(batch, who, at), "7")
        house.do(lambda batch, at=seat: live.buy_in(batch, at, 10**6), "7")
        live.bet(seat, {"main": "10.00"})
    house.do(lambda batch: live.deal(batch), "7")
    made: list[tuple[int, str, str]] = []
    while live.going_on:
        assert live.round is not None
        seat = live.round.asking[0].seat
        by, why = ("floor", "gone home") if seat == 1 else (CLOCK, "the time to decide is over")
        house.do(lambda batch, at=seat, by=by, why=why: live.end_turn(batch, at, by, why), "7")
        made.append((seat, by, why))
    [over] = house.store.rows(select(journal.c.body).where(journal.c.kind == "round"))
    acts = house.store.rows(select(journal.c.body).where(journal.c.kind == "act"))
    assert any("hidden" in json.loads(row["body"]) for row in acts)
    body = json.loads(over["body"])
    said = {int(seat): iter(told["actions"]) for seat, told in body["record"]["steps"][0]["seats"].items()}
    wanted = [TurnEnded(seat, next(said[seat]), by, why) for seat, by, why in made]
    assert len(wanted) > 1 and how_played(house.store, "7", body).ended == wanted
    house.close()
