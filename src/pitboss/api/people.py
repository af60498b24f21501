"""People: who has which role, and their tokens, each told once."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query

from pitboss.api import models, queries
from pitboss.api.auth import PROBLEMS, Caller, TheService, only
from pitboss.api.commands import must_be
from pitboss.api.views import View
from pitboss.house.house import House
from pitboss.house.ledger import chips
from pitboss.house.people import Person
from pitboss.house.storage.batch import Batch
from pitboss.money import dollars

router = APIRouter(prefix="/people", tags=["people"], responses=PROBLEMS)
PersonId = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$", examples=["ann"])]


@router.get("/me", summary="Who you are, and where you sit")
async def me(service: TheService, person: Caller) -> View:
    def look(house: House) -> View:
        seats = [
            {"table": live.id, "seat": seat, "chips": dollars(seated.chips)}
            for live in house.tables.values()
            for seat, seated in sorted(live.seats.items())
            if seated.person == person.id
        ]
        return {"person": person.id, "name": person.name, "role": person.role, "seats": seats}

    return await service.runner.look(None, look)


@router.get("/me/postings", summary="What became of your chips at a table")
async def my_postings(
    service: TheService,
    person: Caller,
    table: Annotated[str, Query(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")],
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> list[View]:
    """Lines of your account at that table, oldest first, after the journal entry of a number."""
    account, start = chips(table, person.id), (table, after, 1_000_000)
    return await service.reader.read(lambda store: queries.postings(store, account, start, limit))


@router.get("", summary="Everybody")
async def people(
    service: TheService, person: Annotated[Person, Depends(only("floor", "auditor", "system"))]
) -> list[View]:
    def look(house: House) -> list[View]:
        return [{"person": each.id, "name": each.name, "role": each.role} for each in house.people.values()]

    return await service.runner.look(None, look)


@router.post("", status_code=201, summary="Add somebody")
async def add(
    service: TheService, sent: models.NewPerson, person: Annotated[Person, Depends(only("floor", "system"))]
) -> dict[str, Any]:
    """The answer holds the token, which is told this once. The floor may add players, the system anybody."""
    if sent.role != "player":
        must_be(person, ("system",), f"add a {sent.role}")

    def work(house: House, batch: Batch) -> dict[str, Any]:
        token = house.add(batch, sent.person, sent.name, sent.role, person.id)
        return {"person": sent.person, "name": sent.name, "role": sent.role, "token": token}

    return await service.in_house(person, work)


@router.post("/{id}/token", summary="A new token for somebody")
async def new_token(
    service: TheService, id: PersonId, person: Annotated[Person, Depends(only("system"))]
) -> dict[str, Any]:
    """The old one is worth nothing from now on."""

    def work(house: House, batch: Batch) -> dict[str, Any]:
        return {"person": id, "token": house.new_token(batch, id, person.id)}

    return await service.in_house(person, work)


@router.delete("/{id}", summary="Take somebody's role away")
async def retire(
    service: TheService, id: PersonId, person: Annotated[Person, Depends(only("system"))]
) -> dict[str, Any]:
    """Their token is worth nothing from now on; what they did stays in the journal."""

    def work(house: House, batch: Batch) -> dict[str, Any]:
        house.retire(batch, id, person.id)
        return {"person": id, "retired": True}

    return await service.in_house(person, work)
