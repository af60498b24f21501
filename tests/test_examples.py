"""Every worked example of the specs is a record file that settles as the spec says, wager by wager."""

from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from conftest import EXAMPLES, example_files
from pitboss import PitbossError, settle
from pitboss.engine.reading import load_toml
from pitboss.engine.replay import Settled
from pitboss.rulebook import entry_names, load

# How many worked examples each spec has; files are named after them: 07-..., or 07a-..., 07b-... for its cases.
WORKED_EXAMPLES = {
    "california/casino-war": 12,
    "california/three-card-poker": 14,
    "california/ultimate-texas-holdem": 14,
    "chapter4/big-six": 14,
    "chapter4/caribbean-stud": 17,
    "chapter4/casino-war": 13,
    "chapter4/keno": 12,
    "chapter4/craps": 22,
    "chapter4/mini-baccarat": 16,
    "chapter4/red-dog": 14,
    "chapter4/roulette": 13,
    "chapter4/shuffle-machines": 8,
    "chapter4/three-card-poker": 15,
    "massachusetts-2020/big-six": 10,
    "massachusetts-2020/casino-war": 18,
    "massachusetts-2020/craps": 28,
    "massachusetts-2020/mississippi-stud": 20,
    "massachusetts-2020/mini-baccarat": 18,
    "massachusetts-2020/red-dog": 13,
    "massachusetts-2020/roulette": 16,
    "massachusetts-2020/sic-bo": 15,
    "massachusetts-2020/three-card-poker": 18,
    "massachusetts-2020/ultimate-texas-holdem": 24,
    "oneida-2003/craps": 21,
    "oneida-2003/roulette": 14,
    "oneida-2003/three-card-poker": 12,
}


@pytest.mark.parametrize("file", example_files(), ids=lambda file: str(file.relative_to(EXAMPLES)))
def test_worked_example_settles(file: Path) -> None:
    raw = load_toml(file.read_text(encoding="utf-8"))
    name, folder = f"{raw['rulebook']}/{raw['game']}", f"{file.parent.parent.name}/{file.parent.name}"
    assert name == folder or folder in load(name).uses, "an example is of its folder's entry, or of one that uses it"
    if "refused" in raw:
        with pytest.raises(PitbossError, match=raw["refused"]):
            settle(raw)
        return
    settled = settle(raw)
    assert settled.record.expect != [None] * len(settled.record.steps), "the example expects nothing"
    for number, expected in enumerate(settled.record.expect, start=1):
        if expected is not None:
            _compare(settled, number, expected)


def _compare(settled: Settled, step: int, expected: dict[str, Any]) -> None:
    played = next((played for number, played in settled.rounds if number == step), None)
    rows: dict[int, dict[str, Any]] = defaultdict(dict)
    outcomes: dict[tuple[int, str], str] = {}
    for row in played.settlements if played else []:
        name = f"{row.wager} {row.on}" if row.on else row.wager
        rows[row.seat][name] = row.net
        outcomes[row.seat, name] = row.outcome
    fees: dict[str, int] = defaultdict(int)
    for fee in [fee for number, fee in settled.fees if number == step] + (played.fees if played else []):
        fees[str(fee.seat)] += fee.amount
    events = [str(event) for event in played.events] if played else []
    for key, value in expected.items():
        match key:
            case "fees":
                assert fees == {seat: _cents(amount) for seat, amount in value.items()}
            case "meters":
                held = (played or settled.table).meters.held
                assert {name: held[name] for name in value} == {k: _cents(v) for k, v in value.items()}
            case "carry":
                carry = played.carry if played else settled.table.carry
                assert {name: carry.get(name) for name in value} == value
            case "events":
                for text in value:
                    assert any(text in event for event in events), f"no event says {text!r}: {events}"
            case _:
                seat = int(key)
                wanted = dict(value)
                if "net" in wanted:
                    assert played is not None
                    assert played.net[seat] == _cents(wanted.pop("net"))
                if wanted:
                    for name, cell in wanted.items():
                        if isinstance(cell, dict):
                            assert outcomes[seat, name] == cell["outcome"], name
                    assert rows[seat] == {
                        name: _cents(cell["net"] if isinstance(cell, dict) else cell) for name, cell in wanted.items()
                    }


def _cents(amount: Any) -> int:
    return int(Decimal(str(amount)) * 100)


@pytest.mark.parametrize("name", entry_names())
def test_every_worked_example_of_the_spec_has_a_file(name: str) -> None:
    if name not in WORKED_EXAMPLES:
        pytest.fail(f"{name} is not in WORKED_EXAMPLES")
    numbers = {int(file.name[:2]) for file in (EXAMPLES / name).glob("*.toml")}
    assert numbers == set(range(1, WORKED_EXAMPLES[name] + 1))
