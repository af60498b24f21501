"""Anything anybody may send to a table, in any order and at any moment: done or refused, and the books stay even."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from house_fixtures import of_each_script
from pitboss.api.commands import WHO_MAY, perform, time_is_up
from pitboss.api.models import AtTable
from pitboss.api.offers import wagers_view
from pitboss.api.problems import Problem
from pitboss.api.schema.tables import IrregularityShown, LobbyTable, OfferShown, ProcedureShown, TableShown
from pitboss.api.views import Viewer, irregularities_view, lobby_view, procedures_view, table_view
from pitboss.api.wire import decode, encode
from pitboss.equipment.cards import DECK
from pitboss.errors import PitbossError, Refused
from pitboss.house.house import House
from pitboss.house.journal.chain import canonical, plain_canonical
from pitboss.house.live.pace import Pace
from pitboss.house.people import Person
from pitboss.rulebook import entry_names, load
from told import adapter

COMMANDS = max(250, int(os.environ.get("PITBOSS_ROUNDS", 0)) // 10)
Commands: TypeAdapter[AtTable] = TypeAdapter(AtTable)
TABLE = adapter(TableShown)
PEOPLE = [
    *(Person(name, name, "player") for name in ("ann", "bob", "cho")),
    Person("dee", "Dee", "dealer"),
    Person("flo", "Flo", "floor"),
]


@pytest.mark.parametrize("entry", of_each_script(name for name in entry_names() if load(name).wagers))
def test_whatever_is_sent_is_done_or_refused(entry: str) -> None:
    rng = random.Random(entry)
    house = House("sqlite://")
    house.open_table("7", entry, fill=10**8, pace=Pace(decision=0.001, auto_deal=rng.random() < 0.5))
    done: Counter[str] = Counter()
    for words in some_commands(house, rng):
        person = who_sends(house, words, rng)
        command = Commands.validate_python(words)
        try:
            house.do(lambda batch, command=command, person=person: perform(house, batch, person, "7", command), "7")
            done[words["do"]] += 1
        except (PitbossError, Problem) as refused:
            assert refused.sentence
        if rng.random() < 0.2:
            try:
                house.do(lambda batch: time_is_up(house, batch, "7"), "7")
            except PitbossError:
                house.table("7").take_bets_back(Refused("it could not be dealt"))
        look_around(house, rng)
    assert sum(house.store.balances().values()) == 0
    assert sum(done.values()) >= 10, done


def who_sends(house: House, words: dict[str, Any], rng: random.Random) -> Person:
    """Mostly whoever sits there, sometimes anybody whose role may."""
    at = house.table("7").seats.get(words.get("seat", 0))
    if at is not None and rng.random() < 0.9 and "player" in WHO_MAY[words["do"]]:
        return next(person for person in PEOPLE if person.id == at.person)
    return rng.choice([each for each in PEOPLE if each.role in WHO_MAY[words["do"]]])


def some_commands(house: House, rng: random.Random) -> Iterator[dict[str, Any]]:
    for seat in (1, 2, 3):
        yield {"do": "sit", "seat": seat}
        yield {"do": "buy_in", "seat": seat, "amount": "5000.00"}
    yield {"do": "take_bank", "seat": 3, "wager": "1000.00"}
    likely = ["bet"] * 12 + ["deal"] * 6 + ["act"] * 12 + ["call"] * 3 + ["confirm", "reject", "ready", "withdraw"] * 2
    for _ in range(COMMANDS):
        live = house.table("7")
        do = rng.choice(likely if rng.random() < 0.9 else [*WHO_MAY])
        seat = rng.choice((1, 2, 3, rng.randint(1, 12)))
        offers = list(live.setup.offers.values())
        match do:
            case "bet":
                few = rng.sample(offers, k=rng.randint(0, min(3, len(offers))))
                wagers = {_name(live, offer, rng): _amount(rng) for offer in few}
                if rng.random() < 0.7:
                    shown = wagers_view(live, Viewer())
                    wagers = rng.choice([offer["with"] for offer in shown if offer["with"]] or [wagers])
                yield {"do": do, "seat": seat, "wagers": wagers, "ready": rng.random() < 0.7}
            case "buy_in" | "fill" | "credit":
                amount = {"amount": rng.choice(("0", "0.01", "500.00", "5000.00", "999999999.00"))}
                yield {"do": do, **amount} | ({"seat": seat} if do == "buy_in" else {})
            case "act":
                asking = live.round.asking if live.round is not None else ()
                names = asking[0].names if asking else ("fold",)
                action = rng.choice(names) + rng.choice(("", "", "", " 5", " 0.03", " -1", " x"))
                yield {"do": do, "seat": asking[0].seat if asking else seat, "action": action}
            case "collect":
                times = ("8:30", "20:00", "9:15", "x")
                yield {"do": do, "time": rng.choice(times)} | (
                    {"started": rng.choice(times)} if rng.random() < 0.3 else {}
                )
            case "word":
                yield {"do": do, "word": rng.choice(("rain", " ", "x" * 64))}
            case "call":
                yield {"do": do, **_call(live, seat, rng)}
            case "confirm" | "reject":
                yield {"do": do, "number": live.pending[0].number if live.pending else 1}
            case "step":
                names = [*live.setup.entry.procedures, "none"]
                yield {"do": do, "procedure": rng.choice(names), "step": rng.randint(0, 4)}
            case "take_bank":
                yield {"do": do, "seat": seat, "wager": rng.choice(("0", "1.00", "400.00", "90000.00"))}
            case "sit" | "leave" | "ready" | "sit_out" | "come_back" | "pass_bank" | "end_turn":
                yield {"do": do, "seat": seat}
            case _:
                yield {"do": do}


def _name(live: Any, offer: Any, rng: random.Random) -> str:
    spots = list(live.table.game.spots(live.setup, offer)) if offer.spots and live.table.game.spots else []
    return f"{offer.id} {rng.choice([*spots, 'x'])}" if spots else offer.id


def _amount(rng: random.Random) -> str:
    return rng.choice(("0", "0.01", "5.00", "10.00", "10.00", "25.00", "100.00", "1.37", "99999.00"))


def _call(live: Any, seat: int, rng: random.Random) -> dict[str, Any]:
    name = rng.choice([*live.setup.irregularities, "no_such_thing"])
    found: dict[str, Any] = {"irregularity": name}
    if rng.random() < 0.7:
        found["seat"] = seat
    if rng.random() < 0.5:
        found["wager"] = _name(live, rng.choice(list(live.setup.offers.values())), rng)
    if rng.random() < 0.8:
        found["note"] = "seen"
    if rng.random() < 0.3:
        found["card"] = str(rng.choice(DECK))
    if rng.random() < 0.3:
        found["at"] = rng.choice([*live.table.game.moments, "never"])
    return found


def look_around(house: House, rng: random.Random) -> None:
    """Every view of the table can be made at any moment, is plain JSON, and is what OpenAPI says that it is."""
    live = house.table("7")
    person = rng.choice(PEOPLE)
    viewer = Viewer.of(person)
    view = table_view(live, viewer, house.names)
    assert decode(encode(view)) == view
    TABLE.validate_python(view)
    if rng.random() < 0.1:
        for told, made in (
            (LobbyTable, lobby_view(live)),
            (list[IrregularityShown], irregularities_view(live)),
            (list[ProcedureShown], procedures_view(live)),
            (list[OfferShown], wagers_view(live, viewer)),
        ):
            adapter(told).validate_python(decode(encode(made)))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=20,
    )
)
def test_the_quick_way_to_write_an_entry_writes_the_same_text(body: Any) -> None:
    assert canonical(body) == plain_canonical(body)
