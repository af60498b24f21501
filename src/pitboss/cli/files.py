"""Files that a command writes: refused before the work where they cannot be written, and whole or not at all."""

import os
import tempfile
from pathlib import Path

from pitboss.errors import PitbossError


def check_writable(file: Path, what: str) -> None:
    """Say before a long computation that its result could not be written."""
    if file.is_dir():
        raise PitbossError(f"{file} is a folder; name the file to write {what} to")
    if not file.absolute().parent.is_dir():
        raise PitbossError(f"{file}: the folder {file.parent} is not there")


def write_whole(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    handle, draft = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.", suffix=".draft")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(draft).chmod(0o644)
        Path(draft).replace(file)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
