"""People and what they may do: players, dealers, floor supervisors, auditors, and the system itself."""

import re
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, get_args

from pitboss.engine.events import VIEWERS
from pitboss.errors import Refused, is_plain, suggest
from pitboss.house.journal.chain import HOUSE
from pitboss.house.live.pace import CLOCK

Role = Literal["player", "dealer", "floor", "auditor", "system"]
ROLES: tuple[str, ...] = get_args(Role)


@dataclass(frozen=True, slots=True)
class SignIn:
    """A sign-in on the pages, and when it ends by itself, in seconds since 1970."""

    id: str
    ends: int


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, by the token they have now: ``key`` is its hash. ``sign_in`` is how they came to the pages."""

    id: str
    name: str
    role: Role
    key: str = field(default="", repr=False, compare=False)
    sign_in: SignIn | None = field(default=None, repr=False, compare=False)


def new_token() -> str:
    """A secret that stands for a person; only its hash is kept."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


def token_mark(key: str) -> str:
    """What the journal keeps of a token's hash: enough to tell whether it was changed, and no more."""
    return sha256(f"pitboss token {key}".encode()).hexdigest()


def person_id(text: str) -> str:
    """A person's id; it is part of account names, and some words stand for views of a table, or for the clock."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", text) or text in (*VIEWERS, HOUSE, CLOCK):
        raise Refused(f'"{text[:40]}" cannot be a person\'s id; it is 1 to 40 small letters, digits, - and _')
    return text


def person_name(text: str) -> str:
    """What a person is called on every page: nothing that turns the writing around it, or that nobody sees."""
    if not text.strip() or not is_plain(text):
        raise Refused("a name has letters that can be seen, on one line, and no marks of the direction of writing")
    return text


def table_id(text: str) -> str:
    """A table's id; it is part of account names, and the name of its chain."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", text) or text == HOUSE:
        raise Refused(f'"{text[:40]}" cannot be a table\'s id; it is 1 to 40 small letters, digits, - and _')
    return text


def role_of(name: str) -> Role:
    """A role by its name."""
    if name not in ROLES:
        raise Refused(f'there is no role "{name}"; {suggest(name, ROLES)}')
    return name  # type: ignore[return-value]
