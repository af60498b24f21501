"""Whatever somebody changes behind the house's back, the audit finds it and names the line."""

import json
import os
import random
import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Integer, Table, delete, func, insert, select, update

from conftest import Run
from house_play import BUY_IN
from pitboss import PitbossError, settle
from pitboss.house.audit.house_audit import audit
from pitboss.house.journal.chain import Link, canonical
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from tampered import (
    POKER,
    SHOE,
    SPIN,
    anchor_anew,
    append,
    built_database,
    built_file,
    entry,
    found,
    house,
    last_number,
    last_round,
    names,
    on_both,
    rehash,
    row_of,
    settle_up,
    tamper,
)

__all__ = ["built_database", "built_file", "house"]

journal, postings, tables, seeds = schema.journal, schema.postings, schema.tables, schema.seeds
accounts, meters, people, heads = schema.accounts, schema.meters, schema.people, schema.heads
FLIPS = int(os.environ.get("PITBOSS_FLIPS", "30"))
UNAUDITED = {"owner", "lease"}
"""Who runs a table at present; nothing depends on it afterwards."""


# -- nothing is changed -----------------------------------------------------------------------------------------------


@on_both
def test_a_house_that_nobody_touched_is_in_order(house: str) -> None:
    report = audit(house, workers=1)
    assert report.findings == []
    assert report.rounds == report.replayed == 12 and report.meters == 1 and report.people == 6


# -- every column of every table --------------------------------------------------------------------------------------

AUDITED = (people, tables, heads, journal, postings, accounts, meters, seeds)


