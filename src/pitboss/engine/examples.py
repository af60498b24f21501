"""Worked examples: records that say what is expected of them, compared with what they settle to."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from pitboss.engine.events import Settlement
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.engine.wagers import proper_name
from pitboss.errors import PitbossError, quoted
from pitboss.money import dollars


def differences(settled: Settled) -> list[str]:
    """What of a settled record is not as it expects it, in sentences; none when all of it is."""
    expects = settled.record.expect or []
    if not any(expected is not None for expected in expects):
        return ["the example expects nothing"]
    found = []
    for number, expected in enumerate(expects, start=1):
        where = f"step {number}: " if len(expects) > 1 else ""
        for sentence in _step(settled, number, expected) if expected is not None else ():
            found.append(f"{where}{sentence}")
    return found


def name_of(row: Settlement) -> str:
    """The name under which an example expects the result of a wager: with its spot, and its hand after the first.

    >>> name_of(Settlement(1, "main", None, 500, "win", 500, 500, "", "", "§1", hand=2))
    'main hand 2'
    """
    spot = f" {row.on}" if row.on else ""
    return f"{row.wager}{spot}{f' hand {row.hand}' if row.hand > 1 else ''}"


def _step(settled: Settled, step: int, expected: Mapping[str, Any]) -> Iterator[str]:
    played = next((played for number, played in settled.rounds if number == step), None)
    carry, held = (settled.table.carry, settled.table.meters) if played is None else (played.carry, played.meters)
    for key, wanted in expected.items():
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
                        yield f"carry.{name} is {carry.get(name)!r}, and not {value!r}"
            case "events":
                events = [str(event) for event in played.events] if played else []
                for text in wanted:
                    if not any(text in event for event in events):
                        yield f'no event says "{text}"'
            case _ if isinstance(wanted, Mapping):
                yield from _seat(played, key, dict(wanted))
            case _:
                yield f"expect.{key} is given by wager, like {{ ante = 10, net = 10 }}"


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
            yield f"seat {seat}, {name}: {rows[name].outcome}, and not {cell['outcome']}"
    amounts = {name: cell["net"] if isinstance(cell, Mapping) else cell for name, cell in wanted.items() if _told(cell)}
    expected = {*amounts, *(name for name in wanted if name in nets_by_name)}
    of_these = {name: net for name, net in nets_by_name.items() if name in amounts or name not in expected}
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
            due = int(Decimal(str(amount)) * 100)
        except (InvalidOperation, ValueError, OverflowError):
            yield f"{what} {name}: {quoted(amount)} is not an amount of money"
            continue
        if name not in found:
            yield f"{what} {name}: there is none"
        elif found[name] != due:
            yield f"{what} {name}: {dollars(found[name])}, and not {dollars(due)}"
    for name in found if all_of_them else ():
        if name not in wanted:
            yield f"{what} {name}: {dollars(found[name])}, which is not expected"


def refusal_differs(raw: Mapping[str, Any], error: PitbossError | None) -> str:
    """What is wrong with a record that should be refused: empty when it is refused with the words it names."""
    wanted = str(raw["refused"])
    if error is None:
        return f'it is settled, and not refused: "{wanted}"'
    return "" if re.search(wanted, str(error)) else f'it is refused with "{error}", and not: "{wanted}"'
