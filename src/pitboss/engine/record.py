"""The record of play: TOML that a person can write by hand, and that replays to the same round."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import tomli_w

from pitboss.engine.remedies import Call
from pitboss.engine.script import Game
from pitboss.equipment.cards import Card, cards
from pitboss.errors import PitbossError, RecordError, suggest
from pitboss.money import cents, dollars
from pitboss.numerals import whole

if TYPE_CHECKING:
    from pitboss.engine.round import Round

HEAD = (
    *("rulebook", "game", "title", "cite", "note"),
    *("options", "pay_tables", "wagers", "carry", "meters", "standing", "left_up"),
)
TAIL = ("steps", "expect", "refused")
STEP = ("seats", "bank", "irregularities", "cut_card", "reshuffle", "leaves", "repaired", "note")
SEAT = ("player", "wagers", "says", "cards", "actions")
CALL = ("id", "seat", "card", "wager", "at", "after", "automatic")
BANK = ("seat", "wager", "offer_declined", "most_added")
DEEPEST = 100
"""Tables and lists within one another; no file of ours comes near."""
MOST_BYTES = 64_000_000
MOST_METER_DIGITS = 100


@dataclass(frozen=True, slots=True)
class BankSeat:
    """Who banks a player-banked game, and with how many cents.

    ``most_added`` is the most that can be put up on top during the round, None for whatever is called for.
    """

    seat: int
    wager: int
    offer_declined: bool = False
    most_added: int | None = None


@dataclass
class Step:
    """One round, or something done between rounds."""

    wagers: dict[int, dict[str, Any]] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    says: dict[int, list[str]] = field(default_factory=dict)
    actions: dict[int, list[str]] = field(default_factory=dict)
    draws: dict[str, list[str]] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    bank: BankSeat | None = None
    cut_card: int | None = None
    reshuffle: bool = False
    leaves: list[int] = field(default_factory=list)
    repaired: bool = False

    @classmethod
    def of(cls, played: "Round", bank: BankSeat | None) -> "Step":
        """The record of a round that was played."""
        wagers: dict[int, dict[str, Any]] = {}
        for bet in played.bets:
            if bet.offer.placed == "before_deal" and (staked := played.staked_at_first[bet.key]) != bet.stood:
                wagers.setdefault(bet.seat, {})[bet.name] = dollars(staked)
        return cls(
            wagers=wagers,
            players=dict(played.players),
            says={seat: list(words) for seat, words in played.says.items()},
            actions={seat: list(actions) for seat, actions in played.actions.items()},
            draws={name: list(values) for name, values in played.draws.taken.items() if values},
            calls=list(played.calls),
            bank=bank,
            cut_card=played.draws.cut_card,
        )

    @property
    def deals(self) -> bool:
        """False for a step that only reshuffles, lets somebody leave or says that something is repaired."""
        return bool(self.wagers or self.draws or self.calls) or not (self.reshuffle or self.leaves or self.repaired)


@dataclass
class Record:
    """A record: the entry, the house's options, what carried over, and the rounds."""

    rulebook: str
    game: str
    options: dict[str, Any] = field(default_factory=dict)
    pay_tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    offered: list[str] | None = None
    carry: dict[str, Any] = field(default_factory=dict)
    meters: dict[str, Fraction] = field(default_factory=dict)
    standing: dict[int, dict[str, Any]] = field(default_factory=dict)
    left_up: dict[int, list[str]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    expect: Any = None
    refused: str | None = None

    @property
    def entry(self) -> str:
        return f"{self.rulebook}/{self.game}"

    def to_toml(self) -> str:
        """The record as text; ``read`` gives it back."""
        return tomli_w.dumps(self.as_raw())

    def as_raw(self) -> dict[str, Any]:
        """The record as plain values, as its TOML would be read."""
        head: dict[str, Any] = {"rulebook": self.rulebook, "game": self.game}
        if self.offered is not None:
            head["wagers"] = self.offered
        for name in ("options", "pay_tables", "carry"):
            if value := getattr(self, name):
                head[name] = value
        if "owed" in self.carry:
            head["carry"] = self.carry | {"owed": {seat: dollars(owed) for seat, owed in self.carry["owed"].items()}}
        if self.meters:
            head["meters"] = {name: _meter_text(amount) for name, amount in self.meters.items()}
        if self.standing:
            head["standing"] = {str(seat): wagers for seat, wagers in self.standing.items()}
        if self.left_up:
            head["left_up"] = {str(seat): names for seat, names in self.left_up.items()}
        head["steps"] = [_step_to_toml(step) for step in self.steps]
        return head


def load_toml(text: str, where: str = "the record") -> dict[str, Any]:
    """Read TOML with exact decimals."""
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(f"{where} is not TOML: {error}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where} cannot be read: {error}") from error
    _must_be_sane(raw, where)
    return raw


def _must_be_sane(node: Any, where: str, depth: int = 0) -> None:
    if isinstance(node, dict | list):
        if depth > DEEPEST:
            raise RecordError(f"{where} has tables or lists more than {DEEPEST} deep within one another")
        for part in node.values() if isinstance(node, dict) else node:
            _must_be_sane(part, where, depth + 1)
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
    )


