"""JSON as it goes over the wire."""

from typing import Any

import orjson


def encode(body: Any) -> bytes:
    """Plain values as JSON."""
    return orjson.dumps(body)


def decode(text: str | bytes) -> Any:
    """JSON as plain values; ``ValueError`` for anything else, numbers that no computer holds included."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise ValueError(str(error)) from error
