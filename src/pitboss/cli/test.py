"""``pitboss test``: settle the worked examples of a folder, and compare them with what they expect."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from pitboss.engine.examples import differences, refusal_differs
from pitboss.engine.reading import load_toml, read_file
from pitboss.errors import PitbossError, RecordError
from pitboss.rulebook.loader import own_faults
from pitboss.sheets.paper import Paper
from pitboss.tables import settle


def test_folder(folder: Path) -> None:
    """Settle every example of a folder; entries and scripts that it brings are there too."""
    if not folder.is_dir():
        raise RecordError(f"{folder}: there is no such folder")
    with _on_the_shelves(folder):
        right, wrong = _settle_all(folder, paper := Paper())
    if not right + wrong:
        raise RecordError(f"{folder}: no file in it is a record with [expect] or refused")
    paper.line(f"{right} of {right + wrong} settle as they say.", "green" if not wrong else "red")
    raise typer.Exit(1 if wrong else 0)


@contextmanager
def _on_the_shelves(folder: Path) -> Iterator[None]:
    """The rulebooks and scripts of a folder are there for as long as it is tested."""
    before = os.environ.get("PITBOSS_RULEBOOKS")
    os.environ["PITBOSS_RULEBOOKS"] = os.pathsep.join(filter(None, (str(folder), before)))
    try:
        yield
    finally:
        os.environ.pop("PITBOSS_RULEBOOKS")
        if before is not None:
            os.environ["PITBOSS_RULEBOOKS"] = before


def _settle_all(folder: Path, paper: Paper) -> tuple[int, int]:
    """How many of the folder's examples are right, and how many things are wrong."""
    right = wrong = 0
    for fault in own_faults():
        paper.line(fault, "red")
        wrong += 1
    for file in sorted(folder.rglob("*.toml")):
        told = _told(file)
        if told is None:
            continue
        right, wrong = (right + 1, wrong) if not told else (right, wrong + 1)
        for sentence in told:
            paper.line(f"{file.relative_to(folder)}: {sentence}", "red")
    return right, wrong


def _told(file: Path) -> list[str] | None:
    """What is wrong with an example; None for a file that is none."""
    try:
        raw = load_toml(read_file(file), str(file))
    except PitbossError as error:
        return [error.sentence]
    steps = raw["steps"] if isinstance(raw.get("steps"), list) else [raw]
    if "refused" not in raw and not any(isinstance(step, dict) and "expect" in step for step in steps):
        return None
    try:
        settled = settle(raw)
    except PitbossError as error:
        if "refused" not in raw:
            return [str(error)]
        found = refusal_differs(raw, error)
        return [found] if found else []
    return [refusal_differs(raw, None)] if "refused" in raw else differences(settled)