@pytest.mark.parametrize("kind", AUDITED, ids=lambda kind: kind.name)
def test_a_change_of_any_column_is_found_and_named(house: str, kind: Table) -> None:
    keys = list(kind.primary_key.columns)
    rows = tamper(house, lambda connection: connection.execute(select(kind).order_by(*keys)).all())
    row = rows[len(rows) // 2]
    for column in kind.c:
        if column.name in UNAUDITED:
            continue
        was, other = getattr(row, column.name), _other(column, getattr(row, column.name))
        now = row._asdict() | {column.name: other}
        tamper(house, _set(kind, row._asdict(), {column.name: other}))
        findings = found(house, seals=column.name == "seal")
        if kind in (journal, postings, seeds, heads):
            number = row.number if kind in (journal, postings) else None
            assert names(findings, row.chain, number), (column.name, findings)
        else:
            id = row.name if kind is accounts else row.id
            assert any(id == finding.chain or id in finding.where for finding in findings), (column.name, findings)
        tamper(house, _set(kind, now, {column.name: was}))
    assert found(house) == []


def _set(kind: Table, row: dict[str, Any], values: dict[str, Any]) -> Callable[[Connection], Any]:
    same = [key == row[key.name] for key in kind.primary_key.columns]
    return lambda connection: connection.execute(update(kind).where(*same).values(values))


def _other(column: Any, value: Any) -> Any:
    """Another value that the column can hold, as near as can be."""
    if isinstance(column.type, Integer):
        return 1 - value if column.name == "revealed" else (value or 0) + 1_000
    if value is None:
        return "2026-01-01"
    middle = len(value) // 2
    return value[:middle] + ("7" if value[middle] != "7" else "8") + value[middle + 1 :]


# -- entries taken out, put in, moved ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chain", [POKER, SHOE, SPIN, "house"])
def test_an_entry_taken_out_is_missed(house: str, chain: str) -> None:
    last = tamper(house, lambda connection: last_number(connection, chain))
    for number in (1, last // 2, last):

        def take_out(connection: Connection, number: int = number) -> list[tuple[Any, Any]]:
            taken = []
            for table in (journal, postings):
                mine = (table.c.chain == chain) & (table.c.number == number)
                taken += [(table, row._asdict()) for row in connection.execute(select(table).where(mine))]
                connection.execute(delete(table).where(mine))
            return taken

        taken = tamper(house, take_out)
        findings = found(house)
        assert any((f.chain, f.entry) == (chain, number) and "missing" in f.text for f in findings), findings
        tamper(house, _put_back(taken))
    assert found(house) == []


def _put_back(taken: list[tuple[Table, dict[str, Any]]]) -> Callable[[Connection], Any]:
    return lambda connection: [connection.execute(insert(table).values(row)) for table, row in taken]


@on_both
def test_two_entries_that_change_places_are_found(house: str) -> None:
    def change(connection: Connection) -> None:
        for number, other in ((3, entry(connection, SPIN, 4)), (4, entry(connection, SPIN, 3))):
            values = {"kind": other.kind, "at": other.at, "body": other.body, "round": other.round}
            connection.execute(update(journal).where(row_of(SPIN, number)).values(values))

    tamper(house, change)
    findings = found(house)
    assert names(findings, SPIN, 3, "hash") and names(findings, SPIN, 4, "hash")


def test_a_stake_changed_with_its_own_hash_breaks_the_link_to_the_next(house: str) -> None:
    def change(connection: Connection) -> int:
        row = last_round(connection, SPIN)
        body = json.loads(row.body)
        body["settlements"][0]["staked"] = "1.00"
        text = canonical(body)
        digest = Link.of(SPIN, row.number, row.kind, row.at, text, row.before).hash
        connection.execute(update(journal).where(row_of(SPIN, row.number)).values(body=text, hash=digest))
        return int(row.number)

    number = tamper(house, change)
    findings = found(house)
    assert names(findings, SPIN, number + 1, "before")
    assert names(findings, SPIN, number, "settlements")


@pytest.mark.parametrize("what", ["staked", "net", "record", "fees", "draw", "state"])
def test_a_round_rewritten_with_every_hash_after_it_does_not_settle_the_same(house: str, what: str) -> None:
    def change(connection: Connection) -> int:
        row = last_round(connection, SPIN)
        body = json.loads(row.body)
        step = body["record"]["steps"][0]
        if what == "staked":
            body["settlements"][0]["staked"] = "0.50"
        elif what == "net":
            body["net"] = dict.fromkeys(body["net"], "1000.00")
        elif what == "record":
            seat = next(iter(step["seats"].values()))
            seat["wagers"] = dict.fromkeys(seat["wagers"], "5.00")
        elif what == "fees":
            body["fees"] = [{"seat": 1, "fee": "tip", "amount": "1.00", "cite": "none"}]
        elif what == "draw":
            step["spin"] = "17" if step["spin"] != "17" else "18"
        else:
            body["state"] = "0" * 64
        rehash(connection, SPIN, row.number, {row.number: body})
        return int(row.number)

    number = tamper(house, change)
    assert names(found(house), SPIN, number)


def test_a_round_that_is_made_up_whole_is_not_what_its_seed_deals(house: str) -> None:
    """Even one that settles by the rules, with its money in the ledger and every hash in order."""

    def change(connection: Connection) -> int:
        row = last_round(connection, SPIN)
        body = json.loads(row.body)
        old = body["record"]["steps"][0]["spin"]
        body["record"]["steps"][0]["spin"] = next(str(n) for n in range(1, 37) if str(n) != old)
        settled = settle(body["record"])
        body["settlements"] = settled.as_json()["settlements"]
        body["net"] = settled.as_json()["net"]
        rehash(connection, SPIN, row.number, {row.number: body})
        return int(row.number)

    number = tamper(house, change)
    findings = found(house)
    assert any(finding.entry == number and "done again it gives other" in finding.text for finding in findings)


@pytest.mark.parametrize("told", [False, True], ids=["quietly", "and the table is told"])
def test_a_buy_in_without_money_put_at_the_end_is_found(house: str, told: bool) -> None:
    def change(connection: Connection) -> int:
        last = last_number(connection, SPIN)
        end = entry(connection, SPIN, last)
        body = {"seat": 1, "person": "player-1", "amount": "500.00", "state": json.loads(end.body)["state"]}
        link = Link.of(SPIN, last + 1, "buy_in", end.at, canonical(body), end.hash)
        values = {name: getattr(link, name) for name in ("chain", "number", "kind", "at", "body", "before", "hash")}
        connection.execute(insert(journal).values(values))
        if told:
            connection.execute(update(tables).where(tables.c.id == SPIN).values(number=last + 1, hash=link.hash))
        return int(last) + 1

    number = tamper(house, change)
    assert names(found(house), SPIN, number)


def test_a_table_set_back_with_all_its_money_is_held_against_the_chain_of_the_house(house: str) -> None:
    """The last entries, their postings, their balances and the table's own end are all taken back together."""

    def change(connection: Connection) -> int:
        last = last_number(connection, SPIN)
        after = last - 8
        for row in connection.execute(select(postings).where(postings.c.chain == SPIN, postings.c.number > after)):
            balance = accounts.c.balance - row.amount
            connection.execute(update(accounts).where(accounts.c.name == row.account).values(balance=balance))
        for table in (journal, postings):
            connection.execute(delete(table).where(table.c.chain == SPIN, table.c.number > after))
        end = entry(connection, SPIN, after)
        connection.execute(update(tables).where(tables.c.id == SPIN).values(number=after, hash=end.hash))
        return int(after)

    tamper(house, change)
    findings = found(house)
    assert any(finding.chain == SPIN and "of the house names it" in finding.text for finding in findings), findings


# -- money ------------------------------------------------------------------------------------------------------------


def test_money_moved_in_the_ledger_alone_is_found_on_both_lines(house: str) -> None:
    def change(connection: Connection) -> tuple[int, str, str]:
        row = connection.execute(
            select(postings).where(postings.c.chain == SPIN, postings.c.what == "buy-in").order_by(postings.c.number)
        ).all()[-1]
        lines = connection.execute(select(postings).where(postings.c.chain == SPIN, postings.c.number == row.number))
        for line in lines.all():
            same = (postings.c.chain == SPIN) & (postings.c.number == row.number) & (postings.c.line == line.line)
            connection.execute(update(postings).where(same).values(amount=2 * line.amount))
            more = accounts.c.balance + line.amount
            connection.execute(update(accounts).where(accounts.c.name == line.account).values(balance=more))
        return row.number

    number = tamper(house, change)
    findings = found(house)
    assert names(findings, SPIN, number, "line 1") and names(findings, SPIN, number, "line 2")
    assert names(findings, "the ledger", None, "account cage")
    assert any(f"the amount is {-2 * BUY_IN} and was {-BUY_IN}" in finding.text for finding in findings)


def test_a_line_of_the_ledger_taken_out_or_put_in_is_named(house: str) -> None:
    def change(connection: Connection) -> tuple[int, int]:
        numbers = connection.execute(select(postings.c.number).where(postings.c.chain == SPIN).distinct()).scalars()
        first, second = sorted(numbers.all())[1:3]
        gone = (postings.c.chain == SPIN) & (postings.c.number == first) & (postings.c.line == 1)
        connection.execute(delete(postings).where(gone))
        new = {"chain": SPIN, "number": second, "line": 9, "account": "cage", "amount": 1, "what": "a gift"}
        connection.execute(insert(postings).values(new))
        connection.execute(insert(postings).values(new | {"number": 5_000, "line": 1}))
        return first, second

    first, second = tamper(house, change)
    findings = found(house)
    assert names(findings, SPIN, first, "line 1")
    assert names(findings, SPIN, second, "line 9")
    assert names(findings, SPIN, 5_000, "line 1")


def test_an_account_made_up_or_taken_away_is_named(house: str) -> None:
    def change(connection: Connection) -> None:
        connection.execute(insert(accounts).values(name="chips:3:mallory", balance=0))
        connection.execute(delete(accounts).where(accounts.c.name == "cage"))

    tamper(house, change)
    findings = found(house)
    assert names(findings, "the ledger", None, "account chips:3:mallory")
    assert names(findings, "the ledger", None, "account cage")


@pytest.mark.parametrize("by", ["1/1000000", "-1", "100"])
def test_a_meter_that_is_off_by_any_amount_is_named(house: str, by: str) -> None:
    def change(connection: Connection) -> None:
        exact = Fraction(connection.execute(select(meters.c.exact)).scalar_one()) + Fraction(by)
        connection.execute(update(meters).values(exact=str(exact)))

    tamper(house, change)
    [finding] = found(house)
    assert finding.where == "meter 1.progressive" and "the rounds left it at" in finding.text


def test_a_meter_made_up_or_taken_away_is_named(house: str) -> None:
    def change(connection: Connection) -> None:
        connection.execute(delete(meters))
        connection.execute(insert(meters).values(id="9.progressive", exact="0"))

    tamper(house, change)
    findings = found(house)
    assert names(findings, "the meters", None, "meter 1.progressive")
    assert names(findings, "the meters", None, "meter 9.progressive")


# -- tables, seeds, people --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("seats", {"1": ["player-1", BUY_IN + 100]}),
        ("carry", {"owed": {}}),
        ("standing", [[1, "ante", "10.00", 1000]]),
        ("rounds", 3),
        ("opening", None),
        ("replies", [{"seat": 1, "action": "fold"}]),
        ("chance", {"at": 1}),
        ("done", ["open 1"]),
    ],
)
def test_a_change_of_what_is_kept_of_a_table_is_named(house: str, part: str, value: Any) -> None:
    def change(connection: Connection) -> int:
        row = connection.execute(select(tables).where(tables.c.id == POKER)).one()
        state = json.loads(row.state) | {part: value}
        connection.execute(update(tables).where(tables.c.id == POKER).values(state=canonical(state)))
        return int(row.number)

    number = tamper(house, change)
    [finding] = found(house)
    assert (finding.chain, finding.entry) == (POKER, number) and f"{part} is" in finding.text


