"""The doors for Python programs: what they take, and answers with rows, frames and tables for a notebook."""

import json
import math
import re
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import pitboss
from conftest import EXAMPLES
from pitboss.errors import PitbossError
from pitboss.tabular import MOST_IN_A_CELL, Tabular

ROOT = Path(__file__).parent.parent
RED = 'rulebook = "chapter4"\ngame = "roulette"\nspin = "7"\nseats.1.wagers = { red = 12.5 }\n'
HOUSE = {"tables": [{"name": "TC-1", "rulebook": "chapter4", "game": "three-card-poker"}]}
SESSIONS = {"wagers": {"red": 5}, "session_rounds": 50, "bankroll": 100}
ANSWERS: dict[str, Callable[[], Tabular]] = {
    "an analysis": lambda: pitboss.analyze("chapter4/roulette"),
    "a wager": lambda: pitboss.analyze("chapter4/roulette").wagers["red"],
    "an estimate": lambda: pitboss.analyze("chapter4/pai-gow-poker"),
    "a simulation": lambda: pitboss.simulate("chapter4/roulette", rounds=2000, seed=1, wagers={"red": 5, "odd": 5}),
    "sessions": lambda: sessions(),
    "a settlement": lambda: pitboss.settle(RED),
    "a record of steps": lambda: pitboss.settle(EXAMPLES / "chapter4" / "craps" / "03a-dont-pass-odds-win.toml"),
    "a round": lambda: pitboss.open_table("chapter4/roulette", seed=1).deal({1: {"red": 12.5}}),
    "a round that goes on": lambda: pitboss.open_table("chapter4/red-dog", seed=1).deal({1: {"bet": 12.5}}),
    "a ruling": lambda: pitboss.explain(RED),
    "a comparison": lambda: pitboss.compare("chapter4/craps", "oneida-2003/craps"),
    "two rulebooks": lambda: pitboss.compare("chapter4", "oneida-2003"),
    "a house": lambda: pitboss.check(HOUSE),
    "a list of games": lambda: pitboss.find_games("craps"),
    "a hand set": lambda: pitboss.advise("california/pai-gow-tiles", ["6-6", "4-4", "3-6", "1-4"]),
    "fees": lambda: pitboss.fees(POKER),
    "a rake": lambda: pitboss.fees("chapter4/poker"),
    "equities": lambda: pitboss.equity("california/texas-holdem", "AhKh QsQd", "Jh Th 2c"),
}


def sessions() -> Tabular:
    found = pitboss.simulate("chapter4/roulette", rounds=20_000, seed=1, **SESSIONS).sessions  # type: ignore[arg-type]
    assert found is not None
    return found


