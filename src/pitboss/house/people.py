"""People and what they may do: players, dealers, floor supervisors, auditors, and the system itself."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, get_args

from pitboss.errors import Refused, suggest

Role = Literal["player", "dealer", "floor", "auditor", "system"]
ROLES: tuple[str, ...] = get_args(Role)


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    role: Role


def new_token() -> str:
    """A secret that stands for a person; only its hash is kept."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def role_of(name: str) -> Role:
    """A role by its name."""
    if name not in ROLES:
        raise Refused(f'there is no role "{name}"; {suggest(name, ROLES)}')
    return name  # type: ignore[return-value]