def test_a_table_taken_away_with_everything_of_it_is_missed(house: str) -> None:
    """Its journal, its ledger, its balances and the other side of them, its seeds: the house's chain still names it."""

    def change(connection: Connection) -> None:
        for table, column in ((journal, "chain"), (postings, "chain"), (seeds, "chain"), (tables, "id")):
            connection.execute(delete(table).where(table.c[column] == SPIN))
        connection.execute(delete(accounts).where(accounts.c.name.regexp_match(f"^(bank|bets|box|chips):{SPIN}(:|$)")))
        left = select(func.sum(postings.c.amount)).where(postings.c.account == "cage").scalar_subquery()
        connection.execute(update(accounts).where(accounts.c.name == "cage").values(balance=left))

    tamper(house, change)
    findings = found(house)
    assert findings and {finding.chain for finding in findings} == {SPIN}
    assert all("is missing" in finding.text for finding in findings)


def test_a_table_made_up_or_taken_away_is_named(house: str) -> None:
    def change(connection: Connection) -> None:
        row = dict(connection.execute(select(tables).where(tables.c.id == SPIN)).mappings().one())
        connection.execute(delete(tables).where(tables.c.id == SPIN))
        connection.execute(insert(tables).values(row | {"id": "99"}))

    tamper(house, change)
    findings = found(house)
    assert names(findings, SPIN) and names(findings, "99")


