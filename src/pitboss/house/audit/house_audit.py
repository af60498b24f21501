"""The audit of a house: every chain, every cent, every meter, and every round dealt and settled once more."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.errors import PitbossError, quoted
from pitboss.house import ledger
from pitboss.house.audit.call_report import call_report
from pitboss.house.audit.chain_audit import NONSENSE, audit_chain, in_words
from pitboss.house.audit.checkpoint_audit import CHECKPOINTS, missing_checkpoints
from pitboss.house.audit.findings import ChainReport, Finding, Job
from pitboss.house.audit.house_chain_audit import HouseBook
from pitboss.house.audit.process_audit import check_processes
from pitboss.house.audit.report import Outside, Report
from pitboss.house.audit.requests_audit import check_requests
from pitboss.house.checkpoints import Noted, read
from pitboss.house.crypto.seals import has_seals
from pitboss.house.crypto.secret import Secret, secret_file
from pitboss.house.error_text import plainly
from pitboss.house.journal.chain import HOUSE
from pitboss.house.people import token_mark
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from pitboss.money import dollars
from pitboss.pools import outliving_workers, spawning

ALONE = 3_000
"""Up to so many entries, one process is done before a second has started."""

Told = Callable[[float], None]


def audit(
    url: str, told: Told = lambda done: None, workers: int | None = None, outside: Outside | None = None
) -> Report:
    """Audit a house as it is now; it may go on working meanwhile, and nothing is changed."""
    started = time.perf_counter()
    outside = outside or Outside()
    # Read before the database: what is signed now is written there by then.
    noted = read(*outside.checkpoints)
    store = Store(url, existing=True)
    try:
        with store.snapshot() as connection:
            store.secret = _secret_of(store, outside.secret)
            report = _audit(store, connection, told, workers, outside, noted)
        with suppress(*NONSENSE):  # what makes no sense is among the findings already
            report.calls = call_report(store)
    except (SQLAlchemyError, UnicodeError) as error:
        raise PitbossError(f"the database cannot be read to its end: {plainly(error)}") from error
    finally:
        store.close()
    report.seconds = time.perf_counter() - started
    return report


def _secret_of(store: Store, named: Path | None) -> Secret | None:
    """The house's secret, if it is where it is named or where it belongs."""
    file, known = secret_file(store.url, named), store.newest(HOUSE, "secret")
    if file is None or known is None or (named is None and not os.access(file, os.R_OK)):
        return None
    secret = Secret.of_file(file)
    if secret.mark == known.get("mark"):
        return secret
    if named is not None:
        raise PitbossError(f"{file} is another house's secret")
    return None


def _audit(
    store: Store, connection: Connection, told: Told, workers: int | None, outside: Outside, signed: Noted
) -> Report:
    report = Report()
    report.findings += [Finding("the database", None, "", line) for line in _damage(connection)]
    try:
        _audit_all(store, connection, report, _Progress(told, _count(connection)), workers, outside, signed)
    except NONSENSE as error:
        # The chains name their own; this is a value of another kind than its column, where no chain can be named.
        text = f"it cannot be audited to its end: {in_words(error)}"
        report.findings.append(Finding("the database", None, "", text))
    return report


