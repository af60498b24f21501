"""Sessions in files: a row each in Parquet, and a picture of their results in SVG or HTML that needs nothing else."""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.errors import PitbossError
from pitboss.parquet import pyarrow
from pitboss.simulation.result import Result
from pitboss.simulation.sessions import ENDS, Sessions

PLOTS = (".svg", ".html")


def check_files(parquet: Path | None, plot: Path | None, with_sessions: bool) -> None:
    """Say what cannot be written before anything is computed."""
    for file, what in ((parquet, "Parquet"), (plot, "a plot")):
        if file is None:
            continue
        if not with_sessions:
            raise PitbossError(f"{what} shows sessions; say how long one is with --session-rounds")
        if not file.parent.is_dir():
            raise PitbossError(f"{file}: there is no folder {file.parent}")
        if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
            raise PitbossError(f"{file}: cannot be written")
    if plot is not None and plot.suffix.lower() not in PLOTS:
        raise PitbossError(f"{plot}: a plot is written as {' or '.join(PLOTS)}")
    if parquet is not None:
        pyarrow()


def write_parquet(result: Result, file: Path) -> None:
    """A row for every session; what was simulated is in the file's metadata."""
    arrow, parquet = pyarrow()
    sessions = _sessions(result)
    ended = arrow.DictionaryArray.from_arrays(
        arrow.array(sessions.column("ended"), type=arrow.int8()), arrow.array(list(ENDS))
    )
    table = arrow.table(
        {
            "session": arrow.array(range(1, len(sessions) + 1), type=arrow.int64()),
            "result_cents": arrow.array(sessions.column("result")),
            "rounds": arrow.array(sessions.column("rounds")),
            "coin_in_cents": arrow.array(sessions.column("coin_in")),
            "longest_losing_run": arrow.array(sessions.column("longest_losing_run")),
            "ended": ended,
        }
    )
    told = json.dumps(_told(result), ensure_ascii=False, default=str)
    table = table.replace_schema_metadata({"pitboss": told})
    _whole(file, lambda draft: parquet.write_table(table, draft))


def write_plot(result: Result, file: Path) -> None:
    """The distribution of results as a picture."""
    from pitboss.simulation.plot import as_html, as_svg

    _sessions(result)
    text = as_html(result) if file.suffix.lower() == ".html" else as_svg(result)
    _whole(file, lambda draft: Path(draft).write_text(text, encoding="utf-8"))


def _told(result: Result) -> dict[str, Any]:
    """What was simulated, without the times it took."""
    told = result.as_json()
    for key in ("rounds_per_second", "seconds", "preparation_seconds", "workers", "cluster"):
        told.pop(key, None)
    return told


def _sessions(result: Result) -> Sessions:
    assert result.sessions is not None
    return result.sessions


def _whole(file: Path, write: Callable[[str], Any]) -> None:
    """The file appears whole or not at all."""
    handle, draft = tempfile.mkstemp(dir=file.parent, suffix=".draft")
    os.close(handle)
    try:
        write(draft)
        Path(draft).chmod(0o666 & ~_umask())
        Path(draft).replace(file)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
