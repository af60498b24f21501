"""What the service says that it answers, by its routes, so that every answer can be held against it."""

from functools import cache
from typing import Any

import httpx
from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from pitboss.api import audit, games, ledger, machines, people, tables


@cache
def adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


@cache
def routes() -> list[APIRoute]:
    """Every route that answers with JSON."""
    rooms: list[APIRouter] = [games.router, games.inside, tables.router, people.router, ledger.router, audit.router]
    rooms.append(machines.router)
    return [route for room in rooms for route in room.routes if isinstance(route, APIRoute) and model_of(route)]


def model_of(route: APIRoute) -> Any:
    """What a route says that it answers."""
    return route.responses.get(route.status_code or 200, {}).get("model")


def must_be_as_told(answer: httpx.Response) -> None:
    """An answer is what OpenAPI says: what was asked for, or a problem."""
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        return
    for route in routes():
        if answer.request.method in route.methods and route.path_regex.match(answer.request.url.path):
            adapter(model_of(route)).validate_json(answer.content, strict=True)
            return
