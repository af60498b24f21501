"""The house's own chain, entry by entry: nothing is in it that a house does not enter by itself."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from pitboss.errors import PitbossError, quoted
from pitboss.house.audit.attendance import SKEW, Known, moment, objection
from pitboss.house.journal.chain import Link
from pitboss.house.journal.entry_kinds import FLOOR, IN_HOUSE, PLAYER, SYSTEM, seed_postings
from pitboss.house.people import role_of
from pitboss.house.settings import Settings

Odd = tuple[str, str]
"""The part of an entry that something is wrong with, and what."""
STAYS = ("name", "role", "since")
"""What never changes about somebody."""
ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Started:
    """A meter, as the entry that started it has it, and the table whose bank paid for it."""

    entry: int
    seed: int
    table: str


@dataclass(frozen=True, slots=True)
class NotedCheckpoint:
    """A checkpoint that was made: the tables it was made for, its number and hash, and what names it."""

    tables: str
    number: int
    hash: str
    where: str


class HouseBook:
    """What the entries of the house's chain come to."""

    def __init__(self) -> None:
        self.attendance: dict[str, Known] = {}
        self.people: dict[str, tuple[int, dict[str, Any]]] = {}
        self.meters: dict[str, Started] = {}
        self.anchors: dict[str, dict[int, tuple[str, str]]] = {}
        self.checkpoints: list[NotedCheckpoint] = []
        self.public_key = ""
        self.sealed_at = ""
        """When the house was sealed; rules that are as new as the seals are not held against what was done before."""
        self._cage_sells: list[tuple[datetime, bool]] = []
        self.settings = Settings()
        self._each = {
            "secret": self._secret,
            "sealed": self._sealed,
            "settings": self._settings,
            "person": self._person,
            "meter": self._meter,
            "anchor": self._anchor,
        }

    def enter(self, link: Link, body: Mapping[str, Any]) -> Iterator[Odd]:
        """Take an entry over, and tell what is wrong with it."""
        kind = IN_HOUSE.get(link.kind)
        if kind is None:
            yield "", f'a house enters nothing of the kind "{link.kind}"'
            return
        may_say = kind.may_say | ({field.name for field in fields(Settings)} if link.kind == "settings" else set())
        missing, more = kind.said - body.keys(), body.keys() - kind.said - may_say
        if more:
            yield "body", f'a "{link.kind}" does not say {", ".join(sorted(more))}'
        if missing:
            yield "body", f'a "{link.kind}" says {", ".join(sorted(missing))} as well'
            return
        moment(link.at)
        if link.kind != "person" and "by" in body:
            why = objection(self.attendance, body["by"], kind.roles, link.at)
            if why:
                yield "by", why
        yield from self._each[link.kind](link, body)

    def _secret(self, link: Link, body: Mapping[str, Any]) -> Iterator[Odd]:
        if self.public_key:
            yield "", "a house has one secret, and its chain named it before"
            return
        if not all(isinstance(body[name], str) and DIGEST.fullmatch(body[name]) for name in ("mark", "public_key")):
            yield "body", "its keys cannot be read"
        self.public_key = str(body["public_key"])
        self.sealed_at = link.at if body.get("seals") is True else ""

    def _sealed(self, link: Link, body: Mapping[str, Any]) -> Iterator[Odd]:
        if self.sealed_at or not self.public_key:
            yield "", "a house that has its secret is sealed for the first time once"
        self.sealed_at = self.sealed_at or link.at

    def _settings(self, link: Link, body: Mapping[str, Any]) -> Iterator[Odd]:
        known = {field.name for field in fields(Settings)}
        changed = self.settings.changed({name: body[name] for name in body.keys() & known})
        if changed.practice != self.settings.practice and (self.anchors or self.meters):
            yield "practice", "whether a house is for practice is decided before its first table is opened"
        if self.sealed_at and "by" not in body:
            yield "by", "it does not say who changed them"
        self.settings = changed
        self._cage_sells.append((moment(link.at), changed.cage_buy_ins))

    def only_the_cage_sold(self, at: str) -> bool:
        """True where no player could buy in alone at that time, by whichever clock."""
        when, sold = moment(at), False
        near = [sells for changed, sells in self._cage_sells if abs(changed - when) <= SKEW]
        for changed, sells in self._cage_sells:
            if changed < when - SKEW:
                sold = sells
        return sold and all(near)

    def _anchor(self, link: Link, body: Mapping[str, Any]) -> Iterator[Odd]:
        for chain, (number, digest) in body["ends"].items():
            noted = self.anchors.setdefault(chain, {})
            if not isinstance(number, int) or not DIGEST.fullmatch(digest):
                yield f"chain {chain}", "where it ended cannot be read"
            elif noted and number < max(noted):
                yield f"chain {chain}", f"it ended with entry {number}, and before that with entry {max(noted)}"
            elif noted.get(number, (digest,))[0] != digest:
                yield f"chain {chain}", f"its entry {number} was noted before with another hash"
            else:
                noted[number] = (digest, f"entry {link.number} of the house")
        if "checkpoint" in body:
            yield from self._checkpoint(link, body["checkpoint"])

    def _checkpoint(self, link: Link, made: Mapping[str, Any]) -> Iterator[Odd]:
        tables, number, digest = made["tables"], made["number"], made["hash"]
        if type(number) is not int or not isinstance(tables, str) or not DIGEST.fullmatch(digest):
            yield "checkpoint", "it cannot be read"
        else:
            self.checkpoints.append(NotedCheckpoint(tables, number, digest, f"entry {link.number} of the house"))

    def _meter(self, link: Link, body: Mapping[str, Any]) -> Iterator[Odd]:
        meter, seed, postings = body["meter"], body["seed"], body.get("postings", [])
        where = f"meter {meter}"
        if meter in self.meters:
            yield where, "it was started before"
            return
        if not isinstance(seed, int) or seed < 0:
            yield where, "its seed cannot be read"
            return
        table = str(postings[0][0]).partition(":")[2] if postings else ""
        if postings != seed_postings(table, meter, seed):
            yield where, "its seed comes from a table's bank, and nothing else is moved with it"
        self.meters[meter] = Started(link.number, seed, table)

    # -- people --------------------------------------------------------------------------------------------------

    def _person(self, link: Link, body: Mapping[str, Any]) -> Iterator[Odd]:
        id = body["id"]
        try:
            odd = list(self._judged(link, body))
        except (PitbossError, ValueError, TypeError) as error:
            odd = [f"what is said of them makes no sense: {error}"]
        for text in odd:
            yield f"person {id}", text
        self.people[id] = (link.number, dict(body))

    def _judged(self, link: Link, body: Mapping[str, Any]) -> Iterator[str]:
        id, role, until = body["id"], role_of(body["role"]), body["until"]
        if not isinstance(id, str) or not ID.fullmatch(id):
            yield "nobody has such an id"
        since, at = moment(body["since"]), moment(link.at)
        known = self.attendance.get(id)
        may = (FLOOR, SYSTEM) if known is None and role == PLAYER else (SYSTEM,)
        if "by" in body and (why := objection(self.attendance, body["by"], may, link.at)):
            yield why
        if known is None:
            if abs(since - at) > SKEW:
                yield f"they are there since {body['since']}, and were added at {link.at}"
            if until is not None:
                yield "they were added and had left already"
            self.attendance[id] = Known(role, [(link.at, None)])
            return
        _, before = self.people[id]
        for name in STAYS:
            if body[name] != before[name]:
                yield f"{name} is {quoted(body[name])} and was {quoted(before[name])}, which nothing changes"
        if until is None:
            known.come_back(link.at)
        else:
            if moment(until) < since - SKEW or abs(moment(until) - at) > SKEW:
                yield f"they are there from {body['since']} until {until}, and were retired at {link.at}"
            known.retire(link.at)
