"""Shared by the tests: the worked examples and their count, commands run in this process, a Dask cluster, databases."""

import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import hypothesis
import pytest

from house_fixtures import database, postgres_server, postgres_url, sqlite_url
from pitboss.cli import progress
from pitboss.cli.app import run

__all__ = ["database", "postgres_server", "postgres_url", "sqlite_url"]

# A machine that others use too says nothing about a strategy.
hypothesis.settings.register_profile("busy", suppress_health_check=[hypothesis.HealthCheck.too_slow], deadline=None)
hypothesis.settings.load_profile("busy")

EXAMPLES = Path(__file__).parent / "examples"
KEPT = Path(__file__).parent / "kept"
"""Counts that take minutes to make; test_kept.py says how they are."""
LONG = {"test_solved_entries.py", "test_random_play.py", "test_cli.py", "test_exact_craps.py", "test_house.py"}
"""Files that keep one worker for longest, but for those with a browser."""
Answer = tuple[int, str, str]
Run = Callable[..., Answer]
"""A command's exit code, and what it printed on both streams."""


def pytest_configure(config: pytest.Config) -> None:
    """One cache of counts for all workers, with the dear ones in it; ``PITBOSS_FULL`` begins with nothing."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a shell's background, and so for all that is started
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PITBOSS_CACHE" in os.environ or "PITBOSS_FULL" in os.environ or not hasattr(config, "cache"):
        return
    folder = config.cache.mkdir("counts")
    for file in KEPT.glob("*.npz"):
        draft = folder / f"{file.name}.{os.getpid()}.draft"
        shutil.copyfile(file, draft)
        draft.replace(folder / file.name)
    os.environ["PITBOSS_CACHE"] = str(folder)


def example_files() -> list[Path]:
    return sorted(EXAMPLES.rglob("*.toml"))


@pytest.fixture
def pitboss(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process, which says nothing of how long it takes on a busy machine."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(progress, "TOLD_AFTER", 3600.0)

    def answer(*arguments: str | Path) -> Answer:
        code = run([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return code, out, err

    return answer


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask cluster of two workers, started by the two commands of docs/simulation.md.

    It is stopped with the file that needs it: even without work it takes a tenth of a core.
    """
    distributed = pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    with (
        _dask("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"),
        _dask("worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"),
    ):
        with distributed.Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        yield address


@pytest.fixture(scope="session", autouse=True)
def _data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever a house keeps in the user's data folder, it keeps in one of this test run."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@contextmanager
def _dask(*words: str) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def attempt(request: pytest.FixtureRequest) -> int:
    """Which try of a test this is: each has a house of its own, in which an earlier one has left nothing."""
    return int(getattr(request.node, "execution_count", 1))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser that a busy machine starves gets a second and a third try; the summary counts them.

    Files with a browser take longest and wait most: they come first, then others that are long, so that no worker is
    left with one at the end.
    """
    slow: set[Path] = set()
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=2))
            slow.add(item.path)
    items.sort(key=lambda item: (item.path not in slow, item.path.name not in LONG))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was read stays for the whole run; to look through it for garbage time and again takes a sixth of it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.write_line(f"tried again: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)
    ran = [
        report
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", "") == "call" and "test_worked_example_settles" in report.nodeid
    ]
    if ran:
        passed = sum(report.outcome == "passed" for report in ran)
        terminalreporter.write_line(f"worked examples of the specs: {passed} of {len(ran)} settle as stated")
