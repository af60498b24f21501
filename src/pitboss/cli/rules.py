"""``pitboss rules``: the rule sheet of an entry, on paper or as JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pitboss.cli.files import check_writable, write_whole
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup
from pitboss.sheets.as_json import sheet_as_json
from pitboss.sheets.choices import assume_required
from pitboss.sheets.paper import Paper, print_json
from pitboss.sheets.sheet import print_sheet


def print_rules(
    name: str, chosen: Mapping[str, Any], as_json: bool, layout: Path | None = None, sections: Sequence[str] = ()
) -> None:
    entry = load(name)
    options, assumed = assume_required(entry, chosen)
    setup = Setup.of(entry, options)
    if layout is not None:
        _write_layout(layout, setup)
    elif as_json:
        print_json(sheet_as_json(entry, setup, assumed))
    else:
        print_sheet(Paper(), entry, setup, assumed, sections)


def _write_layout(file: Path, setup: Setup) -> None:
    """The layout as a picture in a file, instead of the rule sheet."""
    from pitboss.layouts import picture

    check_writable(file, "the picture")
    write_whole(file, picture(setup))
    print(f"The layout of {setup.entry.name} is in {file}.")
