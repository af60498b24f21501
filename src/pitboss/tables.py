"""The front door: open a table, settle a record."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pitboss.engine.reading import head_of, load_toml, must_be_sane, read, read_file
from pitboss.engine.record import Record
from pitboss.engine.replay import Settled, must_know
from pitboss.engine.replay import settle as _settle
from pitboss.engine.table import Table
from pitboss.errors import PitbossError, RecordError, quoted
from pitboss.games import game_of
from pitboss.money import cents
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup


def open_table(
    name: str,
    options: Mapping[str, Any] | None = None,
    *,
    seed: int | str | None = None,
    pay_tables: Mapping[str, Mapping[str, Any]] | None = None,
    meters: Mapping[str, Any] | None = None,
    carry: Mapping[str, Any] | None = None,
) -> Table:
    """Open a table of a rulebook entry.

    >>> open_table("chapter4/three-card-poker")
    <Table of chapter4/three-card-poker, 0 rounds dealt>
    """
    entry = load(name)
    setup, game = Setup.of(entry, options, pay_tables), game_of(entry)
    must_know(carry or {}, meters or {}, setup, game)
    check_seed(seed)
    held = {meter: cents(amount) for meter, amount in (meters or {}).items()}
    return Table(setup, game, seed=seed, carry=carry, meters=held)


def check_seed(seed: Any) -> None:
    """Refuse a seed that is neither a number nor a word that can be written down."""
    try:
        if isinstance(seed, int | str | None) and not isinstance(seed, bool):
            str(seed).encode()
            return
        what = quoted(seed)
    except ValueError:
        what = "a word or a number that cannot be written down"
    raise PitbossError(f"{what} is not a seed; give a number or a word, or none for cards nobody can foresee")


def settle(record: str | Path | Mapping[str, Any] | Record) -> Settled:
    """Settle a record: its text, its file, its TOML already read, or one that a table wrote.

    >>> seats = {"1": {"wagers": {"red": 12.5}}}
    >>> settled = settle({"rulebook": "chapter4", "game": "roulette", "spin": "7", "seats": seats})
    >>> settled.net, str(settled.rounds[0][1].settlements[0])
    ({1: 1250}, 'seat 1 red: win at 1 to 1 +$12.50 (hit) [§2.A.4 L259; §2.B.1 L272, L283]')
    """
    raw = raw_of(record.to_toml() if isinstance(record, Record) else record, "record")
    rulebook, game = head_of(raw)
    entry = load(f"{rulebook}/{game}")
    script = game_of(entry)
    written = read(raw, script)
    setup = Setup.of(entry, written.options, written.pay_tables, written.offered)
    return _settle(written, setup, script)


def raw_of(given: str | Path | Mapping[str, Any], what: str) -> Mapping[str, Any]:
    """A file's values: given as its text, as a file, or already read."""
    if isinstance(given, Path):
        given = read_file(given)
    elif isinstance(given, str) and given.endswith((".toml", ".json")) and "\n" not in given:
        raise RecordError(f'text is read as the {what} itself; the file is Path("{given}")')
    raw = load_toml(given, f"the {what}") if isinstance(given, str) else given
    if not isinstance(raw, Mapping) or not all(isinstance(key, str) for key in raw):
        raise RecordError(f"a {what} is given as its text, its file (a Path), or its TOML already read")
    if raw is given:
        must_be_sane(raw, f"the {what}")
    return raw
