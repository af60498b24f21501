"""Databases for the tests: a fresh one for each, in a SQLite file and on a real PostgreSQL."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from pitboss.catalogue import part
from pitboss.rulebook import load
from postgres import QUICK, Postgres, postgres

DATABASES = ("sqlite", "postgresql")
EVERYWHERE = bool(os.environ.get("PITBOSS_EVERYWHERE"))
"""Everything on both kinds of database, as ``make verify`` has it; else what no database does in a way of its own is
shown on one of them for every entry, and on the other for one entry of each family."""


dear = pytest.mark.skipif(not EVERYWHERE, reason="takes long, and others show most of it: make verify")


def of_each_script(names: Iterable[str]) -> list[str]:
    """An entry of each script, the first; every entry in ``make verify``."""
    names = list(names)
    return names if EVERYWHERE else sorted({load(name).script: name for name in reversed(names)}.values())


def of_these(names: Iterable[str], *some: str) -> list[str]:
    """Some of the names; all of them in ``make verify``, for what takes as long as a browser does."""
    return [name for name in names if EVERYWHERE or name in some]


def each_and_families(names: Iterable[str]) -> list[tuple[str, str]]:
    """Every entry on SQLite, and one of each family of scripts on PostgreSQL."""
    names = list(names)
    families = {getattr(part(load(name).script, "games"), "__package__", name): name for name in reversed(names)}
    others = names if EVERYWHERE else list(families.values())
    return [*((name, "sqlite") for name in names), *((name, "postgresql") for name in others)]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL of this test run; each worker has its own."""
    with postgres(*QUICK) as server:
        yield server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/house.db"


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    url = postgres_server.fresh()
    yield url
    postgres_server.drop(url)


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest) -> str:
    """The URL of a fresh database; the test runs once on each kind."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url
