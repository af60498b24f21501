"""A worker process of the service: ``python -m pitboss.api.worker SECONDS PROCESSOR`` answers questions, each a line.

It gives way to the house, takes no more memory than it may, and ends when the house does: when its input ends, or when
a question takes longer than it may and nobody is left to end it.
"""

import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

import orjson

from pitboss.answers import check, explain, fees, held_by
from pitboss.errors import PitbossError, Refused, Unreadable
from pitboss.games import game_of
from pitboss.rulebook.loader import load
from pitboss.sheets.settlement import settlement_as_json
from pitboss.tables import settle

MOST_MEMORY, LEAST_MEMORY = 3 << 30, 512 << 20
"""Bytes that a worker takes: what the largest game needs that can be solved in time is about 2 GB; without the least
of them nothing is compiled."""
OF_THE_MACHINE = 4
"""A worker takes one part in so many of the machine's memory: there are two, and the house needs the rest."""
ADDRESSES = 8 << 30
"""Bytes of addresses, most of which a process that has compiled code never uses."""
CONTAINER = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where Linux says what a container may take of the machine's memory."""
MOST_KEPT = 512 << 20
"""Bytes of counts that are kept for what is asked over the network."""
ASKED = "asked"
"""The folder of those counts, beside the house's own."""
GRACE = 5.0


def _analyze(asked: Mapping[str, Any]) -> dict[str, Any]:
    return _fees(asked) if game_of(load(asked["entry"])).stacks else _edges(asked)


def _fees(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the house takes where players play for a pot, and have no edge against them."""
    found = fees(asked["entry"], asked["options"], pay_tables=asked["pay_tables"])
    held_by(found.setup, asked["meters"])
    if asked["wager"] is not None:
        entry = found.setup.entry
        raise Refused(
            f"{entry.name} is played for a pot, and no wager has an edge there; without a wager this tells what the "
            "house takes",
            entry.source,
        )
    return found.as_json() | {"notes": list(found.notes)}


def _edges(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The mathematics of every wager against the house."""
    from pitboss.answers import analyze
    from pitboss.cache import folder
    from pitboss.solve.figures import remarks

    kept = folder()
    if kept.name != ASKED:
        kept /= ASKED
        os.environ["PITBOSS_CACHE"] = str(kept)
    found = analyze(
        asked["entry"],
        asked["options"],
        wager=asked["wager"],
        pay_tables=asked["pay_tables"],
        meters=asked["meters"],
    )
    _forget_old(kept)
    return found.as_json() | {"notes": remarks(found)}


DOES: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "settle": lambda asked: settlement_as_json(settle(asked["record"])),
    "explain": lambda asked: explain(asked["record"]).as_json(),
    "check": lambda asked: check(asked["house"], asked["at"]).as_json(),
    "analyze": _analyze,
}


def main(seconds: float, processor: float = 0.0) -> None:
    """Answer question after question, each in so many seconds by the clock and of the processor; 0 is no bound."""
    os.nice(10)
    limits = ((resource.RLIMIT_DATA, most_memory()), (resource.RLIMIT_AS, ADDRESSES), (resource.RLIMIT_CORE, 0))
    for limit, most in limits:
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    out.write(b"ready\n")
    out.flush()
    for line in sys.stdin.buffer:
        signal.setitimer(signal.ITIMER_REAL, seconds + GRACE)
        signal.setitimer(signal.ITIMER_PROF, processor)
        out.write(_answer(line) + b"\n")
        out.flush()
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def most_memory(container: Sequence[str] = CONTAINER) -> int:
    """The bytes that a worker may take on this machine, or in its container."""
    whole = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for file in container:
        with suppress(OSError, ValueError):  # "max" where there is no limit
            whole.append(int(Path(file).read_text(encoding="ascii")))
    return max(LEAST_MEMORY, min(MOST_MEMORY, min(whole) // OF_THE_MACHINE))


def _encoded(answer: Any) -> bytes:
    """An answer as JSON; the quick encoder has no whole numbers of more than 64 bits, and a count may be one."""
    try:
        return orjson.dumps(answer, default=str)
    except orjson.JSONEncodeError:
        return json.dumps(answer, default=str).encode()


def _answer(line: bytes) -> bytes:
    try:
        question = orjson.loads(line)
        return b"answer " + _encoded(DOES[question["do"]](question["asked"]))
    except PitbossError as error:
        conflict = isinstance(error, Refused) and not isinstance(error, Unreadable)
        status = HTTPStatus.CONFLICT if conflict else HTTPStatus.UNPROCESSABLE_ENTITY
        sentence = error.sentence.encode(errors="replace").decode()
        return b"problem " + orjson.dumps({"status": int(status), "sentence": sentence, "cite": error.cite})
    except MemoryError:
        sentence = "this takes more memory than a question has here"
        return b"problem " + orjson.dumps({"status": 504, "sentence": sentence, "cite": ""})
    except Exception:
        return b"mistake " + traceback.format_exc().replace("\n", " | ").encode(errors="replace")


def _forget_old(kept: Path) -> None:
    """Take away the oldest counts beyond what may be kept, so that nobody fills a disk by asking."""
    files = sorted(((file.stat().st_mtime, file) for file in kept.glob("*.npz")), reverse=True)
    total = 0
    for _, file in files:
        total += file.stat().st_size
        if total > MOST_KEPT:
            file.unlink(missing_ok=True)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
