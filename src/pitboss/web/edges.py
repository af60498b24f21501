"""The house edge of each wager: worked out aside, one set-up at a time, and kept."""

import asyncio
import json

from pitboss.house.journal.chain import canonical
from pitboss.rulebook.setup import Setup
from pitboss.web.background import aside

MOST_SECONDS = 600
_known: dict[str, dict[str, str]] = {}
_asked: dict[str, "asyncio.Task[dict[str, str]]"] = {}
_turn: list[asyncio.Semaphore] = []


def known_edges(setup: Setup) -> dict[str, str] | None:
    """The edges, if they have been worked out: ``{"ante": "3.37 %"}``."""
    return _known.get(_key(setup))


async def edges(setup: Setup) -> dict[str, str]:
    """The edges of a set-up; none where the game has no solver yet, or it takes too long."""
    key = _key(setup)
    if key not in _known:
        if key not in _asked:
            _asked[key] = asyncio.create_task(_worked_out(key))
        _known[key] = await asyncio.shield(_asked[key])
    return _known[key]


def stop() -> None:
    """Leave off what is being worked out; the house closes."""
    for task in _asked.values():
        task.cancel()
    _asked.clear()
    _turn.clear()


async def _worked_out(key: str) -> dict[str, str]:
    if not _turn:
        _turn.append(asyncio.Semaphore(1))
    async with _turn[0]:
        found = await aside("edges", json.loads(key), MOST_SECONDS)
    return {} if "error" in found else found


def _key(setup: Setup) -> str:
    """A set-up as it is written down; two tables with the same one share the work."""
    found: str | None = setup.worked_out.get("edges key")
    if found is None:
        chosen = {
            name: value if isinstance(value, str | int | bool | list | dict) else str(value)
            for name, value in setup.chosen.items()
        }
        found = setup.worked_out["edges key"] = canonical(
            {
                "entry": setup.entry.name,
                "options": chosen,
                "pay_tables": {name: dict(lines) for name, lines in setup.changed_tables.items()},
                "wagers": None if setup.listed is None else list(setup.listed),
            }
        )
    return found
