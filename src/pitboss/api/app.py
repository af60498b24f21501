"""The service: a house over HTTP and WebSocket."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp

from pitboss import __version__
from pitboss.api import audit, games, ledger, people, problems, tables, websocket
from pitboss.api.headers import SafeHeaders
from pitboss.api.limits import BodyLimit, Limits
from pitboss.api.request_check import Door, Names
from pitboss.api.runner import Runner
from pitboss.api.service import Service

API = "/api"
ABOUT = """A house of live tables. Money is a decimal string of dollars. Every refusal is one sentence with the clause
of the rulebook behind it. Send `Authorization: Bearer <token>`; send an `Idempotency-Key` with everything that moves
money, and a request that is sent again acts once. `/api/tables/{table}/live` is a WebSocket."""


def create_app(runner: Runner, limits: Limits | None = None, names: Names | None = None) -> FastAPI:
    """The service over a running house; whoever made the runner stops it after the service.

    With ``names`` it answers to those alone.
    """
    limits = limits or Limits()
    service = Service(runner, limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.start()
        yield
        await service.stop()

    app = _App(
        title="pitboss",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.names = names
    app.state.service = service
    problems.install(app)
    api = APIRouter(prefix=API)
    for part in (games, tables, people, ledger, audit, websocket):
        api.include_router(part.router)
    app.include_router(api)
    app.add_middleware(BodyLimit, most=limits.body, seconds=limits.patience)
    return app


class _App(FastAPI):
    """An app that is behind the door as a whole, and whose errors have the safety headers too."""

    names: Names | None = None

    def build_middleware_stack(self) -> ASGIApp:
        return SafeHeaders(Door(super().build_middleware_stack(), self.names))
