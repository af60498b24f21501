"""Files that a command writes: refused before the work where they cannot be written, and whole or not at all."""

import os
import secrets
from pathlib import Path
from stat import S_IMODE

from pitboss.errors import PitbossError


def check_writable(file: Path, what: str) -> None:
    """Say before a long computation that its result could not be written."""
    if file.is_dir():
        raise PitbossError(f"{file} is a folder; name the file to write {what} to")
    if not file.exists() and not _meant(file).parent.is_dir():
        raise PitbossError(
            f"{file}: the folder {_meant(file).parent if file.is_symlink() else file.parent} is not there"
        )


def write_whole(file: Path, text: str) -> None:
    """Write a file whole or not at all; a pipe or a device gets the text, and a link stays one."""
    if file.exists() and not file.is_file():
        file.write_text(text, encoding="utf-8")
        return
    file = _meant(file)
    draft = file.with_name(f".{file.name[:100]}.{secrets.token_hex(4)}.draft")
    try:
        with draft.open("x", encoding="utf-8") as stream:
            stream.write(text)
        if file.exists():
            draft.chmod(S_IMODE(file.stat().st_mode))
        draft.replace(file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _meant(file: Path) -> Path:
    """The file that is written under a name: where a link leads, if it is one."""
    return Path(os.path.realpath(file))
