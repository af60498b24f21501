"""Read a record that a person wrote: what it means, or one sentence about what is wrong with it."""

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

from pitboss.engine.draws import EXCHANGED
from pitboss.engine.fees import CREDITED
from pitboss.engine.hands import Hand
from pitboss.engine.record import CALL, BankSeat, Record, Step
from pitboss.engine.remedies import Call
from pitboss.engine.script import Game
from pitboss.equipment.cards import Card, cards
from pitboss.errors import PitbossError, RecordError, quoted, suggest
from pitboss.money import cents, dollars
from pitboss.numerals import whole

HEAD = (
    *("rulebook", "game", "title", "cite", "note"),
    *("options", "pay_tables", "wagers", "carry", "meters", "standing", "left_up", "practice"),
)
TAIL = ("steps", "expect", "refused")
STEP = (
    *("seats", "bank", "irregularities", "cut_card", "ran_out"),
    *("reshuffle", "leaves", "repaired", "time", "seated", "started", "note"),
)
SEAT = ("player", "wagers", "stack", "says", "cards", "hands", "exchanged", "split_from", "actions")
BANK = ("seat", "wager", "offer_declined", "most_added")
DEEPEST = 100
"""Tables and lists within one another; no file of ours comes near."""
_TOO_DEEP = f"has tables or lists more than {DEEPEST} deep within one another"
MOST_BYTES = 64_000_000
MOST_METER_DIGITS = 100
_PLACE = re.compile(r"line \d+, column \d+")
_LONG_KEY = re.compile(rf"""(?<![\w\-"'])(?:[\w\-"']+[ \t]*\.[ \t]*){{{DEEPEST + 1}}}""")
"""A key of so many parts would be refused as too deep, but reading it takes the square of their number."""


def load_toml(text: str, where: str = "the record") -> dict[str, Any]:
    """Read TOML with exact decimals."""
    if _LONG_KEY.search(text):
        raise RecordError(f"{where} {_TOO_DEEP}")
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        look = f"look at {place[0]}" if place else "look at its last line"
        if "overwrite" in str(error):
            raise RecordError(f"{where} is not TOML: it gives something twice; {look}") from error
        raise RecordError(f"{where} is not TOML: {look if place else 'it ends too soon'}") from error
    except (ValueError, RecursionError, InvalidOperation) as error:
        raise RecordError(f"{where} cannot be read: a number has too many digits, or too much is nested") from error
    must_be_sane(raw, where)
    return raw


def must_be_sane(node: Any, where: str, depth: int = 0) -> None:
    """Refuse what no file of ours has: too much nested, numbers that are too large."""
    if isinstance(node, dict | list):
        if depth > DEEPEST:
            raise RecordError(f"{where} {_TOO_DEEP}")
        for part in node.values() if isinstance(node, dict) else node:
            must_be_sane(part, where, depth + 1)
    elif isinstance(node, int) and abs(node) >= 1 << 63:
        raise RecordError(f"{where} holds a number of more than 64 bits")


def read_file(file: Path) -> str:
    """A text file's contents, or a sentence about why not."""
    try:
        with file.open("rb") as stream:
            return read_text(stream, str(file))
    except OSError as error:
        raise RecordError(f"{file}: cannot be read: {error.strerror}") from error


def read_text(stream: BinaryIO, where: str) -> str:
    """The text that a stream holds; a mark of its byte order, as some editors write one, is passed over."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(f"{where}: is longer than {MOST_BYTES // 1_000_000} MB, which is more than any record takes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{where}: is not text in UTF-8") from error


def head_of(raw: Mapping[str, Any]) -> tuple[str, str]:
    """The rulebook and game a record names."""
    for key in ("rulebook", "game"):
        if not isinstance(raw.get(key), str):
            raise RecordError(f"the record must say its {key}, as pitboss games lists it")
    return raw["rulebook"], raw["game"]


def read(raw: Mapping[str, Any], game: Game) -> Record:
    """Read a record's TOML for a game."""
    rulebook, name = head_of(raw)
    step_keys = (*STEP, *game.hands, *game.draws)
    _only(raw, (*HEAD, *TAIL, *step_keys), "the record")
    if "steps" in raw:
        both = [key for key in step_keys if key in raw and key != "note"]
        if both:
            raise RecordError(f'the record has steps, so "{both[0]}" belongs into one of them')
        tables = raw["steps"]
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise RecordError("steps must be written as [[steps]] tables")
        for number, table in enumerate(tables, start=1):
            _only(table, (*step_keys, "expect"), f"step {number}")
        steps = [_step(table, game, f"step {number}: ") for number, table in enumerate(tables, start=1)]
        expect: Any = [table.get("expect") for table in tables]
    else:
        steps = [_step(raw, game, "")]
        expect = [raw.get("expect")]
    return Record(
        rulebook=rulebook,
        game=name,
        options=dict(_table(raw, "options")),
        pay_tables={key: dict(_table(raw["pay_tables"], key)) for key in _table(raw, "pay_tables")},
        offered=_words(raw["wagers"], "wagers") if "wagers" in raw else None,
        carry=_carry(_table(raw, "carry")),
        meters={key: _meter(amount, key) for key, amount in _table(raw, "meters").items()},
        standing={_seat(seat, "standing: "): dict(_table(raw["standing"], seat)) for seat in _table(raw, "standing")},
        left_up={
            _seat(seat, "left_up: "): _words(names, f"left_up: seat {seat}")
            for seat, names in _table(raw, "left_up").items()
        },
        steps=steps,
        expect=expect,
        refused=raw.get("refused"),
        practice=_flag(raw, "practice", ""),
    )


