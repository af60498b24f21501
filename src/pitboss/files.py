"""Files that a command writes: refused before the work where they cannot be written, and whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE

from pitboss.errors import PitbossError


def check_writable(file: Path, what: str) -> None:
    """Say before a long computation that its result could not be written."""
    if file.is_dir():
        raise PitbossError(f"{file} is a folder; name the file to write {what} to")
    folder = _meant(file).parent if file.is_symlink() else file.parent
    if not file.exists() and not folder.is_dir():
        raise PitbossError(f"{file}: the folder {folder} is not there")


def write_whole(file: Path, text: str) -> None:
    """Write a text into a file, whole or not at all."""
    with draft_of(file) as draft:
        draft.write_text(text, encoding="utf-8")


@contextmanager
def draft_of(file: Path) -> Iterator[Path]:
    """Where to write what becomes a file once it is whole. A link stays one, and a pipe or a device is written into."""
    if file.exists() and not file.is_file():
        yield file
        return
    file = _meant(file)
    draft = file.with_name(f".{file.name[:100]}.{secrets.token_hex(4)}.draft")
    try:
        yield draft
        if file.exists():
            draft.chmod(S_IMODE(file.stat().st_mode))
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _meant(file: Path) -> Path:
    """The file that is written under a name: where a link leads, if it is one."""
    return Path(os.path.realpath(file))
