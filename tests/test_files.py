"""Files that commands write: whole or not at all, and never in place of something that is no file."""

import os
import stat
import threading
from pathlib import Path

import pytest

from conftest import Run
from pitboss.errors import PitbossError
from pitboss.files import check_writable, write_whole


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_pipe_gets_the_text_and_stays_a_pipe(tmp_path: Path, pitboss: Run) -> None:
    pipe, got = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    code, _, err = pitboss("rules", "chapter4/roulette", "--layout", str(pipe))
    reader.join(30)
    assert code == 0, err
    assert got[0].startswith("<svg") and pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link, meant = tmp_path / "link", tmp_path / "there" / "report.html"
    link.symlink_to(meant)
    for text in ("first", "second"):
        check_writable(link, "the report")
        write_whole(link, text)
        assert link.is_symlink() and meant.read_text() == text
    assert [file.name for file in tmp_path.rglob("*")].count("report.html") == 1


def test_a_link_into_a_folder_that_is_not_there_is_refused_before_the_work(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "gone" / "report.html")
    with pytest.raises(PitbossError, match=r"link: the folder .*gone is not there"):
        check_writable(link, "the report")


def test_a_new_file_may_be_read_by_whom_the_umask_lets(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_whole(tmp_path / "mine", "")
        os.umask(0o002)
        write_whole(tmp_path / "ours", "")
    finally:
        os.umask(before)
    assert (mode(tmp_path / "mine"), mode(tmp_path / "ours")) == (0o600, 0o664)


def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.touch()
    file.chmod(0o640)
    write_whole(file, "text")
    assert file.read_text() == "text" and mode(file) == 0o640


def test_a_file_that_cannot_be_written_to_its_end_is_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text("before")
    with pytest.raises(UnicodeError):
        write_whole(file, "after \ud800")
    assert file.read_text() == "before" and list(tmp_path.iterdir()) == [file]