def _step(raw: Mapping[str, Any], game: Game, where: str) -> Step:
    step = Step(
        cut_card=_integer(raw.get("cut_card"), f"{where}cut_card"),
        ran_out=[_integer(card, f"{where}ran_out") or 0 for card in _list(raw, "ran_out", where)],
        reshuffle=_flag(raw, "reshuffle", where),
        leaves=[_seat(seat, where) for seat in _list(raw, "leaves", where)],
        repaired=_flag(raw, "repaired", where),
        time=_name(raw.get("time", ""), f"{where}time"),
        seated=[_seat(seat, where) for seat in _list(raw, "seated", where)],
        started=_name(raw.get("started", ""), f"{where}started"),
        bank=_bank(raw, where),
    )
    for key, seat in _table(raw, "seats").items():
        number = _seat(key, where)
        if not isinstance(seat, dict):
            raise RecordError(f"{where}seat {number} must be a table: [seats.{number}]")
        _only(seat, SEAT, f"{where}seat {number}")
        step.wagers[number] = dict(_table(seat, "wagers"))
        if "player" in seat:
            step.players[number] = _name(seat["player"], f"{where}seat {number}: player")
        if "stack" in seat:
            step.stacks[number] = _money_text(seat["stack"], f"{where}seat {number}: stack")
        if "says" in seat:
            step.says[number] = _words(seat["says"], f"{where}seat {number}: says")
        if "actions" in seat:
            step.actions[number] = _words(seat["actions"], f"{where}seat {number}: actions")
        _hands_of(step, seat, number, f"{where}seat {number}")
    for hand in game.hands:
        if hand in raw:
            value = raw[hand]
            if isinstance(value, dict):
                _only(value, ("cards",), f"{where}{hand}")
                value = value.get("cards", "")
            step.draws[hand] = _cards(value, f"{where}{hand}")
    for draw in game.draws:
        if draw in raw:
            given = raw[draw] if isinstance(raw[draw], list) else [raw[draw]]
            values = [_drawn(value, f"{where}{draw}") for value in given]
            parts = draw in game.in_parts and len(values) > 1
            step.draws[draw] = ["-".join(values)] if parts else values
    for call in _list(raw, "irregularities", where):
        step.calls.append(_call(call, where))
    return step


def _hands_of(step: Step, raw: Mapping[str, Any], seat: int, where: str) -> None:
    """A seat's cards: of one hand, or of several as they lay in the end."""
    if "cards" in raw and "hands" in raw:
        raise RecordError(f"{where}: write either cards, for one hand, or hands")
    if "cards" in raw:
        step.draws[Hand.of(seat)] = _cards(raw["cards"], where)
    if EXCHANGED in raw:
        step.draws[Hand.of(seat).part(EXCHANGED)] = _cards(raw[EXCHANGED], where)
    hands = _list(raw, "hands", f"{where}: ")
    for number, written in enumerate(hands, start=1):
        step.draws[Hand.of(seat, number)] = _cards(written, f"{where}, hand {number}")
    origins = [_integer(each, f"{where}: split_from") or 0 for each in _list(raw, "split_from", f"{where}: ")]
    for number, origin in enumerate(origins, start=len(hands) - len(origins) + 1):
        if not 1 <= origin < number:
            raise RecordError(f"{where}: split_from says for each hand that was split off from which earlier one")
        step.split_from[Hand.of(seat, number)] = Hand.of(seat, origin)


def _drawn(value: Any, where: str) -> str:
    """What a die, a wheel or a machine showed, as it is written."""
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal):
        raise RecordError(f"{where}: {quoted(value)} is neither a word nor a number")
    return str(value)