def test_a_seed_that_is_not_the_one_committed_to_is_named(house: str) -> None:
    def change(connection: Connection) -> None:
        same = (seeds.c.chain == SPIN) & (seeds.c.deal == 2)
        connection.execute(update(seeds).where(same).values(seed="ab" * 32))
        connection.execute(delete(seeds).where(seeds.c.chain == POKER, seeds.c.deal == 1))
        connection.execute(insert(seeds).values(chain=SHOE, deal=50, seed="cd" * 32, revealed=1))

    tamper(house, change)
    findings = found(house)
    assert any(f.chain == SPIN and f.where == "deal 2" and "committed" in f.text for f in findings)
    assert any(f.chain == POKER and f.where == "deal 1" and "missing" in f.text for f in findings)
    assert any(f.chain == SHOE and "deal 50" in f.where for f in findings)


def test_a_person_who_makes_themselves_more_than_they_are_is_named(house: str) -> None:
    def change(connection: Connection) -> None:
        connection.execute(update(people).where(people.c.id == "ann").values(role="system"))
        connection.execute(delete(people).where(people.c.id == "flo"))
        mallory = {
            "id": "mallory",
            "name": "M",
            "role": "system",
            "token_hash": "0" * 64,
            "since": "2026",
            "until": None,
        }
        connection.execute(insert(people).values(mallory))

    tamper(house, change)
    told = {finding.where: finding for finding in found(house)}
    assert "role is 'system' instead of 'player'" in told["person ann"].text and told["person ann"].entry
    assert {"person ann", "person flo", "person mallory"} <= set(told)


