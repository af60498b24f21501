"""For machines that deal their own cards: what a record comes to, whether a house is legal, what a game is worth.

Anybody with a token may ask. Nothing here touches a table: worker processes answer (``workshop``).
"""

from datetime import datetime
from typing import Any

from fastapi.responses import Response

from pitboss.api import models
from pitboss.api.auth import PROBLEMS, TOO_LONG, Caller, TheService
from pitboss.api.routes import routes
from pitboss.api.schema.machines import Analyzed, HouseChecked, PotAnalyzed, RulingTold, SettledRecord
from pitboss.api.service import Service
from pitboss.api.wire import told
from pitboss.house.people import Person

router = routes(tags=["machines"], responses=PROBLEMS | TOO_LONG)


@router.post("/settle", summary="Settle a record", **told(SettledRecord))
async def settle(service: TheService, sent: models.SettleRecord, person: Caller) -> Response:
    """What became of each wager, and the clause behind it: docs/records.md says how a record is written."""
    return await _answered(service, person, "settle", sent)


@router.post("/explain", summary="Settle a record and tell it as a ruling", **told(RulingTold))
async def explain(service: TheService, sent: models.ExplainRecord, person: Caller) -> Response:
    """What happened in its order, the hands by name, what decided each wager and how its amount comes about."""
    return await _answered(service, person, "explain", sent)


@router.post("/check", summary="Check a house's tables against the rulebook", **told(HouseChecked))
async def check(service: TheService, sent: models.CheckHouse, person: Caller) -> Response:
    """Legal or not, each finding with its clause: docs/houses.md says how a house is written."""
    if sent.at is None:  # what is kept of an answer holds for its moment
        sent = sent.model_copy(update={"at": _this_minute()})
    return await _answered(service, person, "check", sent)


@router.post("/analyze", summary="The exact mathematics of a game", **told(Analyzed | PotAnalyzed))
async def analyze(service: TheService, sent: models.AnalyzeGame, person: Caller) -> Response:
    """House edge, volatility and best strategy of every wager, under a house's options; answers are kept.

    Where players play for a pot, the house has fees and no edge: what it takes, by the number of players.
    A game that takes longer than a question may is for ``pitboss analyze``.
    """
    return await _answered(service, person, "analyze", sent)


def _this_minute() -> str:
    return datetime.now().astimezone().isoformat(timespec="minutes")


async def _answered(service: Service, person: Person, do: str, sent: models.Sent) -> Response:
    asked: dict[str, Any] = sent.model_dump()
    return Response(await service.workshop.answer(do, asked, person.id), media_type="application/json")
