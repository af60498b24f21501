"""Worked examples: records that say what is expected of them, compared with what they settle to."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from math import isfinite
from typing import Any

from pitboss.engine.events import Settlement
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.engine.wagers import proper_name
from pitboss.errors import PitbossError, quoted
from pitboss.money import cents, dollars


def differences(settled: Settled) -> list[str]:
    """What of a settled record is not as it expects it, in sentences; none when all of it is."""
    expects = settled.record.expect or []
    if all(expected is None for expected in expects):
        return ["the example expects nothing"]
    found = []
    for number, expected in enumerate(expects, start=1):
        where = f"step {number}: " if len(expects) > 1 else ""
        if expected is not None:
            found += [f"{where}{sentence}" for sentence in _step(settled, number, expected)]
    return found


def name_of(row: Settlement) -> str:
    """The name under which an example expects the result of a wager: with its spot, and its hand after the first.

    >>> name_of(Settlement(1, "main", None, 500, "win", 500, 500, "", "", "§1", hand=2))
    'main hand 2'
    """
    return f"{row.on_spot}{f' hand {row.hand}' if row.hand > 1 else ''}"


KINDS: Mapping[str, tuple[type, str]] = {
    "fees": (Mapping, "given by seat, like { 1 = 5 }"),
    "meters": (Mapping, "given by meter, like { major = 100 }"),
    "carry": (Mapping, "given by name, like { point = 6 }"),
    "events": (list, 'a list of words, like ["bust"]'),
}
SEAT = "given by wager, like { ante = 10, net = 10 }"


def _step(settled: Settled, step: int, expected: Any) -> Iterator[str]:
    if not isinstance(expected, Mapping):
        yield f"expect is given by seat, like {{ 1 = {{ net = 10 }} }}, and not {quoted(expected)}"
        return
    if not expected:
        yield "the example expects nothing"
    played = next((played for number, played in settled.rounds if number == step), None)
    carry, held = (settled.table.carry, settled.table.meters) if played is None else (played.carry, played.meters)
    for key, wanted in expected.items():
        kind: Any
        kind, like = (object, "") if key == "box" else KINDS.get(key, (Mapping, SEAT))
        if not isinstance(wanted, kind):
            yield f"expect.{key} is {like}, and not {quoted(wanted)}"
            continue
        if wanted in ({}, []) and key != "fees":  # without any name, there are no fees
            yield f"expect.{key}: the example expects nothing of it"
            continue
        match key:
            case "fees":
                fees: dict[str, int] = defaultdict(int)
                for fee in [fee for at, fee in settled.fees if at == step] + (played.fees if played else []):
                    fees[str(fee.seat)] += fee.amount
                yield from _amounts("fees of seat", fees, wanted, all_of_them=True)
            case "box":
                yield from _amounts("the", {"box": 0 if played is None else played.ledger["box"]}, {"box": wanted})
            case "meters":
                yield from _amounts("meter", held.held, wanted)
            case "carry":
                for name, value in wanted.items():
                    if carry.get(name) != value:
                        yield f"carry.{name} is {_said(carry.get(name))}, and not {_said(value)}"
            case "events":
                events = [str(event) for event in played.events] if played else []
                for text in wanted:
                    if not isinstance(text, str):
                        yield f"expect.events is {like}, and has {quoted(text)}"
                    elif not any(text in event for event in events):
                        yield f'no event says "{text}"'
            case _:
                yield from _seat(played, key, dict(wanted))


def _seat(played: Round | None, key: str, wanted: dict[str, Any]) -> Iterator[str]:
    if not (key.isascii() and key.isdecimal()):
        yield f"expect.{key}: an example expects something of a seat, or fees, box, meters, carry, events"
        return
    seat = int(key)
    nets = {} if played is None else played.net
    if "net" in wanted:
        yield from _amounts("seat", {key: nets.get(seat, 0)}, {key: wanted.pop("net")})
    if not wanted:
        return
    named = [name if played is None else _proper_name(played, name) for name in wanted]
    for name, times in Counter(named).items():
        if times > 1:
            yield f"seat {seat}, {name}: it is expected {times} times"
            return
    wanted = dict(zip(named, wanted.values(), strict=True))
    own = [row for row in (played.settlements if played else ()) if row.seat == seat]
    rows = {name_of(row): row for row in own}
    nets_by_name: dict[str, int] = defaultdict(int)
    for row in own:
        nets_by_name[name_of(row)] += row.net  # the envy of several hands is several rows
    for name, cell in wanted.items():
        if not isinstance(cell, Mapping):
            continue
        if not cell or set(cell) - {"outcome", "net"}:
            yield f"seat {seat}, {name}: an example expects an outcome, a net or both of a wager"
            return
        if "outcome" in cell and name in rows and rows[name].outcome != cell["outcome"]:
            yield f"seat {seat}, {name}: {rows[name].outcome}, and not {_said(cell['outcome'])}"
    amounts = {name: cell["net"] if isinstance(cell, Mapping) else cell for name, cell in wanted.items() if _told(cell)}
    of_these = {name: net for name, net in nets_by_name.items() if name in amounts or name not in wanted}
    yield from _amounts(f"seat {seat},", of_these, amounts, all_of_them=True)
    yield from (f"seat {seat}, {name}: there is none" for name in wanted if name not in {*amounts, *nets_by_name})


def _told(cell: Any) -> bool:
    """Whether a net is expected of a wager, and not an outcome alone."""
    return not isinstance(cell, Mapping) or "net" in cell


def _proper_name(played: Round, name: str) -> str:
    """What an example expects, under the name of its row: the spot may be written in another order, the wager named as
    in another rulebook."""
    wager, hand, number = name.partition(" hand ")
    try:
        return proper_name(played.setup, played.game, wager) + hand + number
    except PitbossError:
        return name  # there is no such row, which is told


def _amounts(
    what: str, found: Mapping[str, int], wanted: Mapping[str, Any], all_of_them: bool = False
) -> Iterator[str]:
    for name, amount in wanted.items():
        try:
            due = _due(amount)
        except PitbossError as error:
            yield f"{what} {name}: {error.sentence}"
            continue
        if name not in found:
            yield f"{what} {name}: there is none"
        elif found[name] != due:
            yield f"{what} {name}: {dollars(found[name])}, and not {dollars(due)}"
    for name in found if all_of_them else ():
        if name not in wanted:
            yield f"{what} {name}: {dollars(found[name])}, which is not expected"


def _due(amount: Any) -> int:
    """An amount that is expected, in cents; what is lost is below zero.

    >>> _due(5), _due("-2.50"), _due(Decimal("-0.25"))
    (500, -250, -25)
    """
    if isinstance(amount, str):
        return -cents(amount[1:]) if amount.startswith("-") else cents(amount)
    if isinstance(amount, int) or (isinstance(amount, float | Decimal) and isfinite(amount)):
        return -cents(-amount) if amount < 0 else cents(amount)
    return cents(amount)  # refused: it is none


def _said(value: Any) -> str:
    """A value as a record writes it."""
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def refusal_differs(raw: Mapping[str, Any], error: PitbossError | None) -> str:
    """What is wrong with a record that should be refused: empty when it is refused with the words it names."""
    wanted = raw["refused"]
    if not isinstance(wanted, str) or not wanted:
        return f"refused is a part of the sentence that refuses it, and not {quoted(wanted)}"
    if error is None:
        return f'it is settled, and not refused: "{wanted}"'
    try:
        return "" if re.search(wanted, str(error)) else f'it is refused with "{error}", and not: "{wanted}"'
    except re.error as fault:
        return f'refused: "{wanted}" is no pattern of words: {fault}'
