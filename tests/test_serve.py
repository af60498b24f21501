"""``pitboss serve`` as somebody starts it: the first time, again, and how it stops."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

import warm
from pitboss.house.audit.house_audit import audit
from pitboss.rulebook import entry_names, load

DOCS = Path(__file__).parent.parent / "docs/api.md"
WITH_WAGERS = [name for name in entry_names() if load(name).wagers]


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple["subprocess.Popen[str]", str, str]]:
    """The process, what it said before it was ready, and its address."""
    environment = {name: value for name, value in os.environ.items() if name != "PITBOSS_DATABASE"}
    process = warm.start(
        *("serve", "--port", "0", *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment | {"XDG_DATA_HOME": str(folder), "COLUMNS": "200"},
    )
    assert process.stdout is not None and process.stderr is not None
    said = ""
    try:
        for line in process.stdout:
            said += line
            if "open at http" in line:
                yield process, said, line.split("open at ")[1].split(",")[0]
                break
        else:
            raise AssertionError(process.stderr.read())
    finally:
        process.kill()
        process.wait()


def test_the_first_start_makes_a_house_to_try_out_and_the_second_goes_on_with_it(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, said, address):
        tokens = tmp_path / "pitboss" / "tokens.txt"
        assert stat.S_IMODE(tokens.stat().st_mode) == 0o600
        kept = {line.split()[0]: line.split()[2] for line in tokens.read_text().splitlines()}
        assert {"system", "floor", "dealer1", "auditor", "ann", "bob"} <= set(kept) and kept["ann"] in said
        headers = {"Authorization": f"Bearer {kept['ann']}"}
        tables = httpx.get(f"{address}/api/tables", headers=headers).json()
        assert sorted(table["entry"] for table in tables) == sorted(WITH_WAGERS)
        assert httpx.get(address, follow_redirects=True).status_code == 200, "the pages are there too"
        stop(process)
    with serving(tmp_path, "--no-pages") as (process, said, address):
        assert "Token" not in said and f"{len(WITH_WAGERS)} tables" in said
        assert httpx.get(f"{address}/api/people/me", headers=headers).json()["person"] == "ann"
        stop(process)


def test_what_docs_api_shows_in_python_runs_as_it_stands_at_a_house_that_was_just_made(tmp_path: Path) -> None:
    shown = "".join(re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL))
    assert "http://localhost:8000" in shown and "/settle" in shown
    with serving(tmp_path, "--no-pages") as (_, said, address):
        token = next(line.split()[-1] for line in said.splitlines() if line.split()[:1] == ["ann"])
        told = subprocess.run(
            [sys.executable, "-c", shown.replace("http://localhost:8000", address)],
            env=os.environ | {"TOKEN": token},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert not told.stderr
    rows = [line.split(maxsplit=3) for line in told.stdout.splitlines()]
    assert {row[0] for row in rows} >= {"ante", "play"} and all(row[3].startswith("§13") for row in rows)


def test_a_lost_token_is_replaced(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    with serving(tmp_path, "--no-pages", "--new", "--database", url) as (process, said, address):
        first = next(line.split()[-1] for line in said.splitlines() if line.split()[:1] == ["system"])
        stop(process)
    with serving(tmp_path, "--no-pages", "--database", url, "--new-token", "system") as (process, said, address):
        second = next(line.split()[-1] for line in said.splitlines() if line.split()[:1] == ["system"])
        for token, status in ((first, 401), (second, 200)):
            headers = {"Authorization": f"Bearer {token}"}
            assert httpx.get(f"{address}/api/people/me", headers=headers).status_code == status


def test_what_was_begun_is_finished_when_the_service_is_stopped(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/pitboss/house.db"
    with serving(tmp_path, "--no-pages", "--rate", "0") as (process, _, address):
        kept = dict(line.split()[::2] for line in (tmp_path / "pitboss" / "tokens.txt").read_text().splitlines())
        confirmed: list[int] = []

        def play(person: str) -> None:
            with httpx.Client(base_url=f"{address}/api", headers={"Authorization": f"Bearer {kept[person]}"}) as client:
                table = next(each["table"] for each in client.get("/tables").json() if "roulette" in each["entry"])
                seat = ["ann", "bob", "cho"].index(person) + 1
                client.post(f"/tables/{table}/sit", json={"seat": seat})
                try:
                    while True:
                        told = client.post(f"/tables/{table}/buy-in", json={"seat": seat, "amount": "1.00"})
                        if told.status_code != 200:
                            return
                        confirmed.append(1)
                except httpx.HTTPError:
                    return

        players = [threading.Thread(target=play, args=(person,)) for person in ("ann", "bob", "cho")]
        for player in players:
            player.start()
        while len(confirmed) < 30:
            assert process.poll() is None
            time.sleep(0.02)
        stop(process)
        for player in players:
            player.join(10)
    report = audit(url, workers=1)
    assert report.clean, report.findings
    from pitboss.house.house import House

    house = House(url)
    bought = sum(
        seated.chips for live in house.tables.values() for seated in live.seats.values() if seated.chips < 10**6
    )
    house.close()
    assert bought >= 100 * len(confirmed), "everything that was confirmed is there"


def test_a_port_in_use_gets_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ["serve", "--port", str(taken.getsockname()[1]), "--database", f"sqlite:///{tmp_path}/house.db"]
        done = warm.run(*words)
    assert done.returncode == 2 and "cannot be listened at" in done.stderr and not (tmp_path / "house.db").exists()


def test_a_database_that_cannot_be_opened_gets_a_sentence(tmp_path: Path) -> None:
    for url in ("postgresql://nobody@127.0.0.1:1/none", f"sqlite:///{tmp_path}/no/such/folder.db", "nonsense"):
        words = ["serve", "--port", "0", "--new", "--database", url]
        done = warm.run(*words)
        assert done.returncode == 2 and "cannot be opened" in done.stderr and "Traceback" not in done.stderr


def stop(process: "subprocess.Popen[str]") -> None:
    """Ask the service to stop, as Ctrl-C does, and see that it does so in peace."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0 and "The house is closed" in out and not err, err
