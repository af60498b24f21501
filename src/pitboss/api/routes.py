"""The routes of the service, which are the same for every house.

What the answers of a route look like takes longer to find out than a house to open. So each part makes its routes
once, whole, when it is imported, and a service takes them as they are.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute

from pitboss.api.wire import decode_once

API = "/api"


class _Read(Request):
    """A request whose body gives each name once."""

    async def json(self) -> Any:
        return decode_once(await self.body())


class _Route(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def read(request: Request) -> Response:
            return await handle(_Read(request.scope, request.receive))

        return read


def routes(path: str = "", **more: Any) -> APIRouter:
    """Routes under a path of the API; a typed client calls each by the name of its function."""
    return APIRouter(
        prefix=API + path, route_class=_Route, generate_unique_id_function=lambda route: route.name, **more
    )
