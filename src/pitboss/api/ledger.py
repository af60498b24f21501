"""The ledger and the meters: balances, lines, and what the floor watches."""

from typing import Annotated

from fastapi import Depends, Query
from fastapi.responses import Response

from pitboss.api import queries
from pitboss.api.auth import PROBLEMS, Caller, TheService, only
from pitboss.api.models import PLAIN
from pitboss.api.problems import Problem
from pitboss.api.routes import routes
from pitboss.api.schema.house import AccountShown, Figures, MeterOfTables, Posting
from pitboss.api.views import meters_view
from pitboss.api.wire import answer, told
from pitboss.house.house import House
from pitboss.house.people import Person

router = routes(tags=["money"], responses=PROBLEMS)
MindsMoney = Annotated[Person, Depends(only("floor", "auditor", "system"))]


@router.get("/ledger/accounts", summary="Accounts and their balances", **told(list[AccountShown]))
async def accounts(
    service: TheService,
    person: MindsMoney,
    prefix: Annotated[str, Query(max_length=120, pattern=PLAIN, examples=["bank:"])] = "",
) -> Response:
    return answer(await service.reader.read(lambda store: queries.accounts(store, prefix)))


@router.get("/ledger/postings", summary="The lines of an account", **told(list[Posting]))
async def postings(
    service: TheService,
    person: MindsMoney,
    account: Annotated[str, Query(min_length=1, max_length=120, pattern=PLAIN, examples=["bank:7"])],
    after: Annotated[str, Query(max_length=100, pattern=r"^([a-z0-9_-]{1,40}:[0-9]{1,15}:[0-9]{1,9})?$")] = "",
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """Oldest first; ``after`` is the last line seen, as ``chain:number:line``."""
    start = None
    if after:
        chain, number, line = after.split(":")
        start = (chain, int(number), int(line))
    return answer(await service.reader.read(lambda store: queries.postings(store, account, start, limit)))


@router.get("/ledger/figures", summary="Drop, win and hold of each table", **told(list[Figures]))
async def figures(service: TheService, person: MindsMoney) -> Response:
    return answer(await service.reader.read(queries.figures))


@router.get("/meters", summary="Progressive meters", **told(list[MeterOfTables]))
async def meters(service: TheService, person: Caller) -> Response:
    """What each meter stands at, and the tables that feed it."""
    return answer(await service.runner.look(None, _meters))


@router.get("/meters/{id:path}", summary="One meter", **told(MeterOfTables))
async def one_meter(service: TheService, id: str, person: Caller) -> Response:
    for meter in await service.runner.look(None, _meters):
        if meter["meter"] == id:
            return answer(meter)
    raise Problem(404, f'there is no meter "{id[:80]}"')


def _meters(house: House) -> list[MeterOfTables]:
    found: dict[str, MeterOfTables] = {}
    for live in house.tables.values():
        for meter in meters_view(live):
            of_tables: MeterOfTables = {**meter, "tables": []}
            found.setdefault(meter["meter"], of_tables)["tables"].append(live.id)
    return list(found.values())
