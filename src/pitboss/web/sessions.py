"""Who is signed in: a cookie that names the person and says until when, sealed with a key made from their token's hash.

So a sign-in outlives a restart, holds in every process of the house, and ends when the person gets a new token.
"""

import hmac
import re
import time
from collections.abc import Callable
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "pitboss"
HOURS = 12
FORM = re.compile(rb"([a-z0-9][a-z0-9_-]{0,39})\.([0-9]{1,12})\.([0-9a-f]{64})")
LONGEST = 200

KeyOf = Callable[[str], str | None]
"""The hash of a person's token, by their id."""


def seal(person: str, key: str, until: float | None = None) -> str:
    """The value of a cookie.

    >>> cookie = seal("ann", "k").encode()
    >>> opened(cookie, lambda person: "k"), opened(cookie, lambda person: "other")
    ('ann', None)
    """
    ends = int(time.time() + HOURS * 3600 if until is None else until)
    return f"{person}.{ends}.{_mark(person, ends, key)}"


def opened(value: bytes, key_of: KeyOf) -> str | None:
    """The person a cookie stands for, if it is genuine and not too old; no bytes make this raise."""
    found = FORM.fullmatch(value[: LONGEST + 1])
    if found is None:
        return None
    person, ends = found[1].decode(), int(found[2])
    key = key_of(person)
    if key is None or ends < time.time() or not hmac.compare_digest(found[3], _mark(person, ends, key).encode()):
        return None
    return person


def sign_in(response: Response, person: str, key: str, secure: bool) -> None:
    """Hand the browser its cookie; no script can read it, and no other site can send it."""
    response.set_cookie(
        COOKIE, seal(person, key), max_age=HOURS * 3600, httponly=True, samesite="strict", secure=secure, path="/"
    )


def sign_out(response: Response) -> None:
    response.delete_cookie(COOKIE, path="/")


def cookie_of(request: HTTPConnection) -> bytes:
    """What a browser sent as its cookie, whatever that is; more than any cookie has is not kept."""
    return request.cookies.get(COOKIE, "")[: LONGEST + 1].encode(errors="replace")


def _mark(person: str, ends: int, key: str) -> str:
    return hmac.new(f"pitboss page {key}".encode(), f"{person}.{ends}".encode(), sha256).hexdigest()
