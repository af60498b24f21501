"""A folder for results that are dear to compute: tables and counts, keyed by what they depend on.

``PITBOSS_CACHE`` names another folder. Files appear whole or not at all, so an interrupted run leaves it usable.
"""

import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]


def folder() -> Path:
    """Where results are kept."""
    named = os.environ.get("PITBOSS_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "pitboss"


def kept(name: str, depends_on: object, compute: Callable[[], Arrays]) -> Arrays:
    """Arrays from the cache, or computed and kept. A folder that cannot be written only costs the time again."""
    key = sha256(repr(depends_on).encode()).hexdigest()[:20]
    file = folder() / f"{name}-{key}.npz"
    try:
        with np.load(file) as stored:
            return {part: stored[part] for part in stored.files}
    except (OSError, ValueError, EOFError, KeyError):
        pass
    arrays = compute()
    with suppress(OSError):
        _write(file, arrays)
    return arrays


def _write(file: Path, arrays: Arrays) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=file.parent, suffix=".draft")
    try:
        with os.fdopen(handle, "wb") as stream:
            np.savez(stream, **arrays)  # type: ignore[arg-type]
        Path(draft).replace(file)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
