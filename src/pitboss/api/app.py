"""The service: a house over HTTP and WebSocket."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp

from pitboss import __version__
from pitboss.api import audit, docs, games, ledger, machines, people, problems, tables, websocket
from pitboss.api.head import HeadAsGet
from pitboss.api.headers import SafeHeaders
from pitboss.api.limits import BodyLimit, Limits
from pitboss.api.request_check import Door, Names
from pitboss.api.runner import Runner
from pitboss.api.schema.parts import EXAMPLES
from pitboss.api.schema.problem import ProblemTold
from pitboss.api.service import Service

ABOUT = """A house of live tables. Money is a decimal string of dollars. Every refusal is one sentence with the clause
of the rulebook behind it. Send `Authorization: Bearer <token>`; send an `Idempotency-Key` with everything that moves
money, and a request that is sent again acts once. `/api/tables/{table}/live` is a WebSocket. Machines that deal their
own cards ask `/api/settle`, `/api/explain`, `/api/check` and `/api/analyze`."""


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
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.names = names
    app.state.service = service
    problems.install(app)
    for part in (games, tables, people, ledger, audit, machines, docs, websocket):
        app.router.routes.extend(part.router.routes)
    app.router.routes.extend(games.inside.routes)
    app.add_middleware(BodyLimit, most=limits.body, seconds=limits.patience)
    return app


class _App(FastAPI):
    """An app that is behind the door as a whole, and whose errors have the safety headers too."""

    names: Names | None = None

    def openapi(self) -> dict[str, Any]:
        """What the service says of itself, with what a refusal looks like, which no route names as its answer."""
        if not self.openapi_schema:
            schemas = super().openapi()["components"]["schemas"]
            schemas["ProblemTold"] = ProblemTold.model_json_schema(ref_template="#/components/schemas/{model}")
            _name_by_name(schemas)
            for name in EXAMPLES.keys() & schemas.keys():
                schemas[name]["example"] = EXAMPLES[name]  # FastAPI leaves out whatever is null
        assert self.openapi_schema is not None
        return self.openapi_schema

    def build_middleware_stack(self) -> ASGIApp:
        return SafeHeaders(Door(HeadAsGet(super().build_middleware_stack()), self.names))


def _name_by_name(part: Any) -> None:
    """Say of objects whose names have a pattern what their values are, as makers of typed clients understand it."""
    if isinstance(part, dict):
        if len(patterns := part.get("patternProperties", {})) == 1:
            [part["additionalProperties"]] = patterns.values()
            del part["patternProperties"]
        for each in part.values():
            _name_by_name(each)
    elif isinstance(part, list):
        for each in part:
            _name_by_name(each)
