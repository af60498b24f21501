"""Databases for the tests: a fresh one for each, in a SQLite file and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import QUICK, Postgres, postgres

DATABASES = ("sqlite", "postgresql")


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
