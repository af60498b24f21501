"""The closed list of what is entered in a journal: who may do each thing, what is said of it, what money it moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.house import ledger

PLAYER, DEALER, FLOOR, SYSTEM = "player", "dealer", "floor", "system"
RUNS_TABLE = (DEALER, FLOOR, SYSTEM)
MINDS_TABLES = (FLOOR, SYSTEM)
ANYBODY_THERE = (PLAYER, *RUNS_TABLE)

CAGE, CHIPS, BETS, BANK, BOX, METER = "cage", "chips", "bets", "bank", "box", "meter"
PLAYED = frozenset((CHIPS, BETS, BANK, BOX, METER))
"""The accounts that a round moves money between."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entry: the roles that may do it, and the kinds of accounts it may post to.

    ``said`` is what it must say and ``may_say`` what it may say besides. A table's entries are done again and compared
    word by word, so that theirs are not listed.
    """

    roles: tuple[str, ...] = (SYSTEM,)
    accounts: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()
    may_say: frozenset[str] = frozenset()


AT_TABLES: dict[str, Kind] = {
    "open": Kind(MINDS_TABLES),
    "sit": Kind((PLAYER,)),
    "buy_in": Kind((PLAYER, FLOOR, SYSTEM), frozenset((CAGE, CHIPS))),
    "cash_out": Kind((PLAYER, FLOOR, SYSTEM), frozenset((CAGE, CHIPS, BETS, BOX))),
    "sit_out": Kind(ANYBODY_THERE),
    "come_back": Kind(ANYBODY_THERE),
    "fill": Kind(MINDS_TABLES, frozenset((CAGE, BANK))),
    "credit": Kind(MINDS_TABLES, frozenset((CAGE, BANK))),
    "bank": Kind((PLAYER,)),
    "deal": Kind(ANYBODY_THERE, PLAYED),
    "act": Kind((PLAYER, FLOOR, SYSTEM), PLAYED),
    "word": Kind((PLAYER,)),
    "called": Kind(RUNS_TABLE),
    "call": Kind(RUNS_TABLE, PLAYED),
    "rejected": Kind(MINDS_TABLES),
    "withdrawn": Kind(ANYBODY_THERE),
    "round": Kind(ANYBODY_THERE, PLAYED),
    "void": Kind((SYSTEM,), PLAYED),
    "procedure": Kind(RUNS_TABLE),
    "close": Kind(RUNS_TABLE),
    "reopen": Kind(RUNS_TABLE),
    "repaired": Kind(RUNS_TABLE),
    "collection": Kind(RUNS_TABLE, frozenset((CHIPS, BOX))),
}

IN_HOUSE: dict[str, Kind] = {
    "secret": Kind(said=frozenset(("mark", "public_key")), may_say=frozenset(("plain", "seals"))),
    "sealed": Kind(),
    "settings": Kind((SYSTEM,), may_say=frozenset(("by",))),
    "person": Kind(
        (FLOOR, SYSTEM),
        said=frozenset(("id", "name", "role", "since", "until")),
        may_say=frozenset(("token_hash", "token_mark", "by")),
    ),
    "meter": Kind(MINDS_TABLES, frozenset((BANK, METER)), frozenset(("meter", "seed")), frozenset(("postings", "by"))),
    "anchor": Kind(said=frozenset(("ends",)), may_say=frozenset(("checkpoint",))),
}
"""The kinds of entries of the house's own chain; what ``settings`` says is the house's settings."""


def account_of(account: Any, table: str, kind: Kind, people: Iterable[str], meters: Iterable[str]) -> bool:
    """True for an account that an entry of this kind may post to at this table: one of its own, or the cage.

    So no table's money is moved by another, and what is never below zero in one chain never is.
    """
    if not isinstance(account, str):
        return False
    family, _, rest = account.partition(":")
    if family not in kind.accounts:
        return False
    if family == CAGE:
        return account == ledger.CAGE
    if family == METER:
        return rest in meters
    if family == CHIPS:
        at, _, person = rest.partition(":")
        return at == table and person in people
    return rest == table


def seed_postings(table: str, meter: str, seed: int) -> Sequence[Sequence[Any]]:
    """The one thing that moves money in the house's own chain: a table's bank starts a meter."""
    if not seed:
        return []
    return [
        [line.account, line.amount, line.what]
        for line in ledger.moved(ledger.bank(table), ledger.meter(meter), seed, "seed")
    ]
