"""Long work, done by a process of its own so that no table waits for it: house edges, audits, exports.

``python -m pitboss.web.background NAME`` reads what is wanted from standard input and writes what it found, as JSON.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.errors import PitbossError


async def aside(name: str, wanted: Mapping[str, Any], most_seconds: float) -> dict[str, Any]:
    """Have something worked out aside; a sentence under ``error`` where it could not be."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "pitboss.web.background",
        name,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        out, _ = await asyncio.wait_for(process.communicate(json.dumps(wanted).encode()), most_seconds)
        found: dict[str, Any] = json.loads(out)
        return found
    except TimeoutError:
        return {"error": "it takes too long"}
    except ValueError:
        return {"error": "it could not be worked out"}
    finally:
        if process.returncode is None:
            process.kill()


def _edges(wanted: Mapping[str, Any]) -> dict[str, Any]:
    from pitboss.rulebook.loader import load
    from pitboss.rulebook.setup import Setup
    from pitboss.solve import analyze
    from pitboss.solve.figures import percent

    setup = Setup.of(load(wanted["entry"]), wanted["options"], wanted["pay_tables"], wanted["wagers"])
    return {
        name: percent(wager.house_edge, digits=2, significant=0)
        for name, wager in analyze(setup).wagers.items()
        if wager.house_edge is not None
    }


def _audit(wanted: Mapping[str, Any]) -> dict[str, Any]:
    from pathlib import Path

    from pitboss.house.audit.house_audit import audit
    from pitboss.house.audit.report import Outside

    secret = Path(wanted["secret"]) if wanted["secret"] else None
    files, shares = [*map(Path, wanted["checkpoints"])], wanted["shares"]
    return audit(wanted["url"], outside=Outside(checkpoints=files, secret=secret, shares=shares)).as_json()


def _export(wanted: Mapping[str, Any]) -> dict[str, Any]:
    from pathlib import Path

    from pitboss.house.export import Wanted, export_ledger, export_rounds
    from pitboss.house.storage.store import Store

    write = {"rounds": export_rounds, "ledger": export_ledger}[wanted["what"]]
    store = Store(wanted["url"], existing=True)
    try:
        return {"rows": write(store, Path(wanted["file"]), Wanted(table=wanted["table"] or None))}
    finally:
        store.close()


WORKS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "edges": _edges,
    "audit": _audit,
    "export": _export,
}


def main() -> None:
    os.nice(10)
    try:
        found = WORKS[sys.argv[1]](json.loads(sys.stdin.read()))
    except PitbossError as error:
        found = {"error": str(error)}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
