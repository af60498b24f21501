"""Nasty input, to the commands and in Python: one sentence each, and nothing is changed."""

import re
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import date
from decimal import Decimal
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from conftest import EXAMPLES, Answer, Run, example_files
from house_fixtures import of_each_script
from pitboss import BankSeat, Call, PitbossError, load, open_table, settle
from pitboss.engine.reading import MOST_BYTES
from pitboss.engine.table import Table
from pitboss.errors import Refused
from pitboss.money import parse_pay
from pitboss.rulebook import entry_names
from pitboss.rulebook.setup import Setup
from test_play import Sitting

DIGITS = "9" * 5000
"""More than Python turns into a number."""
TCP = 'rulebook = "chapter4"\ngame = "three-card-poker"\n'
HANDS = 'seats.1 = { wagers = { ante = 10 }, cards = "Ah 9c 4s", actions = ["play"] }\ndealer.cards = "Qc 8d 3h"\n'
ROUND = TCP + HANDS
SPIN = 'rulebook = "chapter4"\ngame = "roulette"\nspin = "17"\nseats.1.wagers = { red = 5 }\n'
B2B = (
    'rulebook = "massachusetts-2020"\ngame = "roulette"\nspin = "17"\ncarry.prior = "17"\nmultiplier = 10\n'
    "seats.1.wagers = { b2b = 1 }\noptions.b2b = true\n"
)
BACCARAT = (
    'rulebook = "chapter4"\ngame = "mini-baccarat"\nseats.1.wagers = { banker = 7 }\n'
    'player.cards = "9s 7d"\nbanker.cards = "4c 3h"\n'
)
ROYAL_9 = BACCARAT.replace("chapter4", "massachusetts-2020") + "options.royal_9 = true\n"
PROGRESSIVE = (
    'rulebook = "massachusetts-2020"\ngame = "three-card-poker"\noptions.progressive = "table_1"\n'
    'seats.1 = { wagers = { pair_plus = 5, progressive = 1 }, cards = "5s 6d 7h" }\n'
)
BANKED = (
    'rulebook = "california"\ngame = "three-card-poker"\ndealer.cards = "Qh 9d 3c"\n'
    'seats.1 = { wagers = { ante = 10 }, cards = "Ks 8d 4c", actions = ["play"] }\n'
)


def one_sentence(answer: Answer) -> str:
    code, out, err = answer
    assert code == 2, (code, out, err)
    assert out == ""
    assert err.startswith("pitboss: ") and err.count("\n") == 1 and len(err) < 700
    return err


