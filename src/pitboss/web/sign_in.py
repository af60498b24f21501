"""Who is signed in: a cookie that names the person, the sign-in and its end, sealed with a key of the house's secret.

The seal also covers the hash of the person's token. So a sign-in outlives a restart, holds in every process of the
house, and ends when the person gets a new token; whoever reads the database or the journal can make none.
"""

import hmac
import re
import time
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from secrets import token_hex

from starlette.requests import HTTPConnection
from starlette.responses import Response

from pitboss.house.people import Person, SignIn

COOKIE = "pitboss"
HOURS = 12
FORM = re.compile(rb"([a-z0-9][a-z0-9_-]{0,39})\.([0-9a-f]{32})\.([0-9]{1,12})\.([0-9a-f]{64})")
LONGEST = 200

PersonOf = Callable[[str], Person | None]
"""Somebody whose token is worth something, by their id."""


def seal(person: Person, key: bytes, until: float | None = None) -> str:
    """The value of a cookie: a new sign-in.

    >>> ann = Person("ann", "Ann", "player", "hash of a token")
    >>> cookie = seal(ann, b"key").encode()
    >>> opened(cookie, b"key", lambda id: ann), opened(cookie, b"other key", lambda id: ann)
    (Person(id='ann', name='Ann', role='player'), None)
    """
    sign_in = SignIn(token_hex(16), int(time.time() + HOURS * 3600 if until is None else until))
    return f"{person.id}.{sign_in.id}.{sign_in.ends}.{_mark(person, sign_in, key)}"


def opened(value: bytes, key: bytes, person_of: PersonOf) -> Person | None:
    """The person a cookie stands for, if it is genuine and not too old; no bytes make this raise."""
    found = FORM.fullmatch(value[: LONGEST + 1])
    person = None if found is None else person_of(found[1].decode())
    if found is None or person is None:
        return None
    sign_in = SignIn(found[2].decode(), int(found[3]))
    if sign_in.ends < time.time() or not hmac.compare_digest(found[4], _mark(person, sign_in, key).encode()):
        return None
    return replace(person, sign_in=sign_in)


def sign_in(response: Response, person: Person, key: bytes, secure: bool) -> None:
    """Hand the browser its cookie; no script can read it, and no other site can send it."""
    response.set_cookie(
        COOKIE, seal(person, key), max_age=HOURS * 3600, httponly=True, samesite="strict", secure=secure, path="/"
    )


def sign_out(response: Response) -> None:
    response.delete_cookie(COOKIE, path="/")


def cookie_of(request: HTTPConnection) -> bytes:
    """What a browser sent as its cookie, whatever that is; more than any cookie has is not kept."""
    return request.cookies.get(COOKIE, "")[: LONGEST + 1].encode(errors="replace")


def _mark(person: Person, sign_in: SignIn, key: bytes) -> str:
    parts = (person.id, sign_in.id, str(sign_in.ends), person.key)
    return hmac.new(key, ".".join(parts).encode(), sha256).hexdigest()
