"""Who asks: a token in the Authorization header stands for a person, and the person's role says what they may do."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, Header, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from pitboss.api.commands import EVERYBODY, must_be
from pitboss.api.service import Service
from pitboss.house.people import Person

bearer = HTTPBearer(auto_error=False, description="The token that was told when the person was added.")


async def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


async def caller(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)] = None
) -> Person:
    """Whoever asks."""
    token = "" if credentials is None else credentials.credentials
    address = request.client.host if request.client is not None else ""
    service: Service = request.app.state.service
    return service.person(token, address)


def only(*roles: str) -> Callable[..., Awaitable[Person]]:
    """Whoever asks, if they have one of these roles."""

    async def check(person: Annotated[Person, Depends(caller)]) -> Person:
        must_be(person, roles or EVERYBODY, "ask for this")
        return person

    return check


Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=0,
        max_length=80,
        pattern=r"^[!-~]*$",
        description="Makes a request that is sent again act once: the same key, the same answer.",
    ),
]
TheService = Annotated[Service, Depends(service_of)]
Caller = Annotated[Person, Depends(caller)]


def _problem(status: int, text: str) -> dict[str, Any]:
    """What OpenAPI says of a refusal."""
    shown = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": text}
    content = {"schema": {"$ref": "#/components/schemas/ProblemTold"}, "example": shown}
    return {"description": text, "content": {"application/problem+json": content}}


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: _problem(status, text)
    for status, text in {
        401: "there is no token, or nobody has it",
        403: "the role may not do this",
        404: "there is no such thing",
        405: "the path is there, and that is not done with it; Allow says what is",
        409: "the rulebook, or how the table stands, does not allow it; with the clause",
        413: "the request is too large",
        421: "another process of the house serves this table",
        422: "the request cannot be read",
        429: "too many requests",
        503: "the house is closed, or its database did not confirm this; send it again with its key",
    }.items()
}
"""What every route may be refused with."""
TOO_LONG: dict[int | str, dict[str, Any]] = {504: _problem(504, "this takes longer than a question may")}
