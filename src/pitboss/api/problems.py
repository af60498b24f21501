"""What goes wrong, told as problem+json: one sentence, and the clause behind it."""

import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from pitboss.api.faults import first_fault
from pitboss.api.runner import Closed
from pitboss.api.wire import encode
from pitboss.errors import PitbossError, Refused, Unreadable

log = logging.getLogger("pitboss")
SENTENCES: dict[int, str] = {
    HTTPStatus.NOT_FOUND: "there is nothing of that name",
    HTTPStatus.METHOD_NOT_ALLOWED: "that is not done here",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "the request is not JSON",
}
"""What is said of a request that no route takes."""


class Problem(Refused):
    """Something that is refused with a status of its own."""

    def __init__(self, status: int, sentence: str, cite: str = "", **headers: str) -> None:
        super().__init__(sentence, cite)
        self.status = status
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def not_found(sentence: str) -> Problem:
    return Problem(HTTPStatus.NOT_FOUND, sentence)


def gone() -> Problem:
    """What somebody is told whose token, role or sign-in is no more."""
    return Problem(HTTPStatus.UNAUTHORIZED, "your token, your role or your sign-in has ended; sign in again")


def as_problem(error: BaseException) -> Problem:
    """Any error as a problem; one that nobody foresaw is logged, and the caller learns no more than that."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, Closed):
        return Problem(HTTPStatus.SERVICE_UNAVAILABLE, error.sentence, Retry_After="5")
    if isinstance(error, Refused) and not isinstance(error, Unreadable):
        return Problem(HTTPStatus.CONFLICT, error.sentence, error.cite)
    if isinstance(error, PitbossError):
        return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, error.sentence, error.cite)
    log.error("an error that nobody foresaw", exc_info=error)
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "the service made a mistake; nothing was done, and it is logged")


def body_of(problem: Problem) -> dict[str, Any]:
    """A problem as JSON."""
    found: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": int(problem.status),
        "detail": problem.sentence.encode(errors="replace").decode(),  # half a letter may be quoted in it
    }
    return found | ({"cite": problem.cite} if problem.cite else {})


def response_of(problem: Problem) -> Response:
    return Response(
        encode(body_of(problem)),
        status_code=int(problem.status),
        headers=problem.headers,
        media_type="application/problem+json",
    )


def install(app: FastAPI) -> None:
    """Have every error of the service answered as a problem."""

    async def foreseen(request: Request, error: Exception) -> Response:
        return response_of(as_problem(error))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == HTTPStatus.BAD_REQUEST:
            return response_of(Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "the request cannot be read"))
        headers = {name.replace("-", "_"): value for name, value in (error.headers or {}).items()}
        sentence = SENTENCES.get(error.status_code, "the request cannot be answered")
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED and (may := headers.get("Allow", headers.get("allow"))):
            sentence = f"{request.method} is not done here, only {may.replace(', ', ' and ')}"
        return response_of(Problem(error.status_code, sentence, **headers))

    async def unreadable(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return response_of(Problem(HTTPStatus.UNPROCESSABLE_ENTITY, first_fault(error.errors())))

    app.add_exception_handler(PitbossError, foreseen)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(Exception, foreseen)
