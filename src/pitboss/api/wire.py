"""JSON as it goes over the wire."""

import json
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import orjson
from fastapi.responses import Response


def encode(body: Any) -> bytes:
    """Plain values as JSON; an exact number that JSON has not is its digits."""
    return orjson.dumps(body, default=str)


TWICE = " is given twice"
SHORT = 60
"""Letters of a name that are quoted."""


class Twice(json.JSONDecodeError):
    """An object that gives one name two values; readers of JSON differ in which of them they take."""


def decode(text: str | bytes) -> Any:
    """JSON as plain values; ``ValueError`` for anything else, numbers that no computer holds included, and why."""
    try:
        sent = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise ValueError("cannot be read" if _is_json(text) else "is not JSON") from error
    decode_once(text)
    return sent


def _is_json(text: str | bytes) -> bool:
    """Whether a text that is not read is JSON all the same, such as a number that no computer holds."""

    def refuse(word: str) -> None:
        raise ValueError(word)  # Python's own reader takes NaN, which JSON has not

    try:
        json.loads(text, parse_constant=refuse)
    except ValueError:
        return False
    except RecursionError:
        pass  # it is deeper than anybody reads
    return True


def decode_once(text: str | bytes) -> Any:
    """JSON as Python reads it, and ``Twice`` where a name is given twice.

    >>> decode_once('{"seat": 1, "wagers": {"ante": "5.00", "ante": "50.00"}}')
    Traceback (most recent call last):
    pitboss.api.wire.Twice: "ante" is given twice: line 1 column 1 (char 0)
    """
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        first = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise Twice(f"{json.dumps(first[:SHORT])}{TWICE}", "", 0)
    return found


def answer(body: Any, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Plain values as an answer. What they are is said by ``told``, and checked by the tests, not with every answer."""
    return Response(encode(body), status_code=int(status), media_type="application/json")


def told(model: Any, description: str = "What was asked for", status: HTTPStatus = HTTPStatus.OK) -> dict[str, Any]:
    """What OpenAPI says of a route that answers with this."""
    found = {int(status): {"model": model, "description": description}}
    return {"response_model": None, "status_code": int(status), "responses": found}