RECORDS = {
    "keys within keys": (ROUND + "carry." + ".".join("a" * 1200) + " = 1\n", "deep within one another"),
    "a key that goes on and on": (ROUND + "carry." + "a." * 28_000 + "b = 1\n", "deep within one another"),
    "lists within lists": (ROUND + "carry.prior = " + "[" * 300 + "]" * 300 + "\n", "deep within one another"),
    "more lists than can be read": (ROUND + "carry.prior = " + "[" * 5000 + "]" * 5000 + "\n", "cannot be read"),
    "one seat under two names": (TCP + HANDS + HANDS.split("\n")[0].replace("seats.1", "seats.01"), '"01" is not a'),
    "something twice": (SPIN + "spin = 18\n", "it gives something twice; look at line 5"),
    "something twice at the end": (SPIN + "spin = 18", "it gives something twice; look at its last line"),
    "seat in other digits": (ROUND.replace("seats.1", 'seats."١"'), "is not a seat"),
    "seat of many digits": (ROUND.replace("seats.1", f"seats.{DIGITS}"), "is not a seat"),
    "seat zero": (ROUND.replace("seats.1", "seats.0"), "there is no seat 0"),
    "seat below zero": (ROUND.replace("seats.1", "seats.-1"), '"-1" is not a seat'),
    "money in other digits": (ROUND.replace("ante = 10", 'ante = "١٠"'), "is not an amount of money"),
    "money that is a truth": (ROUND.replace("ante = 10", "ante = true"), "is not an amount of money"),
    "money that is a day": (ROUND.replace("ante = 10", "ante = 2026-01-01"), "is not an amount of money"),
    "money of no size": (ROUND.replace("ante = 10", "ante = inf"), "is not an amount of money"),
    "ten to the 400": (ROUND.replace("ante = 10", f'ante = "1{"0" * 400}"'), "more money than any table handles"),
    "a long fraction": (ROUND.replace("ante = 10", f'ante = "0.{"0" * 9000}1"'), "fraction of a cent"),
    "money with a NUL": (ROUND.replace("ante = 10", 'ante = "10\\u0000"'), "is not an amount of money"),
    "a NUL in the file": (ROUND + "\0", "is not TOML"),
    "odds of many digits": (ROUND + f'options.ante_on_win = "{DIGITS} to 1"', "is not a pay-off"),
    "odds in other digits": (ROUND + 'options.ante_on_win = "٣ to 1"', "is not a pay-off"),
    "odds per nothing": (ROUND + 'options.ante_on_win = "1 to 0"', "is not a pay-off"),
    "an option in capitals": (ROUND + 'options.play_on_win = "PUSH"', "'PUSH' is not one of push, 1 to 1"),
    "a percentage of many digits": (BACCARAT + f'options.commission_rate = "{DIGITS}"', "is not a percentage"),
    "a multiplier of many digits": (B2B + f'options.b2b_multipliers = {{ "{DIGITS}" = 1 }}', "are whole numbers"),
    "a weight that is a truth": (B2B + "options.b2b_multipliers = { 10 = true }", "are whole numbers"),
    "a chair of many digits": (ROYAL_9 + f'options.personal_king_nines = {{ "{DIGITS}" = "Kh 9c" }}', "a King and a 9"),
    "a hand that is not dealt": (ROUND + 'pay_tables.PT-2 = { paar = "2 to 1" }', 'did you mean "pair"'),
    "a pay-off of many digits": (ROUND + f'pay_tables.PT-2 = {{ pair = "{DIGITS} to 1" }}', "is not a pay-off"),
    "a player who is a number": (ROUND.replace("actions", "player = 5, actions"), "5 is not a name"),
    "a word for a truth": (BACCARAT + 'carry.last_hand = "no"', "last_hand is true or false"),
    "a reshuffle in words": (
        'rulebook = "chapter4"\ngame = "mini-baccarat"\n[[steps]]\nreshuffle = "no"',
        "step 1: reshuffle is true or false, and not 'no'",
    ),
    "a bank declined in words": (
        BANKED + 'bank = { seat = 7, wager = 500, offer_declined = "no" }',
        "bank: offer_declined is true or false",
    ),
    "automatic in words": (
        ROUND + 'irregularities = [{ id = "cards_worn", automatic = "no" }]',
        "cards_worn: automatic is true or false",
    ),
    "somebody leaves who never sat": (
        'rulebook = "chapter4"\ngame = "mini-baccarat"\n[[steps]]\nleaves = [99]',
        "there is no seat 99; this table has 9",
    ),
    "a meter to the last digit": (PROGRESSIVE + f'meters.progressive = "1.{DIGITS}"', "so small a part of a cent"),
    "a meter of another name": (PROGRESSIVE + "meters.jackpot = 5", '"jackpot" at this table; known: progressive'),
    "a meter in other digits": (PROGRESSIVE + 'meters.progressive = "1.00٣"', "is not an amount of money"),
    "a rulebook of a long name": (f'rulebook = "{"x" * 100_000}"\ngame = "roulette"', "there is no entry"),
    "a key of a long name": (ROUND + "x" * 100_000 + " = 1", "has an unknown key"),
    "a folder above": ('rulebook = "../chapter4"\ngame = "roulette"', "there is no entry"),
    "a spot in other digits": (SPIN.replace("red = 5", '"straight_up １７" = 5'), "is not a spot on this layout"),
    "a spot twice": (SPIN.replace("red = 5", '"split 8-11" = 5, "split 11-8" = 5'), "placed split 8-11 twice"),
    "no card left where there is no rule": (ROUND.replace(HANDS, "ran_out = [1]\n" + HANDS), "has no rule for that"),
    "Jacks Plus without cards": (
        'rulebook = "massachusetts-2020"\ngame = "winners-pot-poker"\noptions.commission_fixed = "3.00"\n'
        'seats.1 = { wagers = { ante = 5, jacks_plus = 5 }, actions = ["bet", "fold"] }\n',
        "the record does not give them all",
    ),
    "half of an odd cent": (
        SPIN.replace("chapter4", "massachusetts-2020").replace('"17"', '"0"').replace("= 5", '= "0.25"')
        + 'options.zero_rule = "lose_half"',
        "the nearest amounts are $0.24 or $0.26",
    ),
}