def test_what_was_changed_is_told_as_people_write_it(house: str) -> None:
    def change(connection: Connection) -> None:
        connection.execute(update(journal).where(row_of(SPIN, 3)).values(round=77))
        connection.execute(update(journal).where(row_of(SPIN, 4)).values(at="soon"))
        connection.execute(update(journal).where(row_of("house", 2)).values(at="soon"))
        connection.execute(update(people).where(people.c.id == "ann").values(until="2026"))

    tamper(house, change)
    texts = [finding.text for finding in found(house)]
    assert any(text.startswith("it is filed under round 77, and says that it is of ") for text in texts)
    assert any("'soon' is no time" in text for text in texts)
    assert any("until is '2026' instead of nothing" in text for text in texts)
    assert not [text for text in texts if re.search(r"\bNone\b|[A-Z]\w+Error\b|isoformat", text)]


def test_the_command_names_every_line_and_ends_with_1(house: str, pitboss: Run) -> None:
    def change(connection: Connection) -> None:
        connection.execute(update(accounts).where(accounts.c.name == "cage").values(balance=0))
        connection.execute(update(journal).where(row_of(SPIN, 3)).values(kind="bonus"))

    tamper(house, change)
    code, out, _ = pitboss("audit", "--database", house)
    assert code == 1
    assert "✗ 3, entry 3, hash: it was changed" in out and "account cage" in out
    code, out, _ = pitboss("audit", "--database", house, "--json")
    told = json.loads(out)
    assert code == 1 and not told["clean"]
    assert {"chain": SPIN, "entry": 3, "where": "hash"}.items() <= told["findings"][0].items()


# -- a whole evening rewritten, with every hash, anchor and balance in order ------------------------------------------

FIFTY = 5_000_000


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("bonus", {"person": "ann"}),
        ("bonus", {"person": "ann", "postings": [["cage", -FIFTY, "bonus"], ["chips:3:player-1", FIFTY, "bonus"]]}),
        ("buy_in", {"person": "ann", "postings": [["cage", -FIFTY, "buy-in"], ["chips:3:ann", FIFTY, "buy-in"]]}),
        ("anchor", {"ends": {}, "postings": [["cage", -FIFTY, "seed"], ["chips:3:ann", FIFTY, "seed"]]}),
        (
            "settings",
            {"practice": False, "postings": [["bank:3", -FIFTY, "seed"], ["meter:1.progressive", FIFTY, "x"]]},
        ),
        ("meter", {"meter": "9.progressive", "seed": 0, "note": "a gift"}),
        ("secret", {"mark": "0" * 64, "public_key": "0" * 64}),
        ("settings", {"practice": True, "cage_buy_ins": False, "by": "system"}),
        ("settings", {"everything_is_allowed": True, "by": "system"}),
        ("settings", {"practice": False, "cage_buy_ins": True, "by": "ann"}),
        ("anchor", {"ends": {"3": [1, "0" * 64]}}),
        ("anchor", {"ends": {"3": ["one", 7]}}),
    ],
    ids=lambda value: value if isinstance(value, str) else ", ".join(sorted(value)),
)
def test_an_entry_that_nobody_could_make_in_the_chain_of_the_house_is_found(
    house: str, kind: str, body: dict[str, Any]
) -> None:
    number = tamper(house, lambda connection: append(connection, "house", kind, body))
    findings = found(house)
    assert any(finding.entry == number and finding.chain == "house" for finding in findings) or (
        kind == "anchor" and findings
    ), findings