class Page(HTMLParser):
    """What a table in HTML has: its rows of cells, and every tag closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] in (["td"], ["th"]):
            self.rows[-1][-1] += data


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_has_rows_frames_and_a_table_for_a_notebook(name: str) -> None:
    answer = ANSWERS[name]()
    rows = answer.rows()
    assert rows or "goes on" in name
    columns = list(dict.fromkeys(column for row in rows for column in row))
    for library in ("pandas", "polars"):
        frame = answer.frame(library)  # type: ignore[arg-type]
        assert type(frame).__module__.startswith(library)
        assert list(frame.columns) == columns and len(frame) == len(rows)
    page = Page(answer._repr_html_())
    assert page.open == []
    full = [len(columns)] * (1 + min(len(rows), MOST_IN_A_CELL))
    half = 1 + MOST_IN_A_CELL // 2
    assert [len(cells) for cells in page.rows] == (
        full if len(rows) <= MOST_IN_A_CELL else [*full[:half], 1, *full[half:]]
    )
    assert answer.caption().split(":")[0] in unescape(answer._repr_html_())
    assert len(str(answer).splitlines()) >= 1 + len(page.rows)
    assert len(repr(answer)) < 200


def test_rows_are_exact_and_frames_have_numbers_to_count_with() -> None:
    answer = pitboss.analyze("chapter4/roulette")
    assert next(row["house_edge"] for row in answer.rows() if row["wager"] == "red") == Fraction(1, 19)
    frame = answer.frame("pandas").set_index("wager")
    assert frame.house_edge.dtype == float and frame.house_edge["red"] == pytest.approx(1 / 19)
    [row] = pitboss.settle(RED).rows()
    assert (row["staked"], row["net"]) == (Decimal("12.50"), Decimal("12.50"))
    assert pitboss.settle(RED).frame("polars")["net"].sum() == 12.5


def test_a_table_in_a_notebook_shows_what_it_is_given_and_runs_nothing() -> None:
    record = RED.replace('spin = "7"', 'spin = "7"\ntitle = "<script>alert(1)</script>"')
    assert "<script" not in pitboss.settle(record)._repr_html_()

    class Evil(Tabular):
        def rows(self) -> list[dict[str, Any]]:
            return [{"<b>": "<script>alert(1)</script>"}]

    assert re.findall(r"<(?:script|b)>", Evil()._repr_html_()) == ["<b>"]  # that of the caption


def test_without_pandas_and_polars_rows_are_left_and_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.tabular.find_spec", lambda name: None)
    for library in ("pandas", "polars"):
        monkeypatch.delitem(sys.modules, library, raising=False)
    with pytest.raises(PitbossError, match="a frame needs pandas or polars: pip install pandas"):
        pitboss.settle(RED).frame()
    with pytest.raises(PitbossError, match='no frames of "excel"'):
        pitboss.settle(RED).frame("excel")  # type: ignore[arg-type]


# -- dollars ----------------------------------------------------------------------------------------------------------

DOLLARS: list[Any] = [12.5, "12.5", "12.50", "$12.50", Decimal("12.5")]
POKER = "california/texas-holdem"


def first(settled: Any) -> int:
    staked: int = settled.rounds[0][1].settlements[0].staked
    return staked


TAKEN: dict[str, Callable[[Any], int]] = {
    "a wager": lambda amount: pitboss.open_table("chapter4/roulette").deal({1: {"red": amount}}).bets[0].stake,
    "a record": lambda amount: first(pitboss.settle({**ROULETTE, "seats": {"1": {"wagers": {"red": amount}}}})),
    "a bank": lambda amount: pitboss.BankSeat(7, amount).cents,
    "a bank's most": lambda amount: pitboss.BankSeat(7, 1, most_added=amount).most_added_cents or 0,
    "a call": lambda amount: pitboss.Call("late_wager", 1, wager="red", amount=amount).cents or 0,
    "a stack": lambda amount: pitboss.open_table(POKER).deal({1: {}, 2: {}}, stacks={1: amount}).stacks[1],
    "an option": lambda amount: pitboss.Setup.of(pitboss.load("chapter4/roulette"), {"table_max": amount}).options[
        "table_max"
    ],
    "a meter": lambda amount: int(
        pitboss.open_table("chapter4/caribbean-stud", meters={"progressive": amount}).meters.held["progressive"]
    ),
    "a house": lambda amount: pitboss.check(limited(amount)).tables[0].limits["ante"][1] or 0,
    "a simulated wager": lambda amount: pitboss.simulate(
        "chapter4/roulette", rounds=10, seed=1, wagers={"red": amount}
    ).plan.wagers["red"],
    "a bankroll": lambda amount: bankroll(amount),
}
ROULETTE = {"rulebook": "chapter4", "game": "roulette", "spin": "7"}


def limited(amount: Any) -> dict[str, Any]:
    return {"tables": [HOUSE["tables"][0] | {"limits": {"ante": {"max": amount}}}]}


def bankroll(amount: Any) -> int:
    found = pitboss.simulate(
        "chapter4/roulette", rounds=20, seed=1, wagers={"red": 1}, session_rounds=10, bankroll=amount
    )
    assert found.plan.session is not None and found.plan.session.bankroll is not None
    return found.plan.session.bankroll


@pytest.mark.parametrize("where", TAKEN)
def test_dollars_are_numbers_or_text_everywhere(where: str) -> None:
    assert {TAKEN[where](amount) for amount in DOLLARS} == {1250}
    assert {TAKEN[where](amount) for amount in (12, 12.0, "12", Decimal(12))} == {1200}
    if where == "a house":
        assert "fraction of a cent" in str(pitboss.check(limited(12.505)).tables[0].findings[0])
        return
    with pytest.raises(PitbossError, match="fraction of a cent"):
        TAKEN[where](12.505)


def test_numbers_of_an_array_are_dollars_too() -> None:
    numpy = pytest.importorskip("numpy")
    for amount in (numpy.int64(10), numpy.float64(10.0)):
        assert pitboss.BankSeat(7, amount).cents == 1000


def test_hands_are_one_text_or_a_list() -> None:
    listed = pitboss.equity(POKER, ["Ah Kh", "QsQd"], board="Jh Th 2c 3d")
    assert listed.rows() == pitboss.equity(POKER, "AhKh QsQd", board="Jh Th 2c 3d").rows()


# -- what is wrong ----------------------------------------------------------------------------------------------------

WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "no entry": (lambda: pitboss.analyze("chapter4/rulette"), 'did you mean "chapter4/roulette"'),
    "a rulebook for an entry": (lambda: pitboss.analyze("chapter4"), "is a rulebook; name one of its games"),
    "one hand": (lambda: pitboss.equity(POKER, "AhKh"), 'name two hands or more, each with as many cards: "AhKh QsQd"'),
    "no wager": (lambda: pitboss.analyze("chapter4/roulette", wager="rad"), 'did you mean "red"'),
    "no meter": (lambda: pitboss.analyze("chapter4/roulette", meters={"x": 1}), 'no meter "x"'),
    "options in a list": (lambda: pitboss.analyze("chapter4/roulette", ["wheel"]), "under their names"),  # type: ignore[arg-type]
    "a game for a pot": (
        lambda: pitboss.analyze(POKER),
        "the house has fees and no edge; fees tells those, and equity",
    ),
    "no fees": (lambda: pitboss.fees("chapter4/roulette"), "is not played for a pot; analyze tells"),
    "no hands": (lambda: pitboss.fees(POKER, hands_per_hour=0), "is not a number of hands an hour"),
    "no setting": (lambda: pitboss.advise("chapter4/roulette", "Ah"), "has no hands that a house sets"),
    "no such game": (lambda: pitboss.find_games("quoits"), "no game has 'quoits' in its name"),
    "no pot": (lambda: pitboss.equity("chapter4/roulette", "AhKh QsQd"), "is not played for a pot; analyze tells"),
    "half a round": (lambda: pitboss.simulate("chapter4/roulette", rounds=0.5), "is not a number of rounds"),
    "rounds without end": (lambda: pitboss.simulate("chapter4/roulette", rounds=float("inf")), "is not a number of"),
    "no rounds": (lambda: pitboss.simulate("chapter4/roulette", rounds=0), "0 rounds cannot be played"),
    "no engine": (
        lambda: pitboss.simulate("chapter4/roulette", rounds=1, engine="steam"),  # type: ignore[arg-type]
        'no engine "steam"',
    ),
    "a bankroll alone": (lambda: pitboss.simulate("chapter4/roulette", rounds=9, bankroll=5), "with session_rounds"),
    "an entry and a rulebook": (lambda: pitboss.compare("chapter4/craps", "california"), "name two entries"),
    "no rulebook": (lambda: pitboss.compare("chapter4", "chapter5"), 'no rulebook "chapter5"'),
    "a house that is a number": (lambda: pitboss.check(5), "a house is given as its text, its file"),  # type: ignore[arg-type]
    "hands that are numbers": (lambda: pitboss.equity(POKER, [1, 2]), "are given as text"),  # type: ignore[list-item]
    "the name of a file": (lambda: pitboss.settle("round.toml"), 'the file is Path("round.toml")'),
    "the name of a house's file": (lambda: pitboss.check("house.toml"), 'the file is Path("house.toml")'),
    "a record that is none": (lambda: pitboss.explain("spin = 7"), "the record must say its rulebook"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_a_program_asks_wrongly_gets_a_sentence(what: str) -> None:
    ask, sentence = WRONG[what]
    with pytest.raises(PitbossError, match=re.escape(sentence)):
        ask()


OF_ANOTHER_KIND: dict[str, list[Any]] = {
    "rounds": [-math.inf, math.nan, "1000", None, [], True, 10**5000, -(10**5000)],
    "session_rounds": [-math.inf, math.nan, "10", [], True, -(10**5000)],
    "workers": ["2", [], 1.5, True, 10**5000],
    "seed": [[], {}, 1.5, math.nan, b"a", True, "\ud800", 10**5000],
    "wagers": ["red", [], 1],
    "strategy": [1, [], b"x", {"a": 1}],
    "count": [1, [], b"x"],
    "meters": [1, [], "x"],
    "progress": [1, "x", []],
    "cluster": [1, []],
    "pay_tables": [1, "x"],
}


@pytest.mark.parametrize("name", OF_ANOTHER_KIND)
def test_what_a_program_gives_simulate_and_is_of_another_kind_gets_a_sentence(name: str) -> None:
    asked = {"rounds": 100, "seed": 1, "wagers": {"red": 10}}
    for value in OF_ANOTHER_KIND[name]:
        with pytest.raises(PitbossError) as error:
            pitboss.simulate("chapter4/roulette", **asked | {name: value})  # type: ignore[arg-type]
        assert len(str(error.value)) < 300


def test_what_a_program_gives_the_other_doors_and_is_of_another_kind_gets_a_sentence() -> None:
    asks: list[Callable[[], Any]] = [
        *(lambda value=value: pitboss.analyze("chapter4/roulette", wager=value) for value in (1, b"", [], True)),
        *(lambda value=value: pitboss.analyze("chapter4/roulette", meters=value) for value in (1, [], "x")),
        *(lambda value=value: pitboss.compare(value, value) for value in (None, 1, b"a/b", [])),
        *(lambda value=value: pitboss.open_table("chapter4/roulette", seed=value) for value in ("\ud800", [], True)),
        *(lambda value=value: _dealt().view(value) for value in ([], None, 1.5, {})),
    ]
    for ask in asks:
        with pytest.raises(PitbossError):
            ask()


def _dealt() -> Any:
    return pitboss.open_table("chapter4/three-card-poker", seed=1).deal({1: {"ante": 5}})


# -- what is exported -------------------------------------------------------------------------------------------------


def test_everything_that_is_exported_is_there_and_has_words_on_it() -> None:
    for name in pitboss.__all__:
        assert getattr(pitboss, name).__doc__, name
    assert set(pitboss.__all__) <= set(dir(pitboss))
    for name in filter(str.islower, pitboss.__all__):
        assert ">>> " in getattr(pitboss, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'analise'"):
        pitboss.analise  # noqa: B018


def test_a_door_stays_a_door_whatever_was_imported_before() -> None:
    """No room of the package has the name of a door, which it would hide once it is imported."""
    rooms = {path.stem for path in (ROOT / "src" / "pitboss").iterdir()}
    assert rooms & set(pitboss.__all__) == set()


def test_importing_pitboss_imports_nothing_else() -> None:
    probe = "import sys, json, pitboss; print(json.dumps(sorted(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    names = json.loads(found.stdout)
    assert [name for name in names if name.startswith("pitboss.")] == ["pitboss.lazy", "pitboss.version"]
    assert not {"pydantic", "numpy", "rich"} & set(names)


def test_a_house_says_what_is_assumed_of_it() -> None:
    assert "The house must choose schedule_option; 1 is assumed." in pitboss.analyze("california/casino-war").remarks()


def test_a_notebook_shows_what_happened_in_one_paragraph_under_the_table() -> None:
    record = {"rulebook": "chapter4", "game": "roulette", "spin": "7", "seats": {"1": {"wagers": {"red": 5}}}}
    page = pitboss.explain(record)._repr_html_()
    assert page.count("<p>") == 1 and "Spin: 7" in page.partition("</table><p>")[2] and "<br/>" in page


def test_a_cell_of_a_notebook_shows_the_first_and_the_last_rows_and_says_how_many_are_left_out() -> None:
    found = pitboss.compare("chapter4/craps", "oneida-2003/craps")
    rows, page = found.rows(), Page(found._repr_html_())
    assert len(rows) > MOST_IN_A_CELL == len(page.rows) - 2
    assert page.rows[31] == [f"… {len(rows) - MOST_IN_A_CELL:,} more rows: rows() and frame() have all …"]
    assert page.rows[30][1] == rows[29]["name"] and page.rows[32][1] == rows[-30]["name"]
    assert len(found.frame("pandas")) == len(rows)


def test_an_analysis_tells_the_best_strategy_in_words() -> None:
    found = pitboss.analyze("chapter4/red-dog")
    for shown in (str(found), found._repr_html_()):
        assert "Best strategy: raise on a spread of 7 or more." in shown
        assert "strategy has more of it: raise_on_spreads." in shown
    assert "trategy" not in str(pitboss.analyze("chapter4/big-six"))


def test_one_is_told_as_one() -> None:
    table = pitboss.open_table("chapter4/roulette", seed=1)
    table.deal({1: {"red": 12.5}})
    assert repr(table) == "<Table of chapter4/roulette, 1 round dealt>"


def test_what_is_printed_is_never_cut() -> None:
    assert pitboss.check(HOUSE).caption() == "1 table, all legal"
    report = pitboss.check({"tables": [{"rulebook": "california", "game": "pai-gow-poker"}]})
    assert max(len(row["text"]) for row in report.rows()) > 60
    printed = str(report).split()
    assert all(word in printed for row in report.rows() for word in f"{row['text']} {row['cite']}".split())
    assert "…" not in str(report)


def test_what_was_settled_and_why_are_joined_by_seat_wager_and_hand() -> None:
    file = EXAMPLES / "chapter4" / "blackjack" / "08-split-and-double.toml"
    settled, told = pitboss.settle(file).frame("pandas"), pitboss.explain(file).frame("pandas")
    joined = settled.merge(told, on=["seat", "wager", "hand"], validate="one_to_one")
    assert len(joined) == len(settled) == len(told) > 1
    assert set(joined.title) > {"Wager"} and (joined.net_x == joined.net_y).all()
    spot = 'rulebook = "chapter4"\ngame = "roulette"\nspin = "7"\nseats.1.wagers = { "straight_up 7" = 5 }\n'
    (row,) = pitboss.explain(spot).rows()
    assert (row["wager"], row["hand"], row["title"]) == ("straight_up 7", 1, "Straight Up 7")


def test_the_record_that_a_table_gives_settles_and_is_told_as_it_is() -> None:
    table = pitboss.open_table("chapter4/three-card-poker", seed=27)
    table.deal({1: {"ante": 12.5}}).act("play")
    record = table.record()
    assert repr(record) == "<Record chapter4/three-card-poker, 1 step>"
    assert pitboss.settle(record).net == pitboss.settle(record.to_toml()).net == {1: 1250}
    assert pitboss.explain(record).rows() == pitboss.explain(record.to_toml()).rows()


# -- Workers ----------------------------------------------------------------------------------------------------------

AT_TABLES = """
import pitboss
print("the script begins")
found = pitboss.simulate("chapter4/big-six", rounds=4000, seed=3, engine="script", workers=2)
print(found.by["workers"], found.wagers["one"].house_edge)
"""


def ran(*words: str, text: str = "", cwd: Path | None = None) -> str:
    program = subprocess.run([sys.executable, *words], input=text, capture_output=True, text=True, cwd=cwd)
    assert (program.returncode, program.stderr) == (0, "")
    return program.stdout


@pytest.fixture(scope="module")
def at_tables_alone() -> str:
    found = pitboss.simulate("chapter4/big-six", rounds=4000, seed=3, engine="script", workers=1)
    return f"the script begins\n2 {found.wagers['one'].house_edge}\n"


def test_a_script_without_a_guard_simulates_and_runs_once(tmp_path: Path, at_tables_alone: str) -> None:
    (tmp_path / "mine.py").write_text(AT_TABLES)
    assert ran("mine.py", cwd=tmp_path) == at_tables_alone
    assert ran("-m", "mine", cwd=tmp_path) == at_tables_alone


def test_a_program_on_standard_input_simulates(at_tables_alone: str) -> None:
    assert ran("-", text=AT_TABLES) == at_tables_alone


def test_workers_that_are_spawned_run_nothing_of_the_script(tmp_path: Path, at_tables_alone: str) -> None:
    spawned = "import pitboss.simulation.workers as workers, pitboss.pools as pools\n"
    (tmp_path / "mine.py").write_text(f"{spawned}workers.serving = lambda preload: pools.spawning()\n{AT_TABLES}")
    assert ran("mine.py", cwd=tmp_path) == at_tables_alone


def test_processes_that_a_program_starts_itself_are_started_as_always(tmp_path: Path) -> None:
    text = """
from multiprocessing import get_context, spawn
import pitboss
before = spawn.get_preparation_data
def edge(seed):
    return pitboss.simulate("chapter4/big-six", rounds=4000, seed=seed, engine="script", workers=2).wagers["one"].mean
if __name__ == "__main__":
    here = [edge(3), edge(4)]
    assert spawn.get_preparation_data is before
    with get_context("spawn").Pool(2) as pool:  # a process of a pool may have none of its own
        assert pool.map(edge, [3, 4]) == here
    print("the same")
"""
    (tmp_path / "mine.py").write_text(text)
    assert ran("mine.py", cwd=tmp_path) == "the same\n"
