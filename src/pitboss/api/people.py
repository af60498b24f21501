"""People: who has which role, and their tokens, each told once."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Path, Query
from fastapi.responses import Response

from pitboss.api import models, queries
from pitboss.api.auth import PROBLEMS, Caller, TheService, only
from pitboss.api.commands import must_be
from pitboss.api.routes import routes
from pitboss.api.schema.house import Me, MySeat, PersonAdded, PersonShown, Posting, Retired, TokenTold
from pitboss.api.wire import answer, told
from pitboss.errors import with_article
from pitboss.house.house import House
from pitboss.house.ledger import chips
from pitboss.house.people import Person
from pitboss.house.storage.batch import Batch
from pitboss.money import dollars

router = routes("/people", tags=["people"], responses=PROBLEMS)
PersonId = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$", examples=["ann"])]


@router.get("/me", summary="Who you are, and where you sit", **told(Me))
async def me(service: TheService, person: Caller) -> Response:
    def look(house: House) -> Me:
        seats: list[MySeat] = [
            {"table": live.id, "seat": seat, "chips": dollars(seated.chips)}
            for live in house.tables.values()
            for seat, seated in sorted(live.seats.items())
            if seated.person == person.id
        ]
        return {"person": person.id, "name": person.name, "role": person.role, "seats": seats}

    return answer(await service.runner.look(None, look))


@router.get("/me/postings", summary="What became of your chips at a table", **told(list[Posting]))
async def my_postings(
    service: TheService,
    person: Caller,
    table: Annotated[str, Query(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")],
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """Lines of your account at that table, oldest first, after the journal entry of a number."""
    account, start = chips(table, person.id), (table, after, 1_000_000)
    return answer(await service.reader.read(lambda store: queries.postings(store, account, start, limit)))


@router.get("", summary="Everybody", **told(list[PersonShown]))
async def people(
    service: TheService, person: Annotated[Person, Depends(only("floor", "auditor", "system"))]
) -> Response:
    def look(house: House) -> list[PersonShown]:
        return [{"person": each.id, "name": each.name, "role": each.role} for each in house.people.values()]

    return answer(await service.runner.look(None, look))


@router.post("", summary="Add somebody", **told(PersonAdded, "Added", HTTPStatus.CREATED))
async def add(
    service: TheService, sent: models.NewPerson, person: Annotated[Person, Depends(only("floor", "system"))]
) -> Response:
    """The answer holds the token, which is told this once. The floor may add players, the system anybody."""
    if sent.role != "player":
        must_be(person, ("system",), f"add {with_article(sent.role)}")

    def work(house: House, batch: Batch) -> PersonAdded:
        token = house.add(batch, sent.person, sent.name, sent.role, person.id)
        return {"person": sent.person, "name": sent.name, "role": sent.role, "token": token}

    return answer(await service.in_house(person, work), HTTPStatus.CREATED)


@router.post("/{id}/token", summary="A new token for somebody", **told(TokenTold))
async def new_token(service: TheService, id: PersonId, person: Annotated[Person, Depends(only("system"))]) -> Response:
    """The old one is worth nothing from now on."""

    def work(house: House, batch: Batch) -> TokenTold:
        return {"person": id, "token": house.new_token(batch, id, person.id)}

    return answer(await service.in_house(person, work))


@router.delete("/{id}", summary="Take somebody's role away", **told(Retired))
async def retire(service: TheService, id: PersonId, person: Annotated[Person, Depends(only("system"))]) -> Response:
    """Their token is worth nothing from now on; what they did stays in the journal."""

    def work(house: House, batch: Batch) -> Retired:
        house.retire(batch, id, person.id)
        return {"person": id, "retired": True}

    return answer(await service.in_house(person, work))
