"""``pitboss rules``: the rule sheet of an entry, on paper or as JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pitboss.files import check_writable, write_whole
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup
from pitboss.sheets.as_json import sheet_as_json
from pitboss.sheets.choices import assume_required
from pitboss.sheets.paper import Paper, cited, print_json
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


def print_record_keys(name: str, chosen: Mapping[str, Any], as_json: bool, as_toml: bool = False) -> None:
    """The keys that a record of a game takes, and an example to begin with; as TOML the example alone."""
    from pitboss.sheets.record_keys import net_in_words, record_keys

    entry = load(name)
    keys = record_keys(entry, chosen)
    if as_json:
        print_json(keys.as_json())
        return
    if as_toml:
        print(keys.example.strip())
        return
    paper = Paper()
    paper.title(f"A record of {entry.title}", entry.name)
    for heading, part in (("The head", keys.head), ("A round", keys.round), ("A seat", keys.seat)):
        if part:
            paper.heading(heading)
            paper.named(part.items())
    if keys.irregularities:
        paper.heading("Irregularities")
        rules = entry.irregularities
        paper.named(
            (id, cited(rules[id].trigger + (f"; names {names}" if names else ""), rules[id].cite))
            for id, names in keys.irregularities.items()
        )
    paper.heading("An example")
    paper.line()
    for line in keys.example.splitlines():
        print(line)
    paper.line()
    net = net_in_words(keys.net, "seat" if entry.wagers else "patron")
    paper.line(f"It settles: {net}." if net else "It settles.")
    paper.line("Irregularities may have players asked for more than that. docs/records.md tells what each key means.")


def _write_layout(file: Path, setup: Setup) -> None:
    """The layout as a picture in a file, instead of the rule sheet."""
    from pitboss.layouts import picture

    check_writable(file, "the picture")
    write_whole(file, picture(setup))
    print(f"The layout of {setup.entry.name} is in {file}.")
