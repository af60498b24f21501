"""``pitboss export``: a house's rounds, ledger and hands of poker as files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pitboss.cli.progress import progress_bar
from pitboss.cli.storage import must_have_storage
from pitboss.errors import PitbossError
from pitboss.sheets.paper import Paper


def export(
    database: str | None,
    rounds: Path | None,
    ledger: Path | None,
    phh: Path | None,
    player: str | None,
    since: str | None,
    until: str | None,
    table: str | None,
) -> None:
    """Write rounds, ledger and hands into files."""
    if rounds is None and ledger is None and phh is None:
        raise PitbossError("say what to write: --rounds FILE, --ledger FILE, --phh FILE, or several of them")
    if player is not None and phh is None:
        raise PitbossError("--player goes with --phh: it says whose hands of poker are written")
    must_have_storage()
    from pitboss.house.export import Wanted, check_file, export_ledger, export_rounds, moment
    from pitboss.house.hand_histories import SUFFIXES, export_hands
    from pitboss.house.storage.database import default_url
    from pitboss.house.storage.store import Store

    files: Sequence[tuple[Path, Any, str]] = [
        (file, write, what)
        for file, write, what in ((rounds, export_rounds, "rounds"), (ledger, export_ledger, "ledger"))
        if file is not None
    ]
    for file, _, _ in files:
        check_file(file)
    if phh is not None:
        check_file(phh, SUFFIXES)
    if rounds is not None and ledger is not None and rounds.absolute() == ledger.absolute():
        raise PitbossError("rounds and ledger go into two files")
    wanted = Wanted(moment(since) if since else None, moment(until) if until else None, table)
    store = Store(database or default_url(), existing=True)
    try:
        for file, write, what in files:
            with progress_bar(f"Writing the {what}") as told:
                count = write(store, file, wanted, told)
            Paper().line(f"{file}: {count:,} rows.")
        if phh is not None:
            with progress_bar("Writing the hands") as told:
                found = export_hands(store, phh, wanted, player or "", told)
            Paper().line(f"{phh}: {len(found.told):,} hands.")
            for sentence in found.untold:
                Paper().line(f"Left out: {sentence}.")
    finally:
        store.close()
