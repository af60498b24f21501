"""Notices that a house owes and gives: who was told of its choices and when, what hangs where, and what is still open.

A time without an offset is the local time of the machine. Where hours are counted from a notice and only its day is
said, they count from the end of that day: nobody gains hours by leaving them out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import MAXYEAR, date, datetime, time, timedelta
from typing import Any, Literal, get_args

from pitboss.errors import PitbossError, quoted, suggest
from pitboss.rulebook.findings import Finding, duties
from pitboss.rulebook.model import Duty, Entry
from pitboss.rulebook.resolve import matches

HOW: tuple[str, ...] = get_args(Duty.model_fields["how"].annotation)
TO: tuple[str, ...] = get_args(Duty.model_fields["to"].annotation)
KEYS = ("about", "how", "to", "given", "posted", "in_use", "does_not_apply", "note")
COUNTS_AS = {"told": ("told", "written"), "noticed": ("noticed", "posted")}
"""What is written is told as well, and what hangs for all to see is notice of it."""
WHO = {
    "commission": "the Commission",
    "ieb": "the IEB",
    "surveillance": "surveillance",
    "supervisor": "a shift supervisor",
    "players": "the players",
}
Status = Literal["given", "does not apply", "waiting", "late", "open"]
BEST: tuple[Status, ...] = get_args(Status)
"""Of several notices the best answer counts."""


class NoticeError(PitbossError):
    """A notice of a house file cannot be read as one."""


@dataclass(frozen=True)
class Given:
    """A notice that a house gave; ``in_use`` is when what it is about is used, where the house says so.

    ``counted`` is the moment that hours are counted from, the end of the day where only that is said.
    """

    about: tuple[str, ...]
    how: str
    to: str
    given: datetime | None = None
    counted: datetime | None = None
    posted: str = ""
    in_use: datetime | None = None
    does_not_apply: str = ""
    note: str = ""

    @property
    def when(self) -> str:
        """When it was given, as people read it."""
        if self.given is None:
            return ""
        return shown(self.given) if self.counted == self.given else self.given.date().isoformat()

    def answers(self, finding: Finding, duty: Duty) -> bool:
        """True where this is a notice of that kind, to those who are owed it, about that."""
        named = not self.about or any(
            finding.where == about or finding.where.startswith(f"{about},") for about in self.about
        )
        return named and self.how in COUNTS_AS.get(duty.how, (duty.how,)) and self.to == duty.to

    def __str__(self) -> str:
        """A notice that answers nothing, in a sentence.

        >>> print(Given(("option max_1_to_1",), "written", "commission"))
        Nothing is owed here of this kind: in writing to the Commission, about option max_1_to_1.
        """
        kind = described(Duty(how=self.how, to=self.to))
        about = f", about {', '.join(self.about)}" if self.about else ""
        return f"Nothing is owed here of this kind: {kind[0].lower()}{kind[1:]}{about}."

    def as_json(self) -> dict[str, Any]:
        return {"about": list(self.about), "how": self.how, "to": self.to, "text": str(self)}


@dataclass(frozen=True)
class Answer:
    """A duty, and what the house did about it. ``earliest`` is from when on the rulebook lets it use its choice."""

    duty: Duty
    status: Status
    given: Given | None = None
    in_use: datetime | None = None
    earliest: datetime | None = None

    @property
    def open(self) -> bool:
        return self.status not in ("given", "does not apply")

    def __str__(self) -> str:
        """The duty and what became of it, in a sentence.

        >>> duty = Duty(how="written", to="commission", before="48 hours")
        >>> print(Answer(duty, "open"))
        In writing to the Commission, 48 hours before it is used: open.
        """
        return f"{described(self.duty)}: {self._became()}."

    def _became(self) -> str:
        given = self.given
        if given is None:
            return "open"
        if given.does_not_apply:
            if self.open:
                return f"open: it is owed whatever happens, and not only if something does ({given.does_not_apply})"
            return f"does not apply: {given.does_not_apply}"
        note = f" ({given.note})" if given.note else ""
        place = f" at {given.posted}" if given.posted not in ("", self.duty.at) else ""
        told = f"given {given.when}{place}{note}"
        if self.earliest is None or self.in_use is None:
            return f"open, to be {told}" if self.open else told
        if self.status == "open":
            return (
                f"open, to be {told}, which will be too late for use from {shown(self.in_use)}; "
                f"not before {shown(self.earliest)}"
            )
        if self.status == "late":
            return f"too late: {told}, and in use from {shown(self.in_use)}; not before {shown(self.earliest)}"
        if self.status == "waiting":
            return f"open until {shown(self.earliest)}: {told}"
        return f"{told}, in use from {shown(self.in_use)}"

    def as_json(self) -> dict[str, Any]:
        duty, given = self.duty, self.given
        return {
            "how": duty.how,
            "to": duty.to,
            "before": duty.before,
            "at": duty.at or None,
            "under": duty.under or None,
            "only_if": duty.only_if or None,
            "status": self.status,
            "open": self.open,
            "text": str(self),
            "given": _iso(given.given if given else None),
            "posted": given.posted or None if given else None,
            "in_use": _iso(self.in_use),
            "earliest": _iso(self.earliest),
            "note": given.note or None if given else None,
        }


def standing(entry: Entry, options: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What a house owes as long as the table stands: those steps of the procedures that somebody is owed."""
    return tuple(
        Finding("standing", f"procedure {name}, step {number}", step.text, step.cite, owed)
        for name, procedure in entry.procedures.items()
        if matches(procedure.when, options)
        for number, step in enumerate(procedure.steps, start=1)
        if (owed := duties(step.owed, options))
    )


