"""What docs/records.md, docs/houses.md and docs/adding-a-game.md show works as written."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from pitboss import check, settle
from pitboss.engine.reading import load_toml
from pitboss.rulebook import Setup, load
from pitboss.rulebook.check import check_house
from pitboss.solve import analyze

ROOT = Path(__file__).parent.parent
DOCS, PACKAGE = ROOT / "docs", ROOT / "src" / "pitboss"


def blocks(name: str, language: str) -> list[str]:
    text = (DOCS / name).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


RECORDS = [block for block in blocks("records.md", "toml") if block.startswith("rulebook")]
PARTS = [block for block in blocks("records.md", "toml") if not block.startswith("rulebook")]


@pytest.mark.parametrize(("record", "net"), list(zip(RECORDS, ({1: 1500}, {1: 100_100}), strict=True)))
def test_a_record_of_the_docs_settles(record: str, net: dict[int, int]) -> None:
    assert settle(record).net == net


def test_parts_of_a_record_fit_the_record_before_them() -> None:
    irregularity, expected = PARTS
    record = load_toml(RECORDS[0])
    assert settle(record | load_toml(irregularity)).net == {1: 0}
    del record["options"]
    [(_, played)] = settle(record | load_toml(expected)).rounds
    wanted: dict[str, Any] = load_toml(expected)["expect"]["1"]
    assert played.net == {1: 100 * wanted.pop("net")}
    assert {row.wager: row.net for row in played.settlements} == {
        name: 100 * (cell["net"] if isinstance(cell, dict) else cell) for name, cell in wanted.items()
    }


def test_the_game_of_the_docs_is_whole_as_it_stands_there(pitboss: Run, tmp_path: Path) -> None:
    script, _ = blocks("adding-a-game.md", "python")
    entry, example = blocks("adding-a-game.md", "toml")
    files = {
        "scripts/three_card_stud.py": script,
        "mine/three-card-stud.toml": entry,
        "examples/01-a-pair.toml": example,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert pitboss("test", tmp_path)[:2] == (0, "1 of 1 settle as they say.\n")
    assert len(script.splitlines()) < 100


def test_what_roulette_is_said_to_carry_is_carried() -> None:
    [carry] = re.findall(r"`(carry = \{ prior = .*?\} \})`", (DOCS / "records.md").read_text(encoding="utf-8"))
    head = f'rulebook = "chapter4"\ngame = "roulette"\noptions = {{ back_to_back_offered = true }}\n{carry}\n'
    assert settle(f'{head}spin = "20"\nseats.1.wagers = {{ black = 5, "back_to_back 20" = 1 }}').net == {1: 1_000_500}


def test_what_the_docs_show_in_python_is_what_python_shows() -> None:
    found = doctest.testfile(str(DOCS / "python.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted > 10 and found.failed == 0


def test_what_the_readme_asks_in_python_is_answered() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [code] = [block for block in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL) if "analyze" in block]
    exec(code, {})


def test_the_house_of_the_docs_is_legal_and_its_report_has_the_keys_shown() -> None:
    house, with_notices = blocks("houses.md", "toml")
    [report] = check_house(load_toml(house))
    assert report.legal
    assert check(with_notices, at="2026-11-04T12:00").open == 0
    [shown] = blocks("houses.md", "json")
    [table] = json.loads(shown)["tables"]
    limits = {"ante": {"min": 5, "max": 600}}
    [found] = check_house(
        {"tables": [{"name": "TC-1", "rulebook": "chapter4", "game": "three-card-poker", "limits": limits}]}
    )
    plain = found.as_json()
    assert json.loads(shown)["open"] == len(found.open)
    plain["standing"] = plain["standing"][:1]
    assert plain["refused"][0]["text"].startswith(table["refused"][0].pop("text").removesuffix("..."))
    plain["refused"][0].pop("text")
    assert plain == table


def test_wagers_kept_off_a_table_are_reported_with_the_clause() -> None:
    house = load_toml((Path(__file__).parent / "houses" / "color-wagers.toml").read_text(encoding="utf-8"))
    plain = check_house(house)[2].as_json()
    assert set(plain["not_offered"]) == {"red", "black"}
    assert plain["not_offered"]["red"]["cite"].startswith("§1(g)")


def test_every_test_that_the_threats_name_is_there() -> None:
    text = (DOCS / "threats.md").read_text(encoding="utf-8")
    here = Path(__file__).parent
    every = {
        name: file.name
        for file in here.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    }
    assert {file for file in re.findall(r"test_\w+\.py", text) if not (here / file).is_file()} == set()
    named = re.findall(r"`(?:(test_\w+\.py)::)?(test_\w+)`", text)
    assert named and {name for _, name in named} <= every.keys()
    assert {(file, name) for file, name in named if file and every[name] != file} == set()


def test_the_architecture_names_every_room_and_the_lint_orders_them() -> None:
    lines = (DOCS / "architecture.md").read_text(encoding="utf-8").splitlines()
    told = {room for line in lines if line.startswith("| `") for room in re.findall(r"`([a-z_]+)`", line.split("|")[1])}
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    rooms -= {"__init__", "__main__"}
    assert told == rooms | {"rulebooks"}
    layers = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("layers = [")[2].partition("]")[0]
    assert set(re.findall(r"pitboss\.([a-z_]+)", layers)) == rooms


def test_the_mathematics_of_the_docs_is_that_of_three_card_poker_without_a_bonus() -> None:
    """With a raise called play, the game of the docs is Three Card Poker without Ante Bonus and with no card shown."""
    code = next(block for block in blocks("adding-a-game.md", "python") if "def solve(" in block)
    written: dict[str, Any] = {}
    exec(code.replace('"raise"', '"play"'), written)
    entry = load("california/three-card-poker")
    closed = entry.model_copy(update={"terms": {name: term for name, term in entry.terms.items() if name != "up_card"}})
    setup = Setup.of(closed, {"schedule_option": 1})
    found, known = written["solve"](setup).wagers["ante"], analyze(setup).wagers["ante"]
    assert (found.house_edge, found.variance, found.total) == (known.house_edge, known.variance, known.total)
