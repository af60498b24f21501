"""The auditor's part: the journal as it is written, where each chain ends, and the audit itself."""

import asyncio
from typing import Annotated

from fastapi import Depends, Query
from fastapi.responses import Response

from pitboss.api import queries
from pitboss.api.auth import PROBLEMS, TheService, only
from pitboss.api.problems import Problem
from pitboss.api.routes import routes
from pitboss.api.schema.house import AuditReport, CallsReport, ChainEnd, JournalEntry
from pitboss.api.wire import answer, told
from pitboss.house.audit.call_report import call_report
from pitboss.house.people import Person

router = routes("/audit", tags=["audit"], responses=PROBLEMS)
Auditor = Annotated[Person, Depends(only("auditor", "system"))]


@router.get("/chains", summary="Where each chain ends", **told(list[ChainEnd]))
async def chains(service: TheService, person: Auditor) -> Response:
    """The last entry of each chain; kept elsewhere, a later audit can be held against it."""
    return answer(await service.reader.read(queries.heads))


@router.get("/calls", summary="What was called, by whom, and who gained by it", **told(CallsReport))
async def calls(
    service: TheService,
    person: Annotated[Person, Depends(only("floor", "auditor", "system"))],
    table: Annotated[str | None, Query(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$", examples=["7"])] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """The newest calls that could touch cards or wagers, with what their rounds came to, and without them."""
    return answer(await service.reader.read(lambda store: call_report(store, table, limit).as_json()))


@router.get("/journal", summary="The journal", **told(list[JournalEntry]))
async def journal(
    service: TheService,
    person: Auditor,
    chain: Annotated[str, Query(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$", examples=["7"])],
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """Entries as they are written, after the one of a number."""
    return answer(await service.reader.read(lambda store: queries.journal(store, chain, after, limit)))


@router.post("", summary="Audit the house", **told(AuditReport))
async def audit(service: TheService, person: Auditor) -> Response:
    """Every chain, every cent, every meter, and every round settled once more. The house goes on meanwhile."""
    from pitboss.house.audit.house_audit import audit as whole
    from pitboss.house.audit.report import Outside

    if service.reader.in_memory:
        raise Problem(409, "a house that is only in memory is not audited")
    if service.auditing.locked():
        raise Problem(409, "an audit is going on already", Retry_After="10")
    async with service.auditing:
        kept = service.runner.checkpoints
        files = [kept.file] if kept is not None and kept.file.is_file() else []
        shares = () if kept is None else (str(service.runner.share),)
        outside = Outside(checkpoints=files, secret=service.runner.secret_file, shares=shares)
        report = await asyncio.to_thread(whole, service.runner.url, workers=1, outside=outside)
    return answer(report.as_json())