def _audit_all(
    store: Store,
    connection: Connection,
    report: Report,
    progress: "_Progress",
    workers: int | None,
    outside: Outside,
    signed: Noted,
) -> None:
    lasts, kept = _lasts(connection), _kept(connection)
    noted = _Noted(report)
    for chain, (number, digest) in outside.ends.items():
        noted.add(chain, number, digest, "the earlier audit")
    for chain, entries in signed.ends.items():
        for number, (digest, where) in entries.items():
            noted.add(chain, number, digest, where)
    report.sealed = None if store.secret is None else has_seals(store, store.secret)
    first = Job(HOUSE, lasts.get(HOUSE, 0), kept.get(HOUSE), anchors=noted.of.get(HOUSE, {}))
    first = replace(first, secret=store.secret, sealed=bool(report.sealed))
    book = HouseBook()
    house = audit_chain(connection, first, progress.more, book)
    for chain, anchors in book.anchors.items():
        for number, (digest, where) in anchors.items():
            noted.add(chain, number, digest, where)
    _check_signatures(report, book, outside.public_key, signed)
    report.findings += missing_checkpoints(
        connection, book.checkpoints, store.secret, signed, outside.checkpoints, outside.shares
    )
    jobs = [job for job in _jobs(connection, lasts, kept, noted.of) if job.chain != HOUSE]
    jobs = [replace(job, secret=store.secret, sealed=first.sealed) for job in jobs]
    chains = [house, *_each(store, connection, jobs, progress, workers, book)]
    for each in chains:
        _add(report, each)
    _check_accounts(connection, report, chains)
    _check_meters(connection, report, chains, book)
    _check_people(connection, report, book)
    report.findings += check_requests(connection, chains, book.attendance)
    report.findings += check_processes(connection)
    report.newer = signed.newer(report.ends)
    report.findings.sort(key=lambda finding: (finding.chain != HOUSE, finding.chain, finding.entry or 0))


class _Noted:
    """Entries of chains whose hashes were noted elsewhere, and where that was."""

    def __init__(self, report: Report) -> None:
        self.of: dict[str, dict[int, tuple[str, str]]] = {}
        self._report = report

    def add(self, chain: str, number: int, digest: str, where: str) -> None:
        known, by = self.of.setdefault(chain, {}).setdefault(number, (digest, where))
        if known != digest:
            text = f"its hash is one by {by}, and another by {where}"
            self._report.findings.append(Finding(chain, number, "hash", text))


def _check_signatures(report: Report, book: HouseBook, pinned: str, signed: Noted) -> None:
    """Every checkpoint was signed with the house's key, and that is the one which the auditor knows."""
    report.checkpoints, report.checkpointed = len(signed.lines), signed.newest
    report.public_key = book.public_key
    for where, text in signed.odd:
        report.findings.append(Finding(CHECKPOINTS, None, where, text))
    if pinned and book.public_key != pinned:
        text = f"the house signs with the key {book.public_key or 'of nobody'}, not with the one that you gave"
        report.findings.append(Finding(HOUSE, None, "secret", text))
    key = pinned or book.public_key
    for where in signed.unsigned(key):
        report.findings.append(Finding(CHECKPOINTS, None, where, "it is not signed with the house's key"))


def _add(report: Report, chain: ChainReport) -> None:
    report.chains += 1
    report.entries += chain.entries
    report.rounds += chain.rounds
    report.replayed += chain.replayed
    report.waiting += chain.waiting
    report.findings += chain.findings
    report.left_out += chain.left_out
    report.ends[chain.chain] = chain.end


# -- what there is to audit ------------------------------------------------------------------------------------------


def _count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(schema.journal)).scalar_one()


def _lasts(connection: Connection) -> dict[str, int]:
    """The last entry, or line of the ledger, of each chain."""
    found: dict[str, int] = {}
    for table in (schema.journal, schema.postings):
        for chain, last in connection.execute(select(table.c.chain, func.max(table.c.number)).group_by(table.c.chain)):
            found[chain] = max(last, found.get(chain, 0))
    return found


def _kept(connection: Connection) -> dict[str, Mapping[str, Any]]:
    """What is kept of each chain beside the journal: the row of its table, or of its head."""
    found: dict[str, Mapping[str, Any]] = {}
    for row in connection.execute(select(schema.heads)).mappings():
        found[row["chain"]] = dict(row)
    for row in connection.execute(select(schema.tables)).mappings():
        found[row["id"]] = dict(row)
    return found


