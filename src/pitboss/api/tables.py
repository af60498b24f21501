"""Tables: the lobby, opening one, looking at one, and everything that is done at one."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Body, Depends, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

from pitboss.api import models, queries
from pitboss.api.auth import PROBLEMS, Caller, Key, TheService, only
from pitboss.api.commands import EVERYBODY, MINDS_TABLES, MOVES_MONEY, WHO_MAY, amount_moved, must_be_here
from pitboss.api.offers import wagers_view
from pitboss.api.problems import not_found
from pitboss.api.routes import routes
from pitboss.api.schema.house import DealShown, DealToCheck, RoundSummary, RoundTold
from pitboss.api.schema.tables import (
    Done,
    IrregularityShown,
    LobbyTable,
    OfferShown,
    ProcedureShown,
    TableOpened,
    TableShown,
)
from pitboss.api.views import Viewer, damaged_view, irregularities_view, lobby_view, procedures_view
from pitboss.api.wire import answer, told
from pitboss.errors import PitbossError
from pitboss.house.house import House
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.pace import Pace, must_leave_time
from pitboss.house.people import Person
from pitboss.house.storage.batch import Batch

TEXT = "text/plain"


class Phh(PlainTextResponse):
    """The text of a .phh or .phhs file, which is TOML, or plain text for those who ask for that."""

    media_type = "application/toml"

    @classmethod
    def of(cls, text: str, request: Request) -> "Phh":
        return cls(text, media_type=TEXT if TEXT in request.headers.get("accept", "") else None)


AS_PHH: dict[str, Any] = {
    "response_class": Phh,
    "responses": {200: {"description": "TOML", "content": {TEXT: {"schema": {"type": "string"}}}}},
}

router = routes("/tables", tags=["tables"], responses=PROBLEMS)
TableId = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$", examples=["7"])]
Number = Annotated[int, Path(ge=1, le=2**53, examples=[1])]


@router.get("", summary="The lobby", **told(list[LobbyTable]))
async def lobby(service: TheService, person: Caller) -> Response:
    """Every table, with its free seats and meters; one of status ``damaged`` is kept closed, and says why."""

    def look(house: House) -> list[LobbyTable]:
        return [lobby_view(live) for live in in_order(house)] + damaged_view(house)

    return answer(await service.runner.look(None, look))


@router.post("", summary="Open a table", **told(TableOpened, "Opened", HTTPStatus.CREATED))
async def open_table(
    service: TheService, sent: models.OpenTable, person: Annotated[Person, Depends(only(*MINDS_TABLES))], key: Key = ""
) -> Response:
    """The set-up is examined against the rulebook first; a refusal names the clause."""

    pace = Pace(sent.pace.betting, sent.pace.decision, sent.pace.auto_deal)

    def work(house: House, batch: Batch) -> dict[str, Any]:
        must_leave_time(pace)
        live = house.open_table(
            sent.table,
            sent.entry,
            dict(sent.options),
            pay_tables=sent.pay_tables,
            wagers=sent.wagers,
            links=sent.links,
            fill=amount_moved(sent.fill),
            by=person.id,
            pace=pace,
            into=batch,
        )
        notices = [{"where": note.where, "text": note.text, "cite": note.cite} for note in live.setup.notices]
        return {"done": "open", "table": live.id, "notices": notices}

    return answer(await service.once(person, key, "open", sent.model_dump(), None, work), HTTPStatus.CREATED)


@router.get("/{table}", summary="A table as you may see it", **told(TableShown))
async def table_view(service: TheService, table: TableId, person: Caller) -> Response:
    return answer(await service.view(person, table))


@router.get("/{table}/wagers", summary="What can be wagered", **told(list[OfferShown]))
async def wagers(service: TheService, table: TableId, person: Caller) -> Response:
    """Limits, spots and odds of every wager; for somebody who sits, why one cannot be made now."""
    return answer(await service.runner.look(table, _of(table, lambda live: wagers_view(live, Viewer.of(person)))))


@router.get("/{table}/irregularities", summary="What can be called", **told(list[IrregularityShown]))
async def irregularities(service: TheService, table: TableId, person: Caller) -> Response:
    return answer(await service.runner.look(table, _of(table, irregularities_view)))


@router.get("/{table}/procedures", summary="The procedures as a checklist", **told(list[ProcedureShown]))
async def procedures(service: TheService, table: TableId, person: Caller) -> Response:
    return answer(await service.runner.look(table, _of(table, procedures_view)))


@router.get("/{table}/rounds", summary="The last rounds", **told(list[RoundSummary]))
async def rounds(
    service: TheService,
    table: TableId,
    person: Caller,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 20,
) -> Response:
    """What each wager won or lost, newest round first; ``before`` goes further back."""
    return answer(await service.reader.read(lambda store: queries.rounds(store, table, before, limit)))


@router.get("/{table}/rounds/{number}", summary="A round, event by event", **told(RoundTold))
async def one_round(service: TheService, table: TableId, number: Number, person: Caller) -> Response:
    """Events as you may see them; the floor, the auditor and the system see every card, and get the record.

    They are also told who decided for a seat, and who made and confirmed each call.
    """
    found = await service.reader.read(lambda store: queries.one_round(store, table, number, Viewer.of(person)))
    if found is None:
        raise not_found(f"round {number} of table {table} is not over, or never was")
    return answer(found)


@router.get(
    "/{table}/rounds/{number}/deal", summary="A round to be checked with pitboss verify-deal", **told(DealToCheck)
)
async def deal_to_check(service: TheService, table: TableId, number: Number, person: Caller) -> Response:
    """The seed, and every round since the shuffle; refused until the seed is revealed and every card is known.

    Where players play against one another, a hand that was not shown stays its player's: it is for those who see all.
    """
    found = await service.reader.read(lambda store: queries.deal_to_check(store, table, number, Viewer.of(person)))
    return answer(found)


@router.get("/{table}/rounds/{number}/phh", summary="A hand of poker in PHH", **AS_PHH)
async def one_hand(service: TheService, request: Request, table: TableId, number: Number, person: Caller) -> Phh:
    """As you may see it: hidden cards are ``??``. Refused where the format has no code for the game."""
    found = await service.reader.read(lambda store: queries.hand_of(store, table, number, Viewer.of(person)))
    if found is None:
        raise not_found(f"round {number} of table {table} is not over, or never was")
    return Phh.of(found, request)


@router.get("/{table}/phh", summary="Your last hands of poker in PHH, in one file", **AS_PHH)
async def hands(
    service: TheService,
    request: Request,
    table: TableId,
    person: Caller,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> Phh:
    """A player gets the hands that he was dealt in, others all; remarks at the head say which could not be told."""
    found = await service.reader.read(lambda store: queries.hands_of(store, table, Viewer.of(person), before, limit))
    return Phh.of(found, request)


@router.get("/{table}/deals/{deal}", summary="A commitment, and the seed once it is revealed", **told(DealShown))
async def one_deal(service: TheService, table: TableId, deal: Number, person: Caller) -> Response:
    """With the seed and the round's wagers and decisions anybody can deal the round again."""
    found = await service.reader.read(lambda store: queries.deal_of(store, table, deal, Viewer.of(person)))
    if found is None:
        raise not_found(f"there is no deal {deal} at table {table}")
    return answer(found)


