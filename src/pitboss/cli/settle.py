"""``pitboss settle``: what became of each wager of a record, and the clause behind it."""

import sys
from pathlib import Path

from pitboss.engine.reading import read_file, read_text
from pitboss.errors import RecordError
from pitboss.sheets.paper import Paper, print_json
from pitboss.sheets.ruling import ruling_of
from pitboss.sheets.ruling_sheet import show_ruling
from pitboss.sheets.settlement import settlement_as_json, show_settlement
from pitboss.tables import settle


def print_settlement(file: str, as_json: bool, explain: bool = False) -> None:
    settled = settle(text_of(file))
    if as_json:
        print_json(ruling_of(settled).as_json() if explain else settlement_as_json(settled))
    elif explain:
        show_ruling(Paper(), ruling_of(settled))
    else:
        show_settlement(Paper(), settled)


def text_of(file: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    if file != "-":
        return read_file(Path(file))
    if sys.stdin is None:
        raise RecordError("standard input is closed; there is no record to read")
    try:
        return read_text(sys.stdin.buffer, "standard input")
    except (OSError, ValueError) as error:
        raise RecordError("standard input cannot be read") from error