def _jobs(
    connection: Connection,
    lasts: Mapping[str, int],
    kept: Mapping[str, Mapping[str, Any]],
    noted: Mapping[str, Mapping[int, tuple[str, str]]],
) -> Iterator[Job]:
    seeds = schema.seeds
    most = select(seeds.c.chain, func.max(seeds.c.deal)).group_by(seeds.c.chain)
    deals: dict[str, int] = {row[0]: row[1] for row in connection.execute(most)}
    hidden: dict[str, set[int]] = {}
    for chain, deal in connection.execute(select(seeds.c.chain, seeds.c.deal).where(seeds.c.revealed == 0)):
        hidden.setdefault(chain, set()).add(deal)
    for chain in sorted({*lasts, *kept, *deals, *noted}):
        yield Job(
            chain,
            lasts.get(chain, 0),
            kept.get(chain),
            deals.get(chain, 0),
            frozenset(hidden.get(chain, ())),
            noted.get(chain, {}),
        )


def _damage(connection: Connection) -> list[str]:
    """What the database itself finds wrong with its file."""
    if connection.dialect.name != "sqlite":
        return []
    rows = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check(20)")]
    return [] if rows == ["ok"] else [" ".join(row.split()) for row in rows]


# -- each chain, by one process or several ---------------------------------------------------------------------------


class _Progress:
    """Tells what part of the entries is done."""

    def __init__(self, told: Told, entries: int) -> None:
        self._told, self._all, self._done = told, max(entries, 1), 0

    @property
    def entries(self) -> int:
        return self._all

    def more(self, entries: int) -> None:
        self.reached(self._done + entries)

    def reached(self, entries: int) -> None:
        self._done = entries
        self._told(min(1.0, entries / self._all))

    @property
    def done(self) -> int:
        return self._done


def _each(
    store: Store, connection: Connection, jobs: list[Job], progress: _Progress, workers: int | None, book: HouseBook
) -> Iterable[ChainReport]:
    if workers is None:
        workers = 1 if progress.entries <= ALONE else os.cpu_count() or 1
    workers = min(workers, len(jobs))
    if workers <= 1:
        return [audit_chain(connection, job, progress.more, book) for job in jobs]
    return _together(store.url, jobs, progress, workers, book)


def _together(url: str, jobs: list[Job], progress: _Progress, workers: int, book: HouseBook) -> list[ChainReport]:
    """Several processes, a chain at a time each, the longest first. What they read was written before the audit began,
    and is never changed."""
    before = progress.done
    context = spawning()
    done = context.Value("q", 0)
    with outliving_workers(), _pool(ProcessPoolExecutor(workers, context, _start, (url, done, book))) as pool:
        longest = sorted(jobs, key=lambda job: -job.last)
        waiting = {job.chain: pool.submit(_one, job) for job in longest}
        for job in longest:
            while not _wait(waiting[job.chain]):
                progress.reached(before + done.value)
        return [waiting[job.chain].result() for job in jobs]


@contextmanager
def _pool(pool: ProcessPoolExecutor) -> Iterator[ProcessPoolExecutor]:
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _wait(future: "Future[ChainReport]") -> bool:
    try:
        future.result(timeout=0.2)
    except TimeoutError:
        return False
    return True


_worker: tuple[Store, Any, HouseBook] | None = None


def _start(url: str, done: Any, book: HouseBook) -> None:
    global _worker
    _worker = (Store(url, existing=True), done, book)


def _one(job: Job) -> ChainReport:
    assert _worker is not None
    store, done, book = _worker

    def told(entries: int) -> None:
        with done.get_lock():
            done.value += entries

    with store.snapshot() as connection:
        return audit_chain(connection, job, told, book)


# -- what the chains add up to ---------------------------------------------------------------------------------------


def _check_accounts(connection: Connection, report: Report, chains: Iterable[ChainReport]) -> None:
    """Every balance against the sum of its postings."""
    sums: Counter[str] = Counter()
    for chain in chains:
        sums.update(chain.balances)
    for name, balance in connection.execute(select(schema.accounts.c.name, schema.accounts.c.balance)):
        report.accounts += 1
        if name not in sums:
            report.findings.append(Finding("the ledger", None, f"account {name}", "nothing was ever posted to it"))
        elif sums.pop(name) != balance:
            posted = sum(chain.balances[name] for chain in chains)
            text = f"its balance is {balance} cents, and its postings come to {posted}"
            report.findings.append(Finding("the ledger", None, f"account {name}", text))
    for name, posted in sums.items():
        if posted:
            text = f"it is missing, and its postings come to {posted} cents"
            report.findings.append(Finding("the ledger", None, f"account {name}", text))