def in_order(house: House) -> list[LiveTable]:
    """The tables, 2 before 10."""
    return sorted(house.tables.values(), key=lambda live: (len(live.id), live.id))


def _of(table: str, look: Callable[[LiveTable], Any]) -> Callable[[House], Any]:
    def at(house: House) -> Any:
        return look(must_be_here(house, table))

    return at


# -- what is done at a table ------------------------------------------------------------------------------------------

COMMANDS: tuple[type[models.Sent], ...] = (
    models.Sit,
    models.BuyIn,
    models.Leave,
    models.SitOut,
    models.ComeBack,
    models.Bet,
    models.Ready,
    models.Deal,
    models.Act,
    models.EndTurn,
    models.TakeBank,
    models.PassBank,
    models.AddWord,
    models.CallIrregularity,
    models.Confirm,
    models.Reject,
    models.Withdraw,
    models.StepDone,
    models.Fill,
    models.Credit,
    models.Close,
    models.Reopen,
    models.Repaired,
    models.Collect,
)


def _command(model: type[Any], do: str) -> Callable[..., Awaitable[Response]]:
    async def endpoint(
        service: TheService,
        table: TableId,
        sent: Annotated[Any, Body()],
        person: Annotated[Person, Depends(only(*WHO_MAY[do]))],
        key: Key = "",
    ) -> Response:
        if sent.do != do:
            raise PitbossError(f'this is where "{do}" is done, and not "{sent.do}"')
        return answer(await service.at_table(person, table, sent, key))

    endpoint.__annotations__["sent"] = model
    endpoint.__doc__ = model.__doc__
    return endpoint


for _model in COMMANDS:
    _do = _model.model_fields["do"].default
    _who = " or ".join(WHO_MAY[_do] if WHO_MAY[_do] != EVERYBODY else ("anybody",))
    router.add_api_route(
        f"/{{table}}/{_do.replace('_', '-')}",
        _command(_model, _do),
        methods=["POST"],
        summary=f"{_do.replace('_', ' ').capitalize()} ({_who})",
        name=_do,
        **told(Done, "What it came to"),
        description=(_model.__doc__ or "")
        + ("\n\nMoves money: send an Idempotency-Key." if _do in MOVES_MONEY else ""),
    )
