"""``pitboss audit``: everything of a house checked again, and what was found."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.progress import progress_bar
from pitboss.cli.storage import must_have_storage
from pitboss.engine.reading import read_file
from pitboss.errors import PitbossError
from pitboss.files import check_writable, write_whole
from pitboss.sheets.paper import Paper, print_json

if TYPE_CHECKING:
    from pitboss.house.audit.call_report import CallReport
    from pitboss.house.audit.report import Report

LISTED = 40
"""Findings that are printed; ``--json`` gives all that were kept."""


def print_audit(
    database: str | None,
    workers: int | None,
    ends: Path | None,
    against: Path | None,
    checkpoints: Sequence[Path],
    public_key: str,
    as_json: bool,
    secret: Path | None = None,
) -> bool:
    """Audit a house and print what was found; True when it is in order."""
    must_have_storage()
    from pitboss.house.audit.house_audit import audit
    from pitboss.house.audit.report import Outside
    from pitboss.house.checkpoints import default_files
    from pitboss.house.storage.database import default_url, without_password

    url = database or default_url()
    if ends is not None:
        check_writable(ends, "where the chains end")
    if public_key and not re.fullmatch("[0-9a-f]{64}", public_key := public_key.lower()):
        raise PitbossError("a public key is 64 hexadecimal digits")
    files, at_home = (checkpoints, False) if checkpoints else default_files(url, secret)
    # Where the house's secret is, its checkpoints belong; if none are there, all of them are missing.
    shares = None if at_home and not files else ()
    outside = Outside({} if against is None else _ends(against), files, public_key, secret, shares)
    with progress_bar("Auditing") as told:
        report = audit(url, told, workers, outside)
    if ends is not None and report.clean:
        write_whole(ends, json.dumps(report.as_json()["ends"], indent=2) + "\n")
    if as_json:
        print_json(report.as_json())
    else:
        _show_audit(Paper(), report, without_password(url))
    return report.clean


def _show_audit(paper: Paper, report: "Report", where: str) -> None:
    paper.title("Audit", where)
    for finding in report.findings[:LISTED]:
        paper.bullet("✗", str(finding))
    more = len(report.findings) - LISTED + report.left_out if len(report.findings) > LISTED else report.left_out
    if more:
        paper.bullet("✗", f"and {more:,} more")
    if report.findings:
        paper.line()
    books = f"{report.accounts:,} accounts, {report.meters:,} meters, {report.people:,} people"
    paper.line(f"{report.chains:,} chains of {report.entries:,} entries; {books}.", indent=2)
    paper.line(f"{report.rounds:,} rounds settled again, {report.replayed:,} of them also dealt again.", indent=2)
    paper.line(_checkpoints(report), indent=2)
    paper.line(_SEALS[report.sealed], indent=2)
    if report.waiting:
        waiting = "1 deal waits" if report.waiting == 1 else f"{report.waiting:,} deals wait"
        paper.line(f"{waiting} for a seed that is not told yet; the house's secret (--secret) opens it.", indent=2)
    paper.line(f"{report.rounds_per_second:,.0f} rounds a second, {report.seconds:.1f} s", "dim", indent=2)
    _show_calls(paper, report.calls)
    found = len(report.findings) + report.left_out
    if report.clean:
        paper.line("Everything is as it was written.", "bold green", indent=2)
    else:
        paper.line(f"{found:,} findings." if found > 1 else "1 finding.", "bold red", indent=2)


def _show_calls(paper: Paper, report: "CallReport") -> None:
    """What was called and could touch cards or wagers; it is no finding, and somebody should know of it."""
    if not report.calls:
        return
    paper.subheading("Called, and able to touch cards or wagers")
    for called in report.calls[:LISTED]:
        note = f': "{called.note}"' if called.note else ""
        signed = f"{called.by}, {called.confirmed_by or 'nobody'} confirming{note}"
        practice = " (practice)" if called.practice else ""
        paper.bullet("•", f"{called.table}, round {called.round}{practice}: {called.call['id']} by {signed}")
    if len(report.calls) > LISTED:
        paper.bullet("•", f"and {len(report.calls) - LISTED:,} more")
    for row in report.dealers:
        alone = f"{row['unconfirmed']:,} of them confirmed by nobody else"
        paper.line(f"{row['person']} called {row['calls']:,}, {alone}.", indent=2)
    for row in report.winners[:LISTED]:
        paper.line(_who_gained(row["person"], row["gained"]), indent=2)
    paper.line()


def _who_gained(person: str, amount: str) -> str:
    """What rounds with calls came to for somebody.

    >>> _who_gained("ann", "7.50"), _who_gained("bob", "-5.00")
    ('ann gained 7.50 by rounds with calls.', 'bob lost 5.00 by rounds with calls.')
    """
    did = "lost" if amount.startswith("-") else "gained"
    return f"{person} {did} {amount.removeprefix('-')} by rounds with calls."


_SEALS = {
    None: "The seals of the chains were not checked: that takes the house's secret (--secret).",
    False: "The chains have no seals: the house was made before there were any, and gets them when it is opened.",
    True: "The seals of all chains were checked.",
}


def _checkpoints(report: "Report") -> str:
    if not report.checkpoints:
        return "No checkpoints were looked at: newest entries that somebody cut off would not be missed."
    newer = f"{report.newer:,} entries are newer" if report.newer != 1 else "1 entry is newer"
    return f"{report.checkpoints:,} checkpoints, the last of {report.checkpointed}; {newer}."


def _ends(file: Path) -> dict[str, tuple[int, str]]:
    """Where chains ended, as an earlier audit wrote it."""
    try:
        raw = json.loads(read_file(file))
        return {str(chain): (int(number), str(digest)) for chain, (number, digest) in raw.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise PitbossError(f"{file}: is not what pitboss audit --ends wrote") from error