def _call(raw: Any, where: str) -> Call:
    if isinstance(raw, str):
        return Call(raw)
    if not isinstance(raw, dict) or not isinstance(raw.get("id"), str):
        raise RecordError(f'{where}an irregularity is written as {{ id = "name" }}, with seat and card if it has them')
    _only(raw, CALL, f"{where}irregularity {raw['id']}")
    return Call(
        id=raw["id"],
        seat=_integer(raw.get("seat"), f"{where}{raw['id']}: seat"),
        card=Card(_drawn(raw["card"], f"{where}{raw['id']}: card")) if "card" in raw else None,
        wager=_word(raw, "wager", where),
        amount=_money_text(raw["amount"], f"{where}{raw['id']}: amount") if "amount" in raw else None,
        count=_integer(raw.get("count"), f"{where}{raw['id']}: count"),
        on_table=_integer(raw.get("on_table"), f"{where}{raw['id']}: on_table"),
        at=_word(raw, "at", where),
        after=_integer(raw.get("after"), f"{where}{raw['id']}: after") or 0,
        automatic=_flag(raw, "automatic", f"{where}{raw['id']}: "),
        asked=_flag(raw, "asked", f"{where}{raw['id']}: "),
    )


def _bank(raw: Mapping[str, Any], where: str) -> BankSeat | None:
    if "bank" not in raw:
        return None
    table = _table(raw, "bank")
    _only(table, BANK, f"{where}bank")
    seat = _integer(table.get("seat"), f"{where}bank: seat")
    if seat is None or "wager" not in table:
        raise RecordError(f"{where}the bank is written as [bank] with its seat and its wager")
    return BankSeat(
        seat,
        _money_text(table["wager"], f"{where}bank"),
        _flag(table, "offer_declined", f"{where}bank: "),
        _money_text(table["most_added"], f"{where}bank") if "most_added" in table else None,
    )


def _only(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            raise RecordError(f'{where} has an unknown key "{key}"; {suggest(key, known)}')


def _table(raw: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = raw.get(key, {})
    if not isinstance(value, dict):
        raise RecordError(f"{key} must be a table: [{key}]")
    return value


def _list(raw: Mapping[str, Any], key: str, where: str) -> list[Any]:
    value = raw.get(key, [])
    if not isinstance(value, list):
        raise RecordError(f"{where}{key} must be a list")
    return value


def _flag(raw: Mapping[str, Any], key: str, where: str) -> bool:
    value = raw.get(key, False)
    if not isinstance(value, bool):
        raise RecordError(f"{where}{key} is true or false, and not {quoted(value)}")
    return value


def _name(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{where}: {quoted(value)} is not a name")
    return value


def _word(raw: Mapping[str, Any], key: str, where: str) -> str | None:
    value = raw.get(key)
    if value is not None and not isinstance(value, str):
        raise RecordError(f"{where}{raw['id']}: {key} is a name")
    return value


def _words(value: Any, where: str) -> list[str]:
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise RecordError(f"{where}: write a list of names")
    return words


def _cards(value: Any, where: str) -> list[str]:
    if not isinstance(value, str | list):
        raise RecordError(f'{where}: write cards as "Ah Td 2c" or as a list')
    try:
        return [*cards(value)]
    except PitbossError as error:
        raise RecordError(f"{where}: {error.sentence}") from error


def _integer(value: Any, where: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RecordError(f"{where}: {quoted(value)} is not a whole number")
    return value


def _seat(value: Any, where: str) -> int:
    seat = whole(value)
    if seat is None:
        given = f'"{value[:60]}"' if isinstance(value, str) else quoted(value)
        raise RecordError(f"{where}{given} is not a seat; seats are numbered from 1")
    return seat


def _carry(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What carried over; commissions owed and fees credited are written as money and kept as cents."""
    amounts = {
        key: {
            str(_seat(seat, f"{key}: ")): _money(value, f"{key} {word} seat {seat}")
            for seat, value in _table(raw, key).items()
        }
        for key, word in (("owed", "by"), (CREDITED, "to"))
        if key in raw
    }
    return dict(raw) | amounts


def _meter(value: Any, name: str) -> Fraction:
    """A meter may hold a fraction of a cent, which is not money yet."""
    whole, dot, tail = str(value).partition(".")
    amount = _money(f"{whole}{dot}{tail[:2]}" if isinstance(value, str | float | Decimal) else value, f"meter {name}")
    if not tail[2:]:
        return Fraction(amount)
    if not (tail.isascii() and tail.isdecimal()):
        raise RecordError(f"meter {name}: {quoted(value)} is not an amount of money")
    if len(tail) > MOST_METER_DIGITS:
        raise RecordError(f"meter {name}: a meter is not kept to so small a part of a cent")
    return amount + Fraction(int(tail[2:]), 10 ** len(tail[2:]))


def _money_text(value: Any, where: str) -> str:
    return dollars(_money(value, where))


def _money(value: Any, where: str) -> int:
    try:
        return cents(value)
    except PitbossError as error:
        raise RecordError(f"{where}: {error.sentence}") from error
