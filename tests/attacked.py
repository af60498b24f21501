"""The service as its users start it, in a process of its own, to be attacked: its log and its memory are watched."""

import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

import warm
from pitboss.house.house import House
from pitboss.house.live.pace import Pace
from served import PEOPLE


@dataclass(eq=False)
class Target:
    """A running service: where it is, its process, where it logs to, and everybody's token."""

    address: str
    process: "subprocess.Popen[bytes]"
    log: Path
    tokens: Mapping[str, str]

    def api(self, person: str | None, **words: Any) -> httpx.Client:
        headers = {} if person is None else {"Authorization": f"Bearer {self.tokens[person]}"}
        return httpx.Client(base_url=f"{self.address}/api", headers=headers, timeout=30, **words)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def memory(self) -> int:
        """What the process holds of the machine's memory now, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None, status
        return int(found.group(1)) * 1024

    @property
    def descriptors(self) -> int:
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())

    def said(self) -> str:
        return self.log.read_text(errors="replace")


def a_house(url: str, tables: Mapping[str, str], pace: Pace | None = None) -> dict[str, str]:
    """A house with people and tables; everybody's token."""
    house = House(url)
    try:
        tokens = {id: house.add_person(id, id.title(), role) for id, role in PEOPLE.items()}
        for table, entry in tables.items():
            house.open_table(table, entry, fill=10**8, pace=pace or Pace())
    finally:
        house.close()
    return tokens


@contextmanager
def attacked(url: str, tokens: Mapping[str, str], *words: str) -> Iterator[Target]:
    """Serve a house, with its pages unless told otherwise; at the end it is still there, and stops in peace."""
    command = ["serve", "--port", "0", "--no-demo", "--database", url, *words]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as writes:
            process = warm.start(
                *command, stdout=writes, stderr=subprocess.STDOUT, env=os.environ | {"COLUMNS": "200"}, cwd=folder
            )
        try:
            address = _address(process, log)
            yield Target(address, process, log, tokens)
            assert process.poll() is None, f"the service ended: {log.read_text(errors='replace')[-4000:]}"
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0, log.read_text(errors="replace")[-4000:]
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    end = time.monotonic() + 90
    while not (found := re.search(r"open at\s+(http://[0-9.]+:\d+)", log.read_text(errors="replace"))):
        assert process.poll() is None and time.monotonic() < end, log.read_text(errors="replace")
        time.sleep(0.05)
    return found.group(1)


@contextmanager
def at_the_same_time(*works: Callable[[threading.Event], None]) -> Iterator[None]:
    """Have some things go on beside; each is told when to stop, and what one of them raises is raised at the end."""
    stop = threading.Event()
    raised: list[BaseException] = []

    def run(work: Callable[[threading.Event], None]) -> None:
        try:
            work(stop)
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
    if raised:
        raise raised[0]


def until(holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait until something holds; a busy machine is slow, not wrong."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)
