"""The house itself and the games it can open: what needs no table."""

import time
from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import Response

from pitboss import __version__
from pitboss.api.auth import PROBLEMS, Caller, TheService
from pitboss.api.problems import not_found
from pitboss.api.routes import routes
from pitboss.api.schema.games import GameSummary, RuleSheet
from pitboss.api.schema.house import Elsewhere, Health, HouseShown
from pitboss.api.views import View
from pitboss.api.wire import answer, told
from pitboss.house.house import House
from pitboss.house.sharing import others
from pitboss.rulebook.loader import entries, load
from pitboss.rulebook.setup import Setup
from pitboss.sheets.as_json import sheet_as_json, summary
from pitboss.sheets.choices import assume_required

router = routes(tags=["house"], responses={status: PROBLEMS[status] for status in (405, 429, 503)})
inside = routes(tags=["house"], responses=PROBLEMS)
Slug = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


@router.get("/health", summary="Whether the house is open", **told(Health, "It is open"))
async def health(service: TheService, request: Request) -> Response:
    """Answers when the house's thread does; needs no token and tells nothing else."""
    service.callers.must_have_left(request.client.host if request.client is not None else "")
    await service.runner.look(None, lambda house: None)
    return answer({"status": "open"})


@inside.get("/house", summary="The house", **told(HouseShown))
async def house(service: TheService, person: Caller) -> Response:
    def look(house: House) -> HouseShown:
        return {
            "version": __version__,
            "serves": str(house.share),
            "elsewhere": elsewhere(house),
            "tables": len(house.tables),
            "open": sum(live.status == "open" for live in house.tables.values()),
            "seated": sum(len(live.seats) for live in house.tables.values()),
            "rounds": sum(live.rounds for live in house.tables.values()),
            "pending": [live.id for live in house.tables.values() if live.pending],
            "damaged": sorted(house.damaged),
            "seconds_open": round(time.time() - service.started),
        }

    return answer(await service.runner.look(None, look))


def elsewhere(house: House) -> list[Elsewhere]:
    """Which tables other processes of the house serve, and where."""
    if house.share.whole:
        return []
    near = [process for process in others(house.store) if not process.share.meets(house.share)]
    return [{"tables": str(process.share), "address": process.address} for process in near]


@inside.get("/games", summary="The games of every rulebook", **told(list[GameSummary]))
async def games(service: TheService, person: Caller) -> Response:
    return answer(await service.reader.aside(lambda: [summary(entry) for entry in entries(None)]))


@inside.get("/games/{rulebook}/{game}", summary="A rule sheet", **told(RuleSheet))
async def rules(service: TheService, rulebook: Slug, game: Slug, person: Caller) -> Response:
    """Wagers, pay tables, options, the round, irregularities and procedures, each with its clause."""

    def sheet() -> View | None:
        if not any(entry.name == f"{rulebook}/{game}" for entry in entries(None)):
            return None
        entry = load(f"{rulebook}/{game}")
        options, assumed = assume_required(entry, {})
        return sheet_as_json(entry, Setup.of(entry, options), assumed)

    found = await service.reader.aside(sheet)
    if found is None:
        raise not_found(f"there is no game {rulebook}/{game}")
    return answer(found)
