"""Who has something open: sockets and pages. Those of somebody who is there no more are closed."""

from collections.abc import Callable

from pitboss.api.runner import Runner
from pitboss.house.people import Person

Close = Callable[[], None]


class Presence:
    """What is open on this process, and for whom; only the event loop touches it."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._open: dict[object, tuple[Person, Close]] = {}

    def opened(self, person: Person, close: Close) -> Callable[[], None]:
        """Something was opened for somebody; returns what says that it is closed."""
        mark = object()
        self._open[mark] = (person, close)

        def closed() -> None:
            self._open.pop(mark, None)

        return closed

    @property
    def people(self) -> set[str]:
        """Everybody who has something open here."""
        return {person.id for person, _ in self._open.values()}

    def look(self) -> None:
        """Close what was opened for people who were retired, got another token or role, or signed out."""
        for mark, (person, close) in list(self._open.items()):
            if not self._runner.knows(person):
                self._open.pop(mark, None)
                close()
