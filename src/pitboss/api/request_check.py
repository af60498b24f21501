"""What is judged before anything else: the name a house is called by, and paths that nothing can have."""

from dataclasses import dataclass, field
from ipaddress import ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.api.problems import Problem, not_found, response_of

THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Names:
    """The names by which a house may be called.

    A page of another site can have its own name point at this machine, and would then be let in as if it were the
    house's own; the name it calls by gives it away. No site can do that with an address, so ``any_address`` is safe.

    >>> Names().knows("localhost:8000"), Names().knows("evil.example:8000"), Names().knows("[::1]:8000")
    (True, False, True)
    >>> Names(any_address=True).knows("192.168.1.7:8000"), Names(any_address=True).knows("evil.example")
    (True, False)
    """

    own: frozenset[str] = field(default=frozenset())
    any_address: bool = False

    def knows(self, host: str) -> bool:
        name = _without_port(host.strip().lower())
        return name in THIS_MACHINE or name in self.own or (self.any_address and is_address(name))


class Door:
    """Turn away who calls the house by a name that is not its own, and who asks for a path with NUL in it."""

    def __init__(self, app: ASGIApp, names: Names | None) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = self._problem(scope) if scope["type"] in ("http", "websocket") else None
        if problem is None:
            await self.app(scope, receive, send)
        else:
            await response_of(problem)(scope, receive, send)

    def _problem(self, scope: Scope) -> Problem | None:
        if "\0" in scope["path"]:
            return not_found("there is nothing of that name")
        if self.names is None:
            return None
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or not self.names.knows(hosts[0]):
            return Problem(421, "this house does not answer to that name")
        return None


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_this_machine(host: str) -> bool:
    """True for an address or a name that only this machine itself can reach."""
    return host in THIS_MACHINE or (is_address(host) and ip_address(host).is_loopback)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]