@pytest.mark.parametrize(
    "change",
    [
        {"role": "floor"},
        {"name": "Somebody else"},
        {"since": "2020-01-01T00:00:00.000+00:00"},
        {"until": "2020-01-01T00:00:00.000+00:00"},
        {"until": "soon"},
        {"by": "player-1"},
        {"by": "nobody-of-that-name"},
    ],
    ids=lambda change: f"{next(iter(change))} {next(iter(change.values()))}",
)
def test_a_change_of_a_person_that_the_house_never_makes_is_found(house: str, change: dict[str, Any]) -> None:
    def promote(connection: Connection) -> int:
        row = dict(connection.execute(select(people).where(people.c.id == "ann")).mappings().one())
        body = json.loads(person_entry(connection, "ann").body) | change
        values = {name: value for name, value in change.items() if name in row}
        if values:
            connection.execute(update(people).where(people.c.id == "ann").values(values))
        return append(connection, "house", "person", body)

    number = tamper(house, promote)
    assert any(f.entry == number and f.where == "person ann" for f in found(house)), found(house)


def test_a_person_who_is_a_floor_from_their_first_entry_on_is_not_one_who_sits(house: str) -> None:
    """The first entry of a player is rewritten, and every hash after it: players sit, and a floor does not."""

    def promote(connection: Connection) -> None:
        row = person_entry(connection, "player-1")
        connection.execute(update(people).where(people.c.id == "player-1").values(role="floor"))
        rehash(connection, "house", row.number, {row.number: json.loads(row.body) | {"role": "floor"}})

    tamper(house, promote)
    assert any("player-1" in finding.text and "floor" in finding.text for finding in found(house))


def test_somebody_who_sits_is_somebody_of_the_house(house: str) -> None:
    def forget(connection: Connection) -> None:
        row = person_entry(connection, "player-2")
        connection.execute(delete(people).where(people.c.id == "player-2"))
        # Somebody else from the start: the entry names another person.
        body = json.loads(row.body) | {"id": "someone"}
        token = {"id": "someone", "name": body["name"], "role": "player", "token_hash": "ab" * 32}
        connection.execute(insert(people).values(token | {"since": body["since"], "until": None}))
        rehash(connection, "house", row.number, {row.number: body})

    tamper(house, forget)
    assert any(finding.chain == SPIN and "player-2" in finding.text for finding in found(house))


@pytest.mark.parametrize("by", ["ann", "nobody-of-that-name", "late"])
def test_a_fill_by_somebody_who_may_not_is_found(house: str, by: str) -> None:
    """The entry, replayed, reads the same: it is the house's people who tell."""

    def change(connection: Connection) -> int:
        if by == "late":
            row = json.loads(person_entry(connection, "flo").body)
            came = "2999-01-01T00:00:00.000+00:00"
            late = row | {"id": "late", "since": came}
            connection.execute(insert(people).values(late_row(connection, late)))
            append(connection, "house", "person", late, came)
        mine = select(journal).where(journal.c.chain == SPIN, journal.c.kind == "fill").order_by(journal.c.number)
        row = connection.execute(mine).first()
        assert row is not None
        rehash(connection, SPIN, row.number, {row.number: json.loads(row.body) | {"by": by}})
        anchor_anew(connection)
        return int(row.number)

    number = tamper(house, change)
    assert any(f.chain == SPIN and f.entry == number and by in f.text for f in found(house)), found(house)