def _step(raw: Mapping[str, Any], game: Game, where: str) -> Step:
    step = Step(
        cut_card=_integer(raw.get("cut_card"), f"{where}cut_card"),
        reshuffle=_flag(raw, "reshuffle", where),
        leaves=[_seat(seat, where) for seat in _list(raw, "leaves", where)],
        repaired=_flag(raw, "repaired", where),
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
        if "says" in seat:
            step.says[number] = _words(seat["says"], f"{where}seat {number}: says")
        if "actions" in seat:
            step.actions[number] = _words(seat["actions"], f"{where}seat {number}: actions")
        if "cards" in seat:
            step.draws[f"seat {number}"] = _cards(seat["cards"], f"{where}seat {number}")
    for hand in game.hands:
        if hand in raw:
            value = raw[hand]
            if isinstance(value, dict):
                _only(value, ("cards",), f"{where}{hand}")
                value = value.get("cards", "")
            step.draws[hand] = _cards(value, f"{where}{hand}")
    for draw in game.draws:
        if draw in raw:
            values = [str(value) for value in (raw[draw] if isinstance(raw[draw], list) else [raw[draw]])]
            parts = draw in game.in_parts and len(values) > 1
            step.draws[draw] = ["-".join(values)] if parts else values
    for call in _list(raw, "irregularities", where):
        step.calls.append(_call(call, where))
    return step


def _call(raw: Any, where: str) -> Call:
    if isinstance(raw, str):
        return Call(raw)
    if not isinstance(raw, dict) or not isinstance(raw.get("id"), str):
        raise RecordError(f'{where}an irregularity is written as {{ id = "name" }}, with seat and card if it has them')
    _only(raw, CALL, f"{where}irregularity {raw['id']}")
    return Call(
        id=raw["id"],
        seat=_integer(raw.get("seat"), f"{where}{raw['id']}: seat"),
        card=Card(str(raw["card"])) if "card" in raw else None,
        wager=_word(raw, "wager", where),
        at=_word(raw, "at", where),
        after=_integer(raw.get("after"), f"{where}{raw['id']}: after") or 0,
        automatic=_flag(raw, "automatic", f"{where}{raw['id']}: "),
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
        _money(table["wager"], f"{where}bank"),
        _flag(table, "offer_declined", f"{where}bank: "),
        _money(table["most_added"], f"{where}bank") if "most_added" in table else None,
    )


def _step_to_toml(step: Step) -> dict[str, Any]:
    table: dict[str, Any] = {}
    if step.reshuffle:
        table["reshuffle"] = True
    if step.leaves:
        table["leaves"] = step.leaves
    if step.repaired:
        table["repaired"] = True
    for name, values in step.draws.items():
        if name.startswith("seat "):
            continue
        written = " ".join(values) if all(len(value) == 2 and value[-1] in "cdhsrb?" for value in values) else values
        table[name] = written if isinstance(written, str) or len(values) > 1 else values[0]
    if step.cut_card is not None:
        table["cut_card"] = step.cut_card
    if step.bank is not None:
        table["bank"] = {"seat": step.bank.seat, "wager": dollars(step.bank.wager)}
        if step.bank.offer_declined:
            table["bank"]["offer_declined"] = True
        if step.bank.most_added is not None:
            table["bank"]["most_added"] = dollars(step.bank.most_added)
    if step.calls:
        table["irregularities"] = [
            {key: value for key in CALL if (value := getattr(call, key)) not in (None, 0, False)} for call in step.calls
        ]
    seats: dict[str, Any] = {}
    for seat in sorted({*step.wagers, *step.players, *step.says, *step.actions}):
        row: dict[str, Any] = {}
        if seat in step.players:
            row["player"] = step.players[seat]
        row["wagers"] = step.wagers.get(seat, {})
        if step.says.get(seat):
            row["says"] = step.says[seat]
        if f"seat {seat}" in step.draws:
            row["cards"] = " ".join(step.draws[f"seat {seat}"])
        if seat in step.actions:
            row["actions"] = step.actions[seat]
        seats[str(seat)] = row
    if seats:
        table["seats"] = seats
    return table


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
        raise RecordError(f"{where}{key} is true or false, and not {value!r}")
    return value


def _name(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{where}: {value!r} is not a name")
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
        return [str(card) for card in cards(value)]
    except PitbossError as error:
        raise RecordError(f"{where}: {error.sentence}") from error


def _integer(value: Any, where: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RecordError(f"{where}: {value!r} is not a whole number")
    return value


def _seat(value: Any, where: str) -> int:
    seat = whole(value)
    if seat is None:
        raise RecordError(f'{where}"{value}" is not a seat; seats are numbered from 1')
    return seat


def _carry(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What carried over; commissions owed are written as money and kept as cents."""
    if "owed" not in raw:
        return dict(raw)
    owed = {
        str(_seat(seat, "owed: ")): _money(value, f"owed by seat {seat}") for seat, value in _table(raw, "owed").items()
    }
    return dict(raw) | {"owed": owed}


def _meter(value: Any, name: str) -> Fraction:
    """A meter may hold a fraction of a cent, which is not money yet."""
    whole, dot, tail = str(value).partition(".")
    amount = _money(f"{whole}{dot}{tail[:2]}" if isinstance(value, str | Decimal) else value, f"meter {name}")
    if not tail[2:]:
        return Fraction(amount)
    if not (tail.isascii() and tail.isdecimal()):
        raise RecordError(f"meter {name}: {value} is not an amount of money")
    if len(tail) > MOST_METER_DIGITS:
        raise RecordError(f"meter {name}: a meter is not kept to so small a part of a cent")
    return amount + Fraction(int(tail[2:]), 10 ** len(tail[2:]))


def _meter_text(amount: Fraction) -> str:
    part = amount - int(amount)
    return dollars(int(amount)) + (str(Decimal(part.numerator) / part.denominator)[2:] if part else "")


def _money(value: Any, where: str) -> int:
    try:
        return cents(value)
    except PitbossError as error:
        raise RecordError(f"{where}: {error.sentence}") from error
