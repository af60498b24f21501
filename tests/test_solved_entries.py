"""What holds of every entry that is solved: its answer in JSON and its PAR sheet.

Each is solved once for all that: one of each solver, and with ``PITBOSS_EVERYWHERE`` every entry.
"""

import json
import re
from collections.abc import Iterator
from contextlib import redirect_stderr
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest

from conftest import Run
from house_fixtures import of_these
from pitboss.catalogue import CATALOGUE, scripts
from pitboss.cli import progress
from pitboss.cli.app import run
from pitboss.rulebook import Setup, entry_names, load
from pitboss.sheets.choices import assume_required
from pitboss.solve import analyze
from pitboss.solve.figures import alike
from pitboss.solve.model import Analysis
from pitboss.solve.report_html import el
from strict_page import Page

SOLVED = [name for name in entry_names() if load(name).script in scripts("solve")]
LOOKED_AT = of_these(SOLVED, *{CATALOGUE[load(name).script].solve: name for name in SOLVED}.values())
CONTRACT = {"rulebook", "game", "options", "chosen", "pay_tables", "wagers", "strategy", "notes", "seconds"}
WAGER = {"house_edge", "exact", "element_of_risk", "hit_frequency", "standard_deviation", "outcomes"}
OUTCOME = {"result", "probability", "combinations", "pays"}


@pytest.fixture(scope="module", params=LOOKED_AT)
def solved(request: pytest.FixtureRequest) -> Iterator[Analysis]:
    """An entry as it stands, solved; the command that solves it again is given what was found."""
    entry = load(request.param)
    setup = Setup.of(entry, assume_required(entry, {})[0])
    found = analyze(setup)

    def known(asked: Setup, *more: Any, **named: Any) -> Analysis:
        assert (asked.entry.name, asked.chosen) == (setup.entry.name, setup.chosen)
        return found

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pitboss.cli.analyze.analyze", known)
        yield found


@pytest.fixture(scope="module")
def sheet(solved: Analysis, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Its PAR sheet, as the command writes it and without another word."""
    entry = solved.setup.entry
    file = tmp_path_factory.mktemp("sheet") / "sheet.html"
    with pytest.MonkeyPatch.context() as patched, redirect_stderr(StringIO()) as err:
        patched.setattr(progress, "TOLD_AFTER", 3600.0)
        assert (run(["analyze", entry.name, "--report", str(file)]), err.getvalue()) == (0, "")
    assert list(file.parent.iterdir()) == [file]
    return file.read_text(encoding="utf-8")


def test_the_results_of_every_wager_add_up_to_its_edge(solved: Analysis) -> None:
    for name, wager in solved.wagers.items():
        if wager.sampled is None:
            whole = sum(outcome.combinations for outcome in wager.outcomes)
            mean = sum(outcome.combinations * outcome.net for outcome in wager.outcomes) / whole
            assert abs(mean + wager.house_edge) < Fraction(1, 10**8), name


def test_every_solved_entry_answers_by_the_contract(solved: Analysis, pitboss: Run) -> None:
    name = solved.setup.entry.name
    code, out, err = pitboss("analyze", name, "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert set(answer) == CONTRACT
    assert f"{answer['rulebook']}/{answer['game']}" == name
    assert answer["wagers"]
    for wager in answer["wagers"].values():
        assert set(wager) >= WAGER
        assert abs(sum(float(outcome["probability"]) for outcome in wager["outcomes"]) - 1) < 1e-9
        assert all(set(outcome) >= OUTCOME for outcome in wager["outcomes"])
        if wager["exact"] is not None:
            assert re.fullmatch(r"-?\d+/\d+", wager["exact"])
            assert abs(Fraction(wager["exact"]) - Fraction(wager["house_edge"])) < Fraction(1, 10**11)


def test_a_par_sheet_is_whole_and_needs_nothing_else(sheet: str) -> None:
    page = Page(sheet)
    assert "http:" not in sheet and "https:" not in sheet and "@import" not in sheet and "url(" not in sheet
    assert page.loads == [] and "script" not in page.counted and "link" not in page.counted
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    # Every picture either has a title and a description, or stands beside the figure it shows.
    assert page.counted["h1"] == 1 and page.counted["desc"] == sheet.count('<svg viewBox="0 0 420 230" role="img"')
    assert page.counted["svg"] == page.counted["desc"] + sheet.count('<td class="bar" aria-hidden="true"><svg ')
    assert page.counted["caption"] == page.counted["table"]


def test_a_par_sheet_lists_every_outcome(solved: Analysis, sheet: str) -> None:
    cells = set(cells_of(sheet))
    for names, wager in alike(solved.wagers):
        assert f"{wager.total:,}" in cells, names
        for outcome in wager.outcomes:
            assert outcome.result in cells and f"{outcome.combinations:,}" in cells
    for offer in solved.setup.offers.values():
        for _, cite in offer.rulings.values():
            assert el("span", cite, class_="cite") in sheet
    for option in solved.setup.entry.options.values():
        assert el("span", option.cite, class_="cite") in sheet


def cells_of(text: str) -> Iterator[str]:
    for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", text):
        yield re.sub(r"<[^>]*>", "", cell)
