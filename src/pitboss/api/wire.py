"""JSON as it goes over the wire."""

from http import HTTPStatus
from typing import Any

import orjson
from fastapi.responses import Response


def encode(body: Any) -> bytes:
    """Plain values as JSON; an exact number that JSON has not is its digits."""
    return orjson.dumps(body, default=str)


def decode(text: str | bytes) -> Any:
    """JSON as plain values; ``ValueError`` for anything else, numbers that no computer holds included."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise ValueError(str(error)) from error


def answer(body: Any, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Plain values as an answer. What they are is said by ``told``, and checked by the tests, not with every answer."""
    return Response(encode(body), status_code=int(status), media_type="application/json")


def told(model: Any, description: str = "What was asked for", status: HTTPStatus = HTTPStatus.OK) -> dict[str, Any]:
    """What OpenAPI says of a route that answers with this."""
    found = {int(status): {"model": model, "description": description}}
    return {"response_model": None, "status_code": int(status), "responses": found}