@pytest.mark.parametrize(("record", "part"), RECORDS.values(), ids=RECORDS.keys())
def test_a_nasty_record_gets_one_sentence(pitboss: Run, tmp_path: Path, record: str, part: str) -> None:
    file = tmp_path / "round.toml"
    file.write_text(record, encoding="utf-8")
    assert part in one_sentence(pitboss("settle", file))


TABLE = '[[tables]]\nrulebook = "chapter4"\ngame = "three-card-poker"\n'
HOUSES = {
    "keys within keys": (TABLE + "options." + ".".join("a" * 1200) + " = 1\n", 2, "deep within one another"),
    "a rate of many digits": (
        f'[[tables]]\nrulebook = "chapter4"\ngame = "mini-baccarat"\noptions.commission_rate = "{DIGITS}"',
        1,
        "is not a percentage",
    ),
    "a pay-off of many digits": (TABLE + f'pay_tables.PT-2 = {{ pair = "{DIGITS} to 1" }}', 1, "is not a pay-off"),
    "a hand that is not dealt": (TABLE + 'pay_tables.PT-2 = { paar = "2 to 1" }', 1, 'did you mean "pair"'),
    "a hand that may be added": (
        TABLE + 'pay_tables.PT-2 = { mini_royal = "50 to 1" }',
        0,
        "only after written notice",
    ),
}