def answers_to(finding: Finding, given: Iterable[Given], in_use: datetime | None, at: datetime) -> tuple[Answer, ...]:
    """What became of each duty of a finding, as it is at this moment."""
    notices = list(given)
    found = []
    for duty in finding.owed:
        answers = [_judged(duty, each, in_use, at) for each in notices if each.answers(finding, duty)]
        found.append(min(answers, key=lambda answer: BEST.index(answer.status), default=Answer(duty, "open")))
    return tuple(found)


def _judged(duty: Duty, given: Given, in_use: datetime | None, at: datetime) -> Answer:
    """A notice held against its duty. A table that is in use, it is not said since when, is in use now."""
    if given.does_not_apply:
        return Answer(duty, "does not apply" if duty.only_if else "open", given)
    if given.given is None or given.counted is None:
        return Answer(duty, "open", given)
    used = given.in_use or in_use
    earliest = given.given if duty.before is None else given.counted + _lead(duty.before)
    if given.given > at:
        too_late = used is not None and earliest > used
        return Answer(duty, "open", given, used, earliest) if too_late else Answer(duty, "open", given)
    if used is not None:
        return Answer(duty, "given" if earliest <= used else "late", given, used, earliest)
    return Answer(duty, "given" if earliest <= at else "waiting", given, at, earliest)


def _lead(before: str) -> timedelta:
    number, unit = before.split()
    return timedelta(**{unit: int(number)})


# -- Reading a house file ---------------------------------------------------------------------------------------------


def read_notices(raw: Any, where: str) -> tuple[Given, ...]:
    """The ``[[notices]]`` of a house file or of one of its tables."""
    if not isinstance(raw, list) or not all(isinstance(each, Mapping) for each in raw):
        raise NoticeError(f"{where}: notices are written each under [[notices]]")
    return tuple(_read_notice(each, f"{where}, notice {number}") for number, each in enumerate(raw, start=1))


def _read_notice(raw: Mapping[str, Any], where: str) -> Given:
    for key in raw:
        if key not in KEYS:
            raise NoticeError(f'{where} has an unknown key "{key}"; {suggest(key, KEYS)}')
    for key in ("how", "to", "posted", "does_not_apply", "note"):
        if key in raw and (not isinstance(raw[key], str) or not raw[key].strip()):
            raise NoticeError(f"{where}: {key} is a text")
    about = raw.get("about", [])
    about = [about] if isinstance(about, str) else about
    if not isinstance(about, list) or not all(isinstance(each, str) for each in about):
        raise NoticeError(f'{where}: about names what it is about as the report does, like "option table_max"')
    how = raw.get("how", "posted" if "posted" in raw else "")
    if how not in HOW:
        raise NoticeError(f"{where}: how is one of {', '.join(HOW)}, or say where it is posted")
    to = raw.get("to", "players" if how in ("posted", "noticed") else "")
    if to not in TO:
        raise NoticeError(f"{where}: to is one of {', '.join(TO)}")
    if ("given" in raw) == ("does_not_apply" in raw):
        raise NoticeError(f"{where}: say when it was given, or why it does not apply")
    return Given(
        about=tuple(about),
        how=how,
        to=to,
        given=moment(raw["given"], f"{where}: given") if "given" in raw else None,
        counted=moment(raw["given"], f"{where}: given", at_end=True) if "given" in raw else None,
        posted=raw.get("posted", ""),
        in_use=moment(raw["in_use"], f"{where}: in_use") if "in_use" in raw else None,
        does_not_apply=raw.get("does_not_apply", ""),
        note=raw.get("note", ""),
    )


def moment(value: Any, where: str, at_end: bool = False) -> datetime:
    """A time as a file, a program or a person writes it; of a day alone its beginning, or its end.

    >>> moment("2026-11-01", "given", at_end=True) - moment("2026-11-01 10:00", "given")
    datetime.timedelta(seconds=50400)
    """
    if isinstance(value, str):
        try:
            value = date.fromisoformat(value) if len(value) <= len("2026-11-01") else datetime.fromisoformat(value)
        except ValueError as error:
            raise NoticeError(f'{where}: "{value}" is no time; write 2026-11-01 or 2026-11-01T10:00') from error
    if isinstance(value, datetime):
        found = value
    elif isinstance(value, date):
        found = datetime.combine(value, time())
        if at_end and value.year < MAXYEAR:
            found += timedelta(days=1)
    else:
        raise NoticeError(f"{where}: {quoted(value)} is no time; write 2026-11-01 or 2026-11-01T10:00")
    try:
        if found.year == MAXYEAR:
            raise OverflowError  # there is no time after it to count hours to
        return found.astimezone()
    except (ValueError, OverflowError, OSError) as error:
        raise NoticeError(f"{where}: {value} is too far away to be reckoned with") from error


# -- In words ---------------------------------------------------------------------------------------------------------


def described(duty: Duty) -> str:
    """A duty in words.

    >>> described(Duty(how="posted", at="the wheel"))
    'Posted at the wheel'
    """
    who = WHO[duty.to]
    under = f" under {duty.under}" if duty.under else ""
    text = {
        "written": f"In writing to {who}",
        "told": f"Told to {who}",
        "noticed": f"Notice{under} to {who}",
        "posted": f"Posted at {duty.at}" if duty.at else "Posted",
        "filed": f"On file with {who}",
        "approved": f"Approved by {who}",
    }[duty.how]
    before = f", {duty.before} before it is used" if duty.before else ""
    return f"{text}{before}{f', if {duty.only_if}' if duty.only_if else ''}"


def shown(when: datetime) -> str:
    """A time as people read it, on the clock of this machine."""
    return when.astimezone().replace(tzinfo=None).isoformat(" ", "minutes")


def _iso(when: datetime | None) -> str | None:
    return None if when is None else when.isoformat(timespec="minutes")