def test_a_meter_that_starts_with_more_than_its_table_says_is_found(house: str) -> None:
    """More comes from the bank to the meter, and everything after it, to the fraction of a cent, is in order."""

    def change(connection: Connection) -> int:
        mine = select(journal).where(journal.c.chain == "house", journal.c.kind == "meter")
        row = connection.execute(mine).one()
        body = json.loads(row.body)
        body["seed"] += FIFTY
        body["postings"] = [["bank:1", -body["seed"], "seed"], ["meter:1.progressive", body["seed"], "seed"]]
        for line in (1, 2):
            same = (postings.c.chain == "house") & (postings.c.number == row.number) & (postings.c.line == line)
            connection.execute(update(postings).where(same).values(amount=body["postings"][line - 1][1]))
        rehash(connection, "house", row.number, {row.number: body})
        exact = Fraction(connection.execute(select(meters.c.exact)).scalar_one()) + FIFTY
        connection.execute(update(meters).values(exact=str(exact)))
        settle_up(connection)
        return int(row.number)

    number = tamper(house, change)
    assert names(found(house), "house", number, "meter 1.progressive")


def test_a_round_that_opens_with_people_who_did_not_sit_there_is_found(house: str) -> None:
    def change(connection: Connection) -> int:
        row = last_round(connection, SPIN)
        body = json.loads(row.body)
        body["players"] = body["players"] | {"1": "ann"}
        rehash(connection, SPIN, row.number, {row.number: body})
        anchor_anew(connection)
        return int(row.number)

    number = tamper(house, change)
    assert any(f.entry == number and "players" in f.text for f in found(house)), found(house)


def person_entry(connection: Connection, id: str) -> Any:
    """The entry that added somebody."""
    mine = select(journal).where(journal.c.chain == "house", journal.c.kind == "person").order_by(journal.c.number)
    return next(row for row in connection.execute(mine) if json.loads(row.body)["id"] == id)


def late_row(connection: Connection, body: dict[str, Any]) -> dict[str, Any]:
    """The row of somebody who was made up."""
    row = dict(connection.execute(select(people).where(people.c.id == "flo")).mappings().one())
    return row | {"id": body["id"], "since": body["since"], "token_hash": "cd" * 32}


# -- any byte at all --------------------------------------------------------------------------------------------------


def test_any_stored_byte_of_the_file_is_found(built_file: Path, tmp_path: Path) -> None:
    """Bytes of the database file are changed one by one; where that changes a value, the audit says so."""
    original, rng = built_file.read_bytes(), random.Random(11)
    before, changed = _contents(built_file), 0
    written = [place for place, byte in enumerate(original) if byte]
    for number in range(FLIPS):
        at_byte = rng.choice(written)
        file = tmp_path / f"{number}.db"
        flipped = bytearray(original)
        flipped[at_byte] ^= 1 << rng.randrange(8)
        file.write_bytes(flipped)
        shutil.copy(built_file.with_suffix(".key"), file.with_suffix(".key"))
        if _contents(file) != before:
            changed += 1
            assert not _in_order(f"sqlite:///{file}"), f"byte {at_byte} was changed unseen"
        file.unlink()
    assert changed > FLIPS // 3


def _contents(file: Path) -> Any:
    """Everything that the tables hold, but for what is not audited."""
    store = None
    try:
        store = Store(f"sqlite:///{file}", existing=True)
        rows = {}
        for table in AUDITED:
            columns = [column for column in table.c if column.name not in UNAUDITED]
            rows[table.name] = store.rows(select(*columns).order_by(*table.primary_key.columns))
        return rows
    except Exception as error:
        return str(error)
    finally:
        if store is not None:
            store.close()


def _in_order(url: str) -> bool:
    try:
        return audit(url, workers=1).clean
    except PitbossError:
        return False