@pytest.mark.parametrize(("house", "code", "part"), HOUSES.values(), ids=HOUSES.keys())
def test_a_nasty_house_is_judged(pitboss: Run, tmp_path: Path, house: str, code: int, part: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(house, encoding="utf-8")
    found, out, err = pitboss("check", file)
    assert found == code and part in " ".join((out + err).split())


# -- files ------------------------------------------------------------------------------------------------------------


def test_a_file_from_another_editor_is_read(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    for text in ("\ufeff" + ROUND, ROUND.replace("\n", "\r\n")):
        file.write_bytes(text.encode())
        assert pitboss("settle", file)[0] == 0


def test_an_endless_file_is_not_read_to_its_end(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    with file.open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    for verb in ("settle", "check"):
        assert "is longer than 64 MB" in one_sentence(pitboss(verb, file))
    if Path("/dev/zero").exists():
        assert "is longer than 64 MB" in one_sentence(pitboss("settle", "/dev/zero"))


@pytest.mark.parametrize("uses", ['["riverboat/three-card-poker"]', "[[1]]", "[5]", '["chapter4/roulette"]', "5"])
def test_an_entry_that_uses_what_it_cannot_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uses: str
) -> None:
    monkeypatch.setenv("PITBOSS_RULEBOOKS", str(tmp_path))
    (tmp_path / "riverboat").mkdir()
    file = tmp_path / "riverboat" / "three-card-poker.toml"
    file.write_text(f'rulebook = "riverboat"\ngame = "three-card-poker"\nuses = {uses}\n', encoding="utf-8")
    with pytest.raises(PitbossError, match=r"three-card-poker\.toml: (uses|.*: Field required)"):
        load("riverboat/three-card-poker")
    file.write_text("x = " + "[" * 5000, encoding="utf-8")
    with pytest.raises(PitbossError, match=r"three-card-poker\.toml: is not TOML"):
        open_table("riverboat/three-card-poker")


# -- in Python --------------------------------------------------------------------------------------------------------


def table() -> Table:
    return open_table("chapter4/three-card-poker", seed=1)


def banked(bank: Any) -> Any:
    return open_table("california/three-card-poker", {"schedule_option": 1}, seed=1).deal({1: {"ante": 10}}, bank=bank)


WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "an entry that is no name": (lambda: open_table(5), 'there is no entry "5"'),  # type: ignore[arg-type]
    "no entry": (lambda: load(None), 'there is no entry "None"'),  # type: ignore[arg-type]
    "options without names": (lambda: open_table("chapter4/roulette", ["wheel"]), "options: give each value"),  # type: ignore[arg-type]
    "an option without a name": (lambda: open_table("chapter4/roulette", {5: 1}), "under its name"),  # type: ignore[dict-item]
    "a pay table without lines": (
        lambda: open_table("chapter4/roulette", pay_tables={"PT1": 5}),  # type: ignore[dict-item]
        "pay table PT1: give each pay-off under its name",
    ),
    "a meter that is not there": (lambda: open_table("chapter4/roulette", meters={"x": 5}), 'no meter "x"'),
    "what nothing carries": (lambda: open_table("chapter4/roulette", carry={"x": 5}), 'unknown key "x"'),
    "a seed that is no seed": (lambda: open_table("chapter4/roulette", seed=[1]), "is not a seed"),  # type: ignore[arg-type]
    "wagers without seats": (lambda: table().deal(None), "wagers are given by seat"),  # type: ignore[arg-type]
    "a seat in quotes": (lambda: table().deal({"1": {"ante": 10}}), "seat '1': wagers are given by"),  # type: ignore[dict-item]
    "a seat without wagers": (lambda: table().deal({1: None}), "seat 1: wagers are given by"),  # type: ignore[dict-item]
    "a float with a part of a cent": (lambda: table().deal({1: {"ante": 0.1 + 0.2}}), "has a fraction of a cent"),
    "a float that is no number": (lambda: table().deal({1: {"ante": float("nan")}}), "is not an amount of money"),
    "a float without end": (lambda: table().deal({1: {"ante": float("inf")}}), "is not an amount of money"),
    "a float below zero": (lambda: table().deal({1: {"ante": -2.5}}), "is negative"),
    "not a number": (lambda: table().deal({1: {"ante": Decimal("sNaN")}}), "is not an amount of money"),
    "ten to the 5000": (lambda: table().deal({1: {"ante": 10**5000}}), "more money than any table handles"),
    "players in a list": (lambda: table().deal({1: {"ante": 10}}, players=[1]), "by seat"),  # type: ignore[arg-type]
    "words that are a number": (lambda: table().deal({1: {"ante": 10}}, says={1: 5}), "by seat"),  # type: ignore[dict-item]
    "calls that are a number": (lambda: table().deal({1: {"ante": 10}}, calls=5), "list of calls"),  # type: ignore[arg-type]
    "a call by its name alone": (lambda: table().deal({1: {"ante": 10}}, calls="misdeal"), "list of calls"),  # type: ignore[arg-type]
    "a player without a name": (lambda: table().deal({1: {"ante": 10}}, players={1: 5}), "is not a player's name"),  # type: ignore[dict-item]
    "a call in words": (lambda: table().deal({1: {"ante": 10}}, calls=["rain"]), "is no irregularity"),  # type: ignore[list-item]
    "a card that is none": (lambda: Call("cards_worn", card="Zz"), '"Zz" is not a card'),  # type: ignore[arg-type]
    "an answer that is no word": (lambda: table().deal({1: {"ante": 10}}).act(5), 'cannot "5" now'),  # type: ignore[arg-type]
    "an answer out of turn": (
        lambda: table().deal({1: {"ante": 10}, 2: {"ante": 10}}).act("play", 2),
        "it is seat 1's turn, not seat 2's",
    ),
    "a bank that is no seat": (lambda: banked((7, 100)), r"BankSeat\(seat, dollars\)"),
    "a bank with part of a cent": (lambda: banked(BankSeat(7, float("nan"))), "not an amount of money"),  # type: ignore[arg-type]
    "nobody leaves": (lambda: table().leave(99), "there is no seat 99"),
    "a record that is none": (lambda: settle(b"x"), "a record is given as its text, its file"),  # type: ignore[arg-type]
    "a record with numbers for keys": (lambda: settle({5: 1}), "a record is given as its text, its file"),  # type: ignore[dict-item]
    "a record in a folder": (lambda: settle(Path("/")), "cannot be read"),
}


@pytest.mark.parametrize(("wrong", "part"), WRONG.values(), ids=WRONG.keys())
def test_a_mistake_in_python_gets_one_sentence(wrong: Callable[[], Any], part: str) -> None:
    with pytest.raises(PitbossError, match=part) as caught:
        wrong()
    assert len(caught.value.sentence) < 400


def test_a_refused_deal_leaves_the_table_as_it_was() -> None:
    at = open_table("chapter4/roulette", {"back_to_back_offered": True}, seed=3)
    at.deal({1: {"red": 5, "back_to_back 7": 1}})
    before = at.record().to_toml(), dict(at.carry), at.chance
    for wagers in ({1: {"red": "0.001"}}, {99: {"red": 5}}, {1: {"red": 5, "back_to_back 7": 2}}, {1: {"blue": 5}}):
        with pytest.raises(PitbossError):
            at.deal(wagers)
    assert (at.record().to_toml(), dict(at.carry), at.chance) == before


# -- at the terminal --------------------------------------------------------------------------------------------------


def test_nonsense_at_the_table_is_answered_and_changes_nothing() -> None:
    lines = ["\0", "\x1b[31m", "ante ١٠", "ante 1e3", f"ante {DIGITS}", "ante " * 5000, "=" * 9000, ",,,;;", "red 5"]
    calls = [f"call cards_worn seat {DIGITS}", "call cards_worn seat ١", "call \0", "call cards_worn card Zz"]
    played = Sitting("chapter4/three-card-poker", *lines, *calls, "quit")
    assert (played.code, played.net, played.visit.rounds) == (0, 0, 0)


def test_a_pay_off_that_is_padded_to_any_length_is_refused_and_not_kept() -> None:
    kept = parse_pay.cache_info().currsize
    for text in (" " * 50_000 + "36 to 1", "10% of " + "a" * 50_000):
        with pytest.raises(PitbossError, match="is not a pay-off; it has 500[0-9]{2} characters, and 200 at most"):
            parse_pay(text)
    assert parse_pay.cache_info().currsize == kept


# -- values of another kind -------------------------------------------------------------------------------------------

OF_ANOTHER_KIND = (True, {"a": 1}, [1], date(2020, 1, 1), -1, "")
AS_PYTHON_WRITES = re.compile(r"\b(True|False|None)\b|[{\[]'|Decimal\(|datetime\.|<class|object at|b'")


def places(record: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Everything that a record gives, by the keys that lead to it."""
    inside = record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
    for key, value in inside:
        yield (*way, key)
        yield from places(value, (*way, key))


@pytest.mark.parametrize("name", of_each_script(sorted({f"{f.parts[-3]}/{f.parts[-2]}" for f in example_files()})))
def test_a_value_of_another_kind_anywhere_in_a_record_is_quoted_as_people_write_it(name: str) -> None:
    stated = tomllib.loads(min((EXAMPLES / name).glob("*.toml")).read_text(), parse_float=Decimal)
    for *way, last in places({key: value for key, value in stated.items() if key not in ("title", "cite", "expect")}):
        for other in OF_ANOTHER_KIND:
            record: Any = deepcopy(stated)
            reduce(getitem, way, record)[last] = other
            try:
                settle(record)
            except PitbossError as error:
                assert not AS_PYTHON_WRITES.search(str(error)), (way, last, other, str(error))


def test_every_option_of_every_entry_refuses_a_word_that_is_no_value_in_one_sentence() -> None:
    for name in entry_names():
        entry = load(name)
        for option in entry.options:
            with pytest.raises(Refused, match=f"option {option}"):
                Setup.of(entry, {option: "lots"})
