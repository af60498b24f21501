"""The house edge of each wager, worked out by another process so that no table waits for it, and kept.

Run as ``python -m pitboss.web.edges`` it reads a set-up from standard input and writes the edges to standard output.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.chain import canonical
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup

MOST_SECONDS = 600
_known: dict[str, dict[str, str]] = {}
_asked: dict[str, "asyncio.Task[dict[str, str]]"] = {}
_one_at_a_time: "list[asyncio.Semaphore]" = []


def known_edges(setup: Setup) -> dict[str, str] | None:
    """The edges, if they have been worked out: ``{"ante": "3.37 %"}``."""
    return _known.get(_key(setup))


async def edges(setup: Setup) -> dict[str, str]:
    """The edges of a set-up; nothing where the game has no solver or it takes too long."""
    key = _key(setup)
    if key not in _known:
        if key not in _asked:
            _asked[key] = asyncio.create_task(_worked_out(key))
        _known[key] = await asyncio.shield(_asked[key])
    return _known[key]


async def _worked_out(key: str) -> dict[str, str]:
    if not _one_at_a_time:
        _one_at_a_time.append(asyncio.Semaphore(1))
    async with _one_at_a_time[0]:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "pitboss.web.edges",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            out, _ = await asyncio.wait_for(process.communicate(key.encode()), MOST_SECONDS)
        except BaseException as error:
            if process.returncode is None:
                process.kill()
            if isinstance(error, TimeoutError):
                return {}
            raise
    try:
        found: dict[str, str] = json.loads(out)
    except ValueError:
        return {}
    return found


def _key(setup: Setup) -> str:
    """A set-up as it is written down; two tables with the same one share the work."""
    found: str | None = setup.worked_out.get("web key")
    if found is None:
        found = setup.worked_out["web key"] = canonical(
            {
                "entry": setup.entry.name,
                "options": {name: _plain(value) for name, value in setup.chosen.items()},
                "pay_tables": {name: dict(lines) for name, lines in setup.changed_tables.items()},
                "wagers": None if setup.listed is None else list(setup.listed),
            }
        )
    return found


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | bool | list | dict) else str(value)


def work_out(raw: Mapping[str, Any]) -> dict[str, str]:
    """The edges of a set-up that was written down."""
    from pitboss.solve import analyze
    from pitboss.solve.figures import percent

    setup = Setup.of(load(raw["entry"]), raw["options"], raw["pay_tables"], raw["wagers"])
    return {
        name: percent(wager.house_edge, digits=2, significant=0)
        for name, wager in analyze(setup).wagers.items()
        if wager.house_edge is not None
    }


def main() -> None:
    os.nice(10)
    try:
        print(json.dumps(work_out(json.loads(sys.stdin.read()))))
    except PitbossError:
        print("{}")


if __name__ == "__main__":
    main()