def _check_meters(connection: Connection, report: Report, chains: Iterable[ChainReport], book: HouseBook) -> None:
    """Every meter, to the fraction of a cent, against what the rounds did to it and the money on its account."""
    feeds = {chain.chain: chain.feeds for chain in chains}
    for id, started in book.meters.items():
        if started.table and feeds.get(started.table, {}).get(id) != started.seed:
            text = f"{dollars(started.seed)} comes from table {started.table}, whose set-up does not say so"
            report.findings.append(Finding(HOUSE, started.entry, f"meter {id}", text))
    for table, fed in feeds.items():
        for id in fed.keys() - book.meters.keys():
            report.findings.append(Finding(table, None, f"meter {id}", "no entry of the house starts it"))
    moved: dict[str, Fraction] = {}
    for chain in chains:
        for id, change in chain.meters.items():
            moved[id] = moved.get(id, Fraction(0)) + change
    for id, exact in connection.execute(select(schema.meters.c.id, schema.meters.c.exact)):
        report.meters += 1
        wanted = moved.pop(id, None)
        held = sum(chain.balances[ledger.meter(id)] for chain in chains)
        if wanted is None:
            report.findings.append(Finding("the meters", None, f"meter {id}", "no entry of the house starts it"))
        elif str(wanted) != exact:
            text = f"it stands at {exact} cents, and the rounds left it at {wanted}"
            report.findings.append(Finding("the meters", None, f"meter {id}", text))
        elif id in book.meters and (odd := _not_led_to(chains, id, str(Fraction(book.meters[id].seed)), exact)):
            text = f"a round found it at {odd} cents, where no other had left it"
            report.findings.append(Finding("the meters", None, f"meter {id}", text))
        if wanted is not None and int(wanted) != held:
            text = f"the rounds left it at {wanted} cents, and the money on it is {dollars(held)}"
            report.findings.append(Finding("the meters", None, f"meter {id}", text))
    for id in moved:
        report.findings.append(Finding("the meters", None, f"meter {id}", "it is missing"))


def _not_led_to(chains: Iterable[ChainReport], id: str, first: str, last: str) -> str:
    """An amount that an entry found on a meter and none left there; whichever tables feed it, and in whatever order."""
    left = Counter({first: 1})
    for chain in chains:
        for exact, times in chain.steps.get(id, {}).items():
            left[exact] += times
    left[last] -= 1
    return next((exact for exact, times in left.items() if times), "")


def _check_people(connection: Connection, report: Report, book: HouseBook) -> None:
    """Everybody as the house's chain has them."""
    said = dict(book.people)
    for row in connection.execute(select(schema.people)).mappings():
        report.people += 1
        number, wanted = said.pop(row["id"], (None, None))
        if wanted is None:
            report.findings.append(Finding(HOUSE, None, f"person {row['id']}", "no entry of the house names them"))
            continue
        have = dict(row)
        if "token_mark" in wanted:
            have["token_mark"] = token_mark(have.pop("token_hash"))
        changed = [name for name in have if have[name] != wanted.get(name)]
        if changed:
            text = "; ".join(_changed_person(name, have[name], wanted.get(name)) for name in changed)
            report.findings.append(Finding(HOUSE, number, f"person {row['id']}", text))
    for id, (number, _) in said.items():
        report.findings.append(Finding(HOUSE, number, f"person {id}", "they are missing"))


def _changed_person(name: str, have: Any, wanted: Any) -> str:
    """What was changed of somebody; hashes of tokens are not told."""
    if name in ("token_hash", "token_mark"):
        return "their token is not the one that they were given"
    return f"{name} is {quoted(have)} instead of {quoted(wanted)}"
