"""The log of a running house tells what went wrong, and nothing that the house keeps to itself."""

import asyncio
import gc
import io
import json
import logging
import re
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError

from pitboss.errors import Refused
from pitboss.house.error_text import plainly
from pitboss.house.house import House
from pitboss.house.storage.database import without_password
from pitboss.house.storage.store import Store
from pitboss.logs import Discreet
from test_serve import serving

SPOILS = {
    "sqlite": (
        "create trigger no_{0} before insert on {0} begin select raise(abort, 'no more'); end",
        "drop trigger no_{0}",
    ),
    "postgresql": (
        "alter table {0} add constraint no_{0} check (1 = 0) not valid",
        "alter table {0} drop constraint no_{0}",
    ),
}
QUOTED = re.compile(r"\[parameters|Failing row|CONTEXT:|DETAIL:|\b[0-9a-f]{64}\b")


def test_a_log_of_database_errors_holds_no_values(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    house = House(database)
    house.open_table("7", "massachusetts-2020/three-card-poker", fill=10**7)
    tokens = {
        id: house.add_person(id, id, role) for id, role in (("system", "system"), ("dee", "dealer"), ("ann", "player"))
    }
    house.close()
    spoil, mend = SPOILS[make_url(database).get_backend_name()]
    store = Store(database)
    asked = []
    with serving(tmp_path, "--no-pages", "--rate", "0", "--database", database) as (process, said, address):
        with httpx.Client(base_url=f"{address}/api", timeout=60) as client:

            def ask(by: str, path: str, /, **body: object) -> int:
                headers = {"Authorization": f"Bearer {tokens[by]}", "Idempotency-Key": f"key-{len(asked)}"}
                asked.append(client.post(path, json=body, headers=headers).status_code)
                return asked[-1]

            assert ask("ann", "/tables/7/sit", seat=1) == ask("ann", "/tables/7/buy-in", seat=1, amount="500.00") == 200
            for name in ("journal", "postings", "seeds", "people", "requests"):
                with store.engine.begin() as connection:
                    connection.execute(text(spoil.format(name)))
                ask("ann", "/tables/7/bet", seat=1, wagers={"ante": "10.00"})
                ask("dee", "/tables/7/deal")
                ask("ann", "/tables/7/act", seat=1, action="play")
                ask("system", "/people", person=f"new-{name}", name="Hannah Secret-Name", role="player")
                ask("system", "/tables", table=f"t-{name}", entry="chapter4/roulette")
                with store.engine.begin() as connection:
                    connection.execute(text(mend.format(name)))
            assert 503 in asked, "something went wrong"
        process.terminate()
        out, err = process.communicate(timeout=60)
    store.close()
    log = said + out + err
    assert "the database took nothing" in log and "Traceback" in log, "enough to find the fault"
    assert not QUOTED.search(log), QUOTED.findall(log)
    assert not [word for word in (*tokens.values(), "Secret-Name", "pair_plus", '"ante"') if word in log]


def test_an_error_is_logged_without_its_words() -> None:
    """However it comes to the log: with its trace, as the message, in the message, or in a task that nobody awaits."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(Discreet("%(message)s"))
    log, loop_log = logging.getLogger("pitboss.test"), logging.getLogger("asyncio")
    for each in (log, loop_log):
        each.addHandler(handler)
    try:
        try:
            try:
                {}["Kh Qh hidden"]
            except KeyError as error:
                raise ValueError("the seed is hidden") from error
        except ValueError as error:
            log.exception("it failed")
            log.error(error)
            log.warning("it failed: %s", error)
            log.warning("refused: %s", Refused("that is not allowed here"))

            async def fails() -> None:
                raise RuntimeError("hidden in a task")

            async def forgets() -> None:
                asyncio.create_task(fails())  # noqa: RUF006
                await asyncio.sleep(0.01)

            asyncio.run(forgets())
            gc.collect()
    finally:
        for each in (log, loop_log):
            each.removeHandler(handler)
    told = written.getvalue()
    assert "hidden" not in told.replace('{}["Kh Qh hidden"]', "").replace('"the seed is hidden"', "").replace(
        '"hidden in a task"', ""
    )
    assert "KeyError" in told and "that is not allowed here" in told and "test_logs.py" in told
    assert "Task exception was never retrieved" in told


def test_a_text_that_cannot_be_decoded_is_not_quoted(sqlite_url: str) -> None:
    store = Store(sqlite_url)
    with pytest.raises(DBAPIError) as failed, store.engine.connect() as connection:
        connection.execute(text("select cast(x'4b68ff' as text) as card")).all()
    store.close()
    assert "Kh" in str(failed.value) and "Kh" not in plainly(failed.value) and "card" in plainly(failed.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:pass@db/house", "postgresql://…@db/house"),
        ("postgresql://me:p?a@ss@db/house?sslmode=require", "postgresql://…@db/house?sslmode=require"),
        (
            "postgresql://db/house?user=me&password=pass&sslmode=require",
            "postgresql://db/house?user=me&sslmode=require",
        ),
        ("sqlite:////var/house.db", "sqlite:////var/house.db"),
    ],
)
def test_a_url_is_shown_without_its_password(url: str, shown: str) -> None:
    assert without_password(url) == shown
    assert "pass" not in json.dumps(without_password(url))
