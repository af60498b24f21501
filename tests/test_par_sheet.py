"""The PAR sheet: whole, self-contained and escaped; and the sessions it plots, checked by adding rounds up."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from house_fixtures import dear
from pitboss.cli.app import run
from pitboss.rulebook import Setup, load
from pitboss.solve import analyze
from pitboss.solve.model import Outcome, WagerAnalysis
from pitboss.solve.report import par_sheet
from pitboss.solve.sessions import session_of
from riverboat import riverboat
from strict_page import Page

# -- Sessions ---------------------------------------------------------------------------------------------------------


def wager_of(*outcomes: tuple[int, Fraction | int]) -> WagerAnalysis:
    return WagerAnalysis(tuple(Outcome(str(net), count, Fraction(net)) for count, net in outcomes), per="unit")


def added_up(wager: WagerAnalysis, rounds: int) -> dict[Fraction, Fraction]:
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer: dict[Fraction, Fraction] = {}
        for so_far, chance in sums.items():
            for outcome in wager.outcomes:
                share = chance * Fraction(outcome.combinations, wager.total)
                longer[so_far + outcome.net] = longer.get(so_far + outcome.net, Fraction(0)) + share
        sums = longer
    return sums


def test_a_session_is_the_sum_of_its_rounds() -> None:
    wager = wager_of((3, Fraction(19, 20)), (1, 0), (4, -1), (1, Fraction(17, 2)))
    session, sums = session_of(wager, 7), added_up(wager, 7)
    for place, chance in enumerate(session.chances):
        assert abs(chance - float(sums.get(session.lowest + place * session.step, 0))) < 1e-12
    assert session.ahead == pytest.approx(float(sum(chance for net, chance in sums.items() if net > 0)))
    assert session.even == pytest.approx(float(sums[Fraction(0)]))
    assert session.mean == 7 * wager.expectation and not session.normal


def test_no_bar_mixes_gains_and_losses() -> None:
    session = session_of(wager_of((18, 1), (20, -1)), 1_000)
    bars = session.bars()
    assert all(bar.low >= 0 or bar.high < 0 for bar in bars)
    assert 0.99 <= sum(bar.chance for bar in bars) <= 1


def test_an_award_too_rare_for_the_grid_is_told_apart() -> None:
    session = session_of(wager_of((1, 1_000_000), (400_000, 1), (599_999, -1)), 1_000)
    assert session.rare_from == 1_000_000 and session.beyond == pytest.approx(1 - (1 - 1e-6) ** 1_000)
    assert float(session.chances.sum()) + session.beyond == pytest.approx(1)


def test_a_grid_too_fine_is_approximated_and_says_so() -> None:
    wager = wager_of((1, Fraction(123_457, 10_007)), (9, Fraction(-1, 3)), (90, Fraction(-98_765, 65_537)))
    session = session_of(wager, 1_000)
    assert session.normal and session.ahead + session.behind == pytest.approx(1, abs=1e-6)


# -- The PAR sheet ----------------------------------------------------------------------------------------------------


def test_a_par_sheet_is_the_same_every_time() -> None:
    setup = Setup.of(load("chapter4/roulette"))
    assert par_sheet(analyze(setup)) == par_sheet(analyze(setup))


def test_the_rule_of_three_card_poker_is_a_chart() -> None:
    text = par_sheet(analyze(Setup.of(load("chapter4/three-card-poker"), {"play_on_win": "1 to 1"})))
    assert "Play Q-6-4 or better, fold the rest." in text
    six = re.search(r'<th scope="row">Q-6</th>(.*?)</tr>', text)
    assert six is not None
    assert re.findall(r">(play|fold)<", six[1]) == ["play", "play", "fold", "fold"]


def test_starting_hands_are_a_grid_of_169() -> None:
    text = par_sheet(analyze(Setup.of(load("massachusetts-2020/ultimate-texas-holdem"))))
    found = dict(re.findall(r'title="([2-9TJQKA]{2}[so]?): (raise|check)"', text))
    assert len(found) == 169
    assert (found["33"], found["22"], found["K5o"], found["K4o"], found["J8s"], found["J7s"]) == ("raise", "check") * 3


@dear
def test_outcomes_of_one_name_are_one_bar_whatever_was_bet() -> None:
    """Criss Cross pays a hand by what was bet on three occasions: 221 outcomes by a dozen names."""
    sheet = par_sheet(analyze(Setup.of(load("massachusetts-2020/criss-cross-poker")), wagers=["ante_across"]))
    bars = sheet.partition("what each outcome adds")[2].partition("</figure>")[0]
    names = re.findall(r'<th scope="row">([^<]*)</th>', bars)
    assert len(names) == len(set(names)) and "two pair" in names


def test_the_first_decision_is_told_before_those_that_follow() -> None:
    sheet = par_sheet(analyze(Setup.of(load("massachusetts-2020/criss-cross-poker")), wagers=["ante_across"]))
    assert 0 < sheet.index("Across bet") < sheet.index("<h3>") < sheet.index("How often each decision")


def test_choices_are_part_of_the_sheet_when_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    assert run(["analyze", "massachusetts-2020/roulette", "--all-pay-tables", "--report", str(file), "--json"]) == 0
    page = Page(file.read_text(encoding="utf-8"))
    assert "Every permitted choice" in page.text and "needs color_sections" in page.text


def test_text_of_a_rulebook_is_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    riverboat(
        tmp_path,
        monkeypatch,
        ('title = "Three Card Poker"', "title = '<script>alert(1)</script> & \"Poker\"'"),
        ('title = "Pair Plus"', "title = '<b>Pair</b> Plus'"),
    )
    text = par_sheet(analyze(Setup.of(load("riverboat/three-card-poker"))))
    page = Page(text)
    assert "script" not in page.counted and "b" not in page.counted
    assert '<script>alert(1)</script> & "Poker"' in page.text and "<b>Pair</b> Plus" in page.text
